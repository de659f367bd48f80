//! Every acknowledged event survives a `kill -9`. The test kills a child that runs this test
//! binary.

use std::{
    collections::BTreeMap,
    env,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
};

use referee::{
    ids::Seq,
    store::{Epoch, EventLog as _, SqliteStore},
};

use super::sample::{id, log, moved, open};

const KILLS: usize = 20;
const WRITERS: usize = 8;
/// The environment variable with the child's directory.
const DIRECTORY: &str = "REFEREE_TEST_STORE";

#[test]
fn every_acknowledged_event_survives_kills() {
    let directory = tempfile::tempdir().unwrap();
    let mut acknowledged: BTreeMap<String, u64> = BTreeMap::new();
    for kill in 0..KILLS {
        let lines = acknowledge_until_killed(directory.path(), 20 + kill * 17);
        assert!(lines.len() >= 20, "the child acknowledged {} appends only", lines.len());
        acknowledged.extend(lines);
        check(directory.path(), &acknowledged);
    }
    assert_eq!(acknowledged.len(), WRITERS);
}

/// Starts a child that appends events, and kills it after `after` acknowledgements. Returns all
/// acknowledgements that it printed.
fn acknowledge_until_killed(directory: &Path, after: usize) -> Vec<(String, u64)> {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["store::kill::append_until_killed", "--exact", "--ignored", "--nocapture"])
        .env(DIRECTORY, directory)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = Vec::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    // Lines still in the pipe when the child dies count as acknowledged. An incomplete last line
    // does not.
    while output.read_line(&mut line).unwrap() > 0 {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let (["acknowledged", name, seq], true) = (&words[..], line.ends_with('\n')) {
            lines.push(((*name).to_owned(), seq.parse().unwrap()));
            if lines.len() == after {
                child.kill().unwrap();
            }
        }
        line.clear();
    }
    let status = child.wait().unwrap();
    assert!(!status.success(), "the child ended by itself: {status}");
    lines
}

#[tokio::main(flavor = "current_thread")]
async fn check(directory: &Path, acknowledged: &BTreeMap<String, u64>) {
    let store = SqliteStore::open(directory).unwrap();
    for (name, seq) in acknowledged {
        let events = store.events(&id(name), Seq(0), usize::MAX).await.unwrap();
        assert!(events.len() as u64 >= *seq, "{name}: {seq} was acknowledged, {} are there", events.len());
        assert_eq!(events, log(name, events.len() as u64 - 1));
    }
}

/// Appends events to a few matches concurrently and prints each acknowledgement, until killed. Runs
/// as the child.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "started by every_acknowledged_event_survives_kills"]
async fn append_until_killed() {
    let directory = env::var(DIRECTORY).unwrap();
    println!();
    // A small buffer, so pending events move to their table all the time.
    let store = Arc::new(SqliteStore::open_pending(Path::new(&directory), 1_024).unwrap());
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..WRITERS {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let name = format!("m-{number}");
            let mut newest = store.events(&id(&name), Seq(0), usize::MAX).await.unwrap().len() as u64;
            // An upper limit, in case the process is not killed.
            while newest < 100_000 {
                match newest {
                    0 => open(&*store, &name, log(&name, 0)).await,
                    _ => {
                        let event = vec![moved(newest + 1)];
                        store.append(&id(&name), Seq(newest), Epoch::FIRST, event).await.unwrap();
                    }
                }
                newest += 1;
                println!("acknowledged {name} {newest}");
            }
        });
    }
    tasks.join_all().await;
}
