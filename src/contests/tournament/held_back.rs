//! The visible and the withheld parts of a tournament.

use referee_ids::Seq;

use super::{
    event::{Fact, TournamentEvent},
    schedule::Schedule,
    score::Shown,
    state::{EncounterState, Tournament},
};
use crate::contest::Paired;

/// The stage of results withheld until the very end.
const NEVER: u32 = u32::MAX;

impl Tournament {
    /// Whether there are results that the host has not released.
    pub fn holds_back(&self) -> bool {
        self.released_stages.is_some_and(|released| {
            let mut encounters = self.encounters.iter().filter(|one| one.complete_ms.is_some());
            encounters.any(|one| one.paired.encounter.stage >= released)
                || self.awards.iter().any(|award| award.stage >= released)
        })
    }

    /// The first event that reveals unreleased results. It and all later ones are withheld from all
    /// but hosts.
    pub fn held_back_from(&self) -> Option<Seq> {
        let released = self.released_stages?;
        self.told_from.range(released..).map(|(_, seq)| *seq).min()
    }

    /// The number of paired encounters, and how many of them lack a match. With withheld results it
    /// counts the released stages, and the encounters of the next stage that were paired
    /// independently of its results, none of them as complete.
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

    /// Whether an encounter is paired without knowing how anything of its stage ended.
    pub(super) fn is_foreseen(&self, paired: &Paired) -> bool {
        match self.schedule {
            // A match of a bracket follows from those of earlier stages, an extension from the
            // encounter before it.
            Some(Schedule::Bracket(..)) => paired.encounter.extension == 0,
            _ => !self.begun_stages.contains(&paired.encounter.stage),
        }
    }

    /// Notes which stage an event tells of: its results, or that those before it are complete.
    /// Asked before the event is applied.
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
            // Pairings and byes reveal nothing if all are known in advance; otherwise only those of
            // the stage after the last released one may be shown.
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
