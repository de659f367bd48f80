//! The turn that waits for a seat: when it was asked, how its clock runs, and what of its time the host lost.

use std::time::Duration;

use super::{
    clock::{Clock, Stamps, Terms, Time},
    event::Stall,
    state::Match,
};
use crate::ids::{Seat, Seq};

/// The shortest stall of the host that is noted: what is shorter belongs to every machine.
pub const MIN_STALL: Duration = Duration::from_millis(50);
/// The most stalls that are noted in one turn.
pub const MAX_STALLS: usize = 64;
/// How many flags of one turn may be void. The next one counts if no answer came and the host took less than half of what
/// the turn may take; otherwise it ends the match as the host's fault.
pub const MAX_VOID_FLAGS: u32 = 3;

/// How long a turn may wait to be handed to its seat's transport before its clock starts anyhow, beside the measured round
/// trip of the seat. No client can put its clock off for longer by not reading.
pub const PATIENCE: Duration = Duration::from_millis(250);
/// The most of a measured round trip that a clock waits for beside [`PATIENCE`].
pub const MAX_ROUND_TRIP: Duration = Duration::from_secs(1);

/// The turn that waits for a seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenTurn {
    pub seat: Seat,
    pub opened: Time,
    /// When it was handed to the seat's transport.
    pub asked: Option<Time>,
    /// Since when its seat is here to be asked, or was; `None` while a seat is waited for that is away by the referee's own
    /// doing, and where the law sets no limit to it.
    pub due: Option<Time>,
    /// From when at the latest its clock runs, because the seat was or went away.
    pub absent: Option<Time>,
    /// The longest round trip that was measured before it was asked, up to [`MAX_ROUND_TRIP`].
    pub round_trip: Duration,
    /// How many of its flags were void.
    pub void_flags: u32,
    /// What its program reported last that the position is worth to it.
    pub score: Option<i64>,
}

/// What an event says of the turn that was open when it became true.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Running {
    /// When its clock started; `None` where it had not.
    pub sent: Option<Time>,
    /// What is not charged of it for its round trip.
    pub lag: Duration,
    /// The round trip that its clock waited for beyond [`PATIENCE`].
    pub round_trip: Duration,
}

/// The turn that a seat must be asked. Two with the same id are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRequest {
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// The ply that the answer will have.
    pub ply: u32,
    /// Its id: the number of the event that opened it. A step, the start of a round, a takeback, a refused move and a void flag
    /// open another turn; a pause, a cut and a restart do not.
    pub id: Seq,
    /// From when the seat's clock runs: when it was asked, when it was found absent, or else when its patience is over, which
    /// may be yet to come. `None` while nothing starts it.
    pub sent: Option<Time>,
}

/// What a seat is told of the time for its move, beside what is on the clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTime {
    /// What is used up before the clock is touched.
    pub delay: Duration,
    /// What is given back after the move, as far as the move took it.
    pub refund: Duration,
    /// The longest that the move may take, where moves have a limit of their own.
    pub move_limit: Option<Duration>,
    /// How many moves until the next stage of the clock begins.
    pub moves_to_go: Option<u32>,
    /// How many periods of byo-yomi are left.
    pub periods: u32,
    /// How long each of them is.
    pub period: Duration,
    /// What is left for the rest of the round.
    pub round_left: Option<Duration>,
    /// What is left for the rest of the match.
    pub match_left: Option<Duration>,
    /// How many positions the program is to look at.
    pub nodes: Option<u64>,
    /// How many plies deep it is to look.
    pub depth: Option<u32>,
}

impl Match {
    /// What a seat's clock has left at `now`; `None` for a seat without a clock over its moves. Never negative.
    pub fn remaining(&self, seat: Seat, now: Time) -> Option<Duration> {
        self.clock(seat, now)?.left
    }

    /// What a seat has left at `now`; `None` for a seat that there is not.
    pub fn clock(&self, seat: Seat, now: Time) -> Option<Clock> {
        let clock = self.seats.get(seat.index())?.clock;
        let turn = self.turn.filter(|turn| turn.seat == seat);
        Some(match turn.and_then(|turn| self.starts_at(turn)) {
            Some(start) => clock.shows(&self.opened.time_controls[seat.index()], self.uncharged.elapsed(start, now)),
            None => clock,
        })
    }

    /// What the next move of a seat is played under; `None` for a seat that there is not.
    pub fn terms(&self, seat: Seat) -> Option<Terms> {
        let clock = self.seats.get(seat.index())?.clock;
        Some(clock.terms(&self.opened.time_controls[seat.index()]))
    }

