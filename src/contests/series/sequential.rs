//! A test that ends a series as soon as it has an answer.
//!
//! Encounters are observed in the order of their numbers, in whatever order they end. So the same
//! results give the same decision after the same encounter, with one worker or with sixteen. Later
//! matches count in the tables but not in the test.

use std::{collections::BTreeMap, fmt};

use super::{
    comparison::{Comparison, PairResults},
    encounters::Encounter,
};
use crate::stats::{
    Counts, DigestRoom, MeanPointsTest, Sprt, SprtReport, SprtState, Weight, decimals, mean_points::MeanPointsReport,
};

/// Reason for the end of a series whose test has accepted a hypothesis.
const HAS_ANSWER: &str = "the test is decided";
/// Reason for the end of a series in which nearly all matches of the test are repeats.
const ONLY_REPEATS: &str = "too few matches are different";

/// Minimum number of matches before a test may end because too few of them are different. The
/// number doubles for each further check.
pub const MIN_WINDOW: u64 = 200;
/// A test ends without an answer if fewer than one in this number of matches since the last check
/// are different: its weight hardly grows.
pub const MIN_DIFFERENT_ONE_IN: u64 = 20;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hypotheses {
    /// An Elo difference, by pairs of games.
    Pairs(Sprt),
    /// An Elo difference, by single games.
    Games(Sprt),
    /// Points of the game per encounter.
    Points(MeanPointsTest),
}

/// The state of a test. It formats as a sentence; `{:#}` is the sentence at the end of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TestReport {
    /// A test of an Elo difference.
    Elo(SprtReport),
    /// A test of points.
    Points(MeanPointsReport),
}

/// A test of two entrants of a series.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    hypotheses: Hypotheses,
    /// The two tested entrants.
    pub entrants: (usize, usize),
    /// The number of the next encounter to observe.
    next: u32,
    /// Encounters that ended before all earlier ones.
    waiting: BTreeMap<u32, Encounter>,
    /// Number of observed encounters in which both tested entrants played.
    own: u32,
    /// The results observed so far.
    seen: PairResults,
    room: DigestRoom,
    /// All matches at the last check for repeats.
    looked_at: Weight,
    /// The different matches and all matches of the last check period, if too few were different.
    exhausted: Option<Weight>,
}

/// A test at the end of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct EndedTest {
    /// The two entrants, by number: the hypotheses are about the first minus the second.
    pub entrants: (usize, usize),
    pub hypotheses: Hypotheses,
    pub report: TestReport,
    /// Number of encounters of the two entrants that the test observed.
    pub encounters: u32,
    /// Why the matches are over, for people.
    pub stopped: String,
}

impl SequentialTest {
    /// Creates a test of the first of two entrants against the second.
    pub fn new(hypotheses: Hypotheses, entrants: (usize, usize)) -> SequentialTest {
        let (waiting, seen) = (BTreeMap::new(), PairResults::default());
        SequentialTest {
            hypotheses,
            entrants,
            next: 0,
            waiting,
            own: 0,
            seen,
            room: DigestRoom::default(),
            looked_at: Weight::default(),
            exhausted: None,
        }
    }

    pub fn hypotheses(&self) -> Hypotheses {
        self.hypotheses
    }

    /// Adds an encounter. Has no effect after the test has ended.
    pub fn add(&mut self, encounter: Encounter) {
        self.waiting.insert(encounter.number, encounter);
        while !self.report().is_over() {
            let Some(encounter) = self.waiting.remove(&self.next) else { return };
            self.next += 1;
            self.look_at(&encounter);
        }
        self.waiting.clear();
    }

    fn look_at(&mut self, encounter: &Encounter) {
        let sits = |entrant| encounter.matches.iter().flatten().any(|one| one.entrants().any(|own| own == entrant));
        self.own += u32::from(sits(self.entrants.0) && sits(self.entrants.1));
        self.seen.add(encounter, self.entrants.0, self.entrants.1, &mut self.room);
        let (before, now) = (self.looked_at, self.seen().weight);
        let since = Weight { different: now.different - before.different, all: now.all - before.all };
        if since.all < MIN_WINDOW.max(before.all) {
            return;
        }
        self.looked_at = now;
        self.exhausted = Some(since).filter(|since| since.different * MIN_DIFFERENT_ONE_IN < since.all);
    }

