//! `Play`: messages that a bot may send, and messages that it receives.

mod crowded;
mod cut;
mod cut_anywhere;
mod given_up;
mod half_open;
pub mod marathon;
mod repeats;
pub mod returning;
mod round_trip;
mod silence;
mod storms;
mod unread;

use std::collections::BTreeSet;

use referee::api::play::MAX_UNANSWERED;
use referee_client::{
    Choice, Error, Incoming, PlayOptions,
    pb::{
        self, Reason, match_event::Event, play_request::Message as Said, play_response::Message,
        submit_command_request::Command,
    },
};

use super::rig::{Bot, Rig, assert_declined, command, kamisado, play_move};

#[tokio::test]
async fn the_first_message_is_hello() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let mut bot = Bot::open(&ann).await.expect("the stream opens");
    bot.say(Said::Pong(pb::Pong { nonce: 1 })).await;
    assert_declined(Err::<(), _>(bot.refusal().await), Reason::HelloExpected, "");
    bot.hear_the_end().await;

    let mut bot = Bot::open(&ann).await.expect("the stream opens");
    bot.say_nothing().await;
    assert_declined(Err::<(), _>(bot.refusal().await), Reason::HelloExpected, "");
    bot.hear_the_end().await;
}

#[tokio::test]
async fn a_hello_that_cannot_be_ends_the_stream() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let point = |id: &str| pb::ResumePoint { match_id: id.into(), after_seq: 1 };
    let usual = pb::Hello::default;
    let cases = [
        (pb::Hello { games: vec!["kamisado".into(), "go".into()], ..usual() }, Reason::UnknownGame, "games[1]"),
        (pb::Hello { games: vec![String::new(); 65], ..usual() }, Reason::Limit, "games"),
        (pb::Hello { capabilities: vec!["x".into(); 65], ..usual() }, Reason::Limit, "capabilities"),
        (pb::Hello { capabilities: vec!["x".repeat(65)], ..usual() }, Reason::BadField, "capabilities[0]"),
        (pb::Hello { max_matches: Some(0), ..usual() }, Reason::BadField, "max_matches"),
        (pb::Hello { max_matches: Some(257), ..usual() }, Reason::BadField, "max_matches"),
        (pb::Hello { agent: "x".repeat(201), ..usual() }, Reason::BadField, "agent"),
        (pb::Hello { agent: "a\nb".into(), ..usual() }, Reason::BadField, "agent"),
        (pb::Hello { resume: vec![point("A")], ..usual() }, Reason::BadField, "resume[0].match_id"),
        (pb::Hello { resume: vec![point("a"); 1025], ..usual() }, Reason::Limit, "resume"),
    ];
    for (hello, reason, field) in cases {
        let mut bot = Bot::open(&ann).await.expect("the stream opens");
        bot.say(Said::Hello(hello)).await;
        assert_declined(Err::<(), _>(bot.refusal().await), reason, field);
        bot.hear_the_end().await;
    }
}

#[tokio::test]
async fn both_ends_send_version_and_capabilities() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    for said in [None, Some(1), Some(9)] {
        let mut bot = Bot::open(&ann).await.expect("the stream opens");
        let capabilities = vec!["telepathy".into(), "rematch".into()];
        bot.say(Said::Hello(pb::Hello { protocol_version: said, capabilities, ..pb::Hello::default() })).await;
        let Message::Welcome(welcome) = bot.hear().await else { panic!("it is welcome") };
        assert_eq!(welcome.protocol_version, 1, "the newest version that both know");
        assert!(welcome.capabilities.iter().any(|name| name == "without_position"), "{welcome:?}");
        assert!(welcome.capabilities.is_sorted(), "{welcome:?}");
    }
}

