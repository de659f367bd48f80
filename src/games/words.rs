//! The game's words in the languages of players: texts by key.

/// The languages of [`Word::texts`], by their BCP 47 tags and in its order.
pub const LANGUAGES: [&str; 3] = ["en", "fa", "ru"];

/// A keyed term of a game, with its texts.
#[derive(Debug)]
pub struct Word {
    pub kind: WordKind,
    /// The key; two kinds may use the same one.
    pub key: &'static str,
    /// The text in each of [`LANGUAGES`]. That of a prompt may have placeholders, see
    /// [`Prompt`](super::scene::Prompt).
    pub texts: [&'static str; LANGUAGES.len()],
}

/// The thing that a word names.
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
    /// Its name in English, which is also its key.
    pub name: &'static str,
    /// The key of the colour of its tokens.
    pub colour: &'static str,
    /// 0 if it sees the board in the default orientation, 1 from the opposite end.
    pub half_turns: u8,
}

/// A word, with its texts in the order of [`LANGUAGES`].
pub const fn word(kind: WordKind, key: &'static str, texts: [&'static str; LANGUAGES.len()]) -> Word {
    Word { kind, key, texts }
}

/// A word that is not translated yet: every language shows the English text.
pub const fn english(kind: WordKind, key: &'static str, text: &'static str) -> Word {
    word(kind, key, [text; LANGUAGES.len()])
}

/// A side that sees the board in the default orientation.
pub const fn side(name: &'static str, colour: &'static str) -> Side {
    Side { name, colour, half_turns: 0 }
}

/// A side that sees the board from the opposite end.
pub const fn side_opposite(name: &'static str, colour: &'static str) -> Side {
    Side { name, colour, half_turns: 1 }
}
