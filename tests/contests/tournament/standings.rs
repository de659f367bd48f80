//! Standings, compared with hand-computed ones and with a golden file.

use crate::golden_files::golden_text;
use referee_contests::tournament::{
    Entrant,
    standings::{Happened, PointsSystem, ResultPoints, Standing, StandingsError, TieBreak, standings},
};
use serde_json::Value;

const BUCHHOLZ: TieBreak = TieBreak::Buchholz { cut_least: 0, cut_greatest: 0 };
const CUT_1: TieBreak = TieBreak::Buchholz { cut_least: 1, cut_greatest: 0 };

fn game(stage: u32, a: u32, b: u32, of_a: i64) -> Happened {
    Happened::Encounter {
        stage,
        entrants: vec![Entrant(a), Entrant(b)],
        games: vec![vec![of_a, 2 - of_a]],
        is_over: true,
    }
}

fn order(found: &[Standing]) -> Vec<(usize, u32, i64)> {
    found.iter().map(|one| (one.rank, one.entrant.0, one.halves)).collect()
}

/// A round robin of four. Entrants 0 and 1 have 2 points each, and 1 beat 0; entrant 2 has 1.5
/// points, entrant 3 has 0.5.
fn four() -> Vec<Happened> {
    vec![game(0, 0, 3, 2), game(0, 1, 2, 0), game(1, 1, 0, 2), game(1, 2, 3, 1), game(2, 0, 2, 2), game(2, 3, 1, 0)]
}

#[test]
fn tie_breaks_are_those_of_the_hand() {
    let classic = PointsSystem::Games(ResultPoints::CLASSIC);
    let all =
        [TieBreak::DirectEncounter, BUCHHOLZ, CUT_1, TieBreak::SonnebornBerger, TieBreak::Wins, TieBreak::Progressive];
    let found = standings(4, &four(), classic, &all).unwrap();
    assert_eq!(order(&found), [(1, 1, 4), (2, 0, 4), (3, 2, 3), (4, 3, 1)]);
    // Entrant 1 met 2 (3 halves), 0 (4) and 3 (1), and beat 0 and 3. It had 0, 2 and 4 halves after
    // the stages.
    assert_eq!(found[0].tie_breaks, [2, 8, 7, 10, 2, 6]);
    // Entrant 0 met 3 (1), 1 (4) and 2 (3), and beat 3 and 2. It had 2, 2 and 4 halves after the
    // stages.
    assert_eq!(found[1].tie_breaks, [0, 8, 7, 8, 2, 8]);
    // Entrant 2 beat 1 (4 halves) and drew with 3 (1 half): 2 * 4 + 1.
    assert_eq!(found[2].tie_breaks[3], 9);
    assert!(found[1].reason.ends_with(
        "; below #2 by direct encounter (the points from encounters among the tied entrants, if all of them met): 0 to 1"
    ));
    assert!(
        found[2]
            .reason
            .starts_with("1.5 points, direct encounter 0, Buchholz 4.5, Buchholz cut 1 4, Sonneborn-Berger 2.25,")
    );
    assert!(found[2].reason.ends_with("; below #1 by points"));
}

#[test]
fn the_order_of_tie_breaks_decides() {
    let classic = PointsSystem::Games(ResultPoints::CLASSIC);
    let first = |tie_breaks: &[TieBreak]| standings(4, &four(), classic, tie_breaks).unwrap()[0].entrant.0;
    assert_eq!(first(&[TieBreak::Progressive, TieBreak::DirectEncounter]), 0);
    assert_eq!(first(&[TieBreak::Wins, TieBreak::DirectEncounter]), 1);
    let shared = standings(4, &four(), classic, &[BUCHHOLZ]).unwrap();
    assert_eq!(
        order(&shared)[..2],
        [(1, 0, 4), (1, 1, 4)],
        "nothing parts them: one rank, in the order of their numbers"
    );
    assert!(shared[1].reason.ends_with("tied with #1"));
}

#[test]
fn direct_encounter_needs_all_tied_entrants_to_have_met() {
    let happened = [
        game(0, 0, 1, 0),
        game(0, 2, 3, 2),
        game(1, 0, 3, 2),
        Happened::Award { stage: 1, entrant: Entrant(1), halves: 0 },
    ];
    let found = standings(4, &happened, PointsSystem::Own, &[TieBreak::DirectEncounter]).unwrap();
    assert_eq!(order(&found), [(1, 0, 2), (1, 1, 2), (1, 2, 2), (4, 3, 0)], "2 met neither 0 nor 1");
}

#[test]
fn games_matches_and_own_points_are_three_things() {
    // Two games, 7 to 1 and 0 to 3 chips, in halves.
    let encounter = Happened::Encounter {
        stage: 0,
        entrants: vec![Entrant(0), Entrant(1)],
        games: vec![vec![14, 2], vec![0, 6]],
        is_over: true,
    };
    let halves = |points| {
        let mut found = standings(2, std::slice::from_ref(&encounter), points, &[]).unwrap();
        found.sort_by_key(|one| one.entrant);
        [found[0].halves, found[1].halves]
    };
    assert_eq!(halves(PointsSystem::Games(ResultPoints::CLASSIC)), [2, 2]);
    assert_eq!(halves(PointsSystem::Encounters(ResultPoints { win: 4, draw: 2, loss: 0 })), [4, 0]);
    assert_eq!(halves(PointsSystem::Own), [14, 8]);
}