#[tokio::test]
async fn impossible_commands_are_declined_and_the_stream_stays_open() {
    let rig = Rig::start().await;
    let (mut black, mut white, id) = rig.seated().await;
    let turn = black.turn().await;
    assert_eq!((turn.round, turn.ply, turn.seat, turn.legal.len()), (1, 0, 0, 102));
    let first = turn.legal[0].clone();

    black.say(Said::Hello(pb::Hello::default())).await;
    assert_declined(Err::<(), _>(black.refusal().await), Reason::SecondHello, "");
    black.say_nothing().await;
    assert_declined(Err::<(), _>(black.refusal().await), Reason::BadField, "message");

    let mut declined = Vec::new();
    let long = "x".repeat(70_000);
    let move_of = |turn_id, notation: &str| play_move(&id, turn_id, notation);
    let named = pb::SubmitCommandRequest { request_id: "m".into(), ..move_of(turn.turn_id, &first) };
    for (request, reason, field) in [
        (play_move("nothing", turn.turn_id, &first), Reason::UnknownMatch, "match_id"),
        (play_move("No Match", turn.turn_id, &first), Reason::BadField, "match_id"),
        (named, Reason::BadField, "request_id"),
        (command(&id, &"x".repeat(65), Command::Resign(pb::Resign {})), Reason::BadField, "request_id"),
        (move_of(turn.turn_id + 1, &first), Reason::TurnNotOpen, "turn_id"),
        (move_of(turn.turn_id - 1, &first), Reason::AlreadyPlayed, "turn_id"),
    ] {
        let refusal = black.ask(request).await.expect_err("it is to be declined");
        assert_eq!(refusal.reason(), reason, "{}", refusal.text);
        declined.push((refusal.field == field, field, refusal.field));
    }
    assert!(declined.iter().all(|(same, ..)| *same), "{declined:?}");

    // The server rejects a malformed move, and sends the turn again under another id.
    let mut open = turn.clone();
    for (notation, reason) in
        [("up", Reason::UnreadableMove), (&*long, Reason::UnreadableMove), ("a1a8", Reason::IllegalMove)]
    {
        let request = move_of(open.turn_id, notation);
        let refusal = black.ask(request.clone()).await.expect_err("it is no legal move");
        assert_eq!((refusal.reason(), refusal.field.as_str()), (reason, "notation"), "{}", refusal.text);
        assert_eq!(black.ask(request).await, Err(refusal), "the same turn, the same reply");
        let again = black.turn().await;
        assert!(again.turn_id > open.turn_id, "{again:?}");
        let same = |turn: &pb::Turn| (turn.round, turn.ply, turn.position.clone(), turn.legal.clone());
        assert_eq!(same(&again), same(&open));
        open = again;
    }

    assert_declined(white.ask(move_of(open.turn_id, &first)).await, Reason::NotYourTurn, "seat");
    let seq = black.ask(move_of(open.turn_id, &first)).await.expect("it is legal");
    for notation in [&first, &turn.legal[1]] {
        assert_eq!(black.ask(move_of(open.turn_id, notation)).await, Ok(seq), "the first answer decides");
    }

    let answer = white.turn().await;
    let abort = |request_id: &str| command(&id, request_id, Command::Abort(pb::Abort {}));
    assert_eq!((answer.game.as_str(), answer.players.len(), &answer.points[..]), ("kamisado", 2, &[0.0, 0.0][..]));
    assert_eq!(answer.options.get("length").map(String::as_str), Some("single"));
    white.ask(play_move(&id, answer.turn_id, &answer.legal[0])).await.expect("it is legal");
    let late = black.ask(abort("late")).await.expect_err("both have moved");
    assert_eq!(late.reason(), Reason::TooLateToAbort);
    black.ask(command(&id, "end", Command::Resign(pb::Resign {}))).await.expect("she may");
    let over = black.ask(play_move(&id, answer.turn_id + 1, &first)).await.expect_err("it is over");
    assert_eq!(over.reason(), Reason::MatchOver);
}

