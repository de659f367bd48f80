//! `WatchMatches`: many matches on one stream.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use prost::Message as _;
use referee::{api::Settings, games::Catalogue, hall::Limits};
use referee_client::{
    Client, NewMatch,
    pb::{
        self, Detail, ResumePoint, WatchMatchesRequest, WatchMatchesResponse, match_event::Event,
        watch_matches_response::Message as Told,
    },
};
use tokio::time::{Instant, timeout};
use tonic::Code;

use crate::api::{
    browser::{Browser, WebStream},
    rig::{Rig, assert_refused, command, kamisado, play_move},
};

/// Number of boards on a wall. Each is drawn once a second.
const BOARDS: u32 = 50;
/// Duration of the measurement of a wall.
const MEASURED: Duration = Duration::from_secs(5);
/// Maximum bytes per second of a wall.
const MOST_A_SECOND: usize = 50 * 1024;
/// An id that no match has.
const MATCH_ID: &str = "0000000000000000000000000000000000000000";
/// Time limit for any wait, even on a busy machine.
const SOON: Duration = Duration::from_secs(60);

/// Opens a match between house bots. Returns its id.
async fn house(client: &Client, game: &str, seats: usize) -> String {
    let new = NewMatch {
        game: game.into(),
        players: vec!["house-random".into(); seats],
        rules: pb::MatchRules { nonce_wait_ms: Some(0), ..referee_client::timed("600+5") },
        ..NewMatch::default()
    };
    client.create(new).await.expect("the house plays").match_id
}

