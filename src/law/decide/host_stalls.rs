//! Decides and applies stalls of the host, whose time is not charged.

use std::time::Duration;

use super::command::Decision;
use crate::{
    clock::{Time, uncharged::MAX_OUTAGES},
    ending::{end_reason::EndReason, termination::Termination},
    event::{Event, Fact, Stall},
    state::{MAX_SILENCE, Match, Phase, Presence},
};

impl Match {
    /// Decides an outage of the host from `began` to `at`. Time before the newest event does not
    /// count.
    pub(crate) fn note_stall(&self, at: Time, began: Time) -> Decision {
        let stall = Stall { began: began.max(self.at), ended: at };
        if self.phase() == Phase::Over || stall.ended <= stall.began {
            return self.events(at, []);
        }
        if self.uncharged.number() >= MAX_OUTAGES {
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
            return Err(format!("this stall ended at {} ns, but was not recorded then", stall.ended.0));
        }
        if stall.began < self.at || stall.ended <= stall.began {
            return Err(format!("a stall before {} ns begins after {} ns", stall.ended.0, self.at.0));
        }
        if self.uncharged.number() >= MAX_OUTAGES {
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
            self.uncharged.add(stall);
        }
    }
}
