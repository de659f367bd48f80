//! Counts the moves and times of a finished match from its log.

use std::time::Duration;

use crate::hall::Hall;
use referee_ids::{MatchId, Seq};
use referee_law::{DigestBuilder, Fact};
use referee_store::StoreError;

/// Maximum events per read.
const PAGE: usize = 512;

/// The counts of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Whether the match has a log. If not, all other fields are 0.
    pub is_counted: bool,
    /// Number of steps over all rounds, including forced steps and chance.
    pub plies: u32,
    /// Number of completed rounds.
    pub rounds: u32,
    /// Number of moves of each seat.
    pub moves: Vec<u32>,
    /// Time charged to the clock of each seat.
    pub charged: Vec<Duration>,
    /// Digest of the steps and the verdict. `None` if chance decided something, since a digest
    /// could confirm guesses of hidden deals, and matches on a server never share deals.
    pub digest: Option<[u8; 16]>,
}

impl Hall {
    /// Counts a match. Returns zeros if its log was pruned.
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
