//! A store over another one that fails in the ways that stores do.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use referee::{
    games::luck::Luck,
    ids::{MatchId, PlayerId, Seq},
    referee::{Event, Seed},
    store::{Created, Kept, MatchFilter, MatchRow, Registered, RequestKey, SharedStore, Store, StoreError},
};
use tokio::time::sleep;

/// How long a writer waits for a file that another holds.
const BUSY_TIMEOUT: Duration = Duration::from_millis(250);
/// The least and the most that a slow store takes for one append, in milliseconds.
const SLOW_MS: [usize; 2] = [50, 5_000];

/// What can be wrong with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Another process holds the file: a write fails after a while.
    Locked,
    /// There is room for few writes more.
    Full,
    /// Nothing can be written.
    ReadOnly,
    /// Each write takes its time.
    Slow,
    /// Each write takes place, and then its answer is lost.
    AnswerLost,
    /// Nothing can be read.
    Unreadable,
    /// Each write takes place or not, its answer is lost, and nothing can be read.
    LostAndUnreadable,
}

impl Fault {
    pub const ALL: [Fault; 7] = [
        Fault::Locked,
        Fault::Full,
        Fault::ReadOnly,
        Fault::Slow,
        Fault::AnswerLost,
        Fault::Unreadable,
        Fault::LostAndUnreadable,
    ];
}

/// A store that works, but for the fault that it has at the moment.
pub struct FaultyStore {
    inner: SharedStore,
    state: Mutex<State>,
}

struct State {
    fault: Option<Fault>,
    luck: Luck,
    /// How many calls each fault met.
    met: BTreeMap<Fault, u64>,
}

/// What becomes of one append.
struct Course {
    before: Duration,
    is_taken: bool,
    after: Duration,
    fails: Option<&'static str>,
}

impl FaultyStore {
    /// A store without a fault; `luck` says how long what is slow takes.
    pub fn over(inner: SharedStore, luck: Luck) -> Arc<FaultyStore> {
        Arc::new(FaultyStore { inner, state: Mutex::new(State { fault: None, luck, met: BTreeMap::new() }) })
    }

    /// From now on it has this fault, or none.
    pub fn set(&self, fault: Option<Fault>) {
        self.state().fault = fault;
    }

    /// How many calls each fault has met.
    pub fn met(&self) -> BTreeMap<Fault, u64> {
        self.state().met.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no test panics here")
    }

    fn course(&self) -> Course {
        let mut state = self.state();
        let mut course = Course { before: Duration::ZERO, is_taken: true, after: Duration::ZERO, fails: None };
        let Some(fault) = state.fault else { return course };
        match fault {
            Fault::Locked => {
                course = Course { before: BUSY_TIMEOUT, is_taken: false, fails: Some("database is locked"), ..course }
            }
            Fault::Full if state.luck.below(4) > 0 => {
                course = Course { is_taken: false, fails: Some("database or disk is full"), ..course }
            }
            Fault::ReadOnly => {
                course = Course { is_taken: false, fails: Some("attempt to write a readonly database"), ..course }
            }
            Fault::Slow => {
                let takes = SLOW_MS[0] + state.luck.below(SLOW_MS[1] - SLOW_MS[0] + 1);
                let before = state.luck.below(takes + 1);
                let ms = |ms: usize| Duration::from_millis(ms as u64);
                (course.before, course.after) = (ms(before), ms(takes - before));
            }
            Fault::AnswerLost => course.fails = Some("disk I/O error"),
            Fault::LostAndUnreadable => {
                course = Course { is_taken: state.luck.below(2) == 0, fails: Some("disk I/O error"), ..course }
            }
            Fault::Full | Fault::Unreadable => return course,
        }
        *state.met.entry(fault).or_default() += 1;
        course
    }

    /// Whether a read fails now.
    fn read(&self) -> Result<(), StoreError> {
        let mut state = self.state();
        match state.fault {
            Some(fault @ (Fault::Unreadable | Fault::LostAndUnreadable)) => {
                *state.met.entry(fault).or_default() += 1;
                Err(StoreError::Failed { doing: "read", cause: "disk I/O error".to_owned() })
            }
            _ => Ok(()),
        }
    }

