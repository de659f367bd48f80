//! The contests of the store in memory.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{
    ContestAppend, ContestEvent, ContestLog, ContestOpened, ContestRow, ContestStanding, Epoch, ListedCounts,
    MemoryStore, NewContest, StoreError, StoreFuture, contest_log::bad_events, memory::ready,
};
use crate::{ids::Seq, referee::Contest};

/// The contests of the process. Whoever may open them bounds how many there are.
#[derive(Default)]
pub struct MemoryContests {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// In the order of opening.
    contests: Vec<Log>,
    places: BTreeMap<Contest, usize>,
}

struct Log {
    new: NewContest,
    epoch: Epoch,
    standing: ContestStanding,
    counts: Option<ListedCounts>,
}

impl MemoryContests {
    /// The lock is never held across an await. What is behind it is never left half changed, so a poisoned lock is ignored.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is such a contest, and it is over or rests.
    pub(super) fn is_played_out(&self, contest: &Contest) -> bool {
        self.state().log(contest).is_some_and(|log| log.standing != ContestStanding::Runs)
    }

    /// Whether there is such a contest, and its matches are being played.
    pub(super) fn is_running(&self, contest: &Contest) -> bool {
        self.state().log(contest).is_some_and(|log| log.new.is_running)
    }

    /// All of them, in the order of opening.
    pub(super) fn rows(&self) -> Vec<ContestRow> {
        self.state().contests.iter().map(Log::row).collect()
    }
}

impl State {
    fn log(&self, contest: &Contest) -> Option<&Log> {
        self.places.get(contest).map(|place| &self.contests[*place])
    }

    fn log_mut(&mut self, contest: &Contest) -> Option<&mut Log> {
        let place = *self.places.get(contest)?;
        self.contests.get_mut(place)
    }
}

impl Log {
    fn newest(&self) -> Seq {
        Seq(self.new.events.len() as u64)
    }

    fn row(&self) -> ContestRow {
        ContestRow {
            contest: self.new.contest.clone(),
            opened_unix_ms: self.new.opened_unix_ms,
            newest: self.newest(),
            standing: self.standing,
            counts: self.counts,
        }
    }
}

impl ContestLog for MemoryStore {
    fn open_contest(&self, new: NewContest) -> StoreFuture<'_, ContestOpened> {
        if let Some(cause) = bad_events(&new.contest, &new.events) {
            return ready(Err(StoreError::BadContest { cause }));
        }
        let mut state = self.contests.state();
        if let Some(log) = state.log(&new.contest) {
            let is_same = log.new.content == new.content;
            return ready(Ok(if is_same { ContestOpened::Before } else { ContestOpened::Taken }));
        }
        let place = state.contests.len();
        state.places.insert(new.contest.clone(), place);
        state.contests.push(Log { new, epoch: Epoch::FIRST, standing: ContestStanding::Runs, counts: None });
        ready(Ok(ContestOpened::New))
    }

    fn take_contest_over(&self, contest: &Contest) -> StoreFuture<'_, Option<Epoch>> {
        let mut state = self.contests.state();
        ready(Ok(state.log_mut(contest).map(|log| {
            log.epoch = Epoch(log.epoch.0 + 1);
            log.epoch
        })))
    }

    fn append_to_contest(&self, contest: &Contest, append: ContestAppend) -> StoreFuture<'_, ()> {
        if let Some(cause) = bad_events(contest, &append.events) {
            return ready(Err(StoreError::BadContest { cause }));
        }
        let mut state = self.contests.state();
        let Some(log) = state.log_mut(contest) else {
            return ready(Err(StoreError::Conflict { newest: Seq(0) }));
        };
        if log.epoch != append.owner {
            return ready(Err(StoreError::Superseded { epoch: log.epoch }));
        }
        if log.newest() != append.expected || log.standing == ContestStanding::Over {
            return ready(Err(StoreError::Conflict { newest: log.newest() }));
        }
        log.new.events.extend(append.events);
        log.standing = append.standing.unwrap_or(log.standing);
        log.counts = Some(append.counts);
        log.new.is_running = append.is_running.unwrap_or(log.new.is_running);
        ready(Ok(()))
    }

    fn contest_events(&self, contest: &Contest, after: Seq, limit: usize) -> StoreFuture<'_, Vec<ContestEvent>> {
        let state = self.contests.state();
        let events = state.log(contest).map_or(&[][..], |log| &log.new.events);
        let after = usize::try_from(after.0).unwrap_or(usize::MAX);
        ready(Ok(events.iter().skip(after).take(limit).cloned().collect()))
    }

    fn contests(&self, kind: &'static str, before: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<ContestRow>> {
        let state = self.contests.state();
        let end = match &before {
            Some(before) => state.places.get(before).copied().unwrap_or(0),
            None => state.contests.len(),
        };
        let of_kind = state.contests[..end].iter().rev().filter(|log| log.new.contest.kind() == kind);
        ready(Ok(of_kind.take(limit).map(Log::row).collect()))
    }

    fn running_contests(&self) -> StoreFuture<'_, Vec<Contest>> {
        let state = self.contests.state();
        let running = state.contests.iter().filter(|log| log.standing == ContestStanding::Runs);
        ready(Ok(running.map(|log| log.new.contest.clone()).collect()))
    }

    fn resting_contests(&self, kind: &'static str, limit: usize) -> StoreFuture<'_, Vec<(Contest, i64)>> {
        let state = self.contests.state();
        let resting = state.contests.iter().filter_map(|log| match log.standing {
            ContestStanding::Rests { until_unix_ms } => Some((log.new.contest.clone(), until_unix_ms)),
            ContestStanding::Runs | ContestStanding::Over => None,
        });
        let mut resting: Vec<_> = resting.filter(|(contest, _)| contest.kind() == kind).collect();
        resting.sort_by_key(|(_, until_unix_ms)| *until_unix_ms);
        resting.truncate(limit);
        ready(Ok(resting))
    }
}
