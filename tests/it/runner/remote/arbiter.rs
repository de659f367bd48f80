//! The commands for arbiters.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Stdio},
};

use crate::runner::{Place, Ran, remote::Served};

/// A server with an arbiter, carl, and two players, ann and bob.
struct Court {
    place: Place,
    served: Served,
    ann: String,
    bob: String,
    carl: String,
}

impl Court {
    fn open() -> Court {
        let place = Place::new();
        let served = Served::start_with(&place, &["--data", "data"]);
        let [ann, bob, carl] = ["ann", "bob", "carl"].map(|name| place.register(&served.url, name));
        drop(served);
        let served = Served::start_with(&place, &["--data", "data", "--arbiter", "carl"]);
        Court { place, served, ann, bob, carl }
    }

    fn create(&self) -> String {
        self.place.agreed(&self.served.url, [&self.ann, &self.bob], "bob", &["hive"])
    }

    /// Seats engines that soon stop answering, and waits for the first round.
    fn start(&self, match_id: &str) -> [Child; 2] {
        let joined = [&self.ann, &self.bob].map(|token| {
            let words =
                ["join", "--url", &self.served.url, "--token", token, "--engine", "python3 engine.py silent", "--once"];
            self.place.command(&words).stderr(Stdio::piped()).spawn().expect("it starts")
        });
        let mut watch = self.place.command(&["match", "watch", "--url", &self.served.url, match_id, "--json"]);
        let mut watch = watch.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut events = BufReader::new(watch.stdout.take().expect("it was piped")).lines();
        assert!(events.any(|line| line.expect("it is text").contains("roundStarted")));
        watch.kill().and_then(|()| watch.wait()).expect("it ends");
        joined
    }

    fn rule(&self, token: &str, action: &str, match_id: &str, more: &[&str]) -> Ran {
        self.place.run(&[&["arbiter", action, "--url", &self.served.url, match_id, "--token", token], more].concat())
    }

    /// Returns the record, which must verify.
    fn record(&self, match_id: &str) -> String {
        let record = self.place.run(&["match", "record", "--url", &self.served.url, match_id]).out;
        let verified = self.place.run_with(&["replay", "-", "--verify"], &record);
        assert_eq!(verified.code, Some(0), "{}", verified.out);
        record
    }
}

fn end(joined: [Child; 2]) {
    for engine in joined {
        let ran = Ran::of(engine.wait_with_output().expect("it ends"));
        assert_eq!(ran.code, Some(0), "{}", ran.err);
    }
}

#[test]
fn an_arbiter_pauses_a_match_lets_it_go_on_and_decides_it() {
    let court = Court::open();
    let id = court.create();
    let refused = court.rule(&court.ann, "pause", &id, &[]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("FORBIDDEN"), "{}", refused.err);
    let early = court.rule(&court.carl, "pause", &id, &[]);
    assert!(early.err.contains("MATCH_NOT_STARTED"), "{}", early.err);
    let joined = court.start(&id);
    let mut before = 0;
    for action in ["pause", "resume"] {
        let done = court.rule(&court.carl, action, &id, &[]);
        let said = done.out.trim().strip_suffix(')').and_then(|said| said.rsplit_once("(event "));
        let (said, seq) = said.expect("a sentence with the number of the event");
        assert!(said.starts_with(&format!("match {id} is ")), "{said}");
        let seq: u64 = seq.parse().expect("a number");
        assert!(done.code == Some(0) && seq > before, "{action}: {}", done.err);
        before = seq;
    }
    let again = court.rule(&court.carl, "resume", &id, &[]);
    assert!(again.err.contains("NOT_PAUSED"), "{}", again.err);
    let both = court.rule(&court.carl, "adjudicate", &id, &["--loser", "1", "--points", "1,0", "--reason", "he left"]);
    assert_eq!(both.code, Some(2), "{}", both.err);
    let decided = court.rule(&court.carl, "adjudicate", &id, &["--loser", "1", "--reason", "he left"]);
    assert_eq!(decided.code, Some(0), "{}", decided.err);
    end(joined);
    let watched = court.place.run(&["match", "watch", "--url", &court.served.url, &id]).out;
    assert!(
        watched.contains(&format!("match {id}: hive expansions= queen_first_turn=false repetition=claim\n")),
        "{watched}"
    );
    assert!(watched.contains("         seat 1, Black: bob, "), "{watched}");
    assert!(watched.contains("carl pauses the match") && watched.contains("carl resumes the match"), "{watched}");
    assert!(watched.contains("ended: adjudication against bob (he left), points 0-0, 1. ann, 2. bob"), "{watched}");
    court.record(&id);
}

#[test]
fn an_arbiter_gives_points_and_calls_a_match_off() {
    let court = Court::open();
    let shared = court.create();
    let joined = court.start(&shared);
    let decided = court.rule(&court.carl, "adjudicate", &shared, &["--points", "0.5,0.5", "--reason", "both crashed"]);
    assert_eq!(decided.code, Some(0), "{}", decided.err);
    end(joined);
    let record = court.record(&shared);
    assert!(record.contains(r#""points":[0.5,0.5],"places":[1,1]"#), "{record}");
    let off = court.create();
    assert_eq!(court.rule(&court.carl, "abort", &off, &[]).code, Some(0));
    assert!(court.record(&off).contains("TERMINATION_ABORT"));
}
