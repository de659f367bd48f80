//! Points of games that are not won, drawn or lost, such as chips, teeth or pips: the mean per
//! deal, with its uncertainty.

use super::{distributions::student_t_95, weight::Weight};

/// Maximum points of a match, in halves, so that sums stay exact.
pub const MAX_HALVES: i64 = 1 << 40;
/// Maximum deals of a match.
pub const MAX_DEALS: u32 = 1 << 20;

/// Why points cannot be added to a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PointsError {
    /// The points exceed [`MAX_HALVES`].
    #[error("invalid points of {halves} halves: expected -{MAX_HALVES} to {MAX_HALVES} halves")]
    TooMany {
        /// The points, in halves.
        halves: i64,
    },
    /// The number of deals is 0 or too large.
    #[error("invalid number of deals {deals}: expected 1 to {MAX_DEALS}")]
    Deals { deals: u32 },
}

/// The number of deals of a match.
pub type Deals = u32;

/// The points of one entrant over independent observations: matches, or whole rotations if deals
/// are shared.
///
/// Sums are integers, so the order of observations does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointsSample {
    observations: u64,
    deals: u64,
    halves: i128,
    halves_squared: i128,
    halves_cubed: i128,
    halves_by_deals: i128,
    deals_squared: i128,
    weight: Weight,
}

/// Mean points per deal with their 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointsMean {
    /// Mean points per deal.
    pub mean: f64,
    /// The standard error of the mean.
    pub standard_error: f64,
    /// The lower end, by Student's t distribution with one degree of freedom fewer than
    /// observations.
    pub low: f64,
    pub high: f64,
}

impl PointsSample {
    /// Adds an observation: `halves` of a point from `deals` deals together.
    pub fn add(&mut self, halves: i64, deals: Deals) -> Result<(), PointsError> {
        if !(-MAX_HALVES..=MAX_HALVES).contains(&halves) {
            return Err(PointsError::TooMany { halves });
        }
        if !(1..=MAX_DEALS).contains(&deals) {
            return Err(PointsError::Deals { deals });
        }
        let (halves, deals) = (i128::from(halves), i128::from(deals));
        self.observations += 1;
        self.deals += deals as u64;
        self.halves += halves;
        self.halves_squared += halves * halves;
        // Only absurd points saturate the sum.
        self.halves_cubed = self.halves_cubed.saturating_add(halves * halves * halves);
        self.halves_by_deals += halves * deals;
        self.deals_squared += deals * deals;
        Ok(())
    }

    /// Returns the same points, lost instead of gained.
    pub fn negated(&self) -> PointsSample {
        PointsSample {
            halves: -self.halves,
            halves_cubed: self.halves_cubed.saturating_neg(),
            halves_by_deals: -self.halves_by_deals,
            ..*self
        }
    }

    /// Returns the same points with this weight of each observation. The weight changes no mean.
    pub fn weighted(self, weight: Weight) -> PointsSample {
        PointsSample { weight, ..self }
    }

    /// Returns the total weight of the observations: their number, if none repeats.
    pub fn weighed_observations(&self) -> f64 {
        self.weight.of(self.observations as f64)
    }

    pub fn observations(&self) -> u64 {
        self.observations
    }

    /// Returns the mean points per deal; `None` before the first observation.
    pub fn mean(&self) -> Option<f64> {
        (self.observations > 0).then(|| self.halves as f64 / 2.0 / self.deals as f64)
    }

    /// Returns the mean points per deal with their interval. `None` until observations weigh as
    /// much as two, because one alone has no spread.
    ///
    /// If matches have different numbers of deals, this is the ratio estimator (W. Cochran,
    /// "Sampling Techniques", 1977, 6.4): the sum of points over the sum of deals, with the spread
    /// of each match's residual.
    pub fn interval(&self) -> Option<PointsMean> {
        let count = self.weighed_observations();
        let mean = self.mean().filter(|_| count >= 2.0)?;
        let standard_error =
            (self.squares_around(mean) / (count - 1.0) * count).sqrt() / self.weight.of(self.deals as f64);
        let half = student_t_95(count - 1.0) * standard_error;
        Some(PointsMean { mean, standard_error, low: mean - half, high: mean + half })
    }

    /// Returns the skewness of the points of an observation: the third central moment over the cube
    /// of the standard deviation. `None` before the first observation, and if all are equal.
    pub fn skewness(&self) -> Option<f64> {
        let count = self.observations as f64;
        let whole = (self.halves as f64 / count).round() as i128;
        let times = |factor: i128, sum: i128| factor.saturating_mul(sum);
        // Sums around a whole number near the mean lose little precision by subtraction.
        let first = self.halves - times(whole, i128::from(self.observations));
        let second = self.halves_squared.saturating_sub(times(2 * whole, self.halves));
        let second = second.saturating_add(times(whole * whole, i128::from(self.observations)));
        let third = self.halves_cubed.saturating_sub(times(3 * whole, self.halves_squared));
        let third = third.saturating_add(times(3 * whole * whole, self.halves));
        let third = third.saturating_sub(times(whole * whole * whole, i128::from(self.observations)));
        let [mean, square, cube] = [first, second, third].map(|sum| sum as f64 / count);
        let variance = square - mean * mean;
        let central = cube - 3.0 * mean * square + 2.0 * mean * mean * mean;
        let skewness = central / (variance * variance.sqrt());
        (variance > 0.0 && skewness.is_finite()).then_some(skewness)
    }

