//! The talk with one engine, from its introduction to its end.

use std::{
    io, mem,
    ops::Range,
    time::{Duration, Instant},
};

use tokio::time::timeout;

pub use super::failure::{EngineFailure, FailureCause};
use super::{
    failure::describe,
    line::{self, BadLine, Spelling, Verb},
    lines::Lines,
    process::{EngineCommand, Heard, Moved, Process},
    tail::Tail,
};
use crate::pb::engine::{
    FromEngine, Go, Info, IsReady, MatchResult, NewMatch, Position, Quit, Referee, RoundResult, SetOption, Stop,
    from_engine::Message,
};

/// The version of the protocol that is spoken here.
pub const PROTOCOL_VERSION: u32 = 1;
/// The most lines that an engine may write from one turn to the next, or while it is asked something else.
pub const MAX_LINES: u32 = 100_000;
/// The most options that an engine may declare.
pub const MAX_OPTIONS: usize = 256;
/// How much of a line an error repeats, in characters.
const MAX_QUOTED: usize = 120;

/// How long an engine may take for what is no move.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From its start to `refereeok`.
    pub introduction: Duration,
    /// From `isready` to `readyok`; also how long it may leave its input unread.
    pub ready: Duration,
    /// From `quit` to its end; then it is killed with all its children.
    pub quit: Duration,
}

/// What an engine said of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Introduction {
    /// Its name, with its version.
    pub name: String,
    /// Who made it.
    pub author: String,
    /// The games that it plays; empty is all.
    pub games: Vec<String>,
    /// The names of its options.
    pub options: Vec<String>,
    /// Whether it wants no legal moves.
    pub without_legal: bool,
}

/// What an engine answered to a turn, with the moment its last byte came.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A move.
    Move {
        /// As it was written.
        notation: String,
        /// The round it answers; the one asked for unless the engine said otherwise.
        round: u32,
        /// The ply it answers; the one asked for unless the engine said otherwise.
        ply: u32,
        /// When the last byte came.
        received: Instant,
    },
    /// It gives the match up.
    Resign {
        /// When the last byte came.
        received: Instant,
    },
}

/// A running engine that has introduced itself.
pub struct Session {
    process: Process,
    spelling: Spelling,
    patience: Patience,
    introduction: Introduction,
    lines: Lines,
    /// When the bytes in `lines` came.
    received: Instant,
    /// How many lines it wrote since it was last put something.
    written: u32,
    /// The round and ply of the turn that was put and not yet answered.
    open: Option<(u32, u32)>,
    /// The last `info` line of the turn, as it came.
    info_line: Vec<u8>,
    info: Option<Info>,
    /// The line that is being written; kept, so that its memory is.
    outgoing: Vec<u8>,
    tail: Tail,
}

/// What the engine is waited for. Other lines are passed over, whatever is in them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Introduction,
    Ready,
    Turn,
    Idle,
}

impl Session {
    /// Starts an engine, hears its introduction, sets its options and waits until it is ready.
    pub async fn start(command: &EngineCommand, patience: Patience) -> Result<Session, EngineFailure> {
        let process = Process::spawn(command).await.map_err(|error| EngineFailure {
            cause: FailureCause::NotStarted,
            detail: format!("`{}` could not be started: {error}", command.program().display()),
            seen: Instant::now(),
        })?;
        let mut session = Session {
            process,
            spelling: if command.json { Spelling::Json } else { Spelling::Words },
            patience,
            introduction: Introduction::default(),
            lines: Lines::new(),
            received: Instant::now(),
            written: 0,
            open: None,
            info_line: Vec::new(),
            info: None,
            outgoing: Vec::new(),
            tail: Tail::default(),
        };
        session.introduce().await?;
        for (name, value) in &command.options {
            session.set_option(name, value).await?;
        }
        session.ready().await?;
        Ok(session)
    }

    /// What it said of itself.
    pub fn introduction(&self) -> &Introduction {
        &self.introduction
    }

    /// Announces a match and waits until the engine is ready.
    pub async fn new_match(&mut self, new: NewMatch) -> Result<(), EngineFailure> {
        self.open = None;
        self.say(&new).await?;
        self.ready().await
    }

