//! Converts readings of clocks.

use referee_law::ClockReading;
use referee_proto::v1;
use referee_store::whole_ms;

use crate::hall::table::{CaughtUp, OpenedTurn};

/// Converts the clocks of all seats.
pub(super) fn clocks(of: &[ClockReading]) -> Vec<v1::Clock> {
    of.iter().map(clock).collect()
}

fn clock(of: &ClockReading) -> v1::Clock {
    let ClockReading { clock, terms, move_limit, running, starts_in, delay_left, period_left, move_left } = *of;
    v1::Clock {
        remaining_ms: clock.left.map(whole_ms),
        increment_ms: whole_ms(terms.increment),
        delay_ms: whole_ms(terms.free),
        refund_ms: whole_ms(terms.refund),
        periods: clock.periods,
        period_ms: whole_ms(terms.period),
        stage: clock.stage,
        moves_to_go: clock.moves_to_go,
        move_limit_ms: move_limit.map(whole_ms),
        running,
        starts_in_ms: whole_ms(starts_in),
        delay_left_ms: whole_ms(delay_left),
        period_left_ms: whole_ms(period_left),
        move_left_ms: move_left.map(whole_ms),
        round_left_ms: clock.round_left.map(whole_ms),
        match_left_ms: clock.match_left.map(whole_ms),
    }
}

pub(super) fn opened_turn(of: &OpenedTurn) -> v1::TurnOpened {
    v1::TurnOpened {
        seat: of.turn.seat.0.into(),
        round: of.turn.round,
        ply: of.turn.ply,
        turn_id: of.turn.id.0,
        clocks: clocks(&of.clocks),
        at_ns: of.at.nanos(),
    }
}

/// Converts the state of a match after its past was sent.
pub(super) fn caught_up(of: &CaughtUp) -> v1::CaughtUp {
    v1::CaughtUp { seq: of.seq.0, clocks: clocks(&of.clocks), at_ns: of.at.nanos() }
}
