//! Finds matches that are the same, move for move: engines that always answer alike play one match again and again.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use crate::referee::{Event, Fact};

/// How many different matches are remembered: 32 bytes each. Later ones are compared with these alone.
const MAX_REMEMBERED: usize = 1_000_000;

/// What a match is told from others by: its entrants on their seats, and every step.
pub type MatchDigest = [u8; 32];

/// The digest of a match; `None` where no seat moved. `entrants` are those of the seats, seat 0 first.
pub fn digest(entrants: &[usize], events: &[Event]) -> Option<MatchDigest> {
    let mut hash = Sha256::new();
    for entrant in entrants {
        hash.update((*entrant as u64).to_le_bytes());
    }
    let mut moved = false;
    for event in events {
        let notation = match &event.fact {
            Fact::MovePlayed(played) => {
                moved = true;
                &played.notation
            }
            Fact::RoundStarted { position, .. } => position,
            Fact::ForcedMovePlayed { notation, .. }
            | Fact::MoveSubstituted { notation, .. }
            | Fact::ChanceResolved { notation, .. } => notation,
            Fact::MovesTakenBack { .. } => "",
            _ => continue,
        };
        hash.update((notation.len() as u64).to_le_bytes());
        hash.update(notation);
    }
    moved.then(|| hash.finalize().into())
}

/// The matches of a series so far.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    seen: BTreeSet<MatchDigest>,
    /// How many matches were the same as one before them.
    pub count: u32,
}

impl Repeats {
    /// Adds a match.
    pub fn add(&mut self, digest: MatchDigest) {
        if self.seen.contains(&digest) {
            self.count += 1;
        } else if self.seen.len() < MAX_REMEMBERED {
            self.seen.insert(digest);
        }
    }

    /// The warning below the tables of so many matches.
    pub fn warning(&self, matches: u32) -> String {
        format!(
            "warning: {} of {matches} matches are the same as an earlier one, move for move: repeats tell nothing new",
            self.count
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_match_after_the_first_of_its_kind_counts() {
        let mut repeats = Repeats::default();
        for kind in [1, 2, 1, 2, 1] {
            repeats.add([kind; 32]);
        }
        assert_eq!(repeats.count, 3);
    }

    #[test]
    fn a_match_without_a_move_has_no_digest() {
        assert_eq!(digest(&[0, 1], &[]), None);
    }
}
