//! The shared parts of a tournament and a ladder: numbers of entrants, names, reasons.

mod command;
mod entrant;
mod event;
mod key;
mod kind;
mod reason;
mod served;
mod state;

use std::{borrow::Cow, fmt};

use referee_ids::is_printing;

pub use command::{Command, ContestRefusal};
pub use entrant::Entrant;
pub use event::{
    AfterVoid, Anchor, Award, Declaration, EntryRemoval, Event, Fact, MAX_HALVES, MatchResult, Opening, Paired,
    end_in_words, is_cancelled,
};
pub use key::{EncounterKey, MAX_CONTEST_ID, MAX_REPLAYS, MatchKey};
pub use kind::{CommandOf, ContestKind, EventOf, FactOf, NewContest};
pub use reason::{ContestReason, MAX_REASON, SeatRule, SwissScore, TableMethod, points_in_words, points_with_unit};
pub use served::{Choice, Opponent, Served, Side};
pub use state::{Outcome, Phase, Scheduled, Slot, Status, VoidMatch};

/// Maximum length of the name of a tournament, a ladder or an entrant, in bytes.
pub const MAX_NAME: usize = 64;
/// The expected form of a name.
pub const EXPECTED_NAME: &str = "1 to 64 bytes of printing characters";
/// Maximum matches of an encounter.
pub const MAX_MATCHES_PER_ENCOUNTER: u32 = 64;
/// Maximum length of the description of the matches of a contest or a category, in bytes.
pub const MAX_MATCH_SETUP: usize = 64 * 1024;

/// Maximum wait of an unopened match for its players: 31 days.
pub const MAX_ACCEPT_WITHIN_MS: u64 = 31 * 24 * 3600 * 1000;
/// Default wait of an unopened match for its players: 10 minutes.
pub const ACCEPT_WITHIN_MS: u64 = 600_000;

/// Name of the label that holds the key of a match in its contest, such as `s2-b1-m1`.
pub const MATCH_LABEL: &str = "match";
/// Name of the label that holds the id of a run of `referee play`. The key of a match then has its
/// cycle as the stage, and its encounter's number in the run.
pub const RUN_LABEL: &str = "run";

/// A field with an invalid value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} is {value}, expected {expected}")]
pub struct BadField {
    /// The path of the field: `at_once`, or `known_ratings[0].elo`.
    pub field: Cow<'static, str>,
    /// The invalid value.
    pub value: String,
    /// The accepted form.
    pub expected: String,
}

/// Rejects a field unless `holds`.
pub(crate) fn expect(
    field: impl Into<Cow<'static, str>>,
    value: impl ToString,
    holds: bool,
    expected: impl Into<String>,
) -> Result<(), BadField> {
    match holds {
        true => Ok(()),
        false => Err(BadField { field: field.into(), value: value.to_string(), expected: expected.into() }),
    }
}

/// Rejects a person's reason that is empty or too long to be stored.
pub(crate) fn check_reason(reason: &ContestReason) -> Result<(), BadField> {
    let bytes = reason.to_string().len();
    expect("bytes of the reason", bytes, reason.fits(), format!("1 to {MAX_REASON}"))
}

/// Rejects a name that does not have the form [`EXPECTED_NAME`].
pub(crate) fn check_name(name: &str) -> Result<(), BadField> {
    expect("name", format!("`{name}`"), is_name(name), EXPECTED_NAME)
}

/// Returns for each of these players whether it was connected within the last given number of
/// minutes.
pub type WereHere<'a> = dyn Fn(&[&str], u32) -> Option<Vec<bool>> + 'a;

/// The circumstances of a contest at a moment.
#[derive(Clone, Copy)]
pub struct Now<'a> {
    /// The time since the opening of the contest, in milliseconds.
    pub at_ms: u64,
    /// The wall clock, in milliseconds since 1970 (UTC).
    pub unix_ms: i64,
    /// The number of matches of the contest in progress.
    pub under_way: usize,
    /// Returns how many matches of a category each of the named entrants could play now, including
    /// its matches in progress in this contest. In a tournament, the category is 0.
    pub places: &'a dyn Fn(&[&str], usize) -> Vec<usize>,
    /// Checks whether each player was connected within the last minutes. `None` if the server has
    /// not run for so long.
    pub were_here: &'a WereHere<'a>,
}

