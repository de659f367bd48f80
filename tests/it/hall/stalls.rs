//! Stalls of the host: how they are detected, and how a table reacts.

use std::{
    thread,
    time::{Duration, Instant},
};

use referee::{
    engine::{
        command::EngineCommand,
        session::{Patience, Session},
    },
    games,
    hall::{
        Limits,
        engine_seat::{EngineSeat, SeatEnd, announcement},
        host_stalls::HostStalls,
        link::{self, Wants},
    },
    ids::{Seat, Seq},
    law::{Fact, Termination, turn::MIN_STALL, verify::verify},
    store::Store,
};
use tokio::time;

use super::rig::{Bot, create, memory, new_match, open_with, some_move, two_bots};

async fn facts(store: &Store, bot: &Bot) -> Vec<Fact> {
    let events = store.log.events(bot.table.match_id(), Seq(0), 10_000).await.expect("the store answers");
    verify(&events).expect("the record is true");
    events.into_iter().map(|event| event.fact).collect()
}

fn guarded() -> (HostStalls, Limits) {
    let guard = HostStalls::by_hand();
    (guard.clone(), Limits { host_stalls: Some(guard), ..Limits::default() })
}

/// Reports a stall. Both times count from now.
fn stall(guard: &HostStalls, after: Duration, until: Duration) {
    let now = time::Instant::now().into_std();
    guard.note(now + after, now + until);
}

#[tokio::test(start_paused = true)]
async fn a_flag_during_a_stall_is_void_and_the_turn_is_resent() {
    let (guard, limits) = guarded();
    let store = memory();
    let hall = open_with(&store, limits).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "10", ["ann", "bob"])).await;
    let card = black.turn().await;
    stall(&guard, Duration::from_millis(9_900), Duration::from_millis(10_400));
    let again = black.turn().await;
    assert_eq!((again.round, again.ply, again.remaining[0]), (card.round, card.ply, card.remaining[0]));
    time::advance(Duration::from_secs(4)).await;
    let notation = some_move(&again).to_owned();
    black.answer(&again, &notation, "").await.expect("it is in time");
    assert_eq!(white.turn().await.remaining, [Some(Duration::from_secs(6)), Some(Duration::from_secs(10))]);
    let facts = facts(&store, &black).await;
    assert_eq!(facts.iter().filter(|fact| matches!(fact, Fact::FlagVoided(_))).count(), 1, "{facts:#?}");
}

#[tokio::test(start_paused = true)]
async fn a_move_in_a_stall_is_marked_and_another_is_not() {
    let (guard, limits) = guarded();
    let store = memory();
    let hall = open_with(&store, limits).await;
    let (black, white) = two_bots(&hall, new_match("single", "10", ["ann", "bob"])).await;
    let mut bots = [black, white];
    for (seat, stalled) in [(0, 300), (1, 0), (0, 40)] {
        let bot = &mut bots[seat];
        let card = bot.turn().await;
        stall(&guard, Duration::from_secs(1), Duration::from_millis(1000 + stalled));
        time::advance(Duration::from_secs(5)).await;
        bot.answer(&card, some_move(&card), "").await.expect("a legal move");
    }
    let moved = |fact: &Fact| match fact {
        Fact::MovePlayed(moved) => Some(moved.stalled.as_millis()),
        _ => None,
    };
    let marked: Vec<u128> = facts(&store, &bots[0]).await.iter().filter_map(moved).collect();
    assert_eq!(marked, [300, 0, 0], "a stall is noted from {MIN_STALL:?}");
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_never_answers_loses_despite_host_stalls() {
    let (guard, limits) = guarded();
    let hall = open_with(&memory(), limits).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "1", ["ann", "bob"])).await;
    for _ in 0..4 {
        black.turn().await;
        stall(&guard, Duration::from_millis(900), Duration::from_millis(1100));
    }
    let events = white.events_to_end().await;
    assert_eq!(super::rig::verdict(&events).termination, Termination::Flag);
    assert_eq!(super::rig::verdict(&events).places, [2, 1]);
}

