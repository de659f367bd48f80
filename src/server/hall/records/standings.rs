//! Standings of a contest that a program outside the server runs. Folds the results, and keeps the
//! fold for later results.

use std::sync::Arc;

use referee_contests::tournament::score_table::{Ended, ScoreTable};
use referee_law::{MatchOpened, Refusal};
use referee_store::{MatchRow, MatchState, ResultFilter, ResultsPage};

use super::{
    history::HistoryError,
    standings_cache::{STANDINGS_PLAYERS, Standings, StandingsAsked},
};
use crate::hall::{Hall, limits::MATCHES_A_PAGE};

/// Number of pages after which the fold is saved, so that a cancelled call is not wasted.
const PAGES_BETWEEN: usize = 32;

impl Hall {
    /// Returns the standings of a contest, from all results so far; empty if it has none. `counts`
    /// selects the matches to count by their opening. Fails with [`referee_law::Reason::Limit`] if
    /// there are more than [`STANDINGS_PLAYERS`] players.
    pub async fn standings(
        &self,
        asked: StandingsAsked,
        counts: impl Fn(Option<&MatchOpened>) -> bool + Send + Sync,
    ) -> Result<Standings, Refusal> {
        let cache = &self.inner.standings;
        let StandingsAsked { contest, game, created_by, .. } = asked.clone();
        let filter = ResultFilter { game, contest: Some(contest), created_by, ..ResultFilter::default() };
        let mut standings = cache.get(&asked);
        for page_number in 1.. {
            let read = self.index().results(standings.last_number, filter.clone(), MATCHES_A_PAGE).await;
            let ResultsPage { rows, last_number, more } = read.map_err(HistoryError::from)?;
            standings.last_number = last_number;
            if !rows.is_empty() {
                let table = Arc::make_mut(&mut standings.table);
                let counted = rows.iter().filter(|(_, row)| counts(row.opened.as_deref()));
                counted.for_each(|(_, row)| count(table, row));
            }
            let players = standings.table.players();
            if !more || players > STANDINGS_PLAYERS || page_number % PAGES_BETWEEN == 0 {
                cache.keep(&asked, &standings);
            }
            if players > STANDINGS_PLAYERS {
                let text = "too many players for standings: filter by game or creator";
                return Err(Refusal::limit("standings_players", STANDINGS_PLAYERS, text));
            }
            if !more {
                break;
            }
        }
        Ok(standings)
    }
}

/// Counts the match of a result.
fn count(table: &mut ScoreTable, row: &MatchRow) {
    let (Some(opened), Some(end), MatchState::Over) = (&row.opened, &row.end, row.state) else {
        return table.skip();
    };
    let verdict = &end.verdict;
    let by_verdict = verdict.seat.filter(|_| verdict.termination.forfeits());
    let before = end.lost.losses().iter().filter(|loss| loss.cause.forfeits()).map(|loss| loss.seat);
    let mut forfeited = vec![false; opened.players.len()];
    for seat in before.chain(by_verdict) {
        if let Some(forfeited) = forfeited.get_mut(seat.index()) {
            *forfeited = true;
        }
    }
    let halves: Vec<i64> = verdict.totals.iter().map(|points| points.halves).collect();
    table.count(&Ended { players: &opened.players, places: &verdict.places, halves: &halves, forfeited: &forfeited });
}
