//! The dialogue with one engine, from its introduction to its end.

use std::{
    borrow::Cow,
    time::{Duration, Instant},
};

use referee_ids::Nonce;
use referee_proto::engine::{
    FromEngine, Go, Info, IsReady, MatchResult, NewMatch, Option as DeclaredOption, Position, Quit, Referee, Refused,
    RoundResult, SetOption, Stop, from_engine::Message,
};
use referee_proto::line;
use tokio::time::timeout;

use super::{
    declared_option,
    dialogue_log::Said,
    evidence::{Outputs, describe},
    known_steps::KnownSteps,
    line_io::{Awaited, LineIo, cut},
    lines::Lines,
    process::{EngineCommand, ReadOutcome},
};
pub use super::{
    evidence::{Evidence, Exit},
    failure::{EngineFailure, FailureCause},
};

pub const PROTOCOL_VERSION: u32 = 1;
/// Maximum options an engine may declare.
pub const MAX_OPTIONS: usize = 256;

/// Time limits for everything except moves.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From the start of the engine to `refereeok`.
    pub introduction: Duration,
    /// From `isready` to `readyok`; also the time limit for the engine to read its input.
    pub ready: Duration,
    /// From `quit` to the engine's end; after that it is killed with its children.
    pub quit: Duration,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Introduction {
    /// Name of the engine, with its version.
    pub name: String,
    pub author: String,
    /// Games that the engine plays; empty for all games.
    pub games: Vec<String>,
    pub options: Vec<DeclaredOption>,
    /// Whether the engine wants no list of legal moves.
    pub without_legal: bool,
    pub ponder: bool,
    /// Whether the engine wants only the new moves of a round.
    pub only_new_moves: bool,
    /// Whether the engine derives the position from the steps, if they are complete.
    pub without_view: bool,
}

impl Introduction {
    /// Returns whether the engine gets the position with each turn of a game. An engine that
    /// follows the steps gets the position only if the game hides something.
    pub fn wants_view(&self, is_hidden: bool) -> bool {
        is_hidden || !(self.without_view || self.only_new_moves)
    }
}

/// An engine's answer to a turn, with the arrival of its last byte.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Move {
        notation: String,
        /// Id of the turn that is answered.
        turn_id: u64,
        /// Whether the engine offers a draw with the move.
        offers_draw: bool,
        /// Reply that the engine expects; often empty.
        ponder: String,
        /// Arrival of the answer's last byte.
        received: Instant,
    },
    /// The engine accepts the offered draw.
    AcceptDraw {
        /// Arrival of the answer's last byte.
        received: Instant,
    },
    /// The engine claims the draw that the rules offer.
    ClaimDraw {
        /// Arrival of the answer's last byte.
        received: Instant,
    },
    /// The engine resigns.
    Resign {
        /// Arrival of the answer's last byte.
        received: Instant,
    },
}

/// A running engine that has introduced itself.
pub struct Session {
    line_io: LineIo,
    patience: Patience,
    introduction: Introduction,
    known_steps: KnownSteps,
    /// Whether the engine is in a match.
    in_match: bool,
    /// Id of the open turn; 0 for a turn to ponder on, `None` without a turn.
    open: Option<u64>,
    /// Number of answers still due for pondered turns that were stopped.
    owed: u32,
    is_pondering: bool,
    ponders: bool,
    info: Option<Info>,
}

impl Session {
    /// Starts an engine, reads its introduction, sets its options, and waits until the engine is
    /// ready.
    pub async fn start(command: &EngineCommand, patience: Patience) -> Result<Session, EngineFailure> {
        let line_io = LineIo::start(command, patience.ready).await?;
        let mut session = Session {
            line_io,
            patience,
            introduction: Introduction::default(),
            known_steps: KnownSteps::default(),
            in_match: false,
            open: None,
            owed: 0,
            is_pondering: false,
            ponders: false,
            info: None,
        };
        session.introduce().await?;
        session.ponders = command.ponders && session.introduction.ponder;
        for (name, value) in &command.options {
            session.set_option(name, value).await?;
        }
        session.ready().await?;
        Ok(session)
    }

    pub fn introduction(&self) -> &Introduction {
        &self.introduction
    }

