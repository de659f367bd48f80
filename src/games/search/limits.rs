//! How much a searcher may look at.

/// After how many positions somebody is asked whether to go on.
const ASKED_EVERY: u64 = 64;

/// A number of positions that may be looked at, as long as somebody says that it may go on.
pub struct SearchLimits<'a> {
    nodes: u64,
    depth: u32,
    used: u64,
    ask_at: u64,
    stopped: bool,
    may_go_on: Option<&'a mut dyn FnMut() -> bool>,
}

impl<'a> SearchLimits<'a> {
    /// At most `nodes` positions.
    pub fn of(nodes: u64) -> SearchLimits<'a> {
        SearchLimits { nodes, depth: u32::MAX, used: 0, ask_at: ASKED_EVERY, stopped: false, may_go_on: None }
    }

    /// At most `nodes` positions, and none more once `may_go_on` says no. It is asked every few positions, so that it may
    /// look at a clock. What comes out then depends on when it says so.
    pub fn while_allowed(nodes: u64, may_go_on: &'a mut dyn FnMut() -> bool) -> SearchLimits<'a> {
        SearchLimits { may_go_on: Some(may_go_on), ..SearchLimits::of(nodes) }
    }

    /// No deeper than `depth` plies.
    pub fn no_deeper(self, depth: u32) -> SearchLimits<'a> {
        SearchLimits { depth, ..self }
    }

    /// Looks at some positions more, also when that is too many.
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

    /// Whether no more may be looked at.
    pub fn is_spent(&self) -> bool {
        self.stopped || self.used >= self.nodes
    }

    /// How many positions may be looked at in all.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many plies deep a search may go.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many were looked at.
    pub fn used(&self) -> u64 {
        self.used
    }
}
