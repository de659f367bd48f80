//! The events of one tournament in a store, so that whoever carries it through goes on where it was.

use std::sync::Arc;

use anyhow::Context as _;

use super::Log;
use crate::{
    ids::Seq,
    referee::Contest,
    store::{
        ContestAppend, ContestEvent, ContestLog, ContestOpened, Epoch, NewContest, StoreError,
        codec::tournament as codec,
    },
    tournament::{Fact, Tournament, TournamentEvent},
};

/// How many events are read at once.
const PAGE: usize = 1024;

/// The events of one tournament, which this owns: whoever owned them before cannot append any more.
pub struct StoredEvents {
    store: Arc<dyn ContestLog>,
    contest: Contest,
    epoch: Epoch,
    newest: Seq,
}

impl StoredEvents {
    /// Opens a tournament with its first events, which follow from each other. Asked again with the same `content`, nothing is changed.
    pub async fn open(
        store: &dyn ContestLog,
        contest: &Contest,
        content: [u8; 32],
        events: &[TournamentEvent],
    ) -> Result<ContestOpened, StoreError> {
        let opened_unix_ms = match events.first().map(|event| &event.fact) {
            Some(Fact::Opened(opened)) => opened.opened_unix_ms,
            _ => 0,
        };
        let events = events.iter().map(codec::encode).collect();
        store.open_contest(NewContest { contest: contest.clone(), content, opened_unix_ms, events }).await
    }

    /// Takes a tournament over: its events, how it stands, and the time of its newest event. `None` where there is none.
    pub async fn take_over(
        store: Arc<dyn ContestLog>,
        contest: Contest,
    ) -> anyhow::Result<Option<(StoredEvents, Tournament, u64)>> {
        let Some(epoch) = store.take_contest_over(&contest).await? else { return Ok(None) };
        let Some((tournament, at_ms)) = replay(&*store, &contest).await? else { return Ok(None) };
        let newest = tournament.seq;
        Ok(Some((StoredEvents { store, contest, epoch, newest }, tournament, at_ms)))
    }
}

impl Log for StoredEvents {
    async fn append(&mut self, events: &[TournamentEvent]) -> anyhow::Result<()> {
        let Some(last) = events.last() else { return Ok(()) };
        let append = ContestAppend {
            expected: self.newest,
            owner: self.epoch,
            events: events.iter().map(codec::encode).collect(),
            is_over: events.iter().any(|event| matches!(event.fact, Fact::Ended { .. })),
        };
        self.store.append_to_contest(&self.contest, append).await?;
        self.newest = last.seq;
        Ok(())
    }
}

/// A tournament as its stored events have it, and the time of its newest one; `None` where there is none. Whoever owns it keeps it.
pub async fn replay(store: &dyn ContestLog, contest: &Contest) -> anyhow::Result<Option<(Tournament, u64)>> {
    let mut events: Vec<TournamentEvent> = Vec::new();
    loop {
        let after = events.last().map_or(Seq(0), |event| event.seq);
        let page = page(store, contest, after).await?;
        if page.is_empty() {
            break;
        }
        events.extend(page);
    }
    let Some(at_ms) = events.last().map(|event| event.at_ms) else { return Ok(None) };
    let tournament = Tournament::replay(&events);
    let damaged = || format!("the {contest} is damaged: its {} events do not follow from each other", events.len());
    Ok(Some((tournament.with_context(damaged)?, at_ms)))
}

/// The event that opened a tournament; `None` where there is none.
pub async fn first(store: &dyn ContestLog, contest: &Contest) -> anyhow::Result<Option<TournamentEvent>> {
    Ok(read(contest, &store.contest_events(contest, Seq(0), 1).await?)?.pop())
}

/// The next events behind one, at most [`PAGE`] of them; none where there are none yet.
pub async fn page(store: &dyn ContestLog, contest: &Contest, after: Seq) -> anyhow::Result<Vec<TournamentEvent>> {
    read(contest, &store.contest_events(contest, after, PAGE).await?)
}

fn read(contest: &Contest, events: &[ContestEvent]) -> anyhow::Result<Vec<TournamentEvent>> {
    let read = |bytes: &ContestEvent| codec::decode(bytes).with_context(|| format!("the {contest} is damaged"));
    events.iter().map(read).collect()
}
