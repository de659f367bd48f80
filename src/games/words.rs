//! The game's words in the languages of players: texts by key.

/// The languages of [`Word::texts`] in their order, by BCP 47 tags.
pub const LANGUAGES: [&str; 3] = ["en", "fa", "ru"];

/// A keyed term of a game, with its texts.
#[derive(Debug)]
pub struct Word {
    pub kind: WordKind,
    /// The key; different kinds may use the same key.
    pub key: &'static str,
    /// The text in each of [`LANGUAGES`]. The text of a prompt may have placeholders, see
    /// [`Prompt`](super::scene::Prompt).
    pub texts: [&'static str; LANGUAGES.len()],
}

/// The kind of object that a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WordKind {
    /// The game itself, by its id.
    Game,
    /// A side, by its name.
    Side,
    Token,
    /// A colour of a side, a space or a token.
    Colour,
    Counter,
    Highlight,
    Prompt,
    /// A move that no space identifies.
    Choice,
    Cause,
    /// An option, by its name.
    Option,
    /// A value of an option that is a word: `length=single`.
    Value,
    /// Marks on a token.
    Mark,
}

/// The identity of a seat's players.
#[derive(Debug)]
pub struct Side {
    /// The name of the side in English, which is also its key.
    pub name: &'static str,
    /// The key of the colour of the side's tokens.
    pub colour: &'static str,
    /// 0 if the side sees the board in the default orientation, 1 if from the opposite end.
    pub half_turns: u8,
}

/// Creates a word, with its texts in the order of [`LANGUAGES`].
pub const fn word(kind: WordKind, key: &'static str, texts: [&'static str; LANGUAGES.len()]) -> Word {
    Word { kind, key, texts }
}

/// Creates a word without translations: every language shows the English text.
pub const fn english(kind: WordKind, key: &'static str, text: &'static str) -> Word {
    word(kind, key, [text; LANGUAGES.len()])
}

/// Creates a side that sees the board in the default orientation.
pub const fn side(name: &'static str, colour: &'static str) -> Side {
    Side { name, colour, half_turns: 0 }
}

/// Creates a side that sees the board from the opposite end.
pub const fn side_opposite(name: &'static str, colour: &'static str) -> Side {
    Side { name, colour, half_turns: 1 }
}
