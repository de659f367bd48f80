//! What came from a child and was not yet read as lines. Its size is bounded by the longest line.

use std::ops::{Index, Range};

use super::line::MAX_LINE;

/// How much room there is at first; a longer line makes more.
const FIRST_ROOM: usize = 8 * 1024;
/// What there is room for beside the longest line: its end, and one byte by which a longer one is known.
const MORE_ROOM: usize = 3;

/// Bytes that are taken line by line.
pub struct Lines {
    bytes: Vec<u8>,
    /// The first byte that was not yet taken.
    start: usize,
    /// No end of line stands between `start` and here.
    scanned: usize,
    /// Where the bytes that came end.
    end: usize,
    /// How long a line may be, in bytes.
    longest: usize,
}

impl Lines {
    /// No lines yet; each may have [`MAX_LINE`] bytes.
    pub fn new() -> Lines {
        Lines::up_to(MAX_LINE)
    }

    /// No lines yet; each may have `longest` bytes, at least 8 KiB.
    pub fn up_to(longest: usize) -> Lines {
        let longest = longest.max(FIRST_ROOM);
        Lines { bytes: vec![0; FIRST_ROOM], start: 0, scanned: 0, end: 0, longest }
    }

    /// Takes the next whole line, without its end, `\n` or `\r\n`. It stays where it is until [`Lines::room`] is called.
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

    /// Whether the line that has begun is too long already.
    pub fn is_overlong(&self) -> bool {
        self.end - self.start > self.longest + 1
    }

    /// Forgets what has come of the line that has begun. What is still to come of it will look like a line.
    pub fn forget_open_line(&mut self) {
        self.start = self.end;
        self.scanned = self.end;
    }

    /// What has come of the line that has begun.
    pub fn open_line(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Room for more bytes; never empty unless the line is overlong. Call [`Lines::filled`] with how much was used.
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

    /// Notes that the first `count` bytes of the room were filled.
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
