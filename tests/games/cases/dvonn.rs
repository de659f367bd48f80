//! Reads the golden cases of DVONN.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{After, Case, Match, Play, Position, word, words};

/// The stacks of a position by cell, with the pieces from bottom to top as in the cases: `a1` to
/// `RWB`.
type Stacks = BTreeMap<String, String>;

/// Number of plies of the placement.
const PLACEMENT: usize = 49;

pub fn read(line: &Value) -> Case {
    match word(&line["type"]) {
        "position" => Case::Position(read_position(line)),
        "game" => Case::Match(read_game(line)),
        other => panic!("unknown kind of case: {other}"),
    }
}

fn read_position(line: &Value) -> Position {
    let state = &line["state"];
    Position {
        id: word(&line["id"]).to_owned(),
        options: Vec::new(),
        seats: 2,
        round: 1,
        totals: vec![0.0; 2],
        texts: vec![format!("{} {} {} -", word(&state["turn"]), state["placed"], stacks_text(&read_stacks(state)))],
        legal: words(&line["legal"]),
        goals: Vec::new(),
        after: Vec::new(),
        perft_moves: Vec::new(),
        perft_plies: line["perft"].as_array().expect("perft").iter().map(|n| n.as_u64().expect("a number")).collect(),
    }
}

fn read_game(line: &Value) -> Match {
    let counts = line["legal_counts"].as_array().expect("legal_counts");
    let removed = line["removed"].as_array().expect("removed");
    let removed_by = |ply: usize| {
        let entry = removed.iter().find(|entry| entry["ply"] == ply);
        entry.map(|entry| words(&entry["cells"])).unwrap_or_default()
    };
    let mut stacks = Stacks::new();
    let mut plays: Vec<Play> = Vec::new();
    for (ply, played) in words(&line["moves"]).into_iter().enumerate() {
        // White places the 49th piece and also moves first. A pass counts as a ply of the side that
        // passes.
        let seat = if ply < PLACEMENT { ply % 2 } else { (ply + 1) % 2 } as u8;
        if played == "pass" {
            plays.last_mut().expect("no game begins with a pass").after.forced.push((seat, played));
            continue;
        }
        carry(&mut stacks, ply, &played);
        removed_by(ply).iter().for_each(|cell| assert!(stacks.remove(cell).is_some(), "{cell} was empty"));
        let fields = vec![(2, stacks_text(&stacks))];
        let legal = Some(counts[ply].as_u64().expect("a count") as usize);
        plays.push(Play { seat, notation: played, legal, after: After { fields, ..After::default() } });
    }
    let totals = match word(&line["result"]) {
        "W" => vec![1.0, 0.0],
        "B" => vec![0.0, 1.0],
        _ => vec![0.5, 0.5],
    };
    let end = plays.last_mut().expect("moves");
    end.after.ended = Some(super::MatchEnded {
        cause: if totals[0] == totals[1] { "equal" } else { "pieces" }.to_owned(),
        gains: totals.clone(),
        totals: totals.clone(),
    });
    Match {
        id: word(&line["id"]).to_owned(),
        options: Vec::new(),
        seats: 2,
        chance: Vec::new(),
        opening: Vec::new(),
        plays,
        rounds: 1,
        winner: u8::from(totals[1] > totals[0]),
        totals,
        fields: vec![(2, stacks_text(&read_stacks(&line["final"])))],
    }
}

/// Applies a placement or a move. The case lists the pieces that lose their link.
fn carry(stacks: &mut Stacks, ply: usize, played: &str) {
    if ply >= PLACEMENT {
        let lifted = stacks.remove(&played[..2]).expect("a stack to move");
        stacks.get_mut(&played[2..]).expect("a stack to land on").push_str(&lifted);
        return;
    }
    let piece = match ply {
        0..3 => "R",
        _ if ply.is_multiple_of(2) => "W",
        _ => "B",
    };
    stacks.insert(played.to_owned(), piece.to_owned());
}

fn read_stacks(state: &Value) -> Stacks {
    let stacks = state["stacks"].as_object().expect("stacks");
    stacks.iter().map(|(cell, pieces)| (cell.clone(), word(pieces).to_owned())).collect()
}

fn stacks_text(stacks: &Stacks) -> String {
    let stacks: Vec<String> = stacks.iter().map(|(cell, pieces)| format!("{cell}={pieces}")).collect();
    if stacks.is_empty() { "-".to_owned() } else { stacks.join(",") }
}
