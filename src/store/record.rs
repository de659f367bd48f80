//! The record of a match: its events in order as canonical JSON, one per line, and a seal.

use std::io::{self, BufRead, Read as _};

use referee_ids::MatchId;
use referee_law::{Event, Fact};

use super::{
    codec,
    limits::BrokenEvent,
    seal::{BadSeal, BrokenSeal, Chain, Origin, PublicKey, Seal, Sealed, Signer, check},
};

/// Maximum line length in bytes, without its end.
pub const MAX_LINE: usize = 1024 * 1024;
/// Maximum events of a record.
pub const MAX_EVENTS: usize = 1_000_000;

/// Start of the line of a seal.
const SEAL_START: &str = "{\"seal";

/// An invalid record.
#[derive(Debug, thiserror::Error)]
pub enum BadRecord {
    /// A line is not an event.
    #[error("line {line}: {event}")]
    Line {
        /// Line number, from 1.
        line: usize,
        event: BrokenEvent,
    },
    /// A line looks like a seal but is not one.
    #[error("line {line}: {seal}")]
    Seal {
        /// Line number, from 1.
        line: usize,
        seal: BrokenSeal,
    },
    /// A seal without events.
    #[error("line {line}: a seal without events before it")]
    LoneSeal {
        /// Line number, from 1.
        line: usize,
    },
    /// A line is longer than [`MAX_LINE`].
    #[error("line {line} is longer than {MAX_LINE} bytes")]
    LineTooLong {
        /// Line number, from 1.
        line: usize,
    },
    /// More than [`MAX_EVENTS`] events.
    #[error("more than {MAX_EVENTS} events in one record")]
    TooManyEvents,
    /// The file could not be opened.
    #[error("{cause}")]
    Unopened { cause: io::Error },
    #[error("no event")]
    Empty,
    /// Reading failed, or the text is not UTF-8.
    #[error("line {line}: failed to read: {cause}")]
    Unreadable {
        /// Line number, from 1.
        line: usize,
        cause: io::Error,
    },
}

/// The record of one match.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Events, each valid on its own; [`referee_law::verify`] checks them together.
    pub events: Vec<Event>,
    /// Hash chain over the lines.
    chain: Chain,
    seal: Option<Seal>,
}

impl Record {
    /// Returns whether the record is complete: it has a seal, or the match is over.
    fn is_whole(&self) -> bool {
        self.seal.is_some() || self.events.last().is_some_and(|event| matches!(event.fact, Fact::MatchEnded(_)))
    }

    /// Checks that the events match the seal, and returns the signer. With a `key`, accepts only a
    /// signature by this key.
    pub fn check_seal(&self, key: Option<&PublicKey>) -> Result<Origin, BadSeal> {
        // A match without an opening cannot be signed; `verify` reports that with the place.
        let no_match = MatchId::parse("unknown").expect("it is an id");
        let of = Sealed::Match(match_of(&self.events).unwrap_or(&no_match));
        check(of, &self.chain, self.seal.as_ref(), key)
    }
}

/// Returns the match id in the first event.
fn match_of(events: &[Event]) -> Option<&MatchId> {
    match &events.first()?.fact {
        Fact::MatchOpened(opened) => Some(&opened.match_id),
        _ => None,
    }
}

/// Writes the lines of these events, each with a line break.
pub fn write(events: &[Event]) -> String {
    let mut text = String::new();
    for event in events {
        text.push_str(&codec::to_json(event));
        text.push('\n');
    }
    text
}

/// Writes the complete record of a match, with its seal. Only an imported match may be unfinished.
pub fn write_sealed(events: &[Event], signer: Option<&Signer>) -> String {
    let mut text = write(events);
    if let Some(match_id) = match_of(events) {
        let mut chain = Chain::default();
        text.lines().for_each(|line| chain.add(line));
        text.push_str(&chain.seal(Sealed::Match(match_id), signer).line());
        text.push('\n');
    }
    text
}

/// Reads the events of a record, without checking its seal.
pub fn read(text: &str) -> Result<Vec<Event>, BadRecord> {
    Ok(read_stream(text.as_bytes())?.into_iter().flat_map(|record| record.events).collect())
}

/// Reads the records of a file or pipe in sequence: each starts with an opening and may end with a
/// seal.
pub fn read_stream(source: impl BufRead) -> Result<Vec<Record>, BadRecord> {
    Records::new(source).map(|record| record.map_err(|broken| broken.cause)).collect()
}

