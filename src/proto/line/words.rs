//! Words of a line: texts, numbers, flags and lists after a verb.

use std::{io::Write as _, str::FromStr};

/// Why a line is not a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    /// The verb is unknown; readers ignore such a line.
    #[error("unknown verb")]
    UnknownVerb,
    /// The verb is known, but its fields are malformed.
    #[error("at byte {at}: expected {expected}")]
    Unreadable {
        /// Byte offset of the error in the line.
        at: usize,
        expected: String,
    },
}

impl BadLine {
    pub(super) fn unreadable(at: usize, expected: impl Into<String>) -> BadLine {
        BadLine::Unreadable { at, expected: expected.into() }
    }
}

/// Names that introduce a message's fields.
pub struct Keys {
    /// The names, in the order of field numbers.
    pub names: &'static [&'static str],
    /// List fields, one bit each: the name of a list may be repeated, which continues the list.
    pub lists: u64,
}

impl Keys {
    pub const NONE: Keys = Keys { names: &[], lists: 0 };

    /// Returns whether a word is one of the names. Called for every move of every turn, so the
    /// first byte decides most calls.
    fn has(&self, word: &str) -> bool {
        let first = word.as_bytes().first();
        self.names.iter().any(|name| name.as_bytes().first() == first && *name == word)
    }
}

/// A number field.
pub trait Number: FromStr + Copy {
    /// The expected form, for errors.
    const EXPECTED: &'static str;
    /// Returns whether a word has the form of a number; it may still be too large.
    fn is_spelt(word: &str) -> bool;
    /// Appends the number, without `write!` if possible, because every turn has many numbers.
    fn write(self, into: &mut Vec<u8>);
}

/// Writes the words of one message.
pub struct LineWriter<'a> {
    into: &'a mut Vec<u8>,
}

/// Prefix of every key added after version 1 of the protocol.
pub const LATER_KEY: char = '@';

/// Reads the words of one line.
pub struct Words<'a> {
    line: &'a str,
    at: usize,
    /// Keys that were already given, one bit each, except those of lists.
    given: u64,
    strangers: Strangers,
}

/// How to treat an unknown word in place of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strangers {
    Refused,
    PassedOver,
}

