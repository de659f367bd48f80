//! The results of two entrants in a series: games, pairs of games, and points.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use super::encounters::{Encounter, Made, MatchMade};
use crate::stats::{
    Counts, DigestRoom, Estimate, Meetings, Pentanomial, PointsMean, PointsSample, Weight, Weighted, WinDrawLoss,
    counted, estimate,
};

/// The results of one entrant against another, as seen by the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Results of single matches, by the better place.
    pub games: WinDrawLoss,
    /// Results of pairs of matches with two seats: an encounter of four matches has two pairs. Two
    /// matches are a pair if both count and their seats are exchanged.
    pub pairs: Pentanomial,
    /// The first entrant's points of the game minus the second's, over each whole encounter.
    pub points: PointsSample,
    /// The weight of each match, which affects intervals and tests, but no count.
    pub weight: Weight,
    /// Number of different openings of the matches; `None` if all begin with the game's own start.
    pub openings: Option<usize>,
}

/// Accumulates the results of two entrants.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairResults {
    results: Comparison,
    meetings: Meetings,
    openings: BTreeSet<Option<u64>>,
}

/// The results of all entrants of a series against each other.
#[derive(Clone, Debug, Default)]
pub struct Comparisons {
    /// The results of every two entrants, keyed with the smaller number first.
    by_pair: BTreeMap<(usize, usize), PairResults>,
    room: DigestRoom,
}

impl PairResults {
    /// Adds the results of two entrants in an encounter. Does nothing if they did not meet in it.
    pub fn add(&mut self, encounter: &Encounter, first: usize, second: usize, room: &mut DigestRoom) {
        for one in encounter.matches.iter().flatten().filter(|one| one.of_both(first, second).is_some()) {
            self.meetings.add(one.entrants(), one.digest, room);
            self.openings.insert(encounter.opening);
        }
        self.results.add(encounter, first, second);
        self.results.weight = self.meetings.weight();
        self.results.openings = self.openings.iter().any(Option::is_some).then_some(self.openings.len());
    }

    pub fn results(&self) -> &Comparison {
        &self.results
    }
}

impl Comparison {
    fn add(&mut self, encounter: &Encounter, first: usize, second: usize) {
        let met: Vec<(Made, Made)> =
            encounter.matches.iter().flatten().filter_map(|one| one.of_both(first, second)).collect();
        for (own, other) in &met {
            match own.place.cmp(&other.place) {
                Ordering::Less => self.games.wins += 1,
                Ordering::Equal => self.games.draws += 1,
                Ordering::Greater => self.games.losses += 1,
            }
        }
        for pair in encounter.matches.chunks_exact(2) {
            if let [Some(one), Some(other)] = pair
                && one.is_mirrored_by(other)
                && let (Some(one), Some(other)) = (one.of_both(first, second), other.of_both(first, second))
            {
                self.pairs.pairs[halves_of(&one) + halves_of(&other)] += 1;
            }
        }
        if met.is_empty() || met.len() < encounter.matches.len() {
            return;
        }
        let lead = met
            .iter()
            .try_fold(0, |sum: i64, (own, other)| Some(sum.saturating_add(own.halves?.saturating_sub(other.halves?))));
        if let Some(lead) = lead {
            // Impossible points are omitted: a larger sum would not be exact.
            let _ = self.points.add(lead, 1);
        }
    }

    /// Returns the share of points of the first entrant, 0 to 1; `None` before the first match.
    pub fn score(&self) -> Option<f64> {
        self.games.score()
    }

    /// Returns the difference with its interval, from the observations of [`Comparison::counts`].
    pub fn estimate(&self) -> Estimate {
        estimate(self.weighted(self.counts()))
    }

    /// Returns counts with the weight of the matches.
    pub fn weighted(&self, counts: Counts) -> Weighted {
        counts.weighted(self.weight)
    }

    /// Returns the points with the weight of the matches.
    pub fn weighted_points(&self) -> PointsSample {
        self.points.weighted(self.weight)
    }

    /// Returns the counts for the estimate. They are pairs without the [`Comparison::left_out`]
    /// matches, because the matches of a pair depend on each other. They are single matches if
    /// fewer than half of them are in pairs.
    pub fn counts(&self) -> Counts {
        let in_pairs = 2 * self.pairs.count();
        let are_most = in_pairs > 0 && 2 * in_pairs >= self.games.games();
        if are_most { Counts::Pairs(self.pairs) } else { Counts::Games(self.games) }
    }

