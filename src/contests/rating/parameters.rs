//! The parameters of a fit, their values, and the derivatives by them.

use super::matrix::Matrix;

/// The indices of the parameters: entrants that are not fixed, then seats, then draws.
///
/// A parameter that is not fitted has the index after the last one. Gradients and matrices have one
/// extra element, which collects its contributions and is never read.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The number of fitted parameters.
    pub params: usize,
    /// The parameter of each entrant: its level or, for a version, its distance to the parent.
    pub entrants: Vec<usize>,
    /// Pairs of a version and its parent. A parent that is itself a version has an earlier pair.
    pub descents: Vec<(usize, usize)>,
    /// The level of each fixed entrant; 0 for others.
    pub fixed: Vec<f64>,
    /// The parameter of each seat effect: one with two seats.
    pub seats: Vec<usize>,
    /// The parameter of the logarithm of nu, the draw propensity.
    pub draws: usize,
}

/// The derivatives of the function at a point. `gradient` is the gradient of the logarithm, and
/// `curvature` minus its second derivatives.
pub(super) struct Derivatives {
    pub log: f64,
    pub gradient: Vec<f64>,
    pub curvature: Matrix,
}

/// The parts of [`Derivatives`] to compute beside the gradient.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    Gradient,
    Log,
    All,
}

/// The values that a likelihood needs, fitted or not.
pub(super) struct Levels {
    pub entrants: Vec<f64>,
    pub seats: Vec<f64>,
    /// The logarithm of nu; minus infinity without draws.
    pub log_nu: f64,
}

impl Derivatives {
    pub fn of(params: usize) -> Derivatives {
        Derivatives { log: 0.0, gradient: vec![0.0; params + 1], curvature: Matrix::zero(params + 1) }
    }

    /// Creates derivatives without space for the curvature.
    pub fn of_gradient(params: usize) -> Derivatives {
        Derivatives { log: 0.0, gradient: vec![0.0; params + 1], curvature: Matrix::zero(0) }
    }
}

/// The numbering of entrants and the order of summation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// By name: sums do not depend on the order of the matches.
    Name,
    /// In order of arrival, without sorting. Parameters are still in the order of names.
    Arrival,
}
