//! The live matches and their players.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use referee_ids::{MatchId, PlayerId};
use referee_law::{Reason, Refusal};
use referee_os::metrics::{Counted, metrics};
use tokio::sync::watch;

use crate::hall::{
    limits::{RETRY_WHEN_FULL, creation_limits::Taken},
    table::TableStub,
};

/// The list of live tables and of the players at them.
pub struct Registry {
    list: Mutex<List>,
    most: usize,
    /// Number of places that are taken, sent on every change.
    taken: watch::Sender<usize>,
}

#[derive(Default)]
struct List {
    /// The matches with a place. A match has a table, except while it is being opened.
    tables: BTreeMap<MatchId, Option<TableStub>>,
    /// The matches of each player.
    of_player: BTreeMap<PlayerId, BTreeMap<MatchId, Sitting>>,
    /// Number of matches that have come so far.
    came: u64,
    closing: bool,
    /// Whether the server is starting, and some matches were not tried yet.
    starting: bool,
    /// Matches that must still be resumed.
    pending: BTreeSet<MatchId>,
}

/// A player's part in a match.
struct Sitting {
    /// Number of the match in the order of arrival.
    number: u64,
    /// Whether the player plays the match for a contest that it has entered.
    is_for_contest: bool,
}

#[derive(Clone, Debug)]
pub struct Party {
    pub players: Vec<PlayerId>,
    /// Players who play the match for a contest that they have entered.
    pub for_contest: BTreeSet<PlayerId>,
}

/// The place of a match in the list. Dropping it removes the match.
pub struct Place {
    registry: Weak<Registry>,
    match_id: MatchId,
    players: Vec<PlayerId>,
    /// The uses that the match takes from the limits of its creator.
    pub taken: Option<[Taken; 2]>,
    _counted: Counted,
}

/// A view of the list for counting the matches of one player.
pub struct Counts<'a> {
    list: &'a List,
    player: &'a PlayerId,
}

impl Counts<'_> {
    /// Returns the number of all matches of the player.
    pub fn live(&self) -> usize {
        self.list.of_player.get(self.player).map_or(0, BTreeMap::len)
    }

    /// Returns the number of matches that the player does not play for its contests.
    pub fn outside_contests(&self) -> usize {
        let matches = self.list.of_player.get(self.player);
        matches.map_or(0, |matches| matches.values().filter(|sitting| !sitting.is_for_contest).count())
    }

    /// Returns the number of matches of the player with another player.
    pub fn with(&self, other: &PlayerId) -> usize {
        let of = |player| self.list.of_player.get(player);
        of(self.player).zip(of(other)).map_or(0, |(one, other)| one.keys().filter(|id| other.contains_key(*id)).count())
    }
}

impl Registry {
    /// Creates an empty list with places for `most` matches.
    pub fn new(most: usize) -> Arc<Registry> {
        Arc::new(Registry { list: Mutex::default(), most, taken: watch::Sender::new(0) })
    }

    /// Reserves a place for a new match; `None` if the match already has a place. `may_sit` checks
    /// each player with its present matches, atomically with the reservation. Fails with
    /// [`Reason::Limit`] if all places are taken.
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

