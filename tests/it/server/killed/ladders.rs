//! `kill -9` at random moments while a server runs a ladder: every paired match is played exactly
//! once.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::Command,
    time::Duration,
};

use referee_client::{
    Client,
    pb::{self, change_contest_request::Change},
    pb::{ContestEvent, contest_event::Event},
};

use crate::api::ladders::{blitz, change, counted, create, events, results};
use crate::server::host::{Server, serve};

/// Number of kills; `REFEREE_KILLS` overrides it.
const KILLS: u32 = 10;
const HOUSE: [&str; 3] = ["house-random", "house-greedy", "house-search"];

/// Starts a server whose house bots move almost without delay.
async fn quick(listen: &str, data: &Path) -> Server {
    let mut command = serve(listen, data);
    command.args(["--house-pace", "0.01"]);
    Server::spawn(command).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_plays_every_match_of_its_ladder_once() {
    let kills = crate::tries::repeats("REFEREE_KILLS", KILLS);
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
        entrant.at_once = Some(4);
    }
    create(&host(&server), asked).await.expect("a host may");
    for _ in 0..kills {
        tokio::time::sleep(Duration::from_millis(u64::from(getrandom::u32().expect("luck") % 400))).await;
        server.child.kill().await.expect("it runs");
        server = quick(&listen, data.path()).await;
    }
    let client = server.client();
    events(&client, "blitz", |events| counted(events).len() >= 6).await;
    // Pairings of withdrawing entrants are still played, so every encounter is complete.
    for player in HOUSE {
        change(&host(&server), "blitz", Change::Withdraw(player.into()), "enough").await.expect("a host may");
    }
    let asked = pb::GetLadderRequest { ladder_id: "blitz".into(), ..pb::GetLadderRequest::default() };
    let look = async || client.ladders().get_ladder(asked.clone()).await.expect("it is there").into_inner();
    while look().await.summary.expect("a summary").unfinished > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    change(&host(&server), "blitz", Change::End(pb::Now {}), "enough").await.expect("a host may");
    let told = events(&client, "blitz", |_| false).await;
    let paired = check_matches(&told, &results(&client, "blitz").await);
    let seen = look().await;
    let summary = seen.summary.expect("a summary");
    assert_eq!((summary.encounters, summary.unfinished, summary.state()), (paired, 0, pb::ContestState::Over));
    let stands = |entrant: &pb::LadderEntrant| (entrant.player.clone(), entrant.state(), entrant.in_flight);
    assert_eq!(
        seen.entrants.iter().map(stands).collect::<Vec<_>>(),
        HOUSE.map(|player| (player.to_owned(), pb::LadderEntrantState::Withdrawn, 0))
    );
    check_published(&client, &told).await;
    server.child.kill().await.expect("it runs");
}

/// Checks that each encounter has all its matches, that each match counts once with its result, and
/// that no others were played. Returns the number of encounters.
fn check_matches(told: &[ContestEvent], results: &[pb::MatchResult]) -> u32 {
    assert!(told.iter().zip(1..).all(|(event, seq)| event.seq == seq), "each event once, in order");
    let (mut due, mut counted, mut ended, mut paired) = (BTreeSet::new(), BTreeMap::new(), BTreeMap::new(), 0);
    let key = |key: &str| referee::ladder::MatchKey::parse(key).expect("a key");
    for event in told {
        match event.event.clone().expect("a fact") {
            Event::EncounterPaired(new) => {
                assert_eq!((new.number, new.matches), (paired, 2), "each encounter has a number of its own");
                paired += 1;
                due.extend([(new.number, 0), (new.number, 1)]);
            }
            Event::MatchCounted(one) => {
                let key = key(&one.match_key);
                assert_eq!(counted.insert((key.encounter.board, key.number), key), None, "{key} is counted once");
                assert_eq!(ended.insert(key.to_string(), one.places), None, "{key} is counted once");
            }
            Event::MatchVoided(one) => {
                let key = key(&one.match_key);
                assert_eq!(ended.insert(key.to_string(), Vec::new()), None, "{key} is void once");
                assert!(!counted.contains_key(&(key.encounter.board, key.number)), "{key} was counted before");
            }
            _ => {}
        }
    }
    assert_eq!(counted.keys().copied().collect::<BTreeSet<_>>(), due, "both matches of each encounter");
    let of_hall: BTreeMap<String, Vec<u32>> = results
        .iter()
        .map(|result| {
            let one = result.summary.as_ref().expect("a match");
            let places = one.verdict.as_ref().map(|verdict| verdict.places.clone()).unwrap_or_default();
            (one.labels["match"].clone(), places)
        })
        .collect();
    assert_eq!(of_hall.len(), results.len(), "each match was played once");
    assert_eq!(of_hall, ended, "what ended is counted, and nothing else is");
    paired
}

/// Checks that the published ratings follow from the signed record, and that it has the published
/// events.
async fn check_published(client: &Client, told: &[ContestEvent]) {
    let last = told.last().expect("events").seq;
    let published = loop {
        let published = client.ladder_ratings("blitz", "").await.expect("ratings");
        if published.seq == last {
            break published;
        }
    };
    let place = tempfile::tempdir().expect("a directory");
    let file = place.path().join("blitz.jsonl");
    let mut parts = client.ladder_record("blitz").await.expect("a public call");
    let mut record = String::new();
    while let Some(part) = parts.message().await.expect("it comes whole") {
        record += &part.record;
    }
    assert_eq!(record.lines().count(), told.len() + 1, "every event and the seal");
    std::fs::write(&file, &record).expect("it is written");
    let key = client.record_key().await.expect("it signs");
    let rated = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["ladder", "rate", "--key", &key, "--events"])
        .arg(&file)
        .output()
        .expect("it runs");
    assert_eq!(rated.status.code(), Some(0), "{}", String::from_utf8_lossy(&rated.stderr));
    assert_eq!(String::from_utf8_lossy(&rated.stdout), published.table, "byte for byte");
    let all = counted(told).len() as u64;
    assert_eq!(published.matches, all);
    let seated: u64 = published.ratings.iter().map(|rating| rating.matches).sum();
    assert_eq!(seated, 2 * all, "every match is one of two entrants");
}

#[test]
fn an_export_that_fails_leaves_the_last_one_as_it_was() {
    let place = tempfile::tempdir().expect("a directory");
    let file = place.path().join("blitz.jsonl");
    std::fs::write(&file, "the last one\n").expect("it is written");
    // No server listens on this address.
    let export = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["ladder", "export", "blitz", "--url", "http://127.0.0.1:1", "--file"])
        .arg(&file)
        .output()
        .expect("it runs");
    assert_eq!(export.status.code(), Some(1), "{}", String::from_utf8_lossy(&export.stderr));
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "the last one\n");
    assert_eq!(std::fs::read_dir(place.path()).expect("a directory").count(), 1, "and nothing beside it");
}
