//! A tournament that is carried through, and the steward that does it.

use std::{
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use anyhow::Context as _;
use tokio::{
    sync::{mpsc, watch},
    time::sleep,
};

use super::{
    Inner, Seen,
    matches::{HallMatches, Waiting},
};
use crate::{
    referee::{Contest, Reason, Refusal},
    steward::{Asked, Observer, Steward, stored::StoredEvents},
    store::StoreError,
    tournament::{Tournament, TournamentEvent},
};

/// How long to wait before a steward that failed is started anew: at first, and at the most.
const AGAIN_AFTER: Duration = Duration::from_secs(1);
const AGAIN_AFTER_MOST: Duration = Duration::from_secs(60);

/// A tournament that is carried through.
pub(super) struct Running {
    /// What hosts ask of it.
    pub commands: mpsc::Sender<Asked>,
    /// The number of its newest event.
    pub newest: watch::Sender<u64>,
    /// As it stands; `None` until it was read.
    tournament: RwLock<Option<Tournament>>,
    /// The matches that are due and not open.
    waiting: Waiting,
}

impl Running {
    /// One that was not read yet.
    pub fn new(commands: mpsc::Sender<Asked>) -> Running {
        Running { commands, newest: watch::Sender::new(0), tournament: RwLock::new(None), waiting: Waiting::default() }
    }

    /// Whether it was read.
    pub fn is_loaded(&self) -> bool {
        self.tournament.read().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// How it stands; [`Reason::Starting`] until it was read.
    pub fn see<T>(&self, look: impl FnOnce(Seen<'_>) -> T) -> Result<T, Refusal> {
        let tournament = self.tournament.read().unwrap_or_else(PoisonError::into_inner);
        let text = "the tournament is being read: ask again later";
        let tournament = tournament.as_ref().ok_or_else(|| Refusal::new(Reason::Starting, text))?;
        Ok(look(Seen { tournament, waiting: &self.waiting.all() }))
    }

    fn set(&self, tournament: &Tournament) {
        *self.tournament.write().unwrap_or_else(PoisonError::into_inner) = Some(tournament.clone());
        self.newest.send_replace(tournament.seq.0);
    }
}

/// Follows a tournament for those who look at it.
struct Follower<'a> {
    running: Arc<Running>,
    inner: &'a Inner,
    contest: &'a Contest,
}

impl Observer for Follower<'_> {
    fn happened(&mut self, _: &Tournament, event: &TournamentEvent) -> anyhow::Result<()> {
        // A second fold in place of a copy: what a copy costs grows with the tournament.
        if let Some(tournament) = &mut *self.running.tournament.write().unwrap_or_else(PoisonError::into_inner) {
            tournament.apply(event);
        }
        self.running.newest.send_replace(event.seq.0);
        self.inner.tell_appended(self.contest);
        Ok(())
    }
}

/// Carries a tournament through until it is over, the server stops, or another server has taken it over. A steward that fails is started
/// anew with what is stored.
pub(super) async fn carry(inner: &Inner, contest: &Contest, running: &Arc<Running>, mut asked: mpsc::Receiver<Asked>) {
    let mut again_after = AGAIN_AFTER;
    loop {
        let before = *running.newest.borrow();
        let Err(error) = carry_once(inner, contest, running, &mut asked).await else { return };
        if matches!(error.downcast_ref::<StoreError>(), Some(StoreError::Superseded { .. })) {
            tracing::warn!("another server has taken the tournament over");
            return;
        }
        tracing::error!(error = format!("{error:#}"), "the tournament cannot go on now: it is tried again");
        if *running.newest.borrow() > before {
            again_after = AGAIN_AFTER;
        }
        tokio::select! {
            () = sleep(again_after) => {}
            () = inner.stopped() => return,
        }
        again_after = (again_after * 2).min(AGAIN_AFTER_MOST);
    }
}

async fn carry_once(
    inner: &Inner,
    contest: &Contest,
    running: &Arc<Running>,
    asked: &mut mpsc::Receiver<Asked>,
) -> anyhow::Result<()> {
    let taken = StoredEvents::take_over(Arc::clone(&inner.contests), contest.clone()).await?;
    let (events, tournament, at_ms) = taken.context("its events are not there")?;
    running.set(&tournament);
    inner.tell_appended(contest);
    let setup = (inner.read_setup)(&inner.hall, &tournament.opened)
        .map_err(|refusal| anyhow::anyhow!("its matches cannot be opened as it says: {refusal}"))?;
    let matches =
        HallMatches::new(inner.hall.clone(), inner.serving.clone(), contest.clone(), setup, running.waiting.clone());
    let steward = Steward::new(tournament, at_ms, events, matches);
    let mut follower = Follower { running: Arc::clone(running), inner, contest };
    steward.run(&mut follower, asked, inner.stopped()).await?;
    Ok(())
}
