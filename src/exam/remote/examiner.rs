//! The examiner's side of a bot's stream.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::time::timeout;

use super::{
    cuttable_proxy::CuttableProxy,
    hosted_match::HostedMatch,
    server::{PlayStream, Streams},
};
use crate::{
    api::play::handshake::PROTOCOL,
    exam::{answer_times::AnswerTimes, report::Want},
    games::{
        self, Game,
        rules::{Facts, cut},
    },
    pb::v1::{
        self, Reason, match_event::Event, play_request::Message as Said, play_response::Message,
        submit_command_request::Command,
    },
};

/// Messages of a failed step to show.
const MAX_SHOWN: usize = 40;
/// Time to agree to a rematch, in milliseconds.
pub const REMATCH_WITHIN_MS: i64 = 60_000;
/// Time to listen to a bot that may send nothing.
pub const SILENCE: Duration = Duration::from_millis(200);

pub struct Examiner {
    pub want: Want,
    pub answer_times: AnswerTimes,
    /// Connection to the bot.
    pub proxy: CuttableProxy,
    /// Last `Hello` of the bot.
    pub hello: v1::Hello,
    streams: Streams,
    stream: Option<PlayStream>,
    matches: u32,
    /// Accepted moves by turn.
    taken: BTreeMap<TurnKey, Taken>,
    shown: VecDeque<String>,
}

/// A turn: match and id.
type TurnKey = (String, u64);

/// An accepted move with its event number.
struct Taken {
    notation: String,
    seq: u64,
}

/// A move requested by the bot.
pub struct Asked {
    /// The command as received.
    pub command: v1::SubmitCommandRequest,
    pub played: v1::PlayMove,
}

impl Asked {
    /// Returns the move of a command that must answer a turn.
    pub fn of(command: v1::SubmitCommandRequest, turn: &v1::Turn) -> Result<Asked, String> {
        let Some(Command::PlayMove(played)) = command.command.clone() else {
            return Err("expected `play_move`, got another command".to_owned());
        };
        match played.turn_id == turn.turn_id {
            true => Ok(Asked { command, played }),
            false => Err(format!("expected turn_id {}, got {}", turn.turn_id, played.turn_id)),
        }
    }
}

impl Examiner {
    pub fn new(want: Want, streams: Streams, proxy: CuttableProxy) -> Examiner {
        Examiner {
            want,
            answer_times: AnswerTimes::default(),
            proxy,
            hello: v1::Hello::default(),
            streams,
            stream: None,
            matches: 0,
            taken: BTreeMap::new(),
            shown: VecDeque::new(),
        }
    }

    /// Clears the messages of the previous step.
    pub fn begin(&mut self) {
        self.shown.clear();
    }

    /// Returns the messages of the step, one a line.
    pub fn transcript(&self) -> String {
        self.shown.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Returns the game to play.
    pub fn game(&self) -> Result<&'static dyn Game, String> {
        games_of(&self.want, &self.hello.games).next().ok_or_else(|| {
            let plays = self.hello.games.join(", ");
            format!("none of its games is known or requested: `hello.games` has {plays}")
        })
    }

