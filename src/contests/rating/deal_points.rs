//! Ratings in points per deal, for games whose results are chips.
//!
//! With theta of the entrants and s of the seats, the expected result of a seat in a deal is its
//! own theta + s, minus the mean of theta + s over its table. The noise has one variance and sums
//! to 0 over the table. The fit is least squares over all matches and seats. This equals
//! generalised least squares, because everything lies in the space of sum 0.
//!
//! There is no prior. A match of n deals weighs n times one deal. The theta of each component and
//! the effects of seats sum to 0: a rating is points per deal at a table of average entrants.

use super::{
    components::{Component, Connected, members},
    error::CompareError,
    log::{LogError, MAX_SEATS, Met, Names},
    matrix::Matrix,
};
use crate::stats::{
    MatchDigest, Weight,
    distributions::student_t_95,
    points::{MAX_DEALS, MAX_HALVES, PointsError},
};
use std::collections::BTreeMap;

/// Relative size below which a sum of squares is only a rounding error.
const ROUNDING: f64 = 1e-12;
/// Maximum matches, so that sums of integers stay exact.
pub const MAX_MATCHES: u64 = 1 << 32;

/// The points of all matches of one kind, as sums of integers. So the order of the matches does not
/// matter.
#[derive(Clone, Debug)]
pub struct DealLog {
    seats: usize,
    matches: u64,
    names: Names,
    met: Met,
    /// The results of each set of entrants that met, by the number of the set.
    tables: Vec<TableSums>,
}

/// The matches of one set of entrants. The weight of these matches is known only when the log is
/// complete, so they are summed separately.
#[derive(Clone, Debug, Default)]
struct TableSums {
    /// The number of deals played.
    deals: u64,
    /// The results of each entrant on each seat.
    on_seat: BTreeMap<(u32, usize), SeatSums>,
    /// Sum of squared differences between the seats and the mean of their table, keyed by deals per
    /// match.
    squares: BTreeMap<u32, i128>,
}

/// Sums of an entrant on a seat.
#[derive(Clone, Copy, Debug, Default)]
struct SeatSums {
    deals: u64,
    /// Points above the mean of the table, in halves and times the number of seats: a whole number.
    over: i128,
}

/// Sums of an entrant on a seat over all tables, weighted.
#[derive(Clone, Copy, Debug, Default)]
struct WeightedSums {
    deals: f64,
    over: f64,
}

/// Why a match cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealLogError {
    #[error(transparent)]
    Log(#[from] LogError),
    /// The points or the number of deals are invalid.
    #[error(transparent)]
    Points(#[from] PointsError),
    #[error("limit reached: {MAX_MATCHES} matches")]
    TooManyMatches,
}

/// Why a fit failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealFitError {
    /// The unknowns are at least as many as the results.
    #[error("too few matches: {different} different matches leave no degree of freedom for the noise")]
    TooFewMatches {
        /// The number of different matches.
        different: u64,
    },
    /// Some entrants never changed seats, so that strength and seat effect cannot be separated.
    #[error("strength and seat effects cannot be separated: expected entrants that change seats")]
    SeatsNotSeparable,
}

/// The rating of an entrant in points per deal.
#[derive(Clone, Debug, PartialEq)]
pub struct DealRated {
    pub entrant: String,
    /// Number of matches of the entrant.
    pub matches: u64,
    /// Points per deal against a table of average entrants of its component.
    pub points: f64,
    pub se: f64,
    /// The lower end of the 95 % interval, by Student's t distribution.
    pub low: f64,
    pub high: f64,
    /// The number of the entrant's component.
    pub component: usize,
}

/// A difference or an effect in points per deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointsEffect {
    /// Points per deal.
    pub points: f64,
    pub se: f64,
    /// The lower end of the 95 % interval, by Student's t distribution.
    pub low: f64,
    pub high: f64,
}

