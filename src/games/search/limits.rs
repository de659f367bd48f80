//! The budget of a search.

/// Positions between two calls of `may_go_on`.
const ASKED_EVERY: u64 = 64;

/// A budget of positions, which a callback may end earlier.
pub struct SearchLimits<'a> {
    nodes: u64,
    depth: u32,
    used: u64,
    ask_at: u64,
    stopped: bool,
    may_go_on: Option<&'a mut dyn FnMut() -> bool>,
}

impl<'a> SearchLimits<'a> {
    /// Creates a budget of at most `nodes` positions.
    pub fn of(nodes: u64) -> SearchLimits<'a> {
        SearchLimits { nodes, depth: u32::MAX, used: 0, ask_at: ASKED_EVERY, stopped: false, may_go_on: None }
    }

    /// Creates a budget of at most `nodes` positions, which ends once `may_go_on` returns false.
    /// The callback is called every few positions, so it may read a clock. Then the result of a
    /// search depends on time.
    pub fn while_allowed(nodes: u64, may_go_on: &'a mut dyn FnMut() -> bool) -> SearchLimits<'a> {
        SearchLimits { may_go_on: Some(may_go_on), ..SearchLimits::of(nodes) }
    }

    /// Limits the depth to `depth` plies.
    pub fn no_deeper(self, depth: u32) -> SearchLimits<'a> {
        SearchLimits { depth, ..self }
    }

    /// Counts more positions, even beyond the budget.
    pub fn spend(&mut self, nodes: u64) {
        self.used = self.used.saturating_add(nodes);
        if self.used < self.ask_at {
            return;
        }
        self.ask_at = self.used.saturating_add(ASKED_EVERY);
        if let Some(may_go_on) = self.may_go_on.as_mut().filter(|_| !self.stopped) {
            self.stopped = !may_go_on();
        }
    }

    /// Returns whether the budget is used up.
    pub fn is_spent(&self) -> bool {
        self.stopped || self.used >= self.nodes
    }

    /// Returns the whole budget of positions.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the depth limit in plies.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the number of positions counted so far.
    pub fn used(&self) -> u64 {
        self.used
    }
}
