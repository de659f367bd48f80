//! Reads the golden cases of Hive.

use referee::games;
use serde_json::Value;

use super::cases::{After, Case, Match, MatchEnded, Play, Position, word, words};

pub fn read(line: &Value) -> Case {
    match word(&line["type"]) {
        "position" => Case::Position(read_position(line)),
        "game" => Case::Match(read_game(line)),
        other => panic!("unknown kind of case: {other}"),
    }
}

fn read_position(line: &Value) -> Position {
    Position {
        id: word(&line["id"]).to_owned(),
        // A position may have occurred twice before; the case ignores that.
        options: options(line, "off"),
        seats: 2,
        round: 1,
        totals: vec![0.0; 2],
        texts: vec![word(&line["game_string"]).to_owned()],
        legal: words(&line["valid_moves"]),
        goals: words(&line["valid_dest"]).iter().filter_map(|goal| goal.split_once('@')).map(owned).collect(),
        after: Vec::new(),
        perft_moves: Vec::new(),
        perft_plies: line["perft"].as_array().expect("perft").iter().map(|n| n.as_u64().expect("a number")).collect(),
    }
}

fn read_game(line: &Value) -> Match {
    let mut plays: Vec<Play> = Vec::new();
    for (ply, played) in word(&line["game_string"]).split(';').skip(3).enumerate() {
        let seat = (ply % 2) as u8;
        if played == "pass" {
            plays.last_mut().expect("no game begins with a pass").after.forced.push((seat, played.to_owned()));
            continue;
        }
        plays.push(Play { seat, notation: played.to_owned(), legal: None, after: After::default() });
    }
    let totals = match word(&line["result"]) {
        "WhiteWins" => vec![1.0, 0.0],
        "BlackWins" => vec![0.0, 1.0],
        _ => vec![0.5, 0.5],
    };
    let cause = match word(&line["end"]) {
        "surround" | "surround_by_own_move" => "queen_surrounded",
        same => same,
    };
    plays.last_mut().expect("moves").after.ended =
        Some(MatchEnded { cause: cause.to_owned(), gains: totals.clone(), totals: totals.clone() });
    Match {
        id: word(&line["id"]).to_owned(),
        options: options(line, "auto"),
        seats: 2,
        chance: Vec::new(),
        opening: Vec::new(),
        plays,
        rounds: 1,
        winner: u8::from(totals[1] > totals[0]),
        totals,
        fields: Vec::new(),
    }
}

fn options(line: &Value, repetition: &str) -> Vec<(String, String)> {
    let expansions = word(&line["game_type"]).trim_start_matches("Base").trim_start_matches('+');
    vec![owned(("expansions", expansions)), owned(("repetition", repetition))]
}

fn owned((first, second): (&str, &str)) -> (String, String) {
    (first.to_owned(), second.to_owned())
}

/// Unambiguous forms of other programs are read; the written form is canonical.
#[test]
fn game_strings_of_other_programs_are_read() {
    let game = games::find("hive").expect("the game");
    let of = |expansions| game.facts().setting(2, [("expansions", expansions)]).expect("a setting");
    for (expansions, text, canonical) in [
        ("", "Base;InProgress;White[2]; wA1; bG1 -wA1", "Base;InProgress;White[2];wA1;bG1 -wA1"),
        ("", "Base;InProgress;white[2];wA1;bG1 -wA1;", "Base;InProgress;White[2];wA1;bG1 -wA1"),
        ("MLP", "Base+PLM;InProgress;black[1];wM1", "Base+MLP;InProgress;Black[1];wM"),
        ("MLP", "Base+MLP;InProgress;White[2];wM1;bL1 wM1-", "Base+MLP;InProgress;White[2];wM;bL wM-"),
    ] {
        let read = game.parse(&of(expansions), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.text(), canonical);
    }
    for text in ["Base+MLL;NotStarted;White[1]", "Base+MLP;InProgress;White[2];wM2", "Base+MLP;InProgress;White[2];;wM"]
    {
        assert!(game.parse(&of("MLP"), text).is_err(), "{text}");
    }
}

/// The game strings come from another program, which writes state, turn and names of moves itself.
/// Whatever the game has written can be read back, also where the round is longer than a caller's
/// text may be.
#[test]
fn the_game_string_of_a_long_round_is_read_back() {
    let game = games::find("hive").expect("the game");
    let setting = game.facts().setting(2, [("repetition", "off")]).expect("a setting");
    let mut round = game.open(&setting).expect("an opening");
    let opening = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
    let to_and_fro = ["wQ /wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"];
    for played in opening.into_iter().chain(to_and_fro.into_iter().cycle().take(14_000)) {
        round.play(played).expect("it is legal");
    }
    let text = round.text();
    assert!(text.len() > 100_000, "{} bytes", text.len());
    let read = game.parse(&setting, &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.text(), text);
    let longer = format!("{text}{}", ";pass".repeat(200_000));
    assert!(game.parse(&setting, &longer).is_err(), "a text has an end");
}

#[test]
fn a_game_string_is_written_as_it_was_read() {
    let game = games::find("hive").expect("it is registered");
    let cases = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/golden/hive.jsonl")).expect("the cases");
    let mut strings = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let repetition = if word(&case["type"]) == "position" { "off" } else { "auto" };
        let options = options(&case, repetition);
        let options = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let setting = game.facts().setting(2, options).expect("a game type");
        let string = word(&case["game_string"]);
        let read = game.parse(&setting, string).unwrap_or_else(|error| panic!("{string}: {error}"));
        assert_eq!(read.text(), string);
        // Neither the state nor the turn of a text is believed.
        let fields: Vec<&str> = string.splitn(4, ';').collect();
        let [kind, _, _, moves @ ..] = &fields[..] else { panic!("{string}: four fields") };
        let told = [&[*kind, "Draw", "Black[99]"], moves].concat().join(";");
        assert_eq!(game.parse(&setting, &told).map(|read| read.text()).as_deref(), Ok(string));
        strings += 1;
    }
    assert!(strings > 0, "there are cases");
}
