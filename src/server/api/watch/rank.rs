//! Ranks the live matches for [`featured`](super::featured).

use std::{cmp::Reverse, collections::BTreeMap, sync::Arc};

use referee_contests::{contest::ContestKind as _, ladder::Ladder};
use referee_law::{Contest, MatchOpened};

use super::featured::Candidate;
use crate::{
    api::{auth::looker::Looker, context::ServiceContext},
    contest_server::Seen,
    hall::table::TableStub,
};

/// Returns the live matches that everyone may see, in the order in which they are featured.
pub(super) fn rank(context: &ServiceContext) -> Vec<Candidate> {
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
