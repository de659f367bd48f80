//! A store that forgets with the process: for tests, for local matches, and as the measure of what durability costs.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    Accounts, Created, EventLog, MatchEnd, MatchFilter, MatchIndex, MatchRow, MatchState, REQUESTS_PER_PLAYER,
    Registered, RequestKey, StoreError, StoreFuture, StreamId,
    limits::{check_following, check_opening},
    rows::{TAIL, Tail, losses, starts},
};
use crate::{
    ids::{MatchId, PlayerId, Seq},
    referee::{Event, Fact, MatchOpened, Seed, lost::Lost},
};

/// How many matches that are over are kept; the first that ended are forgotten first.
pub const MAX_FINISHED: usize = 1_000;
/// The most players.
pub const MAX_PLAYERS: usize = 100_000;

/// Keeps everything in this process, and no more than [`MAX_FINISHED`] matches that are over.
#[derive(Default)]
pub struct MemoryStore {
    shelf: Mutex<Shelf>,
}

#[derive(Default)]
struct Shelf {
    /// Each match under the order in which it was opened.
    matches: BTreeMap<u64, Log>,
    orders: HashMap<MatchId, u64>,
    opened: u64,
    /// The matches that are over, the first that ended first.
    finished: VecDeque<u64>,
    /// How many matches have ended.
    ended: u64,
    players: BTreeMap<PlayerId, Option<[u8; 32]>>,
    tokens: HashMap<[u8; 32], PlayerId>,
    requests: HashMap<PlayerId, VecDeque<(RequestKey, MatchId)>>,
}

struct Log {
    match_id: MatchId,
    events: Vec<Event>,
    seed: Option<Seed>,
    started: bool,
    lost: Lost,
    end: Option<Arc<MatchEnd>>,
    rematch: Option<MatchId>,
    unreadable: bool,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// The lock is held for a few lookups and never across an await. A panic inside leaves nothing half done that a later
    /// call would trip over, so a poisoned lock is taken as it is.
    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EventLog for MemoryStore {
    fn append(&self, stream: &StreamId, expected: Seq, events: Vec<Event>) -> StoreFuture<'_, ()> {
        let done =
            check_following(stream, expected, &events).and_then(|()| self.shelf().append(stream, expected, events));
        at_once(done)
    }

    fn create(
        &self,
        request: RequestKey,
        stream: StreamId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> StoreFuture<'_, Created> {
        let done = check_opening(&stream, &events).and_then(|()| self.shelf().create(request, stream, events, seed));
        at_once(done)
    }

    fn created_by(&self, request: &RequestKey) -> StoreFuture<'_, Option<Created>> {
        at_once(Ok(self.shelf().created_by(request)))
    }

    fn events(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>> {
        let shelf = self.shelf();
        let events = shelf.log(stream).map_or(&[][..], |log| &log.events);
        let skipped = usize::try_from(after.0).unwrap_or(usize::MAX);
        at_once(Ok(events.iter().skip(skipped).take(limit).cloned().collect()))
    }

    fn seed(&self, stream: &StreamId) -> StoreFuture<'_, Option<Seed>> {
        at_once(Ok(self.shelf().log(stream).and_then(|log| log.seed.clone())))
    }
}

impl MatchIndex for MemoryStore {
    fn unfinished(&self) -> StoreFuture<'_, Vec<MatchId>> {
        let shelf = self.shelf();
        at_once(Ok(shelf.matches.values().filter(|log| !log.is_over()).map(|log| log.match_id.clone()).collect()))
    }

    fn matches(&self, filter: MatchFilter, before: Option<MatchId>, limit: usize) -> StoreFuture<'_, Vec<MatchRow>> {
        let shelf = self.shelf();
        let end = match &before {
            Some(before) => shelf.orders.get(before).copied().unwrap_or(0),
            None => u64::MAX,
        };
        let page = shelf.matches.range(..end).rev().map(|(_, log)| log).filter(|log| log.fits(&filter)).take(limit);
        at_once(Ok(page.filter_map(Log::row).collect()))
    }

    fn row(&self, match_id: &MatchId) -> StoreFuture<'_, Option<MatchRow>> {
        at_once(Ok(self.shelf().log(match_id).and_then(Log::row)))
    }

    fn mark_unreadable(&self, match_id: &MatchId, _cause: String) -> StoreFuture<'_, ()> {
        let mut shelf = self.shelf();
        let order = shelf.orders.get(match_id).copied();
        if let Some(log) = order.and_then(|order| shelf.matches.get_mut(&order)) {
            log.unreadable = true;
        }
        at_once(Ok(()))
    }
}