    /// Announces a match, and waits until the engine is ready. Returns the engine's nonce, which is
    /// usually empty.
    pub async fn new_match(&mut self, new: NewMatch) -> Result<Nonce, EngineFailure> {
        self.open = None;
        self.known_steps.forget();
        if std::mem::replace(&mut self.in_match, true) {
            self.line_io.forget_evidence();
        }
        (self.owed, self.is_pondering, self.line_io.passed_answers) = (0, false, 0);
        if let Some(dialogue) = &mut self.line_io.dialogue {
            dialogue.seated(new.seat);
        }
        self.line_io.say(&new).await?;
        self.ready().await
    }

    /// Sends a turn: `position` and `go` in one write. Returns the time just before the write. The
    /// engine may answer before this process runs again, so a later time would charge the engine
    /// too little.
    pub async fn put_turn(&mut self, position: &Position, go: &Go) -> Result<Instant, EngineFailure> {
        self.write_turn(position, 0, go).await
    }

    /// Records that the steps of the round from number `step` on were taken back.
    pub fn taken_back(&mut self, step: usize) {
        self.known_steps.taken_back(step);
    }

    /// Sends a turn. The last `guessed` steps of its position may not happen.
    async fn write_turn(&mut self, position: &Position, guessed: usize, go: &Go) -> Result<Instant, EngineFailure> {
        // Output from before this turn is no answer to it.
        self.open = None;
        self.line_io.pass_over(Awaited::Nothing)?;
        loop {
            match self.line_io.process.read_seen(&mut self.line_io.lines) {
                Ok(Some(ReadOutcome::Bytes(_))) => self.line_io.pass_over(Awaited::Nothing)?,
                Ok(None) => break,
                Ok(Some(ReadOutcome::End)) | Err(_) => return Err(self.line_io.ended().await),
            }
        }
        self.line_io.begin_turn();
        self.info = None;
        let position = match self.introduction.only_new_moves {
            true => self.known_steps.news(position, guessed),
            false => Cow::Borrowed(position),
        };
        line::write(self.line_io.spelling, &*position, &mut self.line_io.outgoing);
        line::write(self.line_io.spelling, go, &mut self.line_io.outgoing);
        let sent = Instant::now();
        self.line_io.flush().await?;
        self.open = Some(go.turn_id);
        // A fast engine may have answered already, and this read needs no help of the runtime.
        self.line_io.hear_now();
        Ok(sent)
    }

    /// Returns whether the engine can ponder and may do so.
    pub fn ponders(&self) -> bool {
        self.ponders
    }

    /// Sends a possible turn, whose last step is a guess: `position` and `go ponder`. The engine
    /// may answer only after [`Session::ponder_hit`] or [`Session::stop_pondering`].
    pub async fn put_ponder(&mut self, position: &Position, go: &Go) -> Result<(), EngineFailure> {
        self.write_turn(position, 1, go).await?;
        self.line_io.passed_answers = 0;
        self.is_pondering = true;
        Ok(())
    }

    /// Makes the pondered turn the engine's turn. Returns the time just before the write, as
    /// [`Session::put_turn`] does.
    pub async fn ponder_hit(&mut self, go: &Go) -> Result<Instant, EngineFailure> {
        // Output from before `ponderhit` is no answer to the turn.
        self.line_io.hear_now();
        self.pass_over_thoughts()?;
        self.is_pondering = false;
        self.line_io.forget_lines();
        self.line_io.outgoing.clear();
        line::write_as(self.line_io.spelling, "ponderhit", go, &mut self.line_io.outgoing);
        let sent = Instant::now();
        self.line_io.flush().await?;
        self.open = Some(go.turn_id);
        Ok(sent)
    }

    /// Stops pondering. Ignores the answer to the pondered turn, whenever it comes.
    pub async fn stop_pondering(&mut self) -> Result<(), EngineFailure> {
        self.open = None;
        self.is_pondering = false;
        self.owed += 1;
        self.line_io.forget_lines();
        self.stop().await
    }

    /// Returns the answer to the open turn. Ignores stale answers and unknown verbs, and keeps the
    /// last `info`. Cancel-safe.
    pub async fn answer(&mut self) -> Result<Answer, EngineFailure> {
        loop {
            while let Some(message) = self.line_io.next_message(Awaited::Answer)? {
                if let Some(answer) = self.answered(message) {
                    return Ok(answer);
                }
            }
            self.line_io.more().await?;
        }
    }

    /// Waits until the engine ends, or breaks the protocol outside its turn. Cancel-safe.
    pub async fn idle(&mut self) -> EngineFailure {
        loop {
            let passed =
                if self.is_pondering { self.pass_over_thoughts() } else { self.line_io.pass_over(Awaited::Nothing) };
            if let Err(failure) = passed {
                return failure;
            }
            if let Err(failure) = self.line_io.more().await {
                return failure;
            }
        }
    }

