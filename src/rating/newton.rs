//! Newton's method on a concave function, with bounded steps.

use super::{
    fit::FitError,
    matrix::Factor,
    posterior::{Derivatives, Posterior, Want},
};

/// Steps at most. Near the maximum it takes about ten; from the farthest priors, 20 000 Elo apart, some sixty more.
const MAX_STEPS: u32 = 500;
/// No step moves a parameter by more, in natural logarithms: 347 Elo. A longer one can overshoot into a place where results are
/// certain and nothing curves any more.
const LONGEST_STEP: f64 = 2.0;
/// Differences of the function that are this part of it are rounding errors.
const ROUNDING: f64 = 1e-14;
/// A step that moves nothing by more than this, in natural logarithms, is the last one: 2e-7 Elo. What is left after it is the
/// square of that.
const SETTLED: f64 = 1e-9;
/// How often a step is halved where the function falls.
const MAX_HALVINGS: u32 = 60;
/// Below steps of this size the function is not compared: its rounding errors are larger than its changes.
const SMALL: f64 = 1e-5;

/// Where the function has its maximum.
pub(super) struct Maximum {
    pub x: Vec<f64>,
    pub log_posterior: f64,
    /// Of minus the second derivatives there.
    pub factor: Factor,
    pub steps: u32,
}

/// The maximum, from the means of the priors on.
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

/// The largest absolute value; infinite if one is no number.
pub(super) fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most: f64, value| if value.is_nan() { f64::INFINITY } else { most.max(value.abs()) })
}
