//! The number of finished matches of a tournament, and its total.

use super::{pairing::knockout::ThirdPlace, rules::Format, state::Tournament};
use crate::contest::{Outcome, Phase, Progress};

impl Tournament {
    /// Returns the progress of the matches. Forfeited matches are over.
    pub fn progress(&self) -> Progress {
        let each = u64::from(self.opened.rules.matches_per_encounter);
        let (mut done, mut timed, mut elapsed_ms) = (0, 0, 0_u64);
        for encounter in &self.encounters {
            let settled = encounter.matches.iter().filter(|slot| slot.outcome != Outcome::Open).count();
            done += if encounter.complete_ms.is_some() { each } else { settled as u64 };
            for slot in &encounter.matches {
                if let Outcome::Counted(result) = &slot.outcome
                    && result.elapsed_ms > 0
                {
                    timed += 1;
                    elapsed_ms = elapsed_ms.saturating_add(result.elapsed_ms);
                }
            }
        }
        let (encounters, is_least) = self.encounters_in_all();
        let in_all = Some((encounters as u64).saturating_mul(each));
        Progress { done, in_all, is_least, mean_ms: elapsed_ms.checked_div(timed) }
    }

    /// Returns the number of encounters of the whole tournament, and whether there can be more.
    pub fn encounters_in_all(&self) -> (usize, bool) {
        let (paired, entrants) = (self.encounters.len(), self.entrants.len());
        if matches!(self.phase, Phase::Provisional { .. } | Phase::Over(_)) {
            return (paired, false);
        }
        let (encounters, is_least) = match self.opened.rules.format {
            Format::RoundRobin { cycles } => {
                ((entrants * entrants.saturating_sub(1) / 2).saturating_mul(cycles as usize), false)
            }
            Format::Gauntlet { challengers, cycles } => {
                let challengers = challengers as usize;
                let a_cycle = challengers.saturating_mul(entrants.saturating_sub(challengers));
                (a_cycle.saturating_mul(cycles as usize), false)
            }
            Format::Tables { cycles } => {
                let tables = self.opened.rules.tables(entrants).map_or(0, |tables| tables.len());
                (tables.saturating_mul(cycles as usize), false)
            }
            Format::Swiss { stages, .. } => {
                let begun = self.encounters.last().map_or(0, |last| last.paired.encounter.stage as usize + 1);
                let left = (stages as usize).saturating_sub(begun);
                (paired.saturating_add(left.saturating_mul(self.count_in() / 2)), false)
            }
            Format::Knockout { third_place } => {
                let third = usize::from(third_place == ThirdPlace::Played && entrants >= 4);
                (entrants.saturating_sub(1) + third, true)
            }
            Format::DoubleElimination => ((2 * entrants).saturating_sub(2), true),
            Format::KingOfTheHill { challenges } => (challenges as usize, false),
            Format::Arena { .. } => (paired, true),
        };
        // Before the start, more players may enter. A test may end the tournament earlier.
        let is_open = self.schedule.is_none() || self.opened.rules.test.is_some();
        (encounters.max(paired), is_least || is_open)
    }
}
