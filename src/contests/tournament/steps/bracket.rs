//! Knockouts and double eliminations: an encounter is paired as soon as both of its entrants are
//! known.

use super::next::Next;
use crate::tournament::{
    event::Award,
    pairing::{
        Entrant,
        bracket::{Attendance, Course, Encountered, Side, Status},
    },
    schedule::{Drawn, Schedule},
    state::Tournament,
};

impl Drawn {
    fn follow(&mut self, tournament: &Tournament, changed: usize) {
        let mut statuses = std::mem::take(&mut self.statuses);
        let looked_at = self.bracket.resolve_again(&mut statuses, changed, Played { drawn: self, tournament });
        self.statuses = statuses;
        for number in looked_at {
            let is_to_pair = match &self.statuses[number] {
                Status::ToPlay { encounter, .. } => {
                    self.key(number, *encounter).is_some_and(|key| tournament.encounter(&key).is_none())
                }
                _ => false,
            };
            match is_to_pair {
                true => self.to_pair.insert(number),
                false => self.to_pair.remove(&number),
            };
        }
    }
}

/// The played part of a bracket.
struct Played<'a> {
    drawn: &'a Drawn,
    tournament: &'a Tournament,
}

impl Course for Played<'_> {
    fn encounter(&self, number: usize, extension: usize, comers: [Entrant; 2]) -> Option<Encountered> {
        let encounter = self.tournament.encounter(&self.drawn.key(number, extension)?)?;
        encounter.complete_ms?;
        if self.tournament.is_deserted(encounter) {
            return Some(Encountered::Deserted);
        }
        if !encounter.forfeited_by.is_empty() {
            let has_first_left = encounter.forfeited_by.contains(&comers[0]);
            return Some(Encountered::Walkover(if has_first_left { Side::Second } else { Side::First }));
        }
        let score = self.tournament.score(encounter);
        let of = |comer: Entrant| {
            let entrants = encounter.paired.entrants.iter();
            entrants.zip(&score).find_map(|(entrant, points)| (*entrant == comer).then_some(*points))
        };
        Some(Encountered::Points([of(comers[0])?, of(comers[1])?]))
    }

    fn attendance(&self, number: usize, entrant: Entrant) -> Attendance {
        let stage = self.drawn.stages.get(number).copied();
        let is_absent = || {
            let mut awards = self.tournament.awards.iter();
            awards.any(|one| one.award == Award::Absent && one.entrant == entrant && Some(one.stage) == stage)
        };
        match self.tournament.presence.is_seen(entrant) {
            true => Attendance::Seen,
            false if is_absent() => Attendance::Absent,
            false => Attendance::Awaited,
        }
    }
}

impl Tournament {
    /// Rechecks a bracket match after one of its encounters was paired, completed or reopened, and
    /// the matches that follow from it.
    pub(in crate::tournament) fn follow_bracket(&mut self, changed: usize) {
        let mut schedule = self.schedule.take();
        if let Some(Schedule::Bracket(drawn)) = &mut schedule {
            drawn.follow(self, changed);
            let without_match = drawn.statuses.iter().filter_map(|status| match status {
                Status::Bye(entrant) | Status::Awaits(entrant) => Some(*entrant),
                _ => None,
            });
            self.presence.stake(without_match);
        }
        self.schedule = schedule;
    }
}

/// Returns the next step.
pub(super) fn next(tournament: &Tournament, drawn: &Drawn) -> Next {
    let mut facts = Vec::new();
    for number in &drawn.to_pair {
        if let Status::ToPlay { encounter, pairing } = &drawn.statuses[*number]
            && let Some(key) = drawn.key(*number, *encounter)
        {
            let unique = number + encounter * drawn.statuses.len();
            facts.extend(tournament.paired(key, pairing.clone(), unique));
        }
    }
    let is_open = |status: &Status| matches!(status, Status::Waiting | Status::ToPlay { .. } | Status::Awaits(_));
    match facts.is_empty() {
        false => Next::Facts(facts),
        true if tournament.unfinished() == 0 && !drawn.statuses.iter().any(is_open) => Next::Over,
        true => Next::Wait,
    }
}
