//! The host's view of a tournament or ladder that waits for players.

use std::fs;

use crate::runner::{
    Ran,
    tournaments::mixed::{Hosted, file},
};

/// Returns the cells of the first line that begins with `first`.
fn row<'a>(ran: &'a Ran, first: &str) -> Vec<&'a str> {
    let line = ran.out.lines().find(|line| line.starts_with(first));
    let line = line.unwrap_or_else(|| panic!("no line begins with {first}: {}{}", ran.out, ran.err));
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

fn is_time(text: &str) -> bool {
    text.len() == "2026-12-01 18:00:00".len() && text.starts_with("20")
}

#[test]
fn status_shows_why_and_how_long_matches_wait() {
    let text = file(&["name = \"ada\"", "name = \"house-random\""]);
    let hosted = Hosted::start(&format!("accept_within = 12\n{text}"));
    hosted.run(&["player", "register", "ada"]);
    let created = hosted.run(&["tournament", "create", "cup.toml"]);
    assert_eq!(created.code, Some(0), "{}", created.err);
    let mut status = hosted.run(&["tournament", "status", "cup"]);
    while !status.out.contains("s1-b1-m2") {
        status = hosted.run(&["tournament", "status", "cup"]);
    }
    assert_eq!(row(&status, "unopened match"), ["unopened match", "waits for", "because", "since", "until"]);
    for key in ["s1-b1-m1", "s1-b1-m2"] {
        let [_, waits_for, because, since, until] = row(&status, key)[..] else { panic!("{}", status.out) };
        assert_eq!((waits_for, because), ("ada", "ada has not agreed"));
        assert!(is_time(since) && is_time(until) && since < until, "{}", status.out);
    }
    assert_eq!(row(&status, "ada ")[1], "not since the server started", "{}", status.out);
    assert!(status.out.contains("matches: 0 of 2 played"), "{}", status.out);
    assert_eq!(row(&hosted.run(&["tournament", "list"]), "cup ")[2..], ["running", "2", "0 of 1"]);

    // The awaited player misses the deadline.
    let watched = hosted.run(&["tournament", "watch", "cup"]);
    assert!(watched.out.contains("provisional until") && !watched.out.contains("has waited"), "{}", watched.out);
    let list = || hosted.run(&["tournament", "list"]);
    while row(&list(), "cup ")[2] != "provisional" {}
    assert_eq!(row(&list(), "cup ")[2..], ["provisional", "2", "1 of 1"]);
    let exported = hosted.run(&["tournament", "export", "cup"]);
    assert!(!exported.err.contains("s1-b1"), "no match was opened: {}", exported.err);
    assert_eq!(hosted.run(&["tournament", "confirm", "cup"]).code, Some(0));
    while row(&list(), "cup ")[2] != "over" {}
    assert_eq!(row(&list(), "cup ")[2..], ["over", "2", "1 of 1"]);
}

#[test]
fn a_ladder_reports_its_waits_and_absences() {
    let hosted = Hosted::start("");
    hosted.run(&["player", "register", "ada"]);
    let text = "accept_within = 90\nentrants = [{ name = \"ada\" }, { name = \"house-random\" }]\n\
                [[categories]]\nname = \"kamisado\"\ngame = \"kamisado\"\nmatches = { tc = \"60+1\" }\n";
    fs::write(hosted.place.path().join("blitz.toml"), text).expect("it can be written");
    let created = hosted.run(&["ladder", "create", "blitz.toml"]);
    assert_eq!(created.code, Some(0), "{}", created.err);
    let told = hosted.run(&["ladder", "status", "blitz", "--json"]);
    assert!(told.out.contains("\"acceptWithinMs\":\"90000\""), "{}", told.out);
    let status = hosted.run(&["ladder", "status", "blitz"]);
    assert_eq!(row(&status, "not connected"), ["not connected", "since"]);
    assert!(status.out.lines().any(|line| line.starts_with("ada  ") && line.contains("not since")), "{}", status.out);
    fs::write(hosted.place.path().join("blitz.toml"), text.replace("= 90\n", "= 0\n")).expect("it can be written");
    let refused = hosted.run(&["ladder", "create", "blitz.toml"]);
    assert!(refused.code == Some(1) && refused.err.contains("accept_within_ms"), "{}", refused.err);
}
