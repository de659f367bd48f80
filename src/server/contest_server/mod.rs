//! Tournaments and ladders that this server runs, each by a steward. [`running`] keeps the
//! stewards, and [`matches`] opens their matches in the hall. [`Kind`] is what a server needs of
//! [`mod@tournament`]s and [`mod@ladder`]s in addition to their rules.
//!
//! The state of a contest is a fold of its stored events, so the server can resume every contest
//! after a restart.

mod decided;
mod kind;
mod ladder;
mod ladder_record;
mod matches;
mod open_matches;
mod published;
mod refused;
mod resting;
mod running;
mod sealed;
mod tournament;
mod waiting;

use std::{
    collections::{BTreeMap, VecDeque},
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use referee_contests::{
    contest::{CommandOf, Event, EventOf, FactOf},
    ladder::Ladder,
    tournament::Tournament,
};
use referee_ids::Seq;
use referee_law::{Contest, Reason, Refusal};
use referee_store::{ContestLog, ContestOpened, ContestRow};
use tokio::{
    runtime::Handle,
    sync::{Notify, broadcast, mpsc, mpsc::error::TrySendError, oneshot, watch},
    time::sleep,
};
use tracing::Instrument as _;

pub use kind::{Kind, Seen};
pub use ladder_record::LadderRecordParts;
pub use matches::MatchSetup;
pub use open_matches::{OpenHere, comes_until_unix_ms};
pub use published::{
    FitPlace, KEPT_COVARIANCES, LadderView, MAX_FITS_AT_ONCE, Publication, Published, SharedFits, ToPublish, Wanted,
};
pub use resting::MAX_WOKEN;
pub use waiting::{Wait, WaitingMatch};

use running::Running;
use sealed::Sealed;

pub use crate::contest_steward::WAITING_COMMANDS;
use crate::{
    contest_steward::{Asked, stored},
    hall::Hall,
};
pub use referee_store::codec::contest::{
    ladder_rules_message, ms_or, read_pairing, read_quarantine, read_rules, rules_message, shown, write_ms,
};

/// Maximum running tournaments, and maximum running ladders. Resting ones do not count.
pub const MAX_RUNNING: usize = 256;
/// Maximum finished contests of each kind in the cache.
const KEPT_FINISHED: usize = 16;
/// Maximum unread notices per listener; a listener that misses more gets one notice of that.
const UNHEARD_APPENDS: usize = 1024;

/// Delay before a store that failed at the start is read again.
const RESUME_AGAIN: Duration = Duration::from_secs(1);

/// A function that reads the setup of a contest's matches from its opening: one setup, or one for
/// each category.
pub type ReadSetups<K> = fn(&Hall, &K, Stands) -> Result<Vec<MatchSetup>, Refusal>;
/// Whether a contest already exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// The contest is requested now, so matches that this server would not open are rejected.
    New,
    /// The contest was opened before, perhaps under other limits, and continues.
    Before,
}

/// The tournaments of a server.
pub type Tournaments = Contests<Tournament>;
/// The ladders of a server.
pub type Ladders = Contests<Ladder>;

/// The contests of one kind on a server. Clones are handles to the same contests.
pub struct Contests<K: Kind> {
    inner: Arc<Inner<K>>,
}

impl<K: Kind> Clone for Contests<K> {
    fn clone(&self) -> Self {
        Contests { inner: Arc::clone(&self.inner) }
    }
}

/// All contests of a server. Clones are handles to the same contests.
#[derive(Clone)]
pub struct AllContests {
    pub tournaments: Tournaments,
    pub ladders: Ladders,
    appended: broadcast::Sender<Contest>,
    /// Notified when a contest may have decided a live match.
    decided: Arc<Notify>,
}

struct Inner<K: Kind> {
    hall: Hall,
    contests: Arc<dyn ContestLog>,
    read_setups: ReadSetups<K>,
    /// Runtime for stewards. Pairing many entrants takes long, and matches must not wait for that.
    stewards: Handle,
    running: Mutex<BTreeMap<Contest, Arc<Running<K>>>>,
    /// Held from the check for room until the contest runs, so that concurrent requests are
    /// admitted one by one.
    creating: tokio::sync::Mutex<()>,
    /// Cached finished contests, the most recently read first.
    finished: Mutex<VecDeque<(Contest, Arc<K::View>)>>,
    /// Held while a contest without a steward is read from the store.
    reading: tokio::sync::Mutex<()>,
    shared: K::Shared,
    /// The contests that hold results back.
    sealed: Sealed,
    /// Notified when a contest starts to rest.
    rested: Notify,
    /// The channel that names the contest of every append.
    appended: broadcast::Sender<Contest>,
    decided: Arc<Notify>,
    stopping: watch::Sender<bool>,
}

