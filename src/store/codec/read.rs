//! Reads parts of facts from parts of messages.

use std::time::Duration;

use referee_games::rules::Points;
use referee_ids::{RequestId, Seat, Seq};
use referee_law::{
    Clock, Contest, Evidence, Exit, Seed, Stall, Termination, Time, Verdict,
    event::{FlagVoided, MatchEnded, MovePlayed, MoveRefused, SeatLost},
};
use referee_proto::v1;

use crate::limits::BrokenEvent;

/// Expected form of a seed and its commitment.
pub(super) const HEX: &str = "64 hexadecimal digits in lower case";

/// A reader of the parts of one event.
pub(super) struct Reader {
    pub(super) seq: Seq,
    pub(super) at: Time,
}

impl Reader {
    pub(super) fn time(&self, field: &'static str, nanos: i64) -> Result<Time, BrokenEvent> {
        u64::try_from(nanos).map(Time).map_err(|_| self.broken(field, nanos, "0 or more nanoseconds"))
    }

    pub(super) fn time_or_none(&self, field: &'static str, nanos: Option<i64>) -> Result<Option<Time>, BrokenEvent> {
        nanos.map(|nanos| self.time(field, nanos)).transpose()
    }

    fn span(&self, field: &'static str, nanos: i64) -> Result<Duration, BrokenEvent> {
        self.time(field, nanos).map(|time| Duration::from_nanos(time.0))
    }

    fn span_or_none(&self, field: &'static str, nanos: Option<i64>) -> Result<Option<Duration>, BrokenEvent> {
        nanos.map(|nanos| self.span(field, nanos)).transpose()
    }

    /// Reads a span of milliseconds; unset is 0.
    pub(super) fn span_of_ms(&self, field: &'static str, ms: Option<i64>) -> Result<Duration, BrokenEvent> {
        let ms = ms.unwrap_or(0);
        read_ms(ms).ok_or_else(|| self.broken(field, ms, "0 or more milliseconds"))
    }

    pub(super) fn lost(&self, lost: v1::SeatLost) -> Result<SeatLost, BrokenEvent> {
        Ok(SeatLost {
            seat: self.seat("seat_lost.seat", lost.seat)?,
            cause: self.termination("seat_lost.cause", lost.cause)?,
            reason: self.reason("seat_lost.reason", lost.reason)?,
            declined: lost.declined,
            overrun: self.span_or_none("seat_lost.overrun_ns", lost.overrun_ns)?,
            evidence: lost.evidence.map(|evidence| Box::new(read_evidence(evidence))),
            sent: self.time_or_none("seat_lost.sent_ns", lost.sent_ns)?,
            received: self.time_or_none("seat_lost.received_ns", lost.received_ns)?,
            lag: self.span("seat_lost.lag_ns", lost.lag_ns)?,
            round_trip: self.span("seat_lost.round_trip_ns", lost.round_trip_ns)?,
            request_id: self.request_id("seat_lost.request_id", &lost.request_id)?,
        })
    }

    pub(super) fn moved(&self, moved: v1::MovePlayed) -> Result<MovePlayed, BrokenEvent> {
        Ok(MovePlayed {
            seat: self.seat("move_played.seat", moved.seat)?,
            round: moved.round,
            ply: moved.ply,
            notation: moved.notation,
            declined: moved.declined,
            sent: self.time("move_played.sent_ns", moved.sent_ns)?,
            received: self.time("move_played.received_ns", moved.received_ns)?,
            lag: self.span("move_played.lag_ns", moved.lag_ns)?,
            round_trip: self.span("move_played.round_trip_ns", moved.round_trip_ns)?,
            charged: self.span("move_played.charged_ns", moved.charged_ns)?,
            clock: Clock {
                left: self.span_or_none("move_played.remaining_ns", moved.remaining_ns)?,
                stage: moved.stage,
                moves_to_go: moved.moves_to_go,
                periods: moved.periods,
                round_left: self.span_or_none("move_played.round_left_ns", moved.round_left_ns)?,
                match_left: self.span_or_none("move_played.match_left_ns", moved.match_left_ns)?,
            },
            stalled: self.span("move_played.stalled_ns", moved.stalled_ns)?,
            score: moved.score,
        })
    }

    pub(super) fn clock(&self, clock: &v1::ClockState) -> Result<Clock, BrokenEvent> {
        let span = |nanos| self.span_or_none("moves_taken_back.clocks", nanos);
        Ok(Clock {
            left: span(clock.remaining_ns)?,
            stage: clock.stage,
            moves_to_go: clock.moves_to_go,
            periods: clock.periods,
            round_left: span(clock.round_left_ns)?,
            match_left: span(clock.match_left_ns)?,
        })
    }

    pub(super) fn refused(&self, refused: v1::MoveRefused) -> Result<MoveRefused, BrokenEvent> {
        Ok(MoveRefused {
            seat: self.seat("move_refused.seat", refused.seat)?,
            round: refused.round,
            ply: refused.ply,
            declined: refused.declined,
            reason: self.reason("move_refused.reason", refused.reason)?,
            received: self.time("move_refused.received_ns", refused.received_ns)?,
        })
    }

