//! Formats whose encounters are all known beforehand: round robins, gauntlets, tables.

use std::collections::BTreeSet;

use super::next::Next;
use crate::{
    contest::Now,
    tournament::{
        event::{Award, EncounterKey, Fact},
        pairing::{Entrant, Pairing, Stage},
        rules::MAX_ENCOUNTERS,
        schedule::Fixed,
        state::Tournament,
    },
};

/// Maximum number of counted unfinished encounters: the maximum open matches of a contest.
/// Encounters that wait for absent entrants, or for a few entrants that delay all others, do not
/// count.
const PAIRED_AHEAD: usize = 1_024;
/// Maximum number of unfinished encounters, including those that do not count.
const MAX_UNFINISHED: usize = 4096;

impl Fixed {
    /// Returns the next step.
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
