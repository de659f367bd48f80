//! The examiner: it stands between the bot and the server, and lets the opponents move.

use std::time::{Duration, Instant};

use tokio::time::timeout;

use super::{
    bot_link::{BotLink, Heard, name},
    calls::named,
    cuttable_proxy::CuttableProxy,
    hosted_match::HostedMatch,
    opponents::Opponents,
    server::ExamServer,
};
use crate::{
    exam::{answer_times::AnswerTimes, report::Want},
    games::{
        self, Game,
        rules::{Facts, cut},
    },
    hall::{Hall, host_stalls::HostStalls, table::Ask},
    law::{Proposal, Reason, Refusal},
    pb::v1::{
        self, match_event::Event, play_request::Message as Said, play_response::Message,
        submit_command_request::Command,
    },
};

/// Time to listen to a bot that may send nothing.
pub const SILENCE: Duration = Duration::from_millis(200);
/// Time for the server to do its part.
const SERVER_WITHIN: Duration = Duration::from_secs(60);
/// Part of the patience with a bot that its time is, if its flag is to fall.
const SHARE: u32 = 5;
/// Maximum of that time in seconds.
const MOST_SECONDS: u64 = 30;

pub struct Examiner {
    pub want: Want,
    pub answer_times: AnswerTimes,
    /// Last `Hello` of the bot.
    pub hello: v1::Hello,
    pub link: BotLink,
    pub stalls: HostStalls,
    pub hall: Hall,
    proxy: CuttableProxy,
    opponents: Opponents,
}

/// What the opponents do meanwhile.
#[derive(Clone, Copy)]
enum Others {
    Wait,
    Play(Option<Proposal>),
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

    /// Returns the command with the move as it is now.
    pub fn as_command(&self) -> v1::SubmitCommandRequest {
        let command = Some(Command::PlayMove(self.played.clone()));
        v1::SubmitCommandRequest { command, ..self.command.clone() }
    }
}

impl Examiner {
    pub fn new(want: Want, server: ExamServer, proxy: CuttableProxy) -> Result<Examiner, String> {
        let ExamServer { hall, tapped, stalls, .. } = server;
        let seats = |game: &&'static dyn Game| game.facts().setting(0, []).map_or(0, |setting| setting.seats());
        let others = games::GAMES.iter().map(seats).max().unwrap_or(0).saturating_sub(1);
        let opponents = Opponents::enter(&hall, others.into())?;
        let (answer_times, hello, link) = (AnswerTimes::default(), v1::Hello::default(), BotLink::new(tapped));
        Ok(Examiner { want, answer_times, hello, link, stalls, hall, proxy, opponents })
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
        let opened = timeout(patience, self.link.opened()).await;
        let opened = opened.map_err(|_| format!("no stream within {} ms", patience.as_millis()))?;
        opened.ok_or_else(|| "the server has stopped".to_owned())
    }

    /// Returns whether a stream is opened within this time.
    pub async fn hears_of_another(&mut self, span: Duration) -> bool {
        timeout(span, self.link.opened()).await.is_ok()
    }

    /// Waits for a stream with its `Hello`, and lets it enter the server.
    pub async fn meet(&mut self) -> Result<(), String> {
        self.await_stream().await?;
        self.hear_hello().await?;
        self.enter().await
    }

    /// Ends the stream and all matches, and waits for the bot to reconnect.
    pub async fn meet_again(&mut self) -> Result<(), String> {
        self.cut();
        for match_id in self.link.open_matches() {
            if let Some(hosted) = HostedMatch::find(&self.hall, &match_id) {
                hosted.rule(Ask::Abort).await?;
            }
        }
        self.link.forget_opened();
        self.meet().await
    }

    /// Reads the `Hello` of a stream.
    pub async fn hear_hello(&mut self) -> Result<(), String> {
        // A call may overtake the stream.
        let mut calls = Vec::new();
        self.hello = loop {
            match self.next("hello").await? {
                Said::Hello(hello) => break hello,
                called if self.link.attends() => calls.push(called),
                other => return Err(format!("expected `hello`, got {}", name(&other))),
            }
        };
        for called in calls {
            self.link.set_aside(called).await?;
        }
        Ok(())
    }

    /// Forwards the `Hello`, and waits for the welcome.
    pub async fn enter(&mut self) -> Result<(), String> {
        self.link.forward(Said::Hello(self.hello.clone())).await?;
        self.pass_until("welcome", |message| match message {
            Message::Welcome(_) => Some(Ok(())),
            Message::Refused(refused) if refused.match_id.is_empty() => {
                let refusal = refused.refusal.clone().unwrap_or_default();
                Some(Err(format!(
                    "the server refused its `hello`: {} {}",
                    refusal.reason().as_str_name(),
                    refusal.text
                )))
            }
            _ => None,
        })
        .await?
    }

