//! Ends by the conduct rules of a match: a maximum number of plies, and the scores that programs
//! report.

use referee_games as games;
use referee_ids::{Seat, Viewer};
use referee_law::{Command, Conduct, DrawRule, Fact, Note, ResignRule, Sides, seen_by};

use super::{
    rig::{Rig, opened, word},
    takeaway::TAKEAWAY,
};

fn hive(conduct: Conduct) -> Rig {
    let mut opening = opened("hive", &["inf", "inf"], &[]);
    opening.conduct = conduct;
    Rig::started(games::find("hive").expect("the game"), opening)
}

/// Plays any legal move with this reported score. Returns the resulting events in words.
fn play(rig: &mut Rig, score: Option<i64>) -> String {
    let turn = rig.current.turn().expect("a turn");
    rig.current.note(Note::Score { seat: turn.seat, turn_id: turn.id, score });
    let notation = rig.legal()[0].clone();
    let facts = rig.play(&notation);
    let words: Vec<String> = facts[1..].iter().map(word).collect();
    words.join(" ")
}

fn all(rig: &mut Rig, scores: &[i64]) -> Vec<String> {
    let mut words = Vec::new();
    for score in scores {
        words.push(play(rig, Some(*score)));
        if rig.current.verdict().is_some() {
            break;
        }
    }
    assert!(rig.verified().over == rig.current.verdict().is_some());
    words
}

fn places(rig: &Rig) -> (Vec<f64>, Vec<u32>) {
    let verdict = rig.current.verdict().expect("the end");
    (verdict.totals.iter().map(|points| points.as_f64()).collect(), verdict.places.clone())
}

#[test]
fn a_round_that_is_too_long_ends_the_match() {
    let conduct = Conduct { max_plies: Some(3), ..Conduct::default() };
    let mut rig = hive(conduct);
    assert_eq!([play(&mut rig, None), play(&mut rig, None), play(&mut rig, None)], ["", "", "over(max_plies)"]);
    assert_eq!(places(&rig), (vec![0.5, 0.5], vec![1, 1]), "the game has draws");
    assert!(rig.verified().over);

    // The limit applies to each round separately, and a round that ends within it is not
    // adjudicated. Deals and skips count as plies.
    let mut opening = opened("takeaway", &["inf", "inf"], &[]);
    opening.conduct = Conduct { max_plies: Some(7), ..Conduct::default() };
    let mut rig = Rig::started(&TAKEAWAY, opening);
    for notation in ["take3", "take3", "take1"] {
        rig.play(notation);
    }
    assert_eq!(rig.current.course().round_number(), 2);
    for _ in 0..5 {
        rig.play("take1");
        if rig.current.verdict().is_some() {
            break;
        }
    }
    assert_eq!(rig.log.last().map(|event| word(&event.fact)), Some("over(max_plies)".to_owned()));
    assert!(rig.verified().over);
}

#[test]
fn a_seat_loses_by_its_own_reports() {
    let rule = ResignRule { moves: 2, score: 500, sides: Sides::Own };
    let conduct = Conduct { resign_rule: Some(rule), ..Conduct::default() };
    let mut rig = hive(conduct);
    // A better score, or no score, restarts the count.
    assert_eq!(all(&mut rig, &[-600, 0, -499, 0, -500, 0]), [""; 6]);
    let mut silent = rig.clone();
    assert_eq!(play(&mut silent, None), "");
    assert_eq!(all(&mut rig, &[-500]), ["over(adjudication by 0)"]);
    assert_eq!(places(&rig).1, [2, 1]);
    assert_eq!(all(&mut silent, &[0, -900, 0, -900]), ["", "", "", "over(adjudication by 0)"]);
}

#[test]
fn both_sides_must_agree_where_the_rule_says_so() {
    let rule = ResignRule { moves: 2, score: 500, sides: Sides::All };
    let conduct = Conduct { resign_rule: Some(rule), ..Conduct::default() };
    let mut rig = hive(conduct);
    assert_eq!(all(&mut rig, &[-600, 400, -600, 600, -600, 600]), ["", "", "", "", "", "over(adjudication by 0)"]);
}

#[test]
fn a_match_is_drawn_by_the_reports_of_all() {
    let rule = DrawRule { moves: 2, score: 10, from_ply: 6 };
    let conduct = Conduct { draw_rule: Some(rule), ..Conduct::default() };
    let mut rig = hive(conduct);
    assert_eq!(all(&mut rig, &[0, -10, 10, 5, 1]), [""; 5], "it is too early");
    assert_eq!(all(&mut rig, &[2]), ["over(adjudication)"]);
    assert_eq!(places(&rig), (vec![0.5, 0.5], vec![1, 1]));
    let mut rig = hive(conduct);
    assert_eq!(all(&mut rig, &[0, 0, 0, 0, 0, 11, 0, 0, 0]), [""; 9], "one of them had hopes");
    assert_eq!(all(&mut rig, &[0]), ["over(adjudication)"]);
}

#[test]
fn a_report_counts_if_enabled_and_is_hidden() {
    let mut plain = hive(Conduct::default());
    play(&mut plain, Some(-100_000));
    let Fact::MovePlayed(moved) = &plain.log.last().expect("a move").fact else { panic!("a move") };
    assert_eq!(moved.score, None);

    let rule = ResignRule { moves: 9, score: 0, sides: Sides::Own };
    let mut asked = hive(Conduct { resign_rule: Some(rule), ..Conduct::default() });
    let before = asked.current.clone();
    play(&mut asked, Some(-7));
    let event = asked.log.last().expect("a move").clone();
    let Fact::MovePlayed(moved) = &event.fact else { panic!("a move") };
    assert_eq!(moved.score, Some(-7));
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Arbiter] {
        let seen = seen_by(viewer, &before, &event);
        assert!(matches!(seen.fact(), Fact::MovePlayed(moved) if moved.score.is_none()), "{viewer:?}");
    }
    // A score belongs to the turn in which it was reported. The last score of a turn counts.
    let turn_id = asked.current.turn().expect("a turn").id;
    let earlier = before.turn().expect("a turn").id;
    for (seat, turn_id) in [(Seat(0), earlier), (Seat(1), earlier), (Seat(1), turn_id)] {
        asked.current.note(Note::Score { seat, turn_id, score: Some(-9) });
    }
    assert_eq!(play(&mut asked, None), "");
    let Fact::MovePlayed(moved) = &asked.log.last().expect("a move").fact else { panic!("a move") };
    assert_eq!(moved.score, None);
    assert_eq!(asked.say(Command::Expire).map(|_| ()), Ok(()));
}
