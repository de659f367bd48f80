//! Perfect matchings of the greatest weight, that follow changes of the weights.
//!
//! [`Matching`] is the primal-dual method of J. Edmonds ("Maximum matching and a polyhedron with
//! 0,1-vertices", 1965) on a complete graph, one alternating tree at a time, in O(n²) a tree (as in
//! H. Gabow, "An efficient implementation of Edmonds' algorithm for maximum matching on graphs",
//! 1976). Between trees it may be asked what other best matchings there are, and be given other
//! weights for one vertex, which costs a tree or two instead of a whole matching.

#![deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]

mod blossoms;
mod choice;
mod search;
mod wide;

pub use wide::Wide;

/// No vertex, node or edge.
const NONE: usize = usize::MAX;
/// The weight of a forbidden edge: below all others.
const NEVER: u32 = 0;

/// The label of a node in the search of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// Not in the tree.
    Free,
    /// In the tree, an even number of edges from its root.
    Even,
    /// In the tree, an odd number of edges from its root.
    Odd,
}

/// An edge between two vertices.
type Edge = (usize, usize);

/// A perfect matching of the greatest weight on a complete graph. Nodes are vertices (from 0) and
/// blossoms (from the number of vertices).
#[derive(Clone, Debug)]
pub struct Matching<const K: usize> {
    count: usize,
    /// The number in `weights` of the weight of each edge, row by row.
    kinds: Vec<u32>,
    /// The weights, all of them even, so that duals stay integers.
    weights: Vec<Wide<K>>,
    active: Vec<bool>,
    mate: Vec<usize>,
    /// The dual of each node. During a search it is its value at shift 0 (`search`).
    dual: Vec<Wide<K>>,
    /// The outermost node of each vertex.
    outer: Vec<usize>,
    /// The blossom that a node is a child of.
    parent: Vec<usize>,
    /// The vertex of each node whose mate is outside the node.
    base: Vec<usize>,
    /// The children of each blossom around its ring, that with its base first; every second edge
    /// from the second child on is matched.
    children: Vec<Vec<usize>>,
    /// The edges of the ring: from each child to the next.
    ring: Vec<Vec<Edge>>,
    /// Which member of a blossom each vertex has the least slack to.
    touch: Vec<Vec<u32>>,
    /// Blossoms that are not in use.
    spare: Vec<usize>,
    label: Vec<Label>,
    /// By which edge an odd node came into the tree: from an even vertex to a vertex of the node.
    entry: Vec<Edge>,
    /// The edge of least slack from an even vertex, and the shift at which it is tight.
    near: Vec<Option<(Wide<K>, Edge)>>,
    /// The outermost nodes.
    outers: Vec<usize>,
}

/// The weights of a complete graph, each kind of weight once.
#[derive(Clone, Debug)]
pub struct Weights<const K: usize> {
    count: usize,
    kinds: Vec<u32>,
    weights: Vec<Wide<K>>,
}

impl<const K: usize> Weights<K> {
    /// A graph of `count` vertices without a permitted edge. `bits`: how many bits a sum of the
    /// weights of a matching has at most. The width `K` holds it if [`Weights::limbs`] says so.
    pub fn new(count: usize, bits: usize) -> Weights<K> {
        // Below what any other matching weighs, however few edges of this weight it has.
        let never = Wide::ZERO - Wide::bit(bits + 2);
        Weights { count, kinds: vec![NEVER; count * count], weights: vec![never] }
    }

    /// How many limbs hold all duals of a graph whose matchings weigh up to `bits` bits: a dual is
    /// a sum of at most `count` weights.
    pub fn limbs(count: usize, bits: usize) -> usize {
        let in_all = bits + 3 + bit_length(count as u64) + 3;
        in_all.div_ceil(64)
    }

    /// The number of a kind of weight. Weights are doubled here; give them as they are.
    pub fn kind(&mut self, weight: Wide<K>) -> u32 {
        self.weights.push(weight.double());
        u32::try_from(self.weights.len() - 1).expect("an edge has one kind, and edges fit into memory")
    }

    /// Gives the edge between two different vertices its kind.
    pub fn set(&mut self, a: usize, b: usize, kind: u32) {
        self.kinds[a * self.count + b] = kind;
        self.kinds[b * self.count + a] = kind;
    }
}

/// How many bits `value` has.
pub fn bit_length(value: u64) -> usize {
    (u64::BITS - value.leading_zeros()) as usize
}

impl<const K: usize> Matching<K> {
    /// A best matching of `weights`, of an even number of vertices. `wished` has a mate for each
    /// vertex, or a number beyond all vertices; its pairs that turn out to be optimal are kept.
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

    /// Duals that no edge violates, and a matching on edges without slack, as far as one is found
    /// without a search: first of the vertices that wish for one before them, by half of their
    /// heaviest edges; then of the others, one by one, by what that leaves to them.
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

    /// Takes the least dual for a vertex in no blossom that leaves no edge to `others` below its
    /// weight.
    fn lower_dual(&mut self, vertex: usize, others: &[usize]) {
        let least = others
            .iter()
            .filter(|other| **other != vertex && self.active[**other])
            .map(|other| self.weight(vertex, *other) - self.dual[*other])
            .max();
        self.dual[vertex] = least.unwrap_or(Wide::ZERO);
    }

    /// Matches a vertex with its wish or another that has no mate, if there is no slack between
    /// them.
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

    /// By how much the duals of an edge are above its weight, for vertices in no common blossom.
    #[inline]
    fn slack(&self, a: usize, b: usize) -> Wide<K> {
        self.dual[a] + self.dual[b] - self.weight(a, b)
    }

    /// The partner of a vertex.
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
