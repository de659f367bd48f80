//! The Dutch system against an independent implementation, and what holds of any tournament.

use std::fs;

use proptest::prelude::*;
use referee::{
    ids::Seat,
    tournament::{
        Entrant, Stage,
        swiss::{Acceleration, Outcome, SwissConfig, SwissError, pair},
    },
};
use serde_json::Value;

/// The entrant of an id of the file, which counts from 1.
fn entrant(id: &Value) -> Entrant {
    Entrant(u32::try_from(id.as_u64().unwrap() - 1).unwrap())
}

/// The outcomes of a stage, by entrant.
fn outcomes(stage: &Value, entrants: usize) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::Absent { halves: 0 }; entrants];
    for absent in stage["absent"].as_array().unwrap() {
        let halves = if absent["kind"] == "half" { 1 } else { 0 };
        outcomes[entrant(&absent["id"]).index()] = Outcome::Absent { halves };
    }
    if !stage["bye"].is_null() {
        outcomes[entrant(&stage["bye"]).index()] = Outcome::Bye;
    }
    for (pair, result) in stage["pairings"].as_array().unwrap().iter().zip(stage["results"].as_array().unwrap()) {
        let (white, black) = (entrant(&pair[0]), entrant(&pair[1]));
        let result = result.as_str().unwrap();
        let halves = match result {
            "1-0" | "+-" => [2, 0],
            "0-1" | "-+" => [0, 2],
            "1/2" => [1, 1],
            "--" => [0, 0],
            other => panic!("{other}"),
        };
        let played = matches!(result, "1-0" | "0-1" | "1/2");
        for (own, opponent, seat) in [(white, black, 0u8), (black, white, 1)] {
            let halves = halves[usize::from(seat)];
            outcomes[own.index()] = match played {
                true => Outcome::Played { opponent, seat: Seat(seat), halves },
                false => Outcome::Forfeit { opponent, halves },
            };
        }
    }
    outcomes
}

#[test]
fn every_stage_is_paired_as_by_an_independent_implementation() {
    let mut stages = 0;
    let mut wrong = Vec::new();
    for line in fs::read_to_string("golden/swiss.jsonl").unwrap().lines() {
        let tournament: Value = serde_json::from_str(line).unwrap();
        let entrants = tournament["players"].as_array().unwrap().len();
        let config = SwissConfig {
            stages: tournament["stages_planned"].as_u64().unwrap() as u32,
            initial_seat: Seat(u8::from(tournament["initial_colour"] == "black")),
            acceleration: Acceleration::None,
        };
        let mut history = Vec::new();
        for stage in tournament["stages"].as_array().unwrap() {
            let absent: Vec<Entrant> = stage["absent"].as_array().unwrap().iter().map(|one| entrant(&one["id"])).collect();
            let present: Vec<bool> = (0..entrants).map(|index| !absent.contains(&Entrant(index as u32))).collect();
            let found = pair(&config, &history, &present).unwrap();
            let pairs: Vec<Vec<u64>> =
                found.pairings.iter().map(|one| one.entrants.iter().map(|entrant| u64::from(entrant.0) + 1).collect()).collect();
            let bye = found.byes.first().map(|bye| u64::from(bye.entrant.0) + 1);
            if serde_json::json!(pairs) != stage["pairings"] || serde_json::json!(bye) != stage["bye"] {
                wrong.push(format!("{} stage {}: {pairs:?} {bye:?}", tournament["case"], history.len() + 1));
            }
            history.push(outcomes(stage, entrants));
            stages += 1;
        }
    }
    assert!(wrong.is_empty(), "{} of {stages}: {wrong:#?}", wrong.len());
    assert_eq!(stages, 161);
}
