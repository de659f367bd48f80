//! Recently requested standings.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;
use referee_contests::tournament::score_table::ScoreTable;
use referee_ids::PlayerId;
use referee_law::Contest;

/// Maximum players of a contest that can have standings.
pub const STANDINGS_PLAYERS: usize = 4_096;
/// Maximum standings in the cache.
const KEPT: usize = 256;
/// Maximum players over all standings in the cache; each needs about 200 bytes.
const KEPT_PLAYERS: usize = 65_536;

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

impl Default for StandingsCache {
    fn default() -> StandingsCache {
        // The capacity is one more than the limit, so that the cache never drops standings by
        // itself, without subtracting their players.
        StandingsCache(Mutex::new(Kept { standings: LruCache::new(KEPT + 1), players: 0 }))
    }
}

impl StandingsCache {
    /// Returns the standings in the cache; if there are none, empty ones that include no result.
    pub(super) fn get(&self, asked: &StandingsAsked) -> Standings {
        self.kept().standings.get(asked).cloned().unwrap_or_default()
    }

    /// Keeps standings in the cache, unless it has newer ones. Standings without a match are not
    /// kept, since they are cheap to compute.
    pub(super) fn keep(&self, asked: &StandingsAsked, standings: &Standings) {
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
    use referee_contests::tournament::score_table::Ended;

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
