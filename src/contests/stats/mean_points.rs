//! A sequential test on mean points, for games whose results are not win, draw and loss.
//!
//! Assumptions: the observations are independent and identically distributed. An observation is the
//! difference of two entrants over a whole encounter (a mirrored pair or a rotation of the seats,
//! with the same deals), so seats and deals cancel. The variance of observations is finite and
//! unknown.
//!
//! The log-likelihood ratio is that of normal observations, with the most likely variance under
//! each hypothesis, corrected for skewness: (W0 - W1) / 2 with W_h = n ln(S_h / S) (1 + 2/3 g t_h).
//! S and S_h are the sums of squares around the mean and around hypothesis h, g is the skewness,
//! and t_h the distance of the mean from h in standard deviations. The correction is the next term
//! of the empirical likelihood ratio (A. Owen, "Empirical likelihood ratio confidence intervals for
//! a single functional", Biometrika 75, 1988). It is at most [`MAX_CORRECTION`].
//!
//! The test makes no decision before [`MIN_ENCOUNTERS`]. Up to a skewness of 2, errors are at most
//! 1.5 times as frequent as requested (`benches/coverage.rs`; without the correction 2.7 times). No
//! test can correct for results that it has not seen: if one encounter in 20 decides more than all
//! others, errors are several times as frequent. Bounds are those of A. Wald, 1945, as in
//! [`super::sprt`].

use std::fmt;

use super::{
    counted, decimals,
    points::PointsSample,
    sprt::{MIN_ERROR_PROBABILITY, SprtState, exhausted, wald_bounds},
};

/// Minimum number of encounters before a decision.
pub const MIN_ENCOUNTERS: u64 = 20;
/// Maximum relative change of the distance to a hypothesis by the correction for skewness.
pub const MAX_CORRECTION: f64 = 0.75;
/// Largest absolute hypothesis, in points.
pub const MAX_MEAN: f64 = 1e9;

/// A test of the hypothesis H1, that the mean is `mean1` points per encounter, against H0, that it
/// is `mean0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanPointsTest {
    mean0: f64,
    mean1: f64,
    alpha: f64,
    beta: f64,
}

/// The state of a test on mean points, with reasons. It formats as a sentence; `{:#}` is the
/// sentence at the end of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanPointsReport {
    pub test: MeanPointsTest,
    /// The log-likelihood ratio, in natural logarithms; always finite.
    pub llr: f64,
    /// The lower bound: H0 is accepted at or below it.
    pub lower: f64,
    /// The upper bound: H1 is accepted at or above it.
    pub upper: f64,
    pub state: SprtState,
    /// Number of encounters still needed before any decision.
    pub encounters_missing: u64,
    /// The skewness of the points per encounter; `None` if all are equal.
    pub skewness: Option<f64>,
}

/// Why a test is invalid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum MeanPointsTestError {
    /// A mean is not a number, or too far from 0.
    #[error("{field} is {value}, expected a number from -{MAX_MEAN} to {MAX_MEAN}")]
    Mean {
        /// `mean0` or `mean1`.
        field: &'static str,
        value: f64,
    },
    /// The means are equal or in the wrong order.
    #[error("mean1 is {mean1}, expected more than mean0 ({mean0})")]
    Order { mean0: f64, mean1: f64 },
    /// An error probability is not a number, too small, or at least 1/2.
    #[error("{field} is {value}, expected at least {MIN_ERROR_PROBABILITY} and less than 0.5")]
    Probability {
        /// `alpha` or `beta`.
        field: &'static str,
        value: f64,
    },
}

impl MeanPointsTest {
    /// Creates a test on means in points per encounter; `alpha` and `beta` as in
    /// [`super::Sprt::new`].
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

    /// Returns the arguments of [`MeanPointsTest::new`], in the same order.
    pub fn parts(&self) -> (f64, f64, f64, f64) {
        (self.mean0, self.mean1, self.alpha, self.beta)
    }

    /// Formats the hypotheses with their unit: `[0, 3] points an encounter`.
    pub fn hypotheses(&self) -> String {
        format!("[{}, {}] points an encounter", self.mean0, self.mean1)
    }

    /// Returns the state of the test after a sample of encounters, each added with one deal. Both
    /// sums of squares get one extra square of the distance between the hypotheses, so the ratio
    /// stays finite if all encounters are equal.
    pub fn report(&self, encounters: &PointsSample) -> MeanPointsReport {
        let count = encounters.weighed_observations();
        let extra = (self.mean1 - self.mean0) * (self.mean1 - self.mean0);
        let extra = extra.max(f64::MIN_POSITIVE);
        let squares = |mean: f64| encounters.squares_around(mean) + extra;
        let mean = encounters.mean().unwrap_or(0.0);
        let around_mean = squares(mean);
        let deviation = (around_mean / count.max(1.0)).sqrt();
        let skewness = encounters.skewness();
        let distance = |hypothesis: f64| {
            let correction = 2.0 / 3.0 * skewness.unwrap_or(0.0) * (mean - hypothesis) / deviation;
            let normal = libm::log(squares(hypothesis)) - libm::log(around_mean);
            normal * (1.0 + correction.clamp(-MAX_CORRECTION, MAX_CORRECTION))
        };
        let llr = count / 2.0 * (distance(self.mean0) - distance(self.mean1));
        let (lower, upper) = wald_bounds(self.alpha, self.beta);
        // Counts by weight: with repeats, more encounters are needed.
        let encounters_missing = MIN_ENCOUNTERS.saturating_sub(count as u64);
        let state = if encounters_missing > 0 { SprtState::Continue } else { SprtState::of(llr, lower, upper) };
        MeanPointsReport { test: *self, llr, lower, upper, state, encounters_missing, skewness }
    }
}

impl fmt::Display for MeanPointsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MeanPointsReport { test, llr, lower, upper, state, encounters_missing, skewness } = self;
        let MeanPointsTest { mean0, mean1, alpha, beta } = test;
        let [llr, lower, upper] = [*llr, *lower, *upper].map(|value| decimals(value, 2));
        let open = SprtState::open_word(f.alternate());
        match state {
            SprtState::Continue if *encounters_missing > 0 => {
                let more = counted(*encounters_missing, ["more encounter", "more encounters"]);
                write!(f, "{open}: no decision before {more}, LLR {llr}")?;
            }
            SprtState::Continue => write!(f, "{open}: LLR {llr} is between {lower} and {upper}")?,
            SprtState::Exhausted { different, all } if *encounters_missing > 0 => {
                write!(f, "{}, LLR {llr}", exhausted(*different, *all))?;
            }
            SprtState::Exhausted { different, all } => {
                write!(f, "{}: LLR {llr} is between {lower} and {upper}", exhausted(*different, *all))?;
            }
            SprtState::AcceptH0 => write!(f, "H0 ({mean0} {}) accepted: LLR {llr} is at most {lower}", points(*mean0))?,
            SprtState::AcceptH1 => {
                write!(f, "H1 ({mean1} {}) accepted: LLR {llr} is at least {upper}", points(*mean1))?
            }
        }
        write!(f, " ({}, alpha {alpha}, beta {beta}", test.hypotheses())?;
        match skewness {
            Some(skewness) => write!(f, "; skewness {})", decimals(*skewness, 1)),
            None => write!(f, ")"),
        }
    }
}

/// Returns the unit of a number of points.
fn points(count: f64) -> &'static str {
    if count.abs() == 1.0 { "point" } else { "points" }
}
