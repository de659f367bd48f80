//! The JSON spelling: an object with one name, the verb, and the message's fields under it.

use std::io;

use serde_json::{Serializer, Value, ser::Formatter};

use super::{BadLine, Direction, Verb};

/// Appends `{"verb":{...}}`.
pub fn write<M: Verb>(message: &M, into: &mut Vec<u8>) {
    into.extend_from_slice(b"{\"");
    into.extend_from_slice(M::VERB.as_bytes());
    into.extend_from_slice(b"\":");
    message.serialize(&mut Serializer::with_formatter(&mut *into, OneLine)).expect("a message has only texts as names");
    into.push(b'}');
}

/// Reads an object with one name.
pub fn read<D: Direction>(line: &str) -> Result<D, BadLine> {
    match serde_json::from_str::<D>(line) {
        Ok(message) if message.is_empty() => Err(BadLine::UnknownVerb),
        Ok(message) => Ok(message),
        Err(error) => match serde_json::from_str::<Value>(line) {
            Ok(Value::Object(object)) if !object.keys().any(|name| D::VERBS.contains(&name.as_str())) => {
                Err(BadLine::UnknownVerb)
            }
            _ => Err(BadLine::unreadable(error.column().saturating_sub(1), format!("a message ({error})"))),
        },
    }
}

/// Reads what is known of an object with one name: what cannot be read alone is left out. `None` where nothing is left.
pub fn read_known<D: Direction>(line: &str) -> Option<D> {
    let Ok(Value::Object(mut object)) = serde_json::from_str::<Value>(line) else { return None };
    let (verb, fields) = object.iter_mut().next()?;
    let verb = verb.clone();
    let fields = fields.as_object_mut()?;
    fields.retain(|name, value| {
        let alone = serde_json::json!({ verb.as_str(): { name.as_str(): value } });
        D::deserialize(&alone).is_ok()
    });
    D::deserialize(&Value::Object(object)).ok().filter(|message| !message.is_empty())
}

/// Compact JSON without any control character, also those which JSON allows in a text.
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