    /// Puts a turn: `position` and `go` in one write. Gives the moment at which the last byte was in the pipe.
    pub async fn put_turn(&mut self, position: &Position, go: &Go) -> Result<Instant, EngineFailure> {
        // What it wrote before it was asked answers nothing.
        self.open = None;
        self.pass_over()?;
        loop {
            match self.process.read_now(&mut self.lines) {
                Ok(Some(Heard::Bytes(_))) => self.pass_over()?,
                Ok(None) => break,
                Ok(Some(Heard::End)) | Err(_) => return Err(self.ended().await),
            }
        }
        self.written = 0;
        self.info_line.clear();
        self.info = None;
        self.outgoing.clear();
        line::write(self.spelling, position, &mut self.outgoing);
        line::write(self.spelling, go, &mut self.outgoing);
        self.flush().await?;
        let sent = Instant::now();
        self.open = Some((go.round, go.ply));
        Ok(sent)
    }

    /// The answer to the turn that was put last. Stale answers, unknown verbs and `info` are passed over (the last `info`
    /// is kept). It may be dropped and called again: nothing that was read is lost.
    pub async fn answer(&mut self) -> Result<Answer, EngineFailure> {
        loop {
            while let Some(message) = self.next_message(Stage::Turn)? {
                if let Some(answer) = self.answered(message) {
                    return Ok(answer);
                }
            }
            self.more().await?;
        }
    }

    /// Waits until the engine ends or breaks the protocol while it has no turn. It may be dropped and called again.
    pub async fn idle(&mut self) -> EngineFailure {
        loop {
            if let Err(failure) = self.pass_over() {
                return failure;
            }
            if let Err(failure) = self.more().await {
                return failure;
            }
        }
    }

    /// The last `info` of the turn that was put last, once that is answered.
    pub fn info(&self) -> Option<&Info> {
        self.info.as_ref()
    }

    /// Asks for the answer at once.
    pub async fn stop(&mut self) -> Result<(), EngineFailure> {
        self.outgoing.clear();
        line::write(self.spelling, &Stop {}, &mut self.outgoing);
        match self.process.write_now(&self.outgoing) {
            // A pipe takes so short a line whole or not at all; where it is full, more lines would not be read either.
            Ok(_) => Ok(()),
            Err(error) => Err(self.unwritten(error).await),
        }
    }

    /// Tells the end of a round.
    pub async fn round_result(&mut self, result: RoundResult) -> Result<(), EngineFailure> {
        self.say(&result).await
    }

    /// Tells the end of a match.
    pub async fn match_result(&mut self, result: MatchResult) -> Result<(), EngineFailure> {
        self.open = None;
        self.say(&result).await
    }

    /// Ends the engine and all its children; gives how it ended.
    pub async fn quit(mut self) -> String {
        self.outgoing.clear();
        line::write(self.spelling, &Quit {}, &mut self.outgoing);
        // An engine that does not read sees its input end, or is killed.
        let _ = self.process.write_now(&self.outgoing);
        self.process.close_input();
        let patience = self.patience.quit;
        let parting = timeout(patience, async {
            while let Ok(Heard::Bytes(_)) = self.process.read(&mut self.lines).await {
                while self.lines.next_line().is_some() {}
                if self.lines.is_overlong() {
                    self.lines = Lines::new();
                }
            }
            self.process.wait(patience).await
        });
        match parting.await.ok().flatten() {
            Some(status) => format!("ended with {}", describe(status)),
            None => {
                self.process.end().await;
                format!("did not end within {} ms of `quit` and was killed", patience.as_millis())
            }
        }
    }

    async fn introduce(&mut self) -> Result<(), EngineFailure> {
        self.say(&Referee { version: PROTOCOL_VERSION }).await?;
        let patience = self.patience.introduction;
        match timeout(patience, self.hear_introduction()).await {
            Ok(heard) => heard,
            Err(_) => Err(self.silent("refereeok", patience)),
        }
    }

