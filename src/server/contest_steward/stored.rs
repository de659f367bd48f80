//! The events of one contest in a store. Any new owner can resume the contest from these events.

use std::{marker::PhantomData, sync::Arc};

use anyhow::Context as _;
use referee_contests::contest::{AfterVoid, ContestKind, Event, EventOf, Fact, Opening};
use referee_ids::Seq;
use referee_law::Contest;
use referee_store::{
    ContestAppend, ContestEvent, ContestLog, ContestOpened, ContestStanding, Epoch, ListedCounts, NewContest,
    StoreError,
    codec::contest::{StoredOpening, decode, encode},
};

use super::Log;

/// Maximum events per read.
pub const EVENTS_A_PAGE: usize = 1024;

/// The events of one contest, owned by this object: earlier owners cannot append.
pub struct StoredEvents<C> {
    store: Arc<dyn ContestLog>,
    contest: Contest,
    epoch: Epoch,
    newest: Seq,
    of: PhantomData<fn() -> C>,
}

impl<C: ContestKind<Opened: StoredOpening>> StoredEvents<C> {
    /// Opens a contest with its first events. Repeating the call with the same `content` changes
    /// nothing.
    pub async fn open(
        store: &dyn ContestLog,
        contest: &Contest,
        content: [u8; 32],
        events: &[EventOf<C>],
    ) -> Result<ContestOpened, StoreError> {
        let opened_unix_ms = match events.first() {
            Some(Event { fact: Fact::Opened(opened), .. }) => opened.opened_unix_ms(),
            _ => 0,
        };
        let is_running = events.iter().rev().find_map(is_running_from::<C>).unwrap_or(false);
        let events = events.iter().map(encode).collect();
        store.open_contest(NewContest { contest: contest.clone(), content, opened_unix_ms, events, is_running }).await
    }

    /// Takes a contest over. Returns its events, its state, and the time of its newest event;
    /// `None` if it does not exist. Calls `each` for every event.
    pub async fn take_over(
        store: Arc<dyn ContestLog>,
        contest: Contest,
        each: impl FnMut(&EventOf<C>) + Send,
    ) -> anyhow::Result<Option<(StoredEvents<C>, C, u64)>> {
        StoredEvents::go_on(store, contest, &mut None, each).await
    }

    /// Continues a contest as its possible owner. `owner` is the epoch of that owner; if it is
    /// `None`, this takes the contest over and sets `owner`. If another owner has taken the contest
    /// over since, that owner keeps it, and appends fail.
    pub async fn go_on(
        store: Arc<dyn ContestLog>,
        contest: Contest,
        owner: &mut Option<Epoch>,
        each: impl FnMut(&EventOf<C>) + Send,
    ) -> anyhow::Result<Option<(StoredEvents<C>, C, u64)>> {
        if owner.is_none() {
            *owner = store.take_contest_over(&contest).await?;
        }
        let Some(epoch) = *owner else { return Ok(None) };
        let Some((state, at_ms)) = replay::<C>(&*store, &contest, each).await? else { return Ok(None) };
        let newest = state.seq();
        Ok(Some((StoredEvents { store, contest, epoch, newest, of: PhantomData }, state, at_ms)))
    }
}

impl<C: ContestKind<Opened: StoredOpening>> Log<C> for StoredEvents<C> {
    async fn append(&mut self, of: &C, events: &[EventOf<C>]) -> anyhow::Result<()> {
        let Some(last) = events.last() else { return Ok(()) };
        let append = ContestAppend {
            expected: self.newest,
            owner: self.epoch,
            events: events.iter().map(encode).collect(),
            standing: events.iter().rev().find_map(standing_after),
            is_running: events.iter().rev().find_map(is_running_from::<C>),
            counts: counts_after(of, events),
        };
        self.store.append_to_contest(&self.contest, append).await?;
        self.newest = last.seq;
        Ok(())
    }
}