    pub fn report(&self) -> TestReport {
        let seen = self.seen();
        let mut report = match self.hypotheses {
            Hypotheses::Pairs(sprt) => TestReport::Elo(sprt.report(seen.weighted(Counts::Pairs(seen.pairs)))),
            Hypotheses::Games(sprt) => TestReport::Elo(sprt.report(seen.weighted(Counts::Games(seen.games)))),
            Hypotheses::Points(test) => TestReport::Points(test.report(&seen.weighted_points())),
        };
        if let Some(Weight { different, all }) = self.exhausted {
            let (TestReport::Elo(SprtReport { state, .. }) | TestReport::Points(MeanPointsReport { state, .. })) =
                &mut report;
            *state = state.exhausted(different, all);
        }
        report
    }

    /// Returns the results observed so far.
    pub fn seen(&self) -> &Comparison {
        self.seen.results()
    }

    /// Returns the number of observed encounters of the series, including those of other entrants.
    pub fn encounters(&self) -> u32 {
        self.next
    }

    /// Returns the test at the end of its series. `otherwise` is the reason for the end if the test
    /// has no answer.
    pub fn ended(&self, otherwise: impl Into<String>) -> EndedTest {
        let report = self.report();
        let stopped = match report.state() {
            SprtState::Continue => otherwise.into(),
            SprtState::AcceptH0 | SprtState::AcceptH1 => HAS_ANSWER.to_owned(),
            SprtState::Exhausted { .. } => ONLY_REPEATS.to_owned(),
        };
        EndedTest { entrants: self.entrants, hypotheses: self.hypotheses, report, encounters: self.own, stopped }
    }
}

impl Hypotheses {
    /// Returns the unit of observation: `pairs`, `games` or `points`.
    pub fn observed(&self) -> &'static str {
        match self {
            Hypotheses::Pairs(_) => "pairs",
            Hypotheses::Games(_) => "games",
            Hypotheses::Points(_) => "points",
        }
    }
}

impl TestReport {
    /// Returns whether the test has an answer, or can no longer get one.
    pub fn is_over(&self) -> bool {
        self.state().is_over()
    }

    /// Returns the state of the test, with the accepted hypothesis, if any.
    pub fn state(&self) -> SprtState {
        match self {
            TestReport::Elo(report) => report.state,
            TestReport::Points(report) => report.state,
        }
    }

    /// Formats how far the test is from an answer: `LLR 1.47, 50 % of the bound 2.94 for H1`.
    pub fn distance(&self) -> String {
        let (llr, [lower, upper]) = self.llr();
        let (bound, accepted) = if llr < 0.0 { (lower, "H0") } else { (upper, "H1") };
        let of_bound = decimals(100.0 * llr / bound, 0);
        let [llr, bound] = [llr, bound].map(|value| decimals(value, 2));
        format!("LLR {llr}, {of_bound} % of the bound {bound} for {accepted}")
    }

    /// Formats the hypotheses with their unit: `[0, 30] normalised Elo`.
    pub fn hypotheses(&self) -> String {
        match self {
            TestReport::Elo(report) => report.test.hypotheses(),
            TestReport::Points(report) => report.test.hypotheses(),
        }
    }

    /// Returns the log-likelihood ratio and its two bounds, the lower first.
    pub fn llr(&self) -> (f64, [f64; 2]) {
        match self {
            TestReport::Elo(SprtReport { llr, lower, upper, .. })
            | TestReport::Points(MeanPointsReport { llr, lower, upper, .. }) => (*llr, [*lower, *upper]),
        }
    }
}

