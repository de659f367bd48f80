//! The store of a run: a correct store under a layer that simulates all faults and logs the calls.
//!
//! Each start of the server has its own handle. When the server dies, calls to its handle never
//! return, as in a terminated process.

mod accounts;
mod contests;
mod servers;

use std::{
    collections::{BTreeMap, BTreeSet},
    future::{Future, pending},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use referee::{
    games::search::split_mix::SplitMix64,
    ids::{MatchId, Seq},
    law::{Event, Fact, Seed},
    store::{
        Created, Epoch, EventLog, MatchFilter, MatchIndex, MatchRow, MemoryLog, Pruning, RequestKey, ResultFilter,
        ResultsPage, Store, StoreError, StoreFuture, StreamId, Tables,
    },
};
use tokio::{
    sync::Notify,
    time::{Instant, sleep},
};

use crate::{
    fate::{Fate, Stay, Trouble},
    plan::{Append, StoreFault},
};

/// The message of a planned panic.
pub const PLANNED: &str = "planned: a table panics at its append";
/// Maximum pages that all tasks together read at one moment.
const READS: u64 = 10_000;
/// Delay of a write while another process holds the store.
const BUSY: Duration = Duration::from_millis(250);

/// The state shared by all handles of the store.
pub struct Core {
    inner: MemoryLog,
    tables: Arc<Tables>,
    began: Instant,
    state: Mutex<State>,
    /// Notified when a server dies at an append, and when a match ends.
    pub changed: Notify,
}

struct State {
    /// The live servers, newest last. Empty while the server is down; several during a takeover.
    living: BTreeSet<u64>,
    servers: u64,
    /// The current faults, newest last.
    faults: Vec<(usize, StoreFault)>,
    at_next_append: Option<AtAppend>,
    latency: Duration,
    luck: SplitMix64,
    writes: u64,
    /// Time of the last read, and number of reads at that time.
    reads: (Duration, u64),
    spun: bool,
    fates: BTreeMap<MatchId, Fate>,
    /// The contests that are over.
    contests_over: BTreeSet<String>,
    /// Times at which the events of each contest were stored.
    contest_times: BTreeMap<String, Vec<Duration>>,
    /// Time at which each server died.
    deaths: BTreeMap<u64, Duration>,
}

#[derive(Clone, Copy, PartialEq)]
pub enum AtAppend {
    Crash(Append),
    Panic(Append),
}

impl Core {
    pub fn new(latency: Duration, luck: SplitMix64) -> Arc<Core> {
        let state = State {
            living: BTreeSet::new(),
            servers: 0,
            faults: Vec::new(),
            at_next_append: None,
            latency,
            luck,
            writes: 0,
            reads: (Duration::ZERO, 0),
            spun: false,
            fates: BTreeMap::new(),
            contests_over: BTreeSet::new(),
            contest_times: BTreeMap::new(),
            deaths: BTreeMap::new(),
        };
        Arc::new(Core {
            // Keep everything, because the judge reads every match at the end.
            inner: MemoryLog::keeping(usize::MAX),
            tables: Arc::new(Tables::in_memory().expect("there is memory")),
            began: Instant::now(),
            state: Mutex::new(state),
            changed: Notify::new(),
        })
    }

    /// Returns the time since the start of the run.
    pub fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Returns the number and the handle of a new server.
    pub fn start(self: &Arc<Core>) -> (u64, Store) {
        let mut state = self.state();
        state.servers += 1;
        let server = state.servers;
        state.living.insert(server);
        drop(state);
        let handle = Arc::new(Handle { core: Arc::clone(self), server });
        let (log, index) = (Arc::<Handle>::clone(&handle), Arc::<Handle>::clone(&handle));
        let (consents, contests) = (Arc::<Handle>::clone(&handle), Arc::<Handle>::clone(&handle));
        // No host administers the simulated server.
        (
            server,
            Store {
                log,
                index,
                accounts: handle,
                consents,
                contests,
                webhooks: Arc::<Tables>::clone(&self.tables),
                administration: Arc::<Tables>::clone(&self.tables),
                sign_ins: Arc::<Tables>::clone(&self.tables),
                guests: Arc::<Tables>::clone(&self.tables),
            },
        )
    }

    pub fn begin(&self, number: usize, fault: StoreFault) {
        self.state().faults.push((number, fault));
    }

    pub fn end(&self, number: usize) {
        self.state().faults.retain(|(of, _)| *of != number);
    }

    pub fn at_next_append(&self, at: AtAppend) {
        self.state().at_next_append = Some(at);
    }

    /// Ends all faults.
    pub fn calm(&self) {
        let mut state = self.state();
        state.faults.clear();
        state.at_next_append = None;
    }

    pub fn fate(&self, match_id: &MatchId) -> Fate {
        self.state().fates.get(match_id).cloned().unwrap_or_default()
    }

    /// Returns the open matches that are not over.
    pub fn unfinished(&self) -> Vec<MatchId> {
        let state = self.state();
        state.fates.iter().filter(|(_, kept)| !kept.over).map(|(match_id, _)| match_id.clone()).collect()
    }

    /// Returns the durable logs in the order of opening.
    pub async fn logs(&self) -> Vec<Vec<Event>> {
        let rows = self.inner.matches(MatchFilter::default(), None, usize::MAX).await.expect("memory does not fail");
        let mut logs = Vec::new();
        for row in rows.iter().rev() {
            logs.push(self.inner.events(&row.match_id, Seq(0), usize::MAX).await.expect("memory does not fail"));
        }
        logs
    }

    /// Returns whether a task reads endlessly at one moment, which would stop virtual time.
    fn spins(&self) -> bool {
        let now = self.now();
        let mut state = self.state();
        state.reads = if state.reads.0 == now { (now, state.reads.1 + 1) } else { (now, 1) };
        let spins = state.reads.1 > READS;
        state.spun |= spins;
        spins
    }

    /// Returns whether a task has read endlessly.
    pub fn has_spun(&self) -> bool {
        self.state().spun
    }

    /// Returns whether the server dies at this write. Writes of tables are handled elsewhere.
    fn dies_now(&self) -> bool {
        let at = &mut self.state().at_next_append;
        at.take_if(|at| matches!(at, AtAppend::Crash(_))).is_some()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the stay at a table of `server` that begins with these events once they are stored.
    fn stay(&self, server: u64, events: &[Event]) -> Option<(u64, Stay)> {
        let begins = |event: &&Event| matches!(event.fact, Fact::MatchOpened(_) | Fact::ServerRestarted);
        let event = events.iter().find(begins)?;
        let began = self.now();
        let zero = began.as_nanos() as i128 - i128::from(event.at.0);
        Some((event.seq.0, Stay { server, zero, began }))
    }

    /// Records stored events. A stay may begin with them, and the match may end.
    fn note_stored(&self, match_id: &MatchId, events: &[Event], stay: Option<(u64, Stay)>) {
        if let Some((seq, stay)) = stay {
            let mut state = self.state();
            let kept = state.fates.entry(match_id.clone()).or_default();
            kept.stays.insert(seq, stay);
            if let Some(trouble) = kept.troubles.last_mut() {
                trouble.ended.get_or_insert(stay.began);
            }
        }
        self.note_over(match_id, events);
    }

    fn note_over(&self, match_id: &MatchId, events: &[Event]) {
        if events.iter().any(|event| matches!(event.fact, Fact::MatchEnded(_))) {
            self.state().fates.entry(match_id.clone()).or_default().over = true;
            self.changed.notify_waiters();
        }
    }

    /// Records a read. A reader that sees events of a failed append knows that they were stored.
    fn note_read(&self, match_id: &MatchId, after: Seq) {
        let now = self.now();
        if let Some(fate) = self.state().fates.get_mut(match_id)
            && let Some(trouble) = fate.troubles.last_mut()
            && trouble.ended.is_none()
            && trouble.taken_after == Some(after)
        {
            trouble.ended = Some(now);
        }
    }

    fn note_append(&self, match_id: &MatchId, began: Duration, is_well: bool, taken_after: Option<Seq>) {
        let now = self.now();
        let mut state = self.state();
        let troubles = &mut state.fates.entry(match_id.clone()).or_default().troubles;
        let open = troubles.last_mut().filter(|trouble| trouble.ended.is_none());
        let slow = now - began >= referee::hall::limits::SLOW_STORE;
        match (open, is_well) {
            (Some(trouble), true) => trouble.ended = Some(now),
            (Some(trouble), false) => trouble.taken_after = taken_after,
            (None, true) if slow => troubles.push(Trouble { began, ended: Some(now), taken_after: None }),
            (None, true) => {}
            (None, false) => troubles.push(Trouble { began, ended: None, taken_after }),
        }
    }
}

/// The store as seen by one server.
pub struct Handle {
    core: Arc<Core>,
    server: u64,
}

/// The plan for one write: its delays, whether it is stored, and its error.
struct Course {
    before: Duration,
    is_taken: bool,
    after: Duration,
    fails: Option<&'static str>,
}

impl Handle {
    /// Never returns if the server is dead.
    async fn alive(&self) {
        if !self.core.lives(self.server) {
            pending::<()>().await;
        }
    }

    fn course(&self) -> Course {
        let mut state = self.core.state();
        state.writes += 1;
        let most = state.latency.as_millis() as usize;
        let mut latency = || Duration::from_millis(state.luck.below(most + 1) as u64);
        let mut course = Course { before: latency(), is_taken: true, after: latency(), fails: None };
        match state.faults.last().map(|(_, fault)| *fault) {
            None | Some(StoreFault::Unreadable) => {}
            Some(StoreFault::Refuses) => {
                course = Course { before: BUSY, is_taken: false, fails: Some("database is locked"), ..course };
            }
            Some(StoreFault::Slow(takes)) => (course.before, course.after) = (takes / 3, takes * 2 / 3),
            Some(StoreFault::AnswerLost) => course.fails = Some("disk I/O error"),
            Some(StoreFault::LostAndUnreadable) => {
                (course.is_taken, course.fails) = (state.writes.is_multiple_of(2), Some("disk I/O error"));
            }
        }
        course
    }

    async fn append_now(
        &self,
        match_id: MatchId,
        expected: Seq,
        owner: Epoch,
        events: Vec<Event>,
    ) -> Result<(), StoreError> {
        self.alive().await;
        let core = &self.core;
        let stay = core.stay(self.server, &events);
        let (began, at_append) = (core.now(), core.state().at_next_append.take());
        if let Some(AtAppend::Crash(append) | AtAppend::Panic(append)) = at_append {
            if append == Append::Durable {
                core.inner.append(&match_id, expected, owner, events.clone()).await?;
                core.note_stored(&match_id, &events, stay);
            }
            if let Some(AtAppend::Panic(_)) = at_append {
                core.state().fates.entry(match_id).or_default().panics += 1;
                panic!("{PLANNED}");
            }
            core.kill(self.server);
            pending::<()>().await;
        }
        let Course { before, is_taken, after, fails } = self.course();
        wait(before).await;
        self.alive().await;
        if is_taken && let Err(error) = core.inner.append(&match_id, expected, owner, events.clone()).await {
            // A server that has lost ownership says nothing about the state of the store.
            if !matches!(error, StoreError::Superseded { .. }) {
                core.note_append(&match_id, began, false, None);
            }
            return Err(error);
        }
        if is_taken {
            core.note_stored(&match_id, &events, stay);
        }
        wait(after).await;
        self.alive().await;
        core.note_append(&match_id, began, fails.is_none(), is_taken.then_some(expected));
        fails.map_or(Ok(()), |cause| Err(failed("append", cause)))
    }

    fn read_fails(&self) -> Result<(), StoreError> {
        match self.core.state().faults.last() {
            Some((_, StoreFault::Unreadable | StoreFault::LostAndUnreadable)) => Err(failed("read", "disk I/O error")),
            _ => Ok(()),
        }
    }

    fn write_fails(&self) -> Result<(), StoreError> {
        match self.core.state().faults.last() {
            None | Some((_, StoreFault::Slow(_) | StoreFault::Unreadable)) => Ok(()),
            Some((_, fault)) => Err(StoreError::Failed { doing: "write", cause: format!("{fault:?}") }),
        }
    }

    pub fn tables(&self) -> &Tables {
        &self.core.tables
    }

    pub fn read<'a, T: Send + 'a>(
        &'a self,
        call: impl Future<Output = Result<T, StoreError>> + Send + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            self.alive().await;
            self.read_fails()?;
            call.await
        })
    }

    pub fn write<'a, T: Send + 'a>(
        &'a self,
        call: impl Future<Output = Result<T, StoreError>> + Send + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            self.alive().await;
            self.write_fails()?;
            call.await
        })
    }
}

