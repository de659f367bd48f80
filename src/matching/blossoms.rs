//! Blossoms: odd rings of nodes, contracted to one node.

use super::{Edge, Label, Matching, NONE, Wide};

impl<const K: usize> Matching<K> {
    /// Returns the vertices of a node.
    pub(super) fn members(&self, node: usize) -> Vec<usize> {
        let (mut members, mut open) = (Vec::new(), vec![node]);
        while let Some(node) = open.pop() {
            match node < self.count {
                true => members.push(node),
                false => open.extend(&self.children[node - self.count]),
            }
        }
        members
    }

    /// Returns the member of a node with the least slack to `vertex`.
    #[inline]
    pub(super) fn touched(&self, node: usize, vertex: usize) -> usize {
        match node < self.count {
            true => node,
            false => self.touch[node - self.count][vertex] as usize,
        }
    }

    /// Contracts a ring to one node with the dual 0. The first child must contain the base.
    pub(super) fn enclose(&mut self, children: Vec<usize>, ring: Vec<Edge>) -> usize {
        let blossom =
            self.spare.pop().expect("there are fewer blossoms than vertices, as each has three children or more");
        self.base[blossom] = self.base[children[0]];
        self.parent[blossom] = NONE;
        self.dual[blossom] = Wide::ZERO;
        for child in &children {
            self.parent[*child] = blossom;
        }
        let number = blossom - self.count;
        for child in &children {
            for vertex in self.members(*child) {
                self.outer[vertex] = blossom;
            }
        }
        let mut touch = std::mem::take(&mut self.touch[number]);
        touch.clear();
        // Inner vertices and those outside the matching are never looked up.
        touch.extend((0..self.count).map(|vertex| match self.active[vertex] && self.outer[vertex] != blossom {
            true => self.least_slack(&children, vertex) as u32,
            false => 0,
        }));
        (self.children[number], self.ring[number], self.touch[number]) = (children, ring, touch);
        blossom
    }

    /// Returns the vertex in `nodes` with the least slack to `vertex`. The duals of all their
    /// vertices must have the same label.
    fn least_slack(&self, nodes: &[usize], vertex: usize) -> usize {
        let (mut least, mut found) = (None, NONE);
        for node in nodes {
            let member = self.touched(*node, vertex);
            let slack = self.dual[member] - self.weight(member, vertex);
            if least.is_none_or(|least| slack < least) {
                (least, found) = (Some(slack), member);
            }
        }
        found
    }

    /// Makes the children of an outermost blossom outermost nodes. The caller must handle the dual
    /// of the blossom.
    pub(super) fn disclose(&mut self, blossom: usize) -> (Vec<usize>, Vec<Edge>) {
        let number = blossom - self.count;
        let children = std::mem::take(&mut self.children[number]);
        for child in &children {
            self.parent[*child] = NONE;
            for vertex in self.members(*child) {
                self.outer[vertex] = *child;
            }
        }
        self.spare.push(blossom);
        (children, std::mem::take(&mut self.ring[number]))
    }

    /// If there are exactly two outermost nodes, moves the dual of the larger one to the smaller
    /// one. The same edges leave both, so no slack changes. This holds as long as the nodes contain
    /// all vertices that can return to the matching. Otherwise, a tree that came to contain all
    /// vertices but one would stay a deeply nested blossom.
    pub(super) fn move_dual_across(&mut self) {
        let &[a, b] = self.outers.as_slice() else { return };
        let (mut larger, mut smaller) = ((a, self.members(a)), (b, self.members(b)));
        if larger.1.len() < smaller.1.len() {
            std::mem::swap(&mut larger, &mut smaller);
        }
        let dual = self.dual[larger.0];
        if larger.0 < self.count || dual == Wide::ZERO {
            return;
        }
        for vertex in larger.1 {
            self.dual[vertex] = self.dual[vertex] + dual.half();
        }
        for vertex in smaller.1 {
            self.dual[vertex] = self.dual[vertex] - dual.half();
        }
        self.dual[larger.0] = Wide::ZERO;
        if smaller.0 >= self.count {
            self.dual[smaller.0] = self.dual[smaller.0] + dual;
        }
    }

    /// Dissolves outermost blossoms without a dual, because they constrain nothing.
    pub(super) fn disclose_idle(&mut self) {
        let mut open = std::mem::take(&mut self.outers);
        while let Some(node) = open.pop() {
            if node >= self.count && self.dual[node] == Wide::ZERO {
                open.extend(self.disclose(node).0);
            }
        }
    }

    /// Takes a vertex out of all blossoms and separates it from its mate. Other vertices that lose
    /// their mates stay without one.
    pub(super) fn detach(&mut self, vertex: usize) {
        while self.outer[vertex] != vertex {
            let blossom = self.outer[vertex];
            let half = self.dual[blossom].half();
            if half != Wide::ZERO {
                // Edges within the blossom stay tight; its matched edge to the outside does not.
                self.unmatch(self.base[blossom]);
            }
            for member in self.members(blossom) {
                self.dual[member] = self.dual[member] + half;
            }
            self.disclose(blossom);
        }
        self.unmatch(vertex);
    }

    /// Separates a vertex and its mate.
    pub(super) fn unmatch(&mut self, vertex: usize) {
        let mate = std::mem::replace(&mut self.mate[vertex], NONE);
        if mate != NONE {
            self.mate[mate] = NONE;
        }
    }

    /// Recomputes for each blossom its member with the least slack to `vertex`, after the weights
    /// of `vertex` have changed.
    pub(super) fn touch_again(&mut self, vertex: usize) {
        for number in 0..self.count {
            if !self.children[number].is_empty() {
                let members = self.members(self.count + number);
                self.touch[number][vertex] = self.least_slack(&members, vertex) as u32;
            }
        }
    }

    /// Exchanges matched and unmatched edges within a node so that `vertex` becomes its base.
    pub(super) fn rebase(&mut self, node: usize, vertex: usize) {
        if node < self.count {
            return;
        }
        let number = node - self.count;
        let mut child = vertex;
        while self.parent[child] != node {
            child = self.parent[child];
        }
        let count = self.children[number].len();
        let at =
            self.children[number].iter().position(|other| *other == child).expect("a node is a child of its parent");
        // The path from the new base to the old one that begins with a matched edge: every second
        // edge of it becomes matched.
        let turned: Vec<usize> = match at.is_multiple_of(2) {
            true => (0..at).step_by(2).collect(),
            false => (at + 1..count).step_by(2).collect(),
        };
        for edge in turned {
            let (a, b) = self.ring[number][edge];
            self.rebase(self.children[number][edge], a);
            self.rebase(self.children[number][(edge + 1) % count], b);
            self.join(a, b);
        }
        self.children[number].rotate_left(at);
        self.ring[number].rotate_left(at);
        self.base[node] = vertex;
        self.rebase(child, vertex);
    }

    /// Lists the outermost nodes of the vertices that are still in the matching.
    pub(super) fn list_outers(&mut self) {
        let mut seen = vec![false; self.count * 2];
        self.outers.clear();
        for vertex in 0..self.count {
            let outer = self.outer[vertex];
            if self.active[vertex] && !std::mem::replace(&mut seen[outer], true) {
                self.outers.push(outer);
            }
        }
    }

    /// Clears the tree of the last search.
    pub(super) fn forget(&mut self) {
        self.label.fill(Label::Free);
        self.near.fill(None);
        self.list_outers();
    }
}
