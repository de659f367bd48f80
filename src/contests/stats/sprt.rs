//! The sequential probability ratio test: is the difference of two entrants `elo0` or `elo1`?
//!
//! A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16,
//! 1945, with the generalised log-likelihood ratio of [`super::llr`]. The error probabilities are
//! the requested ones if the difference is exactly `elo0` or `elo1`. The overshoot at the end is
//! not corrected.

use std::fmt;

use super::{counts::Weighted, decimals, llr};

/// Largest absolute value of a hypothesis, in Elo or normalised Elo. Larger differences need no
/// test.
pub const MAX_SPRT_ELO: f64 = 1_000.0;
/// Minimum probability of an error.
pub const MIN_ERROR_PROBABILITY: f64 = 1e-9;

/// The unit of the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    /// Elo of the expected score.
    Logistic,
    /// Normalised Elo: the number of games that a test needs then depends little on the draw ratio.
    Normalised,
}

/// A test of the hypothesis H1, that the difference is `elo1`, against H0, that it is `elo0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtState {
    /// Neither bound has been reached.
    Continue,
    /// The lower bound has been reached.
    AcceptH0,
    /// The upper bound has been reached.
    AcceptH1,
    /// The test reached no bound, and nearly all matches repeat earlier ones.
    Exhausted {
        /// Number of different matches among the last ones.
        different: u64,
        /// The number of these last matches.
        all: u64,
    },
}

/// The state of a test, with reasons. It formats as a sentence; `{:#}` is the sentence at the end
/// of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtReport {
    pub test: Sprt,
    /// The log-likelihood ratio, in natural logarithms; always finite.
    pub llr: f64,
    /// The lower bound, ln(beta / (1 - alpha)): H0 is accepted at or below it.
    pub lower: f64,
    /// The upper bound, ln((1 - beta) / alpha): H1 is accepted at or above it.
    pub upper: f64,
    pub state: SprtState,
}

/// Why a test is invalid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A hypothesis is not a number, or too far from 0.
    #[error("{field} is {value}, expected a number from -{MAX_SPRT_ELO} to {MAX_SPRT_ELO}")]
    Elo {
        /// `elo0` or `elo1`.
        field: &'static str,
        value: f64,
    },
    /// The hypotheses are equal or in the wrong order.
    #[error("elo1 is {elo1}, expected more than elo0 ({elo0})")]
    Order { elo0: f64, elo1: f64 },
    /// An error probability is not a number, too small, or at least 1/2.
    #[error("{field} is {value}, expected at least {MIN_ERROR_PROBABILITY} and less than 0.5")]
    Probability {
        /// `alpha` or `beta`.
        field: &'static str,
        value: f64,
    },
}

impl Sprt {
    /// Creates a test. `alpha` is the probability of accepting H1 if the difference is `elo0`, and
    /// `beta` that of accepting H0 if it is `elo1`. Both are at least [`MIN_ERROR_PROBABILITY`] and
    /// less than 1/2, usually 0.05. The hypotheses are in the unit of `model`, within
    /// [`MAX_SPRT_ELO`] of 0.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Sprt, SprtError> {
        for (field, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MAX_SPRT_ELO..=MAX_SPRT_ELO).contains(&value) {
                return Err(SprtError::Elo { field, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (field, value) in [("alpha", alpha), ("beta", beta)] {
            if !(MIN_ERROR_PROBABILITY..0.5).contains(&value) {
                return Err(SprtError::Probability { field, value });
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// Returns the arguments of [`Sprt::new`], in the same order.
    pub fn parts(&self) -> (f64, f64, f64, f64, EloModel) {
        (self.elo0, self.elo1, self.alpha, self.beta, self.model)
    }

    /// Formats the hypotheses with their unit: `[0, 30] normalised Elo`.
    pub fn hypotheses(&self) -> String {
        format!("[{}, {}] {}", self.elo0, self.elo1, self.model.unit())
    }

    /// Returns the state of the test after these results. You may check after every result, because
    /// the test is sequential.
    pub fn report(&self, counts: impl Into<Weighted>) -> SprtReport {
        let counts = counts.into();
        let llr = match (counts.counts.observations(), self.model) {
            (0, _) => 0.0,
            (_, EloModel::Logistic) => llr::logistic(&counts, self.elo0, self.elo1),
            (_, EloModel::Normalised) => llr::normalised(&counts, self.elo0, self.elo1),
        };
        let (lower, upper) = wald_bounds(self.alpha, self.beta);
        SprtReport { test: *self, llr, lower, upper, state: SprtState::of(llr, lower, upper) }
    }
}

/// Returns the lower and the upper bound of a log-likelihood ratio for these error probabilities.
pub(super) fn wald_bounds(alpha: f64, beta: f64) -> (f64, f64) {
    (libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha))
}

impl EloModel {
    /// Returns the word for the unit of hypotheses.
    fn unit(self) -> &'static str {
        match self {
            EloModel::Logistic => "Elo",
            EloModel::Normalised => "normalised Elo",
        }
    }
}

impl SprtState {
    /// Returns the word for a test without an answer: it continues, or its series has ended.
    pub(super) fn open_word(at_end: bool) -> &'static str {
        if at_end { "undecided" } else { "goes on" }
    }

    /// Returns the accepted hypothesis, `H0` or `H1`; `None` without an answer.
    pub fn accepted(self) -> Option<&'static str> {
        match self {
            SprtState::Continue | SprtState::Exhausted { .. } => None,
            SprtState::AcceptH0 => Some("H0"),
            SprtState::AcceptH1 => Some("H1"),
        }
    }

    pub(super) fn of(llr: f64, lower: f64, upper: f64) -> SprtState {
        if llr <= lower {
            SprtState::AcceptH0
        } else if llr >= upper {
            SprtState::AcceptH1
        } else {
            SprtState::Continue
        }
    }

    /// Returns the state if only `different` of the last `all` matches, too few, are different.
    pub(crate) fn exhausted(self, different: u64, all: u64) -> SprtState {
        if self == SprtState::Continue { SprtState::Exhausted { different, all } } else { self }
    }

    /// Returns whether the test is over.
    pub fn is_over(self) -> bool {
        self != SprtState::Continue
    }
}

/// Formats why a test ends without an answer.
pub(super) fn exhausted(different: u64, all: u64) -> String {
    format!("undecided, only {different} of the last {all} matches are different")
}

impl fmt::Display for SprtReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtReport { test, llr, lower, upper, state } = self;
        let Sprt { elo0, elo1, alpha, beta, model } = test;
        let [llr, lower, upper] = [*llr, *lower, *upper].map(|value| decimals(value, 2));
        let unit = model.unit();
        match state {
            SprtState::Continue => {
                let open = SprtState::open_word(f.alternate());
                write!(f, "{open}: LLR {llr} is between {lower} and {upper}")?;
            }
            SprtState::Exhausted { different, all } => {
                write!(f, "{}: LLR {llr} is between {lower} and {upper}", exhausted(*different, *all))?;
            }
            SprtState::AcceptH0 => write!(f, "H0 ({elo0} {unit}) accepted: LLR {llr} is at most {lower}")?,
            SprtState::AcceptH1 => write!(f, "H1 ({elo1} {unit}) accepted: LLR {llr} is at least {upper}")?,
        }
        write!(f, " ({}, alpha {alpha}, beta {beta})", test.hypotheses())
    }
}
