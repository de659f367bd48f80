//! Delays messages that need no answer until the next message, if the program wants it. An
//! acknowledgement and a program's own event then usually travel with its next turn, without a
//! wake-up and a write of their own.

use std::{
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{runtime::Handle, time::sleep};

use super::{Shared, Waiting};

/// Interval of checks for delayed messages with no successor. A message waits for at most two
/// intervals.
pub const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Links with delayed messages. Cloning shares the list.
#[derive(Clone, Default)]
pub struct Coalescer {
    links: Arc<Mutex<Links>>,
}

#[derive(Default)]
struct Links {
    /// Each link once.
    waiting: Vec<Arc<Shared>>,
    /// Whether a task is checking them.
    are_looked_at: bool,
}

impl Coalescer {
    /// Adds a link that is not listed yet. A task checks it while anything waits.
    pub(super) fn add(&self, link: Arc<Shared>) {
        let mut links = self.links();
        links.waiting.push(link);
        if mem::replace(&mut links.are_looked_at, true) {
            return;
        }
        drop(links);
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(self.clone().look())),
            // The runtime is gone; nothing waits for what a table leaves behind.
            Err(_) => self.links().are_looked_at = false,
        }
    }

    async fn look(self) {
        loop {
            sleep(LOOK_EVERY).await;
            let mut waiting = mem::take(&mut self.links().waiting);
            waiting.retain(|link| Waiting::still_waits(link.waiting()));
            let mut links = self.links();
            links.waiting.append(&mut waiting);
            if links.waiting.is_empty() {
                links.are_looked_at = false;
                return;
            }
        }
    }

    /// Locks the list. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn links(&self) -> MutexGuard<'_, Links> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
