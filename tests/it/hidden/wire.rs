//! All that a viewer learns from a server: the messages of streams, the answers, the refusals, and
//! the log.
//!
//! Two servers open matches in positions that the viewer cannot tell apart, and then receive the
//! same calls. The test compares all that the viewer receives, and the logs, without values such as
//! ids and times that differ between any two servers.

use std::{
    io::Write,
    sync::{Arc, LazyLock, Mutex},
};

use referee::{
    games::{
        Catalogue, Course, Game, Position,
        rules::{Setting, Turn, Viewer},
        search::split_mix::SplitMix64,
    },
    hall::Limits,
    ids::Seat,
};
use referee_client::{
    Client, NewMatch,
    pb::{
        self, match_event::Event, play_response::Message, submit_command_request::Command,
        watch_match_response::Message as Watched, watch_matches_response::Message as Told,
    },
};

use tracing_subscriber::registry;

use crate::{
    api::rig::{Bot, Rig, agreed, command, play_move},
    hiding::{hiding, viewers},
    planted::planted,
    settings::any_setting,
};

/// The id of the first turn for two seats. The opening, both seats and the round precede it.
const FIRST: u64 = 4;
/// Number of pairs of servers to compare.
const PAIRS: u32 = 12;

/// Idle logs that make `tracing` consult each thread's own log. With a single log in the process,
/// the first thread that reaches a line decides for all threads whether to log it. A test without a
/// log would then silence that line.
static OTHER_LOGS: LazyLock<[tracing::Dispatch; 2]> =
    LazyLock::new(|| [(); 2].map(|()| tracing::Dispatch::new(registry())));

#[test]
fn no_byte_of_a_server_reveals_hidden_tiles() {
    for game in hiding() {
        let mut luck = SplitMix64::new(17);
        let (mut pairs, mut bytes) = (0, 0);
        while pairs < PAIRS {
            let setting = any_setting(game, &mut luck);
            let Some(course) = at_a_turn(game, &setting, &mut luck) else { continue };
            let viewer = *luck.pick(&viewers(setting.seats())).expect("at least one viewer");
            let other = course.position().resample(viewer, &luck.entropy()).expect("there is one");
            let tried = tries(course.position(), viewer, &mut luck);
            let here = transcript(game, course.position(), &setting, viewer, &tried);
            let there = transcript(game, &*other, &setting, viewer, &tried);
            for (one, another) in here.lines().zip(there.lines()) {
                assert_eq!(one, another, "{viewer:?} tells `{}` from `{}`", course.position().text(), other.text());
            }
            assert_eq!(here.len(), there.len());
            bytes += here.len();
            pairs += 1;
        }
        assert!(bytes > 1_000 * PAIRS as usize, "{}: hardly anything was said", game.facts().id);
    }
}

/// Plays random moves up to a turn of a seat; `None` if the match ends first.
fn at_a_turn(game: &'static dyn Game, setting: &Setting, luck: &mut SplitMix64) -> Option<Course> {
    let mut course = Course::open(game, setting).expect("an opening");
    let steps = 2 + luck.below(40);
    for _ in 0..200 {
        let notation = match course.turn() {
            Turn::Seat(_) if course.ply() as usize > steps => return Some(course),
            Turn::Over => return None,
            Turn::Chance => course.chance(&luck.entropy())?,
            Turn::Seat(_) | Turn::Forced(_) => luck.pick(&course.position().legal())?.clone(),
        };
        course.play(&notation).expect("it is legal");
    }
    None
}

/// Returns forbidden moves with words from the viewer's view, each with a turn id.
fn tries(round: &dyn Position, viewer: Viewer, luck: &mut SplitMix64) -> Vec<(u64, String)> {
    let view = round.view(viewer);
    let words: Vec<&str> = view.split([' ', '/', ',', '=']).collect();
    let mut word = || luck.pick(&words).copied().unwrap_or_default().to_owned();
    vec![(FIRST, word()), (FIRST, "\u{1F600}".into()), (FIRST + 1, word()), (99, word()), (0, String::new())]
}

