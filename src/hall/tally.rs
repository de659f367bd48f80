//! What is counted of a match that is over, from its log.

use std::time::Duration;

use super::{Hall, history::HistoryError};
use crate::{
    ids::{MatchId, Seq},
    referee::{Fact, Refusal},
    store::StoreError,
};

/// How many events are read at once.
const PAGE: usize = 512;

/// What is counted of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many steps all its rounds had, forced ones and chance too.
    pub plies: u32,
    /// How many moves each seat made.
    pub moves: Vec<u32>,
    /// What each seat's clock was charged for them.
    pub charged: Vec<Duration>,
}

impl Hall {
    /// What is counted of a match; of one whose log is pruned, nothing.
    pub async fn tally(&self, match_id: &MatchId, seats: usize) -> Result<Tally, Refusal> {
        let mut tally = Tally { plies: 0, moves: vec![0; seats], charged: vec![Duration::ZERO; seats] };
        let mut after = Seq(0);
        loop {
            let page = match self.log().events(match_id, after, PAGE).await {
                Err(StoreError::Pruned { .. }) => return Ok(tally),
                page => page.map_err(HistoryError::from)?,
            };
            let Some(last) = page.last() else { return Ok(tally) };
            after = last.seq;
            page.iter().for_each(|event| tally.count(&event.fact));
        }
    }
}

impl Tally {
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
            _ => {}
        }
    }
}
