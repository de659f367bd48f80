//! Reads the golden cases of Honest John.

use serde_json::Value;

use super::{After, Case, Match, MatchEnded, Play, Position, word};

/// Start chips of every seat in the cases of version 1.
pub const CHIPS: f64 = 20.0;

pub fn read(line: &Value) -> Case {
    match word(&line["type"]) {
        "position" => Case::Position(read_position(line)),
        "game" => Case::Match(read_game(line)),
        other => panic!("unknown kind of case: {other}"),
    }
}

fn read_position(line: &Value) -> Position {
    let state = &line["state"];
    let seats = number(&state["players"]);
    let (owner, actor) = (number(&state["turn"]), number(&state["actor"]));
    let after = line["after"].as_object().expect("after is an object");
    Position {
        id: word(&line["id"]).to_owned(),
        options: options(state),
        seats,
        round: state["round"].as_u64().expect("a round") as u32,
        totals: vec![0.0; usize::from(seats)],
        texts: vec![text(state, owner, (actor + seats - owner) % seats)],
        legal: list(&line["legal"]).iter().map(|m| word(m).to_owned()).collect(),
        goals: Vec::new(),
        after: after.iter().map(|(played, told)| (played.clone(), read_after(told))).collect(),
        perft_moves: list(&line["perft"]).iter().map(|n| n.as_u64().expect("a number")).collect(),
        perft_plies: Vec::new(),
    }
}

/// Returns the text of a position. `places` is the distance to the left from the owner of the line
/// to the asked seat, 0 for the owner itself.
fn text(state: &Value, owner: u8, places: u8) -> String {
    let stage = if word(&state["kind"]) == "play" { "play".to_owned() } else { format!("give:{places}") };
    let numbers = |list: &[Value]| list.iter().map(Value::to_string).collect::<Vec<_>>().join(",");
    let tiles = |list: &Value| match self::list(list) {
        [] => "-".to_owned(),
        tiles => tiles.iter().map(word).collect::<Vec<_>>().join(","),
    };
    let hand = |tiles: &Value| {
        let mut held: Vec<&str> = list(tiles).iter().map(word).collect();
        held.sort_by_key(|tile| std::cmp::Reverse(halves(tile)));
        if held.is_empty() { "-".to_owned() } else { held.join(",") }
    };
    let lists = |of: &Value| list(of).iter().map(tiles).collect::<Vec<_>>().join("/");
    let dead: Vec<String> = (0..)
        .zip(state["dead"].as_array().into_iter().flatten())
        .filter(|(_, dead)| **dead == Value::Bool(true))
        .map(|(seat, _): (usize, _)| seat.to_string())
        .collect();
    let totals = list(&state["total"]);
    format!(
        "round={} stage={stage} centre={} line={owner} before={} gains={} dead={} hands={} lines={} bone={} last=-",
        state["round"],
        state["centre"],
        numbers(totals),
        vec!["0"; totals.len()].join(","),
        if dead.is_empty() { "-".to_owned() } else { dead.join(",") },
        list(&state["hands"]).iter().map(hand).collect::<Vec<_>>().join("/"),
        lists(&state["lines"]),
        tiles(&state["boneyard"]),
    )
}

fn halves(tile: &str) -> (u8, u8) {
    let (high, low) = tile.split_once('-').expect("two halves");
    (high.parse().expect("pips"), low.parse().expect("pips"))
}

/// Reads the effect of a move. The first event is the move itself; the rest are forced steps.
fn read_after(told: &Value) -> After {
    let forced = list(&told["events"])[1..].iter().filter_map(forced).collect();
    After { forced, turn: told["actor"].as_u64().map(|seat| seat as u8), ..After::default() }
}

fn read_game(line: &Value) -> Match {
    let chips = if line["version"] == 1 { CHIPS } else { 0.0 };
    let change =
        |totals: &Value| list(totals).iter().map(|t| t.as_f64().expect("points") - chips).collect::<Vec<f64>>();
    let seats = number(&line["players"]);
    let mut opening = Vec::new();
    let mut plays: Vec<Play> = Vec::new();
    let mut moves = list(&line["moves"]).iter();
    let mut before = vec![0.0; usize::from(seats)];
    for event in list(&line["events"]) {
        match word(&event["ev"]) {
            "play" | "give" => {
                let entry = moves.next().expect("a move for every play and give");
                let (seat, notation) = (number(&entry[0]), word(&entry[1]).to_owned());
                plays.push(Play { seat, notation, legal: None, after: After::default() });
            }
            "end" => {
                let totals = change(&event["total"]);
                let gains = totals.iter().zip(&before).map(|(now, before)| now - before).collect();
                let cause = word(&event["end"]).to_owned();
                before.clone_from(&totals);
                plays.last_mut().expect("a play").after.ended = Some(MatchEnded { cause, gains, totals });
            }
            _ => match plays.last_mut() {
                Some(play) => play.after.forced.extend(forced(event)),
                None => opening.extend(forced(event)),
            },
        }
    }
    let rounds = list(&line["results"]).len() as u32;
    let unanswered = list(&line["events"]).iter().any(|event| event["ev"] == "no double left");
    Match {
        id: word(&line["id"]).to_owned(),
        options: options(line),
        seats,
        chance: list(&line["deals"]).iter().map(deal).collect(),
        opening,
        plays,
        // The unanswered call counts as a round without a move.
        rounds: rounds + u32::from(unanswered),
        totals: change(&line["total"]),
        winner: number(&list(&line["winners"])[0]),
        fields: Vec::new(),
    }
}

fn forced(event: &Value) -> Option<(u8, String)> {
    let step = match word(&event["ev"]) {
        "start" => format!("start {}", word(&event["tile"])),
        "draw" => format!("draw {}", word(&event["tile"])),
        "has none" => "none".to_owned(),
        "dead" => "dead".to_owned(),
        "pass" => "pass".to_owned(),
        "redeal" | "no double left" => return None,
        other => panic!("unknown event: {other}"),
    };
    Some((number(&event["player"]), step))
}

fn deal(tiles: &Value) -> String {
    format!("deal {}", list(tiles).iter().map(word).collect::<Vec<_>>().join(","))
}

fn options(of: &Value) -> Vec<(String, String)> {
    let mut options = vec![
        ("version".to_owned(), of["version"].to_string()),
        ("set".to_owned(), of["top"].to_string()),
        ("hand".to_owned(), of["hand_size"].to_string()),
    ];
    if let Some(rounds) = of["rounds"].as_u64() {
        options.push(("rounds".to_owned(), rounds.to_string()));
    }
    options
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("a list, not {value}"))
}

fn number(value: &Value) -> u8 {
    value.as_u64().and_then(|n| u8::try_from(n).ok()).unwrap_or_else(|| panic!("a small number, not {value}"))
}
