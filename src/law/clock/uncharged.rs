//! Uncharged time, in which the host could not continue the match, for example because its store
//! failed.

use std::time::Duration;

use super::Time;
use crate::{
    decide::Decision,
    ending::{end_reason::EndReason, termination::Termination},
    event::{Event, Fact, Stall},
    state::{MAX_SILENCE, Match, Phase, Presence},
};

/// Maximum outages per turn. A further outage ends the match as a host fault.
pub const MAX_OUTAGES: usize = 1024;

/// Outages of the open turn, earliest first, without overlap. Most turns have none.
#[derive(Clone, Debug, Default)]
pub struct Uncharged {
    outages: Vec<Stall>,
}

impl Uncharged {
    /// Returns the charged time between two moments.
    pub fn elapsed(&self, since: Time, until: Time) -> Duration {
        let within = |outage: &Stall| outage.ended.min(until).since(outage.began.max(since));
        until.since(since).saturating_sub(self.outages.iter().map(within).sum())
    }

    /// Returns the earliest moment at which `span` has elapsed since `start`. For a positive
    /// `span`, this moment is never inside an outage.
    pub fn after(&self, start: Time, span: Duration) -> Time {
        let mut moment = start.after(span);
        for outage in self.outages.iter().filter(|outage| outage.ended > start) {
            if moment <= outage.began {
                break;
            }
            moment = moment.after(outage.ended.since(outage.began.max(start)));
        }
        moment
    }

    pub fn number(&self) -> usize {
        self.outages.len()
    }

    /// Clears the outages for another turn, which opens after all of them.
    pub fn clear(&mut self) {
        self.outages.clear();
    }
}

impl Match {
    /// Decides an outage of the host from `began` to `at`. Time before the newest event does not
    /// count.
    pub(crate) fn note_stall(&self, at: Time, began: Time) -> Decision {
        let stall = Stall { began: began.max(self.at), ended: at };
        if self.phase() == Phase::Over || stall.ended <= stall.began {
            return self.events(at, []);
        }
        if self.uncharged.outages.len() >= MAX_OUTAGES {
            let reason = EndReason::OftenStalled;
            return self.events(at, [self.ended(at, Termination::HostFault, None, reason, None, None)]);
        }
        self.events(at, [Fact::HostStalled(stall)])
    }

    /// Returns the event of a stall of the host, recorded at its end.
    pub(crate) fn stall_noted(&self, stall: Stall) -> Event {
        Event { seq: self.seq.next(), at: stall.ended, fact: Fact::HostStalled(stall) }
    }

    /// Extends graces that ended by `now` to `last`.
    pub(crate) fn put_off_graces_over(&mut self, now: Time, last: Time) {
        for state in &mut self.seats {
            if let Presence::Away { until: Some(until) } = &mut state.presence
                && *until <= now
            {
                *until = last;
            }
        }
    }

    /// Checks whether the host can have had this stall, recorded at `at`. Any other fact fails the
    /// check.
    pub(crate) fn check_stall(&self, fact: &Fact, at: Time) -> Result<(), String> {
        let Fact::HostStalled(stall) = fact else { return Err("this event cannot follow here".to_owned()) };
        if stall.ended != at {
            return Err(format!("a stall is recorded when it ends, at {} ns", stall.ended.0));
        }
        if stall.began < self.at || stall.ended <= stall.began {
            return Err(format!("a stall before {} ns begins after {} ns", stall.ended.0, self.at.0));
        }
        if self.uncharged.outages.len() >= MAX_OUTAGES {
            return Err(format!("at most {MAX_OUTAGES} stalls are recorded in one turn"));
        }
        Ok(())
    }

    /// Postpones every deadline that was later than the outage's start. All waits began before the
    /// outage, because the outage follows the previous event of the log.
    pub(crate) fn take_stall(&mut self, stall: Stall) {
        let lost = stall.ended.since(stall.began);
        let put_off = |until: Time| if until > stall.began { until.after(lost) } else { until };
        // A deadline relative to a start is postponed by moving its start.
        let begin_later =
            |began: Time, span: Duration| if began.after(span) > stall.began { began.after(lost) } else { began };

        self.start_until = put_off(self.start_until);
        self.start_latest = put_off(self.start_latest);
        for state in &mut self.seats {
            if let Presence::Away { until: Some(until) } = &mut state.presence {
                *until = put_off(*until);
            }
        }
        // A clock that waits for its seat to return also waits longer.
        if let Some(by) = self.turn.as_mut().and_then(|turn| turn.absent.as_mut()) {
            *by = put_off(*by);
        }
        if let Some((_, until)) = &mut self.first_move {
            *until = put_off(*until);
        }
        if let (Some(since), Some(luck)) = (&mut self.all_here_since, &self.opened.luck) {
            *since = begin_later(*since, luck.nonce_wait);
        }
        if let Some(since) = &mut self.paused {
            *since = begin_later(*since, MAX_SILENCE);
        }
        self.stepped = begin_later(self.stepped, MAX_SILENCE);
        if let Some(began) = &mut self.progress.began {
            *began = began.after(lost);
        }
        self.progress.note_time(self.at);
        if self.turn.is_some() {
            self.uncharged.outages.push(stall);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(outages: &[(u64, u64)]) -> Uncharged {
        let outage = |&(began, ended)| Stall { began: Time(began), ended: Time(ended) };
        Uncharged { outages: outages.iter().map(outage).collect() }
    }

    #[test]
    fn time_elapses_outside_of_outages_alone() {
        let uncharged = of(&[(10, 20), (20, 25), (40, 50)]);
        for (since, until, elapsed) in [
            (0, 5, 5),
            (0, 10, 10),
            (0, 15, 10),
            (0, 25, 10),
            (0, 26, 11),
            (12, 30, 5),
            (12, 18, 0),
            (12, 60, 25),
            (45, 60, 10),
            (50, 60, 10),
            (7, 3, 0),
        ] {
            let found = uncharged.elapsed(Time(since), Time(until));
            assert_eq!(found, Duration::from_nanos(elapsed), "from {since} to {until}");
        }
    }

    #[test]
    fn a_span_is_over_when_it_has_elapsed_and_never_inside_an_outage() {
        let uncharged = of(&[(10, 20), (20, 25), (40, 50)]);
        for start in 0..60 {
            for span in 1..60 {
                let over = uncharged.after(Time(start), Duration::from_nanos(span));
                let elapsed = |until| uncharged.elapsed(Time(start), until).as_nanos() as u64;
                assert_eq!(elapsed(over), span, "{span} from {start} is {over:?}");
                assert_eq!(elapsed(Time(over.0 - 1)), span - 1, "{over:?} is the first moment");
            }
        }
        assert_eq!(of(&[]).after(Time(7), Duration::from_nanos(3)), Time(10));
        assert_eq!(of(&[(1, 9)]).after(Time(u64::MAX), Duration::MAX), Time(u64::MAX), "it does not overflow");
    }
}
