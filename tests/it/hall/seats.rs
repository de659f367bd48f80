//! Seats: whole matches, turns, stamps, flags, disconnects, replaced and full links, and repeated
//! requests.

use std::sync::Arc;

use referee::{
    hall::{
        Limits,
        link::{SeatMessage, WAITING_EVENTS},
        table::Ask,
    },
    ids::{Seat, Seq, Viewer},
    law::{Asker, Event, Fact, Phase, Proposal, Reason, Seed, Termination, turn::PATIENCE, verify::verify},
    store::{Created, Epoch, EventLog, Pruning, RequestKey, Store, StoreFuture, StreamId},
};
use tokio::time::{advance, timeout};

use super::rig::{self, Bot, memory, new_match, open, open_with, request, seconds, some_move, two_bots};

#[tokio::test(start_paused = true)]
async fn a_marathon_is_played_to_its_end() {
    let store = memory();
    let hall = open(&store).await;
    let (black, white) = two_bots(&hall, new_match("marathon", "600+1", ["ann", "bob"])).await;
    let (table, match_id) = (black.table.clone(), black.table.match_id().clone());
    let (black, white) = tokio::join!(black.play(), white.play());
    assert_eq!(black, white, "both seats see the same");
    rig::assert_no_gap(&black, 0);
    let verdict = rig::verdict(&black);
    assert_eq!(verdict.termination, Termination::Normal);
    assert!(verdict.totals.iter().any(|points| points.as_f64() >= 15.0), "{verdict:?}");
    table.ended().await;
    hall.close().await;
    assert!(hall.table(&match_id).is_none(), "the hall has forgotten the table");
    let log = rig::log(&store, &match_id).await;
    assert_eq!(log.len(), black.len());
    let verified = verify(&log).expect("the log verifies");
    assert!(verified.over && verified.rounds > 4, "{verified:?}");
    let seen = hall.look(&match_id, Viewer::Spectator).await.expect("it can be looked at");
    assert_eq!(seen.summary.phase, Phase::Over);
    assert_eq!(seen.summary.verdict, Some(verdict));
    let record = hall.record(&match_id).await.expect("its record is open");
    assert_eq!(record.text().await.expect("it can be read").lines().count(), log.len() + 1, "and a seal");
}

#[tokio::test(start_paused = true)]
async fn a_seat_hears_first_that_it_sits_and_its_turn_once() {
    let hall = open(&memory()).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "60+1", ["ann", "bob"])).await;
    match black.message().await {
        SeatMessage::Seated { match_id, seat, summary } => {
            assert_eq!((&match_id, seat), (black.table.match_id(), Seat(0)));
            assert_eq!(summary.phase, Phase::Waiting);
        }
        other => panic!("{other:?} came first"),
    }
    advance(std::time::Duration::from_millis(100)).await;
    let card = black.turn().await;
    assert_eq!((card.round, card.ply, card.seat), (1, 0, Seat(0)));
    assert_eq!(card.remaining, [Some(seconds(60)); 2]);
    assert_eq!(card.increment, [seconds(1); 2]);
    assert_eq!((card.legal.len(), card.position.as_str()), (102, ""), "as its link wants it");
    advance(seconds(5)).await;
    let seq = black.answer(&card, some_move(&card), "").await.expect("a legal move");
    let answer = white.turn().await;
    assert_eq!(answer.remaining, [Some(seconds(56)), Some(seconds(60))]);
    // Black does not receive its first turn a second time.
    let reply = some_move(&answer).to_owned();
    white.answer(&answer, &reply, "").await.expect("a legal move");
    let next = black.turn().await;
    assert!(next.ply > card.ply && seq.0 > 0);
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_by_the_timer() {
    let hall = open(&memory()).await;
    let (mut black, white) = two_bots(&hall, new_match("single", "10", ["ann", "bob"])).await;
    let mut white = white;
    let card = black.turn().await;
    let sent = card.stamp.get().expect("it was handed over");
    let events = white.events_to_end().await;
    let verdict = rig::verdict(&events);
    assert_eq!((verdict.termination, verdict.seat), (Termination::Flag, Some(Seat(0))));
    assert_eq!(verdict.places, [2, 1]);
    let end = events.last().expect("an end").at();
    let took = end.since(sent);
    assert!(took > seconds(10) && took < seconds(11), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn a_move_that_came_in_time_counts_however_late_it_is_decided() {
    let hall = open(&memory()).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "10", ["ann", "bob"])).await;
    let card = black.turn().await;
    let received = card.stamp.get().expect("handed over").after(seconds(9));
    let notation = some_move(&card).to_owned();
    let ask = Ask::PlayMove { turn_id: card.turn_id, notation, score: None, received };
    // The move is already in the table's queue when the timer fires.
    let (_, taken) = tokio::join!(advance(seconds(11)), black.table.ask(Seat(0), Default::default(), ask));
    taken.expect("it came in time");
    let next = white.turn().await;
    assert_eq!(next.remaining, [Some(seconds(1)), Some(seconds(10))]);
}

