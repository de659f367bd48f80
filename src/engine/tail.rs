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
    /// Adds a whole line.
    pub fn push(&mut self, line: &[u8]) {
        self.begin();
        self.extend(line);
        self.open = false;
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

    /// The lines, oldest first, each after `prefix`. Control characters are shown as `?`.
    pub fn text(&self, prefix: &str) -> String {
        let mut text = String::new();
        for line in &self.lines {
            text.push_str(prefix);
            let cut = line.len() > MAX_TAIL_LINE;
            let kept = String::from_utf8_lossy(&line[..line.len().min(MAX_TAIL_LINE)]);
            text.extend(kept.trim_end_matches('\r').chars().map(|c| if c.is_control() && c != '\t' { '?' } else { c }));
            text.push_str(if cut { "...\n" } else { "\n" });
        }
        text
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
