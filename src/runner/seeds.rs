//! The seeds of matches with shared deals. The record of such a match does not contain its seed,
//! because other matches may still use it. Once a set is complete, its seed becomes a line of a
//! file beside the records.

use std::{collections::BTreeMap, path::Path};

use super::options::engine_words::BadWords;
use crate::{
    bounded_file,
    law::{Event, Fact, Seed},
    series::deals::Deals,
};

/// Maximum size of a file of seeds, in bytes: room for a million sets.
const MAX_BYTES: u64 = 100 << 20;

/// Seeds with which records are verified.
#[derive(Clone, Debug)]
pub struct Seeds {
    seeds: Vec<Seed>,
    /// Whether the seed applies to every record, or only to records that committed to one of these
    /// seeds.
    is_for_all: bool,
}

impl Seeds {
    /// Reads a seed as 64 hexadecimal digits, or the seeds in the file at this path: the last word
    /// of each line.
    pub fn read(text: &str) -> Result<Seeds, BadWords> {
        if let Some(seed) = Seed::of_hex(text) {
            return Ok(Seeds { seeds: vec![seed], is_for_all: true });
        }
        let expected = "expected 64 hexadecimal digits in lower case";
        let read = bounded_file::read_text(Path::new(text), MAX_BYTES)
            .map_err(|cause| BadWords::new(format!("--seed {text}: {cause}; {expected}, or a file of seeds")))?;
        let seed_of = |(number, line): (usize, &str)| {
            let seed = line.split_whitespace().next_back().and_then(Seed::of_hex);
            seed.ok_or_else(|| BadWords::new(format!("--seed {text}: line {number}: {expected} at its end")))
        };
        let seeds = (1..).zip(read.lines()).map(seed_of).collect::<Result<_, _>>()?;
        Ok(Seeds { seeds, is_for_all: false })
    }

    /// Returns the seed of a record; `None` if it is not among the seeds.
    pub fn of(&self, events: &[Event]) -> Option<&Seed> {
        let promise = events.iter().find_map(|event| match &event.fact {
            Fact::MatchOpened(opened) => opened.luck.as_ref(),
            _ => None,
        })?;
        self.seeds.iter().find(|seed| self.is_for_all || seed.commitment() == promise.commitment)
    }
}

/// A complete set of matches with the same deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedSet {
    /// The number of the set, from 1.
    pub number: u32,
    /// The seed of the deals.
    pub seed: Seed,
}

impl PlayedSet {
    /// Returns the line of the set in a file of seeds.
    pub fn line(&self) -> String {
        line(&self.number.to_string(), &self.seed)
    }
}

/// Returns a line of a file of seeds: the name of the deal, then the seed.
pub fn line(dealt: &str, seed: &Seed) -> String {
    format!("{dealt} {}\n", seed.hex())
}

/// The incomplete sets of a run, with the number of matches played in each.
#[derive(Debug, Default)]
pub struct OpenSets(BTreeMap<u32, u32>);

impl OpenSets {
    /// Records the end of match `number`, from 0. Returns its set if the set is now complete and
    /// its matches share deals.
    pub fn add(&mut self, deals: &Deals, number: u32) -> Option<PlayedSet> {
        if !deals.are_shared() {
            return None;
        }
        let set = deals.set_of(number);
        let played = self.0.entry(set).or_default();
        *played += 1;
        if *played < deals.matches_a_set() {
            return None;
        }
        self.0.remove(&set);
        let (seed, _) = deals.seed_of(number)?;
        Some(PlayedSet { number: set + 1, seed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_shown_with_its_last_match_whichever_that_is() {
        let (deals, mut open) = (Deals::numbered(1, 3), OpenSets::default());
        let shown: Vec<Option<u32>> =
            [0, 3, 2, 5, 1, 4].map(|number| open.add(&deals, number).map(|set| set.number)).into();
        assert_eq!(shown, [None, None, None, None, Some(1), Some(2)]);
        assert_eq!(OpenSets::default().add(&Deals::numbered(1, 1), 0), None, "its record shows it");
    }

    #[test]
    fn what_is_no_seed_and_no_file_is_refused() {
        assert!(Seeds::read(&"a7".repeat(32)).is_ok());
        let refused = Seeds::read(&"A7".repeat(32)).expect_err("it is in upper case").text;
        assert!(refused.contains("expected 64 hexadecimal digits in lower case, or a file"), "{refused}");
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let refused = Seeds::read(file).expect_err("it has no seeds").text;
        assert!(refused.contains(": line 1: expected"), "{refused}");
    }
}