/// A contest that must be opened.
pub struct ToOpen<K: Kind> {
    /// Id of the contest.
    pub id: String,
    /// The first facts: the opening, and the facts that follow from it.
    pub facts: Vec<FactOf<K>>,
    /// SHA-256 of the request.
    pub content: [u8; 32],
}

impl AllContests {
    /// Creates the contests of a hall's store. Their matches are played in that hall, on the
    /// current runtime.
    pub fn new(hall: &Hall, of_tournament: ReadSetups<Tournament>, of_ladder: ReadSetups<Ladder>) -> AllContests {
        let (appended, decided) = (broadcast::Sender::new(UNHEARD_APPENDS), Arc::<Notify>::default());
        AllContests {
            tournaments: Contests::new(hall.clone(), of_tournament, appended.clone(), Arc::clone(&decided)),
            ladders: Contests::new(hall.clone(), of_ladder, appended.clone(), Arc::clone(&decided)),
            appended,
            decided,
        }
    }

    /// Reads which contests hold results back. If the store fails, all contests count as sealed
    /// until [`AllContests::resume`] has read them.
    pub async fn read_sealed(&self) {
        let (tournaments, ladders) = (&self.tournaments.inner, &self.ladders.inner);
        let read = async {
            tournaments.read_sealed().await?;
            ladders.read_sealed().await
        };
        if let Err(error) = read.await {
            tracing::error!(%error, "failed to read which contests hold results back: all do for now");
        }
    }

    /// Resumes all unfinished contests, and serves them until the server stops. Retries a failed
    /// store.
    pub async fn resume(self) {
        let AllContests { tournaments, ladders, .. } = self.clone();
        tokio::join!(
            tournaments.clone().resume(),
            ladders.resume(),
            tournaments.wake_in_time(),
            self.abort_decided_in_time()
        );
    }

    /// Subscribes to contests. The receiver gets a contest when a visible event was appended to it,
    /// and when it is created or resumed.
    pub fn appended(&self) -> broadcast::Receiver<Contest> {
        self.appended.subscribe()
    }

    /// Stops all stewards. At the next start, they resume from the stored events.
    pub fn close(&self) {
        self.tournaments.close();
        self.ladders.close();
    }
}

impl<K: Kind> Contests<K> {
    /// Creates the contests of one kind of a hall's store. Their matches are played in that hall,
    /// on the current runtime.
    fn new(
        hall: Hall,
        read_setups: ReadSetups<K>,
        appended: broadcast::Sender<Contest>,
        decided: Arc<Notify>,
    ) -> Contests<K> {
        let contests = Arc::clone(hall.contests());
        let stewards = hall.limits().stewards.clone().unwrap_or_else(Handle::current);
        Contests {
            inner: Arc::new(Inner {
                hall,
                contests,
                read_setups,
                stewards,
                running: Mutex::default(),
                creating: tokio::sync::Mutex::default(),
                finished: Mutex::default(),
                reading: tokio::sync::Mutex::default(),
                shared: K::Shared::default(),
                sealed: Sealed::default(),
                rested: Notify::new(),
                appended,
                decided,
                stopping: watch::Sender::new(false),
            }),
        }
    }

    /// Resumes all unfinished contests of this kind. Retries a failed store.
    async fn resume(self) {
        let unfinished = loop {
            let read = async {
                self.inner.read_sealed().await?;
                self.inner.contests.running_contests().await
            };
            match read.await {
                Ok(unfinished) => break unfinished,
                Err(error) => tracing::error!(%error, "failed to list the running contests: retrying"),
            }
            sleep(RESUME_AGAIN).await;
        };
        for contest in unfinished.into_iter().filter(K::is_one) {
            self.carry(contest);
        }
    }

    /// Creates a contest; idempotent. Fails with [`Reason::NameTaken`] if another contest has the
    /// name.
    pub async fn create(&self, new: ToOpen<K>) -> Result<(), Refusal> {
        let ToOpen { id, facts, content } = new;
        let contest = K::contest(id);
        let events: Vec<EventOf<K>> =
            (1..).zip(facts).map(|(seq, fact)| Event { seq: Seq(seq), at_ms: 0, fact }).collect();
        let broken = || Refusal::new(Reason::HostFault, format!("inconsistent opening events of a new {}", K::WORD));
        let first = events.first().and_then(K::begin).ok_or_else(broken)?;
        (self.inner.read_setups)(&self.inner.hall, &first, Stands::New)?;
        let _creating = self.inner.creating.lock().await;
        let is_new = !self.lock().contains_key(&contest);
        // Resting contests that were woken do not count.
        let running = self.carried().iter().filter(|running| !running.rests()).count();
        if is_new && running >= MAX_RUNNING {
            let text = format!("limit reached: {MAX_RUNNING} {}s that are not over", K::WORD);
            return Err(Refusal::limit(K::RUNNING_LIMIT, MAX_RUNNING, text));
        }
        let opening = stored::StoredEvents::<K>::open(&*self.inner.contests, &contest, content, &events);
        match opening.await.map_err(refused::store_fault)? {
            // A contest from an earlier request already runs, unless the store failed to report its
            // opening.
            ContestOpened::New | ContestOpened::Before => {
                if is_new {
                    self.inner.note_sealed(&contest, &first);
                }
                self.carry(contest);
            }
            ContestOpened::Taken => {
                let expected = format!("an id that no other {} has or had", K::WORD);
                return Err(Refusal::of_field(Reason::NameTaken, format!("{}_id", K::WORD), contest.name(), expected));
            }
        }
        Ok(())
    }

