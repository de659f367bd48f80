//! Facts that follow without a command.

use super::{
    event::Fact,
    rules::{Format, Timetable},
    schedule::Schedule,
    state::Tournament,
    steps::Next,
};
use crate::contest::{ContestReason, Entrant, Now, Phase, Status};

/// Interval for reading the wall clock while an action waits for it, in milliseconds.
const LOOK_AGAIN_MS: u64 = 60_000;
/// Interval for retrying a start that waits for the end of its check-in, in milliseconds.
const CHECK_IN_AGAIN_MS: u64 = 1_000;

impl Tournament {
    /// Returns the facts that follow by themselves now. Apply them and call again, until the result
    /// is empty.
    pub fn due(&self, now: Now<'_>) -> Vec<Fact> {
        let to_show = self.deals_to_show();
        if !to_show.is_empty() && !self.phase.is_over() {
            return to_show;
        }
        // A finished tournament is shown as a whole, so it does not end before the host has
        // released all results.
        let ended = |reason| if self.holds_back() { Vec::new() } else { vec![self.played_out(reason, now.unix_ms)] };
        match &self.phase {
            Phase::Entries => return self.start_by_itself(now),
            Phase::Provisional { reason, until_unix_ms } if now.unix_ms >= *until_unix_ms => {
                return vec![Fact::Ended { reason: reason.clone() }];
            }
            Phase::Closing if now.under_way == 0 => return ended(ContestReason::Tested),
            Phase::Running if self.paused.is_none() => {}
            _ => return Vec::new(),
        }
        if self.test.as_ref().is_some_and(|test| test.report().is_over()) {
            return vec![Fact::TestDecided];
        }
        let least = if self.opened.rules.format.is_bracket() { 1 } else { usize::from(self.opened.rules.seats) };
        if self.count_in() < least && self.unfinished() == 0 {
            return ended(ContestReason::TooFew);
        }
        let absent = self.due_of_absent(now.at_ms);
        if !absent.is_empty() {
            return absent;
        }
        match self.next(now) {
            Next::Facts(facts) => facts,
            Next::Wait => Vec::new(),
            Next::Over => ended(ContestReason::Played),
        }
    }

    /// Returns the end of a tournament in which no further match is played.
    fn played_out(&self, reason: ContestReason, unix_ms: i64) -> Fact {
        let provisional_ms = i64::try_from(self.opened.rules.timetable.provisional_ms).unwrap_or(i64::MAX);
        match provisional_ms {
            0 => Fact::Ended { reason },
            _ => Fact::Provisional { reason, until_unix_ms: unix_ms.saturating_add(provisional_ms) },
        }
    }

    /// Returns the facts of the scheduled start, without entrants that were not connected during
    /// the check-in. Empty while the server does not know yet which were. If too few entrants
    /// remain, the tournament is over.
    fn start_by_itself(&self, now: Now<'_>) -> Vec<Fact> {
        let Timetable { starts_at_unix_ms, check_in_minutes, .. } = self.opened.rules.timetable;
        if starts_at_unix_ms.is_none_or(|starts_at| now.unix_ms < starts_at) {
            return Vec::new();
        }
        let Some(absent) = self.absent(now, check_in_minutes) else { return Vec::new() };
        self.start(&absent).unwrap_or_else(|_| {
            let mut facts = self.without(&absent);
            let entrants = u32::try_from(self.entrants.len() - facts.len()).unwrap_or(u32::MAX);
            facts.push(Fact::Ended { reason: ContestReason::NotStarted { entrants } });
            facts
        })
    }

    /// Returns the names of the entrants that were not connected during the check-in; `None` while
    /// that is unknown.
    fn absent(&self, now: Now<'_>, check_in_minutes: u32) -> Option<Vec<String>> {
        if check_in_minutes == 0 {
            return Some(Vec::new());
        }
        let names: Vec<&str> = self.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        let were_here = (now.were_here)(&names, check_in_minutes)?;
        let absent = names.into_iter().zip(were_here).filter(|(_, was_here)| !was_here);
        Some(absent.map(|(name, _)| name.to_owned()).collect())
    }

    /// Returns when to call [`Tournament::due`] again if nothing happens, in milliseconds since the
    /// opening.
    pub fn next_due_ms(&self, at_ms: u64, unix_ms: i64) -> Option<u64> {
        let by_wall_clock = match self.phase {
            Phase::Entries => self.opened.rules.timetable.starts_at_unix_ms,
            Phase::Provisional { until_unix_ms, .. } => Some(until_unix_ms),
            _ => None,
        };
        if let Some(due_unix_ms) = by_wall_clock {
            let wait_ms = u64::try_from(due_unix_ms.saturating_sub(unix_ms)).unwrap_or(0);
            // The wall clock may change, so the wait is limited. An action that is already due
            // waits for the check-in.
            return Some(at_ms.saturating_add(if wait_ms == 0 {
                CHECK_IN_AGAIN_MS
            } else {
                wait_ms.min(LOOK_AGAIN_MS)
            }));
        }
        match (&self.schedule, self.opened.rules.format, &self.phase) {
            (Some(Schedule::Arena(arena)), Format::Arena { duration_ms, patience_ms }, Phase::Running) => {
                self.paused.is_none().then(|| arena.next_due_ms(self, at_ms, duration_ms, patience_ms))
            }
            (_, _, Phase::Running) if self.paused.is_none() => self.next_absent_ms(),
            _ => None,
        }
    }

    /// Returns the names of all entrants that are no longer in.
    pub fn gone(&self) -> impl Iterator<Item = &str> {
        let out = self.all_out().map(|entrant| self.entrants[entrant.index()].name.as_str());
        self.removed.keys().map(String::as_str).chain(out)
    }

    /// Returns all entrants that are out.
    pub(super) fn all_out(&self) -> impl Iterator<Item = Entrant> + '_ {
        let entrants = self.entrants.iter().enumerate();
        entrants.filter(|(_, entrant)| entrant.status != Status::In).map(|(index, _)| Entrant::at(index))
    }
}
