//! A server that shuts down cleanly, and one that cannot start.

use std::time::Duration;

use referee_client::{
    NewMatch, NextEvent, PlayOptions,
    pb::{
        AttendRequest, AttendResponse, Detail, GetMatchRequest, PlayMove, ResumePoint, SubmitCommandRequest,
        WatchMatchesRequest, contest_event, match_event::Event, submit_command_request::Command,
        watch_matches_response,
    },
};
use tokio::time::timeout;

use super::host::{Server, failed, serve, serve_in_memory, soon};
use crate::api::{
    browser::{Browser, Speaks, WebStream},
    some_move,
};

/// Maximum time for any step on a busy machine.
const SOON: Duration = Duration::from_secs(120);

fn kamisado(black: &str, white: &str) -> NewMatch {
    let players = vec![black.to_owned(), white.to_owned()];
    NewMatch { game: "kamisado".into(), rules: referee_client::timed("600+5"), players, ..NewMatch::default() }
}

#[tokio::test]
async fn a_match_continues_after_a_clean_stop() {
    for signal in [libc::SIGTERM, libc::SIGINT] {
        let data = tempfile::tempdir().expect("a directory");
        let mut server = Server::start("127.0.0.1:0", data.path()).await;
        let listen = server.address.to_string();
        let client = server.client();
        let token = client.register("ann").await.expect("free");
        let ann = client.with_token(&token).expect("a token");
        let id = ann.create(kamisado("ann", "house-random")).await.expect("opened").match_id;
        let options = PlayOptions { until_ended: Some(1), retry: soon(), ..PlayOptions::default() };
        let playing = tokio::spawn(async move {
            ann.play(options, |turn| std::future::ready(some_move(&turn))).await.expect("it plays")
        });
        let mut watch = client.watch(&id, 0).with_retry(soon());
        while watch.after_seq() < 5 {
            watch.next().await.expect("it is watched").expect("it is not over");
        }
        server.signal(signal);
        assert_eq!(server.child.wait().await.expect("it ends").code(), Some(0));
        let _server = Server::start(&listen, data.path()).await;
        let mut resumed = false;
        while let Some(event) = watch.next().await.expect("it is watched") {
            resumed |= matches!(event.event, Some(Event::ServerRestarted(_)));
        }
        assert!(resumed, "the match says that the server resumed");
        assert_eq!(playing.await.expect("ann plays on").len(), 1);
    }
}

/// Does what any web page does: opens the stream, reads it to its end, and opens it again.
#[tokio::test]
async fn a_page_that_reopens_its_stream_has_its_seat_again_after_a_restart() {
    let data = tempfile::tempdir().expect("a directory");
    let mut server = Server::start("127.0.0.1:0", data.path()).await;
    let listen = server.address.to_string();
    let token = server.client().register("ann").await.expect("free");
    let page = Browser::new(server.address, Some(&token)).speaking(Speaks::ConnectJson);
    let ann = server.client().with_token(&token).expect("a token");
    let mut stream: WebStream<AttendResponse> = page.call("Attend", &AttendRequest::default()).await;
    assert!(stream.next().await.is_some(), "it is welcome");
    let id = ann.create(kamisado("ann", "house-random")).await.expect("opened").match_id;
    let matches = vec![ResumePoint { match_id: id.clone(), after_seq: 0 }];
    let watch = WatchMatchesRequest { matches, detail: Detail::Page.into(), ..Default::default() };
    let asked = AttendRequest { hello: None, watch: Some(watch) };

    let mut ends = Vec::new();
    for _ in 0..2 {
        let mut stream: WebStream<AttendResponse> = page.call("Attend", &asked).await;
        let mut choices = None;
        while choices.is_none() {
            let said = timeout(SOON, stream.next()).await.expect("a message in time").expect("it stays open");
            if let Some(watch_matches_response::Message::Update(update)) = said.watched.and_then(|said| said.message) {
                choices = update.frame.and_then(|frame| frame.choices);
            }
        }
        let choices = choices.expect("it is the player's turn");
        let played = PlayMove { turn_id: choices.turn_id, notation: choices.legal[0].notation.clone(), score: None };
        let command = Some(Command::PlayMove(played));
        let request = SubmitCommandRequest { match_id: id.clone(), request_id: String::new(), command };
        ann.matches().submit_command(request).await.expect("it has its seat");
        if ends.is_empty() {
            server.signal(libc::SIGTERM);
            while timeout(SOON, stream.next()).await.expect("it ends in time").is_some() {}
            ends.push(stream.trailers().expect("it says why").to_owned());
            assert_eq!(server.child.wait().await.expect("it ends").code(), Some(0));
            server = Server::start(&listen, data.path()).await;
        }
    }
    assert!(ends[0].contains("unavailable") && ends[0].contains("STOPPING"), "{ends:?}");
}

