//! The last lines of an output.

use std::collections::VecDeque;

/// How many lines are kept.
pub const MAX_TAIL_LINES: usize = 20;
/// How much of each line is kept, in bytes.
pub const MAX_TAIL_LINE: usize = 200;

/// The last lines of an output, each cut.
#[derive(Debug, Default)]
pub struct Tail {
    lines: VecDeque<Vec<u8>>,
    /// Whether the last line has not ended yet.
    open: bool,
}

impl Tail {
    /// Adds a whole line, in the place of one that had not ended.
    pub fn push(&mut self, line: &[u8]) {
        self.push_open(line);
        self.open = false;
    }

    /// Adds what has come of a line, in the place of what had come of it before.
    pub fn push_open(&mut self, line: &[u8]) {
        match self.lines.back_mut().filter(|_| self.open) {
            Some(before) => before.clear(),
            None => self.begin(),
        }
        self.extend(line);
        self.open = true;
    }

    /// Adds bytes that may have any number of line ends in them.
    pub fn feed(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|b| *b == b'\n') {
            if !self.open {
                self.begin();
            }
            self.open = piece.last() != Some(&b'\n');
            self.extend(piece.strip_suffix(b"\n").unwrap_or(piece));
        }
    }

    /// The lines, oldest first, without their ends. Control characters are shown as `?`, and `...` follows where one was
    /// cut.
    pub fn lines(&self) -> Vec<String> {
        self.lines.iter().map(|line| shown(line)).collect()
    }

    fn begin(&mut self) {
        let mut line = match self.lines.len() {
            MAX_TAIL_LINES => self.lines.pop_front().unwrap_or_default(),
            _ => Vec::new(),
        };
        line.clear();
        self.lines.push_back(line);
    }

    /// One byte more than is kept tells a line that was cut.
    fn extend(&mut self, piece: &[u8]) {
        if let Some(line) = self.lines.back_mut() {
            let most = MAX_TAIL_LINE + 1 - line.len();
            line.extend_from_slice(&piece[..piece.len().min(most)]);
        }
    }
}

fn shown(line: &[u8]) -> String {
    let kept = String::from_utf8_lossy(&line[..line.len().min(MAX_TAIL_LINE)]);
    let plain = kept.trim_end_matches('\r').chars().map(|c| if c.is_control() && c != '\t' { '?' } else { c });
    plain.chain(if line.len() > MAX_TAIL_LINE { "..." } else { "" }.chars()).collect()
}
