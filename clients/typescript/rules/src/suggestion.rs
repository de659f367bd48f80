//! The move of a house bot.

use referee_games::{
    Catalogue, Course,
    bots::{self, Kind},
    rules::Turn,
};
use referee_ids::{Seat, Viewer};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::{
    answers::{MoveJson, json},
    asked::PositionRequest,
    refusal::Refusal,
    scene::is_default,
};

/// Maximum positions of one suggestion. The server allows fewer, since others wait for it.
const MAX_NODES: u32 = 10_000_000;
/// Default positions of a suggestion.
const USUAL_NODES: u32 = 10_000;
/// The bot that suggests by default.
const USUAL_BOT: &str = "house-search";

/// `referee.v1.SuggestMoveRequest`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SuggestRequest {
    position: PositionRequest,
    bot: String,
    nodes: Option<u32>,
    #[serde(deserialize_with = "number_or_text")]
    seed: u64,
}

/// `referee.v1.SuggestMoveResponse`.
#[derive(Serialize)]
struct SuggestionJson {
    #[serde(skip_serializing_if = "is_default")]
    seat: u8,
    r#move: MoveJson,
}

/// Returns the move of a house bot, or an outcome of chance. The same request gets the same move.
pub fn suggest(games: Catalogue, request: SuggestRequest) -> Result<Value, Refusal> {
    let SuggestRequest { position, bot, nodes, seed } = request;
    let asked = position.check(games).map_err(|no| no.within("position"))?;
    let bot = if bot.is_empty() { USUAL_BOT } else { &bot };
    let kind = kind_named(bot).ok_or_else(|| Refusal::of_field("REASON_BAD_FIELD", "bot", bot, names()))?;
    let nodes = nodes.unwrap_or(USUAL_NODES);
    if !(1..=MAX_NODES).contains(&nodes) {
        let expected = format!("1 to {MAX_NODES}");
        return Err(Refusal::of_field("REASON_BAD_FIELD", "nodes", &nodes.to_string(), expected));
    }
    let is_partial = asked.seen().is_some();
    let (course, _) = asked.walk().map_err(|no| no.within("position"))?;
    if let Some(outcome) = course.chance(&bots::entropy(seed)) {
        return json(&SuggestionJson { seat: 0, r#move: MoveJson::of_chance(outcome) });
    }
    let seat = mover(&course)?;
    if is_partial && !asked.viewer.knows_hand_of(seat) {
        let expected = format!("{}, the seat to move, which sees the position only in part", seat.0);
        let given = if let Viewer::Seat(viewer) = asked.viewer { viewer.0.to_string() } else { String::new() };
        return Err(Refusal::of_field("REASON_BAD_POSITION", "position.viewer_seat", &given, expected));
    }
    chosen(&course, seat, kind, nodes.into(), seed)
}

/// Returns the seat to move.
fn mover(course: &Course) -> Result<Seat, Refusal> {
    if let Turn::Seat(seat) = course.turn() {
        return Ok(seat);
    }
    let given = if course.is_over() { "the match is over" } else { "no seat has the turn" };
    Err(Refusal::of_field("REASON_BAD_POSITION", "position", given, "a position in which a seat is to move"))
}

/// Chooses a move in a position that the seat cannot tell from this one.
fn chosen(course: &Course, seat: Seat, kind: Kind, nodes: u64, seed: u64) -> Result<Value, Refusal> {
    let position = course.position();
    // A random move in place of a thought one would be no suggestion.
    if position.resample(Viewer::Seat(seat), &bots::entropy(seed)).is_none() {
        let expected = "a position whose hidden part the seat to move can imagine";
        return Err(Refusal::of_field("REASON_BAD_POSITION", "position", "hidden", expected));
    }
    let notation = bots::choose(kind, position, seat, nodes, seed);
    let mut moves = position.legal().into_iter().zip(position.gestures());
    let found = moves.find(|(known, _)| Some(known) == notation.as_ref());
    let found = found.ok_or_else(|| Refusal::new("REASON_HOST_FAULT", "the bot found no move"))?;
    json(&SuggestionJson { seat: seat.0, r#move: found.into() })
}

/// Returns the kind of the house bot of this name.
fn kind_named(name: &str) -> Option<Kind> {
    name.strip_prefix("house-").and_then(Kind::parse)
}

fn names() -> String {
    Kind::ALL.map(|kind| format!("house-{}", kind.name())).join(", ")
}

/// Reads a 64-bit number, which is a text in the JSON of protos.
fn number_or_text<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(u64),
        Text(String),
    }
    match Either::deserialize(from)? {
        Either::Number(number) => Ok(number),
        Either::Text(text) => text.parse().map_err(serde::de::Error::custom),
    }
}
