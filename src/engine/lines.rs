//! A buffer of received bytes that are not yet taken as lines. The maximum line length bounds its
//! size.

use std::ops::{Index, Range};

use referee_proto::line::MAX_LINE;

/// Initial capacity in bytes; a longer line makes the buffer grow.
const FIRST_ROOM: usize = 8 * 1024;
/// Capacity besides the longest line: the line end, and one byte to detect a line that is too long.
const MORE_ROOM: usize = 3;

/// A buffer whose bytes are taken line by line.
pub struct Lines {
    bytes: Vec<u8>,
    /// Index of the first byte not taken yet.
    start: usize,
    /// Index up to which no line end was found after `start`.
    scanned: usize,
    /// Index of the end of the received bytes.
    end: usize,
    /// Maximum line length in bytes.
    longest: usize,
}

impl Lines {
    /// Creates an empty buffer for lines of [`MAX_LINE`] bytes.
    pub fn new() -> Lines {
        Lines::up_to(MAX_LINE)
    }

    /// Creates an empty buffer for lines of `longest` bytes, at least 8 KiB.
    pub fn up_to(longest: usize) -> Lines {
        let longest = longest.max(FIRST_ROOM);
        Lines { bytes: vec![0; FIRST_ROOM], start: 0, scanned: 0, end: 0, longest }
    }

    /// Takes the next complete line, without its `\n` or `\r\n`. The line stays in the buffer until
    /// [`Lines::room`] is called.
    pub fn next_line(&mut self) -> Option<Range<usize>> {
        let found = self.bytes[self.scanned..self.end].iter().position(|b| *b == b'\n');
        let Some(length) = found else {
            self.scanned = self.end;
            return None;
        };
        let newline = self.scanned + length;
        let line = self.start..newline;
        self.start = newline + 1;
        self.scanned = self.start;
        let has_return = self.bytes[line.clone()].last() == Some(&b'\r');
        Some(line.start..line.end - usize::from(has_return))
    }

    /// Returns whether the current line is already too long.
    pub fn is_overlong(&self) -> bool {
        self.end - self.start > self.longest + 1
    }

    /// Drops the received part of the current line. The rest, when it comes, will look like a line.
    pub fn forget_open_line(&mut self) {
        self.start = self.end;
        self.scanned = self.end;
    }

    /// Returns the received part of the current line.
    pub fn open_line(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Returns the room for more bytes, which is empty only if the current line is too long. Call
    /// [`Lines::filled`] with the number of bytes used.
    pub fn room(&mut self) -> &mut [u8] {
        if self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.scanned -= self.start;
            self.start = 0;
        }
        let most = self.longest + MORE_ROOM;
        if self.end == self.bytes.len() && self.end < most {
            self.bytes.resize((self.end * 2).min(most), 0);
        }
        &mut self.bytes[self.end..]
    }

    /// Records that `count` bytes of the room were filled.
    pub fn filled(&mut self, count: usize) {
        self.end += count;
    }
}

impl Default for Lines {
    fn default() -> Lines {
        Lines::new()
    }
}

impl Index<Range<usize>> for Lines {
    type Output = [u8];

    fn index(&self, line: Range<usize>) -> &[u8] {
        &self.bytes[line]
    }
}
