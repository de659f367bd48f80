//! Single values: the accepted forms of each type, and its canonical form.

use std::ops::RangeInclusive;

use base64::{
    Engine as _, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig, general_purpose::STANDARD},
};
use prost_types::field_descriptor_proto::Type;
use serde_json::Value;

use super::schema::{Kind, schema};

/// Base64 that reads text with and without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);
/// 2^53: a double represents every whole number up to this one.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// Maximum names that an error lists.
const NAMES_LISTED: usize = 16;

#[derive(Clone, Copy)]
pub enum Found<'a> {
    Null,
    Bool(bool),
    Whole(i128),
    Real(f64),
    Text(&'a str),
}

impl Found<'_> {
    /// Returns the value in the form that errors show.
    pub fn shown(&self) -> String {
        match self {
            Found::Null => "null".to_owned(),
            Found::Bool(value) => value.to_string(),
            Found::Whole(value) => value.to_string(),
            Found::Real(value) => value.to_string(),
            Found::Text(value) => (*value).to_owned(),
        }
    }
}

/// Returns the canonical form of a value of this kind; `None` if the value is invalid.
pub fn canonical(kind: &Kind, found: Found<'_>) -> Option<Value> {
    match (kind, found) {
        (Kind::Scalar(Type::String), Found::Text(text)) => Some(text.into()),
        (Kind::Scalar(Type::Bool), Found::Bool(value)) => Some(value.into()),
        (Kind::Scalar(Type::Bytes), Found::Text(text)) => {
            let standard = text.replace('-', "+").replace('_', "/");
            Some(STANDARD.encode(BASE64.decode(standard).ok()?).into())
        }
        (Kind::Scalar(Type::Double | Type::Float), found) => real(found),
        (Kind::Scalar(scalar), found) => {
            let range = range(*scalar)?;
            whole(found).filter(|number| range.contains(number)).map(number)
        }
        (Kind::Enum(name), found) => {
            let mut names = schema().names_of(name).iter();
            let value = match found {
                Found::Text(text) => names.find(|(name, _)| name == text),
                found => names.find(|(_, value)| whole(found) == Some(i128::from(*value))),
            };
            value.map(|(name, _)| name.as_str().into())
        }
        (Kind::Message(_), _) => None,
    }
}

/// Returns the expected form of a value of this kind.
pub fn expected(kind: &Kind) -> String {
    match kind {
        Kind::Scalar(Type::String) => "a text".to_owned(),
        Kind::Scalar(Type::Bool) => "true or false".to_owned(),
        Kind::Scalar(Type::Bytes) => "base64".to_owned(),
        Kind::Scalar(scalar) => match range(*scalar) {
            Some(range) => format!("a whole number from {} to {}", range.start(), range.end()),
            None => "a number".to_owned(),
        },
        Kind::Enum(name) => one_of(schema().names_of(name).iter().map(|(name, _)| name.as_str())),
        Kind::Message(_) => "an object".to_owned(),
    }
}

/// Formats these names for an error.
pub fn one_of<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = names.len().saturating_sub(NAMES_LISTED);
    let listed: Vec<String> = names.take(NAMES_LISTED).map(|name| format!("`{name}`")).collect();
    let listed = listed.join(", ");
    if more == 0 { format!("one of {listed}") } else { format!("one of {listed}, or {more} more") }
}

fn range(scalar: Type) -> Option<RangeInclusive<i128>> {
    match scalar {
        Type::Int32 | Type::Sint32 | Type::Sfixed32 => Some(i32::MIN.into()..=i32::MAX.into()),
        Type::Int64 | Type::Sint64 | Type::Sfixed64 => Some(i64::MIN.into()..=i64::MAX.into()),
        Type::Uint32 | Type::Fixed32 => Some(0..=u32::MAX.into()),
        Type::Uint64 | Type::Fixed64 => Some(0..=u64::MAX.into()),
        _ => None,
    }
}

/// Returns the whole number in a number, or in the text of one. A double rounds beyond 2^53, so
/// larger numbers must be written as digits.
fn whole(found: Found<'_>) -> Option<i128> {
    match found {
        Found::Whole(number) => Some(number),
        Found::Real(number) => (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i128),
        Found::Text(text) => parsed(text).and_then(whole),
        Found::Null | Found::Bool(_) => None,
    }
}

fn real(found: Found<'_>) -> Option<Value> {
    match found {
        Found::Text(text @ ("NaN" | "Infinity" | "-Infinity")) => Some(text.into()),
        Found::Text(text) => parsed(text).and_then(real),
        Found::Real(number) => Some(number.into()),
        Found::Whole(whole) => Some(number(whole)),
        Found::Null | Found::Bool(_) => None,
    }
}

/// Returns the JSON number that a text contains; `None` for any other text.
fn parsed(text: &str) -> Option<Found<'static>> {
    let begins = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    let ends = text.ends_with(|c: char| c.is_ascii_digit());
    let number: serde_json::Number = if begins && ends { serde_json::from_str(text).ok()? } else { return None };
    number.as_i128().map(Found::Whole).or(number.as_f64().map(Found::Real))
}

/// Returns a whole number that fits into 64 bits as a value.
fn number(whole: i128) -> Value {
    match (u64::try_from(whole), i64::try_from(whole)) {
        (Ok(number), _) => number.into(),
        (_, Ok(number)) => number.into(),
        _ => Value::Null,
    }
}