    /// Whether anything else that is written fails now.
    fn write(&self) -> Result<(), StoreError> {
        match self.state().fault {
            None | Some(Fault::Slow | Fault::Unreadable) => Ok(()),
            Some(fault) => Err(StoreError::Failed { doing: "write", cause: format!("{fault:?}") }),
        }
    }

    /// What the store below does, unless this one fails first.
    fn unless<'a, T: Send + 'a>(
        &'a self,
        failed: Result<(), StoreError>,
        call: impl FnOnce(&'a dyn Store) -> Kept<'a, T>,
    ) -> Kept<'a, T> {
        match failed {
            Ok(()) => call(&*self.inner),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }
}

impl Store for FaultyStore {
    fn append(&self, match_id: &MatchId, expected: Seq, events: Vec<Event>) -> Kept<'_, ()> {
        let match_id = match_id.clone();
        Box::pin(async move {
            let Course { before, is_taken, after, fails } = self.course();
            sleep(before).await;
            if is_taken {
                self.inner.append(&match_id, expected, events).await?;
            }
            sleep(after).await;
            fails.map_or(Ok(()), |cause| Err(StoreError::Failed { doing: "append", cause: cause.to_owned() }))
        })
    }
    fn create(
        &self,
        request: RequestKey,
        answer: MatchId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> Kept<'_, Created> {
        self.unless(self.write(), |inner| inner.create(request, answer, events, seed))
    }
    fn seed(&self, match_id: &MatchId) -> Kept<'_, Option<Seed>> {
        self.unless(self.read(), |inner| inner.seed(match_id))
    }
    fn created_by(&self, request: &RequestKey) -> Kept<'_, Option<Created>> {
        self.unless(self.read(), |inner| inner.created_by(request))
    }
    fn events(&self, match_id: &MatchId, after: Seq, limit: usize) -> Kept<'_, Vec<Event>> {
        self.unless(self.read(), |inner| inner.events(match_id, after, limit))
    }
    fn unfinished(&self) -> Kept<'_, Vec<MatchId>> {
        self.unless(self.read(), |inner| inner.unfinished())
    }
    fn matches(&self, filter: MatchFilter, before: Option<MatchId>, limit: usize) -> Kept<'_, Vec<MatchRow>> {
        self.unless(self.read(), |inner| inner.matches(filter, before, limit))
    }
    fn row(&self, match_id: &MatchId) -> Kept<'_, Option<MatchRow>> {
        self.unless(self.read(), |inner| inner.row(match_id))
    }
    fn mark_unreadable(&self, match_id: &MatchId, cause: String) -> Kept<'_, ()> {
        self.unless(self.write(), |inner| inner.mark_unreadable(match_id, cause))
    }
    fn register(&self, player: PlayerId, token_digest: [u8; 32]) -> Kept<'_, Registered> {
        self.unless(self.write(), |inner| inner.register(player, token_digest))
    }
    fn ensure_house(&self, player: &PlayerId) -> Kept<'_, ()> {
        self.unless(self.write(), |inner| inner.ensure_house(player))
    }
    fn renew(&self, player: &PlayerId, token_digest: [u8; 32]) -> Kept<'_, ()> {
        self.unless(self.write(), |inner| inner.renew(player, token_digest))
    }
    fn player_of(&self, token_digest: [u8; 32]) -> Kept<'_, Option<PlayerId>> {
        self.unless(self.read(), |inner| inner.player_of(token_digest))
    }
    fn players(&self, after: Option<PlayerId>, limit: usize) -> Kept<'_, Vec<PlayerId>> {
        self.unless(self.read(), |inner| inner.players(after, limit))
    }
    fn has_player(&self, player: &PlayerId) -> Kept<'_, bool> {
        self.unless(self.read(), |inner| inner.has_player(player))
    }
}