    /// Cuts the connection.
    pub fn cut(&mut self) {
        self.proxy.cut();
        self.link.hang_up("  the connection is cut");
    }

    /// Returns the bot's next message that a step must be about, and passes everything else.
    pub async fn next(&mut self, awaited: &str) -> Result<Said, String> {
        let never = |_: &Message| None::<()>;
        match self.next_unless(awaited, never).await? {
            Ok(said) => Ok(said),
            Err(()) => Err(format!("expected `{awaited}`")),
        }
    }

    /// Returns the same, or what `stop` makes of a message of the server that comes before.
    async fn next_unless<T>(
        &mut self,
        awaited: &str,
        stop: impl Fn(&Message) -> Option<T>,
    ) -> Result<Result<Said, T>, String> {
        let patience = self.want.patience;
        let heard = timeout(patience, self.hear_unless(awaited, stop)).await;
        heard.unwrap_or_else(|_| Err(format!("timed out after {} ms waiting for `{awaited}`", patience.as_millis())))
    }

    /// Does the same, however long it takes.
    async fn hear_unless<T>(
        &mut self,
        awaited: &str,
        stop: impl Fn(&Message) -> Option<T>,
    ) -> Result<Result<Said, T>, String> {
        while let Some(said) = self.link.take_early() {
            if let Some(said) = self.link.route(said).await? {
                return Ok(Ok(said));
            }
        }
        loop {
            match self.link.hear(awaited).await? {
                Heard::Server(message) => {
                    let stopped = stop(&message);
                    self.link.pass(message).await?;
                    if let Some(stopped) = stopped {
                        return Ok(Err(stopped));
                    }
                }
                Heard::Bot(said) => {
                    if let Some(said) = self.link.route(said).await? {
                        return Ok(Ok(said));
                    }
                }
            }
        }
    }

    /// Waits; nothing may arrive.
    pub async fn silence(&mut self, span: Duration) -> Result<(), String> {
        let never = |_: &Message| None::<()>;
        match timeout(span, self.hear_unless("nothing", never)).await {
            Ok(Ok(Ok(other))) => Err(format!("expected nothing, got {}", name(&other))),
            Ok(Err(problem)) => Err(problem),
            Err(_) | Ok(Ok(Err(()))) => Ok(()),
        }
    }

    /// Passes the server's messages up to and including the one that `pick` picks.
    pub async fn pass_until<T>(&mut self, awaited: &str, pick: impl Fn(&Message) -> Option<T>) -> Result<T, String> {
        let (message, picked) = self.hold_until(awaited, Others::Wait, pick).await?;
        self.link.pass(message).await?;
        Ok(picked)
    }

    /// Passes the server's messages before the one that `pick` picks, and returns that one.
    async fn hold_until<T>(
        &mut self,
        awaited: &str,
        others: Others,
        pick: impl Fn(&Message) -> Option<T>,
    ) -> Result<(Message, T), String> {
        let waiting = async {
            loop {
                let heard = tokio::select! {
                    biased;
                    heard = self.link.hear(awaited) => heard?,
                    card = self.opponents.turn(), if matches!(others, Others::Play(_)) => {
                        let Others::Play(proposal) = others else { continue };
                        let played = self.opponents.play(&self.hall, &card, proposal).await;
                        played.map_err(|refusal| format!("the server refused an opponent's move: {refusal}"))?;
                        continue;
                    }
                };
                match heard {
                    Heard::Bot(said) => self.link.set_aside(said).await?,
                    Heard::Server(message) => match pick(&message) {
                        Some(picked) => return Ok((message, picked)),
                        None => self.link.pass(message).await?,
                    },
                }
            }
        };
        let waited = timeout(SERVER_WITHIN, waiting).await;
        waited.unwrap_or_else(|_| Err(format!("the server sent no `{awaited}`")))
    }

    /// Opens a match with the bot on seat 0.
    pub async fn open(&mut self) -> Result<HostedMatch, String> {
        self.open_game(self.game()?).await
    }

    /// Opens a match of this game.
    pub async fn open_game(&mut self, game: &'static dyn Game) -> Result<HostedMatch, String> {
        self.open_with(game, "inf").await
    }

    /// Returns the time of a bot whose flag is to fall.
    pub fn short(&self) -> Duration {
        Duration::from_secs((self.want.patience / SHARE).as_secs().clamp(2, MOST_SECONDS))
    }

