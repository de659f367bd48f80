//! The queue of a program with its waker, which both ends of its link share.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    task::{Context, Waker},
};

use tokio::sync::Notify;

use super::queue::Queue;

/// What both ends of a link share.
#[derive(Default)]
pub(super) struct Shared {
    waiting: Mutex<Waiting>,
    /// Notified when the reader has taken events from the log, or is gone.
    pub drained: Notify,
}

/// The queue of a program, with the program's waker.
#[derive(Default)]
pub(super) struct Waiting {
    pub queue: Queue,
    reader: Option<Waker>,
    /// Whether the link is in the list of the coalescer.
    pub is_coalesced: bool,
    /// Whether the program has emptied the queue since the coalescer's last check.
    pub was_emptied: bool,
}

impl Shared {
    /// Locks the queue. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    pub fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Unlocks the queue, and wakes the program once for all queued messages.
    pub fn wake(mut waiting: MutexGuard<'_, Waiting>) {
        let reader = waiting.reader.take();
        drop(waiting);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// Checks the delayed messages for the coalescer. Wakes a program that has taken nothing since
    /// the last check. Returns whether to check again.
    pub fn still_waits(mut waiting: MutexGuard<'_, Waiting>) -> bool {
        let was_emptied = std::mem::take(&mut waiting.was_emptied);
        waiting.is_coalesced = was_emptied && waiting.queue.has_more();
        let still_waits = waiting.is_coalesced;
        if !still_waits && waiting.queue.has_more() {
            Waiting::wake(waiting);
        }
        still_waits
    }

    /// Registers the program, so that the next message wakes it.
    pub fn wait(&mut self, cx: &mut Context<'_>) {
        if !self.reader.as_ref().is_some_and(|reader| reader.will_wake(cx.waker())) {
            self.reader = Some(cx.waker().clone());
        }
    }
}