/// An unreadable record.
#[derive(Debug)]
pub struct Broken {
    pub cause: BadRecord,
    /// Whether the file ends in the middle of the line, as after a full disk or a power failure.
    pub is_torn: bool,
}

/// The complete records of a file or pipe in order, up to the first unreadable one. Keeps one
/// record in memory. Skips empty lines.
pub struct Records<R> {
    source: R,
    /// Number of the current line, from 1.
    line: usize,
    bytes: Vec<u8>,
    /// The record that is being read.
    open: Option<Record>,
    /// The fault that ends the reading. It is returned after the last complete record.
    broken: Option<Broken>,
    has_found: bool,
    is_over: bool,
}

impl<R: BufRead> Records<R> {
    /// Returns the records of this source.
    pub fn new(source: R) -> Records<R> {
        Records { source, line: 0, bytes: Vec::new(), open: None, broken: None, has_found: false, is_over: false }
    }

    /// Reads a line, and stores the record that it completes in `whole`. Returns `Ok(true)` at the
    /// end of the source.
    fn step(&mut self, whole: &mut Option<Record>) -> Result<bool, Broken> {
        self.line += 1;
        let line = self.line;
        self.bytes.clear();
        let mut is_torn = false;
        let added = match self.source.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut self.bytes) {
            Ok(0) => return Ok(true),
            Ok(_) if self.bytes.len() > MAX_LINE && !self.bytes.ends_with(b"\n") => {
                Err(BadRecord::LineTooLong { line })
            }
            Ok(_) => {
                is_torn = !self.bytes.ends_with(b"\n");
                let text = std::str::from_utf8(&self.bytes);
                let text = text.map_err(|bad| io::Error::new(io::ErrorKind::InvalidData, bad));
                text.map_err(|cause| BadRecord::Unreadable { line, cause })
                    .and_then(|text| add(&mut self.open, line, text.trim()))
            }
            Err(cause) => Err(BadRecord::Unreadable { line, cause }),
        };
        match added {
            Ok(ended) => {
                *whole = ended;
                Ok(false)
            }
            Err(cause) => {
                let is_torn = is_torn && !matches!(cause, BadRecord::TooManyEvents | BadRecord::LoneSeal { .. });
                // The last line may be a seal that was cut off anywhere. Then the record is
                // incomplete too.
                let start = String::from_utf8_lossy(&self.bytes);
                let is_seal = start.starts_with(SEAL_START) || SEAL_START.starts_with(&*start);
                let open = self.open.take();
                *whole = open.filter(|record| record.is_whole() && (!is_seal || record.seal.is_some()));
                Err(Broken { cause, is_torn })
            }
        }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, Broken>;

    fn next(&mut self) -> Option<Result<Record, Broken>> {
        let mut whole = None;
        while whole.is_none() && !self.is_over {
            match self.step(&mut whole) {
                Ok(false) => {}
                Ok(true) => {
                    self.is_over = true;
                    whole = self.open.take();
                    let is_empty = whole.is_none() && !self.has_found;
                    self.broken = is_empty.then_some(Broken { cause: BadRecord::Empty, is_torn: false });
                }
                Err(broken) => {
                    self.is_over = true;
                    self.broken = Some(broken);
                }
            }
        }
        self.has_found |= whole.is_some();
        whole.map(Ok).or_else(|| self.broken.take().map(Err))
    }
}

/// Adds a line to the current record. If the line starts another record, returns the previous one.
fn add(open: &mut Option<Record>, line: usize, text: &str) -> Result<Option<Record>, BadRecord> {
    if text.is_empty() {
        return Ok(None);
    }
    if let Some(seal) = Seal::of_line(text) {
        let seal = seal.map_err(|seal| BadRecord::Seal { line, seal })?;
        let unsealed = open.as_mut().filter(|record| record.seal.is_none());
        unsealed.ok_or(BadRecord::LoneSeal { line })?.seal = Some(seal);
        return Ok(None);
    }
    let event = codec::of_json(text).map_err(|event| BadRecord::Line { line, event })?;
    let begins = matches!(event.fact, Fact::MatchOpened(_));
    let ended = open.take_if(|record| begins || record.seal.is_some());
    let record = open.get_or_insert_default();
    if record.events.len() == MAX_EVENTS {
        return Err(BadRecord::TooManyEvents);
    }
    record.events.push(event);
    record.chain.add(text);
    Ok(ended)
}
