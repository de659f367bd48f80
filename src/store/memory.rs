//! Match logs in memory, for tests, local matches, and benchmarks without durability.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use referee_ids::{MatchId, PlayerId, Seq};
use referee_law::{Event, Fact, MatchOpened, Seed, ending::lost::Lost};

use super::{
    Created, Epoch, EventLog, MatchEnd, MatchFilter, MatchIndex, MatchRow, MatchState, Pruning, REQUESTS_PER_PLAYER,
    RESULTS_LOOKED_AT, RequestKey, ResultFilter, ResultsPage, StoreError, StoreFuture, StreamId,
    limits::{check_following, check_opening},
    row_changes::{LAST_EVENTS, LastPosition, losses, starts},
};

/// Maximum finished matches kept; those that ended first are dropped first.
pub const MAX_FINISHED: usize = 1_000;
const _: () = assert!(MAX_FINISHED as u64 <= RESULTS_LOOKED_AT);

/// Live matches, and the last [`MAX_FINISHED`] finished ones.
pub struct MemoryLog {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    max_finished: usize,
    /// Matches by the number of their opening.
    matches: BTreeMap<u64, Log>,
    orders: HashMap<MatchId, u64>,
    opened: u64,
    /// Finished matches, in the order in which they ended.
    finished: VecDeque<u64>,
    /// Number of ended matches.
    ended: u64,
    requests: HashMap<PlayerId, VecDeque<(RequestKey, MatchId)>>,
}

struct Log {
    match_id: MatchId,
    epoch: Epoch,
    /// SHA-256 of the request that created the match.
    content: [u8; 32],
    events: Appended,
    seed: Option<Seed>,
    started: bool,
    lost: Lost,
    end: Option<Arc<MatchEnd>>,
    rematch: Option<MatchId>,
    unreadable: bool,
    /// Progress of pruning; `None` before pruning starts.
    pruning: Option<Pruning>,
}

/// Appended batches of events. A batch is never moved and never empty.
#[derive(Default)]
struct Appended(Vec<Vec<Event>>);

impl Appended {
    fn push(&mut self, events: Vec<Event>) {
        if !events.is_empty() {
            self.0.push(events);
        }
    }

    fn first(&self) -> Option<&Event> {
        self.0.first()?.first()
    }

    fn last(&self) -> Option<&Event> {
        self.0.last()?.last()
    }

    /// Returns the events after `after`, in order.
    fn after(&self, after: Seq) -> impl Iterator<Item = &Event> {
        let begin = self.0.partition_point(|part| part.last().is_some_and(|last| last.seq <= after));
        self.0[begin..].iter().flatten().skip_while(move |event| event.seq <= after)
    }

    /// Returns the newest `most` events, in order.
    fn newest(&self, most: usize) -> Vec<Event> {
        let mut newest: Vec<Event> =
            self.0.iter().rev().flat_map(|part| part.iter().rev()).take(most).cloned().collect();
        newest.reverse();
        newest
    }
}

impl Default for MemoryLog {
    fn default() -> MemoryLog {
        MemoryLog::new()
    }
}

impl MemoryLog {
    pub fn new() -> MemoryLog {
        MemoryLog::keeping(MAX_FINISHED)
    }

    /// Creates an empty store that keeps `max_finished` finished matches.
    pub fn keeping(max_finished: usize) -> MemoryLog {
        MemoryLog { state: Mutex::new(State { max_finished, ..State::default() }) }
    }

    /// Locks the state. The lock is never held across an await or with a half-made change, so a
    /// poisoned lock is ignored.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EventLog for MemoryLog {
    fn append(&self, stream: &StreamId, expected: Seq, owner: Epoch, events: Vec<Event>) -> StoreFuture<'_, ()> {
        let done = check_following(stream, expected, &events)
            .map_err(StoreError::Malformed)
            .and_then(|()| self.state().append(stream, expected, owner, events));
        ready(done)
    }

    fn take_over(&self, stream: &StreamId) -> StoreFuture<'_, Option<Epoch>> {
        let mut state = self.state();
        let epoch = state.log_mut(stream).map(|log| {
            log.epoch = Epoch(log.epoch.0 + 1);
            log.epoch
        });
        ready(Ok(epoch))
    }

    fn create(
        &self,
        request: RequestKey,
        stream: StreamId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> StoreFuture<'_, Created> {
        let done = check_opening(&stream, &events)
            .map_err(StoreError::Malformed)
            .map(|()| self.state().create(request, stream, events, seed));
        ready(done)
    }

    fn created_by(&self, request: &RequestKey) -> StoreFuture<'_, Option<Created>> {
        ready(Ok(self.state().created_by(request)))
    }

    fn events(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>> {
        let state = self.state();
        ready(state.log(stream).map_or(Ok(Vec::new()), |log| log.events(after, limit)))
    }

    fn prune(&self, stream: &StreamId, most: usize) -> StoreFuture<'_, Pruning> {
        let mut state = self.state();
        let pruned = state.log_mut(stream).ok_or(StoreError::Conflict { newest: Seq(0) });
        ready(pruned.and_then(|log| log.prune(most)))
    }

    fn seed(&self, stream: &StreamId) -> StoreFuture<'_, Option<Seed>> {
        ready(Ok(self.state().log(stream).and_then(|log| log.seed.clone())))
    }
}

