//! The digest of a match: its steps and its verdict.

use sha2::{Digest as _, Sha256};

use super::event::{Fact, Verdict};

/// Length of a digest in bytes. Among a million matches, two collide with a probability of 1e-27.
const BYTES: usize = 16;

/// Builds a digest from the events of a match in order. The digest ignores all data that can differ
/// without different play: players, times, texts for people.
#[derive(Clone, Debug, Default)]
pub struct DigestBuilder {
    hash: Sha256,
    has_ended: bool,
    has_luck: bool,
}

impl DigestBuilder {
    pub fn add(&mut self, fact: &Fact) {
        match fact {
            Fact::MatchOpened(opened) => {
                self.text(b'o', &opened.opening.start_position);
                opened.opening.moves.iter().for_each(|one| self.text(b'o', one));
            }
            Fact::RoundStarted { position, .. } => self.text(b'r', position),
            Fact::MovePlayed(moved) => self.text(b'm', &moved.notation),
            Fact::ForcedMovePlayed { notation, .. } => self.text(b'f', notation),
            Fact::MoveSubstituted { notation, .. } => self.text(b's', notation),
            Fact::ChanceResolved { notation, .. } => {
                self.has_luck = true;
                self.text(b'c', notation);
            }
            Fact::MovesTakenBack { round, ply, .. } => self.text(b't', &format!("{round} {ply}")),
            Fact::SeatLost(lost) => self.text(b'l', &format!("{} {}", lost.seat.0, lost.cause.word())),
            Fact::MatchEnded(ended) => self.verdict(&ended.verdict),
            _ => {}
        }
    }

    /// Returns whether chance has decided anything so far.
    pub fn has_luck(&self) -> bool {
        self.has_luck
    }

    /// Returns the digest; `None` before the end of the match.
    pub fn finish(self) -> Option<[u8; BYTES]> {
        let whole: [u8; 32] = self.hash.finalize().into();
        whole.first_chunk().copied().filter(|_| self.has_ended)
    }

    fn verdict(&mut self, verdict: &Verdict) {
        let Verdict { termination, seat, totals, places, .. } = verdict;
        self.has_ended = true;
        self.text(b'e', termination.word());
        self.text(b'e', &seat.map_or(String::new(), |seat| seat.0.to_string()));
        let halves: Vec<i64> = totals.iter().map(|points| points.halves).collect();
        self.text(b'e', &format!("{halves:?} {places:?}"));
    }

    /// Prefixes each text with its length, so that different sequences never give the same bytes.
    fn text(&mut self, kind: u8, text: &str) {
        self.hash.update([kind]);
        self.hash.update((text.len() as u64).to_le_bytes());
        self.hash.update(text);
    }
}
