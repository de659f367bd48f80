//! Reads lines of limited length from any stream.

use std::io::{self, BufRead, BufReader, Read};

use referee_law::{Reason, Refusal};

/// Maximum line length in bytes.
pub const MAX_LINE: usize = 1024 * 1024;

/// The non-blank lines of a stream, in order.
pub struct Lines<R> {
    source: BufReader<R>,
}

impl<R: Read> Lines<R> {
    /// Reads lines from `source`.
    pub fn new(source: R) -> Lines<R> {
        Lines { source: BufReader::new(source) }
    }

    /// Returns the next line, or an error about that line; `None` at the end.
    pub fn next_line(&mut self) -> io::Result<Option<Result<String, Refusal>>> {
        loop {
            let mut line = Vec::new();
            if self.source.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            if line.len() > MAX_LINE {
                self.skip_line(line.ends_with(b"\n"))?;
                let expected = format!("at most {MAX_LINE} bytes");
                return Ok(Some(Err(Refusal::of_field(Reason::Limit, "line", "", expected))));
            }
            if !line.trim_ascii().is_empty() {
                let bad = || Refusal::new(Reason::BadField, "the line is not UTF-8");
                return Ok(Some(String::from_utf8(line).map_err(|_| bad())));
            }
        }
    }

    /// Returns whether more data has already arrived.
    pub fn has_more(&self) -> bool {
        !self.source.buffer().is_empty()
    }

    fn skip_line(&mut self, ended: bool) -> io::Result<()> {
        if !ended {
            self.source.skip_until(b'\n')?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_or_no_text_ends_nothing() {
        let mut text = vec![b'x'; MAX_LINE + 1];
        text.extend(b"\n\n  \n\xff\nlast");
        let mut lines = Lines::new(text.as_slice());
        let mut next = || lines.next_line().expect("memory can be read");
        assert_eq!(next().map(|line| line.map_err(|r| r.reason)), Some(Err(Reason::Limit)));
        assert_eq!(next().map(|line| line.map_err(|r| r.reason)), Some(Err(Reason::BadField)));
        assert_eq!(next(), Some(Ok("last".to_owned())));
        assert_eq!(next(), None);
    }
}