impl Accounts for MemoryStore {
    fn register(&self, player: PlayerId, token_digest: [u8; 32]) -> StoreFuture<'_, Registered> {
        at_once(self.shelf().register(player, token_digest))
    }

    fn ensure_house(&self, player: &PlayerId) -> StoreFuture<'_, ()> {
        at_once(self.shelf().ensure_house(player))
    }

    fn renew(&self, player: &PlayerId, token_digest: [u8; 32]) -> StoreFuture<'_, ()> {
        at_once(self.shelf().renew(player, token_digest))
    }

    fn player_of(&self, token_digest: [u8; 32]) -> StoreFuture<'_, Option<PlayerId>> {
        at_once(Ok(self.shelf().tokens.get(&token_digest).cloned()))
    }

    fn players(&self, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<PlayerId>> {
        let shelf = self.shelf();
        let behind = |name: &&PlayerId| after.as_ref().is_none_or(|after| *name > after);
        at_once(Ok(shelf.players.keys().filter(behind).take(limit).cloned().collect()))
    }

    fn has_player(&self, player: &PlayerId) -> StoreFuture<'_, bool> {
        at_once(Ok(self.shelf().players.contains_key(player)))
    }
}

impl Shelf {
    fn log(&self, match_id: &MatchId) -> Option<&Log> {
        self.matches.get(self.orders.get(match_id)?)
    }

    fn append(&mut self, match_id: &MatchId, expected: Seq, events: Vec<Event>) -> Result<(), StoreError> {
        let order = self.orders.get(match_id).copied();
        let log = order.and_then(|order| self.matches.get_mut(&order));
        let newest = log.as_ref().map_or(Seq(0), |log| log.newest());
        if newest != expected || log.as_ref().is_some_and(|log| log.is_over()) {
            return Err(StoreError::Conflict { newest });
        }
        if events.is_empty() {
            return Ok(());
        }
        let ended = self.ended + 1;
        let (order, log) = match (order, log) {
            (Some(order), Some(log)) => (order, log),
            _ => self.add(match_id),
        };
        log.take(events, ended);
        let of = log.opened().and_then(|opened| opened.rematch_of.clone()).filter(|_| expected == Seq(0));
        if log.is_over() {
            self.ended = ended;
            self.finished.push_back(order);
            self.forget_oldest();
        }
        let of = of.and_then(|of| self.orders.get(&of).copied());
        if let Some(log) = of.and_then(|order| self.matches.get_mut(&order)) {
            log.rematch = Some(match_id.clone());
        }
        Ok(())
    }

    fn add(&mut self, match_id: &MatchId) -> (u64, &mut Log) {
        self.opened += 1;
        self.orders.insert(match_id.clone(), self.opened);
        let empty = || Log {
            match_id: match_id.clone(),
            events: Vec::new(),
            seed: None,
            started: false,
            lost: Lost::default(),
            end: None,
            rematch: None,
            unreadable: false,
        };
        (self.opened, self.matches.entry(self.opened).or_insert_with(empty))
    }

    fn forget_oldest(&mut self) {
        while self.finished.len() > MAX_FINISHED {
            let oldest = self.finished.pop_front().and_then(|order| self.matches.remove(&order));
            if let Some(log) = oldest {
                self.orders.remove(&log.match_id);
            }
        }
    }

    fn created_by(&self, request: &RequestKey) -> Option<Created> {
        let before = self.requests.get(&request.player)?;
        let (key, first) = before.iter().find(|(key, _)| key.request_id == request.request_id)?;
        let same = key.content == request.content;
        Some(if same { Created::Before(first.clone()) } else { Created::Reused })
    }