/// A program that reads its turn late cannot delay the start of its clock.
#[tokio::test(start_paused = true)]
async fn the_clock_of_a_turn_that_is_not_taken_starts_all_the_same() {
    let hall = open(&memory()).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "10", ["ann", "bob"])).await;
    let card = black.turn_not_handed_over().await;
    advance(seconds(9)).await;
    let late = black.answer(&card, some_move(&card), "").await.expect("it is in time");
    let next = white.turn().await;
    assert_eq!(next.turn_id, late);
    assert_eq!(next.remaining[0], Some(seconds(1) + PATIENCE), "the clock ran since the turn should have been taken");
}

#[tokio::test(start_paused = true)]
async fn a_program_that_does_not_read_loses_by_its_own_clock_alone() {
    let hall = open(&memory()).await;
    let (mut black, _white) = two_bots(&hall, new_match("single", "10", ["ann", "bob"])).await;
    black.move_at_once().await;
    let events = black.events_to_end().await;
    let verdict = rig::verdict(&events);
    assert_eq!((verdict.termination, verdict.seat), (Termination::Flag, Some(Seat(1))));
    assert!(!events.iter().any(|event| matches!(event.fact(), Fact::SeatDisconnected { .. })), "it was here");
}

#[tokio::test(start_paused = true)]
async fn seats_and_arbiters_cannot_use_each_others_commands() {
    let hall = open(&memory()).await;
    let (black, _white) = two_bots(&hall, new_match("single", "inf", ["ann", "bob"])).await;
    let table = &black.table;
    let judge = Asker::Arbiter(rig::player("judge"));
    let by_seat = table.ask(Seat(0), request("s"), Ask::Pause).await.expect_err("it sits");
    let by_arbiter = table.ask(judge.clone(), request("a"), Ask::Resign).await.expect_err("it does not sit");
    assert_eq!((by_seat.reason, by_arbiter.reason), (Reason::Forbidden, Reason::NotSeated));
    table.ask(judge, request("p"), Ask::Pause).await.expect("an arbiter may");
}

/// More events occur than fit in the queue of a program that does not read. When it reads again, it
/// receives all of them from the log.
#[tokio::test(start_paused = true)]
async fn a_program_that_reads_late_hears_everything() {
    let hall = open(&memory()).await;
    let (mut black, mut white) = two_bots(&hall, new_match("marathon", "inf", ["ann", "bob"])).await;
    black.move_at_once().await;
    white.turn().await;
    for _ in 0..2 * WAITING_EVENTS {
        for ask in [Ask::Pause, Ask::Resume] {
            white
                .table
                .ask(Asker::Arbiter(rig::player("judge")), Default::default(), ask)
                .await
                .expect("an arbiter may");
        }
    }
    let card = white.turn().await;
    white.answer(&card, some_move(&card), "").await.expect("a legal move");
    let mut heard = Vec::new();
    let turn = loop {
        match black.message().await {
            SeatMessage::Event { event, .. } => heard.push(event),
            SeatMessage::Turn(card) if card.ply > 1 => break card,
            _ => {}
        }
    };
    let first = heard[0].seq().0;
    rig::assert_no_gap(&heard, first - 1);
    assert!(heard.len() > 4 * WAITING_EVENTS, "{}", heard.len());
    assert_eq!(turn.turn_id, heard.last().expect("an event").seq(), "the turn comes after all of them");
}

