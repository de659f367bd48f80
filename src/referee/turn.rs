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

/// The turn that waits for a seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenTurn {
    pub seat: Seat,
    /// When it opened.
    pub opened: Time,
    /// When it was handed to the seat's transport.
    pub asked: Option<Time>,
    /// From when at the latest its clock runs, because the seat was or went away.
    pub absent: Option<Time>,
    /// How many of its moves were refused as illegal or unreadable.
    pub refused_tries: u32,
    /// How many of its flags were void.
    pub void_flags: u32,
    /// What its program reported last that the position is worth to it.
    pub score: Option<i64>,
}

impl OpenTurn {
    /// From when its clock runs, once it does.
    pub fn sent(&self) -> Option<Time> {
        match (self.asked, self.absent) {
            (Some(asked), Some(absent)) => Some(asked.min(absent)),
            (asked, absent) => asked.or(absent),
        }
    }
}

/// The question that the seat whose turn it is must be asked. Two requests with equal round, ply, event and asking are the
/// same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRequest {
    /// Whose turn it is.
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// The ply that the answer will have.
    pub ply: u32,
    /// The event by which the position came about: another one when the same ply is asked again after a takeback.
    pub since: Seq,
    /// How often it was put before, because its flag was void.
    pub asking: u32,
    /// From when the seat's clock runs: when it was asked, or when it was found absent. `None` until then.
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

/// What the shell tells of the open turn. None of it is an event: the event that answers the turn carries it.
impl Match {
    /// Notes that the turn was handed to the seat's transport: its clock runs from here, unless it does already because the
    /// seat was away. The first note of a turn counts.
    pub fn asked(&mut self, seat: Seat, at: Time) {
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.seat == seat) {
            turn.asked.get_or_insert(at.max(turn.opened));
        }
    }

    /// Notes what a seat's program reports with its answer to a turn that the position is worth to it, in hundredths of a
    /// point, or that it reports nothing. It counts where that turn is open, and in place of what it reported before.
    pub fn reported(&mut self, seat: Seat, round: u32, ply: u32, score: Option<i64>) {
        let open = (self.course().number(), self.course().ply()) == (round, ply);
        if let Some(turn) = self.turn.as_mut().filter(|turn| open && turn.seat == seat) {
            turn.score = score;
        }
    }

    /// Notes that the host stood still for a while. What overlaps a stall that is known is one with it; a stall that is
    /// shorter than [`MIN_STALL`], or ended before the turn opened, is passed over.
    pub fn stalled(&mut self, mut stall: Stall) {
        let Some(turn) = self.turn else { return };
        if stall.ended.since(stall.began) < MIN_STALL || stall.ended <= turn.opened {
            return;
        }
        self.stalls.retain(|known| {
            let apart = known.ended < stall.began || stall.ended < known.began;
            if !apart {
                stall = Stall { began: stall.began.min(known.began), ended: stall.ended.max(known.ended) };
            }
            apart
        });
        if self.stalls.len() < MAX_STALLS {
            let at = self.stalls.partition_point(|known| known.began < stall.began);
            self.stalls.insert(at, stall);
        }
    }

    /// Notes how long the way to a seat's program and back was measured to take. Of a move as much is not charged, up to the
    /// seat's allowance.
    pub fn measured(&mut self, seat: Seat, round_trip: Duration) {
        if let Some(state) = self.seats.get_mut(seat.index()) {
            state.round_trip = round_trip;
        }
    }
}

/// What the clocks show.
impl Match {
    /// What a seat's clock has left at `now`; `None` for a seat without a clock over its moves. Never negative.
    pub fn remaining(&self, seat: Seat, now: Time) -> Option<Duration> {
        self.clock(seat, now)?.left
    }

    /// What a seat has left at `now`; `None` for a seat that there is not.
    pub fn clock(&self, seat: Seat, now: Time) -> Option<Clock> {
        let clock = self.seats.get(seat.index())?.clock;
        Some(match self.turn.filter(|turn| turn.seat == seat).and_then(|turn| turn.sent()) {
            Some(sent) => clock.shows(&self.opened.time_controls[seat.index()], sent, now),
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
    /// When the flag of the running turn falls; `None` when none can.
    pub(super) fn flag_at(&self) -> Option<Time> {
        let turn = self.turn?;
        self.seats[turn.seat.index()].clock.flag_at(
            &self.opened.time_controls[turn.seat.index()],
            turn.sent()?,
            self.lag(turn.seat),
        )
    }

    /// What of a move of this seat is not charged, because its way through the net takes it.
    pub(super) fn lag(&self, seat: Seat) -> Duration {
        let cap = self.opened.time_controls[seat.index()].lag;
        self.seats[seat.index()].round_trip.min(cap)
    }

    /// How much of the open turn the host stood still between two moments.
    pub(super) fn stalled_between(&self, sent: Time, seen: Time) -> Duration {
        overlap(&self.stalls, sent, seen)
    }

    /// Whether the host took half of what the open turn may take, or more.
    pub(super) fn took_half(&self, turn: OpenTurn, sent: Time, seen: Time) -> bool {
        let clock = self.seats[turn.seat.index()].clock;
        let budget = clock.budget(&clock.terms(&self.opened.time_controls[turn.seat.index()]));
        budget.is_some_and(|budget| self.stalled_between(sent, seen) >= budget / 2)
    }

    /// Whether the flag of `turn`, which fell before `stamps.received`, is void: the host stood still at that very moment, or
    /// the turn would have been in time without what the host lost of it.
    pub(super) fn excuses(&self, turn: OpenTurn, stamps: Stamps, stalls: &[Stall]) -> bool {
        let control = &self.opened.time_controls[turn.seat.index()];
        let clock = self.seats[turn.seat.index()].clock;
        let Some(flag) = clock.flag_at(control, stamps.sent, stamps.lag) else { return false };
        let lost = overlap(stalls, stamps.sent, stamps.received);
        let inside = stalls.iter().any(|stall| stall.began <= flag && flag <= stall.ended);
        let without = Stamps { lag: stamps.lag.saturating_add(lost), ..stamps };
        !lost.is_zero() && (inside || clock.charge(control, without).is_ok())
    }
}

/// How much of the time between two moments stalls took; they do not overlap each other.
fn overlap(stalls: &[Stall], since: Time, until: Time) -> Duration {
    let within = |stall: &Stall| stall.ended.min(until).since(stall.began.max(since));
    stalls.iter().map(within).sum()
}