    /// Opens a match in which the bot's flag is to fall.
    pub async fn open_short(&mut self) -> Result<HostedMatch, String> {
        let time = self.short().as_secs().to_string();
        self.open_with(self.game()?, &time).await
    }

    /// Opens a match in which the bot has this time control.
    async fn open_with(&mut self, game: &'static dyn Game, time: &str) -> Result<HostedMatch, String> {
        let player = self.link.player().ok_or("not connected")?.clone();
        let hosted = HostedMatch::open(&self.hall, game, &player, time).await?;
        self.link.host(hosted.match_id());
        Ok(hosted)
    }

    /// Waits until the bot has the turn, while the others play; `None` if the match is over.
    pub async fn ask(&mut self, hosted: &HostedMatch) -> Result<Option<v1::Turn>, String> {
        self.ask_after(hosted, None).await
    }

    /// Does the same; the others make a proposal before each move.
    pub async fn ask_after(
        &mut self,
        hosted: &HostedMatch,
        proposal: Option<Proposal>,
    ) -> Result<Option<v1::Turn>, String> {
        if let Some(turn) = self.link.turn(hosted.match_id()) {
            return Ok(Some(turn.clone()));
        }
        if self.link.is_over(hosted.match_id()) {
            return Ok(None);
        }
        let (message, turn) = self.hold_until("turn", Others::Play(proposal), turn_or_end(hosted)).await?;
        self.link.pass(message).await?;
        Ok(turn)
    }

    /// Waits for the bot's turn and holds it back.
    pub async fn hold_turn(&mut self, hosted: &HostedMatch) -> Result<v1::Turn, String> {
        let (_, turn) = self.hold_until("turn", Others::Play(None), turn_or_end(hosted)).await?;
        turn.ok_or_else(|| "the rules return no turn".to_owned())
    }

    /// Reads the answer to a turn.
    pub async fn hear_move(&mut self, turn: &v1::Turn) -> Result<Asked, String> {
        let heard = self.hear_move_unless(turn, |_| false).await?;
        heard.ok_or_else(|| "expected `command.play_move`".to_owned())
    }

    /// Reads the answer to a turn; `None` if an event of its match that `stop` names comes before.
    pub async fn hear_move_unless(
        &mut self,
        turn: &v1::Turn,
        stop: impl Fn(&Event) -> bool,
    ) -> Result<Option<Asked>, String> {
        let Some(command) = self.hear_command_unless(turn, stop).await? else { return Ok(None) };
        Asked::of(command, turn).map(Some)
    }

    /// Reads any command for the match of a turn, as [`Examiner::hear_move_unless`] does.
    pub async fn hear_command_unless(
        &mut self,
        turn: &v1::Turn,
        stop: impl Fn(&Event) -> bool,
    ) -> Result<Option<v1::SubmitCommandRequest>, String> {
        let (begun, awaited) = (Instant::now(), "command.play_move");
        let stop = |message: &Message| event_of(message, &turn.match_id).is_some_and(&stop).then_some(());
        let Ok(said) = self.next_unless(awaited, stop).await? else { return Ok(None) };
        self.answer_times.note(begun.elapsed());
        match said {
            Said::Command(command) if command.match_id == turn.match_id => Ok(Some(command)),
            Said::Command(command) => {
                Err(format!("expected match_id {}, got `{}`", turn.match_id, cut(&command.match_id)))
            }
            other => Err(format!("expected `{awaited}`, got {}", name(&other))),
        }
    }

    /// Forwards a move, and passes its reply: the bot may repeat an accepted move.
    pub async fn submit(&mut self, command: &v1::SubmitCommandRequest) -> Result<Result<u64, v1::Refusal>, String> {
        let (message, reply) = self.hold_reply(command).await?;
        self.link.pass(message).await?;
        if let (Ok(_), Some(Command::PlayMove(played))) = (&reply, &command.command) {
            self.link.note_accepted(&command.match_id, played);
        }
        Ok(reply)
    }

    /// Forwards a command, and returns its reply, which is not passed.
    pub async fn hold_reply(
        &mut self,
        command: &v1::SubmitCommandRequest,
    ) -> Result<(Message, Result<u64, v1::Refusal>), String> {
        self.link.forward(Said::Command(command.clone())).await?;
        let of = named(command);
        self.hold_until("accepted", Others::Wait, move |message| match message {
            Message::Accepted(said) if is_about(&of, (&said.match_id, &said.request_id, said.turn_id)) => {
                Some(Ok(said.seq))
            }
            Message::Refused(said) if is_about(&of, (&said.match_id, &said.request_id, said.turn_id)) => {
                Some(Err(said.refusal.clone().unwrap_or_default()))
            }
            _ => None,
        })
        .await
    }

