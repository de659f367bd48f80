//! The commands for challenges, seeks and the lobby, against `referee serve`.

use std::{
    io::{BufRead as _, BufReader},
    ops::Deref,
    process::{Child, ChildStdout, Command, Stdio},
};

use serde_json::Value;

use crate::runner::remote::Site;

/// A server with three players and their tokens.
struct Club {
    site: Site,
    ann: String,
    bob: String,
    eve: String,
}

impl Club {
    fn open() -> Club {
        let site = Site::start_with(&["--memory"]);
        let [ann, bob, eve] = ["ann", "bob", "eve"].map(|name| site.register(name));
        Club { site, ann, bob, eve }
    }

    /// Joins with an engine that does not move, and waits until it is online. It declares no accept
    /// policy.
    fn joins(&self, name: &str, token: &str) -> Child {
        let words = ["join", "--engine", "python3 engine.py silent", "--keep-accepts", "--max-matches", "9"];
        let child = self.command(token, &words).stderr(Stdio::null()).spawn().expect("it starts");
        self.is_online(name, true);
        child
    }

    /// Waits until a player is online, or offline.
    fn is_online(&self, name: &str, online: bool) {
        while self.json("", &["player", "show", name])[0]["online"].as_bool().unwrap_or(false) != online {
            std::thread::yield_now();
        }
    }

    /// Returns the ids in a list of challenges or seeks.
    fn ids(&self, token: &str, what: &str) -> Vec<String> {
        let listed = self.json(token, &[what, "list"]);
        listed.iter().map(|of| of["challengeId"].as_str().unwrap_or_default().to_owned()).collect()
    }
}

impl Deref for Club {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.site
    }
}

#[test]
fn a_challenge_is_proposed_listed_and_answered() {
    let club = Club::open();
    let (ann, bob, eve) = (club.ann.as_str(), club.bob.as_str(), club.eve.as_str());
    let create = ["challenge", "create", "kamisado", "--opponent", "bob", "--tc", "inf", "--seat", "1"];
    let id = club.done(ann, &create);
    assert_eq!((club.ids(bob, "challenge"), club.ids(eve, "challenge")), (vec![id.clone()], Vec::new()));
    assert_eq!(club.ids(bob, "seek"), Vec::<String>::new(), "it is to him alone");
    let table = club.done(ann, &["challenge", "list"]);
    assert!(table.lines().any(|line| line.starts_with(&id) && line.ends_with("ann   bob  open")), "{table}");
    club.refused(eve, &["challenge", "accept", &id], "UNKNOWN_CHALLENGE");
    club.refused(bob, &["challenge", "cancel", &id], "FORBIDDEN");
    let accepted = club.json(bob, &["challenge", "accept", &id]);
    assert_eq!(
        (&accepted[0]["state"], &accepted[0]["matchId"]),
        (&"CHALLENGE_STATE_ACCEPTED".into(), &id.as_str().into())
    );
    assert_eq!(club.json(ann, &["match", "list"])[0]["players"], serde_json::json!(["bob", "ann"]));

    let made = club.json(ann, &["challenge", "create", "hive", "--opponent", "bob", "--expires", "5m", "--rated"]);
    assert_eq!((&made[0]["state"], &made[0]["rules"]["rated"]), (&"CHALLENGE_STATE_OPEN".into(), &true.into()));
    let time = |key: &str| made[0][key].as_str().and_then(|ms| ms.parse::<i64>().ok()).expect("a time");
    assert_eq!(time("expiresUnixMs") - time("createdUnixMs"), 300_000);
    let id = made[0]["challengeId"].as_str().expect("an id");
    let decline = ["challenge", "decline", id, "--reason", "too-fast", "--text", "at least 5+3"];
    let declined = club.json(bob, &decline);
    assert_eq!(
        [&declined[0]["declineReason"], &declined[0]["declineText"]],
        ["DECLINE_REASON_TOO_FAST", "at least 5+3"]
    );
    club.refused(bob, &["challenge", "accept", id], "CHALLENGE_CLOSED");
    let id = club.done(ann, &["challenge", "create", "kamisado", "--opponent", "bob"]);
    assert!(club.done(ann, &["challenge", "cancel", &id]).ends_with("canceled"));

    club.refused("", &["challenge", "create", "kamisado", "--opponent", "bob"], "UNAUTHENTICATED");
    club.refused(ann, &["challenge", "create", "kamisado", "--opponent", "nobody"], "UNKNOWN_PLAYER");
    club.refused(ann, &["challenge", "create", "chess", "--opponent", "bob"], "UNKNOWN_GAME");
    club.refused(ann, &["challenge", "create", "kamisado", "--opponent", "bob", "--expires", "25h"], "expires_in_ms");
}