#[tokio::test]
async fn a_server_whose_store_is_held_stops_in_time() {
    let data = tempfile::tempdir().expect("a directory");
    let mut server = Server::start("127.0.0.1:0", data.path()).await;
    let token = server.client().register("ann").await.expect("free");
    let ann = server.client().with_token(&token).expect("a token");
    let id = ann.create(kamisado("house-random", "house-greedy")).await.expect("opened").match_id;
    let mut watch = ann.watch(&id, 0);
    while watch.after_seq() < 4 {
        watch.next().await.expect("it is watched").expect("it is not over");
    }
    let held = rusqlite::Connection::open(data.path().join("referee.sqlite")).expect("it is a database");
    held.busy_timeout(Duration::from_secs(10)).expect("a time");
    held.execute_batch("BEGIN IMMEDIATE").expect("the lock is free soon");
    // Waits longer than a house bot needs for a move, and longer than the store waits for the lock.
    tokio::time::sleep(Duration::from_secs(2)).await;
    server.signal(libc::SIGTERM);
    let ended = timeout(Duration::from_secs(30), server.child.wait()).await.expect("it stops in time");
    assert_eq!(ended.expect("it ends").code(), Some(0));
    drop(held);
    let again = Server::start("127.0.0.1:0", data.path()).await;
    let shown = again.client().matches().get_match(GetMatchRequest { match_id: id, ..Default::default() }).await;
    let seq = shown.expect("it is there").into_inner().summary.expect("a summary").seq;
    assert!(seq >= 4, "what was seen is there: {seq}");
}

#[tokio::test]
async fn a_server_that_cannot_serve_says_why() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::start("127.0.0.1:0", data.path()).await;
    let other = tempfile::tempdir().expect("a directory");

    let (code, said) = failed(serve(&server.address.to_string(), other.path())).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(&server.address.to_string()), "{said}");

    let (code, said) = failed(serve("127.0.0.1:0", data.path())).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(&data.path().display().to_string()), "{said}");

    let mut command = serve("127.0.0.1:0", other.path());
    command.env("RUST_LOG", "referee=loud=very");
    let (code, said) = failed(command).await;
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("RUST_LOG"), "{said}");
}

#[tokio::test]
async fn a_demo_has_something_to_watch() {
    let data = tempfile::tempdir().expect("a directory");
    let mut command = serve_in_memory(data.path());
    command.args(["--demo", "--log-json"]);
    let mut server = Server::spawn(command).await;
    let id = loop {
        let line = server.stdout.next_line().await.expect("it can be read").expect("it says what to do");
        if let Some((_, rest)) = line.split_once("referee match watch ") {
            break rest.trim().to_owned();
        }
    };
    let mut watch = server.client().watch(&id, 0);
    while watch.after_seq() < 4 {
        watch.next().await.expect("it is watched").expect("it is not over");
    }
    assert_eq!(std::fs::read_dir(data.path()).expect("it is a directory").count(), 0, "--memory keeps nothing");
}

/// The ladder of a demo and its first tournament start within moments and are played.
#[tokio::test]
async fn a_demo_has_a_ladder_that_fills_and_a_tournament_that_is_played() {
    let data = tempfile::tempdir().expect("a directory");
    let mut command = serve_in_memory(data.path());
    command.args(["--demo", "--log-json", "--house-pace", "0.01"]);
    let server = Server::spawn(command).await;
    let client = server.client();
    let ladder = async {
        let mut watched = client.watch_ladder("house", 0);
        loop {
            match watched.next().await {
                Ok(NextEvent::Event(event)) => match event.event {
                    Some(contest_event::Event::EncounterPaired(paired)) => break paired,
                    _ => continue,
                },
                Ok(NextEvent::CaughtUp) => continue,
                Ok(NextEvent::Over) => panic!("a demonstration ended"),
                // The server opens the ladder shortly after it starts to listen.
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
            watched = client.watch_ladder("house", 0);
        }
    };
    let paired = timeout(SOON, ladder).await.expect("its bots are paired");
    assert!(paired.entrants.len() == 2 && !paired.reason.as_ref().expect("a reason").sentence.is_empty(), "{paired:?}");
    let cup = async {
        let mut watched = client.watch_tournament("house-cup-1", 0);
        loop {
            match watched.next().await {
                Ok(NextEvent::Event(event)) => match event.event {
                    Some(contest_event::Event::MatchCounted(counted)) => break counted,
                    _ => continue,
                },
                Ok(NextEvent::CaughtUp) => continue,
                Ok(NextEvent::Over) => panic!("it has a result before it is over"),
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
            watched = client.watch_tournament("house-cup-1", 0);
        }
    };
    let counted = timeout(SOON, cup).await.expect("its matches are played");
    assert_eq!(counted.places.len(), 2, "{counted:?}");
}
