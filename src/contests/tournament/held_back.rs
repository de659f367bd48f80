//! The public and the withheld parts of a tournament.

use referee_ids::Seq;

use super::{
    event::{Fact, TournamentEvent},
    schedule::Schedule,
    score::Shown,
    state::{EncounterState, Tournament},
};
use crate::contest::Paired;

/// The stage for results that are withheld until the very end.
const NEVER: u32 = u32::MAX;

impl Tournament {
    /// Returns whether there are results that the host has not released.
    pub fn holds_back(&self) -> bool {
        self.released_stages.is_some_and(|released| {
            let mut encounters = self.encounters.iter().filter(|one| one.complete_ms.is_some());
            encounters.any(|one| one.paired.encounter.stage >= released)
                || self.awards.iter().any(|award| award.stage >= released)
        })
    }

    /// Returns the number of the first event that reveals unreleased results. That event and all
    /// later ones are withheld from everyone except hosts.
    pub fn held_back_from(&self) -> Option<Seq> {
        let released = self.released_stages?;
        self.told_from.range(released..).map(|(_, seq)| *seq).min()
    }

    /// Returns the number of paired encounters, and how many of them have unplayed matches. For a
    /// public view of withheld results, it counts the released stages. It also counts the
    /// encounters of the next stage that do not depend on that stage's results, all as unfinished.
    pub fn encounter_counts(&self, shown: Shown) -> [usize; 2] {
        let Some(released) = self.released_stages.filter(|_| shown == Shown::Released) else {
            return [self.encounters.len(), self.unfinished()];
        };
        let is_held = |one: &EncounterState| one.paired.encounter.stage >= released;
        let is_known =
            |one: &&EncounterState| !is_held(one) || one.paired.encounter.stage == released && one.is_foreseen;
        let known = || self.encounters.iter().filter(is_known);
        let is_unfinished = |one: &&EncounterState| is_held(one) || one.complete_ms.is_none();
        [known().count(), known().filter(is_unfinished).count()]
    }

    /// Returns whether the pairing of an encounter reveals nothing about the results of its stage.
    pub(super) fn is_foreseen(&self, paired: &Paired) -> bool {
        match self.schedule {
            // A bracket match follows from matches of earlier stages. An extension follows from the
            // encounter before it.
            Some(Schedule::Bracket(..)) => paired.encounter.extension == 0,
            _ => !self.begun_stages.contains(&paired.encounter.stage),
        }
    }

    /// Records the first event that reveals something about a stage: its results, or the completion
    /// of earlier stages. Call it before the event is applied.
    pub(super) fn note_what_is_told(&mut self, event: &TournamentEvent) {
        let of = match &event.fact {
            Fact::MatchCounted { match_key, .. }
            | Fact::MatchVoided { match_key, .. }
            | Fact::MatchAwarded { match_key, .. } => {
                self.begun_stages.insert(match_key.encounter.stage);
                Some(match_key.encounter.stage)
            }
            Fact::EncounterForfeited { encounter, .. } | Fact::DealsShown { encounter, .. } => Some(encounter.stage),
            Fact::EncounterPaired(paired) if !self.is_foreseen(paired) => Some(paired.encounter.stage),
            // Pairings and byes reveal nothing if all are known in advance. Otherwise, only those
            // of the stage after the last released one may be public.
            Fact::EncounterPaired(_) | Fact::AwardGiven { .. } if matches!(self.schedule, Some(Schedule::Fixed(_))) => {
                None
            }
            Fact::EncounterPaired(paired) => paired.encounter.stage.checked_sub(1),
            Fact::AwardGiven { stage, .. } => stage.checked_sub(1),
            Fact::TestDecided => Some(NEVER),
            _ => None,
        };
        if let Some(stage) = of {
            self.told_from.entry(stage).or_insert(event.seq);
        }
    }
}