    /// Returns the number of unpaired matches that the estimate omits.
    pub fn left_out(&self) -> u64 {
        match self.counts() {
            Counts::Pairs(pairs) => self.games.games().saturating_sub(2 * pairs.count()),
            _ => 0,
        }
    }

    /// Returns the unit of observation of the estimate: `pairs` or `games`.
    pub fn observed(&self) -> &'static str {
        match self.counts() {
            Counts::Pairs(_) => "pairs",
            _ => "games",
        }
    }

    /// Returns points per encounter with their interval. `None` with fewer than two encounters, or
    /// if all are equal and have no spread.
    pub fn points_interval(&self) -> Option<PointsMean> {
        self.weighted_points().interval().filter(|found| found.standard_error > 0.0)
    }

    /// Returns the results as seen by the second entrant.
    pub fn turned(&self) -> Comparison {
        let WinDrawLoss { wins, draws, losses } = self.games;
        let mut pairs = self.pairs;
        pairs.pairs.reverse();
        let games = WinDrawLoss { wins: losses, draws, losses: wins };
        Comparison { games, pairs, points: self.points.negated(), ..*self }
    }
}

impl Comparisons {
    pub fn add(&mut self, encounter: &Encounter) {
        let matches = || encounter.matches.iter().flatten();
        let entrants: BTreeSet<usize> = matches().flat_map(MatchMade::entrants).collect();
        for first in &entrants {
            for second in entrants.range(first + 1..) {
                if matches().any(|one| one.of_both(*first, *second).is_some()) {
                    let results = self.by_pair.entry((*first, *second)).or_default();
                    results.add(encounter, *first, *second, &mut self.room);
                }
            }
        }
    }

    /// Returns the results of `first` against `second`; empty if they have not met.
    pub fn of(&self, first: usize, second: usize) -> Comparison {
        let found = |pair| self.by_pair.get(&pair).map(|of| of.results).unwrap_or_default();
        if first < second { found((first, second)) } else { found((second, first)).turned() }
    }

    /// Returns the results of every two entrants that have met, keyed with the smaller number
    /// first.
    pub fn iter(&self) -> impl Iterator<Item = ((usize, usize), &Comparison)> {
        self.by_pair.iter().map(|(pair, of)| (*pair, &of.results))
    }
}

/// Describes the matches that Elo and its interval leave out.
pub fn left_out_in_words(matches: u64) -> String {
    let matches = counted(matches, ["match", "matches"]);
    format!("Elo is computed from pairs: {matches} without its pair left out")
}

