//! The logs of contests on the failing disk.

use std::{
    future::{Future, pending},
    time::Duration,
};

use referee::{
    ids::{PlayerId, Seq},
    law::{AcceptPolicy, Contest},
    store::{
        Consents as _, ContestAppend, ContestEvent, ContestLog, ContestOpened, ContestRow, ContestStanding, Epoch,
        NewContest, StoreError, StoreFuture,
    },
};

use super::{AtAppend, Core, Course, Handle, failed, wait};
use crate::plan::Append;

impl Core {
    /// Enters a player in a contest.
    pub async fn enter(&self, contest: &Contest, player: &PlayerId) {
        self.tables.enter_contest(contest, player).await.expect("memory does not fail");
    }

    /// Stores the policy by which a player accepts matches automatically.
    pub async fn declare(&self, player: &PlayerId, policy: AcceptPolicy) {
        self.tables.set_accept_policy(player, Some(policy)).await.expect("memory does not fail");
    }

    /// Returns the durable events of a contest.
    pub async fn contest_events(&self, contest: &Contest) -> Vec<ContestEvent> {
        self.tables.contest_events(contest, Seq(0), usize::MAX).await.expect("memory does not fail")
    }

    /// Returns when each event of a contest was stored.
    pub fn contest_times(&self, id: &str) -> Vec<Duration> {
        self.state().contest_times.get(id).cloned().unwrap_or_default()
    }

    fn note_contest(&self, contest: &Contest, events: usize) {
        let now = self.now();
        let mut state = self.state();
        let times = state.contest_times.entry(contest.name().to_owned()).or_default();
        times.extend(std::iter::repeat_n(now, events));
    }

    /// Returns whether the contest with this name is over.
    pub fn is_contest_over(&self, id: &str) -> bool {
        self.state().contests_over.contains(id)
    }
}

impl Handle {
    /// Executes a write to a contest with its faults: it may be lost, and so may its answer.
    async fn write_contest<T>(
        &self,
        doing: &'static str,
        write: impl Future<Output = Result<T, StoreError>> + Send,
    ) -> Result<T, StoreError> {
        self.alive().await;
        let at_append = self.core.state().at_next_append.take_if(|at| matches!(at, AtAppend::Crash(_)));
        if let Some(AtAppend::Crash(append)) = at_append {
            if append == Append::Durable {
                write.await?;
            }
            self.core.kill(self.server);
            return pending().await;
        }
        let Course { before, is_taken, after, fails } = self.course();
        wait(before).await;
        self.alive().await;
        let written = if is_taken { Some(write.await?) } else { None };
        wait(after).await;
        self.alive().await;
        match (written, fails) {
            (Some(written), None) => Ok(written),
            (_, cause) => Err(failed(doing, cause.unwrap_or("disk I/O error"))),
        }
    }
}

impl ContestLog for Handle {
    fn open_contest(&self, new: NewContest) -> StoreFuture<'_, ContestOpened> {
        Box::pin(self.write_contest("open contest", async move {
            let (contest, events) = (new.contest.clone(), new.events.len());
            let opened = self.core.tables.open_contest(new).await?;
            if self.core.contest_times(contest.name()).is_empty() {
                self.core.note_contest(&contest, events);
            }
            Ok(opened)
        }))
    }
    fn take_contest_over(&self, contest: &Contest) -> StoreFuture<'_, Option<Epoch>> {
        let contest = contest.clone();
        Box::pin(
            self.write_contest("take contest over", async move { self.core.tables.take_contest_over(&contest).await }),
        )
    }
    fn append_to_contest(&self, contest: &Contest, append: ContestAppend) -> StoreFuture<'_, ()> {
        let contest = contest.clone();
        let is_over = append.standing == Some(ContestStanding::Over);
        Box::pin(self.write_contest("append to contest", async move {
            let events = append.events.len();
            self.core.tables.append_to_contest(&contest, append).await?;
            self.core.note_contest(&contest, events);
            if is_over {
                self.core.state().contests_over.insert(contest.name().to_owned());
                self.core.changed.notify_waiters();
            }
            Ok(())
        }))
    }
    fn contest_events(&self, contest: &Contest, after: Seq, limit: usize) -> StoreFuture<'_, Vec<ContestEvent>> {
        let contest = contest.clone();
        self.read(async move {
            if self.core.spins() {
                return pending().await;
            }
            self.core.tables.contest_events(&contest, after, limit).await
        })
    }
    fn contests(&self, kind: &'static str, before: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<ContestRow>> {
        self.read(async move { self.core.tables.contests(kind, before, limit).await })
    }
    fn running_contests(&self) -> StoreFuture<'_, Vec<Contest>> {
        self.read(self.core.tables.running_contests())
    }
    fn resting_contests(&self, kind: &'static str, limit: usize) -> StoreFuture<'_, Vec<(Contest, i64)>> {
        self.read(self.core.tables.resting_contests(kind, limit))
    }
}
