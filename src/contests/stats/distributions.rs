//! Distribution functions: normal, beta and Student's t.
//!
//! They use `libm`, not the functions of the operating system, so results have the same bits on
//! every machine.

/// The 97.5 % point of the standard normal distribution: a 95 % interval extends this many standard
/// errors to each side.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Maximum parameter of a beta distribution. Larger ones are scaled down: the interval is then
/// slightly too wide, but the work stays bounded.
const MAX_BETA_SIZE: f64 = 1e6;
/// Maximum terms of the continued fraction, which needs about the square root of [`MAX_BETA_SIZE`].
const MAX_TERMS: u32 = 10_000;
/// Bisections of an interval of f64: after these, its ends are neighbouring numbers.
const MAX_HALVINGS: u32 = 200;
/// Range of logits in which quantiles are searched: probabilities down to 1e-304.
const MAX_LOGIT: f64 = 700.0;

/// Returns the probability that a standard normal variable is at most `x`; 0 to 1, with full
/// relative precision in the lower tail.
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// Returns the probability that a Beta(`a`, `b`) variable is at most 1 / (1 + e^-`logit`), for `a`,
/// `b` > 0.
///
/// The argument is a logit, so probabilities close to 1 keep their precision. Continued fraction
/// 8.17.22 of the NIST Digital Library of Mathematical Functions.
pub fn beta_cdf(logit: f64, a: f64, b: f64) -> f64 {
    let (a, b) = bounded_beta(a, b);
    let (x, rest) = (1.0 / (1.0 + libm::exp(-logit)), 1.0 / (1.0 + libm::exp(logit)));
    let (log_x, log_rest) = (-libm::log1p(libm::exp(-logit)), -libm::log1p(libm::exp(logit)));
    let log_front = a * log_x + b * log_rest + libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let front = libm::exp(log_front);
    let below = if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(x, a, b) / a
    } else {
        1.0 - front * fraction(rest, b, a) / b
    };
    below.clamp(0.0, 1.0)
}

/// Returns the parameters used for Beta(`a`, `b`): scaled down together if they exceed
/// [`MAX_BETA_SIZE`], but not below 1/2.
pub(crate) fn bounded_beta(a: f64, b: f64) -> (f64, f64) {
    let scale = (MAX_BETA_SIZE / (a + b)).min(1.0);
    ((a * scale).max(a.min(0.5)), (b * scale).max(b.min(0.5)))
}

/// Returns the continued fraction of the incomplete beta function, by Lentz's algorithm.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    let away_from_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for term in 1..=MAX_TERMS {
        let m = f64::from(term);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut factor = 1.0;
        for numerator in [even, odd] {
            d = 1.0 / away_from_zero(1.0 + numerator * d);
            c = away_from_zero(1.0 + numerator / c);
            factor = c * d;
            value *= factor;
        }
        if (factor - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

/// Returns the logit ln(s / (1 - s)) of the `probability` quantile s of Beta(`a`, `b`), between
/// -700 and 700.
pub fn beta_quantile_logit(probability: f64, a: f64, b: f64) -> f64 {
    bisect(-MAX_LOGIT, MAX_LOGIT, |logit| beta_cdf(logit, a, b) < probability)
}

/// Returns the 97.5 % point of Student's t distribution with `degrees_of_freedom` >= 1: 12.7 with
/// one, [`Z_95`] with many.
pub fn student_t_95(degrees_of_freedom: f64) -> f64 {
    let freedom = degrees_of_freedom.max(1.0);
    // P(|T| <= t) is I(1/2, freedom/2) at t^2 / (freedom + t^2), whose logit is ln(t^2 / freedom).
    let logit = bisect(-MAX_LOGIT, MAX_LOGIT, |logit| beta_cdf(logit, 0.5, freedom / 2.0) < 0.95);
    if freedom >= MAX_BETA_SIZE { Z_95 } else { (freedom * libm::exp(logit)).sqrt() }
}

/// Returns the point between `low` and `high` at which `is_below` changes from true to false, to
/// the last bit.
pub(crate) fn bisect(mut low: f64, mut high: f64, is_below: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..MAX_HALVINGS {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if is_below(middle) { low = middle } else { high = middle }
    }
    low + (high - low) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_have_the_values_of_the_tables() {
        assert!((normal_cdf(Z_95) - 0.975).abs() < 1e-15);
        assert!((normal_cdf(-10.0) / 7.619_853_024_160_526e-24 - 1.0).abs() < 1e-12);
        // Beta(1/2, 1/2) is the arcsine distribution, Beta(1, n) has the distribution function 1 -
        // (1 - x)^n.
        let logit = |s: f64| (s / (1.0 - s)).ln();
        let arcsine = 2.0 / std::f64::consts::PI * 0.2f64.sqrt().asin();
        assert!((beta_cdf(logit(0.2), 0.5, 0.5) - arcsine).abs() < 1e-13);
        assert!((beta_cdf(logit(0.3), 1.0, 7.0) - (1.0 - 0.7f64.powi(7))).abs() < 1e-13);
        assert!((beta_cdf(logit(0.3), 7.0, 1.0) - 0.3f64.powi(7)).abs() < 1e-13);
        for (freedom, t) in [(1.0, 12.706_204_736), (2.0, 4.302_652_730), (5.0, 2.570_581_836), (30.0, 2.042_272_456)] {
            assert!((student_t_95(freedom) - t).abs() < 1e-8, "{freedom}: {}", student_t_95(freedom));
        }
        assert!((student_t_95(1e6) - Z_95).abs() < 1e-5);
    }

    #[test]
    fn a_quantile_is_where_the_distribution_has_it() {
        for (a, b) in [(0.5, 0.5), (1.5, 0.5), (100.5, 0.5), (0.5, 3000.5), (40.0, 7.0), (1e5, 1e5), (9e5, 0.5)] {
            for probability in [0.025, 0.5, 0.975] {
                let found = beta_cdf(beta_quantile_logit(probability, a, b), a, b);
                assert!((found - probability).abs() < 1e-7, "Beta({a}, {b}) at {probability}: {found}");
            }
        }
        assert!(beta_quantile_logit(0.975, 1e19, 0.5).is_finite() && student_t_95(u64::MAX as f64) == Z_95);
    }
}