#[tokio::test]
async fn every_command_is_answered_once() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let mut bot = Bot::enter(&ann).await;
    // More commands than the server handles at once. The others wait on the wire.
    let mut names: BTreeSet<String> = (0..3 * MAX_UNANSWERED).map(|n| format!("r{n}")).collect();
    let (sender, sent) = (bot.sender.clone(), names.clone());
    tokio::spawn(async move {
        for (n, name) in sent.iter().enumerate() {
            // Every second command is malformed and rejected at once. The others are rejected after
            // a look-up in the store, or because of too many look-ups.
            let id = if n % 2 == 0 { "No Match" } else { "nothing" };
            let said = Said::Command(command(id, name, Command::Resign(pb::Resign {})));
            sender.send(pb::PlayRequest { message: Some(said) }).await.expect("the stream is open");
        }
    });
    while !names.is_empty() {
        let Message::Refused(refused) = bot.hear().await else { panic!("expected a refusal") };
        assert!(names.remove(&refused.request_id), "{refused:?}");
    }
}

#[tokio::test]
async fn a_later_stream_takes_the_place_of_the_first() {
    let rig = Rig::start().await;
    let (mut black, _white, id) = rig.seated().await;
    let turn = black.turn().await;
    let mut later = Bot::enter(&black.client.clone()).await;
    assert_declined(Err::<(), _>(black.refusal().await), Reason::Replaced, "");
    black.hear_the_end().await;
    let seated = later.seated(&id).await;
    assert_eq!((seated.seat, seated.summary.map(|summary| summary.match_id)), (0, Some(id)));
    assert_eq!(later.turn().await, turn);
}

/// A client that sends a command before it has read that it was replaced must not connect again:
/// it would replace the newer program.
#[tokio::test]
async fn a_replaced_client_that_sends_first_does_not_come_back() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let mut earlier = ann.seats(PlayOptions::default());
    assert!(matches!(earlier.next().await, Ok(Incoming::Welcome(_))));
    let mut later = ann.seats(PlayOptions::default());
    assert!(matches!(later.next().await, Ok(Incoming::Welcome(_))));
    // Both streams share a connection, so the earlier one has ended when the calls have returned.
    for _ in 0..3 {
        ann.accept_policy().await.expect("the server answers");
    }
    earlier.submit("m", Command::Resign(pb::Resign {})).expect("there is room");
    let ended = earlier.next().await;
    assert!(matches!(&ended, Err(Error::Refused(refusal)) if refusal.reason == Reason::Replaced), "{ended:?}");
}

#[tokio::test]
async fn a_returning_bot_receives_exactly_the_missed_events() {
    let rig = Rig::start().await;
    let (mut black, mut white, id) = rig.seated().await;
    let turn = black.turn().await;
    let seq = black.ask(play_move(&id, turn.turn_id, &turn.legal[0])).await.expect("it is legal");
    let asked = white.turn().await;
    let client = white.client.clone();
    drop(white);
    let resume = vec![pb::ResumePoint { match_id: id.clone(), after_seq: seq - 1 }];
    let hello = pb::Hello { resume, without_legal: true, ..pb::Hello::default() };
    let mut back = Bot::enter_with(&client, hello).await;
    back.seated(&id).await;
    let mut heard = Vec::new();
    let turn = loop {
        match back.hear().await {
            Message::Event(seen) => heard.extend(seen.event.map(|event| event.seq)),
            Message::Turn(turn) => break turn,
            other => panic!("heard {other:?}"),
        }
    };
    assert_eq!(heard.first(), Some(&seq));
    assert!(heard.is_sorted_by(|one, next| one + 1 == *next), "{heard:?}");
    assert_eq!((turn.ply, turn.position.clone()), (asked.ply, asked.position.clone()));
    assert!(turn.legal.is_empty() && !asked.legal.is_empty());
}

