//! The Dutch system, compared with an independent implementation, and invariants of all Swiss
//! tournaments.

use std::collections::BTreeSet;

use crate::golden_files::golden_text;
use proptest::prelude::*;
use referee_contests::{
    contest::ContestReason,
    tournament::{
        Entrant, Pairing, Stage,
        pairing::swiss::{Acceleration, Outcome, SwissConfig, SwissError, pair},
    },
};
use referee_ids::Seat;
use serde_json::Value;

/// Returns the entrant of an id in the file, which counts from 1.
fn entrant(id: &Value) -> Entrant {
    Entrant(u32::try_from(id.as_u64().unwrap() - 1).unwrap())
}

/// Returns the outcomes of a stage by entrant.
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
    for line in golden_text("swiss.jsonl").lines() {
        let tournament: Value = serde_json::from_str(line).unwrap();
        let entrants = tournament["players"].as_array().unwrap().len();
        let config = SwissConfig {
            stages: tournament["stages_planned"].as_u64().unwrap() as u32,
            initial_seat: Seat(u8::from(tournament["initial_colour"] == "black")),
            acceleration: Acceleration::None,
            entrants_at_start: entrants,
        };
        let mut history = Vec::new();
        for stage in tournament["stages"].as_array().unwrap() {
            let absent: Vec<Entrant> =
                stage["absent"].as_array().unwrap().iter().map(|one| entrant(&one["id"])).collect();
            let present: Vec<bool> = (0..entrants).map(|index| !absent.contains(&Entrant(index as u32))).collect();
            let found = pair(&config, &history, &present).unwrap();
            let pairs: Vec<Vec<u64>> = found
                .pairings
                .iter()
                .map(|one| one.entrants.iter().map(|entrant| u64::from(entrant.0) + 1).collect())
                .collect();
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

/// Random numbers for a player in a stage: whether it is present, and how its game ends.
type Drawn = (u8, u8);

/// Returns whether the present entrants can be paired without a repeat, and the bye given to an
/// entrant that had none.
fn can_be_clean(met: &[Vec<bool>], had_bye: &[bool], left: &mut Vec<usize>, with_bye: bool) -> bool {
    let Some(first) = left.pop() else { return true };
    let mut found = with_bye && !had_bye[first] && can_be_clean(met, had_bye, &mut left.clone(), false);
    for place in 0..left.len() {
        if found {
            break;
        }
        let mut rest = left.clone();
        found = !met[first][rest.remove(place)] && can_be_clean(met, had_bye, &mut rest, with_bye);
    }
    left.push(first);
    found
}

fn outcomes_of(stage: &Stage, present: &[bool], drawn: &[Drawn]) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> =
        present.iter().zip(drawn).map(|(_, (_, how))| Outcome::Absent { halves: u32::from(*how % 2) }).collect();
    for bye in &stage.byes {
        outcomes[bye.entrant.index()] = Outcome::Bye;
    }
    for pairing in &stage.pairings {
        let [first, second] = pairing.entrants[..] else { panic!("{pairing:?}") };
        let how = drawn[first.index()].1;
        let halves = [[2, 0], [0, 2], [1, 1], [2, 0], [0, 2], [2, 0], [0, 0]][usize::from(how % 7)];
        for (own, opponent, seat) in [(first, second, 0u8), (second, first, 1)] {
            let halves = halves[usize::from(seat)];
            outcomes[own.index()] = match how % 7 {
                5 | 6 => Outcome::Forfeit { opponent, halves },
                _ => Outcome::Played { opponent, seat: Seat(seat), halves },
            };
        }
    }
    outcomes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn repeats_and_second_byes_occur_only_if_unavoidable(
        entrants in 1..11usize,
        stages in proptest::collection::vec(proptest::collection::vec((0..10u8, any::<u8>()), 11), 1..14),
        is_accelerated in any::<bool>(),
    ) {
        let acceleration = if is_accelerated { Acceleration::Baku } else { Acceleration::None };
        let config = SwissConfig { stages: stages.len() as u32, initial_seat: Seat(0), acceleration, entrants_at_start: entrants };
        let (mut history, mut met, mut had_bye) = (Vec::new(), vec![vec![false; entrants]; entrants], vec![false; entrants]);
        for drawn in &stages {
            let present: Vec<bool> = (0..entrants).map(|index| drawn[index].0 > 0).collect();
            let stage = pair(&config, &history, &present).unwrap();
            let mut left: Vec<usize> = (0..entrants).filter(|index| present[*index]).collect();
            let is_odd = left.len() % 2 == 1;
            let mut named: Vec<usize> = stage.pairings.iter().flat_map(|one| &one.entrants).chain(stage.byes.iter().map(|bye| &bye.entrant))
                .map(|entrant| entrant.index()).collect();
            named.sort_unstable();
            prop_assert_eq!(&named, &left, "every present entrant once");
            prop_assert_eq!(stage.byes.len(), usize::from(is_odd));
            let again = stage.pairings.iter().filter(|one| met[one.entrants[0].index()][one.entrants[1].index()]).count();
            let second_bye = stage.byes.iter().any(|bye| had_bye[bye.entrant.index()]);
            if again > 0 || second_bye {
                prop_assert!(!can_be_clean(&met, &had_bye, &mut left, is_odd), "{stage:?}");
            }
            let is_repeat = |one: &&Pairing| matches!(one.reason, ContestReason::Swiss { met: true, .. });
            let told = stage.pairings.iter().filter(is_repeat).count();
            prop_assert_eq!(told, again, "a pairing that is a repeat says so");
            let outcomes = outcomes_of(&stage, &present, drawn);
            for (index, outcome) in outcomes.iter().enumerate() {
                match outcome {
                    Outcome::Played { opponent, .. } => met[index][opponent.index()] = true,
                    Outcome::Bye | Outcome::Forfeit { halves: 2, .. } => had_bye[index] = true,
                    _ => (),
                }
            }
            history.push(outcomes);
        }
    }
}

#[test]
fn acceleration_lets_the_strong_meet_earlier() {
    let first = |acceleration| {
        let config = SwissConfig { stages: 9, initial_seat: Seat(0), acceleration, entrants_at_start: 8 };
        let stage = pair(&config, &[], &[true; 8]).unwrap();
        stage
            .pairings
            .iter()
            .map(|one| one.entrants.iter().map(|entrant| entrant.0).collect())
            .collect::<Vec<Vec<u32>>>()
    };
    assert_eq!(first(Acceleration::None), [[0, 4], [5, 1], [2, 6], [7, 3]]);
    assert_eq!(first(Acceleration::Baku), [[0, 2], [3, 1], [4, 6], [7, 5]]);
}

/// Virtual points affect the pairing, and reasons name them as virtual. Boards are ordered by real
/// points.
#[test]
fn virtual_points_are_named_and_do_not_order_boards() {
    let acceleration = Acceleration::Baku;
    let config = SwissConfig { stages: 9, initial_seat: Seat(0), acceleration, entrants_at_start: 8 };
    let stage = pair(&config, &[], &[true; 8]).unwrap();
    let says = |stage: &Stage, board: usize| stage.pairings[board].reason.to_string();
    assert!(says(&stage, 0).starts_with("both have 0 encounter points and 1 virtual point; "), "{}", says(&stage, 0));
    assert!(says(&stage, 3).starts_with("both have 0 encounter points; "), "{}", says(&stage, 3));
    let played = |opponent, seat, halves| Outcome::Played { opponent: Entrant(opponent), seat: Seat(seat), halves };
    // 0 beats 2, 3 and 1 draw, 4 and 6 draw, and 5 beats 7.
    let first = [(2, 0, 2), (3, 1, 1), (0, 1, 0), (1, 0, 1), (6, 0, 1), (7, 1, 2), (4, 1, 1), (5, 0, 0)];
    let first: Vec<Outcome> = first.map(|(opponent, seat, halves)| played(opponent, seat, halves)).to_vec();
    let stage = pair(&config, &[first], &[true; 8]).unwrap();
    let both = |one: &Pairing| one.entrants.iter().map(|entrant| entrant.0).collect::<BTreeSet<u32>>();
    let boards: Vec<BTreeSet<u32>> = stage.pairings.iter().map(both).collect();
    // With virtual points, 2 and 3 have more than 4 and 5.
    assert_eq!(boards, [[0, 1], [4, 5], [2, 3], [6, 7]].map(BTreeSet::from));
    let floated = "1 encounter point and 1 virtual point floated down to 0.5 encounter points and 1 virtual point; ";
    assert!(says(&stage, 0).starts_with(floated), "{}", says(&stage, 0));
}

/// The tournament begins with 8 entrants, and the first 4 get one extra point. With the 6 late
/// entrants, the upper half would be the first 8.
#[test]
fn late_entries_do_not_change_the_accelerated_half() {
    let acceleration = Acceleration::Baku;
    let config = SwissConfig { stages: 5, initial_seat: Seat(0), acceleration, entrants_at_start: 8 };
    let won = |opponent, seat| Outcome::Played { opponent: Entrant(opponent), seat: Seat(seat), halves: 2 };
    let lost = |opponent, seat| Outcome::Played { opponent: Entrant(opponent), seat: Seat(seat), halves: 0 };
    // 0-2, 3-1, 4-6, 7-5: the entrant with the smaller number wins.
    let mut first = vec![won(2, 0), won(3, 1), lost(0, 1), lost(1, 0), won(6, 0), won(7, 1), lost(4, 1), lost(5, 0)];
    first.resize(14, Outcome::Absent { halves: 0 });
    let stage = pair(&config, &[first.clone()], &[true; 14]).unwrap();
    let pairs = |stage: &Stage| {
        let sorted = |entrants: &Vec<Entrant>| {
            let mut both: Vec<u32> = entrants.iter().map(|entrant| entrant.0).collect();
            both.sort_unstable();
            both
        };
        stage.pairings.iter().map(|one| sorted(&one.entrants)).collect::<Vec<_>>()
    };
    // With the extra point, 0 and 1 have 2 points, and 2 to 5 have 1.
    assert_eq!(pairs(&stage)[..3], [[0, 1], [2, 4], [3, 5]]);
    let all_accelerated = pair(&SwissConfig { entrants_at_start: 14, ..config }, &[first], &[true; 14]).unwrap();
    assert_eq!(pairs(&all_accelerated)[..2], [[0, 5], [1, 4]]);
}

#[test]
fn impossible_histories_are_rejected() {
    let acceleration = Acceleration::None;
    let config = SwissConfig { stages: 5, initial_seat: Seat(0), acceleration, entrants_at_start: 2 };
    let refused = |stage: Vec<Outcome>| pair(&config, &[stage], &[true; 2]).unwrap_err();
    assert_eq!(refused(vec![Outcome::Bye]), SwissError::StageLength { stage: 0, outcomes: 1, entrants: 2 });
    let played = |opponent, seat, halves| Outcome::Played { opponent: Entrant(opponent), seat: Seat(seat), halves };
    for (mine, theirs) in [
        (played(1, 0, 2), Outcome::Bye),
        (played(1, 0, 2), played(0, 0, 0)),
        (played(1, 0, 2), played(0, 1, 1)),
        (played(0, 0, 1), played(0, 1, 1)),
        (played(7, 0, 1), played(0, 1, 1)),
        (Outcome::Absent { halves: 3 }, Outcome::Bye),
        (Outcome::Forfeit { opponent: Entrant(1), halves: 1 }, Outcome::Forfeit { opponent: Entrant(0), halves: 1 }),
    ] {
        assert_eq!(refused(vec![mine, theirs]), SwissError::Outcome { stage: 0, entrant: Entrant(0), outcome: mine });
    }
    let seat = SwissConfig { initial_seat: Seat(2), ..config };
    assert_eq!(pair(&seat, &[], &[true; 2]), Err(SwissError::InitialSeat { seat: Seat(2) }));
    assert_eq!(pair(&config, &[], &[true; 2049]), Err(SwissError::TooManyEntrants { entrants: 2049 }));
    assert_eq!(pair(&config, &vec![Vec::new(); 128], &[]), Err(SwissError::TooManyStages { stages: 128 }));
    assert_eq!(pair(&config, &[], &[false; 3]), Ok(Stage::default()));
}
