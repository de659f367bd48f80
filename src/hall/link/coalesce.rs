//! Lets what asks for nothing wait for what follows it, where a program wants that: an acknowledgement and a program's own
//! event then mostly go out with its next turn, and cost no wake and no write of their own.

use std::{
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{runtime::Handle, time::sleep};

use super::{Shared, Waiting};

/// How often it is looked whether anything waits that nothing has followed. It waits for two of these at the longest.
pub const LOOK_EVERY: Duration = Duration::from_millis(5);

/// The links on which something may wait that no program was woken for. Cloning gives another handle to the same.
#[derive(Clone, Default)]
pub struct Coalescer {
    links: Arc<Mutex<Links>>,
}

#[derive(Default)]
struct Links {
    /// Each once.
    waiting: Vec<Arc<Shared>>,
    /// Whether a task looks at them.
    are_looked_at: bool,
}

impl Coalescer {
    /// Takes a link that is not in here. A task looks at it for as long as anything waits.
    pub(super) fn add(&self, link: Arc<Shared>) {
        let mut links = self.links();
        links.waiting.push(link);
        if mem::replace(&mut links.are_looked_at, true) {
            return;
        }
        drop(links);
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(self.clone().look())),
            // What a table leaves behind when its runtime has gone waits for nothing.
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

    /// The lock is held for a few moves of pointers and never across an await; what is under it is never half changed.
    fn links(&self) -> MutexGuard<'_, Links> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