/// Script of an engine that answers its first `go` only after `stop`, and later ones at once.
const SLOW_AT_FIRST: &str = r#"
import sys
def say(line): sys.stdout.write(line + "\n"); sys.stdout.flush()
asked, pending = 0, None
for line in sys.stdin:
    words = line.split()
    if words[0] == "referee": say("refereeok")
    elif words[0] == "isready": say("readyok")
    elif words[0] == "go":
        asked += 1
        pending = words[words.index("legal") + 1]
        if asked > 1: say("bestmove " + pending)
    elif words[0] == "stop" and asked == 1: say("bestmove " + pending)
    elif words[0] == "quit": break
"#;

/// An engine that is still thinking after a stall receives `stop`, and then its turn again.
#[tokio::test]
async fn an_engine_that_still_thinks_is_asked_again() {
    let (guard, limits) = guarded();
    let store = memory();
    let hall = open_with(&store, limits).await;
    let table = create(&hall, new_match("single", "0.5", ["ann", "bob"])).await;
    let words = ["python3", "-c", SLOW_AT_FIRST].map(str::to_owned).to_vec();
    let command = EngineCommand { words, ..EngineCommand::default() };
    let patience = Duration::from_secs(10);
    let patience = Patience { introduction: patience, ready: patience, quit: patience };
    let mut session = Session::start(&command, patience).await.expect("the engine starts");
    session.new_match(announcement(table.opened(), Seat(0))).await.expect("it is ready");
    let (link, line) = link::channel(Wants { moves: true, position: false, legal: true });
    let link_id = link.id;
    table.sit(Seat(0), Seq(0), link).await.expect("the seat is free");
    // The host is stalled for a minute, so the engine's first flag falls during the stall.
    stall(&guard, Duration::ZERO, Duration::from_secs(60));
    let engine = EngineSeat { session: &mut session, table: table.clone(), seat: Seat(0), link_id, line };
    let mut white = Bot::sit(&table, 1, 0).await;
    let opponent = async {
        let card = white.turn().await;
        assert_eq!(card.ply, 1, "the engine has moved");
        table.ask(Seat(1), Default::default(), referee::hall::table::Ask::Resign).await.expect("it may resign");
    };
    let (end, ()) = tokio::join!(engine.play(), opponent);
    assert_eq!(end, SeatEnd::Ready);
    let facts = facts(&store, &white).await;
    let void = facts.iter().filter(|fact| matches!(fact, Fact::FlagVoided(_))).count();
    assert_eq!(void, 1, "{facts:#?}");
    assert!(games::find("kamisado").is_some() && session.quit().await.contains("status 0"));
}

/// Load that clients can cause does not count as a stall, whether they keep the runtime busy or
/// start more threads than there are cores.
#[tokio::test]
async fn a_busy_process_is_no_stall_of_its_host() {
    let guard = HostStalls::start().expect("a thread");
    let before = Instant::now();
    let until = before + MIN_STALL * 8;
    thread::scope(|scope| {
        for _ in 0..32 {
            scope.spawn(|| while Instant::now() < until {});
        }
    });
    let busy = before.elapsed();
    // The guard's thread has run at least once since then.
    time::sleep(MIN_STALL).await;
    let lost: Duration = guard.stalls_since(before).iter().map(|(began, ended)| *ended - *began).sum();
    assert!(lost < busy / 4, "{lost:?} of {busy:?}");
}

#[test]
fn a_guard_knows_the_newest_stalls() {
    let guard = HostStalls::by_hand();
    let start = Instant::now();
    let at = |ms: u64| start + Duration::from_millis(ms);
    assert_eq!(guard.stalls_since(start), []);
    for stall in 0..100 {
        guard.note(at(stall * 1000), at(stall * 1000 + 60));
    }
    assert_eq!(guard.count(), 100);
    assert_eq!(guard.stalls_since(at(98_050)).len(), 2);
    assert_eq!(guard.stalls_since(at(99_060)), []);
    assert_eq!(guard.stalls_since(start).len(), 64, "it is bounded");
}
