//! A match as one JSON document. Its keys are in the order of the fields here, so the same match
//! always gives the same bytes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::BadText;
use crate::{
    games::{
        self, Opening,
        rules::{Points, cut},
        words::Side,
    },
    ids::{PlayerId, Seat},
    law::{
        Termination,
        plain::{BadImport, PlainEnd, PlainLoss, PlainMatch, PlainRound},
    },
    stats::utc,
};

/// The name of this form.
const FORMAT: &str = "referee match 1";

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Document {
    /// [`FORMAT`].
    format: String,
    /// The id of the game.
    game: String,
    /// Every option with its value.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// The day of the opening in UTC: `2026-01-31`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// The seats, seat 0 first.
    seats: Vec<SeatDocument>,
    /// The chosen start of round 1, with the moves played before its first turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opening: Option<OpeningDocument>,
    rounds: Vec<RoundDocument>,
    /// The seats that lost while the others continued.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    losses: Vec<LossDocument>,
    /// `null` for an unfinished match.
    #[serde(default)]
    end: Option<EndDocument>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SeatDocument {
    /// The name of the side, for people.
    #[serde(default)]
    side: String,
    player: String,
    /// The points in the match.
    #[serde(default)]
    points: Option<Number>,
    /// The place, from 1; left out if the match is unfinished or does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OpeningDocument {
    #[serde(default)]
    start_position: String,
    #[serde(default)]
    moves: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RoundDocument {
    /// The text of the first position.
    start: String,
    /// Every step in the game's notation: deals, moves and forced steps.
    moves: Vec<String>,
    /// The result by the rules; left out if they did not end the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<ResultDocument>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ResultDocument {
    cause: String,
    /// The points of each seat in the round.
    points: Vec<Number>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LossDocument {
    seat: u8,
    /// The round, from 1, and the number of its steps before the loss.
    round: u32,
    ply: u32,
    cause: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EndDocument {
    /// `normal`, `resignation`, `flag`: the words of docs/verdicts.md.
    termination: String,
    /// The seat that caused the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
}

/// Writes the document, with a line break.
pub fn write(plain: &PlainMatch) -> String {
    let sides = sides(&plain.game);
    let places = plain.end.as_ref().map_or(&[][..], |end| &end.places);
    let seats = plain.players.iter().enumerate().map(|(seat, player)| SeatDocument {
        side: sides.get(seat).map_or_else(String::new, |side| side.name.to_owned()),
        player: player.to_string(),
        points: plain.totals.get(seat).map(number),
        place: places.get(seat).copied(),
    });
    let rounds = plain.rounds.iter().map(|PlainRound { start, moves, result }| RoundDocument {
        start: start.clone(),
        moves: moves.clone(),
        result: result.as_ref().map(|(cause, points)| ResultDocument {
            cause: cause.clone(),
            points: points.iter().map(number).collect(),
        }),
    });
    let losses = plain.losses.iter().map(|&PlainLoss { seat, round, ply, cause }| LossDocument {
        seat: seat.0,
        round,
        ply,
        cause: cause.word().to_owned(),
    });
    let Opening { start_position, moves } = plain.opening.clone();
    let document = Document {
        format: FORMAT.to_owned(),
        game: plain.game.clone(),
        options: plain.options.clone(),
        date: date_of(plain.opened_unix_ms),
        seats: seats.collect(),
        opening: (!plain.opening.is_usual()).then_some(OpeningDocument { start_position, moves }),
        rounds: rounds.collect(),
        losses: losses.collect(),
        end: plain.end.as_ref().map(|end| EndDocument {
            termination: end.termination.word().to_owned(),
            seat: end.seat.map(|seat| seat.0),
        }),
    };
    serde_json::to_string(&document).expect("texts and numbers have a JSON form") + "\n"
}

/// Reads a document. Its moves are not played yet.
pub fn read(text: &str) -> Result<PlainMatch, BadText> {
    let document: Document = serde_json::from_str(text).map_err(|bad| {
        let expected =
            format!("line {}: expected a document of the form `{FORMAT}`: {}", bad.line(), cut(&bad.to_string()));
        BadText::Json(expected)
    })?;
    if document.format != FORMAT {
        return Err(bad("format", &document.format, &format!("`{FORMAT}`")));
    }
    let players = document.seats.iter().enumerate().map(|(seat, of)| {
        let field = format!("seats[{seat}].player");
        PlayerId::parse(&of.player).map_err(|name| bad(&field, &of.player, name.expected))
    });
    let rounds = document.rounds.into_iter().enumerate().map(|(index, round)| {
        let field = format!("rounds[{index}].result.points");
        let result = round.result.map(|told| Ok::<_, BadText>((told.cause, all_points(&field, &told.points)?)));
        Ok(PlainRound { start: round.start, moves: round.moves, result: result.transpose()? })
    });
    let losses = document.losses.iter().enumerate().map(|(index, loss)| {
        let LossDocument { seat, round, ply, ref cause } = *loss;
        Ok(PlainLoss { seat: Seat(seat), round, ply, cause: cause_of(&format!("losses[{index}].cause"), cause)? })
    });
    let sides = sides(&document.game);
    for (seat, of) in document.seats.iter().enumerate().filter(|(_, of)| !of.side.is_empty()) {
        let side = sides.get(seat).map_or("", |side| side.name);
        if of.side != side {
            return Err(bad(&format!("seats[{seat}].side"), &of.side, &format!("`{side}`")));
        }
    }
    let told: Vec<Number> = of_all("points", document.seats.iter().map(|seat| seat.points.clone()))?;
    let totals = all_points("seats.points", &told)?;
    let places: Vec<u32> = of_all("place", document.seats.iter().map(|seat| seat.place))?;
    if let Some(place) = places.first().filter(|_| document.end.is_none()) {
        return Err(bad("seats[0].place", &place.to_string(), "no places in an unfinished match"));
    }
    let end = document.end.map(|EndDocument { termination, seat }| {
        let termination = cause_of("end.termination", &termination)?;
        Ok::<_, BadText>(PlainEnd { termination, seat: seat.map(Seat), places })
    });
    let opening = document.opening.map(|OpeningDocument { start_position, moves }| Opening { start_position, moves });
    Ok(PlainMatch {
        players: players.collect::<Result<_, _>>()?,
        opened_unix_ms: document.date.as_deref().map_or(Ok(0), |date| read_date("date", date))?,
        opening: opening.unwrap_or_default(),
        rounds: rounds.collect::<Result<_, BadText>>()?,
        losses: losses.collect::<Result<_, BadText>>()?,
        totals,
        end: end.transpose()?,
        game: document.game,
        options: document.options,
    })
}

fn sides(game: &str) -> &'static [Side] {
    games::find(game).map_or(&[], |game| game.facts().sides)
}

/// Returns the values of a field that all seats have, or none.
fn of_all<T>(field: &str, values: impl ExactSizeIterator<Item = Option<T>>) -> Result<Vec<T>, BadText> {
    let seats = values.len();
    let told: Vec<T> = values.flatten().collect();
    match told.len() {
        0 => Ok(told),
        count if count == seats => Ok(told),
        count => {
            Err(bad(&format!("seats.{field}"), &format!("of {count} seats"), "the value of every seat, or of none"))
        }
    }
}

/// Returns the day of a time as text: `2026-01-31`; `None` if the time is unknown.
pub(super) fn date_of(unix_ms: i64) -> Option<String> {
    (unix_ms != 0).then(|| utc::utc(unix_ms).split(' ').next().unwrap_or_default().to_owned())
}

/// Reads a day, as the first millisecond of it.
pub(super) fn read_date(field: &str, date: &str) -> Result<i64, BadText> {
    let unix_ms = utc::parse_rfc3339(&format!("{date}T00:00:00Z"));
    unix_ms.ok_or_else(|| bad(field, date, "a date such as 2026-01-31"))
}

fn number(points: &Points) -> Number {
    match points.halves % 2 {
        0 => Number::from(points.halves / 2),
        _ => Number::from_f64(points.as_f64()).unwrap_or_else(|| Number::from(0)),
    }
}

fn all_points(field: &str, numbers: &[Number]) -> Result<Vec<Points>, BadText> {
    let one = |number: &Number| {
        let points = number.as_f64().and_then(Points::from_f64);
        points.ok_or_else(|| bad(field, &number.to_string(), "a multiple of one half"))
    };
    numbers.iter().map(one).collect()
}

pub(super) fn cause_of(field: &str, word: &str) -> Result<Termination, BadText> {
    Termination::of_word(word).ok_or_else(|| {
        let words: Vec<&str> = crate::law::ending::termination::LAW.iter().map(|cause| cause.word).collect();
        bad(field, word, &format!("one of {}", words.join(", ")))
    })
}

fn bad(field: &str, value: &str, expected: &str) -> BadText {
    let (value, expected) = (cut(value), expected.to_owned());
    BadImport { field: field.to_owned(), value, expected }.into()
}
