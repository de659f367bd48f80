//! Converts the positions of a match as clients draw them.

use super::{
    clock::clocks,
    games::asked_round,
    in_range, points,
    scene::{legal, partial_scene, scene},
};
use referee_games::scene::{Changes, Picture};
use referee_law::{
    Refusal,
    frames::{Choices, RoundWorth, SeenFrame, SeenStep},
};
use referee_proto::v1;

/// Returns the requested number of positions, and the round of the first.
pub fn asked_frames(asked: &v1::ListFramesRequest, most: u32) -> Result<(usize, u32), Refusal> {
    let plies = asked.plies.unwrap_or(most);
    if plies > most {
        return Err(Refusal::limit_of_field("frames_a_call", most, "plies", &plies.to_string(), ""));
    }
    Ok((in_range("plies", plies, 1..=most)? as usize, asked_round(asked.round)?))
}

/// The parts of a position that the reader already has.
#[derive(Clone, Copy, Default)]
pub struct Known<'a> {
    /// A board whose spaces the reader has; empty for none.
    pub board: &'a str,
    /// The scene that the reader got before; `None` if the reader wants whole scenes.
    pub scene: Option<&'a Picture>,
}

/// Converts a position. Leaves out the parts that the reader already has.
pub fn frame(of: &SeenFrame, known: Known<'_>) -> v1::Frame {
    let (round, ply) = (of.round, of.ply);
    let changes = known.scene.and_then(|before| of.picture.scene.since(&before.scene));
    let scene = match &changes {
        Some(changes) => partial_scene(&changes.scene, &of.picture.board),
        None => scene(&of.picture, known.board),
    };
    v1::Frame {
        seq: of.seq.0,
        round,
        ply,
        step: of.step.clone().map(|step| self::step(step, round, ply)),
        scene: Some(scene),
        changes: changes
            .map(|Changes { removed_spaces, removed_tokens, .. }| v1::SceneChanges { removed_spaces, removed_tokens }),
        clocks: clocks(&of.clocks),
        turn_seat: of.turn.map(|seat| seat.0.into()),
        position: of.position.clone(),
        round_result: of.round_result.clone().map(round_result),
        points: points(&of.totals),
        at_ns: of.at.0.cast_signed(),
        choices: None,
    }
}

/// Converts the open turn of a viewer's seat.
pub fn choices(of: Choices) -> v1::Choices {
    let Choices { turn_id, legal: moves, claimable } = of;
    v1::Choices { turn_id: turn_id.0, legal: legal(moves), claimable }
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
