//! The hash chain over the lines of a record, of a match or a ladder.

use referee_ids::MatchId;
use sha2::{Digest as _, Sha256};

use super::{
    hex::hex,
    keys::{PublicKey, Signature},
};

/// The subject of a record; part of the signed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealed<'a> {
    /// A finished match.
    Match(&'a MatchId),
    /// A ladder so far, by its id.
    Ladder(&'a str),
}

/// First bytes of the chain and of the signed text of a match: the version of both.
const LABEL: &str = "referee record 1\n";
/// First bytes of the chain and of the signed text of a ladder: the version of both.
const LADDER_LABEL: &str = "referee ladder 1\n";
/// Maximum marks in a seal.
pub const MAX_MARKS: usize = 65_536;

/// A hash chain over the lines so far. The hash of a line is SHA-256 of the previous hash and the
/// line.
#[derive(Clone, Debug)]
pub struct Chain {
    head: Head,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    pub events: u64,
    /// Hash of the last event.
    pub hash: [u8; 32],
    /// Distance between marked events: a power of two.
    pub stride: u64,
    /// First bytes of the hash of every `stride`-th event.
    pub marks: Vec<[u8; 4]>,
}

impl Default for Chain {
    fn default() -> Chain {
        Chain::behind(LABEL)
    }
}

impl Chain {
    /// Starts the chain of a ladder; [`Chain::default`] is the chain of a match.
    pub fn of_ladder() -> Chain {
        Chain::behind(LADDER_LABEL)
    }

    fn behind(label: &str) -> Chain {
        let hash = Sha256::digest(label).into();
        Chain { head: Head { events: 0, hash, stride: 1, marks: Vec::new() } }
    }

    /// Adds the line of the next event, given without its line break.
    pub fn add(&mut self, line: &str) {
        let Head { events, hash, stride, marks } = &mut self.head;
        *hash = Sha256::new().chain_update(*hash).chain_update(line).finalize().into();
        *events += 1;
        if events.is_multiple_of(*stride) {
            marks.push([hash[0], hash[1], hash[2], hash[3]]);
        }
        if marks.len() > MAX_MARKS {
            *stride *= 2;
            let every_second = marks.iter().skip(1).step_by(2).copied().collect();
            *marks = every_second;
        }
    }

    pub fn head(&self) -> &Head {
        &self.head
    }
}

impl Head {
    /// Returns whether this signature confirms the end of the match, or this state of the ladder.
    pub(super) fn is_signed(&self, of: Sealed<'_>, key: &PublicKey, signature: &Signature) -> bool {
        key.has_signed(&self.signed_text(of), signature)
    }

    /// Returns the text that a signer signs.
    pub(super) fn signed_text(&self, of: Sealed<'_>) -> String {
        let what = match of {
            Sealed::Match(match_id) => format!("{LABEL}match {match_id}"),
            Sealed::Ladder(name) => format!("{LADDER_LABEL}ladder {name}"),
        };
        format!("{what}\nevents {}\nhead {}\n", self.events, hex(&self.hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stay_bounded_and_stand_at_every_stride() {
        let mut chain = Chain::default();
        let mut hashes = Vec::new();
        for number in 1..=2 * MAX_MARKS as u64 + 3 {
            chain.add(&number.to_string());
            hashes.push(chain.head.hash);
        }
        let Head { events, stride, marks, .. } = chain.head();
        assert_eq!((*stride, marks.len() as u64), (4, events / 4));
        for (mark, hash) in marks.iter().zip(hashes.iter().skip(3).step_by(4)) {
            assert_eq!(mark[..], hash[..4]);
        }
    }
}