impl<'a> LineWriter<'a> {
    /// Creates a writer that continues after a verb.
    pub fn new(into: &'a mut Vec<u8>) -> LineWriter<'a> {
        LineWriter { into }
    }

    /// Writes a text; an empty key is omitted.
    pub fn text(&mut self, key: &str, keys: &Keys, text: &str) {
        self.key(key);
        self.put(text, keys);
    }

    /// Writes a list of texts, unless empty.
    pub fn texts(&mut self, key: &str, keys: &Keys, texts: &[String]) {
        if texts.is_empty() {
            return;
        }
        self.key(key);
        for text in texts {
            self.put(text, keys);
        }
    }

    pub fn number<N: Number>(&mut self, key: &str, number: N) {
        self.key(key);
        self.into.push(b' ');
        number.write(self.into);
    }

    /// Writes a list of numbers, unless empty.
    pub fn numbers<N: Number>(&mut self, key: &str, numbers: &[N]) {
        if numbers.is_empty() {
            return;
        }
        self.key(key);
        for number in numbers {
            self.into.push(b' ');
            number.write(self.into);
        }
    }

    /// Writes a flag if it is true.
    pub fn flag(&mut self, key: &str) {
        self.key(key);
    }

    fn key(&mut self, key: &str) {
        if !key.is_empty() {
            self.into.push(b' ');
            self.into.extend_from_slice(key.as_bytes());
        }
    }

    fn put(&mut self, text: &str, keys: &Keys) {
        self.into.push(b' ');
        match is_plain(text) && !keys.has(text) && !is_later_key(text) {
            true => self.into.extend_from_slice(text.as_bytes()),
            false => self.put_quoted(text),
        }
    }

    fn put_quoted(&mut self, text: &str) {
        self.into.push(b'"');
        for c in text.chars() {
            match c {
                '"' | '\\' => self.into.extend_from_slice(&[b'\\', c as u8]),
                '\n' => self.into.extend_from_slice(b"\\n"),
                '\r' => self.into.extend_from_slice(b"\\r"),
                '\t' => self.into.extend_from_slice(b"\\t"),
                c if ends_line(c) => write!(self.into, "\\u{:04x}", u32::from(c)).expect("a Vec takes all bytes"),
                c => self.into.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        self.into.push(b'"');
    }
}

impl<'a> Words<'a> {
    /// Creates a reader from the first word of a line.
    pub fn new(line: &'a str) -> Words<'a> {
        Words { line, at: 0, given: 0, strangers: Strangers::Refused }
    }

    /// Creates a reader that ignores unknown keys with their values.
    pub fn forgiving(line: &'a str) -> Words<'a> {
        Words { strangers: Strangers::PassedOver, ..Words::new(line) }
    }

    /// Ignores unknown keys with their values from this point on.
    pub fn forgive(&mut self) {
        self.strangers = Strangers::PassedOver;
    }

    /// Takes the next word if it equals `word`. Returns whether it did.
    pub fn is_next(&mut self, word: &str) -> bool {
        let is_next = self.peek() == word;
        if is_next {
            self.at += word.len();
        }
        is_next
    }

    /// Returns the next word, empty at the end.
    pub fn word(&mut self) -> &'a str {
        let word = self.peek();
        self.at += word.len();
        word
    }

    /// Returns the next key as its index in `keys`; `None` at the end of the line. Ignores keys of
    /// later versions with their values.
    pub fn key(&mut self, keys: &Keys) -> Result<Option<usize>, BadLine> {
        loop {
            let word = self.peek();
            if word.is_empty() {
                return Ok(None);
            }
            if let Some(key) = self.key_of(keys, word) {
                self.at += word.len();
                self.given |= (1 << key) & !keys.lists;
                return Ok(Some(key));
            }
            if self.strangers == Strangers::Refused && !is_later_key(word) {
                return Err(BadLine::unreadable(self.at, self.missing_key(keys)));
            }
            self.at += word.len();
            self.pass_over_value(keys)?;
        }
    }

    /// Checks for the end of the line, for messages without keys.
    pub fn end(&mut self) -> Result<(), BadLine> {
        self.key(&Keys::NONE).map(drop)
    }

    /// Skips the value of an unknown key, up to the next key.
    fn pass_over_value(&mut self, keys: &Keys) -> Result<(), BadLine> {
        loop {
            let word = self.peek();
            if word.is_empty() || self.is_key(keys, word) {
                return Ok(());
            }
            let start = self.at;
            // A quoted text may contain keys.
            if word.starts_with('"') && self.quoted().is_ok() {
                continue;
            }
            if word.starts_with('"') && self.strangers == Strangers::Refused {
                return Err(BadLine::unreadable(start, "a text in quotes"));
            }
            self.at = start + word.len();
        }
    }

    /// Returns whether the next word is a value without a key, which belongs to field number 1.
    pub fn before_keys(&mut self, keys: &Keys) -> bool {
        let word = self.peek();
        !word.is_empty() && !self.is_key(keys, word)
    }

    /// Reads a text up to the next key.
    pub fn text(&mut self, keys: &Keys) -> Result<String, BadLine> {
        if self.peek().starts_with('"') {
            return self.quoted();
        }
        let start = self.at;
        let mut end = start;
        loop {
            let word = self.peek();
            if word.is_empty() || self.is_key(keys, word) {
                return Ok(self.line[start..end].to_owned());
            }
            self.at += word.len();
            end = self.at;
        }
    }

    /// Reads a text up to the end of the line.
    pub fn rest(&mut self) -> Result<String, BadLine> {
        if self.peek().starts_with('"') {
            return self.quoted();
        }
        let rest = self.line[self.at..].trim_end_matches(is_space);
        self.at = self.line.len();
        Ok(rest.to_owned())
    }

    /// Reads the rest of the line: unquoted if it is one quoted text, otherwise verbatim.
    pub fn rest_as_it_is(&mut self) -> String {
        self.peek();
        let start = self.at;
        if let Some(text) = self.rest().ok().filter(|_| self.peek().is_empty()) {
            return text;
        }
        self.at = self.line.len();
        self.line[start..].trim_end_matches(is_space).to_owned()
    }

    /// Reads items up to the next key.
    pub fn texts(&mut self, keys: &Keys, into: &mut Vec<String>) -> Result<(), BadLine> {
        loop {
            let word = self.peek();
            if word.starts_with('"') {
                into.push(self.quoted()?);
            } else if word.is_empty() || self.is_key(keys, word) {
                return Ok(());
            } else {
                into.push(word.to_owned());
                self.at += word.len();
            }
        }
    }

    pub fn number<N: Number>(&mut self) -> Result<N, BadLine> {
        let word = self.peek();
        let number = N::is_spelt(word).then(|| word.parse().ok()).flatten();
        let number = number.ok_or_else(|| BadLine::unreadable(self.at, N::EXPECTED))?;
        self.at += word.len();
        Ok(number)
    }

    /// Reads numbers up to the next key.
    pub fn numbers<N: Number>(&mut self, keys: &Keys, into: &mut Vec<N>) -> Result<(), BadLine> {
        loop {
            let word = self.peek();
            let is_stranger = self.strangers == Strangers::PassedOver && !N::is_spelt(word);
            if word.is_empty() || self.is_key(keys, word) || is_stranger {
                return Ok(());
            }
            into.push(self.number()?);
        }
    }

    /// Returns the next word without taking it.
    fn peek(&mut self) -> &'a str {
        let bytes = self.line.as_bytes();
        while self.at < bytes.len() && is_space(char::from(bytes[self.at])) {
            self.at += 1;
        }
        let length = bytes[self.at..].iter().position(|b| is_space(char::from(*b)));
        &self.line[self.at..length.map_or(bytes.len(), |length| self.at + length)]
    }

    /// Returns whether a word ends the previous value.
    fn is_key(&self, keys: &Keys, word: &str) -> bool {
        self.key_of(keys, word).is_some() || is_later_key(word)
    }

    /// Returns the key of a word. A repeated key counts only for a list.
    fn key_of(&self, keys: &Keys, word: &str) -> Option<usize> {
        let key = keys.names.iter().position(|name| *name == word)?;
        (self.given & (1 << key) == 0).then_some(key)
    }

    fn missing_key(&self, keys: &Keys) -> String {
        let left = |(key, _): &(usize, &&str)| self.given & (1 << key) == 0;
        let left: Vec<&str> = keys.names.iter().enumerate().filter(left).map(|(_, name)| *name).collect();
        match left.is_empty() {
            true => "the end of the line".to_owned(),
            false => format!("one of {}, or the end of the line", left.join(", ")),
        }
    }

    /// Reads a quoted text; the next byte is the opening quote.
    fn quoted(&mut self) -> Result<String, BadLine> {
        let start = self.at;
        let mut text = String::new();
        let mut chars = self.line[start..].char_indices().skip(1);
        while let Some((offset, c)) = chars.next() {
            let escaped = match c {
                '"' => {
                    self.at = start + offset + 1;
                    let beyond = self.line[self.at..].chars().next();
                    return match beyond.is_none_or(is_space) {
                        true => Ok(text),
                        false => Err(BadLine::unreadable(self.at, "a space after the closing quote")),
                    };
                }
                '\\' => chars.next().map(|(_, c)| c),
                c => {
                    text.push(c);
                    continue;
                }
            };
            match escaped {
                Some(c @ ('"' | '\\')) => text.push(c),
                Some('n') => text.push('\n'),
                Some('r') => text.push('\r'),
                Some('t') => text.push('\t'),
                Some('u') => {
                    let digits: String = chars.by_ref().take(4).map(|(_, c)| c).collect();
                    let number = u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4);
                    let Some(c) = number.and_then(char::from_u32) else {
                        return Err(BadLine::unreadable(
                            start + offset,
                            "`\\u` and four hexadecimal digits of a character",
                        ));
                    };
                    text.push(c);
                }
                Some(other) => text.extend(['\\', other]),
                None => break,
            }
        }
        Err(BadLine::unreadable(self.line.len(), "a closing quote"))
    }
}

macro_rules! whole_numbers {
    ($($number:ty: $expected:literal),*) => {$(
        impl Number for $number {
            const EXPECTED: &'static str = $expected;
            fn is_spelt(word: &str) -> bool {
                word.strip_prefix('-').unwrap_or(word).bytes().all(|b| b.is_ascii_digit())
            }
            fn write(self, into: &mut Vec<u8>) {
                into.extend_from_slice(itoa::Buffer::new().format(self).as_bytes());
            }
        }
    )*};
}

whole_numbers! {
    u32: "a whole number from 0 to 4294967295",
    u64: "a whole number from 0 to 18446744073709551615",
    i32: "a whole number of 32 bits",
    i64: "a whole number of 64 bits"
}

impl Number for f64 {
    const EXPECTED: &'static str = "a decimal number";
    fn is_spelt(word: &str) -> bool {
        matches!(word, "inf" | "-inf" | "NaN") || word.bytes().all(|b| b.is_ascii_digit() || b"-.eE".contains(&b))
    }
    fn write(self, into: &mut Vec<u8>) {
        let whole = self as i64;
        match whole as f64 == self && whole != 0 {
            true => whole.write(into),
            // `write!` also keeps the sign of a zero.
            false => write!(into, "{self}").expect("a Vec takes all bytes"),
        }
    }
}

/// Returns whether some reader of lines might take a character for a line end, or fail on it.
pub(super) fn ends_line(c: char) -> bool {
    c.is_control() || c == '\u{2028}' || c == '\u{2029}'
}

/// Returns whether a word is a key of a later protocol version. Such keys begin with `@`, so older
/// readers recognise the end of the preceding value. A text that begins with `@` is quoted.
fn is_later_key(word: &str) -> bool {
    word.starts_with(LATER_KEY)
}

/// Whether an ASCII byte needs no quotes, neither in this protocol nor in a shell.
const PLAIN: [bool; 128] = {
    let mut plain = [false; 128];
    let mut byte = b'!';
    while byte <= b'~' {
        plain[byte as usize] = !matches!(byte, b'"' | b'\'' | b'\\');
        byte += 1;
    }
    plain
};

/// Returns whether a word needs no quotes.
fn is_plain(word: &str) -> bool {
    let fits = |c: char| PLAIN.get(c as usize).copied().unwrap_or_else(|| !c.is_whitespace() && !ends_line(c));
    !word.is_empty() && (word.bytes().all(|byte| PLAIN.get(usize::from(byte)) == Some(&true)) || word.chars().all(fits))
}

fn is_space(c: char) -> bool {
    c == ' ' || c == '\t'
}
