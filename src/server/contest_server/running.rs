//! A contest that this server runs, and its steward.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use anyhow::Context as _;
use futures_util::FutureExt as _;
use referee_contests::contest::{EventOf, Fact};
use referee_law::{Contest, Reason, Refusal};
use referee_store::{Epoch, StoreError};
use tokio::{
    sync::{mpsc, watch},
    time::{sleep, timeout},
};

use super::{Inner, Kind, Seen, Stands, matches::HallMatches, open_matches::Watchable, waiting::Waiting};
use crate::contest_steward::{Asked, Observer, Steward, stored::StoredEvents};

/// The initial and the maximum delay before a failed steward is restarted.
const AGAIN_AFTER: Duration = Duration::from_secs(1);
const AGAIN_AFTER_MOST: Duration = Duration::from_secs(60);
/// Maximum wait of a caller for a contest that is being read.
const READ_WITHIN: Duration = Duration::from_secs(5);

/// A contest that this server runs.
pub(super) struct Running<K: Kind> {
    /// Channel for the commands to the contest.
    pub commands: mpsc::Sender<Asked<K>>,
    /// Number of the newest event; 0 until the contest was read.
    pub newest: watch::Sender<u64>,
    /// The readers' state; `None` until the contest was read.
    view: RwLock<Option<K::View>>,
    /// The matches that are due and wait.
    waiting: Waiting,
    /// The matches that are open on this server.
    pub watchable: Watchable,
}

impl<K: Kind> Running<K> {
    /// Creates a contest that has not been read yet.
    pub fn new(commands: mpsc::Sender<Asked<K>>) -> Running<K> {
        Running {
            commands,
            newest: watch::Sender::new(0),
            view: RwLock::new(None),
            waiting: Waiting::default(),
            watchable: Watchable::default(),
        }
    }

    /// Waits until the contest was read, at most [`READ_WITHIN`].
    pub async fn is_read(&self) {
        // If reading takes longer, the callers get an error.
        let _ = timeout(READ_WITHIN, self.newest.subscribe().wait_for(|newest| *newest > 0)).await;
    }

    /// Returns what `look` reads in the contest's state. Fails with [`Reason::Starting`] until the
    /// contest was read.
    pub fn see<T>(&self, look: impl FnOnce(Seen<'_, K>) -> T) -> Result<T, Refusal> {
        let view = self.view.read().unwrap_or_else(PoisonError::into_inner);
        let starting = || Refusal::new(Reason::Starting, format!("the server is loading the {}: retry later", K::WORD));
        let of = view.as_ref().ok_or_else(starting)?;
        Ok(look(Seen { of, waiting: &self.waiting.all() }))
    }

    fn set(&self, view: K::View) {
        let newest = K::of(&view).seq().0;
        *self.view.write().unwrap_or_else(PoisonError::into_inner) = Some(view);
        self.newest.send_replace(newest);
    }
}

/// The observer that keeps the readers' state of a contest.
struct Follower<'a, K: Kind> {
    running: Arc<Running<K>>,
    inner: &'a Inner<K>,
    contest: &'a Contest,
}

impl<K: Kind> Observer<K> for Follower<'_, K> {
    fn happened(&mut self, _: &K, event: &EventOf<K>) -> anyhow::Result<()> {
        // The readers' state is a second fold, since the cost of copying grows with the contest.
        if let Some(view) = &mut *self.running.view.write().unwrap_or_else(PoisonError::into_inner) {
            K::follow(view, event);
            self.inner.note_sealed(self.contest, K::of(view));
        }
        self.running.newest.send_replace(event.seq.0);
        self.inner.tell_appended(self.contest);
        if matches!(
            event.fact,
            Fact::MatchVoided { .. } | Fact::MatchAwarded { .. } | Fact::EncounterForfeited { .. } | Fact::Ended { .. }
        ) {
            self.inner.decided.notify_one();
        }
        Ok(())
    }
}

/// Runs a contest until it is over, the server stops, or another server has taken it over. A failed
/// steward is restarted from the stored events.
pub(super) async fn carry<K: Kind>(
    inner: &Inner<K>,
    contest: &Contest,
    running: &Arc<Running<K>>,
    mut asked: mpsc::Receiver<Asked<K>>,
) {
    let mut again_after = AGAIN_AFTER;
    // The contest is taken over only once. So a restarted steward takes nothing back from a server
    // that has taken the contest over since.
    let mut owner = None;
    loop {
        let before = *running.newest.borrow();
        // A panic ends this steward, but not the contest, whose state is in the store.
        let carried =
            AssertUnwindSafe(carry_once(inner, contest, running, &mut owner, &mut asked)).catch_unwind().await;
        let carried = carried.unwrap_or_else(|_| Err(anyhow::anyhow!("the task of the contest panicked")));
        let Err(error) = carried else { return };
        if matches!(error.downcast_ref::<StoreError>(), Some(StoreError::Superseded { .. })) {
            tracing::warn!("another server has taken it over");
            return;
        }
        tracing::error!(error = format!("{error:#}"), "the steward failed: retrying");
        if *running.newest.borrow() > before {
            again_after = AGAIN_AFTER;
        }
        tokio::select! {
            biased;
            () = sleep(again_after) => {}
            () = inner.stopped() => return,
        }
        again_after = (again_after * 2).min(AGAIN_AFTER_MOST);
    }
}

async fn carry_once<K: Kind>(
    inner: &Inner<K>,
    contest: &Contest,
    running: &Arc<Running<K>>,
    owner: &mut Option<Epoch>,
    asked: &mut mpsc::Receiver<Asked<K>>,
) -> anyhow::Result<()> {
    let mut view: Option<K::View> = None;
    let each = |event: &EventOf<K>| match &mut view {
        None => view = K::view(event),
        Some(view) => K::follow(view, event),
    };
    let taken = StoredEvents::<K>::go_on(Arc::clone(&inner.contests), contest.clone(), owner, each).await?;
    let (events, state, at_ms) = taken.context("the events of the contest are missing")?;
    let view = view.context("the events of the contest are missing")?;
    inner.note_sealed(contest, K::of(&view));
    running.set(view);
    inner.tell_appended(contest);
    inner.decided.notify_one();
    let setups = (inner.read_setups)(&inner.hall, &state, Stands::Before)
        .map_err(|refusal| anyhow::anyhow!("invalid match settings: {refusal}"))?;
    let accept_within = Duration::from_millis(state.accept_within_ms());
    let readers = (running.waiting.clone(), running.watchable.clone());
    let matches = HallMatches::new(inner.hall.clone(), contest.clone(), setups, accept_within, readers);
    let steward = Steward::new(state, at_ms, events, matches);
    let mut follower = Follower { running: Arc::clone(running), inner, contest };
    steward.run(&mut follower, asked, inner.stopped()).await?;
    Ok(())
}
