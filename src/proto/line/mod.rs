//! Messages of `engine.proto` as lines: as words, or as canonical proto3 JSON.
//!
//! The head of `engine.proto` describes the grammar. `build/line.rs` generates the fields of each
//! message from its descriptor; [`words`] defines words.

use crate::engine::{FromEngine, ToEngine};

mod generated;
pub mod info;
mod json;
mod verb;
pub mod words;

use verb::Direction;
pub use verb::{Spelling, Verb};
pub use words::BadLine;
use words::{LineWriter, Words};

/// Maximum line length in bytes, without the line end.
pub const MAX_LINE: usize = 64 * 1024;

/// Appends the line of a message, including its end.
pub fn write<M: Verb>(spelling: Spelling, message: &M, into: &mut Vec<u8>) {
    write_as(spelling, M::VERB, message, into);
}

/// Appends a message under `verb`, for messages that several verbs share.
pub fn write_as<M: Verb>(spelling: Spelling, verb: &str, message: &M, into: &mut Vec<u8>) {
    match spelling {
        Spelling::Words => {
            into.extend_from_slice(verb.as_bytes());
            message.write_fields(&mut LineWriter::new(into));
        }
        Spelling::Json => json::write(verb, message, into),
    }
    into.push(b'\n');
}

/// Appends the line of a message to the engine, including its end. A message without a verb is
/// skipped.
pub fn write_to_engine(spelling: Spelling, message: &ToEngine, into: &mut Vec<u8>) {
    message.write(spelling, into);
}

/// Reads a line to the engine, without its end.
pub fn read_to_engine(spelling: Spelling, line: &str) -> Result<ToEngine, BadLine> {
    read(spelling, line)
}

/// Reads a line to the engine leniently, as an engine should: unknown keys are ignored.
pub fn hear_as_engine(spelling: Spelling, line: &str) -> Result<ToEngine, BadLine> {
    match spelling {
        Spelling::Words => read_with(&mut Words::forgiving(line)),
        Spelling::Json => json::read(line).or_else(|bad| json::read_known(line).ok_or(bad)),
    }
}

/// Appends the line of a message from the engine, including its end. A message without a verb is
/// skipped.
pub fn write_from_engine(spelling: Spelling, message: &FromEngine, into: &mut Vec<u8>) {
    message.write(spelling, into);
}

/// Reads a line from the engine, without its end.
pub fn read_from_engine(spelling: Spelling, line: &str) -> Result<FromEngine, BadLine> {
    read(spelling, line)
}

/// Returns the spelling of a line: JSON lines begin with a brace, verbs never do.
pub fn spelling_of(line: &[u8]) -> Spelling {
    match line.trim_ascii_start().first() {
        Some(b'{') => Spelling::Json,
        _ => Spelling::Words,
    }
}

/// Returns the verb of a line, known or not: its first word, or the first name of its JSON object.
/// Empty if the line has no verb.
pub fn verb(spelling: Spelling, line: &[u8]) -> &[u8] {
    let is_inside = |b: &u8| match spelling {
        Spelling::Words => !matches!(b, b' ' | b'\t'),
        Spelling::Json => !matches!(b, b' ' | b'\t' | b'{' | b'"' | b':' | b'}'),
    };
    let start = line.iter().position(is_inside).unwrap_or(line.len());
    let length = line[start..].iter().position(|b| !is_inside(b)).unwrap_or(line.len() - start);
    &line[start..start + length]
}

fn read<D: Direction>(spelling: Spelling, line: &str) -> Result<D, BadLine> {
    match spelling {
        Spelling::Words => read_with(&mut Words::new(line)),
        Spelling::Json => json::read(line).or_else(|bad| match verb(spelling, line.as_bytes()) {
            b"info" => json::read_known(line).ok_or(bad),
            _ => Err(bad),
        }),
    }
}

fn read_with<D: Direction>(words: &mut Words<'_>) -> Result<D, BadLine> {
    let verb = words.word();
    D::read_words(verb, words)
}
