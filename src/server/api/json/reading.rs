//! Reads requests in JSON, and refuses those that cannot be read.

use referee_games::rules::cut;
use referee_law::{Reason, Refusal};
use referee_proto::json::{BadJson, calls::Call};

/// Converts the JSON request of a call to protobuf.
pub fn read(call: &Call, text: &[u8]) -> Result<Vec<u8>, Refusal> {
    (call.read)(text).map_err(|bad| refusal(&bad))
}

fn refusal(bad: &BadJson) -> Refusal {
    let refusal = Refusal::of_field(Reason::BadField, cut(&bad.field), &bad.value, bad.expected.clone());
    Refusal { text: cut(&bad.to_string()), ..refusal }
}

#[cfg(test)]
mod tests {
    use prost::Message as _;
    use referee_proto::v1;

    use super::*;

    fn refused(text: &str) -> Refusal {
        let call = Call::at("/referee.v1.GameService/GetPosition").expect("it is unary");
        read(call, text.as_bytes()).expect_err("it is not a request")
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
        let call = Call::at("/referee.v1.GameService/GetPosition").expect("it is unary");
        let refusal = read(call, br#"{"game":"a","options":{"length":"1","length":"2"}}"#).expect_err("twice");
        assert_eq!((refusal.reason, &*refusal.field), (Reason::BadField, "options.length"), "{refusal:?}");
        assert_eq!(refusal.expected, "it once", "{refusal:?}");
        read(call, br#"{"game":"a","options":{"length":"1","other":"1"}}"#).expect("each key once");
    }

    #[test]
    fn both_spellings_of_a_field_are_read() {
        let call = Call::at("/referee.v1.GameService/GetPosition").expect("it is unary");
        let camel = read(call, br#"{"game":"g","viewerSeat":1}"#).expect("it is a request");
        let snake = read(call, br#"{"game":"g","viewer_seat":1}"#).expect("it is a request");
        let asked = v1::GetPositionRequest { game: "g".into(), viewer_seat: Some(1), ..Default::default() };
        assert_eq!((camel, snake), (asked.encode_to_vec(), asked.encode_to_vec()));
    }
}