#[tokio::test]
async fn a_bot_that_plays_by_positions_gets_no_moves() {
    let rig = Rig::start().await;
    let (mut black, mut white, id) = rig.seated().await;
    let turn = black.turn().await;
    black.ask(play_move(&id, turn.turn_id, &turn.legal[0])).await.expect("it is legal");
    let client = black.client.clone();
    drop(black);
    let turn = white.turn().await;
    let left = |said| matches!(event(said), Some(Event::SeatDisconnected(_))).then_some(());
    white.hear_until(left).await;
    white.ask(play_move(&id, turn.turn_id, &turn.legal[0])).await.expect("it is legal");

    // The bot missed only moves and its own departure. It counts as connected once it has received
    // the rest.
    let resume = vec![pb::ResumePoint { match_id: id.clone(), after_seq: 0 }];
    let mut spared = Bot::enter_with(&client, pb::Hello { resume, without_moves: true, ..pb::Hello::default() }).await;
    spared.seated(&id).await;
    let (mut heard, mut turns) = (Vec::new(), 0);
    let verdict = loop {
        match spared.hear().await {
            Message::Turn(turn) if turns == 2 => {
                assert!(!turn.position.is_empty(), "what it plays by: {turn:?}");
                spared.say(Said::Command(command(&id, "end", Command::Resign(pb::Resign {})))).await;
            }
            Message::Turn(turn) => {
                turns += 1;
                spared.say(Said::Command(play_move(&id, turn.turn_id, &turn.legal[0]))).await;
                let turn = white.turn().await;
                white.ask(play_move(&id, turn.turn_id, &turn.legal[0])).await.expect("it is legal");
            }
            Message::Accepted(_) => {}
            said => match event(said).expect("nothing but events, turns and answers") {
                Event::MatchEnded(ended) => break ended.verdict,
                event => heard.push(event),
            },
        }
    };
    assert!(verdict.is_some());
    assert!(heard.iter().any(|event| matches!(event, Event::RoundStarted(_))), "{heard:?}");
    let played = |event: &Event| matches!(event, Event::MovePlayed(_) | Event::ForcedMovePlayed(_));
    assert!(!heard.iter().any(played), "{heard:?}");
}

#[tokio::test]
async fn a_bot_that_would_know_nothing_of_its_matches_is_refused() {
    let rig = Rig::start().await;
    let hello = pb::Hello { without_moves: true, without_position: true, ..pb::Hello::default() };
    let mut bot = Bot::open(&rig.player("ann").await).await.expect("the stream opens");
    bot.say(Said::Hello(hello)).await;
    assert_declined(Err::<(), _>(bot.refusal().await), Reason::BadField, "without_position");
    bot.hear_the_end().await;
}

/// Returns the event in a message, if it has one.
fn event(said: Message) -> Option<Event> {
    match said {
        Message::Event(said) => said.event.and_then(|event| event.event),
        _ => None,
    }
}

#[tokio::test]
async fn a_server_that_stops_says_so() {
    let mut rig = Rig::start().await;
    let (mut black, _white, id) = rig.seated().await;
    let mut watch = rig.client.matches().watch_match(pb::WatchMatchRequest { match_id: id, after_seq: 0 }).await;
    let watch = watch.as_mut().expect("it is there").get_mut();
    rig.stop.take().expect("it runs").send(()).expect("it waits");
    assert_declined(Err::<(), _>(black.refusal().await), Reason::Stopping, "");
    black.hear_the_end().await;
    let status = loop {
        match watch.message().await {
            Ok(Some(_)) => {}
            Ok(None) => panic!("the match is not over"),
            Err(status) => break status,
        }
    };
    super::rig::assert_refused(Err::<(), _>(status), tonic::Code::Unavailable, "STOPPING", "");
    drop(rig.client);
    rig.served.await.expect("it does not panic").expect("it stops in good order");
}

#[tokio::test]
async fn a_bot_that_insists_on_a_draw_ends_with_the_refusal() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    ann.create(kamisado("ann", "house-random")).await.expect("the house plays");
    let mut asked = 0;
    let insisting = ann.play(PlayOptions::default(), |_| {
        asked += 1;
        std::future::ready(Choice::ClaimDraw)
    });
    let Error::Refused(refusal) = insisting.await.expect_err("there is no draw to claim") else {
        panic!("not refused")
    };
    assert_eq!((refusal.reason, asked), (Reason::NoDraws, 1));
}
