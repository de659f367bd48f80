//! Counts of a finished match, from its log.

use std::time::Duration;

use crate::hall::Hall;
use referee_ids::{MatchId, Seq};
use referee_law::{DigestBuilder, Fact};
use referee_store::StoreError;

/// Events read at once.
const PAGE: usize = 512;

/// Counts of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Whether the log existed; all other fields are 0 if not.
    pub is_counted: bool,
    /// Steps over all rounds, forced steps and chance included.
    pub plies: u32,
    /// Number of completed rounds.
    pub rounds: u32,
    /// Moves of each seat.
    pub moves: Vec<u32>,
    /// Time charged to each seat.
    pub charged: Vec<Duration>,
    /// Digest of its steps and verdict. `None` if chance decided something: a digest would confirm
    /// guesses of hidden deals, and server matches never share deals.
    pub digest: Option<[u8; 16]>,
}

impl Hall {
    /// Counts a match; returns zeros if its log is pruned.
    pub async fn tally(&self, match_id: &MatchId, seats: usize) -> Result<Tally, StoreError> {
        let mut tally = Tally { is_counted: true, ..Tally::uncounted(seats) };
        let (mut after, mut digest) = (Seq(0), DigestBuilder::default());
        loop {
            let page = match self.log().events(match_id, after, PAGE).await {
                Err(StoreError::Pruned { .. }) => return Ok(Tally::uncounted(seats)),
                page => page?,
            };
            let Some(last) = page.last() else {
                tally.digest = if digest.has_luck() { None } else { digest.finish() };
                return Ok(tally);
            };
            after = last.seq;
            for event in &page {
                tally.count(&event.fact);
                digest.add(&event.fact);
            }
        }
    }
}

impl Tally {
    /// Returns the counts of a match without a log.
    pub fn uncounted(seats: usize) -> Tally {
        Tally { moves: vec![0; seats], charged: vec![Duration::ZERO; seats], ..Tally::default() }
    }

    fn count(&mut self, fact: &Fact) {
        match fact {
            Fact::ForcedMovePlayed { .. } | Fact::ChanceResolved { .. } | Fact::MoveSubstituted { .. } => {
                self.plies += 1
            }
            Fact::MovePlayed(moved) => {
                self.plies += 1;
                if let Some(moves) = self.moves.get_mut(moved.seat.index()) {
                    *moves += 1;
                }
                if let Some(charged) = self.charged.get_mut(moved.seat.index()) {
                    *charged += moved.charged;
                }
            }
            Fact::RoundEnded { .. } => self.rounds += 1,
            _ => {}
        }
    }
}