    /// Returns the last `info` of the answered turn; if any had a score, the last one with a score.
    pub fn info(&self) -> Option<&Info> {
        self.info.as_ref()
    }

    /// Returns the evidence of the engine so far: the last lines of both outputs, and the exit if
    /// it was noticed.
    pub fn evidence(&self) -> Evidence {
        self.line_io.evidence()
    }

    /// Returns the last lines of the engine, to be read by other tasks.
    pub fn outputs(&self) -> Outputs {
        self.line_io.outputs()
    }

    /// Asks the engine to answer immediately.
    pub async fn stop(&mut self) -> Result<(), EngineFailure> {
        self.line_io.outgoing.clear();
        line::write(self.line_io.spelling, &Stop {}, &mut self.line_io.outgoing);
        match self.line_io.write_now() {
            // A pipe accepts such a short line whole or not at all. If the pipe is full, the engine
            // would not read further lines either.
            Ok(_) => Ok(()),
            Err(error) => Err(self.line_io.unwritten(error).await),
        }
    }

    /// Tells the engine that its last answer was rejected. The same turn must be sent again
    /// afterwards.
    pub async fn refused(&mut self, refused: Refused) -> Result<(), EngineFailure> {
        self.line_io.say(&refused).await
    }

    pub async fn round_result(&mut self, result: RoundResult) -> Result<(), EngineFailure> {
        self.line_io.say(&result).await
    }

    /// Sends the end of a match. Clears the evidence: output of this match must not appear in the
    /// record of the next one, which others may be allowed to read sooner.
    pub async fn match_result(&mut self, result: MatchResult) -> Result<(), EngineFailure> {
        self.open = None;
        self.line_io.say(&result).await?;
        self.line_io.forget_evidence();
        self.in_match = false;
        Ok(())
    }

    /// Ends the engine and its children. Returns how the engine ended.
    pub async fn quit(mut self) -> String {
        self.line_io.outgoing.clear();
        line::write(self.line_io.spelling, &Quit {}, &mut self.line_io.outgoing);
        // An engine that does not read `quit` sees the end of its input, or is killed.
        let _ = self.line_io.write_now();
        self.line_io.process.close_input();
        let patience = self.patience.quit;
        let parting = timeout(patience, async {
            while let Ok(ReadOutcome::Bytes(_)) = self.line_io.process.read(&mut self.line_io.lines).await {
                while let Some(range) = self.line_io.lines.next_line() {
                    self.line_io.note(Instant::now(), Said::Heard, &self.line_io.lines[range]);
                }
                if self.line_io.lines.is_overlong() {
                    self.line_io.lines = Lines::new();
                }
            }
            self.line_io.process.wait(patience).await
        });
        let end = match parting.await.ok().flatten() {
            Some(status) => format!("ended with {}", describe(status)),
            None => {
                self.line_io.process.end().await;
                format!("did not end within {} ms of `quit` and was killed", patience.as_millis())
            }
        };
        self.line_io.note(Instant::now(), Said::Became, end.as_bytes());
        end
    }

    async fn introduce(&mut self) -> Result<(), EngineFailure> {
        self.line_io.say(&Referee { version: PROTOCOL_VERSION }).await?;
        let patience = self.patience.introduction;
        match timeout(patience, self.hear_introduction()).await {
            Ok(heard) => heard,
            Err(_) => Err(self.line_io.silent("refereeok", patience)),
        }
    }

