//! Which servers of a simulated store live.

use super::Core;

impl Core {
    /// All servers are dead from now on.
    pub fn kill_all(&self) {
        self.state().living.clear();
    }

    /// A server is dead from now on.
    pub fn kill(&self, server: u64) {
        self.state().living.remove(&server);
        self.changed.notify_waiters();
    }

    pub fn lives(&self, server: u64) -> bool {
        self.state().living.contains(&server)
    }

    pub fn is_down(&self) -> bool {
        self.state().living.is_empty()
    }

    /// Whether no server was started after this one.
    pub fn is_newest(&self, server: u64) -> bool {
        self.state().servers == server
    }
}
