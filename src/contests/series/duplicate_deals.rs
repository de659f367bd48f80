//! Variance reduction from replaying each deal with the entrants rotated through all seats.
//!
//! A *set* is as many matches as there are seats, all with the same deals, the entrants moved by
//! one seat each time. Let x(s, r) be the points of an entrant in set s on seat r, over n sets of R
//! matches.
//!
//! - Rotated: the sample variance of m(s) = mean over r of x(s, r) over the sets.
//! - Independent: the variance of the same mean if each of the R matches had its own deals. It is
//!   the sum over r of the sample variance of x(., r), divided by R squared. The deals of different
//!   sets are independent, so each seat's variance over the sets is unbiased, and no further match
//!   is needed.
//!
//! The saving is independent / rotated: the factor of additional matches with their own deals for
//! the same precision. Its interval comes from the jackknife over the sets, on the logarithm.

use std::collections::BTreeMap;

use super::played::Played;

/// Minimum number of sets for a reliable saving.
pub const ENOUGH_SETS: usize = 20;

/// The sets of a series so far.
pub struct Sets {
    seats: usize,
    /// The played matches of incomplete sets.
    open: BTreeMap<u32, Vec<MatchPoints>>,
    /// The complete sets of each entrant: the number of the set, and the entrant's points on each
    /// seat.
    entrants: Vec<Vec<(u32, Vec<f64>)>>,
    /// The number of complete sets.
    pub complete: usize,
    /// The number of sets omitted because a match of the set is void.
    pub void: usize,
}

/// The entrants of a match with their points, seat 0 first; `None` if it is void.
type MatchPoints = Option<Vec<(usize, f64)>>;

/// The saving for an entrant, or for all entrants together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Saving {
    pub sets: usize,
    /// The entrant's mean points per match; 0 for all entrants together.
    pub mean: f64,
    /// The actual variance of the mean of a set.
    pub rotated: f64,
    /// The variance if every match had its own deals.
    pub independent: f64,
    /// The standard error of the logarithm of the saving; `None` if unknown.
    log_error: Option<f64>,
}

impl Sets {
    /// Creates a list without sets, for `entrants` on this number of seats.
    pub fn new(entrants: usize, seats: usize) -> Sets {
        Sets { seats, open: BTreeMap::new(), entrants: vec![Vec::new(); entrants], complete: 0, void: 0 }
    }

    /// Adds a match of set `set`.
    pub fn add(&mut self, set: u32, played: &Played) {
        let totals = &played.verdict.totals;
        let points = played.entrants.iter().zip(totals).map(|(entrant, points)| (*entrant, points.as_f64())).collect();
        self.add_points(set, played.scores().map(|_| points));
    }

    fn add_points(&mut self, set: u32, points: MatchPoints) {
        let matches = self.open.entry(set).or_default();
        matches.push(points);
        if matches.len() < self.seats {
            return;
        }
        let Some(matches) = self.open.remove(&set).and_then(|matches| matches.into_iter().collect::<Option<Vec<_>>>())
        else {
            self.void += 1;
            return;
        };
        self.complete += 1;
        let mut rows: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for points in &matches {
            for (seat, (entrant, points)) in points.iter().enumerate() {
                rows.entry(*entrant).or_insert_with(|| vec![0.0; self.seats])[seat] = *points;
            }
        }
        for (entrant, row) in rows {
            self.entrants[entrant].push((set, row));
        }
    }

    /// Returns the saving for one entrant.
    pub fn of(&self, entrant: usize) -> Saving {
        let sets = Spread::of(&self.entrants[entrant]);
        let logs: Vec<f64> = sets.without.iter().filter_map(|(_, rotated, free)| log_ratio(*rotated, *free)).collect();
        Saving {
            sets: self.entrants[entrant].len(),
            mean: sets.mean,
            rotated: sets.rotated,
            independent: sets.independent,
            log_error: jackknife(&logs, sets.without.len()),
        }
    }

