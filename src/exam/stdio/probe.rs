//! A strict dialogue with an engine that records every line.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use tokio::time::timeout;

use crate::{
    engine::{
        command::EngineCommand,
        evidence::describe,
        failure::NOTHING_CAME,
        known_steps::KnownSteps,
        lines::Lines,
        process::{Process, ReadOutcome},
        session::{Introduction, PROTOCOL_VERSION},
    },
    exam::report::Want,
    games::rules::cut,
    ids::Nonce,
    pb::{
        engine::{FromEngine, Go, IsReady, NewMatch, Option as EngineOption, Position, Referee, from_engine::Message},
        line::{self, BadLine, MAX_LINE, Spelling, Verb},
    },
};

/// Maximum lines of a failed step to show.
const MAX_SHOWN: usize = 40;
/// Maximum lines an engine may write in a step.
const MAX_LINES: usize = 100_000;

pub struct Probe {
    process: Process,
    spelling: Spelling,
    lines: Lines,
    pub introduction: Introduction,
    pub options: Vec<EngineOption>,
    /// The steps of the round that the engine knows.
    known_steps: KnownSteps,
    steps: Vec<String>,
    shown: VecDeque<String>,
    left_out: usize,
    heard: usize,
    /// Whether the engine has sent any byte.
    has_spoken: bool,
}

impl Probe {
    pub async fn start(command: &EngineCommand) -> Result<Probe, String> {
        let process = Process::spawn(command).await;
        let process = process.map_err(|error| format!("failed to start `{}`: {error}", command.program().display()))?;
        Ok(Probe {
            process,
            spelling: command.spelling,
            lines: Lines::new(),
            introduction: Introduction::default(),
            options: Vec::new(),
            known_steps: KnownSteps::default(),
            steps: Vec::new(),
            shown: VecDeque::new(),
            left_out: 0,
            heard: 0,
            has_spoken: false,
        })
    }

    /// Clears the lines of the previous step.
    pub fn begin(&mut self) {
        self.shown.clear();
        (self.left_out, self.heard) = (0, 0);
    }

    /// Reads the engine's introduction.
    pub async fn introduce(&mut self, want: &Want) -> Result<(), String> {
        self.say(&Referee { version: PROTOCOL_VERSION }).await?;
        loop {
            match self.next("refereeok", want.patience).await? {
                Message::Id(id) if !id.name.is_empty() => self.introduction.name = id.name,
                Message::Id(_) | Message::Info(_) => {}
                Message::Option(option) => self.options.push(option),
                Message::Games(games) => self.introduction.games = games.ids,
                Message::Refereeok(ok) => {
                    (self.introduction.without_legal, self.introduction.ponder) = (ok.without_legal, ok.ponder);
                    self.introduction.only_new_moves = ok.only_new_moves;
                    self.introduction.without_view = ok.without_view;
                    break;
                }
                other => return Err(format!("expected `refereeok`, got {}", name(&other))),
            }
        }
        match self.introduction.name.is_empty() {
            true => Err("expected an `id` line with a name before `refereeok`".to_owned()),
            false => Ok(()),
        }
    }

    /// Sends `isready` and accepts only `readyok`, after `info` and `nonce`.
    pub async fn ready(&mut self, want: &Want) -> Result<(), String> {
        self.say(&IsReady {}).await?;
        self.hear_ready(want).await
    }

    /// Waits for `readyok`.
    pub async fn hear_ready(&mut self, want: &Want) -> Result<(), String> {
        loop {
            match self.next("readyok", want.patience).await? {
                Message::Readyok(_) => return Ok(()),
                Message::Nonce(nonce) => {
                    if let Err(bad) = Nonce::parse(&nonce.value) {
                        return Err(format!("invalid `nonce`: expected {}", bad.expected));
                    }
                }
                Message::Info(_) => {}
                other => return Err(format!("expected `readyok`, got {}", name(&other))),
            }
        }
    }

    pub async fn say<M: Verb>(&mut self, message: &M) -> Result<(), String> {
        let mut bytes = Vec::new();
        line::write(self.spelling, message, &mut bytes);
        self.write(&bytes).await
    }

