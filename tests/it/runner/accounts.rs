//! Owners, their bots and their tokens, by the command line against a served server.

use serde_json::Value;

use super::{Place, Ran, remote::Served};

/// Runs a command with a token; it must be done.
fn done(place: &Place, served: &Served, token: &str, words: &[&str]) -> String {
    let ran = called(place, served, token, words);
    assert_eq!(ran.code, Some(0), "{words:?}: {}", ran.err);
    ran.out.trim().to_owned()
}

fn called(place: &Place, served: &Served, token: &str, words: &[&str]) -> Ran {
    place.run(&[words, &["--url", &served.url, "--token", token]].concat())
}

/// Runs a command with a token; gives what it prints a line, as JSON.
fn json(place: &Place, served: &Served, token: &str, words: &[&str]) -> Vec<Value> {
    let out = done(place, served, token, &[words, &["--json"]].concat());
    out.lines().map(|line| serde_json::from_str(line).expect("a line is one JSON value")).collect()
}

#[test]
fn an_owner_makes_renames_retires_and_revives_a_bot() {
    let place = Place::new();
    let served = Served::start(&place);
    let ada = place.run(&["player", "register", "--url", &served.url, "ada"]).out.trim().to_owned();
    let bot = done(&place, &served, &ada, &["player", "create-bot", "ada-deep", "--display-name", "Deep Ada"]);
    let bots = json(&place, &served, &ada, &["player", "bots", "ada"]);
    assert_eq!(bots.len(), 1);
    assert_eq!([&bots[0]["name"], &bots[0]["displayName"], &bots[0]["owner"]], ["ada-deep", "Deep Ada", "ada"]);

    let renamed = json(&place, &served, &ada, &["player", "rename", "ada-deep", "--display-name", "Deeper Ada"]);
    assert_eq!(renamed[0]["displayName"], "Deeper Ada");
    // The bot's own token is good for `play` alone.
    let refused = called(&place, &served, &bot, &["player", "retire", "ada-deep"]);
    assert!(refused.code == Some(1) && refused.err.contains("MISSING_SCOPE"), "{}", refused.err);

    assert!(done(&place, &served, &ada, &["player", "retire", "ada-deep"]).contains("retired of ada"));
    let shown = json(&place, &served, &ada, &["player", "show", "ada-deep"]);
    assert_eq!(shown[0]["state"], "PLAYER_STATE_RETIRED");
    let revived = json(&place, &served, &ada, &["player", "revive", "ada-deep"]);
    assert_eq!(revived[0]["state"], "PLAYER_STATE_ACTIVE");
}

#[test]
fn tokens_are_made_listed_renewed_and_revoked() {
    let place = Place::new();
    let served = Served::start(&place);
    let ada = place.run(&["player", "register", "--url", &served.url, "ada"]).out.trim().to_owned();
    let make = ["player", "token", "create", "--name", "laptop", "--scope", "play", "--scope", "account"];
    let laptop = done(&place, &served, &ada, &[&make[..], &["--expires", "90d"]].concat());
    let tokens = json(&place, &served, &laptop, &["player", "token", "list"]);
    let of = |name: &str| tokens.iter().find(|token| token["name"] == name).expect("it is listed");
    assert_eq!((tokens.len(), &of("first")["expiresUnixMs"]), (2, &Value::Null));
    assert!(of("laptop")["expiresUnixMs"].is_string(), "{tokens:?}");
    assert!(!format!("{tokens:?}").contains(&laptop), "a list shows no secret");

    let renewed = done(&place, &served, &laptop, &["player", "token", "renew"]);
    let old = called(&place, &served, &laptop, &["player", "token", "list"]);
    assert!(old.code == Some(1) && old.err.contains("UNAUTHENTICATED"), "{}", old.err);
    let first = of("first")["tokenId"].as_str().expect("it has an id");
    assert_eq!(done(&place, &served, &renewed, &["player", "token", "revoke", first]), "");
    let revoked = called(&place, &served, &ada, &["player", "token", "list"]);
    assert!(revoked.code == Some(1) && revoked.err.contains("UNAUTHENTICATED"), "{}", revoked.err);

    for (option, value) in [("--scope", "everything"), ("--expires", "soon")] {
        let words = ["player", "token", "create", "--scope", "play", option, value];
        let bad = called(&place, &served, &renewed, &words);
        assert!(bad.code == Some(2) && bad.err.contains(option) && bad.err.contains(value), "{}", bad.err);
    }
}
