//! Reads the golden cases of Hive.

use serde_json::Value;

use super::{After, Case, Match, MatchEnded, Play, Position, word, words};

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
        // The cases ignore repetition.
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

pub fn options(line: &Value, repetition: &str) -> Vec<(String, String)> {
    let expansions = word(&line["game_type"]).trim_start_matches("Base").trim_start_matches('+');
    vec![owned(("expansions", expansions)), owned(("repetition", repetition))]
}

fn owned((first, second): (&str, &str)) -> (String, String) {
    (first.to_owned(), second.to_owned())
}
