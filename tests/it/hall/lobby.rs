//! The lobby: bots connect, are replaced and leave. Their profiles limit what they play and how
//! many matches at once. Requests may be repeated.

use std::collections::BTreeSet;

use referee::{
    hall::{
        Hall, Limits,
        link::{self, SeatLink, SeatMessage, SeatReader, Wants},
        lobby::{Presence, Profile},
    },
    ids::{MatchId, Seq},
    law::{Fact, Reason, Refusal, Termination},
};

use super::rig::{self, memory, new_match, open, open_with, player, seconds, some_move};

pub(super) fn profile() -> Profile {
    Profile { games: Vec::new(), max_matches: 1_000, resume: Vec::new(), agent: "test".to_owned(), accepts: None }
}

fn link() -> (SeatLink, SeatReader) {
    link::channel(Wants { moves: true, position: false, legal: true })
}

pub(super) async fn enter(hall: &Hall, name: &str, profile: Profile) -> (Presence, SeatReader) {
    let (link, line) = link();
    (hall.lobby().enter(player(name), profile, link).expect("the bot may come in"), line)
}

fn refused(created: Result<MatchId, Refusal>) -> (Reason, String) {
    let refusal = created.expect_err("a refusal");
    (refusal.reason, refusal.text)
}

/// Plays all matches of a bot over its single link until `ends` of them are over.
async fn play(hall: Hall, mut line: SeatReader, ends: usize) -> BTreeSet<MatchId> {
    let mut over = BTreeSet::new();
    while over.len() < ends {
        match line.recv().await.expect("the line is open") {
            SeatMessage::Turn(card) => {
                let table = hall.table(&card.opened.match_id).expect("the table is live");
                card.stamp.mark(table.clock().now());
                let received = table.clock().now();
                let ask = referee::hall::table::Ask::PlayMove {
                    turn_id: card.turn_id,
                    notation: some_move(&card).to_owned(),
                    score: None,
                    received,
                };
                table.ask(card.seat, Default::default(), ask).await.expect("the move is taken");
            }
            SeatMessage::Event { match_id, event } if matches!(event.fact(), Fact::MatchEnded(_)) => {
                over.insert(match_id);
            }
            SeatMessage::Replaced => panic!("replaced"),
            _ => {}
        }
    }
    over
}

#[tokio::test(start_paused = true)]
async fn two_bots_play_many_matches_over_one_line_each() {
    let hall = open(&memory()).await;
    let mut before = BTreeSet::new();
    for _ in 0..3 {
        before.insert(hall.create(new_match("single", "600+1", ["ann", "bob"])).await.expect("opened"));
    }
    let (_ann, ann) = enter(&hall, "ann", profile()).await;
    let (_bob, bob) = enter(&hall, "bob", profile()).await;
    for _ in 0..3 {
        before.insert(hall.create(new_match("single", "600+1", ["bob", "ann"])).await.expect("opened"));
    }
    let (ann, bob) = tokio::join!(play(hall.clone(), ann, 6), play(hall.clone(), bob, 6));
    assert_eq!((&ann, &bob), (&before, &before));
}

#[tokio::test(start_paused = true)]
async fn a_second_link_takes_all_matches_over() {
    let hall = open(&memory()).await;
    let (_bob, bob) = enter(&hall, "bob", profile()).await;
    let (old, mut old_line) = enter(&hall, "ann", profile()).await;
    let ids = [
        hall.create(new_match("single", "600+1", ["ann", "bob"])).await.expect("opened"),
        hall.create(new_match("single", "600+1", ["bob", "ann"])).await.expect("opened"),
    ];
    let bob = tokio::spawn(play(hall.clone(), bob, 2));
    let (_new, mut new_line) =
        enter(&hall, "ann", Profile { resume: vec![(ids[0].clone(), Seq(1))], ..profile() }).await;
    while !matches!(old_line.recv().await.expect("a message"), SeatMessage::Replaced) {}
    drop(old);
    assert!(hall.lobby().is_online(&player("ann")), "the old presence takes only itself out");
    // For each match, the new link first receives `Seated`. Resumed matches continue after the last
    // known event.
    let mut first = BTreeSet::new();
    let mut put_aside = Vec::new();
    while first.len() < 2 {
        match new_line.recv().await.expect("the line is open") {
            SeatMessage::Seated { match_id, .. } => assert!(first.insert(match_id), "told once"),
            SeatMessage::Event { match_id, event } => {
                assert!(first.contains(&match_id));
                assert!(match_id != ids[0] || event.seq() > Seq(1), "that was known");
            }
            SeatMessage::Turn(card) => put_aside.push(card),
            other => panic!("{other:?}"),
        }
    }
    for card in put_aside {
        let table = hall.table(&card.opened.match_id).expect("live");
        card.stamp.mark(table.clock().now());
        let (turn_id, notation) = (card.turn_id, some_move(&card).to_owned());
        let ask = referee::hall::table::Ask::PlayMove { turn_id, notation, score: None, received: table.clock().now() };
        table.ask(card.seat, Default::default(), ask).await.expect("the move is taken");
    }
    let (ann, bob) = tokio::join!(play(hall.clone(), new_line, 2), bob);
    assert_eq!(ann, bob.expect("bob plays"));
}