    /// Sends `ponderhit`: the pondered turn is now the engine's turn.
    pub async fn hit(&mut self, go: &Go) -> Result<(), String> {
        let mut bytes = Vec::new();
        line::write_as(self.spelling, "ponderhit", go, &mut bytes);
        self.write(&bytes).await
    }

    pub async fn announce(&mut self, new: &NewMatch) -> Result<(), String> {
        self.known_steps.forget();
        self.say(new).await
    }

    /// Sends a turn whose last `guessed` steps may not be played. Sends only new steps if the
    /// engine prefers that.
    pub async fn put(&mut self, position: &Position, guessed: usize, go: &Go) -> Result<(), String> {
        if !self.introduction.only_new_moves {
            return self.say_both(position, go).await;
        }
        let alike = self.steps.iter().zip(&position.moves).take_while(|(told, step)| told == step).count();
        self.known_steps.taken_back(alike);
        self.steps.clone_from(&position.moves);
        let news = self.known_steps.news(position, guessed).into_owned();
        self.say_both(&news, go).await
    }

    /// Writes two lines together.
    async fn say_both<A: Verb, B: Verb>(&mut self, first: &A, second: &B) -> Result<(), String> {
        let mut bytes = Vec::new();
        line::write(self.spelling, first, &mut bytes);
        line::write(self.spelling, second, &mut bytes);
        self.write(&bytes).await
    }

    /// Returns whether the engine speaks JSON.
    pub fn is_json(&self) -> bool {
        self.spelling == Spelling::Json
    }

