//! The JSON spelling: an object whose only name is the verb, with the message's fields as its
//! value.

use std::io;

use serde_json::{Serializer, Value, ser::Formatter};

use super::{
    verb::{Direction, Verb},
    words::BadLine,
};
use crate::json::{self, BadJson};

pub fn write<M: Verb>(verb: &str, message: &M, into: &mut Vec<u8>) {
    into.extend_from_slice(b"{\"");
    into.extend_from_slice(verb.as_bytes());
    into.extend_from_slice(b"\":");
    message.serialize(&mut Serializer::with_formatter(&mut *into, OneLine)).expect("a message has only texts as names");
    into.push(b'}');
}

/// Parses an object with a single name.
pub fn read<D: Direction>(line: &str) -> Result<D, BadLine> {
    match json::read::<D>(D::NAME, line.as_bytes()) {
        Ok(message) if message.is_empty() => Err(BadLine::UnknownVerb),
        Ok(message) => Ok(message),
        Err(bad) => match serde_json::from_str::<Value>(line) {
            Ok(Value::Object(object)) if !object.keys().any(|name| D::VERBS.contains(&name.as_str())) => {
                Err(BadLine::UnknownVerb)
            }
            _ => Err(unreadable(&bad)),
        },
    }
}

fn unreadable(bad: &BadJson) -> BadLine {
    let BadJson { field, value, expected, column, .. } = bad;
    let found = if value.is_empty() { String::new() } else { format!(", found {value}") };
    BadLine::unreadable(column.saturating_sub(1), format!("{expected} as {field}{found}"))
}

/// Parses the known fields of an object with a single name, and drops unreadable ones. `None` if no
/// field is left.
pub fn read_known<D: Direction>(line: &str) -> Option<D> {
    let Ok(Value::Object(mut object)) = serde_json::from_str::<Value>(line) else { return None };
    let (verb, fields) = object.iter_mut().next()?;
    let verb = verb.clone();
    let fields = fields.as_object_mut()?;
    fields.retain(|name, value| {
        let alone = serde_json::json!({ verb.as_str(): { name.as_str(): value } });
        json::from_value::<D>(D::NAME, &alone).is_ok()
    });
    json::from_value::<D>(D::NAME, &Value::Object(object)).ok().filter(|message| !message.is_empty())
}

/// A formatter for compact JSON without control characters, including those that JSON allows in a
/// text.
struct OneLine;

impl Formatter for OneLine {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, to: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, control)) = rest.char_indices().find(|(_, c)| super::words::ends_line(*c)) {
            to.write_all(&rest.as_bytes()[..at])?;
            write!(to, "\\u{:04x}", u32::from(control))?;
            rest = &rest[at + control.len_utf8()..];
        }
        to.write_all(rest.as_bytes())
    }
}
