//! Bad bots on a server. This module misbehaves on the wire itself; [`super::joined`] runs the
//! engines that misbehave.

use std::{net::SocketAddr, time::Duration};

use referee::hall::{Limits, host_stalls::HostStalls};
use referee_client::{
    Client, NewMatch, PlayOptions,
    pb::{
        self, Reason, match_event::Event, play_request::Message as Said, play_response::Message,
        submit_command_request::Command,
    },
};
use tonic_types::StatusExt as _;

use super::{
    combined,
    golden::{Recover, Row},
    joined,
    pipe::{Flow, Pipe},
    stdio::{ATTEMPTS, VOIDED},
    unreadable,
};
use crate::api::rig::{Bot, Rig, agreed, command, kamisado, play_move};

/// The behaviours of engines, as opposed to those of connections.
pub const OF_ENGINES: &[&str] = &[
    "closed_stderr",
    "crashes",
    "eats_memory",
    "forks_grandchildren",
    "ignores_quit_and_sigterm",
    "ignores_stop",
    "segfaults",
    "spins_on_all_cores",
];
/// The behaviours that break the connection.
const CUT: &[&str] = &[
    "answer_then_exit",
    "closed_stdout",
    "exit_before_handshake",
    "invalid_utf8",
    "long_line",
    "no_newline_then_exit",
    "reconnect_storm",
];
/// Maximum length of the behaviour's name in the names of its players, in characters.
const LONGEST_NAME: usize = 20;
/// Number of streams that a storm opens.
const STORM: usize = 40;
/// Number of commands in a flood.
const FLOOD: usize = 2_000;

/// The address of a server.
pub struct At {
    pub address: SocketAddr,
    pub client: Client,
}

/// The two players of a row, who play its match.
pub struct Table<'a> {
    pub server: &'a At,
    pub row: &'a Row,
    pub good: Client,
    pub bad: Client,
    pub bad_token: String,
    pub names: [String; 2],
}

/// Starts a server for the rows of one kind. It detects host stalls, and uses short reconnect
/// deadlines if bots do not recover.
pub async fn serve(recover: Recover) -> Rig {
    let host_stalls = Some(HostStalls::start().expect("a thread"));
    let limits = match recover {
        Recover::On => Limits { host_stalls, ..Limits::default() },
        Recover::Off => {
            let (grace, start_grace) = (Duration::from_millis(300), Duration::from_secs(1));
            Limits { grace, start_grace, host_stalls, ..Limits::default() }
        }
    };
    Rig::with_limits(limits).await
}

/// Plays a match between a bad bot and an honest one, and returns the result. If the bad bot
/// recovers, they play another match.
pub async fn play(server: &At, row: Row) -> Row {
    for attempt in 1..=ATTEMPTS {
        if let Some(played) = play_once(server, &row, attempt).await {
            return played;
        }
    }
    unreachable!("the last attempt counts")
}

/// Plays a row once. Returns `None` if a host stall voided a flag, unless the bad bot causes
/// stalls.
async fn play_once(server: &At, row: &Row, attempt: u32) -> Option<Row> {
    let table = Table::of(server, row, attempt).await;
    let mut good = Bot::enter(&table.good).await;
    let (id, verdict, reason) = if OF_ENGINES.contains(&row.behaviour.as_str()) {
        joined::play(&table, &mut good).await
    } else if combined::ALL.contains(&row.behaviour.as_str()) {
        combined::play(&table, &mut good).await
    } else {
        by_hand(&table, &mut good).await
    };
    let record = table.good.record(&id).await.expect("it is over");
    if attempt < ATTEMPTS && row.behaviour != "silent_beside_flood" && record.contains(VOIDED) {
        return None;
    }
    if row.recover == Recover::On {
        let again = table.open("inf").await;
        let options = PlayOptions { until_ended: Some(1), max_matches: Some(8), ..PlayOptions::default() };
        let bad = table.bad.play(options, |turn| std::future::ready(turn.legal[0].clone()));
        let (next, told) = tokio::join!(behave(&mut good, &again), bad);
        assert_eq!(told.expect("it plays on").len(), 1);
        assert_eq!(next.termination(), pb::Termination::Normal, "{row}: the next match is played");
    }
    let lost = match verdict.seat {
        Some(seat) if table.names[seat as usize].starts_with("bad") => "bad",
        Some(_) => "good",
        None => "-",
    };
    let termination = verdict.termination().as_str_name().trim_start_matches("TERMINATION_").to_lowercase();
    let reason = match (reason, verdict.detail.as_str()) {
        (Some(reason), _) => reason.as_str_name().trim_start_matches("REASON_").to_owned(),
        (None, "") => "-".to_owned(),
        (None, detail) => detail.to_owned(),
    };
    let evidence = if verdict.evidence.is_some() { "some" } else { "-" }.to_owned();
    Some(Row { termination, lost: lost.to_owned(), evidence, reason, ..row.clone() })
}

