//! The probability that some entrants take the next places in any order, with its derivatives.
//!
//! The sum over all orders is built from the subsets still to be placed: 2^k subsets for k
//! entrants, not k! orders. All values are logarithms, so that no strength underflows.

use super::{log::MAX_SEATS, parameters::Want};

/// Maximum entrants that share a place above at least one other.
const MAX_SHARING: usize = MAX_SEATS - 1;

/// The logarithm of a probability, with its derivatives. The variables are the levels of the
/// entrants that share the place and, last, the logarithm of the total strength of all lower-ranked
/// ones.
#[derive(Clone)]
pub(super) struct Variables {
    pub log: f64,
    pub gradient: [f64; MAX_SEATS],
    /// Minus the second derivatives.
    pub curvature: [[f64; MAX_SEATS]; MAX_SEATS],
}

const NOTHING: Variables = Variables { log: 0.0, gradient: [0.0; MAX_SEATS], curvature: [[0.0; MAX_SEATS]; MAX_SEATS] };

/// The computation of the probability, with reusable memory.
#[derive(Default)]
pub(super) struct SharedPlace {
    /// Partial results by the set of entrants still to be placed, as bits.
    parts: Vec<Variables>,
}

impl SharedPlace {
    /// Returns the probability that 1 to 7 entrants with these strengths share the place, before
    /// all lower-ranked ones with the total strength `behind`.
    pub fn evaluate(&mut self, sharing: &[f64], behind: f64, want: Want) -> &Variables {
        let count = sharing.len().min(MAX_SHARING);
        let sets = 1usize << count;
        if self.parts.len() < sets {
            self.parts.resize(sets, NOTHING);
        }
        if let [alone] = sharing {
            self.parts[1] = single(*alone, behind);
        } else {
            (1..sets).for_each(|set| self.place_from(set, &sharing[..count], behind, want));
        }
        &self.parts[sets - 1]
    }

    /// Computes `set` from all sets with one entrant less.
    fn place_from(&mut self, set: usize, sharing: &[f64], behind: f64, want: Want) {
        let count = sharing.len();
        let members = (0..count).filter(|index| set & (1 << index) != 0);
        let total = members.clone().fold(behind, |sum, index| sum + sharing[index]);
        let mut ways = [0.0; MAX_SEATS];
        let mut most = f64::NEG_INFINITY;
        for index in members.clone() {
            ways[index] = libm::log(sharing[index]) + self.parts[set & !(1 << index)].log;
            most = ways[index].max(most);
        }
        let mut sum = 0.0;
        for index in members.clone() {
            ways[index] = libm::exp(ways[index] - most);
            sum += ways[index];
        }
        // The choice from the whole set, with which every order begins.
        let mut shares = [0.0; MAX_SEATS];
        members.clone().for_each(|index| shares[index] = sharing[index] / total);
        shares[count] = behind / total;
        let mut found = NOTHING;
        found.log = most + libm::log(sum) - libm::log(total);
        for index in members.clone() {
            ways[index] /= sum;
            let rest = &self.parts[set & !(1 << index)];
            for variable in 0..=count {
                found.gradient[variable] += ways[index] * rest.gradient[variable];
            }
            found.gradient[index] += ways[index];
        }
        if want == Want::All {
            for index in members {
                let rest = &self.parts[set & !(1 << index)];
                let off = |variable: usize| {
                    let own = if variable == index { 1.0 } else { 0.0 };
                    own + rest.gradient[variable] - found.gradient[variable]
                };
                for row in 0..=count {
                    for column in 0..=row {
                        let spread = off(row) * off(column);
                        found.curvature[row][column] += ways[index] * (rest.curvature[row][column] - spread);
                    }
                }
            }
            for row in 0..=count {
                for column in 0..=row {
                    let unit = if row == column { 1.0 } else { 0.0 };
                    found.curvature[row][column] += shares[row] * (unit - shares[column]);
                    found.curvature[column][row] = found.curvature[row][column];
                }
            }
        }
        (0..=count).for_each(|variable| found.gradient[variable] -= shares[variable]);
        self.parts[set] = found;
    }
}

/// Returns the probability that one entrant precedes all others.
fn single(strength: f64, behind: f64) -> Variables {
    let total = strength + behind;
    let (first, rest) = (strength / total, behind / total);
    let mut found = NOTHING;
    found.log = libm::log(first);
    (found.gradient[0], found.gradient[1]) = (rest, -rest);
    let curve = first * rest;
    (found.curvature[0][0], found.curvature[1][1]) = (curve, curve);
    (found.curvature[0][1], found.curvature[1][0]) = (-curve, -curve);
    found
}