    /// Returns the first wanted game that the bot plays.
    pub fn game_with(&self, wanted: impl Fn(&Facts) -> bool) -> Option<&'static dyn Game> {
        games_of(&self.want, &self.hello.games).find(|game| wanted(game.facts()))
    }

    pub async fn await_stream(&mut self) -> Result<(), String> {
        let patience = self.want.patience;
        let opened = timeout(patience, self.streams.opened.recv()).await;
        let stream = opened.map_err(|_| format!("no stream within {} ms", patience.as_millis()))?;
        self.stream = Some(stream.ok_or("the server has stopped")?);
        self.show("  a stream is opened");
        Ok(())
    }

    /// Returns whether a stream is opened within this time.
    pub async fn hears_of_another(&mut self, span: Duration) -> bool {
        timeout(span, self.streams.opened.recv()).await.is_ok()
    }

    /// Waits for a stream with its `Hello`, and answers.
    pub async fn meet(&mut self) -> Result<(), String> {
        self.await_stream().await?;
        self.hear_hello().await?;
        self.say_welcome().await
    }

    /// Ends the stream, and waits for the bot to reconnect.
    pub async fn meet_again(&mut self) -> Result<(), String> {
        self.stream = None;
        self.proxy.cut();
        for summary in self.matches().values_mut() {
            summary.set_state(v1::MatchState::Over);
        }
        while self.streams.opened.try_recv().is_ok() {}
        self.meet().await
    }

    /// Reads the `Hello` of a stream.
    pub async fn hear_hello(&mut self) -> Result<(), String> {
        match self.next("hello").await? {
            Said::Hello(hello) => {
                self.hello = hello;
                Ok(())
            }
            other => Err(format!("expected `hello`, got {}", name(&other))),
        }
    }

    pub async fn say_welcome(&mut self) -> Result<(), String> {
        let server = concat!("check ", env!("CARGO_PKG_VERSION")).to_owned();
        self.say(Message::Welcome(v1::Welcome {
            player: "candidate".to_owned(),
            server,
            protocol_version: PROTOCOL.newest,
            capabilities: PROTOCOL.capabilities.iter().map(|name| (*name).to_owned()).collect(),
        }))
        .await
    }

    /// Sends a message to the bot.
    pub async fn say(&mut self, message: Message) -> Result<(), String> {
        let said = v1::PlayResponse { message: Some(message) };
        self.show(&format!("> {}", spelt(&said)));
        self.say_raw(said).await
    }

    /// Sends a raw message.
    pub async fn say_raw(&mut self, said: v1::PlayResponse) -> Result<(), String> {
        let patience = self.want.patience;
        let Some(stream) = &self.stream else { return Err("not connected".to_owned()) };
        match timeout(patience, stream.outbound.send(Ok(said))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err("it has closed its stream".to_owned()),
            Err(_) => Err("it is not reading its stream".to_owned()),
        }
    }

    /// Sends a refusal that ends the stream.
    pub async fn say_end(&mut self, reason: Reason, text: &str) -> Result<(), String> {
        let refusal = v1::Refusal { reason: reason.into(), text: text.to_owned(), ..Default::default() };
        self.say(Message::Refused(Box::new(v1::Refused { refusal: Some(refusal), ..Default::default() }))).await
    }

    /// Ends the stream regularly.
    pub fn hang_up(&mut self) {
        self.stream = None;
        self.show("  the stream is ended");
    }

    /// Cuts the connection.
    pub fn cut(&mut self) {
        self.proxy.cut();
        self.stream = None;
        self.show("  the connection is cut");
    }

    /// Returns the bot's next message. Like a server, answers repeated commands, and those about
    /// finished matches.
    pub async fn next(&mut self, awaited: &str) -> Result<Said, String> {
        let patience = self.want.patience;
        match timeout(patience, self.hear(awaited)).await {
            Ok(heard) => heard,
            Err(_) => Err(format!("timed out after {} ms waiting for `{awaited}`", patience.as_millis())),
        }
    }

    /// Waits; nothing may arrive.
    pub async fn silence(&mut self, span: Duration) -> Result<(), String> {
        match timeout(span, self.hear("nothing")).await {
            Err(_) => Ok(()),
            Ok(Ok(other)) => Err(format!("expected nothing, got {}", name(&other))),
            Ok(Err(problem)) => Err(problem),
        }
    }

    /// Opens a match with the bot on seat 0, and seats it.
    pub async fn open(&mut self) -> Result<HostedMatch, String> {
        self.open_game(self.game()?).await
    }

    /// Opens a match of this game.
    pub async fn open_game(&mut self, game: &'static dyn Game) -> Result<HostedMatch, String> {
        self.matches += 1;
        let mut hosted = HostedMatch::open(game, format!("check-{:04}", self.matches))?;
        self.note(&hosted);
        self.say(Message::Seated(Box::new(hosted.seated()))).await?;
        self.tell(&mut hosted).await?;
        Ok(hosted)
    }

    /// Seats the bot again, with the events after `after`.
    pub async fn seat_again(&mut self, hosted: &mut HostedMatch, after: u64) -> Result<(), String> {
        self.note(hosted);
        self.say(Message::Seated(Box::new(hosted.seated()))).await?;
        hosted.tell_from(after);
        self.tell(hosted).await
    }

    /// Sends new events of a match.
    pub async fn tell(&mut self, hosted: &mut HostedMatch) -> Result<(), String> {
        for event in hosted.news() {
            self.say(Message::Event(Box::new(v1::SeatEvent {
                match_id: hosted.match_id().to_owned(),
                event: Some(event),
            })))
            .await?;
        }
        Ok(())
    }

    /// Plays for the others and sends the bot its turn; `None` if the match is over.
    pub async fn ask(&mut self, hosted: &mut HostedMatch) -> Result<Option<v1::Turn>, String> {
        let turn = hosted.next_turn(self.hello.without_legal)?;
        self.note(hosted);
        self.tell(hosted).await?;
        if let Some(turn) = &turn {
            self.say(Message::Turn(Box::new(turn.clone()))).await?;
        }
        Ok(turn)
    }

    /// Reads the answer to a turn.
    pub async fn hear_move(&mut self, turn: &v1::Turn) -> Result<Asked, String> {
        let begun = Instant::now();
        let command = self.hear_command(&turn.match_id, "command.play_move").await?;
        self.answer_times.note(begun.elapsed());
        Asked::of(command, turn)
    }

    /// Reads any command for a match.
    pub async fn hear_command(&mut self, match_id: &str, awaited: &str) -> Result<v1::SubmitCommandRequest, String> {
        match self.next(awaited).await? {
            Said::Command(command) if command.match_id == match_id => Ok(command),
            Said::Command(command) => Err(format!("expected match_id {match_id}, got `{}`", cut(&command.match_id))),
            other => Err(format!("expected `{awaited}`, got {}", name(&other))),
        }
    }

    /// Plays a requested move, and confirms it.
    pub async fn accept(&mut self, hosted: &mut HostedMatch, asked: &Asked) -> Result<(), String> {
        let seq = hosted.play(&asked.played.notation)?;
        self.say_accepted(asked, seq).await?;
        self.tell(hosted).await
    }

    /// Confirms a command.
    pub async fn say_accepted(&mut self, asked: &Asked, seq: u64) -> Result<(), String> {
        self.note_taken(asked, seq);
        self.say_stored(&asked.command, seq).await
    }

    /// Remembers an accepted move: a repetition gets the same answer.
    pub fn note_taken(&mut self, asked: &Asked, seq: u64) {
        let v1::PlayMove { turn_id, notation, score: _ } = asked.played.clone();
        self.taken.insert((asked.command.match_id.clone(), turn_id), Taken { notation, seq });
    }

    /// Confirms that a command became this event.
    pub async fn say_stored(&mut self, command: &v1::SubmitCommandRequest, seq: u64) -> Result<(), String> {
        self.say(accepted(command, seq)).await
    }

    /// Adds an event other than a step, and sends it.
    pub async fn happen(&mut self, hosted: &mut HostedMatch, event: Event) -> Result<(), String> {
        hosted.happen(event);
        self.note(hosted);
        self.tell(hosted).await
    }

    pub async fn decline(&mut self, asked: &Asked, reason: Reason) -> Result<(), String> {
        let (value, text) = (asked.played.notation.clone(), "declined for a test".to_owned());
        let refusal =
            v1::Refusal { reason: reason.into(), field: "notation".to_owned(), value, text, ..Default::default() };
        self.say(refused(&asked.command, refusal)).await
    }

    /// Plays one turn, from sending it to confirming its answer; `None` if the match is over.
    pub async fn turn(&mut self, hosted: &mut HostedMatch) -> Result<Option<Asked>, String> {
        let Some(turn) = self.ask(hosted).await? else { return Ok(None) };
        let asked = self.hear_move(&turn).await?;
        self.accept(hosted, &asked).await?;
        Ok(Some(asked))
    }

    pub async fn end(&mut self, hosted: &mut HostedMatch, termination: v1::Termination) -> Result<(), String> {
        hosted.end(termination);
        self.note(hosted);
        self.tell(hosted).await
    }

    fn note(&mut self, hosted: &HostedMatch) {
        self.matches().insert(hosted.match_id().to_owned(), hosted.summary());
    }

    fn matches(&self) -> MutexGuard<'_, BTreeMap<String, v1::MatchSummary>> {
        self.streams.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn hear(&mut self, awaited: &str) -> Result<Said, String> {
        loop {
            let said = self.hear_one(awaited).await?;
            let answer = match &said {
                Said::Command(command) => self.answer_at_once(command)?,
                Said::Rematch(asked) => Some(self.answer_wish(asked)),
                Said::Hello(_) | Said::Pong(_) => None,
            };
            match answer {
                Some(answer) => self.say(answer).await?,
                None => return Ok(said),
            }
        }
    }

    /// Returns the answer to a repeated or outdated command; `None` for others.
    fn answer_at_once(&self, command: &v1::SubmitCommandRequest) -> Result<Option<Message>, String> {
        let match_id = &command.match_id;
        if let Some(Command::PlayMove(v1::PlayMove { turn_id, notation, score: _ })) = &command.command
            && let Some(taken) = self.taken.get(&(match_id.clone(), *turn_id))
        {
            if taken.notation != *notation {
                let before = &taken.notation;
                return Err(format!("expected nothing, or {before} again for turn_id {turn_id}, got {notation}"));
            }
            return Ok(Some(accepted(command, taken.seq)));
        }
        let refusal =
            v1::Refusal { reason: Reason::MatchOver.into(), text: "it is over".to_owned(), ..Default::default() };
        Ok(self.is_over(match_id).then(|| refused(command, refusal)))
    }

    /// Returns the answer to a rematch request, which the others never accept.
    fn answer_wish(&self, asked: &v1::RematchRequest) -> Message {
        let v1::RematchRequest { match_id, request_id, .. } = asked.clone();
        if self.is_over(&match_id) {
            let agreed_seats = if asked.wish() == v1::RematchWish::Withdraw { Vec::new() } else { vec![0] };
            let lapses_in_ms = REMATCH_WITHIN_MS;
            let rematch_match_id = String::new();
            return Message::Rematch(v1::RematchResponse {
                match_id,
                request_id,
                agreed_seats,
                rematch_match_id,
                lapses_in_ms,
            });
        }
        let text = "it is in progress".to_owned();
        let refusal = v1::Refusal { reason: Reason::StillPlayed.into(), text, ..Default::default() };
        let refusal = Some(refusal);
        Message::Refused(Box::new(v1::Refused { match_id, request_id, refusal, ..Default::default() }))
    }

    fn is_over(&self, match_id: &str) -> bool {
        self.matches().get(match_id).is_some_and(|summary| summary.state() == v1::MatchState::Over)
    }

    async fn hear_one(&mut self, awaited: &str) -> Result<Said, String> {
        let Some(stream) = &mut self.stream else { return Err("not connected".to_owned()) };
        let heard = match stream.inbound.message().await {
            Ok(Some(v1::PlayRequest { message: Some(said) })) => Ok(said),
            Ok(Some(v1::PlayRequest { message: None })) => Err("expected a message, got an empty one".to_owned()),
            Ok(None) => Err(format!("it closed its stream instead of sending `{awaited}`")),
            Err(status) => Err(format!("its stream broke before `{awaited}`: {}", status.message())),
        };
        if let Ok(said) = &heard {
            self.show(&format!("< {}", spelt(&v1::PlayRequest { message: Some(said.clone()) })));
        }
        heard
    }

    fn show(&mut self, line: &str) {
        if self.shown.len() == MAX_SHOWN {
            self.shown.pop_front();
        }
        self.shown.push_back(cut(line));
    }
}

