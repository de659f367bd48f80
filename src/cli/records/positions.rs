//! `referee replay --positions`: the choices of a record as training data.

use std::io::Write;

use anyhow::Context as _;
use serde::Serialize;

use crate::{
    ids::Viewer,
    law::{Fact, verify},
    store::record::Record,
};

/// A choice, as a line of JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Choice {
    match_id: String,
    game: String,
    round: u32,
    ply: u32,
    seat: u8,
    /// The text of the position, as the seat saw it.
    position: String,
    legal: Vec<String>,
    r#move: String,
    /// The score that the seat's program reported, in hundredths of a point.
    score: Option<i64>,
    #[serde(flatten)]
    end: Option<End>,
}

/// The end of the match for a seat.
#[derive(Clone, Serialize)]
struct End {
    /// The points of each seat.
    points: Vec<f64>,
    /// The share of the other seats that the seat is ahead of, 0 to 1; a tie counts half. `None` if
    /// the match does not count.
    result: Option<f64>,
}

/// Prints a line for each move that a seat chose, in order. Moves that were taken back, or that the
/// law played for a seat, are left out.
pub fn print(out: &mut impl Write, record: &Record) -> anyhow::Result<()> {
    let mut choices: Vec<Choice> = Vec::new();
    let folded = verify::fold_and_visit(&record.events, |before, event| match &event.fact {
        Fact::MovePlayed(played) if played.declined.is_none() => {
            let position = before.course().position();
            choices.push(Choice {
                match_id: before.opened().match_id.to_string(),
                game: before.opened().game.to_string(),
                round: played.round,
                ply: played.ply,
                seat: played.seat.0,
                position: position.view(Viewer::Seat(played.seat)),
                legal: position.legal(),
                r#move: played.notation.clone(),
                score: played.score,
                end: None,
            });
        }
        Fact::MovesTakenBack { round, ply, .. } => {
            choices.retain(|choice| (choice.round, choice.ply) < (*round, *ply));
        }
        _ => {}
    });
    let folded = folded.context("the record cannot be replayed")?;
    for mut choice in choices {
        choice.end = folded.verdict().map(|verdict| End {
            points: verdict.totals.iter().map(|points| points.as_f64()).collect(),
            result: share(&verdict.places, choice.seat.into()),
        });
        writeln!(out, "{}", serde_json::to_string(&choice)?)?;
    }
    Ok(())
}

/// The share of the other seats that a seat is ahead of.
fn share(places: &[u32], seat: usize) -> Option<f64> {
    let own = places.get(seat)?;
    let half_points = places.iter().map(|place| match place.cmp(own) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    });
    // The seat ties with itself.
    Some((half_points.sum::<f64>() - 0.5) / (places.len() as f64 - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_the_share_of_the_others() {
        assert_eq!(share(&[1, 2], 0), Some(1.0));
        assert_eq!(share(&[1, 1], 1), Some(0.5));
        assert_eq!(share(&[2, 1, 2, 4], 0), Some(0.5));
        assert_eq!(share(&[], 0), None);
    }
}
