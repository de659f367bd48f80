//! A message of `engine.proto` as a line, and back: as words, or as canonical proto3 JSON.

use crate::pb::engine::{FromEngine, ToEngine};

/// The longest line that is read, in bytes, without its end.
pub const MAX_LINE: usize = 64 * 1024;

/// How messages are spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// A verb and its fields, as in UCI.
    Words,
    /// Canonical proto3 JSON.
    Json,
}

/// Why a line is no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    /// The verb is none that is known here; such a line is passed over.
    #[error("no such verb")]
    UnknownVerb,
    /// The verb is known, but not what follows.
    #[error("at byte {at}: expected {expected}")]
    Unreadable {
        /// Where in the line, in bytes from its start.
        at: usize,
        /// What was expected there.
        expected: String,
    },
}

/// Appends the line of a message to the engine, with its end.
pub fn write_to_engine(_spelling: Spelling, _message: &ToEngine, _into: &mut Vec<u8>) {
    todo!()
}

/// Reads a line to the engine, without its end.
pub fn read_to_engine(_spelling: Spelling, _line: &str) -> Result<ToEngine, BadLine> {
    todo!()
}

/// Appends the line of a message from the engine, with its end.
pub fn write_from_engine(_spelling: Spelling, _message: &FromEngine, _into: &mut Vec<u8>) {
    todo!()
}

/// Reads a line from the engine, without its end.
pub fn read_from_engine(_spelling: Spelling, _line: &str) -> Result<FromEngine, BadLine> {
    todo!()
}
