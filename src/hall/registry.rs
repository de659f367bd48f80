//! Which matches are live, and who sits in them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use tokio::sync::watch;

use super::{creation_limits::Taken, limits::RETRY_WHEN_FULL, table::TableStub};
use crate::{
    ids::{MatchId, PlayerId},
    metrics::{Counted, metrics},
    referee::{Reason, Refusal},
};

/// The list of live tables.
pub struct Registry {
    list: Mutex<List>,
    most: usize,
    /// How many places are taken, noted with every change of the list, for whoever waits for one.
    taken: watch::Sender<usize>,
}

#[derive(Default)]
struct List {
    /// Every match with a place; its table as soon as there is one.
    tables: BTreeMap<MatchId, Option<TableStub>>,
    /// The matches of each player.
    of_player: BTreeMap<PlayerId, BTreeMap<MatchId, Sitting>>,
    /// How many matches have come.
    came: u64,
    closing: bool,
    /// Whether the server starts: not every match that was live has been tried once to be brought back.
    starting: bool,
    /// The matches that are still to be brought back.
    pending: BTreeSet<MatchId>,
}

/// A match as one of its players is in it.
struct Sitting {
    /// In the order in which the matches came.
    number: u64,
    /// Whether the player plays it for a contest that it entered.
    is_for_contest: bool,
}

/// The players of a match.
#[derive(Clone, Debug)]
pub struct Party {
    /// The player of each seat.
    pub players: Vec<PlayerId>,
    /// Those of them who play it for a contest that they entered.
    pub for_contest: BTreeSet<PlayerId>,
}

/// A match's place in the list. Dropping it takes the match out.
pub struct Place {
    registry: Weak<Registry>,
    match_id: MatchId,
    players: Vec<PlayerId>,
    /// What it takes of its creator's limits.
    pub taken: Option<[Taken; 2]>,
    _counted: Counted,
}

/// How many matches a player is in.
pub struct Counts<'a> {
    list: &'a List,
    player: &'a PlayerId,
}

impl Counts<'_> {
    /// How many they are in all.
    pub fn live(&self) -> usize {
        self.list.of_player.get(self.player).map_or(0, BTreeMap::len)
    }

    /// Those that they do not play for a contest which they entered.
    pub fn outside_contests(&self) -> usize {
        let matches = self.list.of_player.get(self.player);
        matches.map_or(0, |matches| matches.values().filter(|sitting| !sitting.is_for_contest).count())
    }

    /// Those in which another player is too.
    pub fn with(&self, other: &PlayerId) -> usize {
        let of = |player| self.list.of_player.get(player);
        of(self.player).zip(of(other)).map_or(0, |(one, other)| one.keys().filter(|id| other.contains_key(*id)).count())
    }
}

impl Registry {
    /// An empty list that takes `most` matches.
    pub fn new(most: usize) -> Arc<Registry> {
        Arc::new(Registry { list: Mutex::default(), most, taken: watch::Sender::new(0) })
    }

