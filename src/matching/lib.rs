//! Perfect matchings of the greatest weight, which follow changes of the weights.
//!
//! [`Matching`] is the primal-dual method of J. Edmonds ("Maximum matching and a polyhedron with
//! 0,1-vertices", 1965) on a complete graph. It grows one alternating tree at a time, in O(n²) per
//! tree (as in H. Gabow, "An efficient implementation of Edmonds' algorithm for maximum matching on
//! graphs", 1976). Between trees, it can choose among the best matchings, and change the weights of
//! one vertex. That costs a tree or two instead of a whole matching.

#![deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]

mod blossoms;
mod choice;
mod search;
mod wide;

pub use wide::Wide;

/// Marks a missing vertex, node or edge.
const NONE: usize = usize::MAX;
/// The kind of the weight of a forbidden edge, below all others.
const NEVER: u32 = 0;

/// The label of a node in the search of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// A node outside the tree.
    Free,
    /// A node in the tree, an even number of edges from the root.
    Even,
    /// A node in the tree, an odd number of edges from the root.
    Odd,
}

/// An edge between two vertices.
type Edge = (usize, usize);

/// A perfect matching of the greatest weight on a complete graph. Nodes are vertices (from 0) and
/// blossoms (from the number of vertices).
#[derive(Clone, Debug)]
pub struct Matching<const K: usize> {
    count: usize,
    /// The kind of each edge: the index of its weight in `weights`, row by row.
    kinds: Vec<u32>,
    /// The weights, all even, so that duals stay integers.
    weights: Vec<Wide<K>>,
    active: Vec<bool>,
    mate: Vec<usize>,
    /// The dual of each node. During a search, the dual at shift 0 (`search`).
    dual: Vec<Wide<K>>,
    /// The outermost node of each vertex.
    outer: Vec<usize>,
    /// The blossom that contains a node as a child.
    parent: Vec<usize>,
    /// The vertex of each node whose mate is outside the node.
    base: Vec<usize>,
    /// The children of each blossom around its ring, beginning with the one that contains the base.
    /// Every second edge from the second child on is matched.
    children: Vec<Vec<usize>>,
    /// The edges of the ring: from each child to the next.
    ring: Vec<Vec<Edge>>,
    /// For each blossom, the member with the least slack to each vertex.
    touch: Vec<Vec<u32>>,
    /// Unused blossoms.
    spare: Vec<usize>,
    label: Vec<Label>,
    /// The edge by which an odd node entered the tree: from an even vertex to a vertex of the node.
    entry: Vec<Edge>,
    /// The edge of least slack from an even vertex to each node, and the shift at which the edge is
    /// tight.
    near: Vec<Option<(Wide<K>, Edge)>>,
    /// The outermost nodes.
    outers: Vec<usize>,
}

/// The weights of a complete graph, with each different weight stored once.
#[derive(Clone, Debug)]
pub struct Weights<const K: usize> {
    count: usize,
    kinds: Vec<u32>,
    weights: Vec<Wide<K>>,
}

impl<const K: usize> Weights<K> {
    /// Creates a graph of `count` vertices without permitted edges. `bits` is the maximum number of
    /// bits of the total weight of a matching. The width `K` must be at least [`Weights::limbs`].
    pub fn new(count: usize, bits: usize) -> Weights<K> {
        // An edge of this weight makes a matching worse than every matching without such an edge.
        let never = Wide::ZERO - Wide::bit(bits + 2);
        Weights { count, kinds: vec![NEVER; count * count], weights: vec![never] }
    }

    /// Returns how many limbs can represent all duals of a graph whose matchings weigh up to `bits`
    /// bits: a dual is a sum of at most `count` weights.
    pub fn limbs(count: usize, bits: usize) -> usize {
        let in_all = bits + 3 + bit_length(count as u64) + 3;
        in_all.div_ceil(64)
    }

    /// Adds a weight and returns its kind. Pass the plain weight: this function doubles it.
    pub fn kind(&mut self, weight: Wide<K>) -> u32 {
        self.weights.push(weight.double());
        u32::try_from(self.weights.len() - 1).expect("an edge has one kind, and edges fit into memory")
    }

    /// Sets the kind of the edge between two different vertices.
    pub fn set(&mut self, a: usize, b: usize, kind: u32) {
        self.kinds[a * self.count + b] = kind;
        self.kinds[b * self.count + a] = kind;
    }
}

/// Returns how many bits `value` has.
pub fn bit_length(value: u64) -> usize {
    (u64::BITS - value.leading_zeros()) as usize
}

