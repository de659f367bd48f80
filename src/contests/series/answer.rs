//! The result of a comparison or a test of two entrants, as a sentence to quote.
//!
//! Only this module builds the sentence: terminals, tables and JSON print its output.

use std::fmt;

use super::{
    comparison::Comparison,
    sequential::{EndedTest, Hypotheses, TestReport},
};
use crate::stats::{Counts, counted, decimals, elo::Interval, signed_decimals};

/// Maximum comparisons that get a sentence each. For more, a table is clearer.
pub const MAX_ANSWERS: usize = 3;

/// The measure of a comparison of two entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Elo, for games that are won, drawn or lost.
    Elo,
    /// The game's own points per encounter.
    Points,
}

/// A comparison to be put into words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The two entrants, by number.
    pub entrants: (usize, usize),
    /// The result of the first entrant against the second.
    pub found: Comparison,
    /// The measure of the comparison.
    pub measure: Measure,
}

/// Returns the comparisons to put into words: the one of a test, or all if there are at most
/// [`MAX_ANSWERS`]. In `compared`, the smaller number of each two comes first.
pub fn answers(
    compared: impl IntoIterator<Item = ((usize, usize), Comparison)>,
    test: Option<&EndedTest>,
    seats: u8,
) -> Vec<Answer> {
    let usual = Measure::of(seats);
    let Some(EndedTest { entrants, hypotheses, .. }) = test else {
        let mut answers: Vec<Answer> = (compared.into_iter().take(MAX_ANSWERS + 1))
            .map(|(entrants, found)| Answer { entrants, found, measure: usual })
            .collect();
        if answers.len() > MAX_ANSWERS {
            answers.clear();
        }
        return answers;
    };
    let (first, second) = *entrants;
    let pair = (first.min(second), first.max(second));
    let found = compared.into_iter().find(|(of, _)| *of == pair).map(|(_, found)| found).unwrap_or_default();
    let found = if first < second { found } else { found.turned() };
    let measure = if matches!(hypotheses, Hypotheses::Points(_)) { Measure::Points } else { usual };
    vec![Answer { entrants: *entrants, found, measure }]
}

impl Measure {
    /// Returns the measure for two entrants of matches with this number of seats, unless a test
    /// specifies another.
    pub fn of(seats: u8) -> Measure {
        if seats == 2 { Measure::Elo } else { Measure::Points }
    }
}

impl Answer {
    /// Returns the stronger of the two entrants; `None` if the interval includes 0.
    pub fn stronger(&self) -> Option<usize> {
        let interval = self.interval()?;
        match (interval.low > 0.0, interval.high < 0.0) {
            (true, _) => Some(self.entrants.0),
            (_, true) => Some(self.entrants.1),
            _ => None,
        }
    }

    /// Returns the sentence. `names` returns the name of an entrant by its number.
    ///
    /// The sentence names the stronger entrant first, and its numbers are that entrant's. If no
    /// difference is shown, they are those of the first entrant.
    pub fn sentence<'a>(&self, names: impl Fn(usize) -> &'a str) -> String {
        let (first, second) = self.entrants;
        let [a, b] = [names(first), names(second)];
        match self.stronger() {
            Some(stronger) if stronger == second => {
                let turned = Answer { entrants: (second, first), found: self.found.turned(), ..*self };
                format!("{b} is stronger than {a}: {}", turned.numbers())
            }
            Some(_) => format!("{a} is stronger than {b}: {}", self.numbers()),
            None if self.found.games.games() == 0 => format!("no counted match of {a} and {b}"),
            None => format!("no difference shown between {a} and {b}: {}", self.numbers()),
        }
    }

    /// Returns the difference with its interval; `None` without an interval.
    fn interval(&self) -> Option<Interval> {
        match self.measure {
            Measure::Elo => (self.found.games.games() > 0).then(|| self.found.estimate().elo),
            Measure::Points => self.found.points_interval().map(|found| {
                let (value, low, high) = (found.mean, found.low, found.high);
                Interval { value, low, high }
            }),
        }
    }

    /// Formats the numbers: `+48 Elo (95 % +21 to +77), 412 games in 206 pairs`.
    fn numbers(&self) -> String {
        let found = &self.found;
        let (unit, of) = match (self.measure, found.counts()) {
            (Measure::Points, _) => {
                ("points an encounter", counted(found.points.observations(), ["encounter", "encounters"]))
            }
            (Measure::Elo, Counts::Games(games)) => ("Elo", counted(games.games(), ["game", "games"])),
            (Measure::Elo, Counts::Pairs(pairs)) => {
                let games = counted(pairs.count().saturating_mul(2), ["game", "games"]);
                let in_pairs = format!("{games} in {}", counted(pairs.count(), ["pair", "pairs"]));
                let left_out = Some(found.left_out()).filter(|count| *count > 0);
                let left_out = left_out.map_or(String::new(), |count| format!(" ({count} without a pair left out)"));
                ("Elo", in_pairs + &left_out)
            }
        };
        let repeats = Some(found.weight.repeats()).filter(|count| *count > 0);
        let of =
            of + &repeats.map_or(String::new(), |repeats| format!(", {}", counted(repeats, ["repeat", "repeats"])));
        let Some(Interval { value, low, high }) = self.interval() else {
            let mean = found.points.mean().map_or("-".to_owned(), |mean| signed_decimals(mean, 2));
            return format!("{mean} {unit} (too few for an interval, or all alike), {of}");
        };
        // An end near 0 decides the sentence, so one more digit shows its sign.
        let digits = match self.measure {
            Measure::Points => 2,
            Measure::Elo if low.abs().min(high.abs()) < 1.0 => 1,
            Measure::Elo => 0,
        };
        let [value, low, high] = [value, low, high].map(|value| signed_decimals(value, digits));
        format!("{value} {unit} (95 % {low} to {high}), {of}")
    }
}