/// Returns a contest folded from its stored events, and the time of the newest one; `None` if it
/// does not exist. Calls `each` for every event. Does not change the owner.
pub async fn replay<C: ContestKind<Opened: StoredOpening>>(
    store: &dyn ContestLog,
    contest: &Contest,
    mut each: impl FnMut(&EventOf<C>) + Send,
) -> anyhow::Result<Option<(C, u64)>> {
    let mut replayed: Option<(C, u64)> = None;
    loop {
        let after = replayed.as_ref().map_or(Seq(0), |(state, _)| state.seq());
        let page = page::<C>(store, contest, after, EVENTS_A_PAGE).await?;
        if page.is_empty() {
            return Ok(replayed);
        }
        for event in &page {
            let damaged = || format!("the {contest} is damaged: event {} does not follow", event.seq.0);
            match &mut replayed {
                None => replayed = Some((C::begin(event).with_context(damaged)?, event.at_ms)),
                Some((state, at_ms)) => {
                    anyhow::ensure!(state.take(event), damaged());
                    *at_ms = event.at_ms;
                }
            }
            each(event);
        }
    }
}

/// Returns the event that opened a contest; `None` if the contest does not exist.
pub async fn first<C: ContestKind<Opened: StoredOpening>>(
    store: &dyn ContestLog,
    contest: &Contest,
) -> anyhow::Result<Option<EventOf<C>>> {
    Ok(read::<C>(contest, &store.contest_events(contest, Seq(0), 1).await?)?.pop())
}

/// Returns the events after `after`, at most `limit` or [`EVENTS_A_PAGE`] of them; empty if there
/// are none yet.
pub async fn page<C: ContestKind<Opened: StoredOpening>>(
    store: &dyn ContestLog,
    contest: &Contest,
    after: Seq,
    limit: usize,
) -> anyhow::Result<Vec<EventOf<C>>> {
    read::<C>(contest, &store.contest_events(contest, after, limit.min(EVENTS_A_PAGE)).await?)
}

fn read<C: ContestKind<Opened: StoredOpening>>(
    contest: &Contest,
    events: &[ContestEvent],
) -> anyhow::Result<Vec<EventOf<C>>> {
    let read = |bytes: &ContestEvent| decode(bytes).with_context(|| format!("the {contest} is damaged"));
    events.iter().map(read).collect()
}

/// Returns the standing of a contest in its log after an event; `None` if the event does not change
/// it.
fn standing_after<O: Opening>(event: &Event<O>) -> Option<ContestStanding> {
    match &event.fact {
        Fact::Provisional { until_unix_ms, .. } => Some(ContestStanding::Rests { until_unix_ms: *until_unix_ms }),
        // These events reopen a tournament that rests.
        Fact::MatchAwarded { .. } | Fact::MatchVoided { then: AfterVoid::Replay, .. } => Some(ContestStanding::Runs),
        Fact::Ended { .. } => Some(ContestStanding::Over),
        _ => None,
    }
}

/// Returns whether matches are played after an event; `None` if the event does not change that.
fn is_running_from<C: ContestKind<Opened: StoredOpening>>(event: &EventOf<C>) -> Option<bool> {
    match event.fact {
        Fact::Opened(_) => C::RUNS_WHEN_OPENED.then_some(true),
        // An award or a replay reopens a tournament whose results are provisional.
        Fact::Started | Fact::MatchAwarded { .. } | Fact::MatchVoided { then: AfterVoid::Replay, .. } => Some(true),
        Fact::Provisional { .. } | Fact::Ended { .. } => Some(false),
        _ => None,
    }
}

/// Returns the counts for lists once these events are appended. Encounters are counted before the
/// events, since the events that end a contest pair and complete none.
fn counts_after<C: ContestKind<Opened: StoredOpening>>(of: &C, events: &[EventOf<C>]) -> ListedCounts {
    let entries = events.iter().filter(|event| matches!(event.fact, Fact::EntrantEntered(_))).count();
    let removals = events.iter().filter(|event| matches!(event.fact, Fact::EntryRemoved { .. })).count();
    let [entrants, encounters, unfinished] = of.counts();
    let entrants = (entrants + entries).saturating_sub(removals);
    let [entrants, encounters, unfinished] =
        [entrants, encounters, unfinished].map(|number| u32::try_from(number).unwrap_or(u32::MAX));
    ListedCounts { entrants, encounters, unfinished }
}
