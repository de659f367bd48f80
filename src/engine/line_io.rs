//! Reads and writes the lines of one child. Returns the awaited messages, ignores all other lines,
//! and explains every failure.

use std::{
    io, mem,
    ops::Range,
    sync::Arc,
    time::{Duration, Instant},
};

use referee_proto::engine::from_engine::Message;
use referee_proto::line::{self, BadLine, Spelling, Verb};
use tokio::{task::yield_now, time::timeout};

use super::{
    dialogue_log::{Dialogue, Said},
    evidence::{Evidence, Exit, Outputs, SharedTail, describe},
    failure::{EngineFailure, FailureCause, NOTHING_CAME},
    lines::Lines,
    process::{EngineCommand, IoProgress, Process, ReadOutcome},
};

/// Maximum lines that an engine may write between two turns, or while it answers another question.
/// During its turn, only its clock limits it.
pub const MAX_LINES: u32 = 100_000;
/// Number of reads before this task yields to others. One read of a pipe returns at most 64 KiB.
const READS_AT_ONCE: u32 = 2;
/// Characters of a line quoted in an error.
const MAX_QUOTED: usize = 120;

/// The lines to and from a child.
pub(super) struct LineIo {
    pub(super) process: Process,
    pub(super) spelling: Spelling,
    /// Name of the child in failures and logs.
    pub(super) name: String,
    pub(super) lines: Lines,
    /// Arrival time of the bytes in `lines`.
    pub(super) received: Instant,
    /// The current `info` line of the turn, raw.
    pub(super) info_line: Vec<u8>,
    /// Buffer for outgoing lines, kept to reuse its memory.
    pub(super) outgoing: Vec<u8>,
    /// Time limit for the child to read its input.
    patience: Duration,
    /// Lines that the child has written since the last message to it.
    written: u32,
    /// Whether the current line was too long to keep.
    cut_off: bool,
    /// Answers ignored since the last check.
    pub(super) passed_answers: u32,
    /// Reads since this task last yielded.
    reads: u32,
    tail: SharedTail,
    pub(super) dialogue: Option<Dialogue>,
}

/// The message awaited from the engine. All other lines are ignored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Awaited {
    Introduction,
    Ready,
    Answer,
    /// Nothing, since the engine ponders until the referee sends `ponderhit` or `stop`.
    Hit,
    Nothing,
}

impl LineIo {
    pub(super) async fn start(command: &EngineCommand, patience: Duration) -> Result<LineIo, EngineFailure> {
        let process = Process::spawn(command).await.map_err(|error| EngineFailure {
            cause: FailureCause::NotStarted,
            what: format!("failed to start `{}`: {}", command.program().display(), command.why_not(&error)),
            evidence: Evidence::default(),
            seen: Instant::now(),
        })?;
        Ok(LineIo {
            process,
            spelling: command.spelling,
            name: "the engine".to_owned(),
            lines: Lines::new(),
            received: Instant::now(),
            info_line: Vec::new(),
            outgoing: Vec::new(),
            patience,
            written: 0,
            cut_off: false,
            passed_answers: 0,
            reads: 0,
            tail: SharedTail::default(),
            dialogue: command.dialogue_log.as_ref().map(|log| log.with_process(&command.words)),
        })
    }

    /// Returns the next awaited message among the received lines. During its turn, an engine is
    /// limited only by its clock: a line that is too long is rejected only once it ends.
    pub(super) fn next_message(&mut self, awaited: Awaited) -> Result<Option<Message>, EngineFailure> {
        while let Some(range) = self.lines.next_line() {
            if self.cut_off {
                return Err(self.overlong());
            }
            let line = &self.lines[range.clone()];
            self.note(self.received, Said::Heard, line);
            self.written = self.written.saturating_add(1);
            self.tail.tail().push(line);
            if self.written > MAX_LINES && !awaited.is_thinking() {
                let detail = format!("more than {MAX_LINES} unsolicited lines");
                return Err(self.failure(FailureCause::Garbled, detail));
            }
            let spelling = line::spelling_of(line);
            let verb = line::verb(spelling, line);
            if awaited.waits_for(verb) {
                return self.read(spelling, range).map(Some);
            }
            self.passed_answers += u32::from(Awaited::Answer.waits_for(verb));
            if verb == b"info" && awaited == Awaited::Answer {
                if line::info::is_kept(spelling, line, &self.info_line) {
                    self.info_line.clear();
                    self.info_line.extend_from_slice(line);
                }
            } else if verb != b"info" {
                tracing::debug!(engine = %self.name, line = cut(&String::from_utf8_lossy(line)), "a line was ignored");
            }
        }
        if self.lines.is_overlong() {
            if !self.cut_off {
                self.tail.tail().push(self.lines.open_line());
                self.note(self.received, Said::Heard, self.lines.open_line());
            }
            if !awaited.is_thinking() {
                return Err(self.overlong());
            }
            self.cut_off = true;
        }
        match self.lines.open_line() {
            [] => {}
            _ if self.cut_off => self.lines.forget_open_line(),
            begun => self.tail.tail().push_open(begun),
        }
        Ok(None)
    }

