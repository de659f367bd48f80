//! What follows by itself.

use super::{
    event::{EndReason, Fact},
    pairing::Entrant,
    rules::Format,
    schedule::{Next, Schedule},
    state::{Phase, Standing, Tournament},
};

impl Tournament {
    /// What follows by itself at `now_ms`, while so many matches are under way. To be asked again once this was applied, until it is
    /// nothing.
    pub fn due(&self, now_ms: u64, under_way: usize) -> Vec<Fact> {
        let to_show = self.deals_to_show();
        if !to_show.is_empty() && !matches!(self.phase, Phase::Over(_)) {
            return to_show;
        }
        // What is over is shown whole: it is not over before the host has released all of it.
        let ended = |reason| if self.holds_back() { Vec::new() } else { vec![Fact::Ended { reason }] };
        match &self.phase {
            Phase::Closing(_) if under_way == 0 => return ended(EndReason::Tested),
            Phase::Running if self.paused.is_none() => {}
            _ => return Vec::new(),
        }
        if self.test.as_ref().is_some_and(|test| test.report().is_over()) {
            return self.test_in_words().map(|report| Fact::TestDecided { report }).into_iter().collect();
        }
        let least = if self.opened.rules.format.is_bracket() { 1 } else { usize::from(self.opened.rules.seats) };
        if self.count_in() < least && self.unfinished() == 0 {
            return ended(EndReason::Deserted);
        }
        match self.next(now_ms) {
            Next::Facts(facts) => facts,
            Next::Wait => Vec::new(),
            Next::Over => ended(EndReason::Played),
        }
    }

    /// When to ask [`Tournament::due`] again though nothing has happened, in milliseconds since it was opened.
    pub fn next_due_ms(&self) -> Option<u64> {
        match (&self.schedule, self.opened.rules.format, &self.phase) {
            (Some(Schedule::Arena(arena)), Format::Arena { duration_ms, patience_ms }, Phase::Running) => {
                self.paused.is_none().then(|| arena.next_due_ms(self, duration_ms, patience_ms))
            }
            _ => None,
        }
    }

    /// Everybody who is out.
    pub(super) fn all_out(&self) -> impl Iterator<Item = Entrant> + '_ {
        let entrants = self.entrants.iter().enumerate();
        entrants.filter(|(_, entrant)| entrant.standing != Standing::In).map(|(index, _)| Entrant::at(index))
    }
}
