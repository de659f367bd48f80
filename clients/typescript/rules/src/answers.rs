//! Positions and moves as JSON: `referee.v1.GetPositionResponse` and what is in it. Fields without
//! a value are left out, as in the JSON of the server.

use referee_games::{
    Course,
    rules::{Points, Turn},
    scene::{Gesture, Picture},
    walk::PlayedPly,
};
use serde::Serialize;
use serde_json::Value;

use crate::{
    asked::PositionAsked,
    refusal::Refusal,
    scene::{SceneJson, TokenJson, is_default},
};

/// Converts an answer to JSON.
pub fn json(answer: &impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(answer).map_err(|error| Refusal::new("REASON_HOST_FAULT", error.to_string()))
}

/// `referee.v1.GetPositionResponse`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionJson {
    #[serde(skip_serializing_if = "is_default")]
    position: String,
    round: u32,
    points: Vec<f64>,
    turn: &'static str,
    #[serde(skip_serializing_if = "is_default")]
    seat: Option<u8>,
    #[serde(skip_serializing_if = "is_default")]
    legal: Vec<MoveJson>,
    #[serde(skip_serializing_if = "is_default")]
    steps: Vec<StepJson>,
    scene: SceneJson,
    #[serde(skip_serializing_if = "is_default")]
    places: Vec<u32>,
}

/// `referee.v1.LegalMove`.
#[derive(PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveJson {
    #[serde(skip_serializing_if = "is_default")]
    notation: String,
    #[serde(skip_serializing_if = "is_default")]
    spaces: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    hand_token: String,
    #[serde(skip_serializing_if = "is_default")]
    token: Option<TokenJson>,
    #[serde(skip_serializing_if = "is_default")]
    choice: &'static str,
}

/// `referee.v1.Step`.
#[derive(PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct StepJson {
    round: u32,
    #[serde(skip_serializing_if = "is_default")]
    ply: u32,
    #[serde(skip_serializing_if = "is_default")]
    seat: Option<u8>,
    #[serde(skip_serializing_if = "is_default")]
    notation: String,
    #[serde(skip_serializing_if = "is_default")]
    forced: bool,
    #[serde(skip_serializing_if = "is_default")]
    round_result: Option<RoundJson>,
}

/// `referee.v1.RoundResult`.
#[derive(PartialEq, Serialize)]
struct RoundJson {
    cause: &'static str,
    points: Vec<f64>,
    totals: Vec<f64>,
}

impl PositionAsked {
    /// Describes the position of a course, after `steps`, as the viewer may see it.
    pub fn answer(&self, course: &Course, steps: &[PlayedPly]) -> PositionJson {
        let (position, turn, viewer) = (course.position(), course.turn(), self.viewer);
        let kind = match turn {
            _ if course.is_over() => "TURN_KIND_OVER",
            Turn::Seat(_) | Turn::Forced(_) => "TURN_KIND_SEAT",
            Turn::Chance => "TURN_KIND_CHANCE",
            Turn::Over => "TURN_KIND_ROUND_OVER",
        };
        let seat = match turn {
            Turn::Seat(seat) | Turn::Forced(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        let open = !course.game().facts().hidden;
        let legal = match turn {
            Turn::Seat(seat) if open || viewer.knows_hand_of(seat) => {
                position.legal().into_iter().zip(position.gestures()).map(MoveJson::from).collect()
            }
            _ => Vec::new(),
        };
        let picture = Picture::from(position.scene(viewer));
        PositionJson {
            position: position.view(viewer),
            round: course.round_number(),
            points: points(&course.totals_with_round()),
            turn: kind,
            seat: seat.map(|seat| seat.0),
            legal,
            steps: if self.without_steps { Vec::new() } else { steps.iter().map(StepJson::from).collect() },
            scene: SceneJson::of(picture, &self.known_board),
            places: if course.is_over() { course.places() } else { Vec::new() },
        }
    }
}

impl From<(String, Gesture)> for MoveJson {
    fn from((notation, gesture): (String, Gesture)) -> MoveJson {
        let Gesture { spaces, hand_token, token, choice } = gesture;
        MoveJson { notation, spaces, hand_token, token: token.map(TokenJson::from), choice }
    }
}

impl MoveJson {
    /// An outcome of chance.
    pub fn of_chance(notation: String) -> MoveJson {
        MoveJson::from((notation, Gesture::default()))
    }
}

impl From<&PlayedPly> for StepJson {
    fn from(step: &PlayedPly) -> StepJson {
        let round_result = step.ended.as_ref().map(|end| RoundJson {
            cause: end.cause,
            points: points(&end.points),
            totals: points(&end.totals),
        });
        StepJson {
            round: step.round,
            ply: step.ply,
            seat: step.seat.map(|seat| seat.0),
            notation: step.seen.clone(),
            forced: step.forced,
            round_result,
        }
    }
}

fn points(of: &[Points]) -> Vec<f64> {
    of.iter().map(|points| points.as_f64()).collect()
}