impl EndedTest {
    /// Returns the unit of observation of the test: `pairs`, `games` or `points`.
    pub fn observed(&self) -> &'static str {
        self.hypotheses.observed()
    }

    /// Returns two lines: the test with its hypotheses, bounds and result, and why the matches are
    /// over.
    pub fn lines<'a>(&self, names: impl Fn(usize) -> &'a str) -> [String; 2] {
        let [first, second] = [names(self.entrants.0), names(self.entrants.1)];
        [format!("SPRT of {first} - {second} by {}: {self}", self.observed()), format!("stopped: {}", self.stopped)]
    }
}

/// Writes the result with the bounds.
impl fmt::Display for EndedTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.report)?;
        let has_bounds = match &self.report {
            TestReport::Elo(_) => true,
            TestReport::Points(report) => report.encounters_missing == 0,
        };
        // Without an answer, the sentence already contains both bounds, if they matter yet.
        if self.report.state().accepted().is_some() || !has_bounds {
            let [lower, upper] = self.report.llr().1.map(|bound| decimals(bound, 2));
            write!(f, ", bounds {lower} and {upper}")?;
        }
        write!(f, ", after {}", counted(self.encounters, ["encounter", "encounters"]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        series::sequential::SequentialTest,
        stats::{EloModel, Pentanomial, PointsSample, Sprt, Weight, WinDrawLoss},
    };

    const NAMES: [&str; 3] = ["ada", "bors", "cleo"];

    fn of_pairs(pairs: [u64; 5], games: [u64; 3]) -> Comparison {
        let [wins, draws, losses] = games;
        Comparison {
            games: WinDrawLoss { wins, draws, losses },
            pairs: Pentanomial { pairs },
            points: PointsSample::default(),
            weight: Weight::default(),
            openings: None,
        }
    }

    fn said(found: Comparison, seats: u8) -> String {
        let answers = answers([((0, 1), found)], None, seats);
        answers[0].sentence(|entrant| NAMES[entrant])
    }

    #[test]
    fn the_stronger_is_named_first_and_the_numbers_are_from_its_side() {
        let won = of_pairs([10, 20, 60, 40, 30], [180, 20, 120]);
        let sentence = said(won, 2);
        assert_eq!(sentence, "ada is stronger than bors: +66 Elo (95 % +35 to +98), 320 games in 160 pairs");
        assert_eq!(said(won.turned(), 2), sentence.replace("ada is stronger than bors", "bors is stronger than ada"));
    }

    #[test]
    fn an_interval_with_0_in_it_shows_no_difference() {
        let found = of_pairs([20, 20, 60, 22, 20], [140, 4, 141]);
        let sentence = said(found, 2);
        assert!(sentence.starts_with("no difference shown between ada and bors: +2 Elo (95 % -"), "{sentence}");
        assert!(sentence.ends_with("), 284 games in 142 pairs (1 without a pair left out)"), "{sentence}");
        assert_eq!(said(of_pairs([0; 5], [1, 0, 0]), 2).rsplit(", ").next(), Some("1 game"));
        assert_eq!(said(Comparison::default(), 2), "no counted match of ada and bors");
    }

    #[test]
    fn repeats_are_named() {
        let found = Comparison { weight: Weight { different: 11, all: 100 }, ..of_pairs([0; 5], [90, 0, 10]) };
        assert_eq!(said(found, 2).rsplit_once("), ").unwrap().1, "100 games, 89 repeats");
    }

    #[test]
    fn more_than_two_seats_are_compared_by_points() {
        let mut found = of_pairs([0; 5], [3, 0, 0]);
        found.points.add(4, 1).unwrap();
        let sentence = "no difference shown between ada and bors: +2.00 points an encounter (too few for an interval, \
                        or all alike), 1 encounter";
        assert_eq!(said(found, 3), sentence);
        (0..20).for_each(|lead| found.points.add(4 + lead % 2, 1).unwrap());
        let sentence = said(found, 3);
        assert!(sentence.starts_with("ada is stronger than bors: +2.24 points an encounter (95 % +2.1"), "{sentence}");
    }

    #[test]
    fn many_comparisons_have_no_sentence_and_a_test_has_its_own() {
        let found = of_pairs([10, 20, 60, 40, 30], [180, 20, 120]);
        let pairs = [(0, 1), (0, 2), (1, 2), (2, 3)].map(|pair| (pair, found));
        assert_eq!(answers(pairs[..3].to_vec(), None, 2).len(), 3);
        assert_eq!(answers(pairs, None, 2).len(), 0);
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Logistic).unwrap();
        let test = SequentialTest::new(Hypotheses::Pairs(sprt), (2, 0)).ended("all 0 matches were played");
        let answers = answers(pairs, Some(&test), 2);
        let [answer] = answers[..] else { panic!("{answers:?}") };
        assert_eq!((answer.entrants, answer.found, answer.stronger()), ((2, 0), found.turned(), Some(0)));
        let lines = test.lines(|entrant| NAMES[entrant]);
        let bounds = "LLR 0.00 is between -2.94 and 2.94 ([0, 10] Elo, alpha 0.05, beta 0.05), after 0 encounters";
        assert_eq!(lines[0], format!("SPRT of cleo - ada by pairs: undecided: {bounds}"));
        assert_eq!(lines[1], "stopped: all 0 matches were played");
    }
}