#[test]
fn a_declared_policy_answers_a_challenge_at_once() {
    let club = Club::open();
    let engines = [("ann", &club.ann), ("bob", &club.bob)].map(|(name, token)| club.joins(name, token));
    club.done(&club.bob, &["player", "accept", "--game", "kamisado", "--min-base", "10", "--max-matches", "4"]);
    let fast = ["challenge", "create", "kamisado", "--opponent", "bob", "--tc", "1"];
    let declined = club.called(&club.ann, &fast);
    assert_eq!((declined.code, declined.out.as_str()), (Some(1), ""));
    assert!(declined.err.contains("bob"), "{}", declined.err);
    let slow = ["challenge", "create", "kamisado", "--opponent", "bob", "--tc", "60+1"];
    let made = club.json(&club.ann, &slow);
    assert_eq!(made[0]["state"], "CHALLENGE_STATE_ACCEPTED");
    assert_eq!(club.json("", &["match", "list"])[0]["matchId"], made[0]["challengeId"]);
    for mut engine in engines {
        engine.kill().and_then(|()| engine.wait()).expect("it ends");
    }
    club.is_online("bob", false);
    club.refused(&club.ann, &slow, "BOT_UNAVAILABLE");
}

#[test]
fn a_seek_is_open_to_all_until_it_is_taken() {
    let club = Club::open();
    let (ann, bob) = (club.ann.as_str(), club.bob.as_str());
    club.refused(ann, &["seek", "create", "kamisado", "--tc", "inf"], "keep");
    let first = club.done(ann, &["seek", "create", "kamisado", "--tc", "inf", "--keep"]);
    let second = club.done(ann, &["seek", "create", "hive", "--tc", "60+1", "--keep"]);
    assert_eq!(club.ids("", "seek"), [first.clone(), second.clone()], "every caller sees them, the oldest first");
    assert_eq!(club.ids(ann, "challenge"), Vec::<String>::new(), "they name no opponent");
    let table = club.done(bob, &["seek", "list"]);
    assert!(table.lines().any(|line| line.starts_with(&first) && line.contains(" anybody ")), "{table}");
    club.refused(bob, &["seek", "cancel", &first], "FORBIDDEN");
    assert_eq!(club.json(ann, &["seek", "cancel", &second])[0]["state"], "CHALLENGE_STATE_CANCELED");
    assert_eq!(club.json(bob, &["seek", "accept", &first])[0]["matchId"], first.as_str());
    assert_eq!(club.ids("", "seek"), Vec::<String>::new());
    club.refused(bob, &["seek", "accept", &second], "CHALLENGE_CLOSED");
}

/// A command whose lines the test reads as they arrive.
struct Lines {
    child: Child,
    lines: std::io::Lines<BufReader<ChildStdout>>,
}

impl Lines {
    fn of(mut command: Command) -> Lines {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let lines = BufReader::new(child.stdout.take().expect("it was piped")).lines();
        Lines { child, lines }
    }

    fn next(&mut self) -> String {
        self.lines.next().expect("there is more").expect("it is text")
    }
}

