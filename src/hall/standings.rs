//! The standings of a contest that a program outside the server runs: its results, folded one after another, and kept to be folded on.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;

use super::{Hall, history::HistoryError, limits::MATCHES_A_PAGE};
use crate::{
    ids::PlayerId,
    referee::{Contest, MatchOpened, Refusal},
    store::{MatchRow, MatchState, ResultFilter, ResultsPage},
    tournament::score_table::{Ended, ScoreTable},
};

/// The most players of one contest whose standings are given.
pub const STANDINGS_PLAYERS: usize = 4_096;
/// How many standings are kept to be folded on, at the most.
const KEPT: usize = 256;
/// How many players all kept standings may have together; each takes about 200 bytes.
const KEPT_PLAYERS: usize = 65_536;
/// After how many pages of results the fold is kept, so that a call which is given up was not without use.
const PAGES_BETWEEN: usize = 32;

/// Which standings are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StandingsAsked {
    pub contest: Contest,
    /// Only matches of this game.
    pub game: Option<String>,
    /// Only matches that this player made.
    pub created_by: Option<PlayerId>,
    /// The number of released stages, if the contest holds results back. Which matches count
    /// follows from it.
    pub released_stages: Option<u32>,
}

/// The standings of a contest at some moment.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// What its matches came to.
    pub table: Arc<ScoreTable>,
    /// Up to which number results were counted.
    pub last_number: u64,
}

/// The standings that were asked for lately; the least recently used are dropped first.
pub struct StandingsCache(Mutex<Kept>);

struct Kept {
    standings: LruCache<StandingsAsked, Standings>,
    players: usize,
}

impl Hall {
    /// The standings of a contest by all its results so far, empty where it has none. [`crate::referee::Reason::Limit`] for one of more
    /// players than [`STANDINGS_PLAYERS`]. `counts` says which matches count, by how they were set
    /// up.
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
                let text =
                    "the contest has too many players for standings: ask for those of one game or one maker of matches";
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
        // One more than is kept, so that the cache itself never drops standings whose players are still counted.
        StandingsCache(Mutex::new(Kept { standings: LruCache::new(KEPT + 1), players: 0 }))
    }
}

impl StandingsCache {
    /// What is kept; empty standings of before the first result where nothing is.
    fn get(&self, asked: &StandingsAsked) -> Standings {
        self.kept().standings.get(asked).cloned().unwrap_or_default()
    }

    /// Keeps standings, unless others have come further. Those without a match cost nothing to fold again.
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

    /// The lock is never held across an await. What is behind it is never left half changed, so a poisoned lock is ignored.
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
    fn who_has_counted_less_replaces_nothing_and_nothing_is_kept_of_no_match() {
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