impl At {
    pub fn of(rig: &Rig) -> At {
        At { address: rig.address, client: rig.client.clone() }
    }

    /// Connects to a server at a URL such as `http://127.0.0.1:7171`.
    pub async fn there(url: &str) -> At {
        let address = url.trim_start_matches("http://").parse().expect("an address");
        At { address, client: Client::connect(url).await.expect("the server is there") }
    }
}

impl<'a> Table<'a> {
    async fn of(server: &'a At, row: &'a Row, attempt: u32) -> Table<'a> {
        let behaviour: String = row.behaviour.replace('_', "-").chars().take(LONGEST_NAME).collect();
        let suffix = format!("{behaviour}-{}-{attempt}", if row.recover == Recover::On { "on" } else { "off" });
        // For `wrong_turn`, the bad bot has the second seat, so its turn is not open yet.
        let names = match row.behaviour.as_str() {
            "wrong_turn" => [format!("good-{suffix}"), format!("bad-{suffix}")],
            _ => [format!("bad-{suffix}"), format!("good-{suffix}")],
        };
        let register = async |name: String| server.client.register(&name).await.expect("the name is free");
        let client = |token: &str| server.client.with_token(token).expect("a token");
        let good = client(&register(format!("good-{suffix}")).await);
        good.set_accept_policy(Some(referee_client::accept_all())).await.expect("it is kept");
        let bad_token = register(format!("bad-{suffix}")).await;
        let bad = client(&bad_token);
        Table { server, row, good, bad, bad_token, names }
    }

    /// Opens a match between the two players.
    pub async fn open(&self, time_control: &str) -> String {
        let [first, second] = &self.names;
        let new = NewMatch { rules: referee_client::timed(time_control), ..kamisado(first, second) };
        let players = if first.starts_with("bad-") { [&self.bad, &self.good] } else { [&self.good, &self.bad] };
        agreed(new, players).await
    }

    /// Returns a short time limit if the bad bot must lose on time. The good bot then has no turn,
    /// or answers in time.
    pub fn time_control(&self) -> &'static str {
        let behaviour = self.row.behaviour.as_str();
        let is_cut = CUT.contains(&behaviour);
        match self.row.recover {
            _ if behaviour == "late" => "st=0.3",
            Recover::Off if !is_cut => "st=2",
            _ => "st=60",
        }
    }
}

/// Misbehaves on the wire. Returns the match id, the verdict, and the last reason for which the
/// server refused the bot.
async fn by_hand(table: &Table<'_>, good: &mut Bot) -> (String, pb::Verdict, Option<Reason>) {
    let pipe = Pipe::to(table.server.address).await;
    let through = Client::connect(&format!("http://{}", pipe.address)).await.expect("the pipe goes");
    let through = through.with_token(&table.bad_token).expect("a token");
    if table.row.behaviour == "exit_before_handshake" {
        drop(Bot::open(&through).await.expect("the stream opens"));
        let id = table.open(table.time_control()).await;
        let verdict = finish(table, good, None, &id).await;
        return (id, verdict, None);
    }
    let bot = Bot::enter(&through).await;
    let id = table.open(table.time_control()).await;
    let mut held = Held { bot: Some(bot), reason: None };
    held.misbehave(table, good, &pipe, &id).await;
    let Held { bot, reason } = held;
    let verdict = finish(table, good, bot, &id).await;
    (id, verdict, reason)
}

