//! After a server restart live matches resume, and no clock has run in the meantime.

use referee::{
    hall::{Hall, Health, Limits, table::Ask},
    ids::{MatchId, Seq, Viewer},
    law::{Event, Fact, MatchOpened, Phase, Reason, Termination, Time, event::IllegalMovePolicy, verify::verify},
    store::{MatchState, RequestKey, Store},
};
use tokio::time::advance;

use super::rig::{
    Bot, create, listed, log, memory, new_match, open, player, request, seconds, some_move, two_bots, verdict,
};

#[tokio::test(start_paused = true)]
async fn a_match_continues_after_a_restart() {
    let store = memory();
    let hall = open(&store).await;
    let (mut black, mut white) = two_bots(&hall, new_match("standard", "60+1", ["ann", "bob"])).await;
    let match_id = black.table.match_id().clone();
    black.move_at_once().await;
    let card = white.turn().await;
    advance(seconds(20)).await;
    hall.close().await;
    assert!(hall.table(&match_id).is_none());
    let stopped = white.answer(&card, some_move(&card), "").await.expect_err("the table has stopped");
    assert_eq!(stopped.reason, Reason::Stopping);
    let refused = hall.create(new_match("single", "60", ["ann", "bob"])).await.expect_err("the hall is closed");
    assert_eq!(refused.reason, Reason::Stopping);
    drop((hall, black, white));

    // Three days later.
    advance(seconds(3 * 24 * 60 * 60)).await;
    let hall = open(&store).await;
    let table = hall.table(&match_id).expect("the match is live again");
    let summary = table.look(Viewer::Spectator).await.expect("a look").summary;
    assert_eq!(summary.phase, Phase::Live);
    let remaining: Vec<_> = summary.clocks.iter().map(|shown| shown.clock.left).collect();
    assert_eq!(remaining, [Some(seconds(61)), Some(seconds(60))], "no clock ran");
    let known = summary.seq.0 - 1;
    advance(seconds(30)).await;
    let mut white = Bot::sit(&table, 1, known).await;
    let again = white.turn().await;
    assert_eq!((again.round, again.ply), (card.round, card.ply), "the turn is re-sent");
    assert_eq!(again.remaining[1], Some(seconds(60)), "the clock stood until it was put");
    let black = Bot::sit(&table, 0, 0).await;
    white.answer(&again, some_move(&again), "").await.expect("a legal move");
    let (black, white) = tokio::join!(black.play(), white.play());
    assert_eq!(verdict(&black), verdict(&white));
    assert_eq!(verdict(&black).termination, Termination::Normal);
    let events = log(&store, &match_id).await;
    assert_eq!(events.iter().filter(|event| matches!(event.fact, Fact::ServerRestarted)).count(), 1);
    verify(&events).expect("the log verifies");
}

#[tokio::test(start_paused = true)]
async fn a_hall_that_is_dropped_leaves_its_matches_to_the_next() {
    let store = memory();
    let hall = open(&store).await;
    let (mut black, white) = two_bots(&hall, new_match("single", "60+1", ["ann", "bob"])).await;
    black.move_at_once().await;
    let table = black.table.clone();
    drop(hall);
    table.ended().await;
    drop((black, white));
    let hall = open(&store).await;
    let table = hall.table(table.match_id()).expect("the match is live again");
    let (black, white) = (Bot::sit(&table, 0, 0).await, Bot::sit(&table, 1, 0).await);
    let (black, _) = tokio::join!(black.play(), white.play());
    assert_eq!(verdict(&black).termination, Termination::Normal);
}

#[tokio::test(start_paused = true)]
async fn seats_that_do_not_come_back_lose_their_match() {
    let store = memory();
    let hall = open(&store).await;
    let (mut black, _white) = two_bots(&hall, new_match("single", "600", ["ann", "bob"])).await;
    black.move_at_once().await;
    let match_id = black.table.match_id().clone();
    hall.close().await;
    let hall = open(&store).await;
    let table = hall.table(&match_id).expect("the match is live again");
    let mut white = Bot::sit(&table, 1, 0).await;
    white.turn().await;
    let verdict = verdict(&white.events_to_end().await);
    assert_eq!((verdict.termination, verdict.seat.map(|seat| seat.0)), (Termination::Disconnect, Some(0)));
}

/// Plays a match and copies it to a new store, with `change` applied to each of its events.
async fn tampered(change: impl Fn(&mut Event)) -> (Store, MatchId) {
    let store = memory();
    let hall = open(&store).await;
    let (mut black, mut white) = two_bots(&hall, new_match("standard", "60+1", ["ann", "bob"])).await;
    black.move_at_once().await;
    white.move_at_once().await;
    let match_id = black.table.match_id().clone();
    hall.close().await;
    let mut events = log(&store, &match_id).await;
    events.iter_mut().for_each(change);
    let other = memory();
    crate::store::sample::open(&*other.log, match_id.as_str(), events).await;
    (other, match_id)
}