/// Returns a confirmation.
fn accepted(command: &v1::SubmitCommandRequest, seq: u64) -> Message {
    let v1::SubmitCommandRequest { match_id, request_id, .. } = command.clone();
    Message::Accepted(v1::Accepted { match_id, request_id, turn_id: turn_id(command), seq })
}

/// Returns a refusal.
fn refused(command: &v1::SubmitCommandRequest, refusal: v1::Refusal) -> Message {
    let v1::SubmitCommandRequest { match_id, request_id, .. } = command.clone();
    let (turn_id, refusal) = (turn_id(command), Some(refusal));
    Message::Refused(Box::new(v1::Refused { match_id, request_id, turn_id, refusal }))
}

fn turn_id(command: &v1::SubmitCommandRequest) -> u64 {
    match &command.command {
        Some(Command::PlayMove(played)) => played.turn_id,
        _ => 0,
    }
}

fn spelt(message: &impl serde::Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

/// Returns the name of a message for people.
pub fn name(said: &Said) -> &'static str {
    match said {
        Said::Hello(_) => "`hello`",
        Said::Command(_) => "`command`",
        Said::Pong(_) => "`pong`",
        Said::Rematch(_) => "`rematch`",
    }
}

/// Returns the requested games that the bot plays.
fn games_of<'a>(want: &'a Want, plays: &'a [String]) -> impl Iterator<Item = &'static dyn Game> + 'a {
    let plays_it = |id: &str| plays.is_empty() || plays.iter().any(|game| game == id);
    let wanted = |id: &str| want.games.is_empty() || want.games.iter().any(|game| game == id);
    games::GAMES.iter().copied().filter(move |game| plays_it(game.facts().id) && wanted(game.facts().id))
}
