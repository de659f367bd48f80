//! Formats whose encounters are all known beforehand: round robins, gauntlets, tables.

use super::{Next, Tournament};
use crate::tournament::{
    berger::{Gauntlet, RoundRobin},
    designs::design,
    event::{Award, EncounterKey, Fact},
    pairing::{Pairing, Stage},
    rules::{Format, MAX_ENCOUNTERS, Rules},
};

/// How many encounters are paired ahead of those that are complete.
const PAIRED_AHEAD: usize = 64;

/// All encounters of a tournament, stage by stage.
#[derive(Clone, Debug)]
pub(in crate::tournament) enum Fixed {
    RoundRobin(RoundRobin),
    Gauntlet(Gauntlet),
    /// The tables of one cycle, and how many cycles.
    Tables(Vec<Pairing>, u32),
}

impl Fixed {
    /// Those of a format; `None` where it takes another number of entrants.
    pub fn new(rules: &Rules, entrants: usize) -> Option<Fixed> {
        match rules.format {
            Format::RoundRobin { cycles } => RoundRobin::new(entrants, cycles).ok().map(Fixed::RoundRobin),
            Format::Gauntlet { challengers, cycles } => {
                Gauntlet::new(entrants, challengers as usize, cycles).ok().map(Fixed::Gauntlet)
            }
            Format::Tables { cycles } => Some(Fixed::Tables(tables_of(rules, entrants)?, cycles)),
            _ => None,
        }
    }

    fn stage(&self, number: usize) -> Option<Stage> {
        match self {
            Fixed::RoundRobin(round_robin) => round_robin.stage(number),
            Fixed::Gauntlet(gauntlet) => gauntlet.stage(number),
            Fixed::Tables(tables, cycles) => {
                (number < *cycles as usize).then(|| Stage { pairings: tables.clone(), byes: Vec::new() })
            }
        }
    }

    pub fn next(&self, tournament: &Tournament) -> Next {
        let mut room = PAIRED_AHEAD.saturating_sub(tournament.unfinished());
        let last = tournament.encounters.last().map(|encounter| encounter.paired.encounter);
        let (mut stage, mut board) = last.map_or((0, 0), |key| (key.stage as usize, key.board as usize + 1));
        let mut facts = Vec::new();
        let mut count = tournament.encounters.len();
        while room > 0 && count < MAX_ENCOUNTERS {
            let Some(Stage { pairings, byes }) = self.stage(stage) else { break };
            if board == 0 {
                facts.extend(byes.into_iter().map(|bye| Fact::AwardGiven {
                    stage: stage as u32,
                    entrant: bye.entrant,
                    halves: 0,
                    award: Award::Bye,
                    reason: bye.reason,
                }));
            }
            for pairing in pairings.into_iter().skip(board).take(room) {
                let key = EncounterKey { stage: stage as u32, board: board as u32, extension: 0 };
                facts.extend(tournament.paired(key, pairing, count));
                (board, count, room) = (board + 1, count + 1, room - 1);
            }
            if room > 0 {
                (stage, board) = (stage + 1, 0);
            }
        }
        match facts.is_empty() {
            false => Next::Facts(facts),
            true if tournament.unfinished() == 0 => Next::Over,
            true => Next::Wait,
        }
    }
}

/// The tables of one cycle; `None` where none can be laid for so many entrants.
pub(in crate::tournament) fn tables_of(rules: &Rules, entrants: usize) -> Option<Vec<Pairing>> {
    let tables = design(usize::from(rules.seats), entrants).ok()?.matches;
    Some(if rules.matches_per_encounter == 1 { tables } else { without_rotations(tables) })
}

/// Of tables that are rotations of each other only the first, where all rotations of every table are there: an encounter has them all.
fn without_rotations(tables: Vec<Pairing>) -> Vec<Pairing> {
    let first_of = |table: &Pairing| {
        let least = table.entrants.iter().min();
        let start = table.entrants.iter().position(|entrant| Some(entrant) == least).unwrap_or(0);
        let mut rotated = table.entrants.clone();
        rotated.rotate_left(start);
        rotated
    };
    let mut classes = std::collections::BTreeMap::<_, usize>::new();
    for table in &tables {
        *classes.entry(first_of(table)).or_default() += 1;
    }
    let seats = tables.first().map_or(0, |table| table.entrants.len());
    if classes.values().any(|count| !count.is_multiple_of(seats)) {
        return tables;
    }
    let mut taken = std::collections::BTreeMap::<_, usize>::new();
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