#[tokio::test(start_paused = true)]
async fn a_log_with_other_moves_than_the_rules_allow_ends_as_a_host_fault() {
    let (store, match_id) = tampered(|event| {
        if let Fact::MovePlayed(moved) = &mut event.fact {
            moved.notation = "a1a1".to_owned();
        }
    })
    .await;
    let hall = open(&store).await;
    assert!(hall.table(&match_id).is_none());
    let over = hall.look(&match_id, Viewer::Spectator).await.expect("a look").summary;
    let verdict = over.verdict.expect("it is over");
    assert_eq!(verdict.termination, Termination::HostFault);
    assert!(verdict.detail().contains("cannot continue"), "{}", verdict.detail());
    assert_eq!(store.index.unfinished().await.expect("it reads"), [], "it is not tried again");
}

#[tokio::test(start_paused = true)]
async fn a_log_with_only_a_wrong_clock_resumes() {
    let (store, match_id) = tampered(|event| {
        if let Fact::MovePlayed(moved) = &mut event.fact {
            moved.charged += seconds(1);
        }
    })
    .await;
    assert!(verify(&log(&store, &match_id).await).is_err());
    let hall = open(&store).await;
    let table = hall.table(&match_id).expect("the match is live again");
    let (black, white) = (Bot::sit(&table, 0, 0).await, Bot::sit(&table, 1, 0).await);
    let (black, _) = tokio::join!(black.play(), white.play());
    assert_eq!(verdict(&black).termination, Termination::Normal);
}

#[tokio::test(start_paused = true)]
async fn a_hall_answers_while_its_matches_come_back() {
    let store = memory();
    let hall = open(&store).await;
    let table = create(&hall, new_match("single", "60", ["ann", "bob"])).await;
    let match_id = table.match_id().clone();
    assert_eq!(hall.health().await, Health::Serving);
    hall.close().await;
    assert_eq!(hall.health().await, Health::Stopping);

    let (hall, restart) = Hall::begin(store.clone(), Limits::default()).await.expect("it opens");
    assert_eq!(hall.health().await, Health::Starting);
    let asked = hall
        .answer_again(&match_id, &player("ann"), false, request("one"), Ask::Resign)
        .await
        .expect_err("it is not back");
    assert_eq!(asked.reason, Reason::Starting);
    let looked = hall.look(&match_id, Viewer::Spectator).await.expect_err("it is not back");
    assert_eq!(looked.reason, Reason::Starting);
    let asked = hall.table_by_now(&match_id).err().expect("it is not back");
    assert_eq!(asked.reason, Reason::Starting);
    let created = hall.create(new_match("single", "60", ["cat", "dan"])).await.expect_err("it is too early");
    assert_eq!(created.reason, Reason::Starting);
    assert_eq!(listed(&hall, Viewer::Spectator, 9).await.len(), 1, "lists are answered");
    restart.run().await;
    assert_eq!(hall.health().await, Health::Serving);
    assert!(hall.table(&match_id).is_some());
    let back = hall.table_by_now(&match_id).expect("it is back").expect("what was asked before is for its table");
    assert_eq!(back.match_id(), &match_id);
    create(&hall, new_match("single", "60", ["cat", "dan"])).await;
}

#[tokio::test(start_paused = true)]
async fn a_match_that_another_server_ends_meanwhile_holds_no_start_up() {
    let store = memory();
    let first = open(&store).await;
    let (black, white) = two_bots(&first, new_match("single", "60+1", ["ann", "bob"])).await;
    let match_id = black.table.match_id().clone();
    let (second, restart) = Hall::begin(store.clone(), Limits::default()).await.expect("it opens");
    let (black, _white) = tokio::join!(black.play(), white.play());
    assert_eq!(verdict(&black).termination, Termination::Normal);
    let began = tokio::time::Instant::now();
    restart.run().await;
    assert_eq!(began.elapsed(), seconds(0), "nothing is waited for");
    assert!(second.table(&match_id).is_none());
    let seen = second.look(&match_id, Viewer::Spectator).await.expect("it is over, and can be looked at");
    assert_eq!(seen.summary.phase, Phase::Over);
}

#[tokio::test(start_paused = true)]
async fn a_log_that_cannot_be_read_holds_up_no_other() {
    let store = memory();
    let hall = open(&store).await;
    let healthy = create(&hall, new_match("single", "60", ["ann", "bob"])).await;
    let match_id = MatchId::parse("from-elsewhere").expect("an id");
    let opened =
        MatchOpened { match_id: match_id.clone(), game: "gone".to_owned(), ..MatchOpened::clone(healthy.opened()) };
    assert_eq!(opened.illegal_move_policy, IllegalMovePolicy::Forfeit);
    let first = Event { seq: Seq(1), at: Time::ZERO, fact: Fact::MatchOpened(Box::new(opened)) };
    let key = RequestKey { player: player("ann"), request_id: String::new(), content: [0; 32] };
    store.log.create(key, match_id.clone(), vec![first], None).await.expect("the store takes any game");
    hall.close().await;
    let hall = Hall::open(store.clone(), Default::default()).await.expect("the hall opens");
    assert!(hall.table(healthy.match_id()).is_some(), "the others are back");
    assert!(hall.table(&match_id).is_none());
    assert_eq!(hall.look(&match_id, Viewer::Spectator).await.expect_err("unreadable").reason, Reason::HostFault);
    let row = store.index.row(&match_id).await.expect("it reads").expect("it is there");
    assert_eq!(row.state, MatchState::Unreadable);
    assert!(store.index.unfinished().await.expect("it reads").contains(&match_id), "a newer program may know the game");
}
