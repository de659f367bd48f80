//! Seating plans at tables of 3 to 8 seats, balanced in seats and neighbours.
//!
//! The left neighbour of seat i sits on seat i+1, that of the last seat on seat 0. With `n` seats
//! and `p` entrants, exact balance of seats and left neighbours needs a multiple of p(p-1)/gcd(n,
//! p-1) matches. [`design`] needs exactly that many, and twice as many for 6 entrants at tables of
//! 5, where fewer cannot be even.
//!
//! If p is a power of a prime, tables are the images of one base table under maps x -> ax + b of
//! the field of p elements (N. S. Mendelsohn, "Perfect cyclic designs", 1977). For other p up to
//! 24, base tables over a group are known (`base_tables`). For the rest, `blocks` makes blocks of p
//! matches, each exact in seats, and balances their neighbours step by step.
//!
//! Up to 24 entrants, and for larger powers of primes, seats and left neighbours are exactly even.
//! Otherwise the counts of left neighbours are at most one away from even. [`Balance`] reports the
//! result.

mod base_tables;
mod blocks;
mod field;

use std::collections::BTreeMap;

use self::{base_tables::KNOWN, field::Field};
use super::pairing::{ContestReason, Entrant, Pairing};
use crate::contest::TableMethod;

/// Minimum and maximum seats of a table.
pub const SEATS: std::ops::RangeInclusive<usize> = 3..=8;
/// Maximum entrants of a design.
pub const MAX_DESIGN_ENTRANTS: usize = 64;
/// Maximum partial base tables that a search tries before it requires fewer even distances.
const MAX_LOOKS: u32 = 200_000;

/// Why a design is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DesignError {
    /// A table has too few or too many seats.
    #[error("invalid number of seats {seats}: expected 3 to 8 (a round robin pairs two seats)")]
    Seats {
        /// The number found.
        seats: usize,
    },
    /// There are fewer entrants than seats, or too many.
    #[error("invalid number of entrants {entrants}: expected {seats} (one table) to {MAX_DESIGN_ENTRANTS}")]
    Entrants {
        /// The number found.
        entrants: usize,
        /// The number of seats of a table.
        seats: usize,
    },
}

/// Tables, and how even they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// The entrants of each match by seat.
    pub matches: Vec<Pairing>,
    /// The balance of the tables.
    pub balance: Balance,
}

/// The balance of tables: the minimum and the maximum of each count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// How often an entrant has a seat.
    pub seat: [u32; 2],
    /// How often an entrant has the same left neighbour.
    pub left_neighbour: [u32; 2],
    /// How often two entrants share a table, over all pairs.
    pub opponent: [u32; 2],
    /// How often an entrant sits a given number of seats to the left of the same other entrant,
    /// over all such numbers.
    pub distance: [u32; 2],
}

/// Returns the design with the fewest matches that is known to be even in seats and left
/// neighbours.
pub fn design(seats: usize, entrants: usize) -> Result<Design, DesignError> {
    if !SEATS.contains(&seats) {
        return Err(DesignError::Seats { seats });
    }
    if !(seats..=MAX_DESIGN_ENTRANTS).contains(&entrants) {
        return Err(DesignError::Entrants { entrants, seats });
    }
    let known = KNOWN.iter().find(|known| known.seats == seats && known.entrants == entrants);
    let (tables, method) = match (known, Field::new(entrants)) {
        (Some(known), _) => (developed(&known.numbers(), known.orders, entrants), TableMethod::Search),
        (None, Some(field)) => (of_field(&field, seats, entrants), TableMethod::Field),
        (None, None) => {
            let base = blocks::base_tables(seats, entrants, (entrants - 1) / common_divisor(seats, entrants - 1));
            (developed(&base, &[entrants], entrants), TableMethod::Blocks)
        }
    };
    let balance = measure(&tables, seats, entrants);
    let reason = ContestReason::Table { seats: seats as u8, method, left: balance.left_neighbour };
    let pairing =
        |table: Vec<usize>| Pairing { entrants: table.into_iter().map(Entrant::at).collect(), reason: reason.clone() };
    Ok(Design { matches: tables.into_iter().map(pairing).collect(), balance })
}

fn common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// Measures the balance of tables. Each table has a number below `entrants` per seat.
pub fn measure(tables: &[Vec<usize>], seats: usize, entrants: usize) -> Balance {
    let mut seat = vec![0; entrants * seats];
    let mut apart = vec![vec![0; entrants * entrants]; seats];
    for table in tables {
        for (place, entrant) in table.iter().enumerate() {
            seat[entrant * seats + place] += 1;
            for (distance, counts) in apart.iter_mut().enumerate().skip(1) {
                counts[entrant * entrants + table[(place + distance) % seats]] += 1;
            }
        }
    }
    let together: Vec<u32> =
        (0..entrants * entrants).map(|pair| apart.iter().map(|counts| counts[pair]).sum()).collect();
    let others = |counts: &[u32]| {
        let pairs = (0..entrants * entrants).filter(|pair| pair / entrants != pair % entrants);
        range(pairs.map(|pair| counts[pair]))
    };
    let distances: Vec<[u32; 2]> = apart[1..].iter().map(|counts| others(counts)).collect();
    Balance {
        seat: range(seat.into_iter()),
        left_neighbour: distances[0],
        opponent: others(&together),
        distance: range(distances.into_iter().flatten()),
    }
}

fn range(counts: impl Iterator<Item = u32>) -> [u32; 2] {
    counts.fold([u32::MAX, 0], |[least, most], count| [least.min(count), most.max(count)])
}

