//! Questions by the name of their call.

use referee_games::Catalogue;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, value::RawValue};

use crate::{
    answers::json,
    asked::{self, PositionRequest},
    games,
    refusal::Refusal,
    suggestion,
};

/// A question: the name of a call, and its request.
#[derive(Deserialize)]
struct Question<'a> {
    call: String,
    #[serde(borrow)]
    request: &'a RawValue,
}

/// An answer: one of the two.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Answer {
    Response(Value),
    Refusal(Refusal),
}

/// Answers a question in JSON.
pub fn answer(question: &[u8]) -> Vec<u8> {
    let answer = respond(question).map_or_else(Answer::Refusal, Answer::Response);
    serde_json::to_vec(&answer).unwrap_or_default()
}

fn respond(question: &[u8]) -> Result<Value, Refusal> {
    let Question { call, request } = serde_json::from_slice(question).map_err(|error| unread(&error))?;
    let request = request.get();
    match call.as_str() {
        "GameService/ListGames" => json(&games::list(Catalogue::ALL)),
        "GameService/GetGame" => json(&games::pages(asked::game(Catalogue::ALL, &read::<GameRequest>(request)?.game)?)),
        "GameService/GetPosition" => {
            let asked = read::<PositionRequest>(request)?.check(Catalogue::ALL)?;
            let (course, steps) = asked.walk()?;
            json(&asked.answer(&course, &steps))
        }
        "GameService/SuggestMove" => suggestion::suggest(Catalogue::ALL, read(request)?),
        _ => Err(Refusal::new(
            "REASON_UNKNOWN_CALL",
            format!("unknown call `{call}`: the rules answer GameService only"),
        )),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameRequest {
    #[serde(default)]
    game: String,
}

fn read<T: DeserializeOwned>(request: &str) -> Result<T, Refusal> {
    serde_json::from_str(request).map_err(|error| unread(&error))
}

fn unread(error: &serde_json::Error) -> Refusal {
    Refusal::new("REASON_BAD_FIELD", format!("the request is not as in the proto: {error}"))
}