#[test]
fn the_lobby_is_printed_line_by_line() {
    let club = Club::open();
    let before = club.done(&club.ann, &["seek", "create", "kamisado", "--tc", "inf", "--keep"]);
    let mut plain = Lines::of(club.command("", &["lobby"]));
    let mut objects = Lines::of(club.command(&club.bob, &["lobby", "--json"]));
    assert_eq!(plain.next(), format!("seek {before} open: kamisado inf, ann asks anybody"));
    assert_eq!(plain.next(), "caught up");
    let mut object = || serde_json::from_str::<Value>(&objects.next()).expect("a line is one JSON value");
    assert_eq!(object()["challenge"]["challengeId"], before.as_str());
    assert_eq!(object(), serde_json::json!({"caughtUp": {}}));

    // A caller without a token does not see the challenges of others.
    let named = club.done(&club.ann, &["challenge", "create", "hive", "--opponent", "bob"]);
    assert_eq!(object()["challenge"]["challengeId"], named.as_str());
    let join = ["join", "--engine", "python3 engine.py honest", "--game", "hive"];
    let mut joined = club.command(&club.eve, &join).stderr(Stdio::null()).spawn().expect("it starts");
    assert_eq!(plain.next(), "player eve online: hive");
    assert_eq!(object()["presence"], serde_json::json!({"player": "eve", "online": true, "games": ["hive"]}));
    joined.kill().and_then(|()| joined.wait()).expect("it ends");
    assert_eq!(plain.next(), "player eve offline");
    club.done(&club.ann, &["seek", "cancel", &before]);
    assert_eq!(plain.next(), format!("seek {before} canceled: kamisado inf, ann asks anybody"));

    let stopped = Command::new("kill").args(["-TERM", &plain.child.id().to_string()]).status().expect("it runs");
    assert!(stopped.success());
    assert_eq!(plain.child.wait().expect("it ends").code(), Some(130));
    objects.child.kill().and_then(|()| objects.child.wait()).expect("it ends");
    // The server treats a caller with an unknown token as one without a token.
    let mut stranger = Lines::of(club.command("unknown", &["lobby"]));
    assert_eq!(stranger.next(), "caught up");
    stranger.child.kill().and_then(|()| stranger.child.wait()).expect("it ends");
}

#[test]
fn a_match_is_tried_without_opening_it_and_lists_are_of_two_players() {
    let club = Club::open();
    let (ann, bob) = (club.ann.as_str(), club.bob.as_str());
    let try_it = |players: [&str; 2], more: &[&str]| {
        let words = ["match", "create", "kamisado", "--tc", "inf", "-p", players[0], "-p", players[1], "--dry-run"];
        club.called(ann, &[&words[..], more].concat())
    };
    let tried = try_it(["ann", "house-random"], &[]);
    assert_eq!((tried.code, tried.out.trim()), (Some(0), "the match can be opened"), "{}", tried.err);
    assert_eq!(try_it(["ann", "house-random"], &["--json"]).out.trim(), r#"{"valid":true}"#);
    let refused = try_it(["ann", "bob"], &[]);
    assert!(refused.code == Some(1) && refused.err.contains("NOT_ACCEPTED"), "{}", refused.err);
    assert_eq!(club.json(ann, &["match", "list"]), Vec::<Value>::new(), "none was opened");

    let with_bob = club.place.agreed(&club.served.url, [ann, bob], "bob", &["kamisado"]);
    let with_house = club.done(ann, &["match", "create", "kamisado", "-p", "ann", "-p", "house-random"]);
    let of_two = ["--player", "ann", "--opponent", "bob"];
    let listed = club.json(ann, &[&["match", "list"], &of_two[..]].concat());
    assert_eq!((listed.len(), &listed[0]["matchId"]), (1, &with_bob.as_str().into()));
    for id in [&with_house, &with_bob] {
        club.done(ann, &["match", "abort", id]);
    }
    let results = club.json("", &["match", "results"]);
    let ids: Vec<&Value> = results.iter().map(|of| &of["summary"]["matchId"]).collect();
    assert_eq!(ids, [with_house.as_str(), with_bob.as_str()], "in the order of ending");
    assert_eq!(club.json("", &["match", "results", "--after", "1"])[0]["number"], "2");
    assert_eq!(club.json("", &["match", "results", "--limit", "1"]).len(), 1);
    let results = club.done("", &[&["match", "results"], &of_two[..]].concat());
    assert!(results.contains(&with_bob) && !results.contains(&with_house), "{results}");
    for what in ["list", "results"] {
        let unknown = club.called(ann, &["match", what, "--game", "chess"]);
        assert_eq!(unknown.code, Some(1), "{what}: {}", unknown.err);
    }
}