impl<const K: usize> Matching<K> {
    /// Returns a best matching of `weights`; the number of vertices must be even. `wished` has a
    /// mate for each vertex, or a number beyond all vertices. Wished pairs that are optimal are
    /// kept.
    pub fn new(weights: Weights<K>, wished: &[usize]) -> Matching<K> {
        let Weights { count, kinds, weights } = weights;
        debug_assert!(count.is_multiple_of(2), "an odd number of vertices has no perfect matching");
        let nodes = count * 2;
        let mut matching = Matching {
            count,
            kinds,
            weights,
            active: vec![true; count],
            mate: vec![NONE; count],
            dual: vec![Wide::ZERO; nodes],
            outer: (0..count).collect(),
            parent: vec![NONE; nodes],
            base: (0..nodes).map(|node| if node < count { node } else { NONE }).collect(),
            children: vec![Vec::new(); count],
            ring: vec![Vec::new(); count],
            touch: vec![Vec::new(); count],
            spare: (count..nodes).rev().collect(),
            label: vec![Label::Free; nodes],
            entry: vec![(NONE, NONE); nodes],
            near: vec![None; nodes],
            outers: Vec::new(),
        };
        matching.begin(wished);
        matching.settle();
        matching
    }

    /// Sets duals that no edge violates, and matches vertices by edges without slack, as far as
    /// possible without a search. Vertices whose wish has a smaller number get half of their
    /// heaviest edge as their dual. The others follow one by one, each with the least possible
    /// dual.
    fn begin(&mut self, wished: &[usize]) {
        let wish = |vertex: usize| wished.get(vertex).copied().filter(|wish| *wish < self.count && *wish != vertex);
        let (upper, lower): (Vec<usize>, Vec<usize>) =
            (0..self.count).partition(|vertex| wish(*vertex).is_some_and(|wish| wish > *vertex));
        let wishes: Vec<Option<usize>> = (0..self.count).map(wish).collect();
        for vertex in &lower {
            let heaviest =
                lower.iter().filter(|other| *other != vertex).map(|other| self.weight(*vertex, *other)).max();
            self.dual[*vertex] = heaviest.unwrap_or(Wide::ZERO).half();
        }
        let mut set = lower.clone();
        for vertex in upper {
            self.lower_dual(vertex, &set);
            self.match_at_once(vertex, wishes[vertex], &set);
            set.push(vertex);
        }
        for vertex in lower {
            if self.mate[vertex] == NONE {
                self.lower_dual(vertex, &set);
                self.match_at_once(vertex, None, &set);
            }
        }
    }

    /// Sets the least dual of a vertex outside blossoms that leaves no edge to `others` with
    /// negative slack.
    fn lower_dual(&mut self, vertex: usize, others: &[usize]) {
        let least = others
            .iter()
            .filter(|other| **other != vertex && self.active[**other])
            .map(|other| self.weight(vertex, *other) - self.dual[*other])
            .max();
        self.dual[vertex] = least.unwrap_or(Wide::ZERO);
    }

    /// Matches a vertex with its wish or another vertex without a mate, if there is no slack
    /// between them.
    fn match_at_once(&mut self, vertex: usize, wish: Option<usize>, others: &[usize]) {
        let fits =
            |other: &usize| *other != vertex && self.mate[*other] == NONE && self.slack(vertex, *other) == Wide::ZERO;
        let mate = wish.filter(|wish| others.contains(wish)).into_iter().chain(others.iter().copied()).find(fits);
        if let Some(mate) = mate {
            self.join(vertex, mate);
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        self.mate[a] = b;
        self.mate[b] = a;
    }

    #[inline]
    fn weight(&self, a: usize, b: usize) -> Wide<K> {
        self.weights[self.kinds[a * self.count + b] as usize]
    }

    /// Returns by how much the duals of an edge exceed its weight, for vertices without a common
    /// blossom.
    #[inline]
    fn slack(&self, a: usize, b: usize) -> Wide<K> {
        self.dual[a] + self.dual[b] - self.weight(a, b)
    }

    /// Returns the mate of a vertex.
    pub fn mate(&self, vertex: usize) -> usize {
        self.mate[vertex]
    }

    /// Gives all vertices a mate again, one tree at a time.
    fn settle(&mut self) {
        for vertex in 0..self.count {
            if self.active[vertex] && self.mate[vertex] == NONE {
                self.search(vertex);
            }
        }
    }
}
