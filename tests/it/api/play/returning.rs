//! Bots that return to many long matches, or resume the matches of others.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use referee::{
    api::Settings,
    games::Catalogue,
    hall::Limits,
    ids::{MatchId, PlayerId, RequestId, Seat, Seq},
    law::{Command, Decision, Event, Fact, Graces, Match, MatchOpened, Time, TimeControl},
    store::{EventLog, RequestKey, Store, sqlite::SqliteStore},
};
use referee_client::{
    NewMatch,
    pb::{
        Hello, MatchEvent, Ping, Pong, ResumePoint, SeatEvent, match_event, play_request::Message as Said,
        play_response::Message,
    },
};
use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};

use crate::api::{
    raw::{RawBot, Reads},
    rig::{Bot, Rig, TimeByHand, agreed, kamisado, play_move},
};
use crate::{bad_bots::memory::cpu_seconds, server::host::Server, store::sample};

/// Number of matches that a bot returns to, and events in each. `REFEREE_RETURN=255x10000`
/// overrides both.
const RETURN: (usize, u64) = (64, 2_000);
/// Maximum concurrent matches of the bot: those, and one that it plays meanwhile.
const MAX_MATCHES: u32 = 256;
/// Time limit of such a return in a test build.
const PATIENCE: Duration = Duration::from_secs(300);
/// Time limit of such a return with `REFEREE_RETURN`, in a test build.
const LONG_PATIENCE: Duration = Duration::from_secs(1_500);
/// Maximum time for an answer to a move in the meantime, if no other tests run.
const LONGEST_ANSWER: Duration = Duration::from_secs(1);
/// The same while other tests run.
const LONGEST_ANSWER_BESIDE: Duration = Duration::from_secs(4);
/// Number of matches of other players that the bot asks for.
const OF_OTHERS: usize = 500;
/// Maximum CPU seconds that the server spends on them, in a test build.
const CHEAP: f64 = 2.0;

/// Returns a log of at least this many events, in which the second seat leaves and returns.
pub(super) fn log(match_id: &str, players: [&str; 2], events: u64, is_over: bool) -> Vec<Event> {
    let opened = MatchOpened {
        match_id: sample::id(match_id),
        time_controls: vec![TimeControl::UNLIMITED; 2],
        players: players.map(sample::player).to_vec(),
        graces: Graces {
            disconnect: Duration::from_secs(36_000),
            start: Duration::from_secs(36_000),
            ..Graces::default()
        },
        ..sample::match_opened()
    };
    let first = Event { seq: Seq(1), at: Time::ZERO, fact: Fact::MatchOpened(Box::new(opened.clone())) };
    let mut live = Match::open_in(Catalogue::ALL, opened).expect("it can be opened");
    let mut log = vec![first];
    let mut take = |log: &mut Vec<Event>, command: Command| {
        let now = Time(log.len() as u64 * 1_000_000);
        let Ok(Decision::Events(events)) = live.decide(now, &command) else { panic!("{command:?} is lawful") };
        assert!(!events.is_empty(), "{command:?} becomes something");
        events.iter().for_each(|event| live.apply(event));
        log.extend(events);
    };
    for seat in [Seat(0), Seat(1)] {
        take(&mut log, Command::Connect { seat });
    }
    while (log.len() as u64) < events {
        take(&mut log, Command::Disconnect { seat: Seat(1), attended: false });
        take(&mut log, Command::Connect { seat: Seat(1) });
    }
    if is_over {
        take(&mut log, Command::Resign { seat: Seat(0), request_id: RequestId::default() });
    }
    log
}

/// Returns the same log with another match id.
fn renamed(log: &[Event], match_id: &str) -> Vec<Event> {
    let mut log = log.to_vec();
    if let Fact::MatchOpened(opened) = &mut log[0].fact {
        opened.match_id = MatchId::parse(match_id).expect("an id");
    }
    log
}

