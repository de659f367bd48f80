//! Checks whether an event of a foreign log, from a file or a server, can follow the earlier
//! events.

use std::slice;

use super::{
    event::Fact, pairing::MAX_ENTRANTS, rules::Format, schedule::Schedule, standings::MAX_HALVES, state::Tournament,
};
use crate::contest::{ContestKind as _, Entrant, MatchKey, Outcome, Phase};

impl Tournament {
    /// Returns whether all things that a fact refers to exist.
    pub(super) fn could_have(&self, fact: &Fact) -> bool {
        let is_here = |entrant: &Entrant| entrant.index() < self.entrants.len();
        let slot = |key: &MatchKey| {
            let encounter = self.encounter(&key.encounter)?;
            encounter
                .matches
                .get(key.number as usize)
                .filter(|slot| slot.attempt == key.attempt)
                .map(|slot| (encounter, slot))
        };
        match fact {
            Fact::Opened(_) => false,
            Fact::EntrantEntered(_) => self.entrants.len() < MAX_ENTRANTS,
            Fact::Started => {
                self.phase == Phase::Entries && self.opened.rules.check_entrants(self.entrants.len()).is_ok()
            }
            Fact::EntryRemoved { name, .. } => self.phase == Phase::Entries && self.entrant_named(name).is_some(),
            Fact::MatchAwarded { match_key, winner, .. } => {
                slot(match_key).is_some_and(|(encounter, _)| encounter.paired.entrants.contains(winner))
            }
            Fact::Provisional { .. } => matches!(self.phase, Phase::Running | Phase::Closing),
            Fact::EncounterPaired(paired) => {
                let is_once = |(index, one): (usize, &Entrant)| is_here(one) && !paired.entrants[..index].contains(one);
                self.schedule.is_some()
                    && paired.entrants.len() == usize::from(self.opened.rules.seats)
                    && paired.matches == self.opened.rules.matches_per_encounter
                    && paired.entrants.iter().enumerate().all(is_once)
                    && !self.by_key.contains_key(&paired.encounter)
                    && self.are_free_in(paired.encounter.stage, &paired.entrants)
            }
            Fact::AwardGiven { stage, entrant, halves, .. } => {
                self.schedule.is_some()
                    && is_here(entrant)
                    && (-MAX_HALVES..=MAX_HALVES).contains(halves)
                    && self.are_free_in(*stage, slice::from_ref(entrant))
            }
            Fact::EntrantWithdrawn { entrant, .. } | Fact::EntrantDisqualified { entrant, .. } => is_here(entrant),
            Fact::MatchCounted { match_key, result } => slot(match_key).is_some_and(|(encounter, slot)| {
                slot.outcome == Outcome::Open
                    && encounter.complete_ms.is_none()
                    && result.check(encounter.paired.entrants.len()).is_ok()
            }),
            Fact::EntrantSeen { entrant } => is_here(entrant),
            Fact::MatchWaits { match_key, .. } => slot(match_key).is_some() || self.awaits_entrant_of(match_key),
            Fact::MatchVoided { match_key, .. } => slot(match_key).is_some(),
            Fact::DealsShown { encounter, .. } => self.encounter(encounter).is_some(),
            Fact::EncounterForfeited { encounter, by } => self
                .encounter(encounter)
                .is_some_and(|one| !by.is_empty() && by.iter().all(|entrant| one.paired.entrants.contains(entrant))),
            Fact::EntriesOpened
            | Fact::DeclarationChanged { .. }
            | Fact::EntrantRevived { .. }
            | Fact::EntrantQuarantined { .. }
            | Fact::EntrantReleased { .. } => false,
            Fact::EntriesFrozen { .. }
            | Fact::Paused { .. }
            | Fact::Resumed
            | Fact::ResultsReleased { .. }
            | Fact::TestDecided
            | Fact::Ended { .. } => true,
        }
    }

    /// Returns whether these entrants have no result yet in a stage of a Swiss tournament. There,
    /// each entrant has one encounter or one bye per stage, and stages are consecutive.
    fn are_free_in(&self, stage: u32, entrants: &[Entrant]) -> bool {
        let (Some(Schedule::Swiss(_)), Format::Swiss { stages, .. }) = (&self.schedule, self.opened.rules.format)
        else {
            return true;
        };
        let encounters = self.encounters.iter().rev().map(|other| &other.paired);
        let paired_last = encounters.clone().next().map(|other| other.encounter.stage);
        let last = paired_last.max(self.awards.last().map(|award| award.stage)).unwrap_or(0);
        let paired = encounters.take_while(|other| other.encounter.stage == stage).flat_map(|other| &other.entrants);
        let awarded = self.awards.iter().rev().take_while(|award| award.stage == stage).map(|award| &award.entrant);
        let mut busy = paired.chain(awarded);
        (last..stages).contains(&stage) && !busy.any(|entrant| entrants.contains(entrant))
    }
}