    /// Returns a message as a line.
    pub fn spelt<M: Verb>(&self, message: &M) -> String {
        let mut bytes = Vec::new();
        line::write(self.spelling, message, &mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Waits while the engine may send only `info` and unknown verbs.
    pub async fn silence(&mut self, span: Duration) -> Result<(), String> {
        let until = Instant::now() + span;
        loop {
            match timeout(until.saturating_duration_since(Instant::now()), self.hear("nothing")).await {
                Err(_) => return Ok(()),
                Ok(Ok(Message::Info(_))) => {}
                Ok(Ok(other)) => return Err(format!("expected nothing, got {}", name(&other))),
                Ok(Err(problem)) => return Err(problem),
            }
        }
    }

    /// Returns the next message; ignores unknown verbs.
    pub async fn next(&mut self, awaited: &str, patience: Duration) -> Result<Message, String> {
        match timeout(patience, self.hear(awaited)).await {
            Ok(heard) => heard,
            Err(_) => {
                let waited = format!("timed out after {} ms waiting for `{awaited}`", patience.as_millis());
                Err(if self.has_spoken { waited } else { format!("{waited}: {NOTHING_CAME}") })
            }
        }
    }

    /// Waits for the end of the process, whatever its last output or status. Returns the time until
    /// the end.
    pub async fn part_somehow(&mut self, want: &Want) -> Result<Duration, String> {
        let begun = Instant::now();
        self.process.close_input();
        let until_end = async {
            while !matches!(self.process.read(&mut self.lines).await, Ok(ReadOutcome::End) | Err(_)) {
                while let Some(range) = self.lines.next_line() {
                    let line = self.lines[range].to_vec();
                    self.show('<', &line);
                }
                if self.lines.is_overlong() {
                    self.lines = Lines::new();
                }
            }
        };
        let ended = timeout(want.patience, until_end).await.is_ok() && self.process.wait(want.patience).await.is_some();
        match ended {
            true => Ok(begun.elapsed()),
            false => Err(format!("it did not exit within {} ms", want.patience.as_millis())),
        }
    }

    /// Waits for the end of the process after `quit`. Returns the time until the end.
    pub async fn part(&mut self, want: &Want) -> Result<Duration, String> {
        let begun = Instant::now();
        self.process.close_input();
        loop {
            match timeout(want.patience, self.hear("its end")).await {
                Ok(Ok(Message::Info(_))) => {}
                Ok(Ok(other)) => return Err(format!("expected nothing after `quit`, got {}", name(&other))),
                Ok(Err(_)) => break,
                Err(_) => return Err(format!("it did not exit within {} ms of `quit`", want.patience.as_millis())),
            }
        }
        match self.process.wait(want.patience).await {
            Some(status) if status.success() => Ok(begun.elapsed()),
            Some(status) => Err(format!("expected exit status 0, got {}", describe(status))),
            None => Err("it closed its output and did not exit".to_owned()),
        }
    }

    /// Returns the last lines of the step, and those of the engine's standard error.
    pub fn transcript(&self) -> String {
        let left_out = (self.left_out > 0).then(|| format!("... {} lines before", self.left_out));
        let errors = self.process.errors().lines_now().into_iter().map(|line| format!("stderr: {line}"));
        let lines: Vec<String> = left_out.into_iter().chain(self.shown.iter().cloned()).chain(errors).collect();
        lines.join("\n")
    }

    async fn hear(&mut self, awaited: &str) -> Result<Message, String> {
        loop {
            while let Some(range) = self.lines.next_line() {
                let bytes = self.lines[range].to_vec();
                self.show('<', &bytes);
                self.heard += 1;
                if self.heard > MAX_LINES {
                    return Err(format!("more than {MAX_LINES} lines instead of `{awaited}`"));
                }
                let Ok(text) = str::from_utf8(&bytes) else {
                    return Err("expected UTF-8".to_owned());
                };
                let spelling = line::spelling_of(text.as_bytes());
                match line::read_from_engine(spelling, text) {
                    Ok(FromEngine { message: Some(ok @ Message::Refereeok(_)) }) if spelling == Spelling::Json => {
                        self.spelling = Spelling::Json;
                        return Ok(ok);
                    }
                    Ok(message) => return message.message.ok_or_else(|| "expected a verb".to_owned()),
                    Err(BadLine::UnknownVerb) => {}
                    Err(BadLine::Unreadable { at, expected }) => {
                        return Err(format!("malformed line `{}`: expected {expected} at byte {at}", cut(text)));
                    }
                }
            }
            if self.lines.is_overlong() {
                return Err(format!("a line is longer than {MAX_LINE} bytes"));
            }
            match self.process.read(&mut self.lines).await {
                Ok(ReadOutcome::Bytes(_)) => self.has_spoken = true,
                Ok(ReadOutcome::End) | Err(_) => {
                    let end = self.process.part().await.map(describe).unwrap_or("its output closed".to_owned());
                    return Err(format!("it exited instead of sending `{awaited}`: {end}"));
                }
            }
        }
    }

    /// Writes raw bytes.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        bytes.strip_suffix(b"\n").unwrap_or(bytes).split(|b| *b == b'\n').for_each(|line| self.show('>', line));
        match self.process.write_now(bytes) {
            Ok(written) if written == bytes.len() => Ok(()),
            Ok(_) => Err("it is not reading its standard input".to_owned()),
            Err(error) => {
                let end = self.process.part().await.map(describe).unwrap_or(error.to_string());
                Err(format!("failed to write to it: {end}"))
            }
        }
    }

    fn show(&mut self, direction: char, line: &[u8]) {
        if self.shown.len() == MAX_SHOWN {
            self.shown.pop_front();
            self.left_out += 1;
        }
        self.shown.push_back(format!("{direction} {}", cut(&String::from_utf8_lossy(line))));
    }
}

/// Returns the name of a message for people.
pub fn name(message: &Message) -> &'static str {
    match message {
        Message::Id(_) => "`id`",
        Message::Option(_) => "`option`",
        Message::Games(_) => "`games`",
        Message::Refereeok(_) => "`refereeok`",
        Message::Readyok(_) => "`readyok`",
        Message::Info(_) => "`info`",
        Message::Bestmove(_) => "`bestmove`",
        Message::Resign(_) => "`resign`",
        Message::Acceptdraw(_) => "`acceptdraw`",
        Message::Claimdraw(_) => "`claimdraw`",
        Message::Nonce(_) => "`nonce`",
    }
}