    async fn hear_introduction(&mut self) -> Result<(), EngineFailure> {
        loop {
            while let Some(message) = self.next_message(Stage::Introduction)? {
                match message {
                    Message::Id(id) => {
                        if !id.name.is_empty() {
                            self.introduction.name = cut(&id.name);
                        }
                        if !id.author.is_empty() {
                            self.introduction.author = cut(&id.author);
                        }
                    }
                    Message::Games(games) => self.introduction.games = games.ids,
                    Message::Option(_) if self.introduction.options.len() == MAX_OPTIONS => {
                        return Err(self.failure(FailureCause::Garbled, format!("more than {MAX_OPTIONS} options")));
                    }
                    Message::Option(option) => self.introduction.options.push(cut(&option.name)),
                    Message::Refereeok(ok) => {
                        self.introduction.without_legal = ok.without_legal;
                        return Ok(());
                    }
                    Message::Readyok(_) | Message::Info(_) | Message::Bestmove(_) | Message::Resign(_) => {}
                }
            }
            self.more().await?;
        }
    }

    async fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineFailure> {
        let options = &self.introduction.options;
        if !options.iter().any(|option| option == name) {
            let has = if options.is_empty() { "none".to_owned() } else { options.join(", ") };
            let detail = format!("it has no option `{}`: its options are {}", cut(name), cut(&has));
            return Err(self.failure(FailureCause::Garbled, detail));
        }
        self.say(&SetOption { name: name.to_owned(), value: value.to_owned() }).await
    }

    async fn ready(&mut self) -> Result<(), EngineFailure> {
        self.say(&IsReady {}).await?;
        let patience = self.patience.ready;
        let wait = async {
            loop {
                while let Some(message) = self.next_message(Stage::Ready)? {
                    if let Message::Readyok(_) = message {
                        return Ok(());
                    }
                }
                self.more().await?;
            }
        };
        match timeout(patience, wait).await {
            Ok(ready) => ready,
            Err(_) => Err(self.silent("readyok", patience)),
        }
    }

    /// Whether a message answers the open turn.
    fn answered(&mut self, message: Message) -> Option<Answer> {
        let (round, ply) = self.open?;
        let received = self.received;
        let answer = match message {
            Message::Bestmove(best) => {
                let answers = (best.round.unwrap_or(round), best.ply.unwrap_or(ply));
                if answers != (round, ply) {
                    tracing::warn!(engine = %self.introduction.name, round, ply, ?answers, "a stale answer was passed over");
                    return None;
                }
                Answer::Move { notation: best.notation, round, ply, received }
            }
            Message::Resign(_) => Answer::Resign { received },
            _ => return None,
        };
        self.open = None;
        self.info = match line::read_from_engine(self.spelling, str::from_utf8(&self.info_line).unwrap_or_default()) {
            Ok(FromEngine { message: Some(Message::Info(info)) }) => Some(info),
            Ok(_) | Err(_) => None,
        };
        Some(answer)
    }
}

impl Session {
    /// The next message among the lines that have come which the stage waits for.
    fn next_message(&mut self, stage: Stage) -> Result<Option<Message>, EngineFailure> {
        while let Some(range) = self.lines.next_line() {
            let line = &self.lines[range.clone()];
            if line.is_empty() {
                continue;
            }
            self.written += 1;
            self.tail.push(line);
            if self.written > MAX_LINES {
                let detail = format!("more than {MAX_LINES} lines without an answer");
                return Err(self.failure(FailureCause::Garbled, detail));
            }
            let verb = line::verb(self.spelling, line);
            if stage.waits_for(verb) {
                return self.read(range).map(Some);
            }
            if verb == b"info" && stage == Stage::Turn {
                self.info_line.clear();
                self.info_line.extend_from_slice(line);
            } else if verb != b"info" {
                let line = cut(&String::from_utf8_lossy(line));
                tracing::debug!(engine = %self.introduction.name, line, "a line was passed over");
            }
        }
        match self.lines.is_overlong() {
            true => {
                let detail = format!("a line longer than {} bytes", line::MAX_LINE);
                Err(self.failure(FailureCause::Garbled, detail))
            }
            false => Ok(None),
        }
    }

    /// Reads a line that was waited for.
    fn read(&mut self, range: Range<usize>) -> Result<Message, EngineFailure> {
        let bytes = &self.lines[range];
        let expected = match str::from_utf8(bytes) {
            Ok(line) => match line::read_from_engine(self.spelling, line) {
                Ok(message) => {
                    return message.message.ok_or_else(|| self.failure(FailureCause::Garbled, "no message".into()));
                }
                Err(BadLine::UnknownVerb) => "a known verb".to_owned(),
                Err(BadLine::Unreadable { at, expected }) => format!("{expected} at byte {at}"),
            },
            Err(error) => format!("UTF-8 at byte {}", error.valid_up_to()),
        };
        let line = cut(&String::from_utf8_lossy(bytes));
        Err(self.failure(FailureCause::Garbled, format!("`{line}` is not understood: expected {expected}")))
    }