impl MatchIndex for MemoryLog {
    fn unfinished(&self) -> StoreFuture<'_, Vec<MatchId>> {
        let state = self.state();
        ready(Ok(state.matches.values().filter(|log| !log.is_over()).map(|log| log.match_id.clone()).collect()))
    }

    fn matches(&self, filter: MatchFilter, before: Option<MatchId>, limit: usize) -> StoreFuture<'_, Vec<MatchRow>> {
        let state = self.state();
        let end = match &before {
            Some(before) => state.orders.get(before).copied().unwrap_or(0),
            None => u64::MAX,
        };
        let page = state.matches.range(..end).rev().map(|(_, log)| log).filter(|log| log.is_in(&filter)).take(limit);
        ready(Ok(page.filter_map(Log::row).collect()))
    }

    fn row(&self, match_id: &MatchId) -> StoreFuture<'_, Option<MatchRow>> {
        ready(Ok(self.state().log(match_id).and_then(Log::row)))
    }

    fn results(&self, after: u64, filter: ResultFilter, limit: usize) -> StoreFuture<'_, ResultsPage> {
        let state = self.state();
        // The store keeps fewer results than a page may examine, so one page examines all.
        let looked_at = state.ended.max(after);
        let ended = state.finished.iter().filter_map(|number| state.matches.get(number));
        let asked = ended.filter(|log| {
            log.end.as_ref().is_some_and(|end| end.number > after) && log.opened().is_some_and(|of| filter.has(of))
        });
        let result = |log: &Log| Some((log.end.as_ref()?.number, log.row()?));
        let rows = asked.filter_map(result).take(limit).collect();
        ready(Ok(ResultsPage::new(rows, limit, looked_at, state.ended)))
    }

    fn unpruned(&self, after: u64, limit: usize) -> StoreFuture<'_, Vec<(u64, MatchRow)>> {
        let state = self.state();
        let ended = state.finished.iter().filter_map(|number| state.matches.get(number));
        let result = |log: &Log| Some((log.end.as_ref()?.number, log.row()?));
        let left = ended.filter(|log| log.pruning != Some(Pruning::Done)).filter_map(result);
        ready(Ok(left.filter(|(number, _)| *number > after).take(limit).collect()))
    }

    fn mark_unreadable(&self, match_id: &MatchId, _cause: String) -> StoreFuture<'_, ()> {
        if let Some(log) = self.state().log_mut(match_id) {
            log.unreadable = true;
        }
        ready(Ok(()))
    }
}

impl State {
    fn log(&self, match_id: &MatchId) -> Option<&Log> {
        self.matches.get(self.orders.get(match_id)?)
    }

    fn log_mut(&mut self, match_id: &MatchId) -> Option<&mut Log> {
        self.matches.get_mut(self.orders.get(match_id)?)
    }

    fn append(
        &mut self,
        match_id: &MatchId,
        expected: Seq,
        owner: Epoch,
        events: Vec<Event>,
    ) -> Result<(), StoreError> {
        let log = self.log(match_id).ok_or(StoreError::Conflict { newest: Seq(0) })?;
        if log.epoch != owner {
            return Err(StoreError::Superseded { epoch: log.epoch });
        }
        if log.newest() != expected || log.is_over() {
            return Err(StoreError::Conflict { newest: log.newest() });
        }
        self.extend(match_id, events);
        Ok(())
    }

    /// Adds events that were already checked.
    fn extend(&mut self, match_id: &MatchId, events: Vec<Event>) {
        let ended = self.ended + 1;
        let Some(order) = self.orders.get(match_id).copied() else { return };
        let Some(log) = self.matches.get_mut(&order).filter(|_| !events.is_empty()) else { return };
        log.push(events, ended);
        if log.is_over() {
            self.ended = ended;
            self.finished.push_back(order);
            self.forget_oldest();
        }
    }

