//! Rematches: a single new match with rotated seats, in whatever order the requests arrive.

use std::time::Duration;

use referee::{
    hall::{
        Hall, Limits, NewMatch,
        challenges::rematch::{Rematch, Wish},
        limits::creation_limits::Creator,
        link::{self, SeatMessage, SeatReader, Wants},
        lobby::Profile,
        table::Ask,
    },
    ids::{MatchId, Seat, Viewer},
    law::{Conduct, Fact, IllegalMovePolicy, LostSeatPolicy, Reason, Refusal, Stakes, TimeControl, verify::verify},
    store::Store,
};
use tokio::time::advance;

use crate::hall::rig::{create, log, memory, new_match, open, open_with, player, seconds, two_bots};

/// Plays a match that seat 0 resigns. Returns its id.
async fn ended(hall: &Hall, new: NewMatch) -> MatchId {
    let (black, _white) = two_bots(hall, new).await;
    black.table.ask(Seat(0), Default::default(), Ask::Resign).await.expect("it may");
    black.table.match_id().clone()
}

fn by(name: &str) -> Creator {
    Creator { player: player(name), address: None }
}

async fn asks(hall: &Hall, match_id: &MatchId, name: &str) -> Result<Rematch, Refusal> {
    hall.rematch(match_id, by(name), Wish::Agree).await
}

async fn opened(store: &Store, match_id: &MatchId) -> referee::law::MatchOpened {
    match &log(store, match_id).await[0].fact {
        Fact::MatchOpened(opened) => (**opened).clone(),
        other => panic!("{other:?} is no opening"),
    }
}

fn odds() -> NewMatch {
    let control = |text| TimeControl::parse(text).expect("a time control");
    NewMatch {
        time_controls: vec![control("60+1"), control("30")],
        illegal_move_policy: IllegalMovePolicy::Retry { retries: 3 },
        lost_seat_policy: LostSeatPolicy::End,
        conduct: Conduct { stakes: Stakes::Rated, max_plies: Some(90), ..Conduct::default() },
        ..new_match("standard", "60", ["ann", "bob"])
    }
}

#[tokio::test(start_paused = true)]
async fn all_players_agree_and_the_seats_are_passed_on() {
    let store = memory();
    let limits = Limits { grace: seconds(17), start_grace: seconds(70), ..Limits::default() };
    let hall = open_with(&store, limits).await;
    let before = ended(&hall, odds()).await;
    let first = asks(&hall, &before, "ann").await.expect("she may");
    assert_eq!(first, Rematch { agreed: vec![Seat(0)], match_id: None, lapses_in: seconds(600) });
    advance(seconds(5)).await;
    assert_eq!(asks(&hall, &before, "ann").await.expect("a repeat").lapses_in, seconds(595));
    let seen = hall.look(&before, Viewer::Spectator).await.expect("it is known").summary;
    assert_eq!((seen.rematch, seen.rematch_agreed_seats), (None, vec![Seat(0)]));

    let all = asks(&hall, &before, "bob").await.expect("he may");
    let rematch = all.match_id.clone().expect("it is opened");
    assert_eq!((&all.agreed[..], all.lapses_in), (&[Seat(0), Seat(1)][..], Duration::ZERO));
    assert_eq!(asks(&hall, &before, "ann").await, Ok(all.clone()), "there is one, and no other");
    assert_eq!(asks(&hall, &before, "bob").await, Ok(all));
    assert!(hall.table(&rematch).is_some());
    let seen = hall.summary(&before, |_| Viewer::Spectator).await.expect("it is known");
    assert_eq!((seen.rematch.as_ref(), seen.rematch_agreed_seats), (Some(&rematch), vec![]));

    let (then, now) = (opened(&store, &before).await, opened(&store, &rematch).await);
    assert_eq!(then.rematch_of, None);
    let expected = referee::law::MatchOpened {
        match_id: rematch.clone(),
        players: vec![player("bob"), player("ann")],
        time_controls: vec![then.time_controls[1].clone(), then.time_controls[0].clone()],
        opened_unix_ms: now.opened_unix_ms,
        rematch_of: Some(before),
        created_by: now.created_by.clone(),
        ..then
    };
    assert_eq!(now, expected, "all else is as it was");
}