    /// Sends a command to a contest; `command` creates it from the contest's state.
    pub async fn ask(
        &self,
        id: &str,
        command: impl FnOnce(&K) -> Result<CommandOf<K>, Refusal>,
    ) -> Result<(), Refusal> {
        let contest = K::contest(id.to_owned());
        let Some(running) = self.running_or_woken(&contest).await? else {
            // The contest is over, does not exist, or has no steward here.
            let view = self.finished(&contest).await?;
            if !K::of(&view).is_over() {
                let text = format!("this {} is not running on this server right now: retry later", K::WORD);
                return Err(Refusal::new(Reason::Starting, text));
            }
            let command = command(K::of(&view))?;
            return K::of(&view).decide(&command).map(drop).map_err(|no| K::of(&view).refuse(no));
        };
        let command = running.see(|seen| command(K::of(seen.of)))??;
        let (answer, answered) = oneshot::channel();
        let answer = match running.commands.try_send(Asked { command: command.clone(), answer }) {
            Ok(()) => answered.await.ok(),
            Err(TrySendError::Full(_)) => {
                return Err(Refusal::limit(K::COMMANDS_LIMIT, WAITING_COMMANDS, "too many queued commands"));
            }
            Err(TrySendError::Closed(_)) => None,
        };
        let declined = match answer {
            Some(Ok(())) => return Ok(()),
            Some(Err(no)) => no,
            // The contest has just ended or started to rest, or its command could not be stored.
            None => running.see(|seen| match K::of(seen.of) {
                ended if ended.is_over() => ended.decide(&command).err().ok_or_else(refused::not_stored),
                _ => Err(refused::not_stored()),
            })??,
        };
        Err(running.see(|seen| K::of(seen.of).refuse(declined))?)
    }