    /// Checks whether [`Registry::reserve`] would succeed now, without reserving.
    pub fn has_room(
        &self,
        match_id: &MatchId,
        players: &[PlayerId],
        may_sit: impl Fn(&PlayerId, &Counts<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.has_room_in(&self.list(), match_id, players, may_sit).map(drop)
    }

    /// Returns whether a new match gets a place; `false` if the match already has one.
    fn has_room_in(
        &self,
        list: &List,
        match_id: &MatchId,
        players: &[PlayerId],
        may_sit: impl Fn(&PlayerId, &Counts<'_>) -> Result<(), Refusal>,
    ) -> Result<bool, Refusal> {
        if list.closing {
            return Err(Refusal::new(Reason::Stopping, "the server is stopping: retry later"));
        }
        if list.starting {
            return Err(starting());
        }
        if list.tables.contains_key(match_id) {
            return Ok(false);
        }
        // Matches that must still be resumed keep their places.
        if list.tables.len() + list.pending.len() >= self.most {
            let refusal = Refusal::limit("tables", self.most, "too many live matches on this server");
            return Err(refusal.retry_after(RETRY_WHEN_FULL));
        }
        for player in players {
            may_sit(player, &Counts { list, player })?;
        }
        Ok(true)
    }

    /// Returns what `look` computes from a player's match counts.
    pub fn counted<T>(&self, player: &PlayerId, look: impl FnOnce(&Counts<'_>) -> T) -> T {
        look(&Counts { list: &self.list(), player })
    }

    /// Counts the present matches of each player for which `is_such` holds.
    pub fn counts_of(&self, players: &[&str], is_such: impl Fn(&&MatchId) -> bool) -> Vec<usize> {
        let list = self.list();
        let of =
            |player: &&str| list.of_player.get(*player).map_or(0, |matches| matches.keys().filter(&is_such).count());
        players.iter().map(of).collect()
    }

    /// Registers the matches to resume. No new match gets a place until [`Registry::end_start`].
    pub fn begin_start(&self, matches: &[MatchId]) {
        let mut list = self.list();
        (list.starting, list.pending) = (true, matches.iter().cloned().collect());
    }

    /// Marks a match as resumed or given up.
    pub fn end_pending(&self, match_id: &MatchId) {
        self.list().pending.remove(match_id);
    }

    /// Records that every match to resume was tried once, so that new matches get places.
    pub fn end_start(&self) {
        self.list().starting = false;
    }

    pub fn is_starting(&self) -> bool {
        self.list().starting
    }

    /// Fails with [`Reason::Starting`] for a match that must still be resumed.
    pub fn is_back(&self, match_id: &MatchId) -> Result<(), Refusal> {
        if self.list().pending.contains(match_id) { Err(starting()) } else { Ok(()) }
    }

    /// Reserves a place for a resumed match, even beyond the limit, since the match had a place
    /// before.
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

    /// Registers the table of a match that has a place. Fails with [`Reason::Stopping`] if the
    /// table must stop immediately.
    pub fn enter(&self, table: &TableStub) -> Result<(), Refusal> {
        let mut list = self.list();
        if let Some(entry) = list.tables.get_mut(table.match_id()) {
            *entry = Some(table.clone());
        }
        self.taken.send_replace(list.tables.len());
        match list.closing {
            true => Err(Refusal::new(Reason::Stopping, "the server is stopping: retry later")),
            false => Ok(()),
        }
    }

    pub fn table(&self, match_id: &MatchId) -> Option<TableStub> {
        self.list().tables.get(match_id).cloned().flatten()
    }

    pub fn tables(&self) -> Vec<TableStub> {
        self.list().tables.values().flatten().cloned().collect()
    }

    /// Returns the tables of a player in the order in which the matches came.
    pub fn tables_of(&self, player: &PlayerId) -> Vec<TableStub> {
        let list = self.list();
        let mut matches: Vec<_> = list.of_player.get(player).into_iter().flatten().collect();
        matches.sort_unstable_by_key(|(_, sitting)| sitting.number);
        matches.into_iter().filter_map(|(match_id, _)| list.tables.get(match_id).cloned().flatten()).collect()
    }

    /// Closes the list to new matches, and returns the tables, which the caller must stop.
    pub fn close(&self) -> Vec<TableStub> {
        self.list().closing = true;
        self.tables()
    }

    pub fn is_closing(&self) -> bool {
        self.list().closing
    }

    /// Waits until no match has a place.
    pub async fn empty(&self) {
        // An error is impossible, since `self` owns the sender.
        let _ = self.taken.subscribe().wait_for(|taken| *taken == 0).await;
    }

    /// Waits until a match has no place any more.
    pub async fn left(&self, match_id: &MatchId) {
        self.until(|list| !list.tables.contains_key(match_id)).await;
    }

    /// Waits until a match with a place has a table, or has lost its place.
    pub async fn settled(&self, match_id: &MatchId) {
        self.until(|list| !matches!(list.tables.get(match_id), Some(None))).await;
    }

    async fn until(&self, holds: impl Fn(&List) -> bool) {
        // An error is impossible, since `self` owns the sender.
        let mut taken = self.taken.subscribe();
        while !holds(&self.list()) && taken.changed().await.is_ok() {}
    }

    /// Locks the list. The lock is held briefly, never across an await, and never protects a
    /// half-made change. So a poisoned lock can be used.
    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn starting() -> Refusal {
    Refusal::new(Reason::Starting, "the server is starting and resuming its matches: retry soon")
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
