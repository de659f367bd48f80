//! Prints games and positions for people.

use std::io::{self, Write};

use crate::{games, pb::v1, transcript::text::all_points};

/// Prints a game with its options.
pub fn game(out: &mut impl Write, game: &v1::Game) -> io::Result<()> {
    let seats = match game.min_seats == game.max_seats {
        true => game.min_seats.to_string(),
        false => format!("{} to {}", game.min_seats, game.max_seats),
    };
    let sides: Vec<&str> = game.sides.iter().map(|side| side.name.as_str()).collect();
    writeln!(out, "{}  {}: {seats} seats ({})", game.id, game.name, sides.join(", "))?;
    for option in &game.options {
        let takes = match option.kind() {
            v1::GameOptionKind::Number => format!("{} to {}", option.min, option.max),
            v1::GameOptionKind::Flag => "true or false".to_owned(),
            v1::GameOptionKind::Set => format!("letters of {}", option.choices.concat()),
            _ => option.choices.join(", "),
        };
        writeln!(out, "  --option {}={}  {takes}", option.name, option.default_value)?;
        writeln!(out, "      {}", option.summary)?;
    }
    Ok(())
}

/// Prints the facts of the rules about a position.
pub fn position(out: &mut impl Write, game: &str, answer: &v1::GetPositionResponse) -> io::Result<()> {
    for step in &answer.steps {
        let forced = if step.forced { "  forced" } else { "" };
        writeln!(out, "{}.{}  {}  {}{forced}", step.round, step.ply, name(game, step.seat), step.notation)?;
        if let Some(end) = &step.round_result {
            let (points, totals) = (all_points(&end.points), all_points(&end.totals));
            writeln!(out, "round {} ended by {}: points {points}, together {totals}", step.round, end.cause)?;
        }
    }
    writeln!(out, "round {}, points {}", answer.round, all_points(&answer.points))?;
    writeln!(out, "position {}", answer.position)?;
    match answer.turn() {
        v1::TurnKind::Over => {
            let places: Vec<String> = answer.places.iter().map(ToString::to_string).collect();
            writeln!(out, "over, places {}", places.join("-"))
        }
        v1::TurnKind::RoundOver => writeln!(out, "the round is over"),
        v1::TurnKind::Chance => writeln!(out, "turn of chance"),
        _ => {
            let legal: Vec<&str> = answer.legal.iter().map(|legal| legal.notation.as_str()).collect();
            writeln!(out, "turn of {}", name(game, answer.seat))?;
            writeln!(out, "legal ({}) {}", legal.len(), legal.join(" "))
        }
    }
}

fn name(game: &str, seat: Option<u32>) -> String {
    let Some(seat) = seat else { return "chance".to_owned() };
    let side = games::find(game).and_then(|game| game.facts().sides.get(seat as usize));
    format!("seat {seat} ({})", side.map_or("-", |side| side.name))
}