    fn overlong(&self) -> EngineFailure {
        self.failure(FailureCause::Garbled, format!("a line longer than {} bytes", line::MAX_LINE))
    }

    /// Parses an awaited line. If the engine ends its introduction in JSON, later messages to it
    /// are in JSON.
    fn read(&mut self, spelling: Spelling, range: Range<usize>) -> Result<Message, EngineFailure> {
        let bytes = &self.lines[range];
        let expected = match str::from_utf8(bytes) {
            Ok(line) => match line::read_from_engine(spelling, line) {
                Ok(message) => {
                    if spelling == Spelling::Json && matches!(message.message, Some(Message::Refereeok(_))) {
                        self.spelling = Spelling::Json;
                    }
                    return message.message.ok_or_else(|| self.failure(FailureCause::Garbled, "no message".into()));
                }
                Err(BadLine::UnknownVerb) => "a known verb".to_owned(),
                Err(BadLine::Unreadable { at, expected }) => format!("{expected} at byte {at}"),
            },
            Err(error) => format!("UTF-8 at byte {}", error.valid_up_to()),
        };
        let line = cut(&String::from_utf8_lossy(bytes));
        Err(self.failure(FailureCause::Garbled, format!("malformed line `{line}`: expected {expected}")))
    }

    /// Skips all received lines.
    pub(super) fn pass_over(&mut self, awaited: Awaited) -> Result<(), EngineFailure> {
        while self.next_message(awaited)?.is_some() {}
        Ok(())
    }

    /// Reads the available bytes. Ignores an end or an error, since the next [`LineIo::more`]
    /// explains it.
    pub(super) fn hear_now(&mut self) {
        if let Ok(Some(ReadOutcome::Bytes(_))) = self.process.read_now(&mut self.lines) {
            self.received = Instant::now();
        }
    }

    /// Waits for more bytes. Yields after some reads, so that a caller that also waits for
    /// something else gets its turn.
    pub(super) async fn more(&mut self) -> Result<(), EngineFailure> {
        self.reads += 1;
        if self.reads > READS_AT_ONCE {
            self.reads = 0;
            yield_now().await;
        }
        match self.process.read(&mut self.lines).await {
            Ok(ReadOutcome::Bytes(_)) => {
                self.received = Instant::now();
                Ok(())
            }
            Ok(ReadOutcome::End) | Err(_) => Err(self.ended().await),
        }
    }

    pub(super) fn forget_lines(&mut self) {
        self.written = 0;
    }

    /// Clears the counters and buffers for a new turn.
    pub(super) fn begin_turn(&mut self) {
        self.written = 0;
        self.reads = 0;
        self.info_line.clear();
        self.outgoing.clear();
    }

    pub(super) async fn say<M: Verb>(&mut self, message: &M) -> Result<(), EngineFailure> {
        self.written = 0;
        self.outgoing.clear();
        line::write(self.spelling, message, &mut self.outgoing);
        self.flush().await
    }

    /// Logs a line, if the dialogue is logged.
    pub(super) fn note(&self, at: Instant, said: Said, lines: &[u8]) {
        if let Some(dialogue) = &self.dialogue {
            dialogue.note(at, said, lines);
        }
    }

    /// Writes as much of `outgoing` as the pipe accepts; returns the number of bytes.
    pub(super) fn write_now(&mut self) -> io::Result<usize> {
        let at = Instant::now();
        let written = self.process.write_now(&self.outgoing);
        self.note(at, Said::Told, &self.outgoing);
        written
    }

