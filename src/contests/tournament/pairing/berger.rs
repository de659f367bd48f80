//! All against all: round robins by Berger tables (FIDE Handbook C.05, annex 1), and gauntlets.

use super::{Bye, ContestReason, Entrant, MAX_ENTRANTS, Pairing, Stage};

/// Maximum cycles of a round robin or a gauntlet.
pub const MAX_CYCLES: u32 = 100_000;

/// Why a round robin or a gauntlet is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoundRobinError {
    /// The number of entrants is too small or exceeds the limit.
    #[error("invalid number of entrants {entrants}: expected 2 to {MAX_ENTRANTS}")]
    Entrants {
        /// The number found.
        entrants: usize,
    },
    /// The number of cycles is 0 or exceeds the limit.
    #[error("invalid number of cycles {cycles}: expected 1 to {MAX_CYCLES}")]
    Cycles {
        /// The number found.
        cycles: u32,
    },
    /// There are no challengers, or no other entrants.
    #[error("invalid number of challengers {challengers}: expected 1 or more, and fewer than the {entrants} entrants")]
    Challengers {
        /// The number found.
        challengers: usize,
        /// The number of entrants.
        entrants: usize,
    },
}

fn check(entrants: usize, cycles: u32) -> Result<(), RoundRobinError> {
    if !(2..=MAX_ENTRANTS).contains(&entrants) {
        return Err(RoundRobinError::Entrants { entrants });
    }
    if !(1..=MAX_CYCLES).contains(&cycles) {
        return Err(RoundRobinError::Cycles { cycles });
    }
    Ok(())
}

/// A round robin: every two entrants meet once per cycle. Every second cycle reverses the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundRobin {
    entrants: usize,
    cycles: u32,
}

impl RoundRobin {
    /// Creates a round robin of 2 entrants or more, with 1 cycle or more.
    pub fn new(entrants: usize, cycles: u32) -> Result<RoundRobin, RoundRobinError> {
        check(entrants, cycles)?;
        Ok(RoundRobin { entrants, cycles })
    }

    /// Returns the number of stages.
    pub fn stages(&self) -> usize {
        self.stages_per_cycle() * self.cycles as usize
    }

    /// Returns the number of stages in one cycle.
    pub fn stages_per_cycle(&self) -> usize {
        self.entrants.next_multiple_of(2) - 1
    }

    /// Returns a stage, from 0; `None` beyond the last.
    ///
    /// The stages of a cycle are those of the table. If the next cycle reverses the seats, the last
    /// two stages change places, as the annex recommends. So no entrant has the same seat three
    /// times in a row.
    pub fn stage(&self, number: usize) -> Option<Stage> {
        if number >= self.stages() {
            return None;
        }
        let per_cycle = self.stages_per_cycle();
        let (cycle, place) = (number / per_cycle, number % per_cycle);
        let is_last_cycle = cycle + 1 == self.cycles as usize;
        let row = match per_cycle - place {
            1 if !is_last_cycle && per_cycle > 1 => place - 1,
            2 if !is_last_cycle => place + 1,
            _ => place,
        };
        let mut stage = Stage::default();
        for (a, b) in table_row(self.entrants.next_multiple_of(2), row) {
            if a.max(b) == self.entrants {
                let entrant = Entrant::at(a.min(b));
                let reason = ContestReason::RoundRobinBye { entrant, row: from_one(row) };
                stage.byes.push(Bye { entrant, reason });
                continue;
            }
            let mut entrants = vec![Entrant::at(a), Entrant::at(b)];
            if cycle % 2 == 1 {
                entrants.reverse();
            }
            let reason = ContestReason::RoundRobin { cycle: from_one(cycle), row: from_one(row) };
            stage.pairings.push(Pairing { entrants, reason });
        }
        Some(stage)
    }
}

/// Converts an index to a number that counts from 1.
fn from_one(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}

/// Returns a row of the Berger table for an even number of entrants, numbered from 0; the first of
/// a pair has seat 0.
///
/// Row 0 pairs i with N-1-i. Each row adds N/2 modulo N-1 to every number of the row before, except
/// the last number, which stays at the first board and changes seats.
fn table_row(entrants: usize, row: usize) -> Vec<(usize, usize)> {
    let (last, half) = (entrants - 1, entrants / 2);
    let moved = |number: usize| (number + row * half) % last.max(1);
    let mut pairs = Vec::with_capacity(half);
    let opponent = moved(0);
    pairs.push(if row.is_multiple_of(2) { (opponent, last) } else { (last, opponent) });
    pairs.extend((1..half).map(|board| (moved(board), moved(last - board))));
    pairs
}

/// A gauntlet: each of the first entrants, the challengers, meets each of the others once per
/// cycle. There are no other encounters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauntlet {
    challengers: usize,
    others: usize,
    cycles: u32,
}

impl Gauntlet {
    /// Creates a gauntlet of `entrants`; the first `challengers` of them meet the others.
    pub fn new(entrants: usize, challengers: usize, cycles: u32) -> Result<Gauntlet, RoundRobinError> {
        check(entrants, cycles)?;
        if !(1..entrants).contains(&challengers) {
            return Err(RoundRobinError::Challengers { challengers, entrants });
        }
        Ok(Gauntlet { challengers, others: entrants - challengers, cycles })
    }

    /// Returns the number of stages.
    pub fn stages(&self) -> usize {
        self.stages_per_cycle() * self.cycles as usize
    }

    /// Returns the number of stages in one cycle.
    pub fn stages_per_cycle(&self) -> usize {
        self.challengers.max(self.others)
    }

    /// Returns a stage, from 0; `None` beyond the last. Entrants without an encounter in the stage
    /// wait; a gauntlet has no byes.
    pub fn stage(&self, number: usize) -> Option<Stage> {
        if number >= self.stages() {
            return None;
        }
        let (cycle, turn) = (number / self.stages_per_cycle(), number % self.stages_per_cycle());
        let mut stage = Stage::default();
        for challenger in 0..self.challengers {
            let other = (challenger + turn) % self.stages_per_cycle();
            if other >= self.others {
                continue;
            }
            let mut entrants = vec![Entrant::at(challenger), Entrant::at(self.challengers + other)];
            // Alternates the seats, so that each entrant has both equally often, or one of them
            // once more.
            if (challenger + other + cycle) % 2 == 1 {
                entrants.reverse();
            }
            let reason = ContestReason::Gauntlet { cycle: from_one(cycle) };
            stage.pairings.push(Pairing { entrants, reason });
        }
        Some(stage)
    }
}
