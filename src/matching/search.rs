//! The search of one alternating tree, from a vertex without a mate to another.
//!
//! While a tree grows, the duals of its even vertices fall and those of its odd ones rise by the
//! same amount, the shift. The search does not update the duals for each shift. It stores every
//! dual as its value at shift 0, and for every event the shift at which it occurs.

use std::cmp::Ordering;

use super::{Edge, Label, Matching, NONE, Wide};

/// The next event as the shift grows.
enum Next {
    /// The tree reaches a node outside.
    Grow(usize, Edge),
    /// Two even nodes touch.
    Shrink(Edge),
    /// The dual of an odd blossom reaches 0.
    Expand(usize),
}

impl<const K: usize> Matching<K> {
    /// Gives a mate to `root` and to one other vertex.
    pub(super) fn search(&mut self, root: usize) {
        self.search_up_to(root, None);
    }

    /// Gives a mate to `root` and to one other vertex, if no dual has to change. Returns whether it
    /// did.
    pub(super) fn search_tight(&mut self, root: usize) -> bool {
        self.search_up_to(root, Some(Wide::ZERO))
    }

    /// Searches up to the shift `most`. Returns whether the root got a mate.
    fn search_up_to(&mut self, root: usize, most: Option<Wide<K>>) -> bool {
        self.forget();
        let root = self.outer[root];
        self.relabel(root, Label::Even, Wide::ZERO);
        self.reach(&self.members(root));
        let (shift, is_found) = loop {
            let (shift, next) = self.next();
            if let Some(most) = most.filter(|most| shift > *most) {
                break (most, false);
            }
            match next {
                Next::Grow(node, edge) if self.mate[self.base[node]] == NONE => {
                    self.augment(edge);
                    break (shift, true);
                }
                Next::Grow(node, edge) => {
                    self.entry[node] = edge;
                    self.relabel(node, Label::Odd, shift);
                    self.make_even(self.outer[self.mate[self.base[node]]], shift);
                }
                Next::Shrink(edge) => self.shrink(edge, shift),
                Next::Expand(node) => self.expand(node, shift),
            }
        };
        self.list_outers();
        for node in self.outers.clone() {
            self.relabel(node, Label::Free, shift);
        }
        // A search with a bound may set two vertices aside and return them later with their duals,
        // so no dual may move.
        if most.is_none() {
            self.move_dual_across();
        }
        self.disclose_idle();
        is_found
    }

    /// Returns the minimum shift with an event, and that event. At equal shifts, events that end
    /// the search or enlarge the tree precede events that make a blossom. An event always exists,
    /// because the graph is complete and the number of vertices even.
    fn next(&self) -> (Wide<K>, Next) {
        let mut least: Option<(Wide<K>, u8, usize)> = None;
        for node in &self.outers {
            let (shift, turn) = match (self.label[*node], self.near[*node]) {
                (Label::Odd, _) if *node >= self.count => (self.dual[*node].half(), 3),
                (Label::Even, Some((shift, _))) => (shift, 2),
                (Label::Free, Some((shift, _))) => (shift, u8::from(self.mate[self.base[*node]] != NONE)),
                _ => continue,
            };
            let is_less = least.is_none_or(|(least, least_turn, _)| match shift.cmp(&least) {
                Ordering::Less => true,
                Ordering::Equal => turn < least_turn,
                Ordering::Greater => false,
            });
            if is_less {
                least = Some((shift, turn, *node));
            }
        }
        let (shift, _, node) = least.expect("a complete graph has an edge from the tree to each vertex outside");
        let edge = self.near[node].map(|(_, edge)| edge);
        let next = match (self.label[node], edge) {
            (Label::Free, Some(edge)) => Next::Grow(node, edge),
            (Label::Even, Some(edge)) => Next::Shrink(edge),
            _ => Next::Expand(node),
        };
        (shift, next)
    }

    /// Changes the label of an outermost node, and adjusts its stored duals so that their present
    /// values stay the same.
    fn relabel(&mut self, node: usize, label: Label, shift: Wide<K>) {
        let direction = |label| match label {
            Label::Free => 0,
            Label::Even => 1,
            Label::Odd => -1,
        };
        let by = direction(label) - direction(std::mem::replace(&mut self.label[node], label));
        if by == 0 || shift == Wide::ZERO {
            return;
        }
        let moved = |dual: Wide<K>, times: i32| match times {
            2 => dual + shift.double(),
            1 => dual + shift,
            -1 => dual - shift,
            _ => dual - shift.double(),
        };
        for vertex in self.members(node) {
            self.dual[vertex] = moved(self.dual[vertex], by);
        }
        if node >= self.count {
            // The dual of a blossom moves twice as fast, and in the opposite direction.
            let once = moved(self.dual[node], -by);
            self.dual[node] = moved(once, -by);
        }
    }

    /// Makes a free node even, and updates the nearest edges from its vertices.
    fn make_even(&mut self, node: usize, shift: Wide<K>) {
        self.relabel(node, Label::Even, shift);
        // The duals at both ends of an edge between even nodes fall, so it is tight at half the
        // shift.
        self.near[node] = self.near[node].map(|(at, edge)| ((at + shift).half(), edge));
        self.reach(&self.members(node));
    }

    /// Updates the nearest edges from vertices that have become even to all nodes that are not odd.
    fn reach(&mut self, vertices: &[usize]) {
        for vertex in vertices {
            let own = self.outer[*vertex];
            for place in 0..self.outers.len() {
                let node = self.outers[place];
                if node != own && self.label[node] != Label::Odd {
                    self.consider(node, *vertex);
                }
            }
        }
    }

