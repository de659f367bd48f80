//! The record of a ladder: its public events as JSON, one per line, and a seal. Lines may be read
//! in any order.

use std::{
    collections::BTreeMap,
    io::{self, BufRead, Read as _},
};

use referee_contests::ladder::LadderEvent;
use referee_proto::{
    json::{self, BadJson},
    v1,
};

use super::{
    codec::contest::{read_shown, signed},
    limits::BrokenEvent,
    seal::{BadSeal, BrokenSeal, Chain, Origin, PublicKey, Seal, Sealed, Signer, check},
};

/// Maximum line length in bytes, without its end.
pub const MAX_LINE: usize = 4 << 20;
/// Maximum bytes of lines that wait for an earlier event.
pub const MAX_WAITING_BYTES: usize = 1 << 30;

/// An invalid record of a ladder.
#[derive(Debug, thiserror::Error)]
pub enum BadLadderRecord {
    /// A line is not an event.
    #[error("line {line}: not an event of a ladder: {cause}")]
    NoEvent {
        /// Line number, from 1.
        line: u64,
        cause: BadJson,
    },
    /// A line is an invalid event.
    #[error("line {line}: not an event of a ladder: {event}")]
    Broken {
        /// Line number, from 1.
        line: u64,
        event: BrokenEvent,
    },
    /// A line looks like a seal but is not one.
    #[error("line {line}: {seal}")]
    Seal {
        /// Line number, from 1.
        line: u64,
        seal: BrokenSeal,
    },
    /// There is a second seal.
    #[error("line {line}: a second seal, expected one")]
    TwoSeals {
        /// Line number, from 1.
        line: u64,
    },
    /// A line is longer than [`MAX_LINE`].
    #[error("line {line} is longer than {MAX_LINE} bytes")]
    LineTooLong {
        /// Line number, from 1.
        line: u64,
    },
    /// A duplicate event.
    #[error("line {line}: duplicate number {seq}, expected each number once, from 1")]
    Twice {
        /// Line number, from 1.
        line: u64,
        seq: u64,
    },
    /// A missing event.
    #[error("event {seq} is missing before event {next}")]
    Missing { seq: u64, next: u64 },
    /// The lines before an earlier event exceed [`MAX_WAITING_BYTES`].
    #[error("event {seq} comes after more than {MAX_WAITING_BYTES} bytes of later events: sort the lines first")]
    TooMuchWaits { seq: u64 },
    #[error("no event of a ladder")]
    Empty,
    /// Reading failed, or the text is not UTF-8.
    #[error("line {line}: failed to read: {cause}")]
    Unreadable {
        /// Line number, from 1.
        line: u64,
        cause: io::Error,
    },
}

/// Writes the record of a ladder: its events in order, one per line, then the seal.
#[derive(Debug)]
pub struct LadderRecordLines {
    chain: Chain,
}

impl Default for LadderRecordLines {
    fn default() -> LadderRecordLines {
        LadderRecordLines { chain: Chain::of_ladder() }
    }
}

impl LadderRecordLines {
    /// Returns the line of the next event in its public form, without a line break.
    pub fn line(&mut self, event: &LadderEvent) -> String {
        let line = serde_json::to_string(&signed(event)).expect("texts and numbers have a JSON form");
        self.chain.add(&line);
        line
    }

    /// Returns the seal as the last line, signed if there is a signer.
    pub fn seal(&self, ladder: &str, signer: Option<&Signer>) -> String {
        self.chain.seal(Sealed::Ladder(ladder), signer).line()
    }
}

/// A record of a ladder that is read line by line. Consecutive events are kept only as a hash.
#[derive(Debug)]
pub struct LadderRecord {
    chain: Chain,
    seal: Option<Seal>,
    lines: u64,
    /// Events that came before an earlier event, by number.
    waiting: BTreeMap<u64, String>,
    waiting_bytes: usize,
}

