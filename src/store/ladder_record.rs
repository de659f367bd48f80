//! The record of a ladder: its events as everybody may see them, a JSON object a line, and behind them a seal. It is read in whatever order
//! its lines stand.

use std::{
    collections::BTreeMap,
    io::{self, BufRead, Read as _},
};

use super::{
    codec::contest::{read_shown, signed},
    limits::BrokenEvent,
    seal::{BadSeal, BrokenSeal, Chain, Origin, PublicKey, Seal, Sealed, Signer, check},
};
use crate::{
    ladder::LadderEvent,
    pb::{
        json::{self, BadJson},
        log,
    },
};

/// The longest line, in bytes without its end.
pub const MAX_LINE: usize = 4 << 20;
/// How many bytes of lines may wait for one that comes before them.
pub const MAX_WAITING_BYTES: usize = 1 << 30;

/// A text that is not the record of a ladder.
#[derive(Debug, thiserror::Error)]
pub enum BadLadderRecord {
    /// A line is no event.
    #[error("line {line}: not an event of a ladder: {cause}")]
    NoEvent {
        /// Which, from 1.
        line: u64,
        /// What is wrong with it.
        cause: BadJson,
    },
    /// A line is an event that cannot be.
    #[error("line {line}: not an event of a ladder: {event}")]
    Broken {
        /// Which, from 1.
        line: u64,
        /// What is wrong with it.
        event: BrokenEvent,
    },
    /// A line begins like a seal and is not one.
    #[error("line {line}: {seal}")]
    Seal {
        /// Which, from 1.
        line: u64,
        /// What is wrong with it.
        seal: BrokenSeal,
    },
    /// There is a second seal.
    #[error("line {line}: a second seal, expected one")]
    TwoSeals {
        /// Which, from 1.
        line: u64,
    },
    /// A line is longer than [`MAX_LINE`].
    #[error("line {line} is longer than {MAX_LINE} bytes")]
    LineTooLong {
        /// Which, from 1.
        line: u64,
    },
    /// An event stands there twice.
    #[error("line {line}: duplicate number {seq}, expected each number once, from 1")]
    Twice {
        /// Which, from 1.
        line: u64,
        seq: u64,
    },
    /// An event is not there.
    #[error("event {seq} is missing before event {next}")]
    Missing { seq: u64, next: u64 },
    /// More than [`MAX_WAITING_BYTES`] stand before an event that comes before them.
    #[error("event {seq} comes after more than {MAX_WAITING_BYTES} bytes of later events: sort the lines first")]
    TooMuchWaits { seq: u64 },
    #[error("no event of a ladder")]
    Empty,
    /// It could not be read, or is not UTF-8.
    #[error("line {line}: failed to read: {cause}")]
    Unreadable {
        /// Which, from 1.
        line: u64,
        cause: io::Error,
    },
}

/// The record of a ladder while it is written: its events in their order, a line each, and the seal behind them.
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
    /// The line of the next event, as everybody may see it, without a line break.
    pub fn line(&mut self, event: &LadderEvent) -> String {
        let line = serde_json::to_string(&signed(event)).expect("texts and numbers have a JSON form");
        self.chain.add(&line);
        line
    }

    /// The seal of these events of a ladder as the last line, signed where somebody does.
    pub fn seal(&self, ladder: &str, signer: Option<&Signer>) -> String {
        self.chain.seal(Sealed::Ladder(ladder), signer).line()
    }
}

/// The record of a ladder while it is read, a line at a time; what has come in its order is kept as no more than a hash.
#[derive(Debug)]
pub struct LadderRecord {
    chain: Chain,
    seal: Option<Seal>,
    lines: u64,
    /// Events that came before an earlier one, by their numbers.
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
    /// Reads a file or a pipe; `each` is given every event, in the order of their numbers.
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

    /// Takes the next line, which may be empty. `each` is given the events that follow from those before them now.
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

    /// Whether it is whole, as far as can be told without its seal.
    pub fn end(&self) -> Result<(), BadLadderRecord> {
        match self.waiting.keys().next() {
            Some(next) => Err(BadLadderRecord::Missing { seq: self.next(), next: *next }),
            None if self.events() == 0 => Err(BadLadderRecord::Empty),
            None => Ok(()),
        }
    }

    /// Whether its events are those that were sealed, and who signed that. With a `key` nothing but its signature will do.
    pub fn check_seal(&self, key: Option<&PublicKey>) -> Result<Origin, BadSeal> {
        check(Sealed::Ladder(self.ladder().unwrap_or_default()), &self.chain, self.seal.as_ref(), key)
    }

    /// The name in ids of the ladder, as the seal has it; `None` where there is no seal of a ladder.
    pub fn ladder(&self) -> Option<&str> {
        self.seal.as_ref()?.ladder.as_deref()
    }

    /// How many events it has, up to the first that is missing.
    pub fn events(&self) -> u64 {
        self.chain.head().events
    }

    fn next(&self) -> u64 {
        self.events() + 1
    }
}

fn event(line: &str, number: u64) -> Result<LadderEvent, BadLadderRecord> {
    let message: log::ContestEvent = json::read_written("referee.log.v1.ContestEvent", line)
        .map_err(|cause| BadLadderRecord::NoEvent { line: number, cause })?;
    read_shown(message).map_err(|event| BadLadderRecord::Broken { line: number, event })
}