#[test]
fn awards_count_as_an_opponent_of_ones_own() {
    let happened = [game(0, 0, 1, 2), Happened::Award { stage: 0, entrant: Entrant(2), halves: 2 }];
    let found = standings(3, &happened, PointsSystem::Own, &[BUCHHOLZ, TieBreak::Wins]).unwrap();
    assert_eq!(order(&found), [(1, 2, 2), (2, 0, 2), (3, 1, 0)]);
    assert_eq!((found[0].tie_breaks.as_slice(), found[1].tie_breaks.as_slice()), (&[2, 0][..], &[0, 1][..]));
}

#[test]
fn an_encounter_that_is_not_over_counts_in_no_tie_break() {
    let mut open = game(0, 0, 1, 2);
    if let Happened::Encounter { is_over, .. } = &mut open {
        *is_over = false;
    }
    let points = PointsSystem::Games(ResultPoints::CLASSIC);
    let breaks = [TieBreak::Wins, TieBreak::SonnebornBerger, TieBreak::DirectEncounter, BUCHHOLZ];
    let found = standings(2, &[open], points, &breaks).unwrap();
    assert_eq!((found[0].halves, &found[0].tie_breaks[..]), (2, &[0, 0, 0, 0][..]));
    let over = standings(2, &[game(0, 0, 1, 2)], points, &breaks).unwrap();
    assert_eq!(over[0].tie_breaks[0], 1);
}

#[test]
fn impossible_settings_are_rejected() {
    let refused = |happened: Happened| standings(2, &[happened], PointsSystem::Own, &[]).unwrap_err();
    assert_eq!(refused(game(0, 0, 2, 2)), StandingsError::Entrant { number: 0, entrant: Entrant(2), entrants: 2 });
    assert_eq!(refused(game(0, 1, 1, 2)), StandingsError::Entrant { number: 0, entrant: Entrant(1), entrants: 2 });
    let short =
        Happened::Encounter { stage: 0, entrants: vec![Entrant(0), Entrant(1)], games: vec![vec![1]], is_over: true };
    assert_eq!(refused(short), StandingsError::Points { number: 0 });
    let award = Happened::Award { stage: 0, entrant: Entrant(0), halves: i64::MIN };
    assert_eq!(refused(award), StandingsError::Points { number: 0 });
    let many = standings(2, &[], PointsSystem::Own, &[BUCHHOLZ; 17]);
    assert_eq!(many, Err(StandingsError::TieBreaks { tie_breaks: 17 }));
}

#[test]
fn the_points_of_the_golden_tournaments_are_the_files() {
    let mut tournaments = 0;
    for line in golden_text("swiss.jsonl").lines() {
        let tournament: Value = serde_json::from_str(line).unwrap();
        let entrant = |id: &Value| Entrant(id.as_u64().unwrap() as u32 - 1);
        let mut happened = Vec::new();
        for (stage, one) in tournament["stages"].as_array().unwrap().iter().enumerate() {
            let stage = stage as u32;
            for absent in one["absent"].as_array().unwrap() {
                let halves = i64::from(absent["kind"] == "half");
                happened.push(Happened::Award { stage, entrant: entrant(&absent["id"]), halves });
            }
            if !one["bye"].is_null() {
                happened.push(Happened::Award { stage, entrant: entrant(&one["bye"]), halves: 2 });
            }
            for (pair, result) in one["pairings"].as_array().unwrap().iter().zip(one["results"].as_array().unwrap()) {
                let (white, black) = (entrant(&pair[0]), entrant(&pair[1]));
                let award = |entrant, halves| Happened::Award { stage, entrant, halves };
                match result.as_str().unwrap() {
                    "1-0" => happened.push(game(stage, white.0, black.0, 2)),
                    "0-1" => happened.push(game(stage, white.0, black.0, 0)),
                    "1/2" => happened.push(game(stage, white.0, black.0, 1)),
                    "+-" => happened.push(award(white, 2)),
                    "-+" => happened.push(award(black, 2)),
                    _ => (),
                }
            }
        }
        let expected: Vec<i64> = tournament["final_scores"]
            .as_array()
            .unwrap()
            .iter()
            .map(|score| (score.as_f64().unwrap() * 2.0) as i64)
            .collect();
        let mut found =
            standings(expected.len(), &happened, PointsSystem::Games(ResultPoints::CLASSIC), &[BUCHHOLZ]).unwrap();
        assert!(
            found.windows(2).all(|two| (two[0].halves, two[0].tie_breaks[0]) >= (two[1].halves, two[1].tie_breaks[0]))
        );
        found.sort_by_key(|one| one.entrant);
        assert_eq!(found.iter().map(|one| one.halves).collect::<Vec<_>>(), expected, "{}", tournament["case"]);
        tournaments += 1;
    }
    assert_eq!(tournaments, 23);
}