    /// Writes all of `outgoing`, waiting if the pipe is full.
    pub(super) async fn flush(&mut self) -> Result<(), EngineFailure> {
        match self.write_now() {
            Ok(written) if written == self.outgoing.len() => Ok(()),
            Ok(written) => self.flush_rest(written).await,
            Err(error) => Err(self.unwritten(error).await),
        }
    }

    /// Writes the rest of `outgoing` to an engine that reads slowly.
    async fn flush_rest(&mut self, written: usize) -> Result<(), EngineFailure> {
        let outgoing = mem::take(&mut self.outgoing);
        let patience = self.patience;
        let flushed = match timeout(patience, self.push(&outgoing[written..])).await {
            Ok(flushed) => flushed,
            Err(_) => Err(self.waited("it to read its input", patience, "")),
        };
        self.outgoing = outgoing;
        flushed
    }

    async fn push(&mut self, mut bytes: &[u8]) -> Result<(), EngineFailure> {
        while !bytes.is_empty() {
            match self.process.write_or_read(bytes, &mut self.lines).await {
                Ok(IoProgress::Written(count)) => bytes = &bytes[count..],
                Ok(IoProgress::Read(ReadOutcome::Bytes(_))) => self.pass_over(Awaited::Nothing)?,
                Ok(IoProgress::Read(ReadOutcome::End)) => return Err(self.ended().await),
                Err(error) => return Err(self.unwritten(error).await),
            }
        }
        Ok(())
    }

    /// Returns the failure of an engine that did not send the awaited message in time.
    pub(super) fn silent(&self, awaited: &str, patience: Duration) -> EngineFailure {
        let has_spoken = !self.tail.tail().lines().is_empty();
        self.waited(awaited, patience, if has_spoken { "" } else { NOTHING_CAME })
    }

    fn waited(&self, awaited: &str, patience: Duration, hint: &str) -> EngineFailure {
        let colon = if hint.is_empty() { "" } else { ": " };
        let detail = format!("timed out after {} ms waiting for {awaited}{colon}{hint}", patience.as_millis());
        self.failure(FailureCause::Silent, detail)
    }

    pub(super) async fn unwritten(&mut self, error: io::Error) -> EngineFailure {
        let seen = Instant::now();
        match self.process.part().await {
            Some(_) => EngineFailure { seen, ..self.ended().await },
            None => {
                let detail = format!("failed to write to its standard input: {error}");
                EngineFailure { seen, ..self.failure(FailureCause::Closed, detail) }
            }
        }
    }

    /// Returns the failure of an engine whose output has ended.
    pub(super) async fn ended(&mut self) -> EngineFailure {
        let seen = Instant::now();
        let failure = match self.process.part().await {
            Some(status) => self.failure(FailureCause::Ended, format!("ended with {}", describe(status))),
            None => self.failure(FailureCause::Closed, "closed its standard output".to_owned()),
        };
        EngineFailure { seen, ..failure }
    }

    pub(super) fn failure(&self, cause: FailureCause, what: String) -> EngineFailure {
        self.note(Instant::now(), Said::Became, what.as_bytes());
        let what = format!("{}: {what}", self.name);
        EngineFailure { cause, what, evidence: self.evidence(), seen: Instant::now() }
    }

    /// Clears the evidence of the child.
    pub(super) fn forget_evidence(&self) {
        self.outputs().forget();
    }

    /// Returns the last lines of the child, to be read by other tasks.
    pub(super) fn outputs(&self) -> Outputs {
        Outputs::new(self.tail.clone(), Arc::clone(self.process.errors()))
    }

    /// Returns the evidence of the child so far.
    pub(super) fn evidence(&self) -> Evidence {
        let exit = self.process.status().map(Exit::from);
        Evidence { exit, ..self.outputs().evidence() }
    }
}

impl Awaited {
    fn waits_for(self, verb: &[u8]) -> bool {
        match self {
            Awaited::Introduction => matches!(verb, b"id" | b"option" | b"games" | b"refereeok"),
            Awaited::Ready => matches!(verb, b"nonce" | b"readyok"),
            Awaited::Answer => matches!(verb, b"bestmove" | b"acceptdraw" | b"claimdraw" | b"resign"),
            Awaited::Hit | Awaited::Nothing => false,
        }
    }

    /// Returns whether only a clock limits how much the engine may write.
    fn is_thinking(self) -> bool {
        matches!(self, Awaited::Answer | Awaited::Hit)
    }
}

/// Cuts a text from an engine to the length that an error may quote.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
