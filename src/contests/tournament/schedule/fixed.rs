//! Formats whose encounters are all known beforehand: round robins, gauntlets, tables.

use std::collections::{BTreeMap, BTreeSet};

use super::{Next, Tournament};
use crate::{
    contest::Now,
    tournament::{
        designs::design,
        event::{Award, EncounterKey, Fact},
        pairing::{
            Entrant, Pairing, Stage,
            berger::{Gauntlet, RoundRobin},
        },
        rules::{Format, MAX_ENCOUNTERS, Rules},
    },
};

/// Maximum number of counted unfinished encounters: the maximum open matches of a contest.
/// Encounters that wait for absent entrants, or for a few entrants that delay all others, do not
/// count.
const PAIRED_AHEAD: usize = 1_024;
/// Maximum number of unfinished encounters, including those that do not count.
const MAX_UNFINISHED: usize = 4096;

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

    /// Returns the cycle of a stage, from 0.
    pub fn cycle(&self, stage: u32) -> u64 {
        let per_cycle = match self {
            Fixed::RoundRobin(round_robin) => round_robin.stages_per_cycle(),
            Fixed::Gauntlet(gauntlet) => gauntlet.stages_per_cycle(),
            Fixed::Tables(..) => 1,
        };
        u64::from(stage) / per_cycle.max(1) as u64
    }

    pub fn next(&self, tournament: &Tournament, now: Now<'_>) -> Next {
        let mut room = Room::of(tournament, now);
        let last = tournament.encounters.last().map(|encounter| encounter.paired.encounter);
        let (mut stage, mut board) = last.map_or((0, 0), |key| (key.stage as usize, key.board as usize + 1));
        let mut facts = Vec::new();
        let mut count = tournament.encounters.len();
        while room.is_left() && count < MAX_ENCOUNTERS {
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
            for pairing in pairings.into_iter().skip(board) {
                if !room.is_left() {
                    break;
                }
                room.take(&pairing);
                let key = EncounterKey { stage: stage as u32, board: board as u32, extension: 0 };
                facts.extend(tournament.paired(key, pairing, count));
                (board, count) = (board + 1, count + 1);
            }
            if room.is_left() {
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

/// The number of encounters that may still be paired.
struct Room {
    /// Encounters that count towards [`PAIRED_AHEAD`].
    counted: usize,
    /// All encounters, including those that do not count.
    in_all: usize,
    /// Entrants whose encounters do not count as paired ahead, because other encounters are played
    /// while these entrants wait.
    holding_up: BTreeSet<Entrant>,
}

impl Room {
    fn of(tournament: &Tournament, now: Now<'_>) -> Room {
        let unfinished = tournament.unfinished();
        let in_all = MAX_UNFINISHED.saturating_sub(unfinished);
        if unfinished < PAIRED_AHEAD {
            return Room { counted: PAIRED_AHEAD - unfinished, in_all, holding_up: BTreeSet::new() };
        }
        let mut holding_up = absent(tournament, now);
        let is_counted = |entrants: &&[Entrant]| !entrants.iter().any(|entrant| holding_up.contains(entrant));
        let counted: Vec<&[Entrant]> = tournament.unfinished_encounters().filter(is_counted).collect();
        match PAIRED_AHEAD.checked_sub(counted.len()).filter(|left| *left > 0) {
            Some(left) => Room { counted: left, in_all, holding_up },
            None => match cover(tournament, counted) {
                Some(few) => {
                    holding_up.extend(few);
                    Room { counted: PAIRED_AHEAD, in_all, holding_up }
                }
                None => Room { counted: 0, in_all, holding_up },
            },
        }
    }

    fn is_left(&self) -> bool {
        self.counted > 0 && self.in_all > 0
    }

    fn take(&mut self, pairing: &Pairing) {
        self.in_all -= 1;
        if !pairing.entrants.iter().any(|entrant| self.holding_up.contains(entrant)) {
            self.counted -= 1;
        }
    }
}

/// Returns the entrants of unfinished encounters that could play no match now.
fn absent(tournament: &Tournament, now: Now<'_>) -> BTreeSet<Entrant> {
    let awaited: BTreeSet<Entrant> = tournament.unfinished_encounters().flatten().copied().collect();
    let name = |entrant: &Entrant| tournament.entrants[entrant.index()].name.as_str();
    let places = (now.places)(&awaited.iter().map(name).collect::<Vec<_>>(), 0);
    awaited.into_iter().zip(places).filter(|(_, places)| *places == 0).map(|(entrant, _)| entrant).collect()
}

/// Returns a minority of entrants that covers every one of these encounters; `None` if no such set
/// is found. Entrants in most encounters are taken first.
///
/// Called after every match. It usually ends immediately, because so few entrants cannot be in so
/// many encounters.
fn cover(tournament: &Tournament, mut uncovered: Vec<&[Entrant]>) -> Option<BTreeSet<Entrant>> {
    let most = tournament.count_in().saturating_sub(1) / 2;
    let mut counts = vec![0_usize; tournament.entrants.len()];
    uncovered.iter().copied().flatten().for_each(|entrant| counts[entrant.index()] += 1);
    let mut holding_up = BTreeSet::new();
    while !uncovered.is_empty() {
        let (index, count) = counts.iter().copied().enumerate().max_by_key(|(_, count)| *count)?;
        let entrant = Entrant::at(index);
        if uncovered.len() > (most - holding_up.len()) * count {
            return None;
        }
        if count == 1 {
            // The remaining encounters have no entrant in common.
            holding_up.extend(uncovered.iter().filter_map(|entrants| entrants.iter().max()));
            break;
        }
        uncovered.retain(|entrants| {
            let is_covered = entrants.contains(&entrant);
            entrants.iter().filter(|_| is_covered).for_each(|one| counts[one.index()] -= 1);
            !is_covered
        });
        holding_up.insert(entrant);
    }
    Some(holding_up)
}

/// Returns the tables of one cycle; `None` if none exist for this number of entrants.
pub(in crate::tournament) fn tables_of(rules: &Rules, entrants: usize) -> Option<Vec<Pairing>> {
    let tables = design(usize::from(rules.seats), entrants).ok()?.matches;
    Some(if rules.matches_per_encounter == 1 { tables } else { without_rotations(tables) })
}

/// Keeps only the first of tables that are rotations of each other, if all rotations of every table
/// are present: an encounter plays all rotations.
fn without_rotations(tables: Vec<Pairing>) -> Vec<Pairing> {
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
