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
    ids::Seq,
    referee::{Command, Event, Reason, Refusal, Time, decide::Decision},
    store::StoreError,
};

/// What became of events that were to be kept.
pub(super) enum Kept {
    /// They are durable.
    Stored,
    /// They are not, and time has passed, which the match knows: what they came of is to be decided anew.
    DecideAgain,
    /// They are not, and never will be.
    Not(Refusal),
}

/// What one attempt came to.
enum Tried {
    Stored,
    /// The store failed; it may be well again later.
    Failed,
    /// The table has halted.
    Halted,
}

impl Table {
    /// Stores what was decided, however long that takes.
    pub(super) async fn keep(&mut self, events: &[Event]) -> Kept {
        let began = self.now();
        match self.try_to_keep(events).await {
            Tried::Stored => Kept::Stored,
            Tried::Halted => Kept::Not(self.halted()),
            Tried::Failed => self.wait_for_store(began).await,
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
            && let Kept::Stored = self.keep(&events).await
        {
            self.go_on_with(&events);
        }
    }

    /// Tries until the store has taken what says that it failed.
    async fn wait_for_store(&mut self, began: Time) -> Kept {
        let mut pause = STORE_RETRY_SOON;
        loop {
            self.rest(pause).await;
            if self.halt.is_some() {
                return Kept::Not(self.halted());
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
                Ok(_) | Err(_) => return Kept::DecideAgain,
            };
            match self.try_to_keep(&events).await {
                Tried::Stored => {
                    tracing::info!(match_id = %self.match_id, "the store takes events again");
                    self.go_on_with(&events);
                    return Kept::DecideAgain;
                }
                Tried::Halted => return Kept::Not(self.halted()),
                Tried::Failed => {}
            }
        }
    }

    async fn try_to_keep(&mut self, events: &[Event]) -> Tried {
        let error = match self.append(events).await {
            Ok(()) => return Tried::Stored,
            Err(error) => error,
        };
        let halt = match &error {
            // An answer that was lost on its way here: they are durable.
            StoreError::Conflict { .. } if self.has_stored(events).await => return Tried::Stored,
            StoreError::Conflict { .. } => Halt::Conflict,
            StoreError::Malformed(broken) => Halt::Unstorable(broken.to_string()),
            _ => {
                tracing::error!(match_id = %self.match_id, %error, "failed to store events: they are kept and tried again");
                return Tried::Failed;
            }
        };
        tracing::error!(match_id = %self.match_id, %error, "events cannot be stored: the table stops");
        self.halt = Some(halt);
        Tried::Halted
    }

    /// Whether the store's next events of the match are these.
    async fn has_stored(&self, events: &[Event]) -> bool {
        let after: Seq = self.live.seq();
        let stored = self.shared.annals.store.events(&self.match_id, after, events.len() + 1).await;
        stored.is_ok_and(|stored| stored == events)
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
