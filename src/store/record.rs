//! The record of a match: its events as canonical JSON, one a line, the first event first.

use std::io::{self, BufRead, Read as _};

use super::{codec, limits::BrokenEvent};
use crate::referee::Event;

/// The longest line, in bytes without its end.
pub const MAX_LINE: usize = 1024 * 1024;
/// The most events of one record.
pub const MAX_EVENTS: usize = 1_000_000;

/// A text that is not a record.
#[derive(Debug, thiserror::Error)]
pub enum BadRecord {
    /// A line is not an event.
    #[error("line {line}: {event}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        event: BrokenEvent,
    },
    /// A line is longer than [`MAX_LINE`].
    #[error("line {line} is longer than {MAX_LINE} bytes")]
    LineTooLong {
        /// Which, from 1.
        line: usize,
    },
    /// There are more events than [`MAX_EVENTS`].
    #[error("there are more than {MAX_EVENTS} events")]
    TooManyEvents,
    /// There is no event at all.
    #[error("there is no event")]
    Empty,
    /// It could not be read, or is not UTF-8.
    #[error("line {line}: failed to read: {cause}")]
    Unreadable {
        /// Which, from 1.
        line: usize,
        /// Why.
        cause: io::Error,
    },
}

/// The record of these events; every line ends with a line break.
pub fn write(events: &[Event]) -> String {
    let mut text = String::new();
    for event in events {
        text.push_str(&codec::to_json(event));
        text.push('\n');
    }
    text
}

/// The events of a record. Each is checked alone; whether they are a match's is for [`crate::referee::verify`].
pub fn read(text: &str) -> Result<Vec<Event>, BadRecord> {
    read_stream(text.as_bytes())
}

/// Like [`read`], from a file or a pipe, no more than a line at a time. Empty lines are skipped.
pub fn read_stream(mut source: impl BufRead) -> Result<Vec<Event>, BadRecord> {
    let mut events = Vec::new();
    let mut text = String::new();
    for line in 1.. {
        text.clear();
        let most = MAX_LINE as u64 + 1;
        let unreadable = |cause| BadRecord::Unreadable { line, cause };
        if source.by_ref().take(most).read_line(&mut text).map_err(unreadable)? == 0 {
            break;
        }
        if text.len() > MAX_LINE && !text.ends_with('\n') {
            return Err(BadRecord::LineTooLong { line });
        }
        if text.trim().is_empty() {
            continue;
        }
        if events.len() == MAX_EVENTS {
            return Err(BadRecord::TooManyEvents);
        }
        events.push(codec::of_json(text.trim()).map_err(|event| BadRecord::Line { line, event })?);
    }
    if events.is_empty() { Err(BadRecord::Empty) } else { Ok(events) }
}
