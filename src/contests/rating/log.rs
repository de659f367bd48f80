//! The matches behind ratings, as sums.

use std::collections::BTreeMap;

use crate::stats::{DigestRoom, MatchDigest, Meetings, Weight};

/// Maximum seats.
pub const MAX_SEATS: usize = 8;
/// Maximum entrants: a fit keeps a square matrix of this size, 128 MB at this limit.
pub const MAX_ENTRANTS: usize = 4_000;

/// Why a match cannot be added to a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// A match cannot have this number of seats.
    #[error("invalid number of seats {seats}: expected 2 to {MAX_SEATS}")]
    Seats { seats: usize },
    /// The number of entrants, places or points differs from the number of seats.
    #[error("{field} has {found} entries, expected one for each of {seats} seats")]
    Length {
        /// The name of the list: `entrants`, `places` or `points`.
        field: &'static str,
        /// The length of the list.
        found: usize,
        /// The number of seats of the log.
        seats: usize,
    },
    /// An entrant has two seats.
    #[error("`{entrant}` has more than one seat, expected a different entrant on each seat")]
    Twice { entrant: String },
    /// The log already has the maximum number of entrants.
    #[error("limit reached: {MAX_ENTRANTS} entrants")]
    TooManyEntrants,
}

/// The results of all matches of one kind: the same game, the same number of seats. The log
/// contains sums, not the order of the matches. Its memory grows with the number of different
/// matches.
#[derive(Clone, Debug)]
pub struct MatchLog {
    seats: usize,
    matches: u64,
    names: Names,
    pub(super) met: Met,
    pub(super) table: Table,
}

/// The sets of entrants that met, numbered in the order of their first match.
#[derive(Clone, Debug, Default)]
pub(super) struct Met {
    /// The number of each set, by its entrants in ascending order; unused places are `u32::MAX`.
    numbers: BTreeMap<[u32; MAX_SEATS], u32>,
    sets: Vec<Meetings>,
    room: DigestRoom,
}

/// Names of entrants, numbered in the order of their arrival.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    numbers: BTreeMap<String, u32>,
    /// Number of matches of each entrant.
    pub matches: Vec<u64>,
}

/// The results, with entrants as numbers in the order of their arrival.
#[derive(Clone, Debug)]
pub(super) enum Table {
    Pairs(PairTable),
    Rankings(Vec<Ranking>),
}

/// Results of two seats, by seating.
#[derive(Clone, Debug, Default)]
pub(super) struct PairTable {
    places: BTreeMap<(u32, u32), usize>,
    pub rows: Vec<PairRow>,
}

/// All matches between two entrants on the same seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PairRow {
    /// The entrants of seat 0 and seat 1.
    pub seats: [u32; 2],
    /// Number of matches that seat 0 won, that were drawn, and that seat 1 won.
    pub counts: [u64; 3],
    /// The number of the set of the two entrants.
    pub met: u32,
}

/// A match of more than two seats: the entrant and the place of each seat; unused seats are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ranking {
    pub entrants: [u32; MAX_SEATS],
    /// The place of each seat, 1 for the first; equal for shared places.
    pub places: [u32; MAX_SEATS],
    /// The number of the set of the entrants.
    pub met: u32,
}

impl Met {
    /// Adds a match between entrants, seat 0 first. Returns the number of their set.
    pub fn add(&mut self, entrants: &[u32], digest: Option<MatchDigest>) -> u32 {
        let mut key = [u32::MAX; MAX_SEATS];
        key[..entrants.len()].copy_from_slice(entrants);
        key.sort_unstable();
        let next = self.sets.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.sets.push(Meetings::default());
        }
        let entrants = entrants.iter().map(|entrant| *entrant as usize);
        self.sets[number as usize].add(entrants, digest, &mut self.room);
        number
    }

    /// Returns the weight of each match of a set.
    pub fn weight(&self, number: u32) -> Weight {
        self.sets.get(number as usize).map(Meetings::weight).unwrap_or_default()
    }

    /// Returns the sets with their numbers, each with its entrants in ascending order.
    pub fn sets(&self) -> impl Iterator<Item = (&[u32], u32)> {
        self.numbers
            .iter()
            .map(|(key, number)| (key.split(|entrant| *entrant == u32::MAX).next().unwrap_or_default(), *number))
    }

    /// Returns how many of all matches are different.
    pub fn all(&self) -> Weight {
        self.sets.iter().map(Meetings::weight).sum()
    }
}

