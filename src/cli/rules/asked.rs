//! A request as a line of JSON.

use serde_json::Value;

use super::RulesArgs;
use crate::{
    law::{Reason, Refusal},
    pb::{json, v1},
};

const REQUEST: &str = "referee.v1.GetPositionRequest";
/// The name of the command's option, which a line may use for [`VIEWER_SEAT`].
const VIEWER: &str = "viewer";
const VIEWER_SEAT: &str = "viewerSeat";

/// Reads the request in a line, as the help of the command describes it. The command line supplies
/// unset fields.
pub fn read(line: &str, args: &RulesArgs) -> Result<v1::GetPositionRequest, Refusal> {
    let asked = read_alone(line).map_err(|bad| Refusal {
        text: crate::games::rules::cut(&format!("invalid line: {bad}")),
        ..Refusal::of_field(
            Reason::BadField,
            if bad.field == "message" { "line".to_owned() } else { bad.field.clone() },
            &bad.value,
            bad.expected.clone(),
        )
    })?;
    let given = || args.options.iter().map(|pair| (pair.name.clone(), pair.value.clone())).collect();
    let game = if asked.game.is_empty() { args.game.clone().unwrap_or_default() } else { asked.game };
    Ok(v1::GetPositionRequest {
        game,
        options: if asked.options.is_empty() { given() } else { asked.options },
        seats: asked.seats.or(args.seats),
        round: asked.round.or(Some(args.round)),
        ..asked
    })
}

fn read_alone(line: &str) -> Result<v1::GetPositionRequest, json::BadJson> {
    match serde_json::from_str(line) {
        Ok(Value::Object(mut asked)) if asked.contains_key(VIEWER) && !asked.contains_key(VIEWER_SEAT) => {
            let viewer = asked.remove(VIEWER).unwrap_or_default();
            asked.insert(VIEWER_SEAT.to_owned(), viewer);
            json::from_value(REQUEST, &Value::Object(asked))
        }
        _ => json::read(REQUEST, line.as_bytes()),
    }
}