    /// Returns what `look` reads in the state of a contest.
    pub async fn see<T>(&self, id: &str, look: impl FnOnce(Seen<'_, K>) -> T) -> Result<T, Refusal> {
        let contest = K::contest(id.to_owned());
        if let Some(running) = self.running(&contest).await {
            return running.see(look);
        }
        let view = self.finished(&contest).await?;
        Ok(look(Seen { of: &view, waiting: &[] }))
    }

    /// Returns a page of contests, the newest first, starting after `before`.
    pub async fn list(&self, before: Option<String>, limit: usize) -> Result<Vec<ContestRow>, Refusal> {
        let page = self.inner.contests.contests(K::WORD, before.map(K::contest), limit);
        page.await.map_err(refused::store_fault)
    }

    /// Returns what `look` reads in the state of a contest that runs here; `None` for any other, or
    /// one that is still being read. Does not wait.
    pub fn see_now<T>(&self, id: &str, look: impl FnOnce(Seen<'_, K>) -> T) -> Option<T> {
        let running = self.lock().get(&K::contest(id.to_owned())).cloned()?;
        running.see(look).ok()
    }

    /// Returns the events of a contest after number `after`, at most `limit` or
    /// [`EVENTS_A_PAGE`](stored::EVENTS_A_PAGE) of them.
    pub async fn events(&self, id: &str, after: Seq, limit: usize) -> Result<Vec<EventOf<K>>, Refusal> {
        let contest = K::contest(id.to_owned());
        stored::page::<K>(&*self.inner.contests, &contest, after, limit).await.map_err(refused::unreadable)
    }

    /// Returns the first event of a contest; `None` if the contest does not exist.
    pub async fn first_event(&self, id: &str) -> Result<Option<EventOf<K>>, Refusal> {
        let contest = K::contest(id.to_owned());
        stored::first::<K>(&*self.inner.contests, &contest).await.map_err(refused::unreadable)
    }

    /// Returns a receiver for the number of the newest event of a contest; `None` if the contest
    /// does not run here.
    pub fn newest(&self, id: &str) -> Option<watch::Receiver<u64>> {
        Some(self.lock().get(&K::contest(id.to_owned()))?.newest.subscribe())
    }

    /// Returns a receiver for the open matches of a contest on this server; `None` if the contest
    /// does not run here.
    pub fn open_matches(&self, id: &str) -> Option<watch::Receiver<OpenHere>> {
        Some(self.lock().get(&K::contest(id.to_owned()))?.watchable.subscribe())
    }

    /// Returns the names of all contests that have a steward: at most [`MAX_RUNNING`], and those
    /// that rest.
    pub fn carried_ids(&self) -> Vec<String> {
        self.lock().keys().map(|contest| contest.name().to_owned()).collect()
    }

    /// Returns the state that all contests of this kind share.
    pub fn shared(&self) -> &K::Shared {
        &self.inner.shared
    }

    /// Stops all stewards.
    fn close(&self) {
        self.inner.stopping.send_replace(true);
    }

    /// Returns a contest with a steward, once the steward has read it; `None` without a steward.
    async fn running(&self, contest: &Contest) -> Option<Arc<Running<K>>> {
        let running = self.lock().get(contest).cloned()?;
        running.is_read().await;
        Some(running)
    }

    /// Returns the state of a contest without a steward, read from the cache or the store.
    async fn finished(&self, contest: &Contest) -> Result<Arc<K::View>, Refusal> {
        if let Some(kept) = self.kept(contest).await? {
            return Ok(kept);
        }
        // One at a time: callers that waited use what another has read, so many callers cost as
        // much as one.
        let _reading = self.inner.reading.lock().await;
        if let Some(kept) = self.kept(contest).await? {
            return Ok(kept);
        }
        let mut view: Option<K::View> = None;
        let each = |event: &EventOf<K>| match &mut view {
            None => view = K::view(event),
            Some(view) => K::follow(view, event),
        };
        stored::replay::<K>(&*self.inner.contests, contest, each).await.map_err(refused::unreadable)?;
        let view = Arc::new(view.ok_or_else(|| K::unknown(contest))?);
        if K::of(&view).is_over() || K::of(&view).rests() {
            let mut finished = self.lock_finished();
            finished.truncate(KEPT_FINISHED - 1);
            finished.push_front((contest.clone(), Arc::clone(&view)));
        }
        Ok(view)
    }

    /// Returns a cached contest, and marks it as the most recently used. Drops it from the cache if
    /// an event was appended since.
    async fn kept(&self, contest: &Contest) -> Result<Option<Arc<K::View>>, Refusal> {
        let Some(view) = self.look_at_kept(contest) else { return Ok(None) };
        if K::of(&view).is_over() {
            return Ok(Some(view));
        }
        let seq = K::of(&view).seq();
        let more = self.inner.contests.contest_events(contest, seq, 1).await.map_err(refused::store_fault)?;
        if more.is_empty() {
            return Ok(Some(view));
        }
        self.lock_finished().retain(|(of, kept)| of != contest || K::of(kept).seq() > seq);
        Ok(None)
    }

    fn look_at_kept(&self, contest: &Contest) -> Option<Arc<K::View>> {
        let mut finished = self.lock_finished();
        let at = finished.iter().position(|(of, _)| of == contest)?;
        let kept = finished.remove(at)?;
        let view = Arc::clone(&kept.1);
        finished.push_front(kept);
        Some(view)
    }

    /// Starts a steward for the contest, unless it has one.
    fn carry(&self, contest: Contest) {
        let (commands, asked) = mpsc::channel(WAITING_COMMANDS);
        let running = {
            let mut all = self.lock();
            if all.contains_key(&contest) {
                return;
            }
            let running = Arc::new(Running::new(commands));
            all.insert(contest.clone(), Arc::clone(&running));
            running
        };
        let this = self.clone();
        let span = tracing::info_span!("contest", contest = %contest);
        let carried = async move {
            running::carry(&this.inner, &contest, &running, asked).await;
            this.lock().remove(&contest);
            if running.rests() {
                this.inner.rested.notify_one();
            }
        };
        self.inner.stewards.spawn(carried.instrument(span));
    }

    /// Returns the contests that have a steward.
    fn carried(&self) -> Vec<Arc<Running<K>>> {
        self.lock().values().map(Arc::clone).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Contest, Arc<Running<K>>>> {
        self.inner.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_finished(&self) -> MutexGuard<'_, VecDeque<(Contest, Arc<K::View>)>> {
        self.inner.finished.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Kind> Inner<K> {
    fn tell_appended(&self, contest: &Contest) {
        // An error means that nothing listens.
        let _ = self.appended.send(contest.clone());
    }

    /// Waits until the server stops.
    fn stopped(&self) -> impl Future<Output = ()> + Send + use<K> {
        let mut stopping = self.stopping.subscribe();
        async move {
            // An error means that the contests are gone, and with them the server.
            let _ = stopping.wait_for(|stop| *stop).await;
        }
    }
}