/// Returns all that the viewer receives of a match that begins in `start`, and the log. Everything
/// runs on one thread with its own log, including the server.
fn transcript(
    game: &'static dyn Game,
    start: &dyn Position,
    setting: &Setting,
    viewer: Viewer,
    tried: &[(u64, String)],
) -> String {
    LazyLock::force(&OTHER_LOGS);
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .without_time()
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let (id, told) = tracing::subscriber::with_default(subscriber, || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(served(game, start, setting, viewer, tried))
    });
    format!("{}\n{}", struck_out(&told, &id), of_referee(&struck_out(&log.text(), &id)))
}

/// Returns the match id, and all that the viewer receives of the match.
async fn served(
    game: &'static dyn Game,
    start: &dyn Position,
    setting: &Setting,
    viewer: Viewer,
    tried: &[(u64, String)],
) -> (String, String) {
    let games: &'static [&'static dyn Game] = Box::leak(Box::new([planted(game, start)]));
    let rig = Rig::with(Catalogue::new(games), Limits::default()).await;
    let names: Vec<String> = (0..setting.seats()).map(|seat| format!("player{seat}")).collect();
    let mut players = Vec::new();
    for name in &names {
        players.push(rig.player(name).await);
    }
    let new = NewMatch {
        game: game.facts().id.into(),
        options: setting.options().clone().into_iter().collect(),
        rules: pb::MatchRules {
            illegal_move_policy: pb::IllegalMovePolicy::Retry.into(),
            nonce_wait_ms: Some(0),
            ..referee_client::timed("inf")
        },
        players: names,
        ..NewMatch::default()
    };
    let id = agreed(new, &players).await;
    // The bots connect one after the other, so both servers see the same order on any machine.
    let (mut bots, mut heard) = (Vec::new(), Vec::new());
    for (player, seat) in players.iter().zip(0_u32..) {
        let mut bot = Bot::enter(player).await;
        heard.push(hear(&mut bot, |event| matches!(event, Event::SeatConnected(came) if came.seat == seat)).await);
        bots.push(bot);
    }
    let asked = match start.turn() {
        Turn::Seat(seat) => seat,
        other => panic!("{other:?}: expected a turn of a seat"),
    };
    let mut told = String::new();
    for (seat, (bot, mut heard)) in (0..).map(Seat).zip(bots.iter_mut().zip(heard)) {
        heard += &hear(bot, |event| matches!(event, Event::RoundStarted(_))).await;
        if seat == asked {
            heard += &format!("{:?}\n", bot.turn().await);
        }
        if viewer == Viewer::Seat(seat) {
            told += &heard;
        }
    }
    let client = match viewer {
        Viewer::Seat(seat) => bots[seat.index()].client.clone(),
        _ => rig.client.clone(),
    };
    told += &looks(&client, game, &id).await;
    if let Viewer::Seat(seat) = viewer {
        told += &refusals(&mut bots[seat.index()], &id, tried, seat == asked).await;
    }
    (id, told)
}

/// Returns the messages of a bot up to an event.
async fn hear(bot: &mut Bot, is_last: impl Fn(&Event) -> bool) -> String {
    let mut heard = String::new();
    loop {
        let said = bot.hear().await;
        heard += &format!("{said:?}\n");
        if let Message::Event(seen) = said
            && seen.event.and_then(|event| event.event).is_some_and(|event| is_last(&event))
        {
            return heard;
        }
    }
}

