//! Records of a server: signed by its own key, unchanged after a kill, and rejected under another
//! key.

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

use referee_client::{Client, NewMatch};

use super::host::Server;

const BY_OTHERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/python/verify_record.py");

/// Plays a match between house bots to its end, and returns its record.
async fn played(client: &Client, name: &str) -> String {
    let token = client.register(name).await.expect("a new name");
    let opened = NewMatch {
        game: "kamisado".into(),
        rules: referee_client::timed("60"),
        players: ["house-random", "house-random"].map(str::to_owned).to_vec(),
        ..NewMatch::default()
    };
    let caller = client.clone().with_token(&token).expect("a token");
    let match_id = caller.create(opened).await.expect("the house plays").match_id;
    let mut watch = client.watch(&match_id, 0);
    while watch.next().await.expect("it is watched").is_some() {}
    match_id
}

fn run(program: &mut Command, input: &str) -> (Option<i32>, String) {
    let mut child =
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it is there");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

fn referee(words: &[&str], input: &str) -> (Option<i32>, String) {
    run(Command::new(env!("CARGO_BIN_EXE_referee")).args(words), input)
}

fn python(words: &[&str], input: &str) -> (Option<i32>, String) {
    run(Command::new("python3").arg(BY_OTHERS).args(words).arg("-"), input)
}

/// Checks that both implementations reject the record at this place.
fn refuse(record: &str, key: &str, place: &str) {
    for (code, said) in [referee(&["replay", "-", "--verify", "--key", key], record), python(&["--key", key], record)] {
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(&format!("FAILED: {place}")), "{place}: {said}");
    }
}

fn key_file(data: &Path) -> String {
    fs::read_to_string(data.join("signing-key")).expect("the key is there")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn signatures_survive_a_kill_and_forgeries_are_rejected() {
    let data = tempfile::tempdir().expect("a directory");
    let mut server = Server::start("127.0.0.1:0", data.path()).await;
    let listen = server.address.to_string();
    let client = server.client();
    let match_id = played(&client, "ann").await;
    let record = client.record(&match_id).await.expect("it is over");
    let key = client.record_key().await.expect("it signs");
    let printed = referee(&["record-key", "--url", &format!("http://{listen}")], "");
    assert_eq!(printed, (Some(0), format!("{key}\n")));
    assert!(!record.contains(key_file(data.path()).trim()), "the secret stays where it is");

    server.child.kill().await.expect("it runs");
    let server = Server::start(&listen, data.path()).await;
    let client = server.client();
    assert_eq!(client.record(&match_id).await.expect("it is over"), record, "the same signature");

    let (code, said) = referee(&["replay", "-", "--verify", "--key", &key], &record);
    assert!(code == Some(0) && said.contains(&key), "{said}");
    let (code, said) = referee(&["replay", "-", "--verify"], &record);
    assert!(code == Some(0) && said.contains("--key"), "{said}");
    let (code, said) = python(&["--key", &key], &record);
    assert!(code == Some(0) && said.contains(&key), "{said}");
    let (code, said) = python(&[], &record);
    assert!(code == Some(0) && said.contains("not checked"), "{said}");

    let lines: Vec<&str> = record.lines().collect();
    let events = lines.len() - 1;
    let text = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let stranger = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
    refuse(&record, stranger, &format!("the seal after event {events}:"));
    refuse(&text(&[&lines[..events - 1], &lines[events..]].concat()), &key, &format!("event {events}"));
    refuse(&text(&lines[..events]), &key, &format!("after event {events}:"));
    let unix = record.split("\"openedUnixMs\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a time");
    refuse(&record.replace(unix, "1"), &key, "event 1 ");
    let mut exchanged = lines.clone();
    exchanged.swap(4, 5);
    refuse(&text(&exchanged), &key, "event ");
}

/// A server signs with its own key; a local run does not sign.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_server_has_a_key_of_its_own_and_a_local_run_has_none() {
    let (one, other) = (tempfile::tempdir().expect("a directory"), tempfile::tempdir().expect("a directory"));
    let servers = [Server::start("127.0.0.1:0", one.path()).await, Server::start("127.0.0.1:0", other.path()).await];
    let mut keys = Vec::new();
    for server in &servers {
        keys.push(server.client().record_key().await.expect("it signs"));
    }
    assert_ne!(keys[0], keys[1]);
    let bot = format!("{} bot random", env!("CARGO_BIN_EXE_referee"));
    let file = one.path().join("local.jsonl");
    let path = file.to_str().expect("a plain name");
    let (code, said) = referee(&["play", "kamisado", "-e", &bot, "-e", &bot, "-m", "1", "--record", path], "");
    assert_eq!(code, Some(0), "{said}");
    let record = fs::read_to_string(&file).expect("it was written");
    let (code, said) = referee(&["replay", path, "--verify"], "");
    assert!(code == Some(0) && said.contains("origin not checked: sealed, but not signed"), "{said}");
    refuse(&record, &keys[0], &format!("after event {}:", record.lines().count() - 1));
}

/// A server does not use a key that other users could have read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_readable_by_others_is_rejected() {
    use std::os::unix::fs::PermissionsExt as _;
    let data = tempfile::tempdir().expect("a directory");
    let mut server = Server::start("127.0.0.1:0", data.path()).await;
    server.child.kill().await.expect("it runs");
    let file = data.path().join("signing-key");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("it is ours");
    let (code, said) = super::host::failed(super::host::serve("127.0.0.1:0", data.path())).await;
    assert_eq!(code, Some(1));
    assert!(said.contains("signing-key") && said.contains("644"), "{said}");
    assert!(!said.contains(key_file(data.path()).trim()), "it is never printed");
}
