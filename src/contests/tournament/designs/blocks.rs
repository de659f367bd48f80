//! Blocks: base tables over the cyclic group, with neighbours balanced step by step.
//!
//! A base table plus each of p numbers modulo p is a block of p matches, in which every entrant has
//! each seat once. How often one entrant sits some distance left of another depends on how often
//! their difference occurs at that distance in all base tables.

/// Weight of unevenness at distance 1, relative to other distances.
const NEIGHBOURS: i64 = 64;
/// Maximum passes over all tables in search of improvements.
const MAX_PASSES: usize = 40;

/// Returns `count` base tables of `seats` different numbers below `entrants`.
pub(super) fn base_tables(seats: usize, entrants: usize, count: usize) -> Vec<Vec<usize>> {
    // The steps grow by one from seat to seat and depend on the number of the table, so the search
    // starts with different differences.
    let begin = |number: usize| -> Vec<usize> {
        let mut table = vec![0];
        let mut next = number;
        while table.len() < seats {
            next = (next + number + table.len()) % entrants;
            while table.contains(&next) {
                next = (next + 1) % entrants;
            }
            table.push(next);
        }
        table
    };
    let mut blocks = Blocks { seats, entrants, counts: vec![0; seats * entrants], tables: Vec::with_capacity(count) };
    for number in 0..count {
        let table = begin(number + 1);
        blocks.count(&table, 1);
        blocks.tables.push(table);
    }
    for _ in 0..MAX_PASSES {
        if !blocks.improve() {
            break;
        }
    }
    blocks.tables
}

struct Blocks {
    seats: usize,
    entrants: usize,
    /// Number of occurrences of each difference at each distance.
    counts: Vec<i64>,
    tables: Vec<Vec<usize>>,
}

impl Blocks {
    /// Adds the differences of a table `times`, and returns the growth of the weighted sum of
    /// squared counts.
    fn count(&mut self, table: &[usize], times: i64) -> i64 {
        let mut grown = 0;
        for (place, one) in table.iter().enumerate() {
            for distance in 1..self.seats {
                let other = table[(place + distance) % self.seats];
                let count = &mut self.counts[distance * self.entrants + (other + self.entrants - one) % self.entrants];
                let weight = if distance == 1 || distance + 1 == self.seats { NEIGHBOURS } else { 1 };
                grown += weight * ((*count + times).pow(2) - count.pow(2));
                *count += times;
            }
        }
        grown
    }

    /// Applies to each table its best change of one place or exchange of two. Returns whether a
    /// table improved.
    fn improve(&mut self) -> bool {
        let mut is_better = false;
        for number in 0..self.tables.len() {
            let table = self.tables[number].clone();
            let without = self.count(&table, -1);
            let (mut least, mut best) = (-without, table.clone());
            for place in 1..self.seats {
                for value in 0..self.entrants {
                    let mut changed = table.clone();
                    if let Some(other) = table.iter().position(|one| *one == value) {
                        changed.swap(place, other);
                    } else {
                        changed[place] = value;
                    }
                    let cost = self.count(&changed, 1);
                    self.count(&changed, -1);
                    if cost < least {
                        (least, best) = (cost, changed);
                        is_better = true;
                    }
                }
            }
            self.count(&best, 1);
            self.tables[number] = best;
        }
        is_better
    }
}
