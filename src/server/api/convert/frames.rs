//! Positions of a match, as they are drawn.

use super::{clock::clocks, games::asked_round, in_range, points, scene::scene};
use referee_law::{
    Refusal,
    frames::{RoundWorth, SeenFrame, SeenStep},
};
use referee_proto::v1;

/// Returns how many positions are asked for, and the round of the first.
pub fn asked_frames(asked: &v1::ListFramesRequest, most: u32) -> Result<(usize, u32), Refusal> {
    let plies = asked.plies.unwrap_or(most);
    if plies > most {
        return Err(Refusal::limit_of_field("frames_a_call", most, "plies", &plies.to_string(), ""));
    }
    Ok((in_range("plies", plies, 1..=most)? as usize, asked_round(asked.round)?))
}

/// Converts a position, without the spaces of its scene if `known_board` names them.
pub fn frame(of: SeenFrame, known_board: &str) -> v1::Frame {
    let (round, ply) = (of.round, of.ply);
    v1::Frame {
        seq: of.seq.0,
        round,
        ply,
        step: of.step.map(|step| self::step(step, round, ply)),
        scene: Some(scene(of.scene, known_board)),
        clocks: clocks(&of.clocks),
        turn_seat: of.turn.map(|seat| seat.0.into()),
        position: of.position,
        round_result: of.round_result.map(round_result),
    }
}

fn step(of: SeenStep, round: u32, ply: u32) -> v1::Step {
    v1::Step {
        round,
        ply: ply.saturating_sub(1),
        seat: of.seat.map(|seat| seat.0.into()),
        notation: of.notation,
        forced: of.forced,
        round_result: None,
    }
}

fn round_result(of: RoundWorth) -> v1::RoundResult {
    v1::RoundResult { cause: of.cause, points: points(&of.points), totals: points(&of.totals) }
}