    /// Passes over every line that has come.
    fn pass_over(&mut self) -> Result<(), EngineFailure> {
        while self.next_message(Stage::Idle)?.is_some() {}
        Ok(())
    }

    /// Waits for more bytes.
    async fn more(&mut self) -> Result<(), EngineFailure> {
        match self.process.read(&mut self.lines).await {
            Ok(Heard::Bytes(_)) => {
                self.received = Instant::now();
                Ok(())
            }
            Ok(Heard::End) | Err(_) => Err(self.ended().await),
        }
    }

    async fn say<M: Verb>(&mut self, message: &M) -> Result<(), EngineFailure> {
        self.written = 0;
        self.outgoing.clear();
        line::write(self.spelling, message, &mut self.outgoing);
        self.flush().await
    }

    /// Writes what is in `outgoing`.
    async fn flush(&mut self) -> Result<(), EngineFailure> {
        match self.process.write_now(&self.outgoing) {
            Ok(written) if written == self.outgoing.len() => Ok(()),
            Ok(written) => self.flush_rest(written).await,
            Err(error) => Err(self.unwritten(error).await),
        }
    }

    /// Writes the rest to an engine that does not read as fast as it is written to.
    async fn flush_rest(&mut self, written: usize) -> Result<(), EngineFailure> {
        let outgoing = mem::take(&mut self.outgoing);
        let patience = self.patience.ready;
        let flushed = match timeout(patience, self.push(&outgoing[written..])).await {
            Ok(flushed) => flushed,
            Err(_) => Err(self.silent("its input to be read", patience)),
        };
        self.outgoing = outgoing;
        flushed
    }

    async fn push(&mut self, mut bytes: &[u8]) -> Result<(), EngineFailure> {
        while !bytes.is_empty() {
            match self.process.write_or_read(bytes, &mut self.lines).await {
                Ok(Moved::Written(count)) => bytes = &bytes[count..],
                Ok(Moved::Heard(Heard::Bytes(_))) => self.pass_over()?,
                Ok(Moved::Heard(Heard::End)) => return Err(self.ended().await),
                Err(error) => return Err(self.unwritten(error).await),
            }
        }
        Ok(())
    }

    fn silent(&mut self, awaited: &str, patience: Duration) -> EngineFailure {
        let detail = format!("waited {} ms for {awaited} in vain", patience.as_millis());
        self.failure(FailureCause::Silent, detail)
    }

    async fn unwritten(&mut self, error: io::Error) -> EngineFailure {
        let seen = Instant::now();
        match self.process.part().await {
            Some(_) => EngineFailure { seen, ..self.ended().await },
            None => {
                let detail = format!("its standard input could not be written to: {error}");
                EngineFailure { seen, ..self.failure(FailureCause::Closed, detail) }
            }
        }
    }

    /// The failure of an engine whose output has ended.
    async fn ended(&mut self) -> EngineFailure {
        let seen = Instant::now();
        let failure = match self.process.part().await {
            Some(status) => self.failure(FailureCause::Ended, format!("ended with {}", describe(status))),
            None => self.failure(FailureCause::Closed, "closed its standard output".to_owned()),
        };
        EngineFailure { seen, ..failure }
    }

    fn failure(&self, cause: FailureCause, what: String) -> EngineFailure {
        let name = match self.introduction.name.as_str() {
            "" => "the engine",
            name => name,
        };
        let mut detail = format!("{name}: {what}\n");
        detail.push_str(&self.tail.text("  stdout: "));
        detail.push_str(&self.process.errors("  stderr: "));
        detail.truncate(detail.trim_end().len());
        EngineFailure { cause, detail, seen: Instant::now() }
    }
}

impl Stage {
    fn waits_for(self, verb: &[u8]) -> bool {
        match self {
            Stage::Introduction => matches!(verb, b"id" | b"option" | b"games" | b"refereeok"),
            Stage::Ready => verb == b"readyok",
            Stage::Turn => matches!(verb, b"bestmove" | b"resign"),
            Stage::Idle => false,
        }
    }
}

/// Text from outside, cut to what an error may repeat.
fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