/// Plays the match to its end if the bad bot recovers. Otherwise keeps the bad bot unchanged until
/// the verdict.
pub async fn finish(table: &Table<'_>, good: &mut Bot, mut bad: Option<Bot>, id: &str) -> pb::Verdict {
    let going_on = async {
        // After a storm the server rejects new connections for a while.
        if table.row.recover == Recover::On && table.row.behaviour != "reconnect_storm" {
            bad = None;
            bad = Some(Bot::enter(&table.bad).await);
        }
        if let (Recover::On, Some(bot)) = (table.row.recover, &mut bad) {
            behave(bot, id).await;
        }
        std::future::pending::<()>().await
    };
    tokio::select! {
        verdict = behave(good, id) => verdict,
        () = going_on => unreachable!("it waits for the verdict"),
    }
}

/// Plays the first legal move in every turn until the match is over.
pub async fn behave(bot: &mut Bot, id: &str) -> pb::Verdict {
    loop {
        match bot.hear().await {
            Message::Turn(turn) if turn.match_id == id => {
                let answer = play_move(id, turn.turn_id, &turn.legal[0]);
                bot.say(Said::Command(answer)).await;
            }
            Message::Event(seen) if seen.match_id == id => {
                if let Some(Event::MatchEnded(ended)) = seen.event.and_then(|event| event.event) {
                    return ended.verdict.unwrap_or_default();
                }
            }
            Message::Ping(pb::Ping { nonce }) => bot.say(Said::Pong(pb::Pong { nonce })).await,
            _ => {}
        }
    }
}

/// The stream that a bad bot still has, and the last reason for which the server refused it.
struct Held {
    bot: Option<Bot>,
    reason: Option<Reason>,
}

impl Held {
    async fn misbehave(&mut self, table: &Table<'_>, good: &mut Bot, pipe: &Pipe, id: &str) {
        let behaviour = table.row.behaviour.as_str();
        let Some(bot) = self.bot.as_mut() else { return };
        if behaviour == "wrong_turn" {
            let turn = good.turn().await;
            bot.seated(id).await;
            self.reason = refused(bot.ask(play_move(id, turn.turn_id, &turn.legal[0])).await);
            good.say(Said::Command(play_move(id, turn.turn_id, &turn.legal[0]))).await;
            return;
        }
        let turn = bot.turn().await;
        let answer = |notation: &str| play_move(id, turn.turn_id, notation);
        let legal = turn.legal[0].as_str();
        match behaviour {
            "no_answer" => {}
            "late" => {
                // Answers one millisecond late by its own clock. The server's clock started
                // earlier.
                tokio::time::sleep(Duration::from_millis(301)).await;
                bot.say(Said::Command(answer(legal))).await;
            }
            "illegal" => forfeits(bot.ask(answer("a1a1")).await),
            "unreadable" => forfeits(bot.ask(answer("?!")).await),
            "crlf" => {
                bot.ask(answer(&format!("{legal}\r\n"))).await.expect("it is legal");
            }
            "nul_bytes" => forfeits(bot.ask(answer("a1\0b2")).await),
            "two_answers" => {
                bot.say(Said::Command(answer(legal))).await;
                bot.say(Said::Command(answer(&turn.legal[1]))).await;
                let first = bot.reply("", turn.turn_id).await;
                assert_eq!(bot.reply("", turn.turn_id).await, first, "the first answer decides");
            }
            "stale_answer" => {
                let first = bot.ask(answer(legal)).await;
                answer_once(good, id).await;
                bot.turn().await;
                assert_eq!(bot.ask(answer(&turn.legal[1])).await, first, "the first answer decides");
            }
            "second_hello" => {
                bot.say(Said::Hello(pb::Hello::default())).await;
                self.reason = Some(bot.refusal().await.reason());
            }
            "resigns" => drop(bot.ask(command(id, "end", Command::Resign(pb::Resign {}))).await),
            "move_after_end" => {
                bot.ask(command(id, "end", Command::Resign(pb::Resign {}))).await.expect("it may");
                self.reason = refused(bot.ask(answer(legal)).await);
            }
            "flood" => self.reason = flood(bot, id).await,
            _ => self.lose_its_stream(table, pipe, id, &turn).await,
        }
    }

