//! A question as a line of JSON.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::RulesArgs;
use crate::{
    pb::v1,
    referee::{Reason, Refusal},
};

/// What a line asks; see the help of the command.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Asked {
    game: Option<String>,
    options: Option<BTreeMap<String, String>>,
    seats: Option<u32>,
    round: Option<u32>,
    points: Option<Vec<f64>>,
    start: String,
    moves: Vec<String>,
    #[serde(alias = "viewer_seat", alias = "viewerSeat")]
    viewer: Option<u32>,
}

impl Asked {
    /// Reads a line.
    pub fn read(line: String) -> Result<Asked, Refusal> {
        serde_json::from_str(&line).map_err(|bad| {
            let mut refusal = Refusal::new(Reason::BadField, format!("the line cannot be read: {bad}"));
            refusal.field = "line".into();
            refusal.value = crate::games::rules::cut(line.trim_end());
            refusal.expected =
                "a JSON object with game, options, seats, round, points, start, moves and viewer".to_owned();
            refusal
        })
    }

    /// The question with what the command line says where the line says nothing.
    pub fn request(self, args: &RulesArgs) -> v1::GetPositionRequest {
        let given = || args.options.iter().map(|pair| (pair.name.clone(), pair.value.clone())).collect();
        v1::GetPositionRequest {
            game: self.game.or_else(|| args.game.clone()).unwrap_or_default(),
            options: self.options.unwrap_or_else(given),
            seats: self.seats.unwrap_or(args.seats),
            round: self.round.unwrap_or(args.round),
            points: self.points.unwrap_or_default(),
            start: self.start,
            moves: self.moves,
            viewer_seat: self.viewer,
            ..v1::GetPositionRequest::default()
        }
    }
}