#[tokio::test(start_paused = true)]
async fn an_earlier_link_does_not_replace_a_later_one() {
    let hall = open(&memory()).await;
    let (earlier, _earlier_line) = link();
    let (_ann, _line) = enter(&hall, "ann", profile()).await;
    let refused = hall.lobby().enter(player("ann"), profile(), earlier).err().expect("a refusal");
    assert_eq!(refused.reason, Reason::Replaced);
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_leaves_is_missed_at_its_tables() {
    let hall = open(&memory()).await;
    let (ann, _line) = enter(&hall, "ann", profile()).await;
    let match_id = hall.create(new_match("single", "600+1", ["ann", "bob"])).await.expect("opened");
    let table = hall.table(&match_id).expect("live");
    let mut bob = rig::Bot::sit(&table, 1, 0).await;
    drop(ann);
    assert!(!hall.lobby().is_online(&player("ann")));
    let events = bob.events_to_end().await;
    let verdict = rig::verdict(&events);
    assert_eq!((verdict.termination, verdict.seat.map(|seat| seat.0)), (Termination::Disconnect, Some(0)));
    // When the bot reconnects, it receives the rest of the match.
    hall.close().await;
    let (_ann, mut line) = enter(&hall, "ann", Profile { resume: vec![(match_id.clone(), Seq(2))], ..profile() }).await;
    assert!(matches!(line.recv().await, Some(SeatMessage::Seated { match_id: of, .. }) if of == match_id));
    let mut missed = Vec::new();
    while missed.len() + 2 < events.len() {
        match line.recv().await.expect("the line is open") {
            SeatMessage::Event { event, .. } => missed.push(event),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(missed, events[2..]);
}

#[tokio::test(start_paused = true)]
async fn a_bot_says_what_it_plays_and_how_much() {
    let hall = open(&memory()).await;
    let game = new_match("single", "60", ["ann", "bob"]).game;
    let other = Profile { games: vec!["chess".to_owned()], ..profile() };
    let (ann, _line) = enter(&hall, "ann", other).await;
    assert_eq!(hall.lobby().games_of(&player("ann")), ["chess"]);
    let (reason, text) = refused(hall.create(new_match("single", "60", ["ann", "bob"])).await);
    assert_eq!(reason, Reason::BotUnavailable);
    assert!(text.contains("ann") && text.contains(game), "{text}");
    drop(ann);
    let busy = Profile { games: vec![game.to_owned()], max_matches: 2, ..profile() };
    let (_ann, _line) = enter(&hall, "ann", busy).await;
    for _ in 0..2 {
        hall.create(new_match("single", "60", ["ann", "bob"])).await.expect("there is a free seat");
    }
    let (reason, text) = refused(hall.create(new_match("single", "60", ["bob", "ann"])).await);
    assert_eq!(reason, Reason::BotUnavailable);
    assert!(text.contains("2 matches"), "{text}");
    hall.create(new_match("single", "60", ["bob", "cat"])).await.expect("absent players may be named");
}

#[tokio::test(start_paused = true)]
async fn a_match_whose_seats_do_not_come_ends_as_unattended() {
    let hall = open_with(&memory(), Limits { start_grace: seconds(30), ..Limits::default() }).await;
    let table = rig::create(&hall, new_match("single", "60", ["ann", "bob"])).await;
    let mut ann = rig::Bot::sit(&table, 0, 0).await;
    let events = ann.events_to_end().await;
    let verdict = rig::verdict(&events);
    assert_eq!((verdict.termination, verdict.places.len()), (Termination::Unattended, 0));
    assert!(events.last().expect("an end").at().since(Default::default()) >= seconds(30));
}

#[tokio::test(start_paused = true)]
async fn the_same_request_gives_the_same_match() {
    let hall = open(&memory()).await;
    let (_ann, _line) = enter(&hall, "ann", Profile { max_matches: 1, ..profile() }).await;
    let mut new = new_match("single", "60", ["ann", "bob"]);
    new.request.request_id = "first".to_owned();
    let match_id = hall.create(new.clone()).await.expect("opened");
    assert_eq!(hall.create(new.clone()).await, Ok(match_id), "although the bot is full by now");
    new.request.content = [1; 32];
    assert_eq!(refused(hall.create(new).await).0, Reason::RequestIdReused);
}

#[tokio::test(start_paused = true)]
async fn tables_and_bots_are_counted() {
    let limits = Limits { tables: 2, bots: 1, ..Limits::default() };
    let hall = open_with(&memory(), limits).await;
    let table = rig::create(&hall, new_match("single", "60", ["ann", "bob"])).await;
    rig::create(&hall, new_match("single", "60", ["ann", "bob"])).await;
    let (reason, text) = refused(hall.create(new_match("single", "60", ["ann", "bob"])).await);
    assert_eq!(reason, Reason::Limit);
    assert!(text.contains("tables"), "{text}");
    // A table that ends makes room for a new one.
    table.ask(referee::ids::Seat(0), Default::default(), referee::hall::table::Ask::Abort).await.expect("called off");
    table.ended().await;
    tokio::task::yield_now().await;
    rig::create(&hall, new_match("single", "60", ["ann", "bob"])).await;
    let (_ann, _line) = enter(&hall, "ann", profile()).await;
    let (bob, _bob_line) = link();
    let refusal = hall.lobby().enter(player("bob"), profile(), bob).err().expect("a refusal");
    assert_eq!(refusal.reason, Reason::Limit);
    let (ann, _ann_line) = link();
    let many = Profile { resume: vec![(table.match_id().clone(), Seq(0)); 2_000], ..profile() };
    let refusal = hall.lobby().enter(player("ann"), many, ann).err().expect("a refusal");
    assert_eq!((refusal.reason, &*refusal.field), (Reason::Limit, "resume"));
}

#[tokio::test(start_paused = true)]
async fn a_returning_bot_is_seated_only_in_as_many_matches_as_it_plays() {
    let hall = open(&memory()).await;
    let mut opened = BTreeSet::new();
    for _ in 0..12 {
        opened.insert(hall.create(new_match("single", "600", ["ann", "bob"])).await.expect("opened"));
    }
    let (_bob, bob) = enter(&hall, "bob", profile()).await;
    let two = Profile { max_matches: 2, ..profile() };
    let (_ann, mut ann) = enter(&hall, "ann", two).await;
    let bob = tokio::spawn(play(hall.clone(), bob, 12));
    let (mut playing, mut over) = (BTreeSet::new(), BTreeSet::new());
    while over.len() < 12 {
        match ann.recv().await.expect("the line is open") {
            SeatMessage::Seated { match_id, .. } => {
                assert!(playing.insert(match_id), "once");
                // The bot may not yet have received the end of another match.
                let live = playing.iter().filter(|id| hall.table(id).is_some_and(|table| !table.has_ended()));
                assert!(live.count() <= 2, "{playing:?}");
            }
            SeatMessage::Turn(card) => {
                card.stamp.mark(card.clock.now());
                let table = hall.table(&card.opened.match_id).expect("the table is live");
                let ask = rig::answer_to(&card, some_move(&card)).received_at(table.clock().now());
                table.ask(card.seat, Default::default(), ask).await.expect("the move is taken");
            }
            SeatMessage::Event { match_id, event } if matches!(event.fact(), Fact::MatchEnded(_)) => {
                assert!(playing.remove(&match_id) && over.insert(match_id));
            }
            _ => {}
        }
    }
    assert_eq!((over, bob.await.expect("bob plays")), (opened.clone(), opened));
}
