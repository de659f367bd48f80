//! Newton's method on a concave function, with bounded steps.

use super::{
    error::FitError,
    matrix::Factor,
    parameters::{Derivatives, Want},
    posterior::Posterior,
};

/// Maximum steps. Near the maximum, a fit takes about ten; from the farthest priors, 20 000 Elo
/// apart, some sixty more.
const MAX_STEPS: u32 = 500;
/// Maximum change of a parameter in a step, in natural logarithms: 347 Elo. A longer step can
/// overshoot into a region where results are certain and the function is flat.
const LONGEST_STEP: f64 = 2.0;
/// Maximum relative difference of function values that counts as rounding.
const ROUNDING: f64 = 1e-14;
/// Maximum change in the last step, in natural logarithms: 2e-7 Elo. The remaining error is about
/// the square of this.
const SETTLED: f64 = 1e-9;
/// Maximum halvings of a step if the function falls.
const MAX_HALVINGS: u32 = 60;
/// Minimum size of a step after which function values are compared. For smaller steps, rounding
/// errors exceed the changes.
const SMALL: f64 = 1e-5;

/// The maximum of the function.
pub(super) struct Maximum {
    pub x: Vec<f64>,
    pub log_posterior: f64,
    /// The factor of the negative second derivatives at the maximum.
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

/// Returns the largest absolute value; infinite if a value is not a number.
pub(super) fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most: f64, value| if value.is_nan() { f64::INFINITY } else { most.max(value.abs()) })
}