/// Ratings in points per deal. The same log gives the same bits, whatever the order of the matches.
#[derive(Clone, Debug, PartialEq)]
pub struct DealFit {
    ratings: Vec<DealRated>,
    components: Vec<Component>,
    /// The covariance of the ratings; `None` in a fit [without
    /// covariance](DealFit::without_covariance).
    covariance: Option<Matrix>,
    /// The effect of each seat; the sum is 0.
    pub seat_effects: Vec<PointsEffect>,
    /// The standard deviation of the noise of a seat in a deal, in points.
    pub residual_sd: f64,
    /// Degrees of freedom of the noise.
    pub degrees_of_freedom: u64,
    pub matches: u64,
    /// Number of matches that repeat an earlier one and therefore add no weight.
    pub repeats: u64,
}

impl DealLog {
    /// Creates an empty log of matches with this number of seats, 2 to [`MAX_SEATS`].
    pub fn new(seats: usize) -> Result<DealLog, DealLogError> {
        if !(2..=MAX_SEATS).contains(&seats) {
            return Err(LogError::Seats { seats }.into());
        }
        Ok(DealLog { seats, matches: 0, names: Names::default(), met: Met::default(), tables: Vec::new() })
    }

    /// Adds a match of `deals` deals, with the entrant and the points of each seat, seat 0 first,
    /// in halves. The match never counts as a repeat of another.
    pub fn add(&mut self, entrants: &[&str], halves: &[i64], deals: u32) -> Result<(), DealLogError> {
        self.add_match(entrants, halves, deals, None)
    }

    /// Adds a match that weighs less if other matches of the same entrants on the same seats have
    /// the same digest.
    pub fn add_match(
        &mut self,
        entrants: &[&str],
        halves: &[i64],
        deals: u32,
        digest: Option<MatchDigest>,
    ) -> Result<(), DealLogError> {
        if halves.len() != self.seats {
            return Err(LogError::Length { field: "points", found: halves.len(), seats: self.seats }.into());
        }
        if let Some(halves) = halves.iter().copied().find(|halves| !(-MAX_HALVES..=MAX_HALVES).contains(halves)) {
            return Err(PointsError::TooMany { halves }.into());
        }
        if !(1..=MAX_DEALS).contains(&deals) {
            return Err(PointsError::Deals { deals }.into());
        }
        if self.matches >= MAX_MATCHES {
            return Err(DealLogError::TooManyMatches);
        }
        let numbers = &self.names.enter_all(self.seats, entrants)?[..self.seats];
        let set = self.met.add(numbers, digest) as usize;
        if set == self.tables.len() {
            self.tables.push(TableSums::default());
        }
        let table = &mut self.tables[set];
        table.deals += u64::from(deals);
        let all: i128 = halves.iter().map(|halves| i128::from(*halves)).sum();
        for (seat, number) in numbers.iter().enumerate() {
            let over = self.seats as i128 * i128::from(halves[seat]) - all;
            let sums = table.on_seat.entry((*number, seat)).or_default();
            sums.deals += u64::from(deals);
            sums.over += over;
            *table.squares.entry(deals).or_default() += over * over;
            self.names.matches[*number as usize] += 1;
        }
        self.matches += 1;
        Ok(())
    }

    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// Returns the sums of each set of entrants with the entrants by name and the weight of the
    /// matches. The result is sorted, so sums over it do not depend on the order of the matches.
    fn weighted(&self, ranks: &[u32]) -> Vec<(Vec<usize>, &TableSums, Weight)> {
        let of = |(numbers, set): (&[u32], u32)| {
            let mut members: Vec<usize> = numbers.iter().map(|number| ranks[*number as usize] as usize).collect();
            members.sort_unstable();
            (members, &self.tables[set as usize], self.met.weight(set))
        };
        let mut tables: Vec<_> = self.met.sets().map(of).collect();
        tables.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        tables
    }

    /// Returns the component of each entrant by name, and the members of each component.
    fn components(&self, ranks: &[u32]) -> (Vec<usize>, Vec<Vec<usize>>) {
        let mut connected = Connected::new(ranks.len());
        for (numbers, _) in self.met.sets() {
            let members = |at: usize| ranks[numbers[at] as usize] as usize;
            (1..numbers.len()).for_each(|at| connected.join(members(0), members(at)));
        }
        let sets = connected.sets();
        let members = members(&sets);
        (sets, members)
    }