    /// Stores the edge from an even vertex to a node if it has the least slack so far.
    #[inline]
    fn consider(&mut self, node: usize, vertex: usize) {
        let member = self.touched(node, vertex);
        let slack = self.slack(vertex, member);
        let shift = if self.label[node] == Label::Even { slack.half() } else { slack };
        if self.near[node].is_none_or(|(least, _)| shift < least) {
            self.near[node] = Some((shift, (vertex, member)));
        }
    }

    /// Updates the nearest edge to a node from all even vertices outside it.
    fn look_at(&mut self, node: usize) {
        self.near[node] = None;
        for vertex in 0..self.count {
            let outer = self.outer[vertex];
            if self.active[vertex] && outer != node && self.label[outer] == Label::Even {
                self.consider(node, vertex);
            }
        }
    }

    /// Returns the even node above an even node, with the odd node between them; `None` for the
    /// root.
    fn above(&self, node: usize) -> Option<(usize, usize)> {
        let mate = self.mate[self.base[node]];
        (mate != NONE).then(|| {
            let odd = self.outer[mate];
            (odd, self.outer[self.entry[odd].0])
        })
    }

    /// Matches the two ends of `edge`, the first in the tree and the second outside, and flips the
    /// path to the root.
    fn augment(&mut self, edge: Edge) {
        let (mut inner, mut reached) = edge;
        self.rebase(self.outer[reached], reached);
        loop {
            let node = self.outer[inner];
            let above = self.above(node);
            self.rebase(node, inner);
            self.join(inner, reached);
            let Some((odd, _)) = above else { return };
            (inner, reached) = self.entry[odd];
            self.rebase(odd, reached);
        }
    }

    /// Contracts the ring that an edge between two even nodes closes to one even node.
    fn shrink(&mut self, (a, b): Edge, shift: Wide<K>) {
        let top = self.meeting(self.outer[a], self.outer[b]);
        let (left, left_edges) = self.way_up(self.outer[a], top);
        let (right, right_edges) = self.way_up(self.outer[b], top);
        let children: Vec<usize> = [top].into_iter().chain(left.into_iter().rev()).chain(right).collect();
        let down = left_edges.into_iter().rev().map(|(from, to)| (to, from));
        let ring = down.chain([(a, b)]).chain(right_edges).collect();
        let mut joined = Vec::new();
        for child in &children {
            if self.label[*child] == Label::Odd {
                joined.extend(self.members(*child));
                self.relabel(*child, Label::Even, shift);
            }
            if *child >= self.count {
                // Duals inside a blossom do not change.
                self.dual[*child] = self.dual[*child] + shift.double();
            }
        }
        let blossom = self.enclose(children, ring);
        self.label[blossom] = Label::Even;
        self.dual[blossom] = Wide::ZERO - shift.double();
        self.list_outers();
        self.reach(&joined);
        self.look_at(blossom);
    }

    /// Returns the first common even node on the paths from two nodes to the root.
    fn meeting(&self, a: usize, b: usize) -> usize {
        let mut seen = vec![false; self.count * 2];
        let mut open = Some(a);
        while let Some(node) = open {
            seen[node] = true;
            open = self.above(node).map(|(_, above)| above);
        }
        let mut node = b;
        while !seen[node] {
            node = self.above(node).expect("both are in one tree").1;
        }
        node
    }

    /// Returns the nodes from `node` up to the one below `top`, and the edges from each to the
    /// next.
    fn way_up(&self, mut node: usize, top: usize) -> (Vec<usize>, Vec<Edge>) {
        let (mut nodes, mut edges) = (Vec::new(), Vec::new());
        while node != top {
            let (odd, above) = self.above(node).expect("the top is above");
            let (base, (from, to)) = (self.base[node], self.entry[odd]);
            nodes.extend([node, odd]);
            edges.extend([(base, self.mate[base]), (to, from)]);
            node = above;
        }
        (nodes, edges)
    }

    /// Replaces an odd blossom without a dual by its children. Those on the even path from the
    /// tree's entry to the base stay in the tree.
    fn expand(&mut self, blossom: usize, shift: Wide<K>) {
        let entry = self.entry[blossom];
        self.relabel(blossom, Label::Free, shift);
        let (children, ring) = self.disclose(blossom);
        let count = children.len();
        let at = children.iter().position(|child| *child == self.outer[entry.1]).expect("the tree enters at a child");
        // The path along the ring, from the entered child in the direction of its matched edge, to
        // the base.
        let way: Vec<usize> = match at.is_multiple_of(2) {
            true => (0..=at).rev().collect(),
            false => (at..=count).collect(),
        };
        for child in &children {
            (self.label[*child], self.near[*child]) = (Label::Free, None);
        }
        let mut even = Vec::new();
        for (step, place) in way.iter().enumerate() {
            let child = children[place % count];
            if step.is_multiple_of(2) {
                self.entry[child] = match step {
                    0 => entry,
                    _ if at % 2 == 1 => ring[place - 1],
                    _ => (ring[*place].1, ring[*place].0),
                };
                self.relabel(child, Label::Odd, shift);
            } else {
                self.relabel(child, Label::Even, shift);
                even.push(child);
            }
        }
        self.list_outers();
        for child in children {
            if self.label[child] != Label::Odd {
                self.look_at(child);
            }
        }
        for child in even {
            self.reach(&self.members(child));
        }
    }
}
