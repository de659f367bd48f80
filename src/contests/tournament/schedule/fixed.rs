//! Formats whose encounters are all known beforehand: round robins, gauntlets, tables.

use crate::tournament::{
    pairing::{
        Pairing, Stage,
        berger::{Gauntlet, RoundRobin},
    },
    rules::{Format, Rules},
};

/// All encounters of a tournament, stage by stage.
#[derive(Clone, Debug)]
pub(in crate::tournament) enum Fixed {
    RoundRobin(RoundRobin),
    Gauntlet(Gauntlet),
    /// The tables of one cycle, and the number of cycles.
    Tables(Vec<Pairing>, u32),
}

impl Fixed {
    /// Returns the schedule of a format; `None` for an invalid number of entrants.
    pub fn new(rules: &Rules, entrants: usize) -> Option<Fixed> {
        match rules.format {
            Format::RoundRobin { cycles } => RoundRobin::new(entrants, cycles).ok().map(Fixed::RoundRobin),
            Format::Gauntlet { challengers, cycles } => {
                Gauntlet::new(entrants, challengers as usize, cycles).ok().map(Fixed::Gauntlet)
            }
            Format::Tables { cycles } => Some(Fixed::Tables(rules.tables(entrants)?, cycles)),
            _ => None,
        }
    }

    /// Returns a stage by its number, from 0; `None` after the last one.
    pub fn stage(&self, number: usize) -> Option<Stage> {
        match self {
            Fixed::RoundRobin(round_robin) => round_robin.stage(number),
            Fixed::Gauntlet(gauntlet) => gauntlet.stage(number),
            Fixed::Tables(tables, cycles) => {
                (number < *cycles as usize).then(|| Stage { pairings: tables.clone(), byes: Vec::new() })
            }
        }
    }

    /// Returns the cycle of a stage, from 0.
    pub fn cycle(&self, stage: u32) -> u64 {
        let per_cycle = match self {
            Fixed::RoundRobin(round_robin) => round_robin.stages_per_cycle(),
            Fixed::Gauntlet(gauntlet) => gauntlet.stages_per_cycle(),
            Fixed::Tables(..) => 1,
        };
        u64::from(stage) / per_cycle.max(1) as u64
    }
}