    /// Returns the saving for all entrants together, from the sum of their variances.
    pub fn of_all(&self) -> Saving {
        let spreads: Vec<Spread> = self.entrants.iter().map(|rows| Spread::of(rows)).collect();
        let (rotated, independent) =
            spreads.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.rotated, sum.1 + one.independent));
        let mut without: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
        for one in &spreads {
            for (set, less_rotated, less_independent) in &one.without {
                let sums = without.entry(*set).or_insert((rotated, independent));
                sums.0 += less_rotated - one.rotated;
                sums.1 += less_independent - one.independent;
            }
        }
        let logs: Vec<f64> = without.values().filter_map(|(rotated, free)| log_ratio(*rotated, *free)).collect();
        let log_error = jackknife(&logs, without.len());
        Saving { sets: self.complete, mean: 0.0, rotated, independent, log_error }
    }
}

impl Saving {
    /// Returns the saving: the factor of additional matches with their own deals for the same
    /// precision; `None` without any variance.
    pub fn ratio(&self) -> Option<f64> {
        (self.independent > 0.0).then(|| self.independent / self.rotated)
    }

    /// Returns the 95 % interval of the ratio; `None` if unknown.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let (ratio, error) = (self.ratio()?, self.log_error?);
        let factor = (1.96 * error).exp();
        Some((ratio / factor, ratio * factor))
    }

    /// Returns the standard error of the mean points per match.
    pub fn error(&self) -> f64 {
        standard_error(self.rotated, self.sets)
    }

    /// Returns the standard error if each of these matches had its own deals.
    pub fn error_if_independent(&self) -> f64 {
        standard_error(self.independent, self.sets)
    }
}

fn standard_error(variance: f64, sets: usize) -> f64 {
    if sets < 2 { f64::NAN } else { (variance / sets as f64).sqrt() }
}

/// The two variances of one entrant, over all sets and without each single set.
#[derive(Default)]
struct Spread {
    mean: f64,
    rotated: f64,
    independent: f64,
    without: Vec<(u32, f64, f64)>,
}

impl Spread {
    fn of(rows: &[(u32, Vec<f64>)]) -> Spread {
        let Some(seats) = rows.first().map(|(_, row)| row.len()) else { return Spread::default() };
        let means = Sample::of(rows.iter().map(|(_, row)| row.iter().sum::<f64>() / seats as f64).collect());
        let of_seats: Vec<Sample> =
            (0..seats).map(|seat| Sample::of(rows.iter().map(|(_, row)| row[seat]).collect())).collect();
        let square = (seats * seats) as f64;
        let independent = of_seats.iter().map(Sample::variance).sum::<f64>() / square;
        let without = |index: usize| {
            let free = of_seats.iter().map(|sample| sample.variance_without(index)).sum::<f64>() / square;
            (rows[index].0, means.variance_without(index), free)
        };
        Spread {
            mean: means.mean,
            rotated: means.variance(),
            independent,
            without: (0..rows.len()).map(without).collect(),
        }
    }
}

/// Numbers with their mean, and the sum of squared deviations from the mean.
struct Sample {
    values: Vec<f64>,
    mean: f64,
    squares: f64,
}

impl Sample {
    fn of(values: Vec<f64>) -> Sample {
        let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
        let squares = values.iter().map(|value| (value - mean).powi(2)).sum();
        Sample { values, mean, squares }
    }

    /// Returns the sample variance; 0 for fewer than two numbers.
    fn variance(&self) -> f64 {
        self.squares / (self.values.len().max(2) - 1) as f64
    }

    /// Returns the sample variance without the number at `index`.
    fn variance_without(&self, index: usize) -> f64 {
        let count = self.values.len() as f64;
        let off = self.values[index] - self.mean;
        let squares = self.squares - off * off * count / (count - 1.0).max(1.0);
        squares.max(0.0) / (count - 2.0).max(1.0)
    }
}

fn log_ratio(rotated: f64, independent: f64) -> Option<f64> {
    (rotated > 0.0 && independent > 0.0).then(|| (independent / rotated).ln())
}

