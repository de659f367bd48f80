//! A request as a line of JSON.

use serde_json::Value;

use crate::{
    law::{Reason, Refusal},
    pb::{json, v1},
};

const REQUEST: &str = "referee.v1.GetPositionRequest";
/// The name of the command's option, which a line may use for [`VIEWER_SEAT`].
const VIEWER: &str = "viewer";
const VIEWER_SEAT: &str = "viewerSeat";

/// Reads the request in a line, as the help of the command describes it. `given` supplies unset
/// fields.
pub fn read(line: &str, given: &v1::GetPositionRequest) -> Result<v1::GetPositionRequest, Refusal> {
    let asked = read_alone(line).map_err(|bad| Refusal {
        text: crate::games::rules::cut(&format!("invalid line: {bad}")),
        ..Refusal::of_field(
            Reason::BadField,
            if bad.field == "message" { "line".to_owned() } else { bad.field.clone() },
            &bad.value,
            bad.expected.clone(),
        )
    })?;
    Ok(v1::GetPositionRequest {
        game: if asked.game.is_empty() { given.game.clone() } else { asked.game },
        options: if asked.options.is_empty() { given.options.clone() } else { asked.options },
        seats: asked.seats.or(given.seats),
        round: asked.round.or(given.round),
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
