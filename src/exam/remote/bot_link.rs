//! The bot's stream and calls on their way to the server, and the answers on their way back.
//! Nothing passes unless the examiner lets it.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    future::poll_fn,
};

use futures_util::StreamExt as _;
use tokio::sync::mpsc;

use super::calls::{Calls, News, named};
use crate::{
    api::{
        convert,
        play::tap::{Tapped, TappedStream},
        status::status,
    },
    games::rules::cut,
    ids::{PlayerId, Seq},
    law::Refusal,
    pb::v1::{
        self, PlayRequest, PlayResponse, match_event::Event, play_request::Message as Said, play_response::Message,
        submit_command_request::Command,
    },
};

/// Messages of a failed step to show.
const MAX_SHOWN: usize = 40;

pub struct BotLink {
    streams: mpsc::Receiver<TappedStream>,
    calls: Calls,
    stream: Option<TappedStream>,
    /// What the bot has said unasked.
    early: VecDeque<Said>,
    /// Pings of the server without an answer.
    pings: BTreeSet<u64>,
    /// The matches of the check, until they are over.
    hosted: BTreeSet<String>,
    /// What the bot knows of its matches.
    seated: BTreeMap<String, Known>,
    /// Accepted moves by match and turn.
    accepted: BTreeMap<(String, u64), String>,
    shown: VecDeque<String>,
}

/// What the bot was told of a match.
#[derive(Default)]
struct Known {
    /// Its newest event.
    seq: u64,
    /// Its open turn.
    turn: Option<v1::Turn>,
    is_over: bool,
}

/// A message of either side.
pub enum Heard {
    Bot(Said),
    Server(Message),
}