/// Returns the points of the first of two entrants, in halves: 2, 1 or 0.
fn halves_of((own, other): &(Made, Made)) -> usize {
    match own.place.cmp(&other.place) {
        Ordering::Less => 2,
        Ordering::Equal => 1,
        Ordering::Greater => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a match of entrants 0 and 1 with these halves of points, ranked by them.
    fn decided(halves: [i64; 2]) -> Option<MatchMade> {
        let place = |own: i64, other: i64| if own < other { 2 } else { 1 };
        let made =
            |entrant: usize, halves: i64, other| Made { entrant, place: place(halves, other), halves: Some(halves) };
        let seats = vec![made(0, halves[0], halves[1]), made(1, halves[1], halves[0])];
        Some(MatchMade { seats, digest: None })
    }

    /// Returns an encounter of matches with exchanged seats in turn.
    fn encounter(number: u32, mut matches: Vec<Option<MatchMade>>) -> Encounter {
        matches.iter_mut().skip(1).step_by(2).flatten().for_each(|one| one.seats.reverse());
        Encounter { number, opening: None, matches }
    }

    #[test]
    fn an_encounter_counts_as_games_as_a_pair_and_in_points() {
        let mut all = Comparisons::default();
        all.add(&encounter(0, vec![decided([6, 2]), decided([4, 4])]));
        all.add(&encounter(1, vec![decided([0, 2]), None]));
        let found = all.of(0, 1);
        assert_eq!(found.games, WinDrawLoss { wins: 1, draws: 1, losses: 1 });
        assert_eq!(found.pairs.pairs, [0, 0, 0, 1, 0], "a match that does not count leaves no pair");
        assert_eq!((found.points.observations(), found.points.mean()), (1, Some(2.0)));
        let turned = all.of(1, 0);
        assert_eq!((turned.pairs.pairs, turned.points.mean()), ([0, 1, 0, 0, 0], Some(-2.0)));
        assert_eq!(turned.turned(), found);
        assert_eq!(all.of(0, 2), Comparison::default());
    }

    #[test]
    fn pairs_are_observed_though_a_match_lacks_its_pair() {
        let mut all = Comparisons::default();
        let single = |number| encounter(number, vec![decided([6, 2]), None]);
        all.add(&single(0));
        assert_eq!((all.of(0, 1).observed(), all.of(0, 1).left_out()), ("games", 0));
        all.add(&encounter(1, vec![decided([6, 2]), decided([2, 6])]));
        let found = all.of(0, 1);
        assert_eq!((found.counts(), found.left_out()), (Counts::Pairs(found.pairs), 1));
        assert_eq!(found.estimate().elo.value, 0.0, "the match that is left over decides nothing");
        (2..4).for_each(|number| all.add(&single(number)));
        assert_eq!((all.of(0, 1).observed(), all.of(0, 1).left_out()), ("games", 0), "most lack their pair");
    }

    #[test]
    fn an_encounter_of_four_matches_has_two_pairs() {
        let mut all = Comparisons::default();
        all.add(&encounter(0, [[6, 2], [4, 4], [2, 6], [2, 6]].map(decided).to_vec()));
        let mut short = [[6, 2], [6, 2], [6, 2], [6, 2]].map(decided).to_vec();
        short[2] = None;
        all.add(&encounter(1, short));
        assert_eq!(all.of(0, 1).pairs.pairs, [1, 0, 0, 1, 1], "the whole pair beside one that is not counts");
        all.add(&encounter(2, vec![decided([6, 2])]));
        assert_eq!(all.of(0, 1).pairs.count(), 3, "one match is no pair");
    }

    #[test]
    fn two_matches_on_the_same_seats_are_no_pair() {
        let mut all = Comparisons::default();
        all.add(&Encounter { number: 0, opening: None, matches: vec![decided([6, 2]), decided([2, 6])] });
        assert_eq!((all.of(0, 1).games.games(), all.of(0, 1).pairs.count()), (2, 0));
    }

    #[test]
    fn openings_are_counted_if_there_are_any() {
        let mut all = Comparisons::default();
        let from = |opening| Encounter { opening, ..encounter(0, vec![decided([6, 2]), None]) };
        all.add(&from(None));
        assert_eq!(all.of(0, 1).openings, None);
        [Some(3), Some(4), Some(3)].into_iter().for_each(|opening| all.add(&from(opening)));
        assert_eq!(all.of(1, 0).openings, Some(3));
    }

    #[test]
    fn the_difference_is_by_pairs_and_leaves_out_a_match_without_its_pair() {
        let mut all = Comparisons::default();
        for number in 0..30 {
            let second = if number % 3 == 0 { [2, 6] } else { [6, 2] };
            all.add(&encounter(number, vec![decided([6, 2]), decided(second)]));
        }
        let whole = all.of(0, 1);
        assert_eq!((whole.pairs.pairs, whole.score()), ([0, 0, 10, 0, 20], Some(50.0 / 60.0)));
        assert_eq!(whole.estimate(), estimate(&Counts::Pairs(whole.pairs)));
        all.add(&encounter(30, vec![decided([2, 6]), None]));
        let with_void = all.of(0, 1);
        assert_eq!((with_void.pairs, with_void.games.losses), (whole.pairs, whole.games.losses + 1));
        assert_eq!((with_void.estimate(), with_void.left_out()), (whole.estimate(), 1));
        assert_eq!(Comparison::default().estimate(), estimate(&Counts::Games(WinDrawLoss::default())));
    }

    #[test]
    fn points_that_are_all_alike_have_no_interval() {
        let mut all = Comparisons::default();
        all.add(&encounter(0, vec![decided([6, 2]), decided([6, 2])]));
        all.add(&encounter(1, vec![decided([6, 2]), decided([6, 2])]));
        assert_eq!((all.of(0, 1).points.mean(), all.of(0, 1).points_interval()), (Some(4.0), None));
        all.add(&encounter(2, vec![decided([2, 6]), decided([6, 2])]));
        assert!(all.of(0, 1).points_interval().is_some());
    }

    #[test]
    fn three_seats_make_no_pairs() {
        let made = |entrant: usize| Made { entrant, place: u32::try_from(entrant).unwrap() + 1, halves: Some(0) };
        let matches = vec![Some(MatchMade { seats: (0..3).map(made).collect(), digest: None }); 3];
        let mut all = Comparisons::default();
        all.add(&encounter(0, matches));
        let found = all.of(0, 2);
        assert_eq!((found.games.wins, found.pairs.count(), found.points.observations()), (3, 0, 1));
        assert_eq!(all.iter().count(), 3);
    }
}