    /// Returns the weighted sum of the squares of points - `mean` * deals, in points squared.
    pub(super) fn squares_around(&self, mean: f64) -> f64 {
        // Doubles the mean, because the sums are in halves. The shift by whole halves keeps the
        // subtraction precise.
        let target = 2.0 * mean;
        let shift = target.round();
        let whole = shift as i128;
        let squares = self.halves_squared.saturating_sub((2 * whole).saturating_mul(self.halves_by_deals));
        let squares = squares.saturating_add(whole.saturating_mul(whole).saturating_mul(self.deals_squared)) as f64;
        let products = self.halves_by_deals.saturating_sub(whole.saturating_mul(self.deals_squared)) as f64;
        let rest = target - shift;
        let sum = (squares - 2.0 * rest * products + rest * rest * self.deals_squared as f64) / 4.0;
        self.weight.of(sum.max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_and_its_interval_are_those_of_the_textbook() {
        let mut sample = PointsSample::default();
        assert_eq!((sample.mean(), sample.interval()), (None, None));
        sample.add(2, 1).unwrap();
        assert_eq!((sample.mean(), sample.interval()), (Some(1.0), None), "one observation has no spread");
        for points in [2, 3, 4, 5] {
            sample.add(2 * points, 1).unwrap();
        }
        let found = sample.interval().unwrap();
        // 1 2 3 4 5: mean 3, variance 2.5, standard error sqrt(0.5), t with 4 degrees of freedom
        // 2.776445.
        assert!((found.mean - 3.0).abs() < 1e-15 && (found.standard_error - 0.5f64.sqrt()).abs() < 1e-15);
        assert!((found.high - 3.0 - 2.776_445_105 * 0.5f64.sqrt()).abs() < 1e-8, "{found:?}");
    }

    #[test]
    fn the_skewness_is_that_of_the_textbook() {
        let mut sample = PointsSample::default();
        assert_eq!(sample.skewness(), None);
        // 0 0 0 4: mean 1, variance 3, third moment (3 * -1 + 27) / 4 = 6. A shift far from 0
        // changes nothing.
        for points in [0, 0, 0, 4] {
            sample.add(2 * (points + 1_000_000), 1).unwrap();
        }
        let found = sample.skewness().unwrap();
        assert!((found - 6.0 / 27f64.sqrt()).abs() < 1e-12, "{found}");
        assert_eq!(sample.negated().skewness(), Some(-found));
        let mut alike = PointsSample::default();
        (0..9).for_each(|_| alike.add(7, 1).unwrap());
        assert_eq!(alike.skewness(), None);
    }

    #[test]
    fn deals_weigh_as_many_as_they_are() {
        let mut sample = PointsSample::default();
        // 3 points in 2 deals, -1 in 1, 4 in 3: 6 points in 6 deals; the residuals are 1, -2, 1.
        for (points, deals) in [(3, 2), (-1, 1), (4, 3)] {
            sample.add(2 * points, deals).unwrap();
        }
        let found = sample.interval().unwrap();
        assert!((found.mean - 1.0).abs() < 1e-15);
        assert!((found.standard_error - (6.0f64 / 2.0 * 3.0).sqrt() / 6.0).abs() < 1e-15, "{found:?}");
    }

    #[test]
    fn what_one_gains_the_other_loses() {
        let mut sample = PointsSample::default();
        for (halves, deals) in [(7, 2), (-2, 1), (5, 3)] {
            sample.add(halves, deals).unwrap();
        }
        let (own, other) = (sample.interval().unwrap(), sample.negated().interval().unwrap());
        assert_eq!((own.mean, own.standard_error), (-other.mean, other.standard_error));
        assert_eq!(sample.negated().negated(), sample);
    }

    #[test]
    fn what_is_no_result_is_refused() {
        let mut sample = PointsSample::default();
        assert_eq!(sample.add(i64::MIN, 1), Err(PointsError::TooMany { halves: i64::MIN }));
        assert_eq!(sample.add(1, 0), Err(PointsError::Deals { deals: 0 }));
        assert_eq!(sample, PointsSample::default());
        for _ in 0..100 {
            sample.add(MAX_HALVES, MAX_DEALS).unwrap();
            sample.add(-MAX_HALVES, 1).unwrap();
        }
        let found = sample.interval().unwrap();
        assert!(found.low.is_finite() && found.high.is_finite() && found.low < found.high);
        assert!(sample.skewness().is_none_or(f64::is_finite));
    }
}
