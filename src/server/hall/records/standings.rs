//! Standings of a contest that a program outside the server runs. Folds the results, and keeps the
//! fold for later results.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;
use referee_contests::tournament::score_table::{Ended, ScoreTable};
use referee_ids::PlayerId;
use referee_law::{Contest, MatchOpened, Refusal};
use referee_store::{MatchRow, MatchState, ResultFilter, ResultsPage};

use super::history::HistoryError;
use crate::hall::{Hall, limits::MATCHES_A_PAGE};

/// Maximum players of a contest that can have standings.
pub const STANDINGS_PLAYERS: usize = 4_096;
/// Maximum standings in the cache.
const KEPT: usize = 256;
/// Maximum players over all standings in the cache; each needs about 200 bytes.
const KEPT_PLAYERS: usize = 65_536;
/// Number of pages after which the fold is saved, so that a cancelled call is not wasted.
const PAGES_BETWEEN: usize = 32;

/// The contest and the matches to count for standings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StandingsAsked {
    pub contest: Contest,
    /// Only matches of this game; `None` for all games.
    pub game: Option<String>,
    /// Only matches that this player created; `None` for all creators.
    pub created_by: Option<PlayerId>,
    /// Number of released stages, if the contest holds results back; it decides which matches
    /// count.
    pub released_stages: Option<u32>,
}

/// The standings of a contest.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    pub table: Arc<ScoreTable>,
    /// Number of the last counted result.
    pub last_number: u64,
}

/// Recently requested standings. The least recently used are dropped first.
pub struct StandingsCache(Mutex<Kept>);

struct Kept {
    standings: LruCache<StandingsAsked, Standings>,
    players: usize,
}

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

impl Default for StandingsCache {
    fn default() -> StandingsCache {
        // The capacity is one more than the limit, so that the cache never drops standings by
        // itself, without subtracting their players.
        StandingsCache(Mutex::new(Kept { standings: LruCache::new(KEPT + 1), players: 0 }))
    }
}

impl StandingsCache {
    /// Returns the standings in the cache; if there are none, empty ones that include no result.
    fn get(&self, asked: &StandingsAsked) -> Standings {
        self.kept().standings.get(asked).cloned().unwrap_or_default()
    }

    /// Keeps standings in the cache, unless it has newer ones. Standings without a match are not
    /// kept, since they are cheap to compute.
    fn keep(&self, asked: &StandingsAsked, standings: &Standings) {
        let mut kept = self.kept();
        let before = kept.standings.peek(asked);
        if standings.table.is_empty() || before.is_some_and(|before| before.last_number > standings.last_number) {
            return;
        }
        kept.players += standings.table.players();
        if let Some(before) = kept.standings.insert(asked.clone(), standings.clone()) {
            kept.players -= before.table.players();
        }
        while kept.standings.len() > KEPT || kept.players > KEPT_PLAYERS {
            let Some((_, oldest)) = kept.standings.remove_lru() else { return };
            kept.players -= oldest.table.players();
        }
    }

    /// Locks the cache. The lock is never held across an await or with a half-made change, so a
    /// poisoned lock is ignored.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(contest: usize) -> StandingsAsked {
        StandingsAsked {
            contest: Contest::Ladder(contest.to_string()),
            game: None,
            created_by: None,
            released_stages: None,
        }
    }

    fn standings(players: usize, last_number: u64) -> Standings {
        let mut table = ScoreTable::default();
        for number in 0..players {
            let player = PlayerId::parse(&format!("p{number}")).expect("a name");
            let one = Ended { players: &[player], places: &[1], halves: &[0], forfeited: &[false] };
            table.count(&one);
        }
        Standings { table: Arc::new(table), last_number }
    }

    #[test]
    fn the_oldest_standings_give_way_by_their_number_and_by_their_players() {
        let cache = StandingsCache::default();
        (0..=KEPT).for_each(|contest| cache.keep(&asked(contest), &standings(1, 7)));
        assert_eq!((cache.get(&asked(0)).last_number, cache.get(&asked(1)).last_number), (0, 7));
        assert_eq!(cache.kept().players, KEPT);
        (0..KEPT_PLAYERS / STANDINGS_PLAYERS)
            .for_each(|contest| cache.keep(&asked(1_000 + contest), &standings(STANDINGS_PLAYERS, 7)));
        assert_eq!(cache.kept().players, KEPT_PLAYERS);
        assert_eq!((cache.get(&asked(1)).last_number, cache.get(&asked(1_000)).last_number), (0, 7));
    }

    #[test]
    fn an_older_count_replaces_nothing_and_empty_counts_are_not_kept() {
        let cache = StandingsCache::default();
        cache.keep(&asked(1), &standings(3, 9));
        cache.keep(&asked(1), &standings(2, 8));
        assert_eq!((cache.get(&asked(1)).last_number, cache.kept().players), (9, 3));
        cache.keep(&asked(1), &standings(4, 10));
        assert_eq!((cache.get(&asked(1)).last_number, cache.kept().players), (10, 4));
        cache.keep(&asked(2), &standings(0, 10));
        assert_eq!(cache.get(&asked(2)).last_number, 0);
    }
}