impl BotLink {
    pub fn new(tapped: Tapped) -> BotLink {
        let Tapped { streams, commands } = tapped;
        BotLink {
            streams,
            calls: Calls::new(commands),
            stream: None,
            early: VecDeque::new(),
            pings: BTreeSet::new(),
            hosted: BTreeSet::new(),
            seated: BTreeMap::new(),
            accepted: BTreeMap::new(),
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

    /// Waits for a stream of the bot; `None` if the server has stopped. Cancel-safe.
    pub async fn opened(&mut self) -> Option<()> {
        self.stream = Some(self.streams.recv().await?);
        self.show("  a stream is opened");
        Some(())
    }

    /// Forgets the streams that the bot has opened meanwhile.
    pub fn forget_opened(&mut self) {
        while self.streams.try_recv().is_ok() {}
    }

    /// Returns the bot's player, once it has opened a stream.
    pub fn player(&self) -> Option<&PlayerId> {
        self.stream.as_ref().map(|stream| &stream.player)
    }

    /// Returns whether the bot's stream is one of `Attend`.
    pub fn attends(&self) -> bool {
        self.stream.as_ref().is_some_and(|stream| !stream.from_player.goes_both_ways())
    }

    /// Adds a match of the check.
    pub fn host(&mut self, match_id: &str) {
        self.hosted.insert(match_id.to_owned());
    }

    /// Returns the matches of the check that are not over.
    pub fn open_matches(&self) -> Vec<String> {
        self.hosted.iter().filter(|match_id| !self.is_over(match_id)).cloned().collect()
    }

    /// Returns the matches in which the bot has a seat.
    pub fn seated(&self) -> Vec<String> {
        self.seated.keys().cloned().collect()
    }

    /// Returns the number of the last event of a match that the bot has.
    pub fn told(&self, match_id: &str) -> u64 {
        self.seated.get(match_id).map_or(0, |known| known.seq)
    }

    /// Returns the turn that the bot has to answer.
    pub fn turn(&self, match_id: &str) -> Option<&v1::Turn> {
        self.seated.get(match_id)?.turn.as_ref()
    }

    /// Returns whether the bot was told that a match is over.
    pub fn is_over(&self, match_id: &str) -> bool {
        self.seated.get(match_id).is_some_and(|known| known.is_over)
    }

    /// Ends the stream.
    pub fn hang_up(&mut self, how: &str) {
        self.stream = None;
        self.calls.clear();
        self.early.clear();
        self.pings.clear();
        self.seated.values_mut().for_each(|known| known.turn = None);
        self.show(how);
    }

    /// Ends the stream with a refusal as its last message.
    pub async fn end(&mut self, refusal: &Refusal) -> Result<(), String> {
        self.pass_raw(convert::refused(convert::Named::default(), refusal)).await?;
        if let Some(stream) = self.stream.as_ref().filter(|_| self.attends()) {
            let _ = stream.to_player.send(Err(status(refusal))).await;
        }
        self.hang_up("  the stream is ended");
        Ok(())
    }

    /// Waits for the next message of either side. Cancel-safe.
    pub async fn hear(&mut self, awaited: &str) -> Result<Heard, String> {
        let Some(stream) = &mut self.stream else { return Err("not connected".to_owned()) };
        let closed = || format!("it closed its stream instead of sending `{awaited}`");
        let said = tokio::select! {
            biased;
            served = stream.from_server.next() => return match served {
                Some(Ok(PlayResponse { message: Some(message) })) => Ok(Heard::Server(message)),
                _ => Err("the server ended the stream".to_owned()),
            },
            news = self.calls.news() => match news {
                News::Served(Some(reply)) => return Ok(Heard::Server(reply)),
                News::Served(None) => return Err("expected a reply, got an empty one".to_owned()),
                News::Asked(command) => Said::Command(command),
            },
            said = poll_fn(|cx| stream.from_player.poll_next(cx)) => match said {
                Some(Ok(PlayRequest { message: Some(said) })) => said,
                Some(Ok(PlayRequest { message: None })) => return Err("expected a message, got an empty one".to_owned()),
                None => return Err(closed()),
                Some(Err(cut)) => {
                    return Err(format!("its stream broke instead of bringing `{awaited}`: {}", cut.message()));
                }
            },
            () = stream.to_player.closed() => return Err(closed()),
        };
        self.show(&format!("< {}", spelt(&PlayRequest { message: Some(said.clone()) })));
        Ok(Heard::Bot(said))
    }

    /// Takes what the bot has said unasked. A move among it may have been accepted since: route it.
    pub fn take_early(&mut self) -> Option<Said> {
        self.early.pop_front()
    }

    /// Keeps what the bot has said unasked, unless the server handles it.
    pub async fn set_aside(&mut self, said: Said) -> Result<(), String> {
        let unusual = self.route(said).await?;
        self.early.extend(unusual);
        Ok(())
    }

    /// Forwards a message that no step is about; returns any other.
    pub async fn route(&mut self, said: Said) -> Result<Option<Said>, String> {
        let is_usual = match &said {
            Said::Pong(pong) => self.pings.remove(&pong.nonce),
            Said::Rematch(_) => true,
            Said::Hello(_) => false,
            Said::Command(command) => self.is_usual(command)?,
        };
        match is_usual {
            true => self.forward(said).await.map(|()| None),
            false => Ok(Some(said)),
        }
    }

    /// Returns whether no step is about a command: it is about another match or a finished one,
    /// repeats an accepted move, or goes beside moves.
    fn is_usual(&self, command: &v1::SubmitCommandRequest) -> Result<bool, String> {
        let match_id = &command.match_id;
        if !self.hosted.contains(match_id) || self.is_over(match_id) {
            return Ok(self.seated.contains_key(match_id));
        }
        match &command.command {
            Some(Command::PlayMove(v1::PlayMove { turn_id, notation, .. })) => {
                match self.accepted.get(&(match_id.clone(), *turn_id)) {
                    Some(before) if before != notation => {
                        Err(format!("expected nothing, or {before} again for turn_id {turn_id}, got {notation}"))
                    }
                    before => Ok(before.is_some()),
                }
            }
            Some(Command::Propose(_) | Command::AnswerProposal(_) | Command::GiveNonce(_)) => Ok(true),
            _ => Ok(false),
        }
    }

    /// Sends a message of the bot to the server.
    pub async fn forward(&mut self, said: Said) -> Result<(), String> {
        if let Said::Command(command) = &said {
            if let Some(Command::PlayMove(_)) = &command.command
                && let Some(known) = self.seated.get_mut(&command.match_id)
            {
                known.turn = None;
            }
            if self.calls.forward(command) {
                return Ok(());
            }
        }
        let Some(stream) = &self.stream else { return Err("not connected".to_owned()) };
        let sent = stream.to_server.send(PlayRequest { message: Some(said) }).await;
        sent.map_err(|_| "the server ended the stream".to_owned())
    }

    /// Sends a message to the bot, or answers its call.
    pub async fn pass(&mut self, message: Message) -> Result<(), String> {
        let said = PlayResponse { message: Some(message) };
        self.show(&format!("> {}", spelt(&said)));
        let Some(message) = said.message else { return Ok(()) };
        self.note(&message);
        match self.calls.answer(&message) {
            true => Ok(()),
            false => self.pass_raw(PlayResponse { message: Some(message) }).await,
        }
    }

    /// Sends a raw message.
    pub async fn pass_raw(&mut self, said: PlayResponse) -> Result<(), String> {
        let Some(stream) = &self.stream else { return Err("not connected".to_owned()) };
        stream.to_player.send(Ok(said)).await.map_err(|_| "it has closed its stream".to_owned())
    }

    /// Answers a command in the server's place.
    pub async fn reply(
        &mut self,
        command: &v1::SubmitCommandRequest,
        result: Result<Seq, Refusal>,
    ) -> Result<(), String> {
        let reply = convert::replied(named(command), result.as_ref().copied());
        self.calls.settle(command, result.map(|seq| v1::SubmitCommandResponse { seq: seq.0 }));
        match reply.message {
            Some(message) => self.pass(message).await,
            None => Ok(()),
        }
    }

    /// Remembers an accepted move: it may be repeated.
    pub fn note_accepted(&mut self, match_id: &str, played: &v1::PlayMove) {
        self.accepted.insert((match_id.to_owned(), played.turn_id), played.notation.clone());
    }

    /// Notes what the bot learns.
    fn note(&mut self, message: &Message) {
        match message {
            Message::Ping(ping) => drop(self.pings.insert(ping.nonce)),
            Message::Seated(seated) => drop(self.seated.entry(seated.match_id.clone()).or_default()),
            Message::Turn(turn) => {
                let known = self.seated.entry(turn.match_id.clone()).or_default();
                known.seq = known.seq.max(turn.turn_id);
                known.turn = Some((**turn).clone());
            }
            Message::Event(said) => {
                let known = self.seated.entry(said.match_id.clone()).or_default();
                let Some(event) = &said.event else { return };
                known.seq = known.seq.max(event.seq);
                let voids_turn = |event: &Event| {
                    matches!(
                        event,
                        Event::MovesTakenBack(_)
                            | Event::MoveRefused(_)
                            | Event::FlagVoided(_)
                            | Event::MatchPaused(_)
                            | Event::MatchEnded(_)
                    )
                };
                if event.event.as_ref().is_some_and(voids_turn)
                    && known.turn.as_ref().is_some_and(|turn| turn.turn_id < event.seq)
                {
                    known.turn = None;
                }
                known.is_over |= matches!(event.event, Some(Event::MatchEnded(_)));
            }
            _ => {}
        }
    }

    fn show(&mut self, line: &str) {
        if self.shown.len() == MAX_SHOWN {
            self.shown.pop_front();
        }
        self.shown.push_back(cut(line));
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
