//! Newton's method on a concave function, with bounded steps.

use super::{
    fit::FitError,
    matrix::Factor,
    posterior::{Derivatives, Posterior, Want},
};

/// Maximum steps. Near the maximum it takes about ten; from the farthest priors, 20 000 Elo apart,
/// some sixty more.
const MAX_STEPS: u32 = 500;
/// The largest change of a parameter in a step, in natural logarithms: 347 Elo. A longer step can
/// overshoot to a place where results are certain and the function is flat.
const LONGEST_STEP: f64 = 2.0;
/// Relative differences of the function that are only rounding errors.
const ROUNDING: f64 = 1e-14;
/// The change, in natural logarithms, below which a step is the last: 2e-7 Elo. The remaining error
/// is its square.
const SETTLED: f64 = 1e-9;
/// Maximum halvings of a step if the function falls.
const MAX_HALVINGS: u32 = 60;
/// Steps below this size do not compare the function: its rounding errors exceed its changes.
const SMALL: f64 = 1e-5;

/// The maximum of the function.
pub(super) struct Maximum {
    pub x: Vec<f64>,
    pub log_posterior: f64,
    /// The factor of the negative second derivatives there.
    pub factor: Factor,
    pub steps: u32,
}

/// Finds the maximum, starting from the means of the priors.
pub(super) fn maximise(posterior: &Posterior) -> Result<Maximum, FitError> {
    let params = posterior.layout.params;
    let mut x = posterior.prior_means();
    let mut here = Derivatives::of(params);
    posterior.evaluate(&x, Want::All, &mut here);
    for steps in 1..=MAX_STEPS {
        let factor = here.curvature.factor(params).ok_or(FitError::NotDetermined)?;
        let mut step = here.gradient[..params].to_vec();
        factor.solve(&mut step);
        let mut size = largest(&step);
        if !size.is_finite() {
            return Err(FitError::NotDetermined);
        }
        if size > LONGEST_STEP {
            let shortened = LONGEST_STEP / size;
            step.iter_mut().for_each(|step| *step *= shortened);
            size = LONGEST_STEP;
        }
        let before = here.log - ROUNDING * here.log.abs();
        let mut scale = 1.0;
        for halving in 0..=MAX_HALVINGS {
            let tried: Vec<f64> = x.iter().zip(&step).map(|(x, step)| x + scale * step).collect();
            let want = if size <= SETTLED { Want::Log } else { Want::All };
            posterior.evaluate(&tried, want, &mut here);
            let is_better = here.log >= before || size * scale < SMALL;
            if is_better && here.log.is_finite() {
                x = tried;
                break;
            }
            if halving == MAX_HALVINGS {
                return Err(FitError::NotDetermined);
            }
            scale /= 2.0;
        }
        if size <= SETTLED {
            return Ok(Maximum { x, log_posterior: here.log, factor, steps });
        }
    }
    Err(FitError::NotDetermined)
}

/// The largest absolute value; infinite if one is not a number.
pub(super) fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most: f64, value| if value.is_nan() { f64::INFINITY } else { most.max(value.abs()) })
}
