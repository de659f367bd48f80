//! What is counted of a match that is over, from its log.

use std::time::Duration;

use super::Hall;
use crate::{
    ids::{MatchId, Seq},
    referee::{DigestBuilder, Fact},
    store::StoreError,
};

/// How many events are read at once.
const PAGE: usize = 512;

/// What is counted of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Whether the log was there to be counted; everything else is 0 where it was not.
    pub is_counted: bool,
    /// How many steps all its rounds had, forced ones and chance too.
    pub plies: u32,
    /// How many of its rounds were played to their end.
    pub rounds: u32,
    /// How many moves each seat made.
    pub moves: Vec<u32>,
    /// What each seat's clock was charged for them.
    pub charged: Vec<Duration>,
    /// Digest of its steps and verdict. `None` if luck decided something: matches of a server are never dealt by
    /// chance as others were, and a digest would confirm a guess at deals that are not shown yet.
    pub digest: Option<[u8; 16]>,
}

impl Hall {
    /// What is counted of a match; of one whose log is pruned, nothing.
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
    /// That of a match of so many seats whose log is not there.
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