    /// A place for a new match; `None` where the match has one already. `may_sit` is asked for each player with the
    /// matches it plays already, and nobody else can take a place in between. [`Reason::Limit`] when all places are taken.
    pub fn reserve(
        self: &Arc<Registry>,
        match_id: &MatchId,
        party: Party,
        may_sit: impl Fn(&PlayerId, &Counts<'_>) -> Result<(), Refusal>,
    ) -> Result<Option<Place>, Refusal> {
        let mut list = self.list();
        Ok(match self.has_room_in(&list, match_id, &party.players, may_sit)? {
            true => Some(self.place(&mut list, match_id, party)),
            false => None,
        })
    }

    /// What [`Registry::reserve`] would refuse now; no place is taken.
    pub fn has_room(
        &self,
        match_id: &MatchId,
        players: &[PlayerId],
        may_sit: impl Fn(&PlayerId, &Counts<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.has_room_in(&self.list(), match_id, players, may_sit).map(drop)
    }

    /// Whether a new match can have a place; `false` where it has one already.
    fn has_room_in(
        &self,
        list: &List,
        match_id: &MatchId,
        players: &[PlayerId],
        may_sit: impl Fn(&PlayerId, &Counts<'_>) -> Result<(), Refusal>,
    ) -> Result<bool, Refusal> {
        if list.closing {
            return Err(Refusal::new(Reason::Stopping, "the server is stopping: ask again later"));
        }
        if list.starting {
            return Err(starting());
        }
        if list.tables.contains_key(match_id) {
            return Ok(false);
        }
        // Those that are still to be brought back have their places, too.
        if list.tables.len() + list.pending.len() >= self.most {
            let refusal = Refusal::limit("tables", self.most, "as many matches are live as the server allows");
            return Err(refusal.retry_after(RETRY_WHEN_FULL));
        }
        for player in players {
            may_sit(player, &Counts { list, player })?;
        }
        Ok(true)
    }

    /// What `look` says of the matches that a player is in now.
    pub fn counted<T>(&self, player: &PlayerId, look: impl FnOnce(&Counts<'_>) -> T) -> T {
        look(&Counts { list: &self.list(), player })
    }

    /// How many of the matches that each of these players is in now are such.
    pub fn counts_of(&self, players: &[&str], is_such: impl Fn(&&MatchId) -> bool) -> Vec<usize> {
        let list = self.list();
        let of =
            |player: &&str| list.of_player.get(*player).map_or(0, |matches| matches.keys().filter(&is_such).count());
        players.iter().map(of).collect()
    }

    /// Notes which matches are to be brought back; until [`Registry::end_start`] no place is given to a new one.
    pub fn begin_start(&self, matches: &[MatchId]) {
        let mut list = self.list();
        (list.starting, list.pending) = (true, matches.iter().cloned().collect());
    }

    /// Notes that a match has been brought back, or will not be.
    pub fn end_pending(&self, match_id: &MatchId) {
        self.list().pending.remove(match_id);
    }

    /// Notes that all have been tried.
    pub fn end_start(&self) {
        self.list().starting = false;
    }

    /// Whether the server still starts.
    pub fn is_starting(&self) -> bool {
        self.list().starting
    }

    /// [`Reason::Starting`] for a match that is still to be brought back.
    pub fn is_back(&self, match_id: &MatchId) -> Result<(), Refusal> {
        if self.list().pending.contains(match_id) { Err(starting()) } else { Ok(()) }
    }

    /// A place for a match that was live before. It is not asked whether there is one: it had it already.
    pub fn reserve_again(self: &Arc<Registry>, match_id: &MatchId, party: Party) -> Place {
        self.place(&mut self.list(), match_id, party)
    }

    fn place(self: &Arc<Registry>, list: &mut List, match_id: &MatchId, party: Party) -> Place {
        list.tables.insert(match_id.clone(), None);
        list.came += 1;
        let number = list.came;
        for player in &party.players {
            let sitting = Sitting { number, is_for_contest: party.for_contest.contains(player) };
            list.of_player.entry(player.clone()).or_default().insert(match_id.clone(), sitting);
        }
        self.taken.send_replace(list.tables.len());
        let _counted = Counted::in_gauge(&metrics().matches_live);
        Place {
            registry: Arc::downgrade(self),
            match_id: match_id.clone(),
            players: party.players,
            taken: None,
            _counted,
        }
    }

    /// Enters the table of a match that has a place. [`Reason::Stopping`] when it must be stopped at once.
    pub fn enter(&self, table: &TableStub) -> Result<(), Refusal> {
        let mut list = self.list();
        if let Some(entry) = list.tables.get_mut(table.match_id()) {
            *entry = Some(table.clone());
        }
        self.taken.send_replace(list.tables.len());
        match list.closing {
            true => Err(Refusal::new(Reason::Stopping, "the server is stopping: ask again later")),
            false => Ok(()),
        }
    }

    /// The table of a live match.
    pub fn table(&self, match_id: &MatchId) -> Option<TableStub> {
        self.list().tables.get(match_id).cloned().flatten()
    }

    pub fn tables(&self) -> Vec<TableStub> {
        self.list().tables.values().flatten().cloned().collect()
    }

    /// Every live table where a player sits, in the order in which their matches came.
    pub fn tables_of(&self, player: &PlayerId) -> Vec<TableStub> {
        let list = self.list();
        let mut matches: Vec<_> = list.of_player.get(player).into_iter().flatten().collect();
        matches.sort_unstable_by_key(|(_, sitting)| sitting.number);
        matches.into_iter().filter_map(|(match_id, _)| list.tables.get(match_id).cloned().flatten()).collect()
    }

    /// Takes no further match, and gives the tables that are to be stopped.
    pub fn close(&self) -> Vec<TableStub> {
        self.list().closing = true;
        self.tables()
    }

    /// Whether no further match is taken.
    pub fn is_closing(&self) -> bool {
        self.list().closing
    }

    /// Waits until no match has a place.
    pub async fn empty(&self) {
        // The sender lives in `self`, so that it cannot be gone.
        let _ = self.taken.subscribe().wait_for(|taken| *taken == 0).await;
    }

    /// Waits until a match has no place any more.
    pub async fn left(&self, match_id: &MatchId) {
        self.until(|list| !list.tables.contains_key(match_id)).await;
    }

    /// Waits until a match that has a place has a table too, or no place any more.
    pub async fn settled(&self, match_id: &MatchId) {
        self.until(|list| !matches!(list.tables.get(match_id), Some(None))).await;
    }

    async fn until(&self, holds: impl Fn(&List) -> bool) {
        // The sender lives in `self`, so that it cannot be gone.
        let mut taken = self.taken.subscribe();
        while !holds(&self.list()) && taken.changed().await.is_ok() {}
    }

    /// The lock is held for a few lookups and never across an await. What is under it is never half changed, so that a
    /// poisoned lock is taken as it is.
    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn starting() -> Refusal {
    Refusal::new(Reason::Starting, "the server is starting and brings its matches back: ask again soon")
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(registry) = self.registry.upgrade() else { return };
        let mut list = registry.list();
        let table = list.tables.remove(&self.match_id);
        for player in &self.players {
            if let Some(matches) = list.of_player.get_mut(player) {
                matches.remove(&self.match_id);
                if matches.is_empty() {
                    list.of_player.remove(player);
                }
            }
        }
        let taken = list.tables.len();
        drop(list);
        registry.taken.send_replace(taken);
        drop(table);
    }
}