/// Returns the answers of all calls that read a match.
pub async fn looks(client: &Client, game: &dyn Game, id: &str) -> String {
    let mut matches = client.matches();
    let match_id = || id.to_owned();
    let got = matches
        .get_match(pb::GetMatchRequest { match_id: match_id(), ..Default::default() })
        .await
        .expect("it is there")
        .into_inner();
    let listed = matches.list_matches(pb::ListMatchesRequest::default()).await.map(|list| list.into_inner());
    let record = matches.get_record(pb::GetRecordRequest { match_id: match_id() }).await.map(drop);
    let mut told =
        format!("{got:?}\n{:?}\n{:?}\n", listed.expect("a list"), record.expect_err("it is played").message());
    let asked = pb::WatchMatchRequest { match_id: match_id(), after_seq: 0 };
    let mut watch = matches.watch_match(asked).await.expect("it can be watched").into_inner();
    while let Some(pb::WatchMatchResponse { message: Some(said) }) = watch.message().await.expect("it is not cut") {
        told += &format!("{said:?}\n");
        if matches!(said, Watched::CaughtUp(_)) {
            break;
        }
    }
    let asked = pb::ListFramesRequest { match_id: match_id(), ..pb::ListFramesRequest::default() };
    let mut frames = matches.list_frames(asked).await.expect("it can be looked at").into_inner();
    while let Some(frame) = frames.message().await.expect("it is not cut") {
        told += &format!("{frame:?}\n");
    }
    for detail in [pb::Detail::Frames, pb::Detail::Page] {
        told += &on_a_wall(client, match_id(), detail).await;
    }
    let (start, summary) = (got.position, got.summary.unwrap_or_default());
    let asked = pb::GetPositionRequest { game: game.facts().id.into(), start, ..pb::GetPositionRequest::default() };
    let asked = pb::GetPositionRequest { options: summary.options, seats: Some(summary.players.len() as u32), ..asked };
    let position = client.games().get_position(asked).await.map(|answer| answer.into_inner());
    told + &format!("{:?}\n", position.map_err(|status| status.message().to_owned()))
}

/// Returns the messages about a match on a wall up to its first frame.
async fn on_a_wall(client: &Client, match_id: String, detail: pb::Detail) -> String {
    let point = pb::ResumePoint { match_id, after_seq: 0 };
    let detail = detail.into();
    let asked = pb::WatchMatchesRequest { matches: vec![point], detail, ..pb::WatchMatchesRequest::default() };
    let mut wall = client.matches().watch_matches(asked).await.expect("it can be followed").into_inner();
    let mut told = String::new();
    loop {
        let said = wall.message().await.expect("it is not cut").and_then(|said| said.message).expect("a message");
        // The id in this message is random.
        if matches!(said, Told::Opened(_)) {
            continue;
        }
        told += &format!("{said:?}\n");
        let is_shown = match said {
            Told::Frame(_) => true,
            Told::Update(update) => update.frame.is_some(),
            _ => false,
        };
        if is_shown {
            return told;
        }
    }
}

/// Returns the answers to a seat's forbidden moves, on its stream and in single calls.
async fn refusals(bot: &mut Bot, id: &str, tried: &[(u64, String)], is_asked: bool) -> String {
    let mut told = String::new();
    for (turn_id, notation) in tried {
        if is_asked && *turn_id == FIRST && !notation.is_ascii() {
            continue;
        }
        let asked = play_move(id, *turn_id, notation);
        let answer = bot.ask(asked.clone()).await;
        let again = bot.client.matches().submit_command(asked).await;
        let again = again.map(|answer| answer.into_inner()).map_err(|status| status.message().to_owned());
        told += &format!("{answer:?}\n{again:?}\n");
    }
    let abort = bot.ask(command(id, "abort", Command::Abort(pb::Abort {}))).await;
    told + &format!("{abort:?}\n")
}

/// Removes the values that identify a server, a match or a moment.
pub fn struck_out(text: &str, id: &str) -> String {
    let mut text = text.replace(id, "MATCH");
    for name in [
        "opened_unix_ms: ",
        "at_ns: ",
        "starts_in_ms: ",
        "link=",
        "request_id=\"",
        "commitment: \"",
        "commitment=",
        "port=",
        "127.0.0.1:",
    ] {
        let mut parts = text.split(name);
        let mut kept = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            kept += name;
            kept += part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        }
        text = kept;
    }
    text
}

/// Returns the lines of a log that the program itself wrote. Tasks may wake in any order, so the
/// lines are sorted.
fn of_referee(log: &str) -> String {
    let is_own = |line: &&str| [" referee::", " referee_"].iter().any(|target| line.contains(target));
    let mut lines: Vec<&str> = log.lines().filter(is_own).collect();
    assert!(!lines.is_empty(), "nothing was logged");
    lines.sort_unstable();
    lines.join("\n")
}

/// A log in memory.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("the lock is not poisoned")).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("the lock is not poisoned").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
