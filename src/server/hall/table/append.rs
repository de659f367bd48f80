//! Stores what a table decided. No event is applied or published before the store has it.
//!
//! If the store fails, [`super::outage`] decides what happens.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    sync::Arc,
    task::Poll,
};

use referee_law::{Event, Refusal};
use referee_store::StoreError;
use tracing::Instrument as _;

use super::{
    halt::{Halt, why},
    task::{Appended, Table},
};
use crate::hall::{matches::store_failures, records::history::store_unavailable};

/// The result of one attempt to store events.
pub(super) enum Attempt {
    Stored,
    /// The store failed, perhaps temporarily.
    Failed,
    Halted,
}

impl Table {
    /// Stores a decision, and retries until the store accepts it, however long that takes.
    pub(super) async fn append_or_wait(&mut self, events: &[Event]) -> Appended {
        let began = self.now();
        match self.attempt(events).await {
            Attempt::Stored => Appended::Stored,
            Attempt::Halted => Appended::Refused(self.halted()),
            Attempt::Failed => self.wait_for_store(events, began).await,
        }
    }

    /// Stores a decision with one attempt.
    pub(super) async fn append_at_once(&mut self, events: &[Event]) -> Result<(), Refusal> {
        match self.attempt(events).await {
            Attempt::Stored => Ok(()),
            Attempt::Failed | Attempt::Halted => Err(self.halted()),
        }
    }

    /// Makes one attempt to store events. If the log already contains exactly these events, they
    /// count as stored.
    pub(super) async fn attempt(&mut self, events: &[Event]) -> Attempt {
        let stored = self.append(events).instrument(tracing::debug_span!("append", events = events.len())).await;
        match stored {
            Ok(()) => Attempt::Stored,
            Err(StoreError::Superseded { .. }) => self.has_another_owner(Halt::Superseded),
            Err(StoreError::Conflict { .. }) => match self.has_stored(events).await {
                Some(true) => Attempt::Stored,
                None if self.halt.is_none() => Attempt::Failed,
                Some(false) | None => self.has_another_owner(Halt::Conflict),
            },
            Err(StoreError::Malformed(broken)) => {
                tracing::error!(match_id = %self.match_id, %broken, "events cannot be stored: the table stops");
                self.halt = Some(Halt::Unstorable(broken.to_string()));
                Attempt::Halted
            }
            Err(error) => {
                if let Some(left_out) = store_failures::may_write() {
                    tracing::error!(match_id = %self.match_id, %error, left_out, "failed to store events: they \
                        are kept for a retry");
                }
                Attempt::Failed
            }
        }
    }

    /// Appends events, and serves readers until that is done.
    async fn append(&mut self, events: &[Event]) -> Result<(), StoreError> {
        let log = Arc::clone(&self.shared.match_store.log);
        let append = log.append(&self.match_id, self.live.seq(), self.epoch, events.to_vec());
        self.meanwhile(append).await
    }

    /// Returns whether events are durable although the store reported a failure. Returns `None`
    /// while the log is unreadable, and for a table that halts because the log has other events.
    /// Nothing else may be stored before the answer is known.
    pub(super) async fn has_stored(&mut self, events: &[Event]) -> Option<bool> {
        let log = Arc::clone(&self.shared.match_store.log);
        let read = log.events_for_table(&self.match_id, self.live.seq(), events.len() + 1);
        match self.meanwhile(read).await {
            Ok(stored) if stored.is_empty() => Some(false),
            Ok(stored) if stored == events => Some(true),
            Ok(_) => {
                self.has_another_owner(Halt::Conflict);
                None
            }
            Err(error) => {
                if let Some(left_out) = store_failures::may_write() {
                    tracing::error!(match_id = %self.match_id, %error, left_out, "failed to read stored events: \
                        retrying");
                }
                None
            }
        }
    }

    fn has_another_owner(&mut self, halt: Halt) -> Attempt {
        tracing::error!(match_id = %self.match_id, "another server has taken over this match: the table stops");
        self.halt = Some(halt);
        Attempt::Halted
    }

    /// Serves readers until `done` completes.
    pub(super) async fn meanwhile<T>(&mut self, done: impl Future<Output = T>) -> T {
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

    /// Returns the refusal of every command after this table has halted.
    pub(super) fn halted(&self) -> Refusal {
        match &self.halt {
            Some(halt) => why(halt),
            None => store_unavailable(),
        }
    }
}