    fn create(
        &mut self,
        request: RequestKey,
        answer: MatchId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> Result<Created, StoreError> {
        if let Some(before) = self.created_by(&request) {
            return Ok(before);
        }
        self.append(&answer, Seq(0), events)?;
        let log = self.orders.get(&answer).and_then(|order| self.matches.get_mut(order));
        if let Some(log) = log {
            log.seed = seed;
        }
        if !request.request_id.is_empty() {
            let remembered = self.requests.entry(request.player.clone()).or_default();
            remembered.push_back((request, answer));
            if remembered.len() > REQUESTS_PER_PLAYER {
                remembered.pop_front();
            }
        }
        Ok(Created::New)
    }

    fn register(&mut self, player: PlayerId, token_digest: [u8; 32]) -> Result<Registered, StoreError> {
        if self.players.contains_key(&player) {
            return Ok(Registered::Taken);
        }
        self.hold(player, Some(token_digest))?;
        Ok(Registered::New)
    }

    fn ensure_house(&mut self, player: &PlayerId) -> Result<(), StoreError> {
        self.hold(player.clone(), None)
    }

    fn renew(&mut self, player: &PlayerId, token_digest: [u8; 32]) -> Result<(), StoreError> {
        if !self.players.contains_key(player) {
            return Err(StoreError::UnknownPlayer);
        }
        self.hold(player.clone(), Some(token_digest))
    }

    /// Gives a player this token digest and no other.
    fn hold(&mut self, player: PlayerId, token_digest: Option<[u8; 32]>) -> Result<(), StoreError> {
        if self.players.len() >= MAX_PLAYERS && !self.players.contains_key(&player) {
            let cause = format!("it holds {MAX_PLAYERS} players, which is the most");
            return Err(StoreError::Failed { doing: "add a player", cause });
        }
        if let Some(digest) = token_digest {
            self.tokens.insert(digest, player.clone());
        }
        if let Some(Some(former)) = self.players.insert(player, token_digest)
            && Some(former) != token_digest
        {
            self.tokens.remove(&former);
        }
        Ok(())
    }
}

impl Log {
    fn newest(&self) -> Seq {
        self.events.last().map_or(Seq(0), |event| event.seq)
    }

    fn is_over(&self) -> bool {
        self.events.last().is_some_and(|event| matches!(event.fact, Fact::MatchEnded(_)))
    }

    fn opened(&self) -> Option<&MatchOpened> {
        match &self.events.first()?.fact {
            Fact::MatchOpened(opened) => Some(opened),
            _ => None,
        }
    }

    /// Takes new events in; an end among them is the one with this number.
    fn take(&mut self, events: Vec<Event>, ended: u64) {
        self.started |= starts(&events);
        self.unreadable = false;
        self.lost = losses(&events).fold(std::mem::take(&mut self.lost), Lost::with);
        self.events.extend(events);
        let (Some(opened), Some(Fact::MatchEnded(end))) = (self.opened(), self.events.last().map(|event| &event.fact))
        else {
            return;
        };
        let Tail { round, ply, remaining } = Tail::of(opened, &self.events[self.events.len().saturating_sub(TAIL)..]);
        let (seq, verdict, lost) = (self.newest(), end.verdict.clone(), self.lost.clone());
        self.end = Some(Arc::new(MatchEnd { number: ended, seq, verdict, round, ply, remaining, lost }));
    }

    fn state(&self) -> MatchState {
        match (self.unreadable, self.is_over(), self.started) {
            (true, ..) => MatchState::Unreadable,
            (_, true, _) => MatchState::Over,
            (_, _, true) => MatchState::Live,
            (_, _, false) => MatchState::Waiting,
        }
    }

    fn row(&self) -> Option<MatchRow> {
        let opened = self.opened()?;
        Some(MatchRow {
            match_id: self.match_id.clone(),
            game: opened.game.clone(),
            opened_unix_ms: opened.opened_unix_ms,
            opened: Some(Arc::new(opened.clone())),
            state: self.state(),
            seq: self.newest(),
            end: self.end.clone(),
            rematch: self.rematch.clone(),
        })
    }

    fn fits(&self, filter: &MatchFilter) -> bool {
        self.opened().is_some_and(|opened| {
            filter.state.is_none_or(|state| state == self.state())
                && (!filter.unfinished || matches!(self.state(), MatchState::Waiting | MatchState::Live))
                && filter.game.as_ref().is_none_or(|game| *game == opened.game)
                && filter.player.as_ref().is_none_or(|player| opened.players.contains(player))
        })
    }
}

fn at_once<'a, T: Send + 'a>(done: Result<T, StoreError>) -> StoreFuture<'a, T> {
    Box::pin(std::future::ready(done))
}
