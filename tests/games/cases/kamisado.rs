//! Reads the golden cases of Kamisado.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{After, Case, Match, MatchEnded, Play, Position, word};

/// The towers of a position by square, with side, colour and rank as in the cases: `a1` to `WN0`.
type Towers = BTreeMap<String, String>;

const START: [(&str, &str); 2] = [("B", "OBUPYRGN"), ("W", "NGRYPUBO")];

pub fn read(line: &Value) -> Case {
    match word(&line["type"]) {
        "position" => Case::Position(read_position(line)),
        "match" => Case::Match(read_match(line)),
        other => panic!("unknown kind of case: {other}"),
    }
}

fn read_position(line: &Value) -> Position {
    let state = &line["state"];
    let towers = read_towers(state);
    let after = line["after"].as_object().expect("after is an object");
    Position {
        id: word(&line["id"]).to_owned(),
        options: length(&state["target"]),
        seats: 2,
        round: state["round"].as_u64().expect("a round") as u32,
        totals: points(&state["points"]),
        texts: texts(state, &towers),
        legal: line["legal"].as_array().expect("legal is a list").iter().map(|m| word(m).to_owned()).collect(),
        goals: Vec::new(),
        after: after
            .iter()
            .map(|(played, told)| (played.clone(), read_after(played, told, &mut towers.clone())))
            .collect(),
        perft_moves: numbers(&line["perft"]),
        perft_plies: numbers(&line["perft_zero"]),
    }
}

fn read_match(line: &Value) -> Match {
    let mut towers = Towers::new();
    for (side, colours) in START {
        seat(&mut towers, side, colours, &BTreeMap::new());
    }
    let last = &line["final"];
    let plays = line["log"].as_array().expect("a log").iter().map(|entry| {
        let played = word(&entry["move"]);
        Play {
            seat: number(&entry["side"]),
            notation: played.to_owned(),
            legal: Some(entry["n"].as_u64().expect("n") as usize),
            after: read_after(played, entry, &mut towers),
        }
    });
    let rounds = line["rounds"].as_array().expect("rounds");
    Match {
        id: word(&line["id"]).to_owned(),
        options: vec![("length".into(), word(&line["match"]).into())],
        seats: 2,
        chance: Vec::new(),
        opening: Vec::new(),
        plays: plays.collect(),
        rounds: rounds.len() as u32,
        totals: points(&line["points"]),
        winner: number(&line["winner"]),
        fields: vec![(0, board(&read_towers(last))), (1, word(&line["winner"]).to_lowercase())],
    }
}

/// Plays the move on the towers. Returns the state that the case lists after it.
fn read_after(played: &str, told: &Value, towers: &mut Towers) -> After {
    if let Some(seats) = told["seats"].as_object() {
        fill(towers, seats);
    } else {
        carry(towers, played, told["push"].as_u64().unwrap_or(0) as i8);
    }
    let mut ended = None;
    if let Some(end) = told["round_end"].as_object() {
        let tower = format!("{}{}", word(&end["winner"]), word(&end["tower"]));
        let grown = towers.values_mut().find(|t| t.starts_with(&tower)).expect("the winner's tower");
        *grown = format!("{tower}{}", end["new_rank"]);
        let mut gains = vec![0.0; 2];
        gains[usize::from(number(&end["winner"]))] = end["value"].as_f64().expect("a value");
        ended = Some(MatchEnded { cause: word(&end["reason"]).to_owned(), gains, totals: points(&end["points"]) });
    }
    let steps = told["zero"].as_array().into_iter().flatten();
    let mut fields = vec![(0, board(towers))];
    // An entry of a match log does not contain the turn; the next entry does.
    let turn = told["turn"].as_str();
    if let Some(side) = turn {
        fields.push((1, side.to_lowercase()));
        let required = told["required"].as_str();
        fields.push(match (word(&told["phase"]), required) {
            ("fill", _) => (2, "fill".into()),
            (_, None) => (2, "any".into()),
            (_, Some(colour)) if side == "B" => (2, colour.to_lowercase()),
            (_, Some(colour)) => (2, colour.into()),
        });
        let chain: Vec<&str> = steps.clone().map(|step| word(&step["square"])).collect();
        let cut = chain.is_empty() || ended.is_some();
        fields.push((4, if cut { "-".into() } else { chain.join(",") }));
    }
    After {
        forced: steps.map(|step| (number(&step["zero"]), word(&step["square"]).repeat(2))).collect(),
        ended,
        turn: turn.map(|_| number(&told["turn"])),
        fields,
    }
}