/// Returns the jackknife standard error of a quantity, from its values without each of `sets` sets.
/// `None` if a value is missing, or with fewer than three sets.
fn jackknife(without: &[f64], sets: usize) -> Option<f64> {
    if without.len() < sets || sets < 3 {
        return None;
    }
    let sample = Sample::of(without.to_vec());
    Some((sample.squares * (sets - 1) as f64 / sets as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_games::search::split_mix::SplitMix64;

    /// Returns the sets of entrant 0 with these points on its seats; entrant 1 gets the remaining
    /// points.
    fn sets(rows: &[[f64; 2]]) -> Sets {
        let mut sets = Sets::new(2, 2);
        for (set, [first, second]) in (0..).zip(rows) {
            sets.add_points(set, Some(vec![(0, *first), (1, -first)]));
            sets.add_points(set, Some(vec![(1, -second), (0, *second)]));
        }
        sets
    }

    #[test]
    fn variances_are_those_worked_out_by_hand() {
        // Means 1.5, 2.5, 2.5, 3.5; each seat has the variance 4/3.
        let saving = sets(&[[1.0, 2.0], [3.0, 2.0], [1.0, 4.0], [3.0, 4.0]]).of(0);
        assert_eq!((saving.sets, saving.mean), (4, 2.5));
        assert!((saving.rotated - 2.0 / 3.0).abs() < 1e-12 && (saving.ratio().unwrap() - 1.0).abs() < 1e-12);
        // Means 1.5, 2.5, 1.5, 2.5; the seats have 16/3 and 4/3: what one wins by a deal the other
        // loses.
        let sets = sets(&[[0.0, 3.0], [4.0, 1.0], [0.0, 3.0], [4.0, 1.0]]);
        for saving in [sets.of(0), sets.of(1), sets.of_all()] {
            assert!((saving.ratio().unwrap() - 5.0).abs() < 1e-12, "{saving:?}");
        }
        assert!((sets.of(0).error() - (1.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert!((sets.of(0).error_if_independent() - (5.0f64 / 12.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_known_saving_is_found_within_its_interval() {
        // A deal gives one seat what it takes from the other, with 12 times the variance of the
        // entrants' own play.
        let mut luck = SplitMix64::new(7);
        let mut uniform = || luck.number() as f64 / u64::MAX as f64 - 0.5;
        let rows: Vec<[f64; 2]> = (0..4000)
            .map(|_| {
                let deal = 12.0f64.sqrt() * uniform();
                [deal + uniform(), -deal + uniform()]
            })
            .collect();
        let saving = sets(&rows).of(0);
        let (low, high) = saving.interval().unwrap();
        assert!(low < 13.0 && 13.0 < high && high / low < 1.3, "{low} {high}");
        let independent: Vec<[f64; 2]> = (0..4000).map(|_| [uniform(), uniform()]).collect();
        let (low, high) = sets(&independent).of_all().interval().unwrap();
        assert!(low < 1.0 && 1.0 < high && high / low < 1.3, "{low} {high}");
    }

    #[test]
    fn too_little_is_not_made_up() {
        let none = sets(&[]);
        assert_eq!((none.of(0).ratio(), none.of_all().interval()), (None, None));
        let one = sets(&[[1.0, 2.0]]).of(0);
        assert!(one.ratio().is_none() && one.error().is_nan());
        let alike = sets(&[[1.0, 2.0]; 30]);
        assert_eq!(alike.of_all().ratio(), None, "nothing was ever different");
        let perfect = sets(&[[1.0, -1.0], [2.0, -2.0], [5.0, -5.0]]).of(0);
        assert_eq!((perfect.ratio(), perfect.interval()), (Some(f64::INFINITY), None));
    }

    #[test]
    fn a_set_with_a_void_match_is_left_out() {
        let mut sets = sets(&[[1.0, 2.0], [3.0, 2.0]]);
        sets.add_points(7, Some(vec![(0, 100.0), (1, -100.0)]));
        sets.add_points(7, None);
        sets.add_points(8, Some(vec![(0, 100.0), (1, -100.0)]));
        assert_eq!((sets.complete, sets.void, sets.of(0).mean), (2, 1, 2.0));
    }
}