    pub(super) fn flag_voided(&self, void: &v1::FlagVoided) -> Result<FlagVoided, BrokenEvent> {
        let time = |at| self.time("flag_voided.stalls", at);
        let stall = |stall: &v1::Stall| Ok(Stall { began: time(stall.began_ns)?, ended: time(stall.ended_ns)? });
        Ok(FlagVoided {
            seat: self.seat("flag_voided.seat", void.seat)?,
            round: void.round,
            ply: void.ply,
            sent: self.time("flag_voided.sent_ns", void.sent_ns)?,
            lag: self.span("flag_voided.lag_ns", void.lag_ns)?,
            round_trip: self.span("flag_voided.round_trip_ns", void.round_trip_ns)?,
            stalls: void.stalls.iter().map(stall).collect::<Result<_, _>>()?,
        })
    }

    pub(super) fn ended(&self, ended: v1::MatchEnded) -> Result<MatchEnded, BrokenEvent> {
        let of = ended.verdict.unwrap_or_default();
        let verdict = Verdict {
            termination: self.termination("match_ended.verdict.termination", of.termination)?,
            seat: of.seat.map(|seat| self.seat("match_ended.verdict.seat", seat)).transpose()?,
            reason: self.reason("match_ended.verdict.reason", of.reason)?,
            declined: of.declined,
            overrun: self.span_or_none("match_ended.verdict.overrun_ns", of.overrun_ns)?,
            evidence: of.evidence.map(|evidence| Box::new(read_evidence(evidence))),
            totals: self.points("match_ended.verdict.points", &of.points)?,
            places: of.places,
        };
        Ok(MatchEnded {
            verdict,
            sent: self.time_or_none("match_ended.sent_ns", ended.sent_ns)?,
            received: self.time_or_none("match_ended.received_ns", ended.received_ns)?,
            lag: self.span("match_ended.lag_ns", ended.lag_ns)?,
            round_trip: self.span("match_ended.round_trip_ns", ended.round_trip_ns)?,
            request_id: self.request_id("match_ended.request_id", &ended.request_id)?,
            seed: match ended.seed.as_str() {
                "" => None,
                text => Some(Seed::of_hex(text).ok_or_else(|| self.broken("match_ended.seed", text, HEX))?),
            },
            ended_unix_ms: Some(ended.ended_unix_ms).filter(|at| *at != 0),
        })
    }

    fn termination(&self, field: &'static str, value: i32) -> Result<Termination, BrokenEvent> {
        read_termination(self.seq, field, value)
    }

    pub(super) fn points(&self, field: &'static str, numbers: &[f64]) -> Result<Vec<Points>, BrokenEvent> {
        let read = |number: &f64| {
            Points::from_f64(*number).ok_or_else(|| self.broken(field, number, "a multiple of one half below 2^52"))
        };
        numbers.iter().map(read).collect()
    }

    pub(super) fn seat(&self, field: &'static str, value: u32) -> Result<Seat, BrokenEvent> {
        u8::try_from(value).map(Seat).map_err(|_| self.broken(field, value, "a seat from 0 to 7"))
    }

    pub(super) fn request_id(&self, field: &'static str, text: &str) -> Result<RequestId, BrokenEvent> {
        RequestId::parse(text).map_err(|bad| self.broken(field, text, bad.expected))
    }

    pub(super) fn broken(&self, field: &'static str, value: impl ToString, expected: &'static str) -> BrokenEvent {
        BrokenEvent::new(self.seq, field, value, expected)
    }
}

fn read_evidence(evidence: v1::Evidence) -> Evidence {
    let exit = evidence.exit.map(|exit| match exit {
        v1::evidence::Exit::Status(status) => Exit::Status(status),
        v1::evidence::Exit::Signal(signal) => Exit::Signal(signal),
    });
    Evidence { exit, stdout: evidence.stdout, stderr: evidence.stderr }
}

pub(super) fn read_termination(seq: Seq, field: &'static str, value: i32) -> Result<Termination, BrokenEvent> {
    let known = v1::Termination::try_from(value).ok().and_then(|of| Termination::of_name(of.as_str_name()));
    known.ok_or_else(|| BrokenEvent::new(seq, field, value, "a known termination"))
}

/// Returns a span of milliseconds; `None` if it is negative.
pub fn read_ms(ms: i64) -> Option<Duration> {
    u64::try_from(ms).ok().map(Duration::from_millis)
}

/// Reads the name of a contest; `None` if the message names no contest.
pub fn read_contest(contest: Option<v1::Contest>) -> Option<Contest> {
    Some(match contest?.id? {
        v1::contest::Id::TournamentId(id) => Contest::Tournament(id),
        v1::contest::Id::LadderId(id) => Contest::Ladder(id),
    })
}
