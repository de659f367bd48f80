//! The featured match: the live match that most spectators chose to watch, else the one with the
//! highest-rated players, else the newest. The order is computed once for all streams that follow
//! it. A watcher counts only if its caller named the match, so that a match does not stay featured
//! because it is featured.

use std::{sync::Arc, time::Duration};

use referee_law::MatchOpened;
use referee_store::MatchFilter;
use tokio::sync::Mutex;

use crate::hall::wall_clock::TimerInstant;

/// Time for which an order is used before it is computed again.
const FRESH: Duration = Duration::from_secs(1);
/// Time for which a match stays featured, unless it ends.
pub const FEATURED_STAY: Duration = Duration::from_secs(60);
/// Time for which the end of a featured match stays on the page.
pub const FEATURED_END_STAY: Duration = Duration::from_secs(5);

/// A match that can be featured.
pub struct Candidate {
    pub opened: Arc<MatchOpened>,
    pub watchers: usize,
    /// Mean live rating of the players in the ladder of the match, in Elo; `None` without ratings.
    pub(super) rating: Option<f64>,
}

/// The order of the live matches that everyone may see; the first is featured first. Clones share
/// it.
#[derive(Clone, Default)]
pub struct Ranking(Arc<Mutex<Option<Ranked>>>);

/// An order with the time at which it was computed.
struct Ranked {
    at: TimerInstant,
    candidates: Arc<[Candidate]>,
}

impl Ranking {
    /// Returns the order, computed by `rank` at most one second ago.
    pub async fn get(&self, rank: impl FnOnce() -> Vec<Candidate>) -> Arc<[Candidate]> {
        // While one caller computes the order, the others wait for it.
        let mut kept = self.0.lock().await;
        match &*kept {
            Some(Ranked { at, candidates }) if at.elapsed() < FRESH => Arc::clone(candidates),
            _ => {
                let candidates: Arc<[Candidate]> = rank().into();
                *kept = Some(Ranked { at: TimerInstant::now(), candidates: Arc::clone(&candidates) });
                candidates
            }
        }
    }
}

impl Candidate {
    /// Returns whether a filter accepts this match.
    pub fn is_in(&self, filter: &MatchFilter) -> bool {
        let MatchFilter { game, player, contest, .. } = filter;
        let opened = &*self.opened;
        game.as_ref().is_none_or(|game| opened.game == *game)
            && player.as_ref().is_none_or(|player| opened.players.contains(player))
            && contest.as_ref().is_none_or(|of| opened.occasion.as_ref().is_some_and(|at| at.contest == *of))
    }
}
