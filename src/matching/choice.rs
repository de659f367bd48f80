//! Chooses among the best matchings, by queries that fix edges one by one.

use super::{Matching, NEVER, NONE, Wide};

/// Maximum mates tried one by one before weights decide.
const MAX_TRIES: usize = 8;

impl<const K: usize> Matching<K> {
    /// Returns whether some best matching gives `vertex` a mate that is `allowed`. If so, this
    /// matching and all later ones do.
    pub fn hold(&mut self, vertex: usize, allowed: &dyn Fn(usize) -> bool) -> bool {
        let row = self.row(vertex);
        if !allowed(self.mate[vertex]) {
            let tight = |other: usize| other != vertex && allowed(other) && self.may_be_best(vertex, other);
            if !(0..self.count).any(tight) {
                return false;
            }
            let kinds = self.weights.len();
            let raised = (0..self.count).map(|other| match allowed(other) {
                true => self.raised(row[other], 1),
                false => row[other],
            });
            let raised = raised.collect();
            self.replace_row(vertex, raised);
            if !allowed(self.mate[vertex]) {
                self.replace_row(vertex, row);
                self.weights.truncate(kinds);
                return false;
            }
        }
        let kept = row.iter().enumerate().map(|(other, kind)| if allowed(other) { *kind } else { NEVER }).collect();
        self.replace_row(vertex, kept);
        true
    }

    /// Gives `vertex` the first mate of `order` that it has in some best matching, and removes both
    /// from the matching. The present mate of `vertex` must be in `order`.
    pub fn take_first(&mut self, vertex: usize, order: &[usize]) -> usize {
        let now = self.mate[vertex];
        let (row, kinds) = (self.row(vertex), self.weights.len());
        let mut tries = 0;
        for (place, wanted) in order.iter().enumerate() {
            if *wanted == now {
                break;
            }
            if !self.may_be_best(vertex, *wanted) {
                continue;
            }
            let is_outside = [vertex, *wanted].iter().all(|one| self.outer[*one] == *one);
            if !is_outside || tries == MAX_TRIES {
                self.prefer(vertex, &order[place..]);
                break;
            }
            if self.swap(vertex, *wanted) || self.exchange(vertex, *wanted) {
                break;
            }
            tries += 1;
        }
        let found = self.mate[vertex];
        self.remove(vertex, found);
        self.write_row(vertex, row);
        self.weights.truncate(kinds);
        found
    }

    /// Returns whether an edge outside blossoms has no slack, as every edge of a best matching;
    /// inside a blossom, always true.
    fn may_be_best(&self, a: usize, b: usize) -> bool {
        let common = self.outer[a] == self.outer[b];
        self.active[b] && (common || self.slack(a, b) == Wide::ZERO)
    }

    /// Exchanges the members of two pairs outside all blossoms, if the weight stays the same.
    /// Returns whether it did.
    fn swap(&mut self, a: usize, wanted: usize) -> bool {
        let (left, alone) = (self.mate[a], self.mate[wanted]);
        let free = [a, wanted, left, alone].iter().all(|vertex| self.outer[*vertex] == *vertex);
        if !free || self.slack(a, wanted) != Wide::ZERO || self.slack(left, alone) != Wide::ZERO {
            return false;
        }
        self.join(a, wanted);
        self.join(left, alone);
        true
    }

    /// Matches two vertices outside all blossoms, between which there is no slack. Their former
    /// mates must find new mates without a change of the duals, so that the weight stays the same.
    /// Returns whether they did.
    fn exchange(&mut self, a: usize, wanted: usize) -> bool {
        let (left, alone) = (self.mate[a], self.mate[wanted]);
        for vertex in [a, wanted] {
            self.unmatch(vertex);
            self.active[vertex] = false;
        }
        let is_found = self.search_tight(left);
        match is_found {
            true => self.join(a, wanted),
            false => [(a, left), (wanted, alone)].into_iter().for_each(|(one, mate)| self.join(one, mate)),
        }
        for vertex in [a, wanted] {
            self.active[vertex] = true;
            self.touch_again(vertex);
        }
        is_found
    }

    /// Gives `vertex` the first mate of `order` that it has in a best matching, by raising weights
    /// in the lowest digit.
    fn prefer(&mut self, vertex: usize, order: &[usize]) {
        let mut row = self.row(vertex);
        for (place, other) in order.iter().enumerate() {
            row[*other] = self.raised(row[*other], order.len() - place);
        }
        self.replace_row(vertex, row);
    }

    fn row(&self, vertex: usize) -> Vec<u32> {
        self.kinds[vertex * self.count..][..self.count].to_vec()
    }

    /// Returns the kind of a weight that is larger by `by` times the smallest unit.
    fn raised(&mut self, kind: u32, by: usize) -> u32 {
        if kind == NEVER {
            return NEVER;
        }
        let mut weight = self.weights[kind as usize];
        weight.add_at(by as u64, 1);
        self.weights.push(weight);
        u32::try_from(self.weights.len() - 1).expect("kinds are given back after each question")
    }

    /// Replaces the weights of all edges of a vertex, and finds a best matching again.
    fn replace_row(&mut self, vertex: usize, row: Vec<u32>) {
        self.detach(vertex);
        self.write_row(vertex, row);
        self.lower_dual(vertex, &(0..self.count).collect::<Vec<_>>());
        self.touch_again(vertex);
        self.settle();
    }

    fn write_row(&mut self, vertex: usize, row: Vec<u32>) {
        for (other, kind) in row.into_iter().enumerate() {
            self.kinds[vertex * self.count + other] = kind;
            self.kinds[other * self.count + vertex] = kind;
        }
    }

    /// Removes a pair, and finds a best matching of the remaining vertices.
    fn remove(&mut self, a: usize, b: usize) {
        self.detach(a);
        self.detach(b);
        (self.active[a], self.active[b]) = (false, false);
        (self.mate[a], self.mate[b]) = (NONE, NONE);
        self.settle();
    }
}