    /// What a seat is told of the time for its next move at `now`.
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

/// The law of the running clock.
impl Match {
    /// From when the clock of `turn` runs, which may be yet to come; `None` while nothing starts it.
    pub(super) fn starts_at(&self, turn: OpenTurn) -> Option<Time> {
        let latest = self.latest_start(turn, turn.round_trip);
        turn.asked.map_or(latest, |asked| Some(latest.map_or(asked, |latest| latest.min(asked))))
    }

    /// From when at the latest the clock of `turn` runs, if the round trip of its seat is this.
    pub(super) fn latest_start(&self, turn: OpenTurn, round_trip: Duration) -> Option<Time> {
        let patient = turn.due.map(|due| self.uncharged.after(due, PATIENCE + round_trip));
        patient.map_or(turn.absent, |patient| Some(turn.absent.map_or(patient, |absent| absent.min(patient))))
    }

    /// What an event at `at` says of the open turn.
    pub(super) fn running(&self, at: Time) -> Running {
        let Some(turn) = self.turn else { return Running::default() };
        let sent = self.starts_at(turn).filter(|start| *start <= at);
        let lag = sent.map_or(Duration::ZERO, |_| self.lag(turn.seat));
        Running { sent, lag, round_trip: self.noted_round_trip(turn, turn.round_trip, sent, at) }
    }

    /// The same of an event that is decided at `at` by what was received then: what was running when it came.
    pub(super) fn running_when(&self, at: Time, received: Option<Time>) -> Running {
        self.running(received.unwrap_or(at))
    }

    /// What an event at `at` says of the round trip of a turn whose clock started at `sent`, or not yet: nothing where the
    /// patience alone had not passed by then.
    pub(super) fn noted_round_trip(
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

    /// When the flag of the running turn falls; `None` when none can.
    pub(super) fn flag_at(&self) -> Option<Time> {
        let turn = self.turn?;
        self.flag_of(turn, self.starts_at(turn)?, self.lag(turn.seat))
    }

    /// When the flag of `turn` falls, if its clock started at `sent`; `None` when none can.
    pub(super) fn flag_of(&self, turn: OpenTurn, sent: Time, lag: Duration) -> Option<Time> {
        let seat = turn.seat.index();
        let span = self.seats[seat].clock.flag_after(&self.opened.time_controls[seat], lag)?;
        Some(self.uncharged.after(sent, span))
    }

    /// By how much `moment` oversteps a flag that falls at `flag`: the moment before that was the last in time.
    pub(super) fn overrun(&self, flag: Time, moment: Time) -> Duration {
        self.uncharged.elapsed(Time(flag.0.saturating_sub(1)), moment)
    }

    /// The times of an answer to the open turn, with all that is not charged of them.
    pub(super) fn stamps(&self, sent: Time, received: Time, lag: Duration) -> Stamps {
        let uncharged = received.since(sent).saturating_sub(self.uncharged.elapsed(sent, received)).saturating_add(lag);
        Stamps { sent, received, uncharged }
    }

    /// What of a move of this seat is not charged, because it is round-trip time.
    pub(super) fn lag(&self, seat: Seat) -> Duration {
        let cap = self.opened.time_controls[seat.index()].lag;
        self.seats[seat.index()].round_trip.min(cap)
    }

    /// For how long the host stalled between two moments of the open turn, where that is charged.
    pub(super) fn stalled_between(&self, stalls: &[Stall], sent: Time, seen: Time) -> Duration {
        let within = |stall: &Stall| self.uncharged.elapsed(stall.began.max(sent), stall.ended.min(seen));
        stalls.iter().map(within).sum()
    }

    /// Whether the host took half of what the open turn may take, or more.
    pub(super) fn took_half(&self, turn: OpenTurn, sent: Time, seen: Time) -> bool {
        let clock = self.seats[turn.seat.index()].clock;
        let budget = clock.budget(&clock.terms(&self.opened.time_controls[turn.seat.index()]));
        budget.is_some_and(|budget| self.stalled_between(&self.stalls, sent, seen) >= budget / 2)
    }

    /// Whether the flag of `turn`, which fell before it was seen at `seen`, is void: the host stalled at that very moment,
    /// or the turn would have been in time without what the host lost of it.
    pub(super) fn excuses(&self, turn: OpenTurn, (sent, seen): (Time, Time), lag: Duration, stalls: &[Stall]) -> bool {
        let control = &self.opened.time_controls[turn.seat.index()];
        let clock = self.seats[turn.seat.index()].clock;
        let Some(flag) = self.flag_of(turn, sent, lag) else { return false };
        let lost = self.stalled_between(stalls, sent, seen);
        let inside = stalls.iter().any(|stall| stall.began <= flag && flag <= stall.ended);
        let without = self.stamps(sent, seen, lag.saturating_add(lost));
        !lost.is_zero() && (inside || clock.charge(control, without).is_ok())
    }
}
