//! A sequential test on mean points, for games whose results are not win, draw and loss.
//!
//! Assumptions: the observations are independent and alike, and what is observed is the difference of two entrants over a
//! whole encounter (a mirrored pair or a rotation of the seats, with the same deals), so that seats and deals cancel. Their
//! variance is finite and not known. The log-likelihood ratio is that of normal observations, with the most likely variance under
//! each hypothesis: n/2 ln(S0 / S1), S_h the sum of squares around mean h. It is therefore not exact for other
//! distributions, but close for means of many: no decision is made before [`MIN_ENCOUNTERS`]. Single results that are rare and
//! huge (once in a thousand encounters and more than the rest together) make the true probabilities of error larger.
//! Bounds are those of A. Wald, 1945, as in [`super::sprt`].

use std::fmt;

use super::{
    decimals,
    points::PointsSample,
    sprt::{MIN_ERROR_PROBABILITY, SprtState, wald_bounds},
};

/// The least number of encounters before a decision.
pub const MIN_ENCOUNTERS: u64 = 20;
/// No hypothesis may be further from 0, in points.
pub const MAX_MEAN: f64 = 1e9;

/// A test of the hypothesis H1, that the mean is `mean1` points an encounter, against H0, that it is `mean0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanPointsTest {
    mean0: f64,
    mean1: f64,
    alpha: f64,
    beta: f64,
}

/// Where a test on mean points stands, and why. It prints as a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanPointsReport {
    /// The test.
    pub test: MeanPointsTest,
    /// The log-likelihood ratio, in natural logarithms; always finite.
    pub llr: f64,
    /// The bound at and below which H0 is accepted.
    pub lower: f64,
    /// The bound at and above which H1 is accepted.
    pub upper: f64,
    /// Where it stands.
    pub state: SprtState,
    /// How many encounters are missing before any decision is made.
    pub encounters_missing: u64,
}

/// A test that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum MeanPointsTestError {
    /// A mean is no number, or too far from 0.
    #[error("{field} is {value}, expected a number from -{MAX_MEAN} to {MAX_MEAN}")]
    Mean {
        /// `mean0` or `mean1`.
        field: &'static str,
        /// What it was.
        value: f64,
    },
    /// The means are the same or the wrong way round.
    #[error("mean1 is {mean1}, expected more than mean0, which is {mean0}")]
    Order {
        /// Lower hypothesis.
        mean0: f64,
        /// Upper hypothesis.
        mean1: f64,
    },
    /// A probability of error is no number, too small, or one half and more.
    #[error("{field} is {value}, expected at least {MIN_ERROR_PROBABILITY} and less than 0.5")]
    Probability {
        /// `alpha` or `beta`.
        field: &'static str,
        /// What it was.
        value: f64,
    },
}

impl MeanPointsTest {
    /// A test on means in points an encounter; `alpha` and `beta` as in [`super::Sprt::new`].
    pub fn new(mean0: f64, mean1: f64, alpha: f64, beta: f64) -> Result<MeanPointsTest, MeanPointsTestError> {
        for (field, value) in [("mean0", mean0), ("mean1", mean1)] {
            if !(-MAX_MEAN..=MAX_MEAN).contains(&value) {
                return Err(MeanPointsTestError::Mean { field, value });
            }
        }
        if mean0 >= mean1 {
            return Err(MeanPointsTestError::Order { mean0, mean1 });
        }
        for (field, value) in [("alpha", alpha), ("beta", beta)] {
            if !(MIN_ERROR_PROBABILITY..0.5).contains(&value) {
                return Err(MeanPointsTestError::Probability { field, value });
            }
        }
        Ok(MeanPointsTest { mean0, mean1, alpha, beta })
    }

    /// What [`MeanPointsTest::new`] was given, in its order.
    pub fn parts(&self) -> (f64, f64, f64, f64) {
        (self.mean0, self.mean1, self.alpha, self.beta)
    }

    /// Where the test stands after a sample of encounters, each added with one deal. To keep the ratio finite where all
    /// encounters are alike, both sums of squares have one more, of the distance of the hypotheses.
    pub fn report(&self, encounters: &PointsSample) -> MeanPointsReport {
        let count = encounters.observations();
        let extra = (self.mean1 - self.mean0) * (self.mean1 - self.mean0);
        let extra = extra.max(f64::MIN_POSITIVE);
        let squares = |mean: f64| encounters.squares_around(mean) + extra;
        let llr = count as f64 / 2.0 * (libm::log(squares(self.mean0)) - libm::log(squares(self.mean1)));
        let (lower, upper) = wald_bounds(self.alpha, self.beta);
        let encounters_missing = MIN_ENCOUNTERS.saturating_sub(count);
        let state = if encounters_missing > 0 { SprtState::Continue } else { SprtState::of(llr, lower, upper) };
        MeanPointsReport { test: *self, llr, lower, upper, state, encounters_missing }
    }
}

impl fmt::Display for MeanPointsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MeanPointsReport { test, llr, lower, upper, state, encounters_missing } = self;
        let MeanPointsTest { mean0, mean1, alpha, beta } = test;
        let [llr, lower, upper] = [*llr, *lower, *upper].map(|value| decimals(value, 2));
        match state {
            SprtState::Continue if *encounters_missing > 0 => {
                write!(f, "goes on: no decision before {encounters_missing} more encounters, LLR {llr}")?;
            }
            SprtState::Continue => write!(f, "goes on: LLR {llr} is between {lower} and {upper}")?,
            SprtState::AcceptH0 => write!(f, "H0 ({mean0} points) accepted: LLR {llr} is at most {lower}")?,
            SprtState::AcceptH1 => write!(f, "H1 ({mean1} points) accepted: LLR {llr} is at least {upper}")?,
        }
        write!(f, " ([{mean0}, {mean1}] points an encounter, alpha {alpha}, beta {beta})")
    }
}
