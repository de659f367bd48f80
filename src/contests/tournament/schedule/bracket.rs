//! Brackets of knockouts and double eliminations.

use std::collections::BTreeSet;

use crate::tournament::{
    event::EncounterKey,
    pairing::bracket::{Bracket, Status},
};

/// A bracket, and the states of its matches. They are stored because every match queries the next
/// step.
#[derive(Clone, Debug)]
pub(in crate::tournament) struct Drawn {
    pub bracket: Bracket,
    /// The stage of each match.
    pub stages: Vec<u32>,
    /// The state of each match, from the completed encounters.
    pub statuses: Vec<Status>,
    /// The matches with an unpaired encounter.
    pub to_pair: BTreeSet<usize>,
}

impl Drawn {
    /// Creates a bracket without results.
    pub fn new(bracket: Bracket) -> Drawn {
        let statuses = bracket.resolve(&[]);
        let to_play = statuses.iter().enumerate().filter(|(_, status)| matches!(status, Status::ToPlay { .. }));
        let to_pair = to_play.map(|(number, _)| number).collect();
        Drawn { stages: bracket.stages(), bracket, statuses, to_pair }
    }

    /// Returns the key of an encounter of a match.
    pub fn key(&self, number: usize, extension: usize) -> Option<EncounterKey> {
        let (board, extension) = (u32::try_from(number).ok()?, u32::try_from(extension).ok()?);
        Some(EncounterKey { stage: *self.stages.get(number)?, board, extension })
    }
}