#[tokio::test(start_paused = true)]
async fn a_rematch_is_played_and_has_a_rematch() {
    let store = memory();
    let hall = open(&store).await;
    let mut of = ended(&hall, new_match("single", "60", ["ann", "bob"])).await;
    for seats in [["bob", "ann"], ["ann", "bob"]] {
        asks(&hall, &of, "bob").await.expect("he may");
        let rematch = asks(&hall, &of, "ann").await.expect("she may").match_id.expect("all agree");
        let table = hall.table(&rematch).expect("it is live");
        assert_eq!(table.opened().players, seats.map(player));
        let (black, white) =
            (crate::hall::rig::Bot::sit(&table, 0, 0).await, crate::hall::rig::Bot::sit(&table, 1, 0).await);
        tokio::join!(black.play(), white.play());
        verify(&log(&store, &rematch).await).expect("the log verifies");
        of = rematch;
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_player_lets_it_lapse() {
    let hall = open(&memory()).await;
    let match_id = ended(&hall, new_match("single", "60", ["ann", "bob"])).await;
    asks(&hall, &match_id, "ann").await.expect("she may");
    advance(seconds(600)).await;
    assert_eq!(hall.summary(&match_id, |_| Viewer::Spectator).await.expect("known").rematch_agreed_seats, []);
    let late = asks(&hall, &match_id, "bob").await.expect("a new request");
    assert_eq!((&late.agreed[..], late.match_id), (&[Seat(1)][..], None));
}

#[tokio::test(start_paused = true)]
async fn a_wish_can_be_taken_back_until_all_agree() {
    let hall = open(&memory()).await;
    let match_id = ended(&hall, new_match("single", "60", ["ann", "bob"])).await;
    let withdraws = async |name: &str| hall.rematch(&match_id, by(name), Wish::Withdraw).await;
    let gone = Rematch { agreed: vec![], match_id: None, lapses_in: Duration::ZERO };
    assert_eq!(withdraws("ann").await, Ok(gone.clone()), "there was none");
    asks(&hall, &match_id, "ann").await.expect("she may");
    assert_eq!(withdraws("bob").await.expect("he may").agreed, [Seat(0)], "hers is kept");
    assert_eq!(withdraws("ann").await, Ok(gone));
    assert_eq!(asks(&hall, &match_id, "bob").await.expect("he may").match_id, None);
    let rematch = asks(&hall, &match_id, "ann").await.expect("she may");
    assert!(rematch.match_id.is_some());
    assert_eq!(withdraws("ann").await, Ok(rematch), "it is opened");
    assert_eq!(withdraws("carl").await.expect_err("he sat elsewhere").reason, Reason::NotSeated);
}

#[tokio::test(start_paused = true)]
async fn a_restart_drops_agreements_but_keeps_a_rematch() {
    let store = memory();
    let hall = open(&store).await;
    let [agreed, half] = [
        ended(&hall, new_match("single", "60", ["ann", "bob"])).await,
        ended(&hall, new_match("single", "60", ["ann", "bob"])).await,
    ];
    asks(&hall, &half, "ann").await.expect("she may");
    asks(&hall, &agreed, "ann").await.expect("she may");
    let rematch = asks(&hall, &agreed, "bob").await.expect("he may").match_id.expect("all agree");
    hall.close().await;
    let hall = open(&store).await;
    assert!(hall.table(&rematch).is_some(), "it is live again");
    assert_eq!(asks(&hall, &agreed, "bob").await.expect("a repeat").match_id, Some(rematch));
    assert_eq!(asks(&hall, &half, "bob").await.expect("a new request").agreed, [Seat(1)]);
}

#[tokio::test(start_paused = true)]
async fn concurrent_requests_get_one_rematch() {
    let store = memory();
    let hall = open(&store).await;
    let match_id = ended(&hall, new_match("single", "60", ["ann", "bob"])).await;
    let mut all = tokio::task::JoinSet::new();
    for number in 0..32 {
        let (hall, match_id) = (hall.clone(), match_id.clone());
        all.spawn(async move { asks(&hall, &match_id, ["ann", "bob"][number % 2]).await.expect("they may").match_id });
    }
    let told: Vec<MatchId> = all.join_all().await.into_iter().flatten().collect();
    assert!(!told.is_empty() && told.iter().all(|id| *id == told[0]), "{told:?}");
    assert_eq!(store.index.matches(Default::default(), None, 10).await.expect("a page").len(), 2);
    assert!(hall.table(&told[0]).is_some());
}

#[tokio::test(start_paused = true)]
async fn the_house_agrees_at_once() {
    let hall = open(&memory()).await;
    let match_id = ended(&hall, new_match("single", "60", ["ann", "bob"])).await;
    assert_eq!(asks(&hall, &match_id, "carl").await.expect_err("he sat elsewhere").reason, Reason::NotSeated);

    let table = create(&hall, new_match("single", "60", ["ann", "house-random"])).await;
    table.ask(Seat(0), Default::default(), Ask::Abort).await.expect("it may");
    let rematch = asks(&hall, table.match_id(), "ann").await.expect("she may").match_id.expect("all agree");
    let table = hall.table(&rematch).expect("it is live");
    assert_eq!(table.opened().players, ["house-random", "ann"].map(player));

    // If house bots hold every seat, anyone may request a rematch.
    let table = create(&hall, new_match("single", "60", ["house-greedy", "house-random"])).await;
    table.ended().await;
    let rematch = asks(&hall, table.match_id(), "carl").await.expect("he may").match_id.expect("all agree");
    let house = ["house-random", "house-greedy"].map(player);
    assert_eq!(hall.look(&rematch, Viewer::Spectator).await.expect("known").summary.opened.players, house);
}

#[tokio::test(start_paused = true)]
async fn impossible_rematches_are_rejected() {
    let limits = Limits { rematches: 1, ..Limits::default() };
    let hall = open_with(&memory(), limits).await;
    let reason = async |match_id: &MatchId, name| asks(&hall, match_id, name).await.expect_err("a refusal").reason;
    let unknown = MatchId::parse("unknown").expect("an id");
    assert_eq!(reason(&unknown, "ann").await, Reason::UnknownMatch);
    let (black, _white) = two_bots(&hall, new_match("single", "60", ["ann", "bob"])).await;
    assert_eq!(reason(black.table.match_id(), "ann").await, Reason::StillPlayed);
    let [one, other] = [
        ended(&hall, new_match("single", "60", ["ann", "bob"])).await,
        ended(&hall, new_match("single", "60", ["ann", "bob"])).await,
    ];
    asks(&hall, &one, "ann").await.expect("there is room for one");
    assert_eq!(reason(&other, "ann").await, Reason::Limit);
    asks(&hall, &one, "bob").await.expect("it is not one more");
    asks(&hall, &other, "ann").await.expect("there is room again");
}

#[tokio::test(start_paused = true)]
async fn the_wishes_of_one_player_are_counted() {
    let hall = open(&memory()).await;
    for _ in 0..64 {
        let match_id = ended(&hall, new_match("single", "60", ["ann", "bob"])).await;
        asks(&hall, &match_id, "ann").await.expect("there is room");
    }
    let one_more = ended(&hall, new_match("single", "60", ["ann", "bob"])).await;
    let refusal = asks(&hall, &one_more, "ann").await.expect_err("that is too many");
    assert_eq!(refusal.reason, Reason::Limit);
    assert!(refusal.text.contains("rematches_a_player"), "{}", refusal.text);
    asks(&hall, &one_more, "bob").await.expect("his are none yet");
}

/// A bot that plays one match at a time is free for a rematch as soon as it receives the end.
#[tokio::test(start_paused = true)]
async fn bots_that_are_here_hear_of_it_and_are_seated() {
    let hall = open(&memory()).await;
    let mut lines = Vec::new();
    for name in ["ann", "bob"] {
        let (link, line) = link::channel(Wants { moves: true, position: false, legal: true });
        let profile =
            Profile { games: Vec::new(), max_matches: 1, resume: Vec::new(), agent: "test".to_owned(), accepts: None };
        let presence = hall.lobby().enter(player(name), profile, link).expect("the bot may come in");
        lines.push((presence, line));
    }
    let table = create(&hall, new_match("single", "60", ["ann", "bob"])).await;
    let next = async |line: &mut SeatReader, pick: fn(&SeatMessage) -> bool| loop {
        let message = line.recv().await.expect("the line is open");
        if pick(&message) {
            return message;
        }
    };
    let [(_ann, ann), (_bob, bob)] = &mut lines[..] else { panic!("there are two") };
    table.ask(Seat(0), Default::default(), Ask::Resign).await.expect("she may");
    let is_end = |message: &SeatMessage| matches!(message, SeatMessage::Event { event, .. } if matches!(event.fact(), Fact::MatchEnded(_)));
    next(ann, is_end).await;
    asks(&hall, table.match_id(), "ann").await.expect("she may");
    match next(bob, |message| matches!(message, SeatMessage::RematchProposed { .. })).await {
        SeatMessage::RematchProposed { match_id, seat, lapses_in } => {
            assert_eq!((&match_id, seat, lapses_in), (table.match_id(), Seat(0), seconds(600)));
        }
        other => panic!("{other:?}"),
    }
    let rematch = asks(&hall, table.match_id(), "bob").await.expect("he may").match_id.expect("all agree");
    for (line, expected) in [(ann, Seat(1)), (bob, Seat(0))] {
        match next(line, |message| matches!(message, SeatMessage::Seated { .. })).await {
            SeatMessage::Seated { match_id, seat, .. } => assert_eq!((match_id, seat), (rematch.clone(), expected)),
            other => panic!("{other:?}"),
        }
    }
}