/// Stores this many copies of a log. Returns their ids.
pub(super) async fn keep(store: &dyn EventLog, log: &[Event], name: &str, copies: usize) -> Vec<String> {
    let mut ids = Vec::new();
    for copy in 0..copies {
        let id = format!("{name}-{copy}");
        let player = PlayerId::parse("keeper").expect("a name");
        let request = RequestKey { player, request_id: id.clone(), content: [0; 32] };
        let match_id = MatchId::parse(&id).expect("an id");
        store.create(request, match_id, renamed(log, &id), None).await.expect("it is kept");
        ids.push(id);
    }
    ids
}

/// Newest event that a bot received in each match. The events of a match have no gaps.
#[derive(Default)]
struct Told(BTreeMap<String, u64>);

impl Told {
    fn note(&mut self, match_id: &str, seq: u64) {
        let newest = self.0.entry(match_id.to_owned()).or_default();
        assert_eq!(seq, *newest + 1, "{match_id}: every event once and in order");
        *newest = seq;
    }

    fn has_all(&self, ids: &[String], events: u64) -> bool {
        ids.iter().all(|id| self.0.get(id).is_some_and(|newest| *newest >= events))
    }
}

/// Returns the number of matches, and of events in each, that `REFEREE_RETURN` asks for.
fn wanted() -> Option<(usize, u64)> {
    let text = std::env::var("REFEREE_RETURN").ok()?;
    let (matches, events) = text.split_once('x')?;
    let matches = matches.parse().ok()?;
    assert!(matches < MAX_MATCHES as usize, "the live match needs a place");
    Some((matches, events.parse().ok()?))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_comes_back_to_many_long_matches_and_plays_on_meanwhile() {
    let wanted = wanted();
    let (matches, events) = wanted.unwrap_or(RETURN);
    // The live match must outlast the bot's reading.
    let (patience, thinks, longest_answer) = match wanted {
        None => (PATIENCE, Duration::from_millis(500), LONGEST_ANSWER_BESIDE),
        Some(_) => (LONG_PATIENCE, Duration::from_secs(2), LONGEST_ANSWER),
    };
    let data = tempfile::tempdir().expect("a directory");
    let store = SqliteStore::open(data.path()).expect("it opens");
    let ids = keep(&store, &log("first", ["ann", "absent"], events, false), "long", matches).await;
    drop(store);
    let server = Server::start("127.0.0.1:0", data.path()).await;
    let client = server.client();
    let player = async |name: &str| {
        let token = client.register(name).await.expect("the name is free");
        let player = client.with_token(&token).expect("a token");
        player.set_accept_policy(Some(referee_client::accept_all())).await.expect("it is kept");
        player
    };
    let (ann, dora) = (player("ann").await, player("dora").await);
    let mut other = Bot::enter(&dora).await;
    // With this time control, a late move loses the match.
    let options = BTreeMap::from([("length".to_owned(), "marathon".to_owned())]);
    let new = NewMatch { options, rules: referee_client::timed("st=60"), ..kamisado("ann", "dora") };
    let live = agreed(new, [&ann, &dora]).await;
    let (answered, mut answers) = mpsc::unbounded_channel();
    let answering = tokio::spawn(async move {
        loop {
            let turn = other.turn().await;
            sleep(thinks).await;
            let began = Instant::now();
            let played = play_move(&turn.match_id, turn.turn_id, &turn.legal[0]);
            other.ask(played).await.expect("it is legal and in time");
            // The test may have ended already.
            let _ = answered.send(began.elapsed());
        }
    });
    let mut bot = Bot::enter_with(&ann, Hello { max_matches: Some(MAX_MATCHES), ..Hello::default() }).await;
    let (mut told, mut moves) = (Told::default(), 0);
    let began = Instant::now();
    let reading = async {
        while !told.has_all(&ids, events) || moves < 4 {
            match bot.hear().await {
                Message::Event(seen) => {
                    let SeatEvent { match_id, event } = *seen;
                    let MatchEvent { seq, event, .. } = event.expect("an event");
                    assert!(match_id != live || !matches!(event, Some(match_event::Event::MatchEnded(_))), "{event:?}");
                    told.note(&match_id, seq);
                }
                Message::Turn(turn) if turn.match_id == live => {
                    let played = play_move(&live, turn.turn_id, &turn.legal[0]);
                    bot.say(Said::Command(played)).await;
                }
                Message::Accepted(_) => moves += 1,
                Message::Refused(refused) => panic!("it is refused: {refused:?}"),
                Message::Ping(Ping { nonce }) => bot.say(Said::Pong(Pong { nonce })).await,
                _ => {}
            }
        }
    };
    timeout(patience, reading).await.expect("it receives everything");
    let took = began.elapsed();
    answering.abort();
    let longest = std::iter::from_fn(|| answers.try_recv().ok()).max().expect("moves were answered meanwhile");
    println!(
        "{matches} matches of {events} events in {took:?}; {moves} moves meanwhile, an answer took {longest:?} at most"
    );
    assert!(longest < longest_answer, "an answer took {longest:?} meanwhile");
}

#[tokio::test]
async fn a_bot_that_reads_slowly_stays_while_it_reads() {
    const MATCHES: usize = 6;
    const EVENTS: u64 = 1_000;
    let store = Store::in_memory().expect("there is memory");
    let ids = keep(&*store.log, &log("first", ["absent", "ann"], EVENTS, false), "long", MATCHES).await;
    let settings = Settings { keepalive: PATIENCE, ..Settings::default() };
    let rig = Rig::over(store, Catalogue::ALL, Limits::default(), settings).await;
    let token = rig.client.register("ann").await.expect("the name is free");
    // A busy machine may deliver bytes late. With manual time, that delay does not count against
    // the bot.
    let _time = TimeByHand::take();
    let began = tokio::time::Instant::now();
    let reads = Reads::SlowlyByHand(Duration::from_millis(30));
    let mut ann = RawBot::enter(rig.address, &token, Hello { max_matches: Some(8), ..Hello::default() }, reads).await;
    let mut told = Told::default();
    // The bot sends nothing in the meantime.
    while !told.has_all(&ids, EVENTS) {
        match ann.hear().await.expect("the stream is open") {
            Message::Event(seen) => told.note(&seen.match_id, seen.event.expect("an event").seq),
            Message::Refused(refused) => panic!("it is refused: {refused:?}"),
            _ => {}
        }
    }
    let took = began.elapsed().as_secs();
    assert!(took > 120, "it takes longer than the limit of a silent reader: {took} s");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resuming_matches_of_others_is_cheap_and_resuming_ends_with_its_stream() {
    let data = tempfile::tempdir().expect("a directory");
    let store = SqliteStore::open(data.path()).expect("it opens");
    let of_others = keep(&store, &log("first", ["bob", "carl"], 1_000, true), "others", OF_OTHERS).await;
    let own = keep(&store, &log("first", ["eve", "carl"], 1_000, true), "own", OF_OTHERS).await;
    drop(store);
    let server = Server::start("127.0.0.1:0", data.path()).await;
    let client = server.client();
    let eve = client.with_token(&client.register("eve").await.expect("free")).expect("a token");
    let process = server.child.id().expect("it runs");
    let hello = |ids: &[String]| {
        let point = |id: &String| ResumePoint { match_id: id.clone(), after_seq: 0 };
        Hello { resume: ids.iter().map(point).collect(), max_matches: Some(8), ..Hello::default() }
    };

    let before = cpu_seconds(process);
    let mut bot = Bot::enter_with(&eve, hello(&of_others)).await;
    let said = timeout(Duration::from_secs(3), bot.hear()).await;
    assert!(said.is_err(), "nothing is sent about them: {said:?}");
    let took = cpu_seconds(process) - before;
    assert!(took < CHEAP, "{OF_OTHERS} matches of others take {took} s");

    // Reading all of the bot's own matches would take many times as long.
    drop(bot);
    let mut bot = Bot::enter_with(&eve, hello(&own)).await;
    assert!(matches!(bot.hear().await, Message::Seated(_)), "they are told");
    drop(bot);
    sleep(Duration::from_secs(1)).await;
    let cut = cpu_seconds(process);
    sleep(Duration::from_secs(2)).await;
    let later = cpu_seconds(process) - cut;
    assert!(later < 0.5, "the server keeps working for {later} s");
}