/// Returns each base table plus each element of the group that is the product of cyclic groups of
/// these orders. The group moves as many whole copies of itself as fit into the entrants; the
/// remaining entrants are fixed.
fn developed(base: &[Vec<usize>], orders: &[usize], entrants: usize) -> Vec<Vec<usize>> {
    let elements: usize = orders.iter().product();
    let moved = entrants - entrants % elements;
    let plus = |entrant: usize, mut by: usize| {
        if entrant >= moved {
            return entrant;
        }
        let mut element = entrant % elements;
        let (mut sum, mut digit) = (entrant - element, 1);
        for order in orders {
            sum += (element + by) % order * digit;
            digit *= order;
            element /= order;
            by /= order;
        }
        sum
    };
    base.iter()
        .flat_map(|table| (0..elements).map(move |by| table.iter().map(|one| plus(*one, by)).collect()))
        .collect()
}

/// Returns the images of one table under all maps x -> ax + b, with enough values of `a`.
///
/// Let g = gcd(n, p-1). If n = g, the table is that of the n-th roots of unity, times one `a` of
/// each coset of these roots. Otherwise `a` runs over the subgroup of index g, and the differences
/// of the table at each distance fall evenly into the g cosets. If g = 1, any table fits.
fn of_field(field: &Field, seats: usize, entrants: usize) -> Vec<Vec<usize>> {
    let cosets = common_divisor(seats, entrants - 1);
    let (table, step) = match cosets == seats {
        true => ((0..seats).map(|root| field.power(root * (entrants - 1) / seats)).collect(), 1),
        false => (even_table(field, seats, entrants, cosets), cosets),
    };
    let mut tables = Vec::with_capacity(entrants * (entrants - 1) / cosets);
    for factor in 0..(entrants - 1) / cosets {
        for by in 0..entrants {
            let image = |one: &usize| field.sum(field.times_power(*one, factor * step), by);
            tables.push(table.iter().map(image).collect());
        }
    }
    tables
}

/// Returns a table whose differences fall evenly into cosets at as many distances as a bounded
/// search achieves. Distance 1 has priority.
fn even_table(field: &Field, seats: usize, entrants: usize, cosets: usize) -> Vec<usize> {
    let mut search =
        Search { field, seats, entrants, cosets, distances: 0, counts: Vec::new(), table: Vec::new(), looks: 0 };
    for distances in (0..=seats / 2).rev() {
        search.distances = distances;
        search.looks = 0;
        search.counts = vec![0; seats * cosets];
        search.table = vec![0];
        if search.extend() {
            break;
        }
    }
    search.table
}

/// A search for a table, seat by seat.
struct Search<'a> {
    field: &'a Field,
    seats: usize,
    entrants: usize,
    cosets: usize,
    /// The largest distance, either way, at which differences must be even.
    distances: usize,
    /// Number of differences in each coset, by distance.
    counts: Vec<usize>,
    table: Vec<usize>,
    looks: u32,
}

impl Search<'_> {
    fn extend(&mut self) -> bool {
        if self.table.len() == self.seats {
            return true;
        }
        for next in 0..self.entrants {
            self.looks += 1;
            if self.looks > MAX_LOOKS {
                return false;
            }
            if self.table.contains(&next) {
                continue;
            }
            let added = self.added(next);
            for count in &added {
                self.counts[*count] += 1;
            }
            let most = self.seats / self.cosets;
            let is_even = added.iter().all(|count| self.counts[*count] <= most);
            self.table.push(next);
            if is_even && self.extend() {
                return true;
            }
            self.table.pop();
            for count in added {
                self.counts[count] -= 1;
            }
        }
        false
    }

    /// Returns the places in `counts` of the differences that the next seat adds, on both sides of
    /// each earlier seat.
    fn added(&self, next: usize) -> Vec<usize> {
        let place = self.table.len();
        let mut added = Vec::with_capacity(2 * place);
        for (before, other) in self.table.iter().enumerate() {
            let distance = place - before;
            for (distance, from, to) in [(distance, *other, next), (self.seats - distance, next, *other)] {
                if distance.min(self.seats - distance) <= self.distances {
                    let coset = self.field.logarithm(self.field.difference(to, from)) % self.cosets;
                    added.push(distance * self.cosets + coset);
                }
            }
        }
        added
    }
}

/// Keeps only the first of tables that are rotations of each other, if all rotations of every table
/// are present: an encounter plays all rotations.
pub(super) fn without_rotations(tables: Vec<Pairing>) -> Vec<Pairing> {
    let first_of = |table: &Pairing| {
        let least = table.entrants.iter().min();
        let start = table.entrants.iter().position(|entrant| Some(entrant) == least).unwrap_or(0);
        let mut rotated = table.entrants.clone();
        rotated.rotate_left(start);
        rotated
    };
    let mut classes = BTreeMap::<_, usize>::new();
    for table in &tables {
        *classes.entry(first_of(table)).or_default() += 1;
    }
    let seats = tables.first().map_or(0, |table| table.entrants.len());
    if classes.values().any(|count| !count.is_multiple_of(seats)) {
        return tables;
    }
    let mut taken = BTreeMap::<_, usize>::new();
    let mut kept = tables;
    kept.retain(|table| {
        let class = first_of(table);
        let most = classes[&class] / seats;
        let so_far = taken.entry(class).or_default();
        *so_far += 1;
        *so_far <= most
    });
    kept
}
