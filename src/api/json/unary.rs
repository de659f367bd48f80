//! The table of the calls that have one request and one answer, with what turns their messages into JSON and back.

use prost::{DecodeError, Message};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    games::rules::cut,
    pb::{
        json::{self, BadJson},
        v1,
    },
    referee::{Reason, Refusal},
};

/// Every unary call of our services, written by `build/unary.rs` from the descriptor.
const CALLS: &[Unary] = include!(concat!(env!("OUT_DIR"), "/unary_calls.rs"));

pub struct Unary {
    path: &'static str,
    /// Turns a request in JSON into protobuf.
    pub read: fn(&[u8]) -> Result<Vec<u8>, Refusal>,
    /// Turns an answer in protobuf into JSON. Fails where the bytes are no message of the call.
    pub write: fn(&[u8]) -> Result<Vec<u8>, DecodeError>,
}

impl Unary {
    /// The call of this path.
    pub fn at(path: &str) -> Option<&'static Unary> {
        CALLS.iter().find(|call| call.path == path)
    }
}

fn read<Q: Message + DeserializeOwned>(name: &str, text: &[u8]) -> Result<Vec<u8>, Refusal> {
    let asked: Q = json::read(name, text).map_err(|bad| refusal(&bad))?;
    Ok(asked.encode_to_vec())
}

fn write<A: Message + Default + Serialize>(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    let answered = A::decode(bytes)?;
    // A message has text keys alone, and a vector takes every byte.
    Ok(serde_json::to_vec(&answered).expect("every message has a JSON form"))
}

fn refusal(bad: &BadJson) -> Refusal {
    let refusal = Refusal::of_field(Reason::BadField, cut(&bad.field), &bad.value, bad.expected.clone());
    Refusal { text: cut(&bad.to_string()), ..refusal }
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
            (r#"{"game":7}"#, "game", "7", "a text"),
            (r#"{"moves":["a1",2]}"#, "moves[1]", "2", "a text"),
            (r#"{"seats":"many"}"#, "seats", "many", "a whole number from 0 to 4294967295"),
            (r#"{"game":"a","game":"b"}"#, "game", "", "it once"),
            ("[]", "message", "a list", "an object"),
            ("null", "message", "null", "an object"),
            (r#"{"game":"#, "message", "", "one"),
            ("{} {}", "message", "", "one"),
            ("", "message", "", "one"),
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
