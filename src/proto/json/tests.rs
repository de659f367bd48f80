use serde_json::{Value, json};

use super::{
    BadJson, normal, read,
    schema::{Count, Kind, schema},
};
use crate::v1;

const POSITION: &str = "referee.v1.GetPositionRequest";

fn position(text: &str) -> Result<v1::GetPositionRequest, BadJson> {
    read(POSITION, text.as_bytes())
}

#[test]
fn null_leaves_every_field_of_every_message_unset() {
    let mut fields = 0;
    for (name, message) in schema().messages() {
        for field in &message.fields {
            let text = json!({ field.json_name.as_str(): null });
            assert_eq!(normal(name, &text), Ok(json!({})), "{name}.{}", field.json_name);
            let (kind, name) = (&field.kind, format!("{name}.{}", field.json_name));
            assert!(field.count != Count::Map || matches!(kind, Kind::Scalar(_)), "{name}: a map that no test covers");
            fields += 1;
        }
    }
    assert!(fields > 500, "{fields} fields");
}

#[test]
fn numbers_are_read_in_every_spelling_of_proto3() {
    for (message, field, canonical, spellings) in [
        (POSITION, "seats", json!(2), ["2", "2.0", "2e0", "20e-1", r#""2""#, r#""2.0""#, r#""2e0""#].as_slice()),
        (POSITION, "viewerSeat", json!(0), &["0", "-0", "0.0", r#""0""#, "-0.0"]),
        (POSITION, "points", json!([1.5, 2]), &["[1.5,2]", r#"["1.5","2"]"#, "[15e-1,2]"]),
        (
            "referee.v1.MatchEvent",
            "atNs",
            json!(9_007_199_254_740_993_u64),
            &["9007199254740993", r#""9007199254740993""#],
        ),
    ] {
        for spelling in spellings {
            let text: Value = serde_json::from_str(&format!("{{\"{field}\":{spelling}}}")).expect("it is JSON");
            assert_eq!(normal(message, &text), Ok(json!({ field: canonical })), "{field}: {spelling}");
        }
    }
}

#[test]
fn enums_are_read_by_name_and_by_number() {
    let (name, field) = ("referee.v1.GetPositionResponse", "turn");
    let Kind::Enum(kind) = &schema().message(name).field(field).expect("it is there").1.kind else {
        panic!("it is an enum")
    };
    for (value, number) in schema().names_of(kind) {
        for spelling in [json!(value), json!(number), json!(f64::from(*number)), json!(number.to_string())] {
            let read = normal(name, &json!({ field: spelling }));
            assert_eq!(read.is_ok(), !spelling.is_string() || spelling == json!(value), "{spelling}");
        }
    }
    let bad = normal(name, &json!({ field: "TURN_KIND_NAP" })).expect_err("no such name");
    assert_eq!((&*bad.field, &*bad.value), ("turn", "TURN_KIND_NAP"));
    assert!(bad.expected.starts_with("one of `TURN_KIND_"), "{bad}");
}

#[test]
fn bytes_are_read_in_both_alphabets_with_and_without_padding() {
    let name = "referee.v1.RegisterRequest";
    for text in ["+/8=", "-_8=", "+/8", "-_8"] {
        assert_eq!(normal(name, &json!({ "tokenDigest": text })), Ok(json!({ "tokenDigest": "+/8=" })), "{text}");
    }
    let bad = normal(name, &json!({ "tokenDigest": "?" })).expect_err("no base64");
    assert_eq!(bad.to_string(), "tokenDigest: expected base64, found ?");
}

#[test]
fn errors_name_the_field_the_value_and_the_expectation() {
    for (text, error) in [
        (
            r#"{"gmae":"x"}"#,
            "gmae: expected one of `game`, `options`, `seats`, `round`, `points`, `start`, `moves`, `viewerSeat`, `stopAtRoundEnd`, `withoutSteps`, `knownBoard`, at line 1 column 7",
        ),
        (r#"{"game":7}"#, "game: expected a text, found 7, at line 1 column 9"),
        (r#"{"game":{}}"#, "game: expected a text, found an object, at line 1 column 10"),
        (r#"{"moves":["a1",2]}"#, "moves[1]: expected a text, found 2, at line 1 column 16"),
        (r#"{"moves":["a1",null]}"#, "moves[1]: expected a text, found null, at line 1 column 19"),
        (r#"{"moves":"a1"}"#, "moves: expected a list, found a1, at line 1 column 13"),
        (r#"{"options":{"length":null}}"#, "options.length: expected a text, found null, at line 1 column 25"),
        (r#"{"options":{"a":"1","a":"2"}}"#, "options.a: expected it once, at line 1 column 23"),
        (r#"{"options":["a"]}"#, "options: expected an object, found a list, at line 1 column 12"),
        (r#"{"viewerSeat":1,"viewer_seat":1}"#, "viewer_seat: expected it once, at line 1 column 29"),
        (r#"{"stopAtRoundEnd":"true"}"#, "stopAtRoundEnd: expected true or false, found true, at line 1 column 24"),
        (r#"{"seats":2.5}"#, "seats: expected a whole number from 0 to 4294967295, found 2.5, at line 1 column 12"),
        (r#"{"seats":-1}"#, "seats: expected a whole number from 0 to 4294967295, found -1, at line 1 column 11"),
        (r#"{"seats":"2 "}"#, "seats: expected a whole number from 0 to 4294967295, found 2 , at line 1 column 13"),
        (r#"{"points":[true]}"#, "points[0]: expected a number, found true, at line 1 column 15"),
        (r#"{"points":[1e400]}"#, "message: expected a number that fits into a double, at line 1 column 16"),
        ("[]", "message: expected an object, found a list, at line 1 column 2"),
        ("null", "message: expected an object, found null, at line 1 column 4"),
        ("{} {}", "message: expected one JSON object, and nothing after it, at line 1 column 4"),
        (r#"{"game""#, "message: expected one whole JSON object, but the text ends early, at line 1 column 7"),
        ("{game:1}", "message: expected one JSON object, at line 1 column 2"),
    ] {
        assert_eq!(position(text).expect_err(text).to_string(), error, "{text}");
    }
}

#[test]
fn only_one_field_of_a_oneof_can_be_set() {
    let name = "referee.v1.SubmitCommandRequest";
    let bad = normal(name, &json!({ "resign": {}, "playMove": {} })).expect_err("two commands");
    assert!(bad.expected.starts_with("only one of `"), "{bad}");
    assert_eq!(normal(name, &json!({ "resign": {}, "playMove": null })), Ok(json!({ "resign": {} })));
}
