//! Subcommands of `referee match` and `referee player` that bots do not need: lists, one player, a
//! resignation, and the environment.

use referee::{
    law::Contest,
    store::{SqliteStore, Store},
};
use serde_json::Value;

use crate::runner::{Place, Ran, remote::Served};
use crate::store::sample::{open, scheduled};

fn objects(ran: &Ran) -> Vec<Value> {
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    ran.out.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

#[test]
fn matches_and_players_are_listed_and_a_seat_resigns() {
    let place = Place::new();
    let served = Served::start(&place);
    let run = |words: &[&str], token: &str| {
        let mut command = place.command(words);
        Ran::of(command.env("REFEREE_URL", &served.url).env("REFEREE_TOKEN", token).output().expect("it starts"))
    };
    let token =
        objects(&run(&["player", "register", "ada", "--json"], ""))[0]["token"].as_str().expect("a token").to_owned();
    let renamed = run(&["player", "rename", "ada", "--display-name", "Ада Л."], &token);
    assert_eq!(renamed.code, Some(0), "{}", renamed.err);
    let new = ["match", "create", "kamisado", "--tc", "inf", "-p", "ada", "-p", "house-random", "--json"];
    let created = objects(&run(&new, &token));
    let id = created[0]["matchId"].as_str().expect("an id");
    let second = run(&["match", "create", "kamisado", "-p", "ada", "-p", "house-random"], &token).out;

    let all = objects(&run(&["match", "list", "--player", "ada", "--json"], &token));
    let ids: Vec<&str> = all.iter().filter_map(|of| of["matchId"].as_str()).collect();
    assert_eq!(ids, [second.trim(), id], "the newest first");
    assert_eq!(all[0]["displayNames"], serde_json::json!(["Ада Л.", ""]), "{}", all[0]);
    assert_eq!(objects(&run(&["match", "list", "--limit", "1", "--json"], &token)).len(), 1);
    let table = run(&["match", "list", "--game", "kamisado"], &token).out;
    assert!(table.lines().any(|line| line.starts_with(id) && line.contains("ada (Ада Л.) - house-random")), "{table}");
    assert_eq!(run(&["match", "list", "--game", "chess"], &token).code, Some(1));

    let aborted = objects(&run(&["match", "abort", id, "--json"], &token));
    assert!(aborted[0]["seq"].as_u64().is_some(), "{aborted:?}");
    let over = objects(&run(&["match", "list", "--state", "over", "--json"], &token));
    assert_eq!(over.iter().filter_map(|of| of["matchId"].as_str()).collect::<Vec<_>>(), [id]);
    let again = run(&["match", "resign", id], &token);
    assert!(again.code == Some(1) && again.err.contains("MATCH_OVER"), "{}", again.err);

    let players = objects(&run(&["player", "list", "--json"], &token));
    assert!(players.iter().any(|player| player["name"] == "ada"), "{players:?}");
    let house = run(&["player", "show", "house-search"], "");
    assert!(house.out.contains("house-search  house"), "{}", house.out);
    assert_eq!(run(&["player", "show", "nobody"], "").code, Some(1));
}

#[tokio::test]
async fn standings_are_a_table_or_one_object() {
    let place = Place::new();
    let data = tempfile::tempdir().expect("a directory");
    let store = Store::from(SqliteStore::open(data.path()).expect("it is empty"));
    let spring = || Contest::Tournament("spring".to_owned());
    let matches = [
        scheduled("one", &["ann", "bob"], (spring(), "host"), &[1, 2], &[7, 2]),
        scheduled("two", &["bob", "ann"], (spring(), "host"), &[1, 1], &[3, 3]),
        scheduled("three", &["bob", "ann"], (spring(), "eve"), &[1, 2], &[2, 0]),
        scheduled("four", &["bob", "ann"], (Contest::Ladder("blitz".to_owned()), "host"), &[], &[0, 0]),
    ];
    for (match_id, events) in ["one", "two", "three", "four"].into_iter().zip(matches) {
        open(&*store.log, match_id, events).await;
    }
    drop(store);
    let served = Served::start_with(&place, &["--data", data.path().to_str().expect("it is text")]);
    let run = |words: &[&str]| {
        let mut command = place.command(&[&["match"], words].concat());
        Ran::of(command.env("REFEREE_URL", &served.url).output().expect("it starts"))
    };
    let table = run(&["standings", "--tournament", "spring", "--created-by", "host"]);
    assert_eq!(table.code, Some(0), "{}", table.err);
    let cells: Vec<Vec<&str>> = table.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        cells[1..],
        [
            ["1", "ann", "1.5", "2", "1", "1", "0", "0", "5", "0"],
            ["2", "bob", "0.5", "2", "0", "1", "1", "0", "2.5", "0"],
        ]
    );
    assert!(table.out.starts_with("rank  player  points  matches  won  drawn  lost"), "{}", table.out);

    let all = objects(&run(&["standings", "--tournament", "spring", "--json"]));
    assert_eq!(all.len(), 1, "the whole answer is one object");
    assert_eq!((&all[0]["matches"], &all[0]["lastNumber"]), (&"3".into(), &"4".into()));
    let row = |at: usize| {
        let row = &all[0]["rows"][at];
        (&row["rank"], &row["player"], &row["points"])
    };
    assert_eq!([row(0), row(1)], [(&1.into(), &"ann".into(), &1.5.into()), (&1.into(), &"bob".into(), &1.5.into())]);
    let ladder = objects(&run(&["standings", "--ladder", "blitz", "--json"]));
    assert_eq!((&ladder[0]["voidMatches"], &ladder[0]["rows"][0]["voidMatches"]), (&"1".into(), &"1".into()));
    let results = objects(&run(&["results", "--tournament", "spring", "--created-by", "eve", "--json"]));
    assert_eq!(results.iter().map(|of| &of["summary"]["matchId"]).collect::<Vec<_>>(), [&Value::from("three")]);

    let refused = run(&["standings", "--tournament", "Spring!"]);
    assert!(refused.code == Some(1) && refused.err.contains("BAD_FIELD"), "{}", refused.err);
}