    fn add(&mut self, match_id: &MatchId, content: [u8; 32], seed: Option<Seed>) {
        self.opened += 1;
        self.orders.insert(match_id.clone(), self.opened);
        let empty = Log {
            match_id: match_id.clone(),
            epoch: Epoch::FIRST,
            content,
            events: Appended::default(),
            seed,
            started: false,
            lost: Lost::default(),
            end: None,
            rematch: None,
            unreadable: false,
            pruning: None,
        };
        self.matches.insert(self.opened, empty);
    }

    fn forget_oldest(&mut self) {
        while self.finished.len() > self.max_finished {
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

    fn create(&mut self, request: RequestKey, answer: MatchId, events: Vec<Event>, seed: Option<Seed>) -> Created {
        if let Some(before) = self.created_by(&request) {
            return before;
        }
        let made = self.log(&answer).map(|log| log.content == request.content);
        let created = match made {
            Some(true) => Created::Before(answer.clone()),
            Some(false) => return Created::Taken,
            None => Created::New,
        };
        if created == Created::New {
            self.add(&answer, request.content, seed);
            self.extend(&answer, events);
            self.link_rematch(&answer);
        }
        if !request.request_id.is_empty() {
            let remembered = self.requests.entry(request.player.clone()).or_default();
            remembered.push_back((request, answer));
            if remembered.len() > REQUESTS_PER_PLAYER {
                remembered.pop_front();
            }
        }
        created
    }

    /// Sets the new match as the rematch of the match before it.
    fn link_rematch(&mut self, match_id: &MatchId) {
        let of = self.log(match_id).and_then(Log::opened).and_then(|opened| opened.rematch_of.clone());
        if let Some(log) = of.and_then(|of| self.log_mut(&of)) {
            log.rematch = Some(match_id.clone());
        }
    }
}

impl Log {
    fn newest(&self) -> Seq {
        self.events.last().map_or(Seq(0), |event| event.seq)
    }

    /// Returns the events after `after`, in order, or an error if some were pruned.
    fn events(&self, after: Seq, limit: usize) -> Result<Vec<Event>, StoreError> {
        let page: Vec<Event> = self.events.after(after).take(limit).cloned().collect();
        let has_gap = page.last().is_some_and(|last| last.seq.0 - after.0 != page.len() as u64);
        if has_gap { Err(StoreError::Pruned { match_id: self.match_id.clone() }) } else { Ok(page) }
    }

    fn prune(&mut self, most: usize) -> Result<Pruning, StoreError> {
        if !self.is_over() {
            return Err(StoreError::Conflict { newest: self.newest() });
        }
        let mut events: Vec<Event> = mem::take(&mut self.events.0).into_iter().flatten().collect();
        let dropped = most.min(events.len().saturating_sub(2));
        events.drain(1..1 + dropped);
        self.events.push(events);
        let pruning = if dropped < most { Pruning::Done } else { Pruning::Begun };
        if pruning == Pruning::Done {
            self.seed = None;
        }
        self.pruning = Some(pruning);
        Ok(pruning)
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

    /// Adds events. `ended` is the result number of the match if these events end it.
    fn push(&mut self, events: Vec<Event>, ended: u64) {
        self.started |= starts(&events);
        self.unreadable = false;
        self.lost = losses(&events).fold(mem::take(&mut self.lost), Lost::with);
        self.events.push(events);
        let (Some(opened), Some(Fact::MatchEnded(end))) = (self.opened(), self.events.last().map(|event| &event.fact))
        else {
            return;
        };
        let LastPosition { round, ply, remaining } = LastPosition::of(opened, &self.events.newest(LAST_EVENTS));
        let (seq, ended_unix_ms) = (self.newest(), end.ended_unix_ms);
        let (verdict, lost) = (end.verdict.clone(), self.lost.clone());
        self.end = Some(Arc::new(MatchEnd { number: ended, seq, verdict, ended_unix_ms, round, ply, remaining, lost }));
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
            pruned: self.pruning.is_some(),
        })
    }

    fn is_in(&self, filter: &MatchFilter) -> bool {
        self.opened().is_some_and(|opened| {
            filter.state.is_none_or(|state| state == self.state())
                && (!filter.unfinished || matches!(self.state(), MatchState::Waiting | MatchState::Live))
                && filter.game.as_ref().is_none_or(|game| *game == opened.game)
                && filter.player.iter().chain(&filter.opponent).all(|player| opened.players.contains(player))
                && filter
                    .contest
                    .as_ref()
                    .is_none_or(|contest| opened.occasion.as_ref().is_some_and(|occasion| occasion.contest == *contest))
        })
    }
}

pub(super) fn ready<'a, T: Send + 'a>(done: Result<T, StoreError>) -> StoreFuture<'a, T> {
    Box::pin(std::future::ready(done))
}
