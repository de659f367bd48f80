//! Knockouts and double eliminations: an encounter is paired as soon as both of its entrants are known.

use super::{Next, Tournament};
use crate::tournament::{
    bracket::{Bracket, Status},
    event::EncounterKey,
    pairing::Entrant,
};

impl Tournament {
    /// Where each match of a bracket stands.
    pub(in crate::tournament) fn resolve(&self, bracket: &Bracket, stages: &[u32]) -> Vec<Status> {
        bracket.resolve_by(|number, extension, comers| {
            let encounter = self.encounter(&key(stages, number, extension)?)?;
            encounter.complete_ms?;
            let score = self.score(encounter);
            let of = |comer: Entrant| {
                let entrants = encounter.paired.entrants.iter();
                entrants.zip(&score).find_map(|(entrant, points)| (*entrant == comer).then_some(*points))
            };
            Some([of(comers[0])?, of(comers[1])?])
        })
    }
}

fn key(stages: &[u32], number: usize, extension: usize) -> Option<EncounterKey> {
    let (board, extension) = (u32::try_from(number).ok()?, u32::try_from(extension).ok()?);
    Some(EncounterKey { stage: *stages.get(number)?, board, extension })
}

/// What comes next.
pub(super) fn next(tournament: &Tournament, bracket: &Bracket, stages: &[u32]) -> Next {
    let mut facts = Vec::new();
    let mut is_over = true;
    for (number, status) in tournament.resolve(bracket, stages).into_iter().enumerate() {
        match status {
            Status::Waiting => is_over = false,
            Status::Empty | Status::Bye(_) | Status::Decided { .. } => {}
            Status::ToPlay { encounter, pairing } => {
                is_over = false;
                let Some(key) = key(stages, number, encounter) else { continue };
                if tournament.encounter(&key).is_none() {
                    facts.extend(tournament.paired(key, pairing, number + encounter * bracket.matches().len()));
                }
            }
        }
    }
    match (facts.is_empty(), is_over) {
        (false, _) => Next::Facts(facts),
        (true, true) if tournament.unfinished() == 0 => Next::Over,
        (true, _) => Next::Wait,
    }
}
