//! `GetStandings`: the standings of a tournament, of a category of a ladder, or by the results of
//! matches.

use std::sync::Arc;

use crate::api::{auth::looker::Looker, context::ServiceContext, convert};
use referee_contests::tournament::Shown;
use referee_law::{Contest, Refusal};
use referee_proto::v1::{self, get_standings_response::Standings};

use crate::contest_server::{AllContests, Ladders, Publication, Published, Wanted};

/// Returns the standings that a caller may see.
pub(in crate::api) async fn of(
    context: &ServiceContext,
    contests: &AllContests,
    looker: &Looker,
    shown: Shown,
    asked: v1::GetStandingsRequest,
) -> Result<Standings, Refusal> {
    let contest = convert::asked_contest("", asked.contest)?;
    if let Some(by) = asked.by_results {
        let asked = convert::asked_standings(context.hall().games(), contest, &by)?;
        let mut standings = convert::result_standings(&context.standings(asked, looker).await?);
        context.name_rows(&mut standings.rows, |one| (&one.player, &mut one.display_name)).await;
        return Ok(Standings::Results(standings));
    }
    match contest {
        Contest::Tournament(id) => {
            let id = convert::contest_id("contest.tournament_id", &id)?;
            let standings = contests.tournaments.see(id, |seen| convert::tournament_standings(seen.of, shown));
            let mut standings = standings.await?;
            context.name_rows(&mut standings.rows, |one| (&one.player, &mut one.display_name)).await;
            Ok(Standings::Tournament(standings))
        }
        Contest::Ladder(id) => {
            let id = convert::contest_id("contest.ladder_id", &id)?;
            let (category, published) = published(&contests.ladders, id, &asked.category, Wanted::Ratings).await?;
            let ratings = contests.ladders.see(id, |seen| convert::ladder_ratings(seen.of, category, &published));
            let mut ratings = ratings.await?;
            context.name_rows(&mut ratings.ratings, |one| (&one.player, &mut one.display_name)).await;
            Ok(Standings::Ladder(ratings))
        }
    }
}

/// Returns the ratings of a category, computed now if necessary.
pub(in crate::api) async fn published(
    ladders: &Ladders,
    id: &str,
    category: &str,
    wanted: Wanted,
) -> Result<(u16, Arc<Published>), Refusal> {
    let shared = ladders.shared();
    loop {
        let seen = ladders.see(id, |seen| {
            let category = convert::ladder_category(&seen.of.ladder, category)?;
            Ok::<_, Refusal>((category, seen.of.published(category, wanted, shared)))
        });
        let (category, publication): (u16, Publication) = seen.await??;
        match publication {
            Publication::Made(published) => return Ok((category, published)),
            // The ratings are computed without a lock, so the ladder continues during the
            // computation.
            Publication::ToMake(to_make) => return Ok((category, to_make.make())),
            // The sender lives as long as the server, so an error needs no handling.
            Publication::BeingMade(mut computed) => _ = computed.changed().await,
        }
    }
}