impl Default for LadderRecord {
    fn default() -> LadderRecord {
        let (seal, waiting) = (None, BTreeMap::new());
        LadderRecord { chain: Chain::of_ladder(), seal, lines: 0, waiting, waiting_bytes: 0 }
    }
}

impl LadderRecord {
    /// Reads a file or pipe; calls `each` for every event, in order.
    pub fn read(mut source: impl BufRead, mut each: impl FnMut(&LadderEvent)) -> Result<LadderRecord, BadLadderRecord> {
        let (mut record, mut text) = (LadderRecord::default(), String::new());
        loop {
            text.clear();
            let line = record.lines + 1;
            let unreadable = |cause| BadLadderRecord::Unreadable { line, cause };
            if source.by_ref().take(MAX_LINE as u64 + 1).read_line(&mut text).map_err(unreadable)? == 0 {
                record.end()?;
                return Ok(record);
            }
            record.take(&text, &mut each)?;
        }
    }

    /// Reads the next line, which may be empty. Calls `each` for every event whose predecessors are
    /// now complete.
    pub fn take(&mut self, line: &str, each: &mut impl FnMut(&LadderEvent)) -> Result<(), BadLadderRecord> {
        self.lines += 1;
        let number = self.lines;
        if line.len() > MAX_LINE && !line.ends_with('\n') {
            return Err(BadLadderRecord::LineTooLong { line: number });
        }
        let line = line.trim();
        if line.is_empty() {
            return Ok(());
        }
        if let Some(seal) = Seal::of_line(line) {
            let seal = seal.map_err(|seal| BadLadderRecord::Seal { line: number, seal })?;
            return match self.seal.replace(seal) {
                None => Ok(()),
                Some(_) => Err(BadLadderRecord::TwoSeals { line: number }),
            };
        }
        let event = event(line, number)?;
        let (seq, next) = (event.seq.0, self.next());
        if seq > next {
            self.waiting_bytes += line.len();
            if self.waiting_bytes > MAX_WAITING_BYTES {
                return Err(BadLadderRecord::TooMuchWaits { seq: next });
            }
            return match self.waiting.insert(seq, line.to_owned()) {
                None => Ok(()),
                Some(_) => Err(BadLadderRecord::Twice { line: number, seq }),
            };
        }
        if seq < next {
            return Err(BadLadderRecord::Twice { line: number, seq });
        }
        self.chain.add(line);
        each(&event);
        while let Some(line) = self.waiting.remove(&self.next()) {
            self.waiting_bytes -= line.len();
            self.chain.add(&line);
            each(&self::event(&line, number)?);
        }
        Ok(())
    }

    /// Checks that the record is complete, as far as possible without its seal.
    pub fn end(&self) -> Result<(), BadLadderRecord> {
        match self.waiting.keys().next() {
            Some(next) => Err(BadLadderRecord::Missing { seq: self.next(), next: *next }),
            None if self.events() == 0 => Err(BadLadderRecord::Empty),
            None => Ok(()),
        }
    }

    /// Checks that the events match the seal, and returns the signer. With a `key`, accepts only a
    /// signature by this key.
    pub fn check_seal(&self, key: Option<&PublicKey>) -> Result<Origin, BadSeal> {
        check(Sealed::Ladder(self.ladder().unwrap_or_default()), &self.chain, self.seal.as_ref(), key)
    }

    /// Returns the name of the ladder in the seal; `None` without a seal of a ladder.
    pub fn ladder(&self) -> Option<&str> {
        self.seal.as_ref()?.ladder.as_deref()
    }

    /// Returns the number of events before the first missing one.
    pub fn events(&self) -> u64 {
        self.chain.head().events
    }

    fn next(&self) -> u64 {
        self.events() + 1
    }
}

fn event(line: &str, number: u64) -> Result<LadderEvent, BadLadderRecord> {
    let message: v1::ContestEvent = json::read_written("referee.v1.ContestEvent", line)
        .map_err(|cause| BadLadderRecord::NoEvent { line: number, cause })?;
    read_shown(message).map_err(|event| BadLadderRecord::Broken { line: number, event })
}
