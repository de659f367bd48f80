//! `referee backup` of a running server, and `referee restore`.

use std::{collections::BTreeMap, fs, os::unix::fs::PermissionsExt as _, path::Path, process::Stdio, time::Duration};

use prost::Message as _;
use referee_client::{
    Client, NewMatch,
    pb::{ListMatchesRequest, MatchState},
};
use tokio::process::Command;

use super::host::{Server, failed, serve};

fn referee(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.args(words).env("RUST_LOG", "error").stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
    command
}

async fn done(words: &[&str]) -> String {
    let output = referee(words).output().await.expect("the binary is built");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{words:?}: {said}");
    said
}

/// Returns all that a server shows of its finished matches: their list rows and records as bytes,
/// by match id.
async fn shown(client: &Client) -> BTreeMap<String, (Vec<u8>, String)> {
    let mut shown = BTreeMap::new();
    let mut page_token = String::new();
    loop {
        let asked = ListMatchesRequest { page_size: Some(100), page_token, ..ListMatchesRequest::default() };
        let page = client.matches().list_matches(asked).await.expect("it lists").into_inner();
        for row in page.matches.iter().filter(|row| row.state() == MatchState::Over) {
            let record = client.record(&row.match_id).await.expect("it is over");
            shown.insert(row.match_id.clone(), (row.encode_to_vec(), record));
        }
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return shown;
        }
    }
}

/// Opens matches of house bots continuously.
async fn load(client: Client) {
    loop {
        let new = NewMatch::of("kamisado", ["house-random", "house-greedy"], "60");
        if client.create(new).await.is_err() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

fn quick(data: &Path) -> Command {
    let mut command = serve("127.0.0.1:0", data);
    command.args(["--house-pace", "0.001"]);
    command
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_under_load_serves_the_same_up_to_its_moment() {
    let directory = tempfile::tempdir().expect("a directory");
    let [data, copy, restored] = ["data", "copy", "restored"].map(|name| directory.path().join(name));
    let mut server = Server::spawn(quick(&data)).await;
    let client = server.client();
    let token = client.register("ann").await.expect("the name is free");
    let ann = client.with_token(&token).expect("a token");
    let loading = tokio::spawn(load(ann.clone()));
    let before = loop {
        let before = shown(&client).await;
        if before.len() >= 3 {
            break before;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let words = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let said = done(&["backup", "--data", &words(&data), &words(&copy)]).await;
    assert!(said.contains("verified"), "{said}");
    // The server keeps working after the backup.
    let now = shown(&client).await.len();
    tokio::time::timeout(Duration::from_secs(60), async {
        while shown(&client).await.len() <= now {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    })
    .await
    .expect("matches end after the backup too");
    loading.abort();
    let after = shown(&client).await;
    let key = client.record_key().await.expect("it signs");
    server.child.kill().await.expect("it runs");

    done(&["restore", &words(&copy), "--data", &words(&restored)]).await;
    for directory in [&copy, &restored] {
        let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode(directory), 0o700);
        let mut names = Vec::new();
        for file in fs::read_dir(directory).expect("it is there") {
            let file = file.expect("it can be read");
            assert_eq!(mode(&file.path()), 0o600, "{}", file.path().display());
            names.push(file.file_name().into_string().expect("UTF-8"));
        }
        names.sort();
        assert_eq!(names, ["commits", "referee.sqlite", "signing-key"]);
    }
    let second = Server::spawn(quick(&restored)).await;
    let client = second.client();
    assert_eq!(client.record_key().await.expect("it signs"), key);
    let restored = shown(&client).await;
    for (id, expected) in &before {
        assert_eq!(restored.get(id), Some(expected), "what was over before is the same byte for byte");
    }
    let same = restored.iter().filter(|(id, of)| after.get(*id) == Some(of)).count();
    assert!(same >= before.len(), "{same} of {}", before.len());
    let me = client.with_token(&token).expect("a token");
    me.create(NewMatch::of("kamisado", ["ann", "house-random"], "60")).await.expect("the token is ann's here too");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_replaced_and_nothing_half_done_is_left() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = |name: &str| directory.path().join(name).to_str().expect("UTF-8").to_owned();
    let mut server = Server::spawn(quick(Path::new(&at("data")))).await;
    let token = server.client().register("ann").await.expect("the name is free");
    let ann = server.client().with_token(&token).expect("a token");
    let id =
        ann.create(NewMatch::of("kamisado", ["house-random", "house-random"], "60")).await.expect("opened").match_id;
    let mut watch = ann.watch(&id, 0);
    while watch.next().await.expect("it is watched").is_some() {}
    done(&["backup", "--data", &at("data"), &at("copy")]).await;

    let refused = async |words: &[&str], expected: &str| {
        let (code, said) = failed(referee(words)).await;
        assert_eq!(code, Some(1), "{words:?}: {said}");
        assert!(said.contains(expected), "{words:?}: {said}");
        let left = fs::read_dir(directory.path()).expect("it is there").filter_map(Result::ok);
        let left: Vec<_> = left.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
        assert!(!left.iter().any(|name| name.contains("partial")), "{left:?}");
    };
    refused(&["backup", "--data", &at("data"), &at("copy")], &at("copy")).await;
    refused(&["restore", &at("copy"), "--data", &at("data")], &at("data")).await;
    refused(&["backup", "--data", &at("nowhere"), &at("other")], "referee.sqlite").await;
    refused(&["restore", &at("nowhere"), "--data", &at("other")], "referee.sqlite").await;
    assert!(!Path::new(&at("other")).exists());
    server.child.kill().await.expect("it runs");

    // `restore` rejects a backup that was changed after it was made.
    let database = Path::new(&at("copy")).join("referee.sqlite");
    let mut bytes = fs::read(&database).expect("it is there");
    let cut = bytes.len() / 2;
    bytes[cut..].fill(0);
    fs::write(&database, &bytes).expect("it can be written");
    let (code, said) = failed(referee(&["restore", &at("copy"), "--data", &at("other")])).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(!Path::new(&at("other")).exists(), "{said}");
}