/// A seat that sends more than its queue holds is rejected. The answer of the other seat is still
/// accepted.
#[tokio::test(start_paused = true)]
async fn no_seat_fills_the_lane_of_another() {
    let hall = open_with(&memory(), Limits { waiting_commands: 4, ..Limits::default() }).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "10", ["ann", "bob"])).await;
    black.move_at_once().await;
    let card = white.turn().await;
    // The table handles nothing until this task awaits.
    for number in 0..100 {
        let id = request(&format!("junk{number}"));
        let _ = black.table.ask_by_link(Seat(0), id, Ask::Propose { proposal: Proposal::Draw }, &black.link);
    }
    white.answer(&card, some_move(&card), "").await.expect("it is taken");
    let mut limited = 0;
    while limited < 96 {
        match black.message().await {
            SeatMessage::Answered(answered) => {
                let refusal = answered.result.expect_err("there are no draws in this game");
                limited += usize::from(refusal.reason == Reason::Limit);
            }
            SeatMessage::Turn(_) => panic!("answers come first: {limited}"),
            _ => {}
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_program_comes_back_and_hears_what_it_missed() {
    let hall = open(&memory()).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "60", ["ann", "bob"])).await;
    advance(seconds(1)).await;
    black.move_at_once().await;
    let asked = white.turn().await;
    let known = hall.look(white.table.match_id(), Viewer::Spectator).await.expect("a look").summary.seq;
    advance(seconds(4)).await;
    white.table.leave(Seat(1), white.link.id);
    advance(seconds(5)).await;
    let mut again = Bot::sit(&white.table, 1, known.0).await;
    assert!(matches!(again.message().await, SeatMessage::Seated { .. }));
    let mut missed = Vec::new();
    let card = loop {
        match again.message().await {
            SeatMessage::Event { event, .. } => missed.push(event),
            SeatMessage::Turn(card) => break card,
            other => panic!("{other:?}"),
        }
    };
    rig::assert_no_gap(&missed, known.0);
    assert!(matches!(missed[0].fact(), Fact::SeatDisconnected { seat: Seat(1), .. }));
    // The seat counts as connected once it has received the events that it missed.
    let SeatMessage::Event { event, .. } = again.message().await else { panic!("it is here") };
    assert!(matches!(event.fact(), Fact::SeatConnected { seat: Seat(1) }));
    assert_eq!((card.round, card.ply), (asked.round, asked.ply));
    assert_eq!(card.remaining[1], Some(seconds(51)), "the clock ran on");
    card.stamp.mark(again.table.clock().now());
    again.answer(&card, some_move(&card), "").await.expect("a legal move");
    assert_eq!(black.turn().await.remaining[1], Some(seconds(51)), "it ran from the first time it was asked");
}

#[tokio::test(start_paused = true)]
async fn a_later_link_takes_the_seat() {
    let hall = open(&memory()).await;
    let (mut black, white) = two_bots(&hall, new_match("single", "60", ["ann", "bob"])).await;
    let first = black.turn().await;
    let mut later = Bot::sit(&black.table, 0, 0).await;
    while !matches!(black.message().await, SeatMessage::Replaced) {}
    assert_eq!(later.turn_not_handed_over().await.ply, first.ply, "the turn is put to the new link");
    // The old link no longer has any effect.
    black.table.leave(Seat(0), black.link.id);
    black.misbehaves("late").await;
    let refused = black.table.sit(Seat(0), Default::default(), black.link.clone()).await;
    assert_eq!(refused.expect_err("it is earlier").reason, Reason::Replaced);
    let refused = black.table.sit(Seat(2), Default::default(), black.link.clone()).await;
    assert_eq!(refused.expect_err("there are two seats").reason, Reason::NotSeated);
    // Seating the same link again changes nothing.
    later.table.sit(Seat(0), Default::default(), later.link.clone()).await.expect("it sits there");
    let (black, white) = tokio::join!(
        async {
            let card = first;
            later.answer(&card, some_move(&card), "").await.expect("a legal move");
            later.play().await
        },
        white.play()
    );
    assert_eq!(rig::verdict(&black), rig::verdict(&white));
    let connections = white.iter().filter(|event| matches!(event.fact(), Fact::SeatDisconnected { .. }));
    assert_eq!(connections.count(), 0, "no seat was away");
}

#[tokio::test(start_paused = true)]
async fn a_program_that_misbehaves_forfeits() {
    let hall = open(&memory()).await;
    let (black, mut white) = two_bots(&hall, new_match("single", "60", ["ann", "bob"])).await;
    black.misbehaves("exit status 1").await;
    let verdict = rig::verdict(&white.events_to_end().await);
    assert_eq!((verdict.termination, verdict.seat), (Termination::ProtocolError, Some(Seat(0))));
    assert!(verdict.detail().contains("exit status 1"), "{}", verdict.detail());
}

#[tokio::test(start_paused = true)]
async fn a_repeated_request_gets_its_first_answer() {
    let hall = open(&memory()).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "60", ["ann", "bob"])).await;
    let card = black.turn().await;
    let notation = some_move(&card).to_owned();
    let first = black.answer(&card, &notation, "m1").await.expect("a legal move");
    assert_eq!(black.answer(&card, &notation, "m1").await, Ok(first));
    let turn = white.turn().await;
    assert_eq!(black.answer(&card, &notation, "m1").await, Ok(first));
    drop(turn);
    let end = white.table.ask(Seat(1), rig::request("r1"), Ask::Resign).await.expect("it may resign");
    white.table.ended().await;
    assert_eq!(white.table.ask(Seat(1), rig::request("r1"), Ask::Resign).await, Ok(end));
    assert_eq!(black.answer(&card, &notation, "m1").await, Ok(first));
    hall.close().await;
    let match_id = black.table.match_id();
    let played = rig::answer_to(&card, &notation);
    let again = async |player: &str, request: &str, ask: &Ask| {
        hall.answer_again(match_id, &rig::player(player), false, rig::request(request), ask.clone()).await
    };
    assert_eq!(again("ann", "m1", &played).await, Ok(first));
    assert_eq!(again("bob", "r1", &Ask::Resign).await, Ok(end));
    let reason = |refused: Result<_, referee::law::Refusal>| refused.expect_err("no answer").reason;
    let other = rig::answer_to(&card, card.legal.last().expect("a move"));
    assert_eq!(again("ann", "", &other).await, Ok(first), "the first answer decides");
    assert_eq!(reason(again("bob", "", &played).await), Reason::MatchOver);
    assert_eq!(reason(again("eve", "m1", &played).await), Reason::NotSeated);
    let unknown = referee::ids::MatchId::parse("nowhere").expect("an id");
    let nowhere = hall.answer_again(&unknown, &rig::player("ann"), false, rig::request("m1"), played).await;
    assert_eq!(reason(nowhere), Reason::UnknownMatch);
}

