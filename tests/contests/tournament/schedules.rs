//! Round robins, gauntlets, brackets, hills and arenas.

use std::collections::BTreeMap;

use crate::golden_files::golden_text;
use proptest::prelude::*;
use referee_contests::tournament::{
    Entrant,
    pairing::{
        arena::{self, Free},
        berger::{Gauntlet, RoundRobin, RoundRobinError},
        bracket::{Bracket, MAX_TIES, Status},
        double_elimination::double_elimination,
        king_of_the_hill::KingOfTheHill,
        knockout::{ThirdPlace, knockout},
    },
};
use serde_json::Value;

fn golden(name: &str) -> Value {
    serde_json::from_str(&golden_text(name)).unwrap()
}

#[test]
fn round_robins_are_the_berger_tables() {
    let tables = golden("berger.json");
    let tables = tables["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 14);
    for table in tables {
        let robin = RoundRobin::new(table["players"].as_u64().unwrap() as usize, 1).unwrap();
        let stages: Vec<Value> = (0..robin.stages())
            .map(|number| {
                let stage = robin.stage(number).unwrap();
                let ids = |entrants: &[Entrant]| entrants.iter().map(|entrant| entrant.0 + 1).collect::<Vec<u32>>();
                let pairs: Vec<Vec<u32>> = stage.pairings.iter().map(|pairing| ids(&pairing.entrants)).collect();
                serde_json::json!({"pairs": pairs, "bye": stage.byes.first().map(|bye| bye.entrant.0 + 1)})
            })
            .collect();
        assert_eq!(Value::from(stages), table["stages"], "{} players", table["players"]);
    }
}

/// Number of meetings of each pair, the first entrant on seat 0.
type Met = BTreeMap<(u32, u32), u32>;
/// The seats of each entrant, in order.
type Seats = BTreeMap<u32, Vec<usize>>;

/// Returns the pairings and seats of some stages.
fn meetings(stages: impl Iterator<Item = referee_contests::tournament::Stage>) -> (Met, Seats) {
    let (mut met, mut seats) = (Met::new(), Seats::new());
    for stage in stages {
        let mut busy = std::collections::BTreeSet::new();
        let out = stage.byes.iter().map(|bye| bye.entrant);
        for entrant in stage.pairings.iter().flat_map(|pairing| pairing.entrants.iter().copied()).chain(out) {
            assert!(busy.insert(entrant), "{entrant} is twice in one stage");
        }
        for pairing in &stage.pairings {
            assert!(!pairing.reason.to_string().is_empty());
            *met.entry((pairing.entrants[0].0, pairing.entrants[1].0)).or_default() += 1;
            for (seat, entrant) in pairing.entrants.iter().enumerate() {
                seats.entry(entrant.0).or_default().push(seat);
            }
        }
    }
    (met, seats)
}

proptest! {
    #[test]
    fn all_pairs_meet_equally_often(entrants in 2..40usize, cycles in 1..5u32) {
        let robin = RoundRobin::new(entrants, cycles).unwrap();
        prop_assert!(robin.stage(robin.stages()).is_none());
        let (met, seats) = meetings((0..robin.stages()).map(|number| robin.stage(number).unwrap()));
        for a in 0..entrants as u32 {
            for b in 0..a {
                let there = met.get(&(a, b)).copied().unwrap_or(0);
                let back = met.get(&(b, a)).copied().unwrap_or(0);
                prop_assert_eq!(there + back, cycles);
                prop_assert!(there.abs_diff(back) <= 1);
            }
            let own = &seats[&a];
            let first = own.iter().filter(|seat| **seat == 0).count();
            prop_assert!(first.abs_diff(own.len() - first) <= 1, "{a}: {own:?}");
            if cycles == 2 && entrants > 2 {
                prop_assert!(own.windows(3).all(|three| three[0] != three[1] || three[1] != three[2]), "{a}: {own:?}");
            }
        }
    }

    #[test]
    fn challengers_meet_only_the_others(challengers in 1..8usize, others in 1..12usize, cycles in 1..4u32) {
        let gauntlet = Gauntlet::new(challengers + others, challengers, cycles).unwrap();
        let (met, seats) = meetings((0..gauntlet.stages()).map(|number| gauntlet.stage(number).unwrap()));
        let times = |a: usize, b: usize| met.get(&(a as u32, b as u32)).copied().unwrap_or(0);
        for a in 0..challengers + others {
            for b in 0..a {
                let expected = if b < challengers && a >= challengers { cycles } else { 0 };
                prop_assert_eq!(times(a, b) + times(b, a), expected);
            }
            let own = &seats[&(a as u32)];
            let first = own.iter().filter(|seat| **seat == 0).count();
            prop_assert!(first.abs_diff(own.len() - first) <= 1, "{a}: {own:?}");
        }
    }
}

#[test]
fn impossible_settings_are_rejected() {
    assert_eq!(RoundRobin::new(1, 1), Err(RoundRobinError::Entrants { entrants: 1 }));
    assert_eq!(RoundRobin::new(4, 0), Err(RoundRobinError::Cycles { cycles: 0 }));
    assert_eq!(Gauntlet::new(4, 4, 1), Err(RoundRobinError::Challengers { challengers: 4, entrants: 4 }));
    assert!(knockout(1, ThirdPlace::Played).is_err() && double_elimination(1 << 20).is_err());
    assert!(KingOfTheHill::new(1).is_err());
}

/// Plays a bracket. The better seed wins, except in the matches listed in `upsets`. Returns the
/// status of each match by its name.
fn play(bracket: &Bracket, upsets: &[String]) -> BTreeMap<String, Status> {
    let mut results: Vec<Vec<[i64; 2]>> = vec![Vec::new(); bracket.matches().len()];
    for _ in 0..bracket.matches().len() {
        let found = bracket.resolve(&results);
        for (number, status) in found.iter().enumerate() {
            if let Status::ToPlay { encounter, pairing } = status {
                assert_eq!(*encounter, 0);
                let won = usize::from(upsets.contains(&bracket.matches()[number].name));
                // The points follow the order of the sources, so try both orders.
                let winner = pairing.entrants[won];
                for points in [[2, 0], [0, 2]] {
                    results[number] = vec![points];
                    if matches!(&bracket.resolve(&results)[number], Status::Decided { winner: found, .. } if *found == winner)
                    {
                        break;
                    }
                }
            }
        }
    }
    let names = bracket.matches().iter().map(|one| one.name.clone());
    names.zip(bracket.resolve(&results)).collect()
}

proptest! {
    /// Points of random matches are set, changed and removed in any order, unlike in a real
    /// tournament.
    #[test]
    fn a_followed_bracket_equals_a_recomputed_one(
        entrants in 2..10usize,
        is_double in any::<bool>(),
        changes in proptest::collection::vec((any::<u16>(), proptest::collection::vec(0..3i64, 0..3)), 1..60),
    ) {
        let bracket = match is_double {
            true => double_elimination(entrants).unwrap(),
            false => knockout(entrants, ThirdPlace::Played).unwrap(),
        };
        let mut results: Vec<Vec<[i64; 2]>> = vec![Vec::new(); bracket.matches().len()];
        let mut followed = bracket.resolve(&results);
        for (number, points) in changes {
            let number = usize::from(number) % results.len();
            results[number] = points.into_iter().map(|of_first| [of_first, 1]).collect();
            let points = |number: usize, encounter: usize, _| results[number].get(encounter).copied();
            bracket.resolve_again(&mut followed, number, points);
            prop_assert_eq!(&followed, &bracket.resolve(&results));
        }
    }
}

fn expect_match(found: &BTreeMap<String, Status>, expected: &Value, case: &str) {
    let name = expected["match"].as_str().unwrap();
    let seed = |value: &Value| Entrant(value.as_u64().unwrap() as u32 - 1);
    match &found[name] {
        Status::Empty => assert_eq!(expected["empty"], true, "{case} {name}"),
        Status::Bye(entrant) => assert_eq!(*entrant, seed(&expected["bye"]), "{case} {name}"),
        Status::Decided { winner, loser, by_seed } => {
            assert_eq!(*winner, seed(&expected["winner"]), "{case} {name}");
            let pair = [seed(&expected["pair"][0]), seed(&expected["pair"][1])];
            assert_eq!([*winner.min(loser), *winner.max(loser)], pair, "{case} {name}");
            assert!(!by_seed);
        }
        other => panic!("{case} {name}: {other:?}"),
    }
}

#[test]
fn brackets_are_those_of_an_independent_implementation() {
    let cases = golden("brackets.json");
    let cases = cases["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 12);
    for case in cases {
        let entrants = case["entrants"].as_u64().unwrap() as usize;
        for kind in ["knockout_favourites", "knockout_upsets", "double_favourites", "double_upsets"] {
            let expected = &case[kind];
            let name = format!("{} {kind}", case["case"]);
            let upsets =
                expected["upsets"].as_array().into_iter().flatten().map(|one| one.as_str().unwrap().to_owned());
            let upsets: Vec<String> = upsets.collect();
            let bracket = match kind.starts_with("knockout") {
                true => knockout(entrants, ThirdPlace::Played).unwrap(),
                false => double_elimination(entrants).unwrap(),
            };
            let found = play(&bracket, &upsets);
            let stages = [&expected["winners"], &expected["losers"]].into_iter().filter_map(Value::as_array).flatten();
            let matches: Vec<&Value> = stages
                .flat_map(|stage| stage.as_array().unwrap())
                .chain(expected["finals"].as_array().into_iter().flatten())
                .collect();
            for one in &matches {
                expect_match(&found, one, &name);
            }
            let real = found
                .iter()
                .filter(|(match_name, status)| match_name.as_str() != "P3" && matches!(status, Status::Decided { .. }));
            let expected_real = matches.iter().filter(|one| !one["pair"].is_null()).count();
            assert_eq!(real.count(), expected_real, "{name}");
            if let Some(pair) = expected["third_place_pair"].as_array() {
                let Status::Decided { winner, loser, .. } = &found["P3"] else { panic!("{name}: {:?}", found["P3"]) };
                let pair: Vec<u64> = pair.iter().map(|seed| seed.as_u64().unwrap() - 1).collect();
                assert_eq!(vec![u64::from(winner.0.min(loser.0)), u64::from(winner.0.max(loser.0))], pair, "{name}");
            }
        }
    }
}

#[test]
fn a_tie_asks_for_another_encounter_with_other_seats() {
    let bracket = knockout(2, ThirdPlace::Shared).unwrap();
    let mut results = vec![Vec::new()];
    for tied in 0..MAX_TIES {
        let [Status::ToPlay { encounter, pairing }] = &bracket.resolve(&results)[..] else { panic!("{tied}") };
        assert_eq!((*encounter, pairing.entrants[0]), (tied, Entrant((tied % 2) as u32)));
        let mut decided = results.clone();
        decided[0].push([1, 3]);
        let winner = Status::Decided { winner: Entrant(1), loser: Entrant(0), by_seed: false };
        assert_eq!(bracket.resolve(&decided), [winner]);
        results[0].push([1, 1]);
    }
    let by_seed = Status::Decided { winner: Entrant(0), loser: Entrant(1), by_seed: true };
    assert_eq!(bracket.resolve(&results), [by_seed]);
}

#[test]
fn a_king_stays_until_it_loses() {
    let mut hill = KingOfTheHill::new(3).unwrap();
    let seats = |hill: &KingOfTheHill| hill.next().map(|pairing| (pairing.entrants[0].0, pairing.entrants[1].0));
    assert_eq!(seats(&hill), Some((0, 1)));
    hill.take(1, 1);
    assert_eq!(seats(&hill), Some((2, 0)), "a tie leaves the king, and the seats change");
    hill.take(0, 2);
    assert_eq!((hill.king(), seats(&hill)), (Entrant(2), Some((2, 1))));
    hill.withdraw(Entrant(2));
    assert_eq!((hill.king(), seats(&hill)), (Entrant(1), Some((1, 0))));
    hill.withdraw(Entrant(0));
    assert_eq!(hill.next(), None);
}

fn free(entrant: u32, since_ms: u64, halves: i64) -> Free {
    Free { entrant: Entrant(entrant), since_ms, halves, seat_difference: 0, met: BTreeMap::new(), last: None }
}

#[test]
fn an_arena_pairs_waiting_entrants_and_avoids_repeats() {
    let mut waiting = vec![free(0, 30, 8), free(1, 10, 7), free(2, 20, 2), free(3, 15, 1), free(4, 40, 9)];
    let pairs = |waiting: &[Free]| -> Vec<Vec<u32>> {
        arena::pair(waiting, 100)
            .iter()
            .map(|pairing| pairing.entrants.iter().map(|entrant| entrant.0).collect())
            .collect()
    };
    assert_eq!(pairs(&waiting), [[1, 0], [3, 2]], "who came last waits on; like points meet");
    waiting[0].last = Some(Entrant(1));
    waiting[1].met.insert(Entrant(2), 2);
    assert_eq!(pairs(&waiting), [[1, 3], [2, 0]], "neither the last opponent again nor one met twice");
    waiting[2].seat_difference = 1;
    assert_eq!(pairs(&waiting), [[1, 3], [0, 2]], "seat 0 goes to the entrant that had it less often");
    waiting.reverse();
    assert_eq!(pairs(&waiting), [[1, 3], [0, 2]], "their order changes nothing");
    let mut alone = [free(0, 0, 0), free(1, 0, 0)];
    alone[0].last = Some(Entrant(1));
    assert_eq!(pairs(&alone).len(), 1, "two who are alone may meet again");
    assert!(pairs(&alone[..1]).is_empty());
}
