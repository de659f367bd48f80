//! How the clock of the open turn runs, and how much of its time the host lost.

use std::time::Duration;

use referee_ids::Seat;

use super::{Clock, Stamps, Terms, Time};
use crate::{
    event::Stall,
    state::Match,
    turn::{MoveTime, OpenTurn, PATIENCE, Running},
};

impl Match {
    /// Returns the time left on a seat's clock at `now`; `None` without a clock. Never negative.
    pub fn remaining(&self, seat: Seat, now: Time) -> Option<Duration> {
        self.clock(seat, now)?.left
    }

    /// Returns a seat's clock at `now`; `None` for an unknown seat.
    pub fn clock(&self, seat: Seat, now: Time) -> Option<Clock> {
        let clock = self.seats.get(seat.index())?.clock;
        let turn = self.turn.filter(|turn| turn.seat == seat);
        Some(match turn.and_then(|turn| self.starts_at(turn)) {
            Some(start) => clock.shows(&self.opened.time_controls[seat.index()], self.uncharged.elapsed(start, now)),
            None => clock,
        })
    }

    /// Returns the terms of a seat's next move; `None` for an unknown seat.
    pub fn terms(&self, seat: Seat) -> Option<Terms> {
        let clock = self.seats.get(seat.index())?.clock;
        Some(clock.terms(&self.opened.time_controls[seat.index()]))
    }

    /// Returns the time rules of a seat's next move at `now`.
    pub fn move_time(&self, seat: Seat, now: Time) -> MoveTime {
        let (Some(clock), Some(terms)) = (self.clock(seat, now), self.terms(seat)) else {
            return MoveTime::default();
        };
        let control = &self.opened.time_controls[seat.index()];
        MoveTime {
            delay: terms.free,
            refund: terms.refund,
            move_limit: control.move_limit,
            moves_to_go: clock.moves_to_go,
            periods: clock.periods,
            period: terms.period,
            round_left: clock.round_left,
            match_left: clock.match_left,
            nodes: control.nodes,
            depth: control.depth,
        }
    }
}

/// Rules of the running clock.
impl Match {
    /// Returns when the clock of `turn` starts, which may be later; `None` while nothing starts it.
    pub(crate) fn starts_at(&self, turn: OpenTurn) -> Option<Time> {
        let latest = self.latest_start(turn, turn.round_trip);
        turn.asked.map_or(latest, |asked| Some(latest.map_or(asked, |latest| latest.min(asked))))
    }

    /// Returns when the clock of `turn` starts at the latest, for this round trip.
    pub(crate) fn latest_start(&self, turn: OpenTurn, round_trip: Duration) -> Option<Time> {
        let patient = turn.due.map(|due| self.uncharged.after(due, PATIENCE + round_trip));
        patient.map_or(turn.absent, |patient| Some(turn.absent.map_or(patient, |absent| absent.min(patient))))
    }

    /// Returns the part of the open turn that an event at `at` records.
    pub(crate) fn running(&self, at: Time) -> Running {
        let Some(turn) = self.turn else { return Running::default() };
        let sent = self.starts_at(turn).filter(|start| *start <= at);
        let lag = sent.map_or(Duration::ZERO, |_| self.lag(turn.seat));
        Running { sent, lag, round_trip: self.noted_round_trip(turn, turn.round_trip, sent, at) }
    }

    /// Returns the part of the open turn that an event records if it is decided at `at` by a
    /// message received earlier.
    pub(crate) fn running_when(&self, at: Time, received: Option<Time>) -> Running {
        self.running(received.unwrap_or(at))
    }

    /// Returns the round trip to record for a turn whose clock started at `sent`, if at all: zero
    /// if it started within the patience.
    pub(crate) fn noted_round_trip(
        &self,
        turn: OpenTurn,
        round_trip: Duration,
        sent: Option<Time>,
        at: Time,
    ) -> Duration {
        let patience = turn.due.map(|due| self.uncharged.after(due, PATIENCE));
        let is_used = patience.is_some_and(|over| sent.map_or(at >= over, |sent| sent > over));
        if is_used { round_trip } else { Duration::ZERO }
    }

    /// Returns when the flag of the running turn falls; `None` if it cannot.
    pub(crate) fn flag_at(&self) -> Option<Time> {
        let turn = self.turn?;
        self.flag_of(turn, self.starts_at(turn)?, self.lag(turn.seat))
    }

    /// Returns when the flag of `turn` falls if its clock started at `sent`; `None` if it cannot.
    pub(crate) fn flag_of(&self, turn: OpenTurn, sent: Time, lag: Duration) -> Option<Time> {
        let seat = turn.seat.index();
        let span = self.seats[seat].clock.flag_after(&self.opened.time_controls[seat], lag)?;
        Some(self.uncharged.after(sent, span))
    }

    /// Returns by how much `moment` exceeds a flag that falls at `flag`. The moment directly before
    /// `flag` was the last in time.
    pub(crate) fn overrun(&self, flag: Time, moment: Time) -> Duration {
        self.uncharged.elapsed(Time(flag.0.saturating_sub(1)), moment)
    }

    /// Returns the stamps of an answer to the open turn, with all uncharged time.
    pub(crate) fn stamps(&self, sent: Time, received: Time, lag: Duration) -> Stamps {
        let uncharged = received.since(sent).saturating_sub(self.uncharged.elapsed(sent, received)).saturating_add(lag);
        Stamps { sent, received, uncharged }
    }

    /// Returns the uncharged round trip of a move of this seat.
    pub(crate) fn lag(&self, seat: Seat) -> Duration {
        let cap = self.opened.time_controls[seat.index()].lag;
        self.seats[seat.index()].round_trip.min(cap)
    }

    /// Returns how much charged time the host stalled between two moments of the open turn.
    pub(crate) fn stalled_between(&self, stalls: &[Stall], sent: Time, seen: Time) -> Duration {
        let within = |stall: &Stall| self.uncharged.elapsed(stall.began.max(sent), stall.ended.min(seen));
        stalls.iter().map(within).sum()
    }

    /// Returns whether the host took at least half of the open turn's time.
    pub(crate) fn took_half(&self, turn: OpenTurn, sent: Time, seen: Time) -> bool {
        let clock = self.seats[turn.seat.index()].clock;
        let budget = clock.budget(&clock.terms(&self.opened.time_controls[turn.seat.index()]));
        budget.is_some_and(|budget| self.stalled_between(&self.stalls, sent, seen) >= budget / 2)
    }

    /// Returns whether the flag of `turn`, observed at `seen`, is void: the host stalled at that
    /// moment, or the answer would have been in time without the stalls.
    pub(crate) fn excuses(&self, turn: OpenTurn, (sent, seen): (Time, Time), lag: Duration, stalls: &[Stall]) -> bool {
        let control = &self.opened.time_controls[turn.seat.index()];
        let clock = self.seats[turn.seat.index()].clock;
        let Some(flag) = self.flag_of(turn, sent, lag) else { return false };
        let lost = self.stalled_between(stalls, sent, seen);
        let inside = stalls.iter().any(|stall| stall.began <= flag && flag <= stall.ended);
        let without = self.stamps(sent, seen, lag.saturating_add(lost));
        !lost.is_zero() && (inside || clock.charge(control, without).is_ok())
    }
}
