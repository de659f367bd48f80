//! A turn that is open for the seat of an engine on a server.

use std::time::Instant;

use referee_client::pb::Turn;

use crate::pb::engine::Go;

/// A turn with the time of its arrival.
pub struct OpenTurn {
    pub turn: Box<Turn>,
    came: Instant,
}

impl OpenTurn {
    /// Returns a turn that arrived now.
    pub fn new(turn: Box<Turn>) -> OpenTurn {
        OpenTurn { turn, came: Instant::now() }
    }

    /// Returns the turn as it goes to the engine, with the time since its arrival taken off the
    /// clock.
    pub fn go(&self) -> Go {
        let OpenTurn { turn, came } = self;
        let gone = i64::try_from(came.elapsed().as_millis()).unwrap_or(i64::MAX);
        let rest = |left: i64| left.saturating_sub(gone).max(0);
        let limited = turn.unlimited_seats.len() < turn.remaining_ms.len();
        let mut remaining_ms = if limited { turn.remaining_ms.clone() } else { Vec::new() };
        if let Some(own) = remaining_ms.get_mut(turn.seat as usize) {
            *own = rest(*own);
        }
        Go {
            turn_id: turn.turn_id,
            round: turn.round,
            ply: turn.ply,
            remaining_ms,
            increment_ms: if limited { turn.increment_ms.clone() } else { Vec::new() },
            unlimited_seats: if limited { turn.unlimited_seats.clone() } else { Vec::new() },
            move_limit_ms: turn.move_limit_ms.map(rest),
            delay_ms: turn.delay_ms,
            refund_ms: turn.refund_ms,
            moves_to_go: turn.moves_to_go,
            periods: turn.periods,
            period_ms: turn.period_ms,
            round_left_ms: turn.round_left_ms.map(rest),
            match_left_ms: turn.match_left_ms.map(rest),
            nodes: turn.nodes,
            depth: turn.depth,
            draw_offered: turn.draw_offered,
            claimable: turn.claimable,
            ponder: false,
            legal: turn.legal.clone(),
        }
    }
}