impl Names {
    /// Returns the number of a name, and adds the name if it is new.
    pub fn enter(&mut self, name: &str) -> Result<u32, LogError> {
        if let Some(number) = self.numbers.get(name) {
            return Ok(*number);
        }
        if self.numbers.len() >= MAX_ENTRANTS {
            return Err(LogError::TooManyEntrants);
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.matches.push(0);
        Ok(number)
    }

    /// Returns the numbers of names, which must be different, and adds new names.
    pub fn enter_all(&mut self, seats: usize, names: &[&str]) -> Result<[u32; MAX_SEATS], LogError> {
        if names.len() != seats {
            return Err(LogError::Length { field: "entrants", found: names.len(), seats });
        }
        for (seat, name) in names.iter().enumerate() {
            if names[..seat].contains(name) {
                return Err(LogError::Twice { entrant: (*name).to_owned() });
            }
        }
        let new = names.iter().filter(|name| !self.numbers.contains_key(**name)).count();
        if self.numbers.len() + new > MAX_ENTRANTS {
            return Err(LogError::TooManyEntrants);
        }
        let mut numbers = [0; MAX_SEATS];
        for (number, name) in numbers.iter_mut().zip(names) {
            *number = self.enter(name)?;
        }
        Ok(numbers)
    }

    /// Returns the names in ascending order.
    pub fn sorted(&self) -> Vec<String> {
        self.numbers.keys().cloned().collect()
    }

    /// Returns the rank of each number among the names in ascending order.
    pub fn ranks(&self) -> Vec<u32> {
        let mut ranks = vec![0; self.numbers.len()];
        for (rank, number) in (0..).zip(self.numbers.values()) {
            ranks[*number as usize] = rank;
        }
        ranks
    }
}

impl MatchLog {
    /// Creates an empty log of matches with this number of seats, 2 to [`MAX_SEATS`].
    pub fn new(seats: usize) -> Result<MatchLog, LogError> {
        let table = match seats {
            2 => Table::Pairs(PairTable::default()),
            3..=MAX_SEATS => Table::Rankings(Vec::new()),
            _ => return Err(LogError::Seats { seats }),
        };
        Ok(MatchLog { seats, matches: 0, names: Names::default(), met: Met::default(), table })
    }

    /// Adds an entrant before its first match. Does nothing if the entrant is known.
    pub fn enter(&mut self, entrant: &str) -> Result<(), LogError> {
        self.names.enter(entrant).map(|_| ())
    }

    /// Adds a match with the entrant and the place of each seat, seat 0 first. Place 1 is the
    /// first, and equal places are shared. Only the order of places counts. Do not add void
    /// matches. The match never counts as a repeat of another.
    pub fn add(&mut self, entrants: &[&str], places: &[u32]) -> Result<(), LogError> {
        self.add_match(entrants, places, None)
    }

    /// Adds a match that weighs less if other matches of the same entrants on the same seats have
    /// the same digest.
    pub fn add_match(
        &mut self,
        entrants: &[&str],
        places: &[u32],
        digest: Option<MatchDigest>,
    ) -> Result<(), LogError> {
        if places.len() != self.seats {
            return Err(LogError::Length { field: "places", found: places.len(), seats: self.seats });
        }
        let numbers = self.names.enter_all(self.seats, entrants)?;
        let met = self.met.add(&numbers[..self.seats], digest);
        match &mut self.table {
            Table::Pairs(pairs) => {
                let seats = [numbers[0], numbers[1]];
                let place = *pairs.places.entry((seats[0], seats[1])).or_insert(pairs.rows.len());
                if place == pairs.rows.len() {
                    pairs.rows.push(PairRow { seats, counts: [0; 3], met });
                }
                let result = match places[0].cmp(&places[1]) {
                    std::cmp::Ordering::Less => 0,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => 2,
                };
                pairs.rows[place].counts[result] += 1;
            }
            Table::Rankings(rankings) => {
                let mut ranking = Ranking { entrants: numbers, places: [0; MAX_SEATS], met };
                ranking.places[..places.len()].copy_from_slice(places);
                rankings.push(ranking);
            }
        }
        self.matches += 1;
        numbers[..self.seats].iter().for_each(|number| self.names.matches[*number as usize] += 1);
        Ok(())
    }

    /// Returns the number of seats of the matches.
    pub fn seats(&self) -> usize {
        self.seats
    }

    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// Returns how many matches repeat an earlier one.
    pub fn repeats(&self) -> u64 {
        self.met.all().repeats()
    }

    pub fn entrants(&self) -> usize {
        self.names.matches.len()
    }

    pub(super) fn names(&self) -> &Names {
        &self.names
    }
}
