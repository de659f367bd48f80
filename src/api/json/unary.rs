//! The table of the calls that have one request and one answer, with what turns their messages into JSON and back.

use prost::{DecodeError, Message};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Deserializer, error::Category};

use super::unique_keys::UniqueKeys;
use crate::{
    pb::v1,
    referee::{Reason, Refusal},
};

/// Every unary call of our services, written by `build/unary.rs` from the descriptor.
const CALLS: &[Unary] = include!(concat!(env!("OUT_DIR"), "/unary_calls.rs"));

/// One call.
pub struct Unary {
    path: &'static str,
    /// Turns a request in JSON into protobuf.
    pub read: fn(&[u8]) -> Result<Vec<u8>, Refusal>,
    /// Turns an answer in protobuf into JSON. Fails where the bytes are no message of the call.
    pub write: fn(&[u8]) -> Result<Vec<u8>, DecodeError>,
}

impl Unary {
    const fn of<Q, A>(path: &'static str) -> Unary
    where
        Q: Message + Default + DeserializeOwned,
        A: Message + Default + Serialize,
    {
        Unary { path, read: read::<Q>, write: write::<A> }
    }

    /// The call of this path.
    pub fn at(path: &str) -> Option<&'static Unary> {
        CALLS.iter().find(|call| call.path == path)
    }
}

fn read<Q: Message + DeserializeOwned>(text: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut json = Deserializer::from_slice(text);
    let asked: Q = serde_path_to_error::deserialize(&mut json)
        .map_err(|bad| unreadable(&bad.path().to_string(), &bad.into_inner()))?;
    json.end().map_err(|bad| unreadable("", &bad))?;
    let mut again = Deserializer::from_slice(text);
    serde_path_to_error::deserialize::<_, UniqueKeys>(&mut again)
        .map_err(|bad| unreadable(&bad.path().to_string(), &bad.into_inner()))?;
    Ok(asked.encode_to_vec())
}

fn write<A: Message + Default + Serialize>(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    let answered = A::decode(bytes)?;
    // A message has text keys alone, and a vector takes every byte.
    Ok(serde_json::to_vec(&answered).expect("every message has a JSON form"))
}

/// Why a text is not the JSON of a request. `field` is where, in the caller's spelling.
fn unreadable(field: &str, bad: &serde_json::Error) -> Refusal {
    let place = format!("line {} column {}", bad.line(), bad.column());
    let whole = bad.to_string();
    let what = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(what, _)| what);
    if bad.classify() != Category::Data {
        let text = format!("the request is not JSON: {what} at {place}");
        let field = "message".into();
        return Refusal { field, expected: "one JSON object".into(), text, ..Refusal::new(Reason::BadField, "") };
    }
    // `.` is the path of the whole message, where what comes twice is found out.
    let twice = what.strip_prefix("duplicate field `").and_then(|rest| rest.strip_suffix('`'));
    let field = match (field, twice) {
        ("." | "", twice) => twice.unwrap_or("message").to_owned(),
        (path, Some(name)) => format!("{path}.{name}"),
        (path, None) => path.to_owned(),
    };
    let (found, expected) = what
        .split_once(", expected ")
        .unwrap_or((what, if twice.is_some() { "it once" } else { "a value of its type" }));
    let value = found.split_once(": ").map_or("", |(_, value)| value);
    let refusal = Refusal::of_field(Reason::BadField, field.clone(), value, expected);
    Refusal { text: format!("{field}: {what} at {place}"), ..refusal }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> Refusal {
        let call = Unary::at("/referee.v1.GameService/GetPosition").expect("it is unary");
        (call.read)(text.as_bytes()).expect_err("it is not a request")
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_place() {
        for (text, field, value, expected) in [
            (r#"{"gmae":"dvonn"}"#, "gmae", "", "one of `game`"),
            (r#"{"game":7}"#, "game", "integer `7`", "a string"),
            (r#"{"moves":["a1",2]}"#, "moves[1]", "integer `2`", "a string"),
            (r#"{"seats":"many"}"#, "seats", "", ""),
            (r#"{"game":"a","game":"b"}"#, "game", "", ""),
            ("[]", "message", "sequence", "struct"),
            ("null", "message", "null", "struct"),
            (r#"{"game":"#, "message", "", "one JSON object"),
            ("{} {}", "message", "", "one JSON object"),
            ("", "message", "", "one JSON object"),
        ] {
            let refusal = refused(text);
            assert_eq!((refusal.reason, &*refusal.field), (Reason::BadField, field), "{text}: {refusal:?}");
            assert!(refusal.value.starts_with(value), "{text}: {refusal:?}");
            assert!(refusal.expected.starts_with(expected) && !refusal.expected.is_empty(), "{text}: {refusal:?}");
            assert!(!refusal.text.is_empty());
        }
    }

    #[test]
    fn a_key_that_a_map_has_twice_is_refused() {
        let call = Unary::at("/referee.v1.GameService/GetPosition").expect("it is unary");
        let refusal = (call.read)(br#"{"game":"a","options":{"length":"1","length":"2"}}"#).expect_err("twice");
        assert_eq!((refusal.reason, &*refusal.field), (Reason::BadField, "options.length"), "{refusal:?}");
        assert_eq!(refusal.expected, "it once", "{refusal:?}");
        (call.read)(br#"{"game":"a","options":{"length":"1","other":"1"}}"#).expect("each key once");
    }

    #[test]
    fn both_spellings_of_a_field_are_read() {
        let call = Unary::at("/referee.v1.GameService/GetPosition").expect("it is unary");
        let camel = (call.read)(br#"{"game":"g","viewerSeat":1}"#).expect("it is a request");
        let snake = (call.read)(br#"{"game":"g","viewer_seat":1}"#).expect("it is a request");
        let asked = v1::GetPositionRequest { game: "g".into(), viewer_seat: Some(1), ..Default::default() };
        assert_eq!((camel, snake), (asked.encode_to_vec(), asked.encode_to_vec()));
    }
}
