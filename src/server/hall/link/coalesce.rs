//! Delays messages that need no answer until the next message, if the program wants that. An
//! acknowledgement and the program's own event then usually travel with its next turn, and need no
//! separate wake-up and write.

use std::{
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{runtime::Handle, time::sleep};

use super::shared::{Shared, Waiting};

/// Interval of checks for delayed messages that no other message follows. A message waits for at
/// most two intervals.
pub const LOOK_EVERY: Duration = Duration::from_millis(5);

/// The links with delayed messages. Clones share the list.
#[derive(Clone, Default)]
pub struct Coalescer {
    links: Arc<Mutex<Links>>,
}

#[derive(Default)]
struct Links {
    /// The links, each at most once.
    waiting: Vec<Arc<Shared>>,
    /// Whether a task is checking the links.
    are_looked_at: bool,
}

impl Coalescer {
    /// Adds a link that is not in the list. A task checks the links as long as messages wait.
    pub(super) fn add(&self, link: Arc<Shared>) {
        let mut links = self.links();
        links.waiting.push(link);
        if mem::replace(&mut links.are_looked_at, true) {
            return;
        }
        drop(links);
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(self.clone().look())),
            // Without a runtime, no program is left that waits for the messages.
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