impl Now<'_> {
    /// Returns a moment with all entrants connected, for contests without a server.
    pub fn of_local(at_ms: u64, under_way: usize) -> Now<'static> {
        let were_here = &|names: &[&str], _: u32| Some(vec![true; names.len()]);
        let places = &|names: &[&str], _: usize| vec![usize::MAX; names.len()];
        Now { at_ms, unix_ms: i64::try_from(at_ms).unwrap_or(i64::MAX), under_way, places, were_here }
    }
}

/// Returns whether a text is a valid name: [`EXPECTED_NAME`].
pub fn is_name(text: &str) -> bool {
    text.len() <= MAX_NAME && !text.trim().is_empty() && text.chars().all(is_printing)
}

/// Replaces the numbers of entrants in a reason, written as `#3`, by their names. `name_of` returns
/// the name for an index.
pub fn named<'a>(reason: impl fmt::Display, name_of: impl Fn(usize) -> Option<&'a str>) -> String {
    let reason = reason.to_string();
    let mut parts = reason.split('#');
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = part[..digits].parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match number.and_then(&name_of) {
            Some(name) => named += name,
            None => named = named + "#" + &part[..digits],
        }
        named += &part[digits..];
    }
    named
}

/// The progress of the matches of a tournament or ladder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Matches that are over, forfeited ones included.
    pub done: u64,
    /// Total matches of the contest; `None` if there is no fixed number.
    pub in_all: Option<u64>,
    /// Whether `in_all` is a minimum.
    pub is_least: bool,
    /// The mean duration of a match in milliseconds; `None` before the first match is over.
    pub mean_ms: Option<u64>,
}

/// Returns the number of a set of entrants, from 0, among all sets of its size: 0-1, 0-2, 1-2, 0-3,
/// ... (combinatorial number system, Knuth, TAOCP 7.2.1.3). The number of entrants does not affect
/// it. If entrants are paired whenever they are free, the set's first opening follows from it.
pub fn number_of_set(entrants: impl IntoIterator<Item = usize>) -> u64 {
    let mut sorted: Vec<u64> = entrants.into_iter().map(|entrant| entrant as u64).collect();
    sorted.sort_unstable();
    let choose = |from: u64, count: u64| {
        (0..count).fold(1_u128, |chosen, taken| chosen * u128::from(from.saturating_sub(taken)) / u128::from(taken + 1))
    };
    let sum: u128 = (1..).zip(sorted).map(|(count, entrant)| choose(entrant, count)).sum();
    u64::try_from(sum).unwrap_or(u64::MAX)
}

/// Returns the number of the opening, from 0, for a set of entrants that was paired `met` times
/// before.
pub fn opening_of_set(entrants: impl IntoIterator<Item = usize>, met: u64) -> u64 {
    // Numbers of large sets wrap around at the end of their range.
    number_of_set(entrants).wrapping_add(met)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_entrants_become_names() {
        let name_of = |index: usize| ["ann", "bob"].get(index).copied();
        let reason = format!("{} is below {}, #3, #0 and #x", Entrant(1), Entrant(0));
        assert_eq!(named(&reason, name_of), "bob is below ann, #3, #0 and #x");
    }

    #[test]
    fn a_name_prints_and_is_not_too_long() {
        assert!(EXPECTED_NAME.starts_with(&format!("1 to {MAX_NAME} bytes")));
        assert!(is_name(&"x".repeat(MAX_NAME)));
        for bad in [String::new(), "x".repeat(MAX_NAME + 1), "a\nb".to_owned(), " ".to_owned()] {
            assert!(!is_name(&bad), "{bad:?}");
        }
    }

    #[test]
    fn the_number_of_any_set_fits() {
        assert_eq!(number_of_set(99_992..100_000), u64::MAX);
    }

    #[test]
    fn every_set_has_a_number_of_its_own() {
        let mut numbers: Vec<u64> = Vec::new();
        for last in 2..9 {
            for middle in 1..last {
                numbers.extend((0..middle).map(|first| number_of_set([last, first, middle])));
            }
        }
        assert_eq!(numbers, (0..84).collect::<Vec<u64>>());
    }
}