    /// Breaks the bot's stream during its turn, or ends it.
    async fn lose_its_stream(&mut self, table: &Table<'_>, pipe: &Pipe, id: &str, turn: &pb::Turn) {
        let Some(bot) = self.bot.as_mut() else { return };
        let answer = |notation: &str| play_move(id, turn.turn_id, notation);
        let legal = turn.legal[0].as_str();
        match table.row.behaviour.as_str() {
            "answer_then_exit" => {
                bot.ask(answer(legal)).await.expect("it is legal");
                self.bot = None;
            }
            "closed_stdout" => {
                bot.close().await;
                self.bot = None;
            }
            "long_line" => {
                bot.say(Said::Command(answer(&"x".repeat(10_000_000)))).await;
                self.reason = Some(bot.refusal().await.reason());
                self.bot = None;
            }
            "invalid_utf8" => {
                self.bot = None;
                self.reason = unreadable::say(table, id, turn).await;
            }
            "half_open" => {
                pipe.set(Flow::Nothing);
                self.lose_the_connection(table);
            }
            "slow_loris" | "unending_line" => {
                pipe.set(Flow::AllButTheLastByte);
                let notation = if table.row.behaviour == "slow_loris" { legal.to_owned() } else { "x".repeat(60_000) };
                bot.say(Said::Command(answer(&notation))).await;
                self.lose_the_connection(table);
            }
            "no_newline_then_exit" => {
                pipe.set(Flow::AllButTheLastByteThenTheEnd);
                bot.say(Said::Command(answer(legal))).await;
                bot.hear_it_cut().await;
                self.bot = None;
            }
            "reconnect_storm" => self.storm(table).await,
            other => panic!("no bot here does `{other}`"),
        }
    }

    /// Lets a bot that recovers use a new connection. The broken connection stays as it is.
    fn lose_the_connection(&mut self, table: &Table<'_>) {
        if table.row.recover == Recover::On {
            self.bot = None;
        }
    }

    /// Opens many streams, until the server rejects them. A bot that recovers keeps the last
    /// accepted stream.
    async fn storm(&mut self, table: &Table<'_>) {
        for _ in 0..STORM {
            match Bot::open(&table.bad).await {
                Ok(mut later) => {
                    later.say(Said::Hello(pb::Hello { max_matches: Some(8), ..pb::Hello::default() })).await;
                    self.bot = Some(later);
                }
                Err(status) => {
                    let info = status.get_details_error_info().expect("a refusal carries an ErrorInfo");
                    self.reason = Reason::from_str_name(&format!("REASON_{}", info.reason));
                }
            }
        }
        if table.row.recover == Recover::Off {
            self.bot = None;
        }
    }
}

fn refused<T: std::fmt::Debug>(answer: Result<T, pb::Refusal>) -> Option<Reason> {
    Some(answer.expect_err("it is to be declined").reason())
}

fn forfeits(answer: Result<u64, pb::Refusal>) {
    answer.expect("it is taken as the loss that it is");
}

/// Plays one move in the first turn.
async fn answer_once(bot: &mut Bot, id: &str) {
    let turn = bot.turn().await;
    bot.say(Said::Command(play_move(id, turn.turn_id, &turn.legal[0]))).await;
}

/// Sends many more commands than it reads, then reads all answers. The server refuses a command for
/// its content, or because the seat's queue is full.
async fn flood(bot: &mut Bot, id: &str) -> Option<Reason> {
    let sender = bot.sender.clone();
    let command = play_move(id, 99_999, "a1a1");
    let flooding = async move {
        for _ in 0..FLOOD {
            let said = pb::PlayRequest { message: Some(Said::Command(command.clone())) };
            sender.send(said).await.expect("the stream is open");
        }
    };
    let hearing = async {
        let mut reason = None;
        for _ in 0..FLOOD {
            match bot.refusal().await.reason() {
                // On a slow machine the bot's clock may run out meanwhile.
                Reason::TurnNotOpen | Reason::MatchOver => {}
                other => assert_eq!(*reason.get_or_insert(other), other),
            }
        }
        reason
    };
    tokio::join!(flooding, hearing).1
}