#[tokio::test(start_paused = true)]
async fn a_thousand_matches_are_played_side_by_side() {
    let store = memory();
    let hall = open(&store).await;
    let mut games = tokio::task::JoinSet::new();
    for number in 0..1_000 {
        let names = [format!("ann-{number}"), format!("bob-{number}")];
        let (black, white) = two_bots(&hall, new_match("single", "600+1", [&names[0], &names[1]])).await;
        games.spawn(async move { tokio::join!(black.play(), white.play()) });
    }
    let mut played = 0;
    while let Some(game) = games.join_next().await {
        let (black, white) = game.expect("nothing panics");
        assert_eq!(black, white);
        assert_eq!(rig::verdict(&black).termination, Termination::Normal);
        played += 1;
    }
    assert_eq!(played, 1_000);
}

#[tokio::test(start_paused = true)]
async fn positions_and_depth_are_reported_with_a_hard_limit() {
    let hall = open(&memory()).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "nodes=100 depth=3", ["ann", "bob"])).await;
    let card = black.turn().await;
    assert_eq!((card.time.nodes, card.time.depth, card.time.move_limit), (Some(100), Some(3), Some(seconds(600))));
    assert_eq!(card.remaining, [None, None]);
    let events = white.events_to_end().await;
    assert_eq!(rig::verdict(&events).termination, Termination::Flag);
    let took = events.last().expect("an end").at().since(card.stamp.get().expect("handed over"));
    assert!(took > seconds(600) && took < seconds(601), "{took:?}");
}

/// A store in which reads for clients never finish.
struct OnlyForTables(Store);

impl EventLog for OnlyForTables {
    fn create(
        &self,
        request: RequestKey,
        stream: StreamId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> StoreFuture<'_, Created> {
        self.0.log.create(request, stream, events, seed)
    }
    fn append(&self, stream: &StreamId, expected: Seq, owner: Epoch, events: Vec<Event>) -> StoreFuture<'_, ()> {
        self.0.log.append(stream, expected, owner, events)
    }
    fn take_over(&self, stream: &StreamId) -> StoreFuture<'_, Option<Epoch>> {
        self.0.log.take_over(stream)
    }
    fn created_by(&self, request: &RequestKey) -> StoreFuture<'_, Option<Created>> {
        self.0.log.created_by(request)
    }
    fn events(&self, _: &StreamId, _: Seq, _: usize) -> StoreFuture<'_, Vec<Event>> {
        Box::pin(std::future::pending())
    }
    fn events_for_table(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>> {
        self.0.log.events(stream, after, limit)
    }
    fn prune(&self, stream: &StreamId, most: usize) -> StoreFuture<'_, Pruning> {
        self.0.log.prune(stream, most)
    }
    fn seed(&self, stream: &StreamId) -> StoreFuture<'_, Option<Seed>> {
        self.0.log.seed(stream)
    }
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_comes_back_reads_before_all_clients() {
    let inner = memory();
    let store = Store { log: Arc::new(OnlyForTables(inner.clone())), ..inner };
    let hall = open(&store).await;
    let (mut black, white) = two_bots(&hall, new_match("single", "600+1", ["ann", "bob"])).await;
    let card = black.turn().await;
    black.answer(&card, some_move(&card), "").await.expect("a legal move");
    drop(white);
    let table = black.table.clone();
    let mut watch = hall.watch(table.match_id(), Viewer::Spectator, Seq(0)).await.expect("it is live");
    let mut back = Bot::sit(&table, 1, 0).await;
    let answer = timeout(seconds(1), back.turn()).await.expect("it waits for no client's read");
    back.answer(&answer, some_move(&answer), "").await.expect("a legal move");
    timeout(seconds(1), watch.next()).await.expect_err("a watcher reads as a client");
}