    async fn hear_introduction(&mut self) -> Result<(), EngineFailure> {
        loop {
            while let Some(message) = self.line_io.next_message(Awaited::Introduction)? {
                match message {
                    Message::Id(id) => {
                        if !id.name.is_empty() {
                            self.introduction.name = cut(&id.name);
                            self.line_io.name.clone_from(&self.introduction.name);
                        }
                        if !id.author.is_empty() {
                            self.introduction.author = cut(&id.author);
                        }
                    }
                    Message::Games(games) => self.introduction.games = games.ids,
                    Message::Option(_) if self.introduction.options.len() == MAX_OPTIONS => {
                        return Err(self
                            .line_io
                            .failure(FailureCause::Garbled, format!("more than {MAX_OPTIONS} options")));
                    }
                    Message::Option(option) => self.introduction.options.push(option),
                    Message::Refereeok(ok) if ok.version > PROTOCOL_VERSION => {
                        let detail = format!(
                            "it speaks protocol version {}: expected at most {PROTOCOL_VERSION}, as the \
                                `referee` line says",
                            ok.version
                        );
                        return Err(self.line_io.failure(FailureCause::Garbled, detail));
                    }
                    Message::Refereeok(ok) => {
                        self.introduction.without_legal = ok.without_legal;
                        self.introduction.ponder = ok.ponder;
                        self.introduction.only_new_moves = ok.only_new_moves;
                        self.introduction.without_view = ok.without_view;
                        return Ok(());
                    }
                    Message::Readyok(_)
                    | Message::Info(_)
                    | Message::Bestmove(_)
                    | Message::Resign(_)
                    | Message::Acceptdraw(_)
                    | Message::Claimdraw(_)
                    | Message::Nonce(_) => {}
                }
            }
            self.line_io.more().await?;
        }
    }

    async fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineFailure> {
        let name = declared_option::check(&self.introduction.options, name, value).map(str::to_owned);
        let name = name.map_err(|detail| self.line_io.failure(FailureCause::Garbled, detail))?;
        self.line_io.say(&SetOption { name, value: value.to_owned() }).await
    }

    /// Waits until the engine is ready. Returns the last nonce that it sent.
    async fn ready(&mut self) -> Result<Nonce, EngineFailure> {
        self.line_io.say(&IsReady {}).await?;
        let patience = self.patience.ready;
        let mut nonce = Nonce::default();
        let wait = async {
            loop {
                while let Some(message) = self.line_io.next_message(Awaited::Ready)? {
                    match message {
                        Message::Readyok(_) => return Ok(()),
                        Message::Nonce(said) => nonce = self.read_nonce(&said.value)?,
                        _ => {}
                    }
                }
                self.line_io.more().await?;
            }
        };
        match timeout(patience, wait).await {
            Ok(ready) => ready.map(|()| nonce),
            Err(_) => Err(self.line_io.silent("readyok", patience)),
        }
    }

    fn read_nonce(&self, text: &str) -> Result<Nonce, EngineFailure> {
        Nonce::parse(text).map_err(|bad| {
            let detail = format!("invalid `nonce {}`: expected {}", cut(text), bad.expected);
            self.line_io.failure(FailureCause::Garbled, detail)
        })
    }

    /// Skips the output of a pondering engine, which may be anything except an answer.
    fn pass_over_thoughts(&mut self) -> Result<(), EngineFailure> {
        self.line_io.pass_over(Awaited::Hit)?;
        match self.line_io.passed_answers {
            0 => Ok(()),
            _ => {
                let text = "it answered `go ponder` before `ponderhit` or `stop`".to_owned();
                Err(self.line_io.failure(FailureCause::Garbled, text))
            }
        }
    }

    /// Returns the answer in a message; `None` if the message does not answer the open turn.
    fn answered(&mut self, message: Message) -> Option<Answer> {
        let turn_id = self.open?;
        let received = self.line_io.received;
        self.owed = self.owed.saturating_sub(std::mem::take(&mut self.line_io.passed_answers));
        if self.owed > 0 && !is_for(&message, turn_id) {
            self.owed -= 1;
            return None;
        }
        let answer = match message {
            Message::Bestmove(best) => {
                if let Some(answers) = best.turn_id.filter(|answers| *answers != turn_id) {
                    tracing::warn!(engine = %self.introduction.name, turn_id, answers, "a stale answer was ignored");
                    return None;
                }
                let (offers_draw, ponder) = (best.offer_draw, best.ponder);
                Answer::Move { notation: best.notation, turn_id, offers_draw, ponder, received }
            }
            Message::Acceptdraw(_) => Answer::AcceptDraw { received },
            Message::Claimdraw(_) => Answer::ClaimDraw { received },
            Message::Resign(_) => Answer::Resign { received },
            _ => return None,
        };
        self.open = None;
        let info_line = String::from_utf8_lossy(&self.line_io.info_line);
        self.info = match line::read_from_engine(line::spelling_of(&self.line_io.info_line), &info_line) {
            Ok(FromEngine { message: Some(Message::Info(info)) }) => Some(info),
            Ok(_) | Err(_) => None,
        };
        Some(answer)
    }
}

/// Returns whether a message answers the turn with this id.
fn is_for(message: &Message, turn_id: u64) -> bool {
    matches!(message, Message::Bestmove(best) if best.turn_id == Some(turn_id))
}
