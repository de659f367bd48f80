//! What a table does while its store fails: it keeps what it decided, tries again, and lets nobody pay for it.
//!
//! The time in which the store failed becomes an event before anything else does, so that no clock, grace or wait ran in it.
//! What was decided is decided anew after that; the stamps of an answer are still those of its arrival. A store that fails for
//! longer than [`Limits::store_patience`](crate::hall::Limits::store_patience) ends the match as the host's fault, once it takes
//! that.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    sync::Arc,
    task::Poll,
    time::Duration,
};

use tokio::time::sleep;

use super::task::{Halt, Table};
use crate::{
    hall::limits::{SLOW_STORE, STORE_RETRY, STORE_RETRY_SOON},
    referee::{Command, Event, Reason, Refusal, Time, decide::Decision},
    store::StoreError,
};

/// What became of events that were to be appended.
pub(super) enum Appended {
    /// They are durable.
    Stored,
    /// They are not, and time has passed, which the match knows: what they came of is to be decided anew.
    DecideAgain,
    /// They are not, and never will be.
    Refused(Refusal),
}

/// What one attempt came to.
enum Attempt {
    Stored,
    /// The store failed; it may be well again later.
    Failed,
    /// The log has gone on without this table.
    Conflict,
    /// The table has halted.
    Halted,
}

impl Table {
    /// Stores what was decided, however long that takes.
    pub(super) async fn append_or_wait(&mut self, events: &[Event]) -> Appended {
        let began = self.now();
        match self.attempt(events).await {
            Attempt::Stored => Appended::Stored,
            Attempt::Failed => self.wait_for_store(began, events).await,
            Attempt::Conflict => self.after_conflict(events).await,
            Attempt::Halted => Appended::Refused(self.halted()),
        }
    }

    /// Stores what was decided if the store takes it at once.
    pub(super) async fn append_at_once(&mut self, events: &[Event]) -> Result<(), Refusal> {
        match self.attempt(events).await {
            Attempt::Stored => Ok(()),
            Attempt::Failed | Attempt::Conflict | Attempt::Halted => Err(self.halted()),
        }
    }

    /// Notes it when the store took its time since `began`: what it took is charged to nobody.
    pub(super) async fn note_slow_store(&mut self, began: Time) {
        if self.now().since(began) < SLOW_STORE || !self.is_open() {
            return;
        }
        tracing::warn!(match_id = %self.match_id, "the store was slow to take events");
        let Ok(Decision::Events(events)) = self.live.decide(self.now(), &Command::NoteStall { began }) else { return };
        if !events.is_empty()
            && let Appended::Stored = self.append_or_wait(&events).await
        {
            self.go_on_with(&events);
        }
    }

    /// Tries until the store has taken what says that it failed, or turns out to have taken `first` after all.
    async fn wait_for_store(&mut self, began: Time, first: &[Event]) -> Appended {
        let mut pause = STORE_RETRY_SOON;
        loop {
            self.rest(pause).await;
            if self.halt.is_some() {
                return Appended::Refused(self.halted());
            }
            pause = (pause * 2).min(STORE_RETRY);
            let now = self.now();
            let command = match now.since(began) > self.store_patience {
                false => Command::NoteStall { began },
                true => Command::Fault { detail: "the server could not store what was played".to_owned() },
            };
            let events = match self.live.decide(now, &command) {
                Ok(Decision::Events(events)) if !events.is_empty() => events,
                // There is nothing to note: the match is over.
                Ok(_) | Err(_) => return Appended::DecideAgain,
            };
            match self.attempt(&events).await {
                Attempt::Stored => {
                    tracing::info!(match_id = %self.match_id, "the store takes events again");
                    self.go_on_with(&events);
                    return Appended::DecideAgain;
                }
                Attempt::Conflict => return self.after_conflict(first).await,
                Attempt::Halted => return Appended::Refused(self.halted()),
                Attempt::Failed => {}
            }
        }
    }

    async fn attempt(&mut self, events: &[Event]) -> Attempt {
        match self.append(events).await {
            Ok(()) => Attempt::Stored,
            Err(StoreError::Conflict { .. }) => Attempt::Conflict,
            Err(StoreError::Malformed(broken)) => {
                tracing::error!(match_id = %self.match_id, %broken, "events cannot be stored: the table stops");
                self.halt = Some(Halt::Unstorable(broken.to_string()));
                Attempt::Halted
            }
            Err(error) => {
                tracing::error!(match_id = %self.match_id, %error, "failed to store events: they are kept and tried again");
                Attempt::Failed
            }
        }
    }

    /// The log has gone on: with these very events, whose answer was lost on its way here, or by another owner.
    async fn after_conflict(&mut self, events: &[Event]) -> Appended {
        let stored = self.shared.annals.store.events(&self.match_id, self.live.seq(), events.len() + 1).await;
        if stored.is_ok_and(|stored| stored == events) {
            return Appended::Stored;
        }
        tracing::error!(match_id = %self.match_id, "another server has written to this match: the table stops");
        self.halt = Some(Halt::Conflict);
        Appended::Refused(self.halted())
    }

    /// Appends, and answers those who look meanwhile.
    async fn append(&mut self, events: &[Event]) -> Result<(), StoreError> {
        let store = Arc::clone(&self.shared.annals.store);
        let append = store.append(&self.match_id, self.live.seq(), events.to_vec());
        self.meanwhile(append).await
    }

    /// Waits for a moment, and answers those who look meanwhile.
    async fn rest(&mut self, pause: Duration) {
        self.meanwhile(sleep(pause)).await;
        if self.shared.inbox.is_stopping() {
            self.halt = Some(Halt::Closing);
        }
    }

    async fn meanwhile<T>(&mut self, done: impl Future<Output = T>) -> T {
        let shared = Arc::clone(&self.shared);
        let mut done = pin!(done);
        poll_fn(|cx| {
            if let Poll::Ready(done) = done.as_mut().poll(cx) {
                return Poll::Ready(done);
            }
            while let Poll::Ready(looks) = shared.inbox.poll_looks(cx) {
                self.show(looks);
            }
            Poll::Pending
        })
        .await
    }

    fn halted(&self) -> Refusal {
        match &self.halt {
            Some(Halt::Closing) => Refusal::new(Reason::Stopping, "the server is stopping: ask again later"),
            _ => Refusal::new(Reason::HostFault, "nothing was changed: ask again later"),
        }
    }
}
