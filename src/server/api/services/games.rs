//! `GameService`: the games and their rules. The service has no state.

use referee_games::{
    Catalogue, Course, Game, bots,
    rules::Turn,
    walk::{PlayedPly, WalkError, WalkRefusal},
};
use referee_ids::Viewer;
use referee_law::{Reason, Refusal};
use referee_proto::v1::{self, game_service_server::GameService};
use tonic::{Request, Response, Status};

use crate::api::{
    convert::{self, PositionAsked},
    paging,
    status::status,
};
use crate::hall::house::{HOUSE, kind_named};

/// Maximum positions searched for a suggestion: 4 to 60 ms of a worker, depending on the game.
pub const SUGGEST_NODES: u32 = 30_000;
/// Default number of positions searched for a suggestion.
const USUAL_NODES: u32 = 10_000;
/// Default bot for a suggestion.
const USUAL_BOT: &str = "house-search";

pub struct Games {
    games: Catalogue,
}

impl Games {
    pub fn new(games: Catalogue) -> Games {
        Games { games }
    }
}

/// Answers what the rules tell about a position, for `GetPosition`, and for `referee rules` without
/// a server.
pub fn position(games: Catalogue, asked: v1::GetPositionRequest) -> Result<v1::GetPositionResponse, Refusal> {
    let asked = convert::position_request(games, asked)?;
    if let Some(course) = seen(&asked) {
        return Ok(convert::position(&course, &[], &asked));
    }
    let (course, steps) = walked(&asked)?;
    Ok(convert::position(&course, &steps, &asked))
}

/// Plays the moves of a question, and returns the course with the steps.
fn walked(asked: &PositionAsked) -> Result<(Course, Vec<PlayedPly>), Refusal> {
    let mut course = begin(asked)?;
    let steps = match asked.stop_at_round_end {
        true => course.walk_to_round_end(asked.viewer, &asked.moves),
        false => course.walk(asked.viewer, &asked.moves),
    };
    let steps = steps.map_err(stuck)?;
    Ok((course, steps))
}

/// Returns the move of a house bot, or an outcome of chance. The number of positions limits the
/// work, not time, so that the same request always gets the same move.
fn suggest(games: Catalogue, asked: v1::SuggestMoveRequest) -> Result<v1::SuggestMoveResponse, Refusal> {
    let v1::SuggestMoveRequest { position, bot, nodes, seed } = asked;
    let position = position.unwrap_or_default();
    let asked = convert::position_request(games, position).map_err(|no| no.within("position"))?;
    let bot = if bot.is_empty() { USUAL_BOT } else { &bot };
    let names = || HOUSE.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let kind = kind_named(bot).ok_or_else(|| Refusal::of_field(Reason::BadField, "bot", bot, names()))?;
    let nodes = nodes.unwrap_or(USUAL_NODES);
    if nodes > SUGGEST_NODES {
        let given = nodes.to_string();
        return Err(Refusal::limit_of_field("suggest_nodes", SUGGEST_NODES as usize, "nodes", &given, "positions"));
    }
    let nodes = convert::in_range("nodes", nodes, 1..=SUGGEST_NODES)?;
    let (course, is_partial) = match seen(&asked) {
        Some(course) => (course, true),
        None => (walked(&asked).map_err(|no| no.within("position"))?.0, false),
    };
    if let Some(outcome) = course.chance(&bots::entropy(seed)) {
        return Ok(convert::outcome(outcome));
    }
    let Turn::Seat(seat) = course.turn() else {
        let given = if course.is_over() { "the match is over" } else { "no seat has the turn" };
        return Err(Refusal::of_field(Reason::BadPosition, "position", given, "a position in which a seat is to move"));
    };
    if is_partial && !asked.viewer.knows_hand_of(seat) {
        let expected =
            format!("{}, the seat to move, since parts of the position are hidden from other viewers", seat.0);
        let given = if let Viewer::Seat(viewer) = asked.viewer { viewer.0.to_string() } else { String::new() };
        return Err(Refusal::of_field(Reason::BadPosition, "position.viewer_seat", &given, expected));
    }
    // The bot gets a position that its seat cannot tell from this one. If there is none, a random
    // move would be no suggestion.
    if course.position().resample(Viewer::Seat(seat), &bots::entropy(seed)).is_none() {
        let expected = "a position with hidden parts that are possible for the seat to move";
        return Err(Refusal::of_field(Reason::BadPosition, "position", "hidden", expected));
    }
    let chosen = bots::choose(kind, course.position(), seat, nodes.into(), seed);
    let no_move = || Refusal::new(Reason::HostFault, format!("{bot} found no move"));
    convert::suggestion(&course, seat, &chosen.ok_or_else(no_move)?).ok_or_else(no_move)
}