    /// Returns the matrix and the right side of the normal equations, in points. Entrants by name
    /// come first, then seats. Each sum that must be 0 has a penalty.
    fn normal_equations(&self, ranks: &[u32], components: &[Vec<usize>]) -> (Matrix, Vec<f64>) {
        let (entrants, seats) = (ranks.len(), self.seats);
        let share = 1.0 / seats as f64;
        let mut matrix = Matrix::zero(entrants + seats);
        let mut right = vec![0.0; entrants + seats];
        let mut by_rank = vec![vec![WeightedSums::default(); seats]; entrants];
        let mut deals = 0.0;
        for (members, table, weight) in self.weighted(ranks) {
            let of_table = weight.of(table.deals as f64);
            deals += of_table;
            for ((number, seat), sum) in &table.on_seat {
                let sums = &mut by_rank[ranks[*number as usize] as usize][*seat];
                sums.deals += weight.of(sum.deals as f64);
                sums.over += weight.of(sum.over as f64);
            }
            for (index, row) in members.iter().enumerate() {
                members[..index].iter().for_each(|column| matrix.add(*row, *column, -share * of_table));
            }
        }
        let mut over_of_seats = vec![0.0; seats];
        for (rank, sums) in by_rank.iter().enumerate() {
            let deals: f64 = sums.iter().map(|sum| sum.deals).sum();
            matrix.add(rank, rank, deals * (1.0 - share));
            right[rank] = in_points(sums.iter().map(|sum| sum.over).sum(), seats);
            for (seat, sum) in sums.iter().enumerate() {
                matrix.add(entrants + seat, rank, sum.deals - share * deals);
                over_of_seats[seat] += sum.over;
            }
        }
        for seat in 0..seats {
            right[entrants + seat] = in_points(over_of_seats[seat], seats);
            for other in 0..=seat {
                let unit = if other == seat { 1.0 } else { 0.0 };
                matrix.add(entrants + seat, entrants + other, deals * (unit - share));
            }
        }
        let all_seats: Vec<usize> = (entrants..entrants + seats).collect();
        for together in components.iter().chain([&all_seats]) {
            for (index, row) in together.iter().enumerate() {
                together[..=index].iter().for_each(|column| matrix.add(*row, *column, 1.0 / together.len() as f64));
            }
        }
        (matrix, right)
    }

    /// Fits the log. Takes time cubic in the number of entrants: about a second for 1 000.
    pub fn fit(&self) -> Result<DealFit, DealFitError> {
        let ranks = self.names.ranks();
        let (sets, components) = self.components(&ranks);
        let (entrants, seats) = (ranks.len(), self.seats);
        let unknown = (entrants - components.len()) as u64 + seats as u64 - 1;
        // A repeat adds no information about the noise.
        let known = self.met.all().different.saturating_mul(seats as u64 - 1);
        let freedom = known.checked_sub(unknown).filter(|freedom| *freedom > 0);
        let degrees_of_freedom = freedom.ok_or(DealFitError::TooFewMatches { different: self.met.all().different })?;
        let (matrix, right) = self.normal_equations(&ranks, &components);
        let factor = matrix.factor(entrants + seats).ok_or(DealFitError::SeatsNotSeparable)?;
        let mut found = right.clone();
        factor.solve(&mut found);
        let explained: f64 = found.iter().zip(&right).map(|(found, right)| found * right).sum();
        let scale = (2.0 * seats as f64).powi(2);
        let tables = self.weighted(&ranks);
        let squares = tables.iter().flat_map(|(_, table, weight)| {
            let of = move |(deals, squares): (&u32, &i128)| weight.of(*squares as f64) / scale / f64::from(*deals);
            table.squares.iter().map(of)
        });
        let all: f64 = squares.sum();
        // The remainder of a perfect fit is only rounding.
        let left = Some(all - explained).filter(|left| *left > ROUNDING * all).unwrap_or(0.0);
        let variance = left / degrees_of_freedom as f64;
        let mut covariance = factor.inverse();
        let all_seats: Vec<usize> = (entrants..entrants + seats).collect();
        for together in components.iter().chain([&all_seats]) {
            for row in together {
                for column in together {
                    covariance.set(*row, *column, covariance.at(*row, *column) - 1.0 / together.len() as f64);
                }
            }
        }
        Ok(self.fitted(&sets, &components, &found, covariance.scaled(variance), degrees_of_freedom, variance.sqrt()))
    }