impl fmt::Display for TestReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestReport::Elo(report) => report.fmt(f),
            TestReport::Points(report) => report.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        series::encounters::{Made, MatchMade},
        stats::{EloModel, SprtState},
    };

    fn encounter(number: u32, places: [[u32; 2]; 2]) -> Encounter {
        let made = |(index, places): (usize, &[u32; 2])| {
            let made = |entrant| Made { entrant, place: places[entrant], halves: Some(0) };
            Some(MatchMade { seats: [index % 2, 1 - index % 2].map(made).to_vec(), digest: None })
        };
        Encounter { number, opening: None, matches: places.iter().enumerate().map(made).collect() }
    }

    fn test() -> SequentialTest {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05, EloModel::Logistic).unwrap();
        SequentialTest::new(Hypotheses::Pairs(sprt), (0, 1))
    }

    /// Returns a pair that the first entrant wins, but a level one in every fourth encounter.
    fn mixed(number: u32) -> Encounter {
        if number % 4 == 3 { encounter(number, [[1, 2], [2, 1]]) } else { encounter(number, [[1, 2], [1, 2]]) }
    }

    #[test]
    fn the_order_in_which_encounters_end_changes_nothing() {
        let (mut ordered, mut late) = (test(), test());
        (0..64).for_each(|number| ordered.add(mixed(number)));
        let TestReport::Elo(report) = ordered.report() else { panic!("a test of Elo") };
        assert_eq!(report.state, SprtState::AcceptH1, "{report}");
        // The first encounter ends last.
        (1..64).rev().for_each(|number| late.add(mixed(number)));
        assert_eq!((late.encounters(), late.report().is_over()), (0, false));
        late.add(mixed(0));
        assert_eq!(
            (late.report(), late.encounters(), late.seen()),
            (ordered.report(), ordered.encounters(), ordered.seen())
        );
        assert!(ordered.encounters() < 64, "it ends as soon as it can");
    }

    #[test]
    fn later_encounters_change_nothing() {
        let mut test = test();
        (0..64).for_each(|number| test.add(mixed(number)));
        let before = test.report();
        (64..200).for_each(|number| test.add(encounter(number, [[2, 1], [2, 1]])));
        assert_eq!(test.report(), before);
    }
    #[test]
    fn a_test_counts_the_encounters_of_its_two_entrants() {
        let mut test = balanced();
        for number in 0..6 {
            let mut one = drawn(number, number as u8);
            if number % 2 == 1 {
                let seats = one.matches.iter_mut().flatten().flat_map(|one| &mut one.seats);
                seats.filter(|made| made.entrant == 1).for_each(|made| made.entrant = 2);
            }
            test.add(one);
        }
        assert_eq!((test.encounters(), test.ended("").encounters), (6, 3));
    }

    /// Returns a test whose ratio stays at 0 as long as all pairs are drawn.
    fn balanced() -> SequentialTest {
        let sprt = Sprt::new(-50.0, 50.0, 0.05, 0.05, EloModel::Logistic).unwrap();
        SequentialTest::new(Hypotheses::Pairs(sprt), (0, 1))
    }

    /// Returns a drawn pair of matches; equal digests make pairs repeats.
    fn drawn(number: u32, digest: u8) -> Encounter {
        let mut encounter = encounter(number, [[1, 2], [2, 1]]);
        for (index, one) in (0..).zip(encounter.matches.iter_mut().flatten()) {
            one.digest = Some([digest, index].repeat(8).try_into().expect("16 bytes"));
        }
        encounter
    }

    #[test]
    fn a_test_of_repeats_alone_ends_undecided() {
        let mut test = balanced();
        // 10 different encounters, then the last of them for ever: enough of the first 200 matches
        // are different.
        (0..1_000).for_each(|number| test.add(drawn(number, number.min(9) as u8)));
        assert_eq!(test.encounters(), 200);
        let TestReport::Elo(report) = test.report() else { panic!("a test of Elo") };
        assert_eq!(report.state, SprtState::Exhausted { different: 0, all: MIN_WINDOW });
        let said = report.to_string();
        assert!(said.starts_with("undecided, only 0 of the last 200 matches are different: LLR "), "{said}");
    }

    #[test]
    fn a_test_waits_for_as_many_matches_as_it_had() {
        let mut test = balanced();
        (0..1_000).for_each(|number| test.add(drawn(number, number.min(249) as u8)));
        // All 500 matches are different. The test checks for repeats after 200, 400, 800 and 1 600
        // matches.
        assert_eq!(test.encounters(), 800);
        assert!(test.report().is_over());
    }

    #[test]
    fn repeats_bring_a_test_no_nearer_to_its_bounds() {
        let (mut once, mut again) = (test(), test());
        let won = |number: u32, digest| {
            let mut one = drawn(number, digest);
            let seats = one.matches.iter_mut().flatten().flat_map(|one| &mut one.seats);
            seats.for_each(|made| made.place = made.entrant as u32 + 1);
            one
        };
        (0..3).for_each(|number| once.add(won(number, number as u8)));
        (0..90).for_each(|number| again.add(won(number, (number % 3) as u8)));
        assert_eq!(again.report(), once.report());
        assert!(!once.report().is_over());
    }
}