/// Returns a course that starts at a position of which the caller sees only a part. No move can be
/// played there.
fn seen(asked: &PositionAsked) -> Option<Course> {
    let PositionAsked { game, setting, round, totals, start, viewer, .. } = asked;
    if !game.facts().hidden || !asked.moves.is_empty() || game.parse(setting, start).is_ok() {
        return None;
    }
    Course::of_view(*game, setting, *round, totals.clone(), start, *viewer)
}

/// Returns the pages of a game.
fn pages(games: Catalogue, asked: &v1::GetGameRequest) -> Result<v1::GetGameResponse, Refusal> {
    Ok(convert::pages(convert::game(games, &asked.game)?.facts()))
}

fn begin(asked: &PositionAsked) -> Result<Course, Refusal> {
    let PositionAsked { game, setting, round, totals, start, .. } = asked;
    // Only the first position of a match needs no text, since later rounds depend on earlier ones.
    if start.is_empty() && *round == 1 && totals.iter().all(|points| points.halves == 0) {
        return Course::open(*game, setting).map_err(convert::bad_option);
    }
    if start.is_empty() {
        let expected = "a position, since a round or points are given";
        return Err(Refusal::of_field(Reason::BadPosition, "start", "", expected));
    }
    Course::parse(*game, setting, *round, totals.clone(), start).map_err(|bad| {
        let expected = format!("{} at byte {}", bad.expected, bad.at);
        Refusal::of_field(Reason::BadPosition, "start", start, expected)
    })
}

fn stuck(error: WalkError) -> Refusal {
    let (reason, expected) = match &error.reason {
        WalkRefusal::Unreadable(bad) => (Reason::UnreadableMove, format!("{} at byte {}", bad.expected, bad.at)),
        WalkRefusal::Illegal => (Reason::IllegalMove, "a legal move".to_owned()),
        WalkRefusal::ChanceExpected(bad) => {
            (Reason::UnreadableMove, format!("an outcome of chance: {} at byte {}", bad.expected, bad.at))
        }
        WalkRefusal::Over => (Reason::MatchOver, "no move: the match is over".to_owned()),
        WalkRefusal::TooLong => (Reason::Limit, "fewer steps".to_owned()),
    };
    let text = error.to_string();
    Refusal { text, ..Refusal::of_field(reason, format!("moves[{}]", error.index), &error.notation, expected) }
}

fn list(games: &[&dyn Game], asked: &v1::ListGamesRequest) -> Result<v1::ListGamesResponse, Refusal> {
    let known = |text: &str| games.iter().position(|game| game.facts().id == text);
    let begin = paging::behind(&asked.page_token, known)?.map_or(0, |last| last + 1);
    let size = paging::size(asked.page_size)?;
    let page = games.iter().skip(begin).take(size);
    let listed: Vec<v1::Game> = page.map(|game| convert::facts(game.facts())).collect();
    let next_page_token = match listed.last() {
        Some(last) if begin + listed.len() < games.len() => paging::token(&last.id),
        _ => String::new(),
    };
    Ok(v1::ListGamesResponse { games: listed, next_page_token })
}

#[tonic::async_trait]
impl GameService for Games {
    async fn list_games(
        &self,
        request: Request<v1::ListGamesRequest>,
    ) -> Result<Response<v1::ListGamesResponse>, Status> {
        list(self.games.games(), &request.into_inner()).map(Response::new).map_err(|no| status(&no))
    }

    async fn get_game(&self, request: Request<v1::GetGameRequest>) -> Result<Response<v1::GetGameResponse>, Status> {
        pages(self.games, &request.into_inner()).map(Response::new).map_err(|no| status(&no))
    }

    async fn get_position(
        &self,
        request: Request<v1::GetPositionRequest>,
    ) -> Result<Response<v1::GetPositionResponse>, Status> {
        position(self.games, request.into_inner()).map(Response::new).map_err(|no| status(&no))
    }

    async fn suggest_move(
        &self,
        request: Request<v1::SuggestMoveRequest>,
    ) -> Result<Response<v1::SuggestMoveResponse>, Status> {
        suggest(self.games, request.into_inner()).map(Response::new).map_err(|no| status(&no))
    }
}