    fn fitted(
        &self,
        sets: &[usize],
        members: &[Vec<usize>],
        found: &[f64],
        covariance: Matrix,
        degrees_of_freedom: u64,
        residual_sd: f64,
    ) -> DealFit {
        let names = self.names.sorted();
        let reach = student_t_95(degrees_of_freedom as f64);
        let effect = |index: usize| PointsEffect::new(found[index], covariance.at(index, index).max(0.0).sqrt(), reach);
        let mut matches = vec![0; names.len()];
        for (rank, count) in self.names.ranks().iter().zip(&self.names.matches) {
            matches[*rank as usize] = *count;
        }
        let rated = |entrant: usize| {
            let PointsEffect { points, se, low, high } = effect(entrant);
            let (matches, component) = (matches[entrant], sets[entrant]);
            DealRated { entrant: names[entrant].clone(), matches, points, se, low, high, component }
        };
        let named = |members: &Vec<usize>| Component {
            entrants: members.iter().map(|member| names[*member].clone()).collect(),
            anchored: false,
        };
        DealFit {
            ratings: (0..names.len()).map(rated).collect(),
            components: members.iter().map(named).collect(),
            seat_effects: (names.len()..found.len()).map(effect).collect(),
            covariance: Some(covariance),
            residual_sd,
            degrees_of_freedom,
            matches: self.matches,
            repeats: self.met.all().repeats(),
        }
    }
}

impl PointsEffect {
    fn new(points: f64, se: f64, reach: f64) -> PointsEffect {
        PointsEffect { points, se, low: points - reach * se, high: points + reach * se }
    }
}

impl DealFit {
    /// Returns the fit without the covariance that [`DealFit::difference`] needs. The covariance
    /// takes 8 bytes times the square of the number of entrants.
    pub fn without_covariance(&self) -> DealFit {
        DealFit {
            ratings: self.ratings.clone(),
            components: self.components.clone(),
            covariance: None,
            seat_effects: self.seat_effects.clone(),
            ..*self
        }
    }

    /// Returns the ratings of all entrants, by name.
    pub fn ratings(&self) -> &[DealRated] {
        &self.ratings
    }

    /// Returns the components: the sets of entrants that matches connect, ordered by their first
    /// names.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// Returns the difference of two entrants, first minus second, in points per deal. Fails if no
    /// chain of matches connects them.
    pub fn difference(&self, first: &str, second: &str) -> Result<PointsEffect, CompareError> {
        let find = |name: &str| {
            let place = self.ratings.binary_search_by(|rated| rated.entrant.as_str().cmp(name));
            place.map_err(|_| CompareError::Unknown { entrant: name.to_owned() })
        };
        let (a, b) = (find(first)?, find(second)?);
        if self.ratings[a].component != self.ratings[b].component {
            return Err(CompareError::NotConnected { first: first.to_owned(), second: second.to_owned() });
        }
        let covariance = self.covariance.as_ref().ok_or(CompareError::NoCovariance)?;
        let variance = covariance.at(a, a) + covariance.at(b, b) - 2.0 * covariance.at(a, b);
        let points = self.ratings[a].points - self.ratings[b].points;
        let se = if a == b { 0.0 } else { variance.max(0.0).sqrt() };
        Ok(PointsEffect::new(points, se, student_t_95(self.degrees_of_freedom as f64)))
    }
}

/// Converts a sum in halves of a point times the number of seats to points.
fn in_points(over: f64, seats: usize) -> f64 {
    over / (2.0 * seats as f64)
}
