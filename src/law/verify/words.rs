//! Describes the expected values of discrepancies in words.

use std::time::Duration;

use referee_games::rules::Points;

use crate::{
    clock::Clock,
    event::{Fact, MatchEnded},
};

/// Describes the event that should follow.
pub(super) fn described(due: &Fact) -> String {
    match due {
        Fact::RoundStarted { round, position } => format!("round {round} to start with `{position}`"),
        Fact::ForcedMovePlayed { seat, notation, .. } => format!("the forced step `{notation}` of seat {seat}"),
        Fact::MoveSubstituted { seat, notation, .. } => format!("`{notation}` on behalf of seat {seat}"),
        Fact::ChanceResolved { notation, .. } => format!("the outcome `{notation}` of chance"),
        Fact::RoundEnded { round, cause, totals, .. } => {
            format!("round {round} to end by {cause} with points {}", numbers(totals))
        }
        Fact::FirstMoveDue { seat, until } => format!("seat {seat} to have a first-move deadline of {} ns", until.0),
        Fact::MovesTakenBack { round, ply, .. } => {
            format!("round {round} to resume at ply {ply} with its clocks")
        }
        Fact::MatchEnded(MatchEnded { verdict, .. }) => {
            let (word, detail, points) = (verdict.termination.word(), verdict.detail(), numbers(&verdict.totals));
            format!("the match to end by {word} ({detail}) with points {points} and places {:?}", verdict.places)
        }
        _ => "another event".to_owned(),
    }
}

/// Writes the points of each seat.
pub(super) fn numbers(points: &[Points]) -> String {
    points.iter().map(Points::to_string).collect::<Vec<_>>().join(", ")
}

/// Writes the time left on a clock.
pub(super) fn time_left(clock: &Clock) -> String {
    clock.left.map_or("no limit".to_owned(), |left| format!("{left:?} left"))
}

/// Writes the stage, moves and periods left on a clock.
pub(super) fn stages_left(clock: &Clock) -> String {
    let Clock { stage, moves_to_go, periods, round_left, match_left, .. } = clock;
    let moves = moves_to_go.map_or("no".to_owned(), |moves| moves.to_string());
    let span = |left: &Option<Duration>| left.map_or("no limit".to_owned(), |left| format!("{left:?}"));
    let (round, whole) = (span(round_left), span(match_left));
    format!("stage {stage}, {moves} moves to go, {periods} periods, {round} for the round, {whole} for the match")
}
