//! The example bot of the Rust client: on stdio, and on a server while both the server and the bot
//! are killed.

use std::path::{Path, PathBuf};

use referee_client::{Client, NewMatch, PlayOptions, Turn, pb};
use tokio::process::{Child, Command};

use super::host::{Server, soon};
use crate::runner::Place;

/// Path of the example binary, which `cargo test --workspace` builds.
fn any_move() -> PathBuf {
    let path = Path::new(env!("CARGO_BIN_EXE_referee")).with_file_name("examples").join("any_move");
    assert!(path.exists(), "not built: run cargo build -p referee-client --example any_move");
    path
}

#[test]
fn the_example_plays_every_game_on_stdio() {
    let any_move = any_move();
    for (game, seats) in [("kamisado", 2), ("dvonn", 2), ("hive", 2), ("honest_john", 4)] {
        let place = Place::new();
        let mut words = vec!["play", game, "--max-plies", "40", "-m", "2", "-e", any_move.to_str().expect("text")];
        words.extend((1..seats).flat_map(|_| ["-e", "referee bot random"]));
        let ran = place.run(&words);
        assert_eq!(ran.code, Some(0), "{game}: {}{}", ran.out, ran.err);
        assert!(!ran.out.contains("lost seats"), "{game}: {}", ran.out);
        place.verify_records();
    }
}

#[test]
fn the_example_passes_every_step_of_the_check() {
    for more in [&[][..], &["--remote"]] {
        let checked = Place::new().run(&[&["check", any_move().to_str().expect("text")], more].concat());
        assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
    }
}

/// Starts the example as its author would, with the profiles in `home`.
fn start(home: &Path, server: &Server) -> Child {
    let mut command = Command::new(any_move());
    command.env("REFEREE_URL", format!("http://{}", server.address)).env("XDG_CONFIG_HOME", home);
    command.env_remove("REFEREE_TOKEN").env_remove("REFEREE_PROFILE").env_remove("REFEREE_NAME");
    command.kill_on_drop(true).spawn().expect("the example runs")
}

/// Challenges the bot as soon as it is connected.
async fn challenge(ann: &Client) -> String {
    let mut new = NewMatch::of("kamisado", ["any-move", "ann"], "600+1");
    new.options.insert("length".to_owned(), "long".to_owned());
    loop {
        match ann.create(new.clone()).await {
            Ok(opened) => return opened.match_id,
            Err(away) => {
                let reason = away.reason();
                // The bot registers, then sets its policy, then connects.
                let comes = matches!(
                    reason,
                    Some(pb::Reason::UnknownPlayer | pb::Reason::NotAccepted | pb::Reason::BotUnavailable)
                );
                assert!(comes, "{away}");
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_and_its_server_are_killed_and_the_match_is_played_to_its_end() {
    const KILLS: u64 = 6;
    let (home, data) = (tempfile::tempdir().expect("a directory"), tempfile::tempdir().expect("a directory"));
    let mut server = Server::start("127.0.0.1:0", data.path()).await;
    let mut bot = start(home.path(), &server);
    let listen = server.address.to_string();
    let open = server.client();
    let ann = open.with_token(&open.register("ann").await.expect("the name is free")).expect("this machine");
    let options = PlayOptions { until_ended: Some(1), retry: soon(), ..PlayOptions::default() };
    let playing = {
        let ann = ann.clone();
        let first = |turn: Turn| std::future::ready(turn.legal[0].clone());
        tokio::spawn(async move { ann.play(options, first).await })
    };
    let match_id = challenge(&ann).await;
    let mut watch = ann.watch(&match_id, 0);
    let mut kills = 0;
    while let Some(event) = watch.next().await.expect("the server comes back") {
        if event.seq % 8 == 0 && kills < KILLS {
            kills += 1;
            bot.kill().await.expect("it runs");
            if kills % 2 == 0 {
                server.child.kill().await.expect("it runs");
                server = Server::start(&listen, data.path()).await;
            }
            bot = start(home.path(), &server);
        }
    }
    assert!(kills >= 2, "the match was long enough for {kills} kills");
    let results = playing.await.expect("it plays").expect("it is not replaced");
    assert_eq!(results.len(), 1);
    assert_eq!((results[0].match_id.as_str(), results[0].seat), (match_id.as_str(), 1));
    assert_eq!(results[0].verdict.termination(), pb::Termination::Normal);
    let profiles = std::fs::read_to_string(home.path().join("referee/profiles.toml")).expect("the bot stored one");
    assert_eq!(profiles.matches("token = ").count(), 1, "the bot registered once");
}
