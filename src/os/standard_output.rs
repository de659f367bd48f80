//! Standard output and standard error, as commands print to them.
//!
//! All output to a terminal goes through [`Door`], so that text from a server or an engine cannot
//! control the terminal. A non-printing character becomes its escape in JSON, `\\u001b`, so that
//! values in JSON stay the same. An error of standard output names it, because a pipe to an engine,
//! a file or a connection fails with the same kinds of error.

use std::{
    borrow::Cow,
    io::{self, ErrorKind, IsTerminal, Write},
};

use referee_ids::is_printing;

/// Standard output or standard error, written to as text.
#[derive(Debug)]
pub struct Door<W> {
    stream: W,
    /// Whether bytes are written unchanged.
    is_verbatim: bool,
}

pub type StandardOutput = Door<io::Stdout>;

pub fn standard_output() -> StandardOutput {
    Door { stream: io::stdout(), is_verbatim: false }
}

pub fn standard_error() -> Door<io::Stderr> {
    Door { stream: io::stderr(), is_verbatim: false }
}

impl StandardOutput {
    /// Returns whether standard output is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.stream.is_terminal()
    }

    /// Writes bytes unchanged unless they go to a terminal: for records, scripts and protocol
    /// lines.
    pub fn verbatim(self) -> StandardOutput {
        Door { is_verbatim: !self.is_terminal(), ..self }
    }
}

impl<W: Write> Write for Door<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    /// Writes all bytes in one piece: no other thread can write between them.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let text = if self.is_verbatim { Cow::Borrowed(bytes) } else { harmless(bytes) };
        self.stream.write_all(&text).map_err(marked)
    }

    fn write_fmt(&mut self, arguments: std::fmt::Arguments<'_>) -> io::Result<()> {
        match arguments.as_str() {
            Some(text) => self.write_all(text.as_bytes()),
            None => self.write_all(arguments.to_string().as_bytes()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush().map_err(marked)
    }
}

/// Returns the text with escapes for non-printing characters; lines and tabs stay. Invalid UTF-8
/// becomes `?`.
fn harmless(bytes: &[u8]) -> Cow<'_, [u8]> {
    let prints = |byte: &u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
    if bytes.iter().all(prints) {
        return Cow::Borrowed(bytes);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_printing(c) || matches!(c, '\n' | '\t') {
                text.push(c);
            } else {
                let mut units = [0; 2];
                c.encode_utf16(&mut units).iter().for_each(|unit| text.push_str(&format!("\\u{unit:04x}")));
            }
        }
        if !chunk.invalid().is_empty() {
            text.push('?');
        }
    }
    Cow::Owned(text.into_bytes())
}

/// Returns the error with a text that names standard output. An interrupted write stays as it is,
/// because callers retry it and never print it.
fn marked(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::Interrupted => error,
        ErrorKind::BrokenPipe => io::Error::new(ErrorKind::BrokenPipe, "standard output was closed"),
        kind => io::Error::new(kind, format!("failed to write to standard output: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal_and_json_keeps_its_values() {
        let mut door = Door { stream: Vec::new(), is_verbatim: false };
        let hostile = "\u{9b}2J\u{202e}x\u{e0041}\r";
        writeln!(door, "server=\x1b]0;owned\x07 {hostile} Движок\t1").unwrap();
        let said = String::from_utf8(door.stream).unwrap();
        assert!(said.chars().all(|c| is_printing(c) || matches!(c, '\n' | '\t')), "{said:?}");
        assert!(said.contains("server=\\u001b]0;owned\\u0007 ") && said.ends_with(" Движок\t1\n"), "{said:?}");
        let json = serde_json::json!({ "name": hostile }).to_string();
        let shown: serde_json::Value = serde_json::from_slice(&harmless(json.as_bytes())).unwrap();
        assert_eq!(shown["name"], hostile);
        let mut verbatim = Door { stream: Vec::new(), is_verbatim: true };
        verbatim.write_all(hostile.as_bytes()).unwrap();
        assert_eq!(verbatim.stream, hostile.as_bytes());
    }
}
