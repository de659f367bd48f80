//! Reads messages from JSON as proto3 defines it.
//!
//! The generated readers reject `null` and `2.0`, and keep the last of two equal keys of a map.
//! Their errors use the words of a library. So [`read`] first walks the text along the descriptor.
//! The walk drops unset fields, and converts numbers, enums and bytes to their canonical form. For
//! an invalid value, it names the field, the value and the expected form. The generated reader then
//! gets the result.

pub mod calls;
mod scalar;
mod schema;
mod walk;

use std::{cell::RefCell, fmt};

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer};
use serde_json::{Value, error::Category};

use schema::schema;
use walk::{Fault, Path, Walk};

/// Why a text is not the JSON of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadJson {
    /// The path of the field in the spelling of the text; `message` for the whole message.
    pub field: String,
    /// The invalid value as text; a list or an object by its kind.
    pub value: String,
    /// The expected value.
    pub expected: String,
    /// The line of the text, from 1; 0 if the input was a parsed value.
    pub line: usize,
    /// The column in the line, in bytes, from 1.
    pub column: usize,
}

impl fmt::Display for BadJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadJson { field, value, expected, line, column } = self;
        write!(f, "{field}: expected {expected}")?;
        if !value.is_empty() {
            write!(f, ", found {value}")?;
        }
        if *line > 0 { write!(f, ", at line {line} column {column}") } else { Ok(()) }
    }
}

impl std::error::Error for BadJson {}

/// Reads the message with this full name, such as `referee.v1.GetPositionRequest`.
pub fn read<M: DeserializeOwned>(name: &str, text: &[u8]) -> Result<M, BadJson> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let value = normal(name, &mut json)?;
    json.end().map_err(|cause| explained(None, &cause))?;
    typed(name, value)
}

/// Reads the message with this full name from parsed JSON.
pub fn from_value<M: DeserializeOwned>(name: &str, value: &Value) -> Result<M, BadJson> {
    typed(name, normal(name, value)?)
}

/// Reads a message that this program wrote. Faster than [`read`], which is only called if the text
/// is not canonical. So repeated keys of a map are not detected.
pub fn read_written<M: DeserializeOwned>(name: &str, text: &str) -> Result<M, BadJson> {
    serde_json::from_str(text).or_else(|_| read(name, text.as_bytes()))
}

fn normal<'de, D: Deserializer<'de, Error = serde_json::Error>>(name: &str, json: D) -> Result<Value, BadJson> {
    let fault = RefCell::new(None);
    let walk = Walk::message(schema().message(name), &Path::Whole, &fault);
    match walk.deserialize(json) {
        Ok(value) => Ok(value.unwrap_or_default()),
        Err(cause) => Err(explained(fault.into_inner(), &cause)),
    }
}

/// Runs the generated reader, which accepts every result of the walk.
fn typed<M: DeserializeOwned>(name: &str, value: Value) -> Result<M, BadJson> {
    serde_json::from_value(value).map_err(|_| BadJson {
        field: "message".to_owned(),
        value: String::new(),
        expected: format!("a message `{name}`"),
        line: 0,
        column: 0,
    })
}

fn explained(fault: Option<Fault>, cause: &serde_json::Error) -> BadJson {
    let (line, column) = (cause.line(), cause.column());
    let Some(Fault { field, value, expected }) = fault else {
        let words = cause.to_string();
        let expected = match cause.classify() {
            Category::Eof => "one whole JSON object, but the text ends early",
            _ if words.starts_with("recursion limit") => "JSON of at most 127 levels",
            _ if words.starts_with("number out of range") => "a number that fits into a double",
            _ if words.starts_with("trailing characters") => "one JSON object, and nothing after it",
            _ => "one JSON object",
        };
        return BadJson { field: "message".into(), value: String::new(), expected: expected.into(), line, column };
    };
    BadJson { field, value, expected, line, column }
}

#[cfg(test)]
mod tests;
