//! The featured match: the live match that most spectators chose to watch, else the one with the
//! highest-rated players, else the newest. The order is computed once for all streams that follow
//! it. A watcher counts only if its caller named the match, so that a match does not stay featured
//! because it is featured.

use std::{cmp::Reverse, collections::BTreeMap, sync::Arc, time::Duration};

use referee_contests::{contest::ContestKind as _, ladder::Ladder};
use referee_law::{Contest, MatchOpened};
use referee_store::MatchFilter;
use tokio::sync::Mutex;

use crate::{
    api::{auth::sealed::Looker, context::ServiceContext},
    contest_server::Seen,
    hall::{table::TableStub, wall_clock::TimerInstant},
};

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
    rating: Option<f64>,
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
    /// Returns the order, computed at most one second ago.
    pub async fn get(&self, context: &ServiceContext) -> Arc<[Candidate]> {
        // While one caller computes the order, the others wait for it.
        let mut kept = self.0.lock().await;
        match &*kept {
            Some(Ranked { at, candidates }) if at.elapsed() < FRESH => Arc::clone(candidates),
            _ => {
                let candidates: Arc<[Candidate]> = rank(context).into();
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

fn rank(context: &ServiceContext) -> Vec<Candidate> {
    let everyone = Looker::default();
    let is_public = |table: &TableStub| !table.has_ended() && context.may_know(Some(table.opened()), &everyone);
    let tables = context.hall().tables().into_iter().filter(is_public);
    let of =
        |table: TableStub| Candidate { opened: Arc::clone(table.opened()), watchers: table.watchers(), rating: None };
    let mut candidates: Vec<Candidate> = tables.map(of).collect();
    rate(context, &mut candidates);
    candidates.sort_by(|one, other| {
        let rating = |of: &Candidate| of.rating.unwrap_or(f64::NEG_INFINITY);
        let by_rating = || rating(other).total_cmp(&rating(one));
        let age = |of: &Candidate| (Reverse(of.opened.opened_unix_ms), of.opened.match_id.clone());
        other.watchers.cmp(&one.watchers).then_with(by_rating).then_with(|| age(one).cmp(&age(other)))
    });
    candidates
}

/// Adds the ratings of the players of ladder matches. Reads each ladder only once.
fn rate(context: &ServiceContext, candidates: &mut [Candidate]) {
    let mut of_ladders = BTreeMap::<String, Vec<&mut Candidate>>::new();
    for candidate in candidates {
        if let Some(Contest::Ladder(id)) = candidate.opened.occasion.as_ref().map(|occasion| &occasion.contest) {
            of_ladders.entry(id.clone()).or_default().push(candidate);
        }
    }
    for (id, matches) in of_ladders {
        context.ladders().see_now(&id, |seen: Seen<'_, Ladder>| {
            for candidate in matches {
                candidate.rating = mean_rating(&seen.of.ladder, &candidate.opened);
            }
        });
    }
}

/// Returns the mean live rating of a match's players; `None` unless all have a rating.
fn mean_rating(ladder: &Ladder, opened: &MatchOpened) -> Option<f64> {
    let number = opened.occasion.as_ref()?.encounter_from_0()?;
    let category = ladder.encounters.get(&number)?.paired.category;
    let elo = |player| Some(ladder.live_elo(ladder.entrant_named(player)?, category)?.elo);
    let ratings: Option<Vec<f64>> = opened.players.iter().map(|player| elo(player.as_str())).collect();
    let ratings = ratings?;
    (!ratings.is_empty()).then(|| ratings.iter().sum::<f64>() / ratings.len() as f64)
}
