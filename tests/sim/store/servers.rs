//! The live servers of a simulated store.

use std::{collections::BTreeMap, time::Duration};

use super::Core;

impl Core {
    /// Kills all servers.
    pub fn kill_all(&self) {
        let now = self.now();
        let mut state = self.state();
        let dead = std::mem::take(&mut state.living);
        state.deaths.extend(dead.into_iter().map(|server| (server, now)));
    }

    /// Kills a server.
    pub fn kill(&self, server: u64) {
        let now = self.now();
        let mut state = self.state();
        if state.living.remove(&server) {
            state.deaths.insert(server, now);
        }
        drop(state);
        self.changed.notify_waiters();
    }

    /// Returns the time of death of each dead server, by number.
    pub fn deaths(&self) -> BTreeMap<u64, Duration> {
        self.state().deaths.clone()
    }

    pub fn lives(&self, server: u64) -> bool {
        self.state().living.contains(&server)
    }

    pub fn is_down(&self) -> bool {
        self.state().living.is_empty()
    }

    /// Returns whether this is the newest server.
    pub fn is_newest(&self, server: u64) -> bool {
        self.state().servers == server
    }
}
