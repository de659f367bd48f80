//! The components of entrants that matches connect: only connected entrants can be compared.

/// A set of entrants connected by matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The names of the entrants, in ascending order.
    pub entrants: Vec<String>,
    /// Whether an entrant of the component has a fixed or loose anchor. Only then is its level
    /// meaningful. All such components can be compared with each other.
    pub anchored: bool,
}

/// Disjoint sets of numbers that can be joined (union-find).
pub(super) struct Connected {
    parents: Vec<usize>,
}

impl Connected {
    pub fn new(count: usize) -> Connected {
        Connected { parents: (0..count).collect() }
    }

    fn root(&mut self, mut of: usize) -> usize {
        while self.parents[of] != of {
            self.parents[of] = self.parents[self.parents[of]];
            of = self.parents[of];
        }
        of
    }

    /// Joins the sets of two numbers; the smaller number represents both.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// Returns the number of the set of each item; sets are numbered in the order of their smallest
    /// members.
    pub fn sets(mut self) -> Vec<usize> {
        let mut numbers = vec![usize::MAX; self.parents.len()];
        let mut sets = 0;
        let mut of = Vec::with_capacity(numbers.len());
        for member in 0..numbers.len() {
            let root = self.root(member);
            if numbers[root] == usize::MAX {
                numbers[root] = sets;
                sets += 1;
            }
            of.push(numbers[root]);
        }
        of
    }
}

/// Returns the members of each set.
pub(super) fn members(sets: &[usize]) -> Vec<Vec<usize>> {
    let mut members = vec![Vec::new(); sets.iter().max().map_or(0, |last| last + 1)];
    for (member, set) in sets.iter().enumerate() {
        members[*set].push(member);
    }
    members
}
