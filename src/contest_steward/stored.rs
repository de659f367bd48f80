//! The events of one contest in a store, so that whoever carries it through goes on where it was.

use std::{marker::PhantomData, sync::Arc};

use anyhow::Context as _;

use super::{
    ContestKind, EventOf, Log,
    kind::{counts_after, is_running_from, opened_unix_ms, standing_after},
};
use crate::{
    ids::Seq,
    referee::Contest,
    store::{
        ContestAppend, ContestEvent, ContestLog, ContestOpened, Epoch, NewContest, StoreError,
        codec::contest::{decode, encode},
    },
};

/// The most events that are read at once.
pub const EVENTS_A_PAGE: usize = 1024;

/// The events of one contest, which this owns: whoever owned them before cannot append any more.
pub struct StoredEvents<C> {
    store: Arc<dyn ContestLog>,
    contest: Contest,
    epoch: Epoch,
    newest: Seq,
    of: PhantomData<fn() -> C>,
}

impl<C: ContestKind> StoredEvents<C> {
    /// Opens a contest with its first events, which follow from each other. Asked again with the same `content`, nothing is changed.
    pub async fn open(
        store: &dyn ContestLog,
        contest: &Contest,
        content: [u8; 32],
        events: &[EventOf<C>],
    ) -> Result<ContestOpened, StoreError> {
        let opened_unix_ms = events.first().and_then(opened_unix_ms).unwrap_or_default();
        let is_running = events.iter().rev().find_map(is_running_from::<C>).unwrap_or(false);
        let events = events.iter().map(encode).collect();
        store.open_contest(NewContest { contest: contest.clone(), content, opened_unix_ms, events, is_running }).await
    }

    /// Takes a contest over: its events, how it stands, and the time of its newest event; `each` is given every event. `None` where
    /// there is none.
    pub async fn take_over(
        store: Arc<dyn ContestLog>,
        contest: Contest,
        each: impl FnMut(&EventOf<C>) + Send,
    ) -> anyhow::Result<Option<(StoredEvents<C>, C, u64)>> {
        StoredEvents::go_on(store, contest, &mut None, each).await
    }

    /// The same for whoever is its owner already: `owner` is under which epoch, and `None` takes it over and is set. Whoever has taken it
    /// over since keeps it: nothing can be appended then.
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

impl<C: ContestKind> Log<C> for StoredEvents<C> {
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

/// A contest as its stored events have it, and the time of its newest one; `each` is given every event. `None` where there is none.
/// Whoever owns it keeps it.
pub async fn replay<C: ContestKind>(
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

/// The event that opened a contest; `None` where there is none.
pub async fn first<C: ContestKind>(store: &dyn ContestLog, contest: &Contest) -> anyhow::Result<Option<EventOf<C>>> {
    Ok(read::<C>(contest, &store.contest_events(contest, Seq(0), 1).await?)?.pop())
}

/// The next events behind one, at most `limit` or [`EVENTS_A_PAGE`] of them; none where there are
/// none yet.
pub async fn page<C: ContestKind>(
    store: &dyn ContestLog,
    contest: &Contest,
    after: Seq,
    limit: usize,
) -> anyhow::Result<Vec<EventOf<C>>> {
    read::<C>(contest, &store.contest_events(contest, after, limit.min(EVENTS_A_PAGE)).await?)
}

fn read<C: ContestKind>(contest: &Contest, events: &[ContestEvent]) -> anyhow::Result<Vec<EventOf<C>>> {
    let read = |bytes: &ContestEvent| decode(bytes).with_context(|| format!("the {contest} is damaged"));
    events.iter().map(read).collect()
}
