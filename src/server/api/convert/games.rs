//! Converts games, positions and scenes.

use super::{
    MAX_LIST, bad_option, bounded, game, in_range, points,
    scene::{legal, scene, side},
};
use referee_games::{
    Catalogue, Course, Game,
    rules::{Facts, MAX_TEXT, OptionFacts, OptionKind, Points, Setting, Turn},
    walk::PlayedPly,
    words::{LANGUAGES, Word, WordKind},
};
use referee_ids::{Seat, Viewer};
use referee_law::{Reason, Refusal};
use referee_proto::v1;

/// Maximum moves in a position request.
pub const MAX_MOVES: usize = 10_000;
/// Maximum round number of a position.
pub const MAX_ROUND: u32 = 10_000;

/// A question about a position. Everything is checked except texts that only the rules can read.
pub struct PositionAsked {
    pub game: &'static dyn Game,
    pub setting: Setting,
    /// Number of the round that `start` belongs to.
    pub round: u32,
    /// Points of each seat before that round.
    pub totals: Vec<Points>,
    /// Position as text; empty for the match's first position.
    pub start: String,
    pub moves: Vec<String>,
    pub viewer: Viewer,
    /// Whether to stop at the end of a round instead of laying out the next round.
    pub stop_at_round_end: bool,
    /// Whether to omit the steps from the answer.
    pub without_steps: bool,
    /// Board that the caller already has; empty for none.
    pub known_board: String,
}

/// Checks a question about a position.
pub fn position_request(games: Catalogue, asked: v1::GetPositionRequest) -> Result<PositionAsked, Refusal> {
    let game = game(games, &asked.game)?;
    let setting = setting(game, asked.seats, &asked.options)?;
    bounded(&asked.moves, "moves", ("moves_a_call", MAX_MOVES))?;
    if asked.start.len() > MAX_TEXT {
        let expected = format!("at most {MAX_TEXT} bytes");
        return Err(Refusal::of_field(Reason::BadPosition, "start", &asked.start, expected));
    }
    let totals = totals(&asked.points, setting.seats())?;
    let viewer = viewer(asked.viewer_seat, setting.seats())?;
    Ok(PositionAsked {
        game,
        setting,
        round: asked_round(asked.round)?,
        totals,
        start: asked.start,
        moves: asked.moves,
        viewer,
        stop_at_round_end: asked.stop_at_round_end,
        without_steps: asked.without_steps,
        known_board: asked.known_board,
    })
}

/// Checks the number of a round, from 1.
pub(super) fn asked_round(asked: Option<u32>) -> Result<u32, Refusal> {
    in_range("round", asked.unwrap_or(1), 1..=MAX_ROUND)
}

/// Checks the number of seats and the option values. Without a number of seats, the game's usual
/// number is taken.
pub(super) fn setting<'a>(
    game: &'static dyn Game,
    seats: Option<u32>,
    options: impl IntoIterator<Item = (&'a String, &'a String), IntoIter: ExactSizeIterator>,
) -> Result<Setting, Refusal> {
    let options = options.into_iter();
    if options.len() > MAX_LIST {
        let given = format!("{} items", options.len());
        return Err(Refusal::limit_of_field("list_items", MAX_LIST, "options", &given, "items"));
    }
    // No game has 255 seats, so this stands for zero and for numbers that are too large.
    let seats = seats.map_or(0, |seats| u8::try_from(seats).ok().filter(|seats| *seats > 0).unwrap_or(u8::MAX));
    game.facts().setting(seats, options.map(|(name, value)| (name.as_str(), value.as_str()))).map_err(bad_option)
}

fn totals(given: &[f64], seats: u8) -> Result<Vec<Points>, Refusal> {
    if given.is_empty() {
        return Ok(vec![Points::ZERO; usize::from(seats)]);
    }
    if given.len() != usize::from(seats) {
        let expected = format!("one entry for each of {seats} seats, or none");
        return Err(Refusal::of_field(Reason::BadField, "points", &format!("{} entries", given.len()), expected));
    }
    let read = |(at, value): (usize, &f64)| {
        Points::from_f64(*value).ok_or_else(|| {
            Refusal::of_field(Reason::BadField, format!("points[{at}]"), &value.to_string(), "a multiple of one half")
        })
    };
    given.iter().enumerate().map(read).collect()
}

fn viewer(seat: Option<u32>, seats: u8) -> Result<Viewer, Refusal> {
    let Some(seat) = seat else {
        return Ok(Viewer::Spectator);
    };
    match u8::try_from(seat) {
        Ok(number) if number < seats => Ok(Viewer::Seat(Seat(number))),
        _ => {
            let expected = format!("a seat from 0 to {}", seats - 1);
            Err(Refusal::of_field(Reason::BadField, "viewer_seat", &seat.to_string(), expected))
        }
    }
}

/// Converts the static facts about a game.
pub fn facts(facts: &Facts) -> v1::Game {
    v1::Game {
        id: facts.id.into(),
        name: facts.name.into(),
        min_seats: facts.min_seats.into(),
        max_seats: facts.max_seats.into(),
        usual_seats: facts.usual_seats.into(),
        sides: facts.sides.iter().map(side).collect(),
        hidden: facts.hidden,
        chance: facts.chance,
        rounds: facts.rounds,
        draws: facts.draw_points.is_some(),
        options: facts.options.iter().map(option).collect(),
        words: facts.words.iter().map(word).collect(),
    }
}