/// Moves the towers of one move. A push starts with the farthest tower.
fn carry(towers: &mut Towers, played: &str, push: i8) {
    let (source, goal) = (&played[..2], &played[2..]);
    let step = if goal.as_bytes()[1] > source.as_bytes()[1] { 1 } else { -1 };
    let ahead = |square: &str, count: i8| {
        let row = square.as_bytes()[1].checked_add_signed(step * count).expect("a row");
        format!("{}{}", &square[..1], char::from(row))
    };
    for count in (0..push).rev() {
        let pushed = towers.remove(&ahead(goal, count)).expect("a pushed tower");
        towers.insert(ahead(goal, count + 1), pushed);
    }
    let moved = towers.remove(source).expect("the tower that moves");
    assert!(towers.insert(goal.to_owned(), moved).is_none(), "{played}: the goal is empty after the push");
}

fn fill(towers: &mut Towers, seats: &serde_json::Map<String, Value>) {
    let ranks: BTreeMap<String, String> =
        towers.values().map(|tower| (tower[..2].to_owned(), tower[2..].to_owned())).collect();
    towers.clear();
    for (side, colours) in seats {
        seat(towers, side, word(colours), &ranks);
    }
}

/// Places the towers of a side on its home row, from file a to h.
fn seat(towers: &mut Towers, side: &str, colours: &str, ranks: &BTreeMap<String, String>) {
    let row = if side == "W" { 1 } else { 8 };
    for (file, colour) in ('a'..='h').zip(colours.chars()) {
        let tower = format!("{side}{colour}");
        let rank = ranks.get(&tower).map_or("0", String::as_str);
        towers.insert(format!("{file}{row}"), format!("{tower}{rank}"));
    }
}

/// Returns a text for every possible source of the last move. The case lists only its goal, so any
/// empty square directly behind the goal is possible.
fn texts(state: &Value, towers: &Towers) -> Vec<String> {
    let side = word(&state["turn"]).to_lowercase();
    let phase = match (word(&state["phase"]), state["required"].as_str()) {
        ("fill", _) => "fill".into(),
        (_, Some(colour)) if side == "b" => colour.to_lowercase(),
        (_, Some(colour)) => colour.into(),
        (_, None) => "any".into(),
    };
    let head = format!("{} {side} {phase}", board(towers));
    let Some(goal) = state["last_square"].as_str() else { return vec![format!("{head} - -")] };
    let bytes = goal.as_bytes();
    let back = if word(&state["last_mover"]) == "W" { -1 } else { 1 };
    let sources = [-1, 0, 1].map(|sideways| {
        let file = bytes[0].wrapping_add_signed(sideways);
        format!("{}{}", char::from(file), char::from(bytes[1].wrapping_add_signed(back)))
    });
    sources.iter().map(|source| format!("{head} {source}{goal} -")).collect()
}

fn board(towers: &Towers) -> String {
    let mut rows = Vec::new();
    for row in (1..=8).rev() {
        let mut text = String::new();
        for file in 'a'..='h' {
            let Some(tower) = towers.get(&format!("{file}{row}")) else {
                let empty = text.chars().last().filter(char::is_ascii_digit).map_or(0, |d| d as u8 - b'0');
                if empty > 0 {
                    text.pop();
                }
                text.push(char::from(b'1' + empty));
                continue;
            };
            let colour = &tower[1..2];
            text += &if tower.starts_with('W') { colour.to_owned() } else { colour.to_lowercase() };
            text += &"+".repeat(tower[2..].parse().expect("a rank"));
        }
        rows.push(text);
    }
    rows.join("/")
}

fn read_towers(state: &Value) -> Towers {
    let towers = state["towers"].as_object().expect("towers");
    towers.iter().map(|(square, tower)| (square.clone(), word(tower).to_owned())).collect()
}

fn length(target: &Value) -> Vec<(String, String)> {
    let word = match target.as_u64() {
        Some(1) => "single",
        Some(3) => "standard",
        Some(7) => "long",
        Some(15) => "marathon",
        _ => panic!("unknown target: {target}"),
    };
    vec![("length".into(), word.into())]
}

fn points(of: &Value) -> Vec<f64> {
    ["B", "W"].iter().map(|side| of[side].as_f64().expect("points")).collect()
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().into_iter().flatten().map(|n| n.as_u64().expect("a number")).collect()
}

fn number(side: &Value) -> u8 {
    match word(side) {
        "B" => 0,
        "W" => 1,
        other => panic!("unknown side: {other}"),
    }
}
