//! `referee match` and `referee player` beside what a bot needs: lists, one player, a resignation, and the environment.

use serde_json::Value;

use super::{Place, Ran, remote::Served};

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
    let new = ["match", "create", "kamisado", "--tc", "inf", "-p", "ada", "-p", "house-random", "--json"];
    let created = objects(&run(&new, &token));
    let id = created[0]["matchId"].as_str().expect("an id");
    let second = run(&["match", "create", "kamisado", "-p", "ada", "-p", "house-random"], &token).out;

    let all = objects(&run(&["match", "list", "--player", "ada", "--json"], &token));
    let ids: Vec<&str> = all.iter().filter_map(|of| of["matchId"].as_str()).collect();
    assert_eq!(ids, [second.trim(), id], "the newest first");
    assert_eq!(objects(&run(&["match", "list", "--limit", "1", "--json"], &token)).len(), 1);
    let table = run(&["match", "list", "--game", "kamisado"], &token).out;
    assert!(table.lines().any(|line| line.starts_with(id) && line.contains("ada - house-random")), "{table}");
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