/// Waits for a time. Returns immediately if it is zero, without yielding.
async fn wait(time: Duration) {
    if !time.is_zero() {
        sleep(time).await;
    }
}

fn failed(doing: &'static str, cause: &str) -> StoreError {
    StoreError::Failed { doing, cause: cause.to_owned() }
}

impl EventLog for Handle {
    fn append(&self, stream: &StreamId, expected: Seq, owner: Epoch, events: Vec<Event>) -> StoreFuture<'_, ()> {
        let stream = stream.clone();
        Box::pin(self.append_now(stream, expected, owner, events))
    }
    fn create(
        &self,
        request: RequestKey,
        stream: StreamId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> StoreFuture<'_, Created> {
        Box::pin(async move {
            self.alive().await;
            let fault = self.core.state().faults.last().map(|(_, fault)| *fault);
            if fault == Some(StoreFault::Refuses) {
                sleep(BUSY).await;
                return Err(failed("create", "database is locked"));
            }
            let stay = self.core.stay(self.server, &events);
            let dies = self.core.dies_now();
            let created = self.core.inner.create(request, stream.clone(), events.clone(), seed).await;
            if created == Ok(Created::New) {
                self.core.note_stored(&stream, &events, stay);
            }
            if dies {
                self.core.kill(self.server);
            }
            self.alive().await;
            match fault {
                Some(StoreFault::AnswerLost | StoreFault::LostAndUnreadable) => Err(failed("create", "disk I/O error")),
                _ => created,
            }
        })
    }
    fn take_over(&self, stream: &StreamId) -> StoreFuture<'_, Option<Epoch>> {
        let stream = stream.clone();
        Box::pin(async move {
            self.alive().await;
            let Course { before, is_taken, after, fails } = self.course();
            wait(before).await;
            self.alive().await;
            let epoch = if is_taken { self.core.inner.take_over(&stream).await? } else { None };
            wait(after).await;
            self.alive().await;
            fails.map_or(Ok(epoch), |cause| Err(failed("take over", cause)))
        })
    }
    fn created_by(&self, request: &RequestKey) -> StoreFuture<'_, Option<Created>> {
        let request = request.clone();
        self.read(async move { self.core.inner.created_by(&request).await })
    }
    fn events(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>> {
        let stream = stream.clone();
        self.read(async move {
            if self.core.spins() {
                return pending().await;
            }
            self.core.note_read(&stream, after);
            self.core.inner.events(&stream, after, limit).await
        })
    }
    fn prune(&self, stream: &StreamId, most: usize) -> StoreFuture<'_, Pruning> {
        let stream = stream.clone();
        self.write(async move { self.core.inner.prune(&stream, most).await })
    }
    fn seed(&self, stream: &StreamId) -> StoreFuture<'_, Option<Seed>> {
        let stream = stream.clone();
        self.read(async move { self.core.inner.seed(&stream).await })
    }
}

impl MatchIndex for Handle {
    fn unfinished(&self) -> StoreFuture<'_, Vec<MatchId>> {
        self.read(self.core.inner.unfinished())
    }
    fn matches(&self, filter: MatchFilter, before: Option<MatchId>, limit: usize) -> StoreFuture<'_, Vec<MatchRow>> {
        self.read(async move { self.core.inner.matches(filter, before, limit).await })
    }
    fn row(&self, match_id: &MatchId) -> StoreFuture<'_, Option<MatchRow>> {
        let match_id = match_id.clone();
        self.read(async move { self.core.inner.row(&match_id).await })
    }
    fn results(&self, after: u64, filter: ResultFilter, limit: usize) -> StoreFuture<'_, ResultsPage> {
        self.read(async move { self.core.inner.results(after, filter, limit).await })
    }
    fn unpruned(&self, after: u64, limit: usize) -> StoreFuture<'_, Vec<(u64, MatchRow)>> {
        self.read(async move { self.core.inner.unpruned(after, limit).await })
    }
    fn mark_unreadable(&self, match_id: &MatchId, cause: String) -> StoreFuture<'_, ()> {
        let match_id = match_id.clone();
        self.write(async move { self.core.inner.mark_unreadable(&match_id, cause).await })
    }
}