    /// Plays a requested move.
    pub async fn accept(&mut self, asked: &Asked) -> Result<(), String> {
        let notation = &asked.played.notation;
        let reply = self.submit(&asked.command).await?;
        reply.map(drop).map_err(|refusal| format!("expected a legal move, got `{notation}`: {}", refusal.text))
    }

    /// Forwards an answer that comes too late; the server must refuse it.
    pub async fn submit_late(&mut self, command: &v1::SubmitCommandRequest) -> Result<(), String> {
        match self.submit(command).await? {
            Ok(_) => Err("the server accepted an answer that came too late".to_owned()),
            Err(_) => Ok(()),
        }
    }

    /// Forwards the answers that came too late.
    pub async fn submit_all_late(&mut self) -> Result<(), String> {
        while let Some(said) = self.link.take_early() {
            match said {
                Said::Command(command) => self.submit_late(&command).await?,
                other => return Err(format!("expected `command.play_move`, got {}", name(&other))),
            }
        }
        Ok(())
    }

    /// Refuses a move in the server's place.
    pub async fn decline(&mut self, asked: &Asked, reason: Reason) -> Result<(), String> {
        let value = asked.played.notation.clone();
        let refusal = Refusal { field: "notation".into(), value, ..Refusal::new(reason, "declined for a test") };
        self.link.reply(&asked.command, Err(refusal)).await
    }

    /// Plays one turn, from sending it to confirming its answer; `None` if the match is over.
    pub async fn turn(&mut self, hosted: &HostedMatch) -> Result<Option<Asked>, String> {
        let Some(turn) = self.ask(hosted).await? else { return Ok(None) };
        let asked = self.hear_move(&turn).await?;
        self.accept(&asked).await?;
        Ok(Some(asked))
    }

    /// Passes the events of a match up to one that `wanted` names; returns its number.
    pub async fn pass_event(&mut self, hosted: &HostedMatch, wanted: impl Fn(&Event) -> bool) -> Result<u64, String> {
        let match_id = hosted.match_id().to_owned();
        self.pass_until("event", move |message| match message {
            Message::Event(said) if event_of(message, &match_id).is_some_and(&wanted) => {
                said.event.as_ref().map(|event| event.seq)
            }
            _ => None,
        })
        .await
    }

    /// Takes over a live match of the bot that was not opened here.
    pub fn adopt(&mut self, match_id: &str) -> Option<HostedMatch> {
        let hosted = HostedMatch::find(&self.hall, match_id)?;
        self.link.host(match_id);
        Some(hosted)
    }

    /// Aborts a match, unless it is over.
    pub async fn end(&mut self, hosted: &HostedMatch) -> Result<(), String> {
        if self.link.is_over(hosted.match_id()) {
            return Ok(());
        }
        // The bot's last move may have ended it.
        let _ = hosted.rule(Ask::Abort).await;
        self.pass_event(hosted, is_end).await.map(drop)
    }
}

/// Returns whether an event ends its match.
pub fn is_end(event: &Event) -> bool {
    matches!(event, Event::MatchEnded(_))
}

/// Picks the turn of a match, or `None` at its end.
fn turn_or_end(hosted: &HostedMatch) -> impl Fn(&Message) -> Option<Option<v1::Turn>> + use<> {
    let match_id = hosted.match_id().to_owned();
    move |message| match message {
        Message::Turn(turn) if turn.match_id == match_id => Some(Some((**turn).clone())),
        _ => event_of(message, &match_id).is_some_and(is_end).then_some(None),
    }
}

/// Returns the event of this match in a message.
fn event_of<'a>(message: &'a Message, match_id: &str) -> Option<&'a Event> {
    match message {
        Message::Event(said) if said.match_id == match_id => said.event.as_ref()?.event.as_ref(),
        _ => None,
    }
}

/// Returns whether a reply is about this command.
fn is_about(of: &crate::api::convert::Named, (match_id, request_id, turn_id): (&str, &str, u64)) -> bool {
    (of.match_id.as_str(), of.request_id.as_str(), of.turn_id) == (match_id, request_id, turn_id)
}

/// Returns the requested games that the bot plays.
fn games_of<'a>(want: &'a Want, plays: &'a [String]) -> impl Iterator<Item = &'static dyn Game> + 'a {
    let plays_it = |id: &str| plays.is_empty() || plays.iter().any(|game| game == id);
    let wanted = |id: &str| want.games.is_empty() || want.games.iter().any(|game| game == id);
    games::GAMES.iter().copied().filter(move |game| plays_it(game.facts().id) && wanted(game.facts().id))
}