/// Converts a game with its pages.
pub fn pages(of: &'static Facts) -> v1::GetGameResponse {
    v1::GetGameResponse {
        game: Some(facts(of)),
        rules: of.section("Rules").into(),
        notation: of.section("Notation").into(),
    }
}

fn word(word: &Word) -> v1::Word {
    let kind = match word.kind {
        WordKind::Game => v1::WordKind::Game,
        WordKind::Side => v1::WordKind::Side,
        WordKind::Token => v1::WordKind::Token,
        WordKind::Colour => v1::WordKind::Colour,
        WordKind::Counter => v1::WordKind::Counter,
        WordKind::Highlight => v1::WordKind::Highlight,
        WordKind::Prompt => v1::WordKind::Prompt,
        WordKind::Choice => v1::WordKind::Choice,
        WordKind::Cause => v1::WordKind::Cause,
        WordKind::Option => v1::WordKind::Option,
        WordKind::Value => v1::WordKind::Value,
        WordKind::Mark => v1::WordKind::Mark,
    };
    let texts = LANGUAGES.iter().zip(word.texts).map(|(tag, text)| ((*tag).into(), text.into())).collect();
    v1::Word { kind: kind.into(), key: word.key.into(), texts }
}

fn option(option: &OptionFacts) -> v1::GameOption {
    let words = |words: &[&str]| words.iter().map(|word| (*word).into()).collect();
    let (kind, choices, (min, max)) = match &option.kind {
        OptionKind::Flag => (v1::GameOptionKind::Flag, Vec::new(), (0, 0)),
        OptionKind::Number { min, max } => (v1::GameOptionKind::Number, Vec::new(), (*min, *max)),
        OptionKind::Choice(choices) => (v1::GameOptionKind::Choice, words(choices), (0, 0)),
        OptionKind::Set(items) => (v1::GameOptionKind::Set, words(items), (0, 0)),
    };
    v1::GameOption {
        name: option.name.into(),
        summary: option.summary.into(),
        kind: kind.into(),
        default_value: option.default.into(),
        choices,
        min,
        max,
    }
}

/// Describes the position of a course after `steps`, as far as `asked.viewer` may see it.
pub fn position(course: &Course, steps: &[PlayedPly], asked: &PositionAsked) -> v1::GetPositionResponse {
    let (position, turn, viewer) = (course.position(), course.turn(), asked.viewer);
    let kind = match turn {
        _ if course.is_over() => v1::TurnKind::Over,
        Turn::Seat(_) | Turn::Forced(_) => v1::TurnKind::Seat,
        Turn::Chance => v1::TurnKind::Chance,
        Turn::Over => v1::TurnKind::RoundOver,
    };
    let seat = match turn {
        Turn::Seat(seat) | Turn::Forced(seat) => Some(seat),
        Turn::Chance | Turn::Over => None,
    };
    let open = !course.game().facts().hidden;
    let moves = match seat {
        Some(seat) if matches!(turn, Turn::Seat(_)) && (open || viewer.knows_hand_of(seat)) => {
            position.legal().into_iter().zip(position.gestures()).collect()
        }
        _ => Vec::new(),
    };
    // The points of a finished round count, even if the next round is not laid out.
    let totals = course.totals_with_round();
    v1::GetPositionResponse {
        position: position.view(viewer),
        round: course.round_number(),
        points: points(&totals),
        turn: kind.into(),
        seat: seat.map(|seat| seat.0.into()),
        legal: legal(moves),
        steps: if asked.without_steps { Vec::new() } else { steps.iter().map(step).collect() },
        scene: Some(scene(&position.scene(viewer).into(), &asked.known_board)),
        places: if course.is_over() { course.places() } else { Vec::new() },
    }
}

/// Describes a legal move of a seat; `None` if the move is not legal.
pub fn suggestion(course: &Course, seat: Seat, notation: &str) -> Option<v1::SuggestMoveResponse> {
    let position = course.position();
    let mut moves = position.legal().into_iter().zip(position.gestures());
    let chosen = moves.find(|(known, _)| known == notation)?;
    Some(v1::SuggestMoveResponse { seat: seat.0.into(), r#move: legal(vec![chosen]).pop() })
}

/// Describes an outcome of chance.
pub fn outcome(notation: String) -> v1::SuggestMoveResponse {
    v1::SuggestMoveResponse { seat: 0, r#move: Some(v1::LegalMove { notation, ..Default::default() }) }
}

fn step(step: &PlayedPly) -> v1::Step {
    let round_result = step.ended.as_ref().map(|end| v1::RoundResult {
        cause: end.cause.into(),
        points: points(&end.points),
        totals: points(&end.totals),
    });
    v1::Step {
        round: step.round,
        ply: step.ply,
        seat: step.seat.map(|seat| seat.0.into()),
        notation: step.seen.clone(),
        forced: step.forced,
        round_result,
    }
}
