//! Messages with verbs, and how they are spelt.

use super::words::{BadLine, Keys, LineWriter, Words};

/// How messages are spelt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Spelling {
    /// A verb and its fields, as in UCI; JSON if the engine introduces itself in JSON
    #[default]
    Words,
    /// Canonical proto3 JSON
    Json,
}

/// A message with its own verb.
pub trait Verb: Default + serde::Serialize {
    /// First word of the line.
    const VERB: &'static str;
    /// Names that introduce the message's fields.
    const KEYS: Keys;
    /// Appends the message's fields as words.
    fn write_fields(&self, line: &mut LineWriter<'_>);
    /// Reads the message's fields from the text after the verb.
    fn read_fields(words: &mut Words<'_>) -> Result<Self, BadLine>;
}

/// All lines of one direction.
pub(super) trait Direction: Sized + serde::Serialize + serde::de::DeserializeOwned {
    /// Full name of the message in the proto.
    const NAME: &'static str;
    const VERBS: &'static [&'static str];
    fn write(&self, spelling: Spelling, into: &mut Vec<u8>);
    fn is_empty(&self) -> bool;
    fn read_words(verb: &str, words: &mut Words<'_>) -> Result<Self, BadLine>;
}
