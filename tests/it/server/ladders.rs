//! `kill -9` at random moments while a server runs a ladder: every match that was paired is played once, and none is left out.

use std::{collections::BTreeSet, path::Path, process::Command, time::Duration};

use referee_client::{
    log::v1::ladder_event::Event,
    pb::{self, change_ladder_request::Change},
};

use super::host::{Server, serve};
use crate::api::ladders::{blitz, change, counted, create, events, rest, results};

/// How often the server is killed; `REFEREE_KILLS` says another number.
const KILLS: u32 = 10;
const HOUSE: [&str; 3] = ["house-random", "house-greedy", "house-search"];

/// A server whose house hardly waits.
async fn quick(listen: &str, data: &Path) -> Server {
    let mut command = serve(listen, data);
    command.args(["--house-pace", "0.01"]);
    Server::spawn(command).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_plays_every_match_of_its_ladder_once() {
    let kills = std::env::var("REFEREE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(KILLS);
    let data = tempfile::tempdir().expect("a directory");
    let mut server = quick("127.0.0.1:0", data.path()).await;
    let listen = server.address.to_string();
    let token = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["admin", "token", "--player", "hostess", "--scope", "host", "--data"])
        .arg(data.path())
        .output()
        .expect("it runs");
    let token = String::from_utf8(token.stdout).expect("a token");
    let host = |server: &Server| server.client().with_token(token.trim()).expect("a token");
    let mut asked = blitz("blitz", &HOUSE);
    for entrant in &mut asked.entrants {
        entrant.at_once = 4;
    }
    create(&host(&server), asked).await.expect("a host may");
    for _ in 0..kills {
        tokio::time::sleep(Duration::from_millis(u64::from(getrandom::u32().expect("luck") % 400))).await;
        server.child.kill().await.expect("it runs");
        server = quick(&listen, data.path()).await;
    }
    let client = server.client();
    events(&client, "blitz", |events| counted(events).len() >= 6).await;
    change(&host(&server), "blitz", Change::Pause(pb::PauseLadder {}), "enough").await.expect("a host may");
    rest(&client, "blitz").await;
    change(&host(&server), "blitz", Change::Close(pb::CloseLadder {}), "enough").await.expect("a host may");
    let told = events(&client, "blitz", |_| false).await;
    let all = counted(&told);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "each once");
    let voids = told.iter().filter(|event| matches!(event.event, Some(Event::MatchVoided(_)))).count();
    assert_eq!(results(&client, "blitz").await.len(), all.len() + voids, "no match but those that are counted");
    let paired = told.iter().filter_map(|event| match &event.event {
        Some(Event::EncounterPaired(paired)) => Some(paired.number),
        _ => None,
    });
    assert!(
        paired.clone().eq(0..u32::try_from(paired.count()).expect("few")),
        "each encounter has a number of its own"
    );
    // Only the last ones, under way when it was paused, lack a match.
    let begun: BTreeSet<u32> = all.iter().map(|(encounter, _)| *encounter).collect();
    let whole = begun.iter().filter(|encounter| all.contains(&(**encounter, 0)) && all.contains(&(**encounter, 1)));
    assert!(begun.len() - whole.count() <= 6, "at most those that were under way: {all:?}");
    server.child.kill().await.expect("it runs");
}

#[test]
fn an_export_that_fails_leaves_the_last_one_as_it_was() {
    let place = tempfile::tempdir().expect("a directory");
    let file = place.path().join("blitz.jsonl");
    std::fs::write(&file, "the last one\n").expect("it is written");
    // Nobody listens there.
    let export = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["ladder", "export", "blitz", "--url", "http://127.0.0.1:1", "--file"])
        .arg(&file)
        .output()
        .expect("it runs");
    assert_eq!(export.status.code(), Some(1), "{}", String::from_utf8_lossy(&export.stderr));
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "the last one\n");
    assert_eq!(std::fs::read_dir(place.path()).expect("a directory").count(), 1, "and nothing beside it");
}