/// Returns the next message about a match.
async fn next(stream: &mut WebStream<WatchMatchesResponse>) -> Option<(String, Told)> {
    loop {
        let said = timeout(SOON, stream.next()).await.expect("a message in time")?;
        match said.message.expect("it says something") {
            Told::Opened(opened) => assert!(said.match_id.is_empty() && opened.watch_id.len() >= 32, "{opened:?}"),
            told => break Some((said.match_id, told)),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wall_of_fifty_boards_is_one_connection_and_few_bytes() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let games = [("dvonn", 2), ("hive", 2), ("honest_john", 4), ("kamisado", 2)];
    for (at, (game, seats)) in (0..BOARDS).zip(games.into_iter().cycle()) {
        let new = house(&ann, game, seats);
        assert!(!new.await.is_empty(), "board {at}");
    }
    let asked = WatchMatchesRequest { newest: BOARDS, detail: Detail::Frames.into(), ..WatchMatchesRequest::default() };
    let mut wall: WebStream<WatchMatchesResponse> = Browser::new(rig.address, None).call("WatchMatches", &asked).await;
    let mut games: BTreeMap<String, String> = BTreeMap::new();
    let mut boards: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut shown: BTreeMap<String, Instant> = BTreeMap::new();
    let mut begins: Option<(Instant, usize)> = None;
    let (mut frames, mut measured) = (0, 0);
    let mut sizes: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    while begins.is_none_or(|(began, _)| began.elapsed() < MEASURED) {
        let (match_id, told) = next(&mut wall).await.expect("it continues");
        match told {
            Told::Followed(summary) => assert_eq!(games.insert(match_id, summary.game), None, "once"),
            Told::Frame(frame) => {
                let game = games.get(&match_id).expect("it is followed");
                let total = sizes.entry(game.clone()).or_insert((0, 0));
                *total = (total.0 + 1, total.1 + frame.encoded_len());
                let scene = frame.scene.expect("a scene");
                let is_new = boards.entry(game.clone()).or_default().insert(scene.board);
                assert_eq!(!scene.spaces.is_empty(), is_new, "the spaces of a board are sent once");
                shown.insert(match_id, Instant::now());
                frames += 1;
                measured += usize::from(begins.is_some());
            }
            Told::Gone(gone) => assert_eq!(gone.refusal, None),
            other => panic!("told {other:?}"),
        }
        if begins.is_none() && shown.len() as u32 >= BOARDS {
            begins = Some((Instant::now(), wall.received()));
        }
    }
    assert!(wall.is_compressed());
    let (began, before) = begins.expect("every board was drawn");
    let a_second = (wall.received() - before) as f64 / began.elapsed().as_secs_f64();
    for (game, (frames, bytes)) in &sizes {
        println!("{game}: {} bytes a frame", bytes / frames);
    }
    println!("{BOARDS} boards: {measured} frames, {a_second:.0} bytes a second over one connection of HTTP/1.1");
    assert!(frames > BOARDS as usize, "frames keep coming");
    assert!(a_second < MOST_A_SECOND as f64, "{a_second:.0} bytes a second");
}

#[tokio::test]
async fn the_events_of_named_matches_come_once_and_in_order() {
    let rig = Rig::with(Catalogue::ALL, Limits { house_pace: Duration::ZERO, ..Limits::default() }).await;
    let ann = rig.player("ann").await;
    let (first, second) = (house(&ann, "kamisado", 2).await, house(&ann, "dvonn", 2).await);
    let point = |match_id: &str, after_seq| ResumePoint { match_id: match_id.to_owned(), after_seq };
    let matches = vec![point(&first, 0), point(&second, 3), point("none", 0)];
    let asked = WatchMatchesRequest { matches, ..WatchMatchesRequest::default() };
    let mut wall: WebStream<WatchMatchesResponse> = Browser::new(rig.address, None).call("WatchMatches", &asked).await;
    let mut known: BTreeMap<String, u64> = [(first.clone(), 0), (second.clone(), 3)].into();
    let mut gone = BTreeMap::new();
    let mut over = BTreeSet::new();
    while let Some((match_id, told)) = next(&mut wall).await {
        match told {
            Told::Event(event) => {
                let seq = known.get_mut(&match_id).expect("it was named");
                assert_eq!(event.seq, *seq + 1);
                *seq = event.seq;
                if matches!(event.event, Some(Event::MatchEnded(_))) {
                    over.insert(match_id);
                }
            }
            Told::Gone(why) => drop(gone.insert(match_id, why.refusal.map(|refusal| refusal.reason()))),
            Told::Followed(_) | Told::CaughtUp(_) | Told::TurnOpened(_) => {}
            Told::Frame(_) | Told::Opened(_) | Told::Update(_) => panic!("{told:?} was not asked for"),
        }
    }
    let expected = [(first, None), (second, None), ("none".to_owned(), Some(pb::Reason::UnknownMatch))];
    assert_eq!(gone, expected.into());
    assert_eq!(over.len(), 2);
    assert!(wall.trailers().is_some_and(|trailers| trailers.contains("grpc-status:0")), "it ends in good order");
}

#[tokio::test]
async fn live_matches_are_followed_as_they_come_and_go_and_are_shown_to_the_end() {
    let rig = Rig::start().await;
    let asked = WatchMatchesRequest {
        newest: 2,
        game: "kamisado".into(),
        player: "ann".into(),
        detail: Detail::Frames.into(),
        min_interval_ms: Some(50),
        ..WatchMatchesRequest::default()
    };
    let mut wall: WebStream<WatchMatchesResponse> = Browser::new(rig.address, None).call("WatchMatches", &asked).await;
    let (mut black, _white, id) = rig.seated().await;
    let (followed, Told::Followed(summary)) = next(&mut wall).await.expect("it is found") else { panic!("first") };
    assert_eq!((followed.as_str(), summary.game.as_str()), (id.as_str(), "kamisado"));
    let turn = black.turn().await;
    black.ask(play_move(&id, turn.turn_id, &turn.legal[0])).await.expect("it is legal");
    let mut ply = 0;
    while ply == 0 {
        let Some((_, Told::Frame(frame))) = next(&mut wall).await else { panic!("it is shown") };
        ply = frame.ply;
    }
    black
        .ask(command(&id, "enough", pb::submit_command_request::Command::Resign(pb::Resign {})))
        .await
        .expect("it may");
    let mut last_turn = Some(1);
    loop {
        match next(&mut wall).await.expect("it continues") {
            (_, Told::Frame(frame)) => last_turn = frame.turn_seat,
            (match_id, Told::Gone(gone)) => break assert_eq!((match_id, gone.refusal), (id, None)),
            other => panic!("told {other:?}"),
        }
    }
    assert_eq!(last_turn, None, "the end was shown");
    let other = black.client.create(kamisado("ann", "bob")).await.expect("both are here").match_id;
    let Some((found, Told::Followed(_))) = next(&mut wall).await else { panic!("the next one is found") };
    assert_eq!(found, other);
}

#[tokio::test]
async fn a_wall_that_cannot_be_is_refused() {
    let rig = Rig::with_settings(Settings { boards_per_caller: 8, ..Settings::default() }).await;
    let ask = async |asked: WatchMatchesRequest| rig.client.matches().watch_matches(asked).await;
    let newest = |newest| WatchMatchesRequest { newest, ..WatchMatchesRequest::default() };
    let (invalid, exhausted) = (Code::InvalidArgument, Code::ResourceExhausted);
    assert_refused(ask(newest(0)).await, invalid, "BAD_FIELD", "matches");
    let both = WatchMatchesRequest { featured: true, ..newest(1) };
    assert_refused(ask(both).await, invalid, "BAD_FIELD", "matches");
    let shown = |count| vec![MATCH_ID.to_owned(); count];
    let named = |shown| WatchMatchesRequest { shown, stay_open: true, ..newest(0) };
    assert_refused(ask(named(shown(1))).await, invalid, "BAD_FIELD", "shown");
    let many = WatchMatchesRequest { shown: shown(101), ..newest(1) };
    assert_refused(ask(many).await, exhausted, "LIMIT", "shown");
    let named = |count| WatchMatchesRequest { matches: vec![ResumePoint::default(); count], ..newest(0) };
    assert_refused(ask(newest(101)).await, exhausted, "LIMIT", "newest");
    assert_refused(ask(named(101)).await, exhausted, "LIMIT", "matches");
    assert_refused(ask(named(1)).await, invalid, "BAD_FIELD", "matches[0].match_id");
    assert_refused(ask(WatchMatchesRequest { detail: 9, ..newest(1) }).await, invalid, "BAD_FIELD", "detail");
    let fast = WatchMatchesRequest { min_interval_ms: Some(49), ..newest(1) };
    assert_refused(ask(fast).await, invalid, "BAD_FIELD", "min_interval_ms");
    let chess = WatchMatchesRequest { game: "chess".into(), ..newest(1) };
    assert_refused(ask(chess).await, Code::NotFound, "UNKNOWN_GAME", "game");
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(ask(newest(1)).await.expect("there is room"));
    }
    assert_refused(ask(newest(1)).await, exhausted, "LIMIT", "");
}

#[tokio::test]
async fn a_stop_and_a_renewed_token_end_a_wall() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let asked = WatchMatchesRequest { newest: 1, ..WatchMatchesRequest::default() };
    let mut hers = ann.matches().watch_matches(asked.clone()).await.expect("it opens").into_inner();
    let mut others = rig.client.matches().watch_matches(asked).await.expect("it opens").into_inner();
    for wall in [&mut hers, &mut others] {
        wall.message().await.expect("it is open").expect("it says its id");
    }
    ann.tokens().renew_token(pb::RenewTokenRequest::default()).await.expect("it is hers");
    assert_refused(hers.message().await, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    let stopped = tokio::spawn(rig.stop());
    assert_refused(others.message().await, Code::Unavailable, "STOPPING", "");
    drop((hers, others, ann));
    stopped.await.expect("it stops");
}

/// All spectators at a school, a club evening or a proxy share one address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_spectators_behind_one_address_see_a_match() {
    let rig = Rig::start().await;
    let id = house(&rig.player("ann").await, "kamisado", 2).await;
    let matches = vec![ResumePoint { match_id: id.clone(), after_seq: 0 }];
    let asked = WatchMatchesRequest { matches, detail: Detail::Frames.into(), ..WatchMatchesRequest::default() };
    let mut walls = Vec::new();
    for _ in 0..60 {
        walls.push(Browser::new(rig.address, None).call("WatchMatches", &asked).await);
    }
    for (at, wall) in walls.iter_mut().enumerate() {
        let mut told = next(wall).await;
        while !matches!(told, Some((_, Told::Frame(_)))) {
            assert!(told.is_some(), "spectator {at} sees the match");
            told = next(wall).await;
        }
    }
    // Each spectator may also replay the match.
    for _ in 0..60 {
        let asked = pb::ListFramesRequest { match_id: id.clone(), ..pb::ListFramesRequest::default() };
        let mut replay = rig.client.matches().list_frames(asked).await.expect("it waits for its place").into_inner();
        assert!(replay.message().await.expect("it is open").is_some());
    }
}
