//! Checks every golden case of every game.

use referee_games::{
    Course,
    perft::Counting,
    rules::{RoundOutcome, Seat, Turn},
};

use super::cases::{After, Case, Match, each_case, open, points, setting};

/// Plays all forced steps, with the given outcomes of chance, up to the next choice or the end.
fn settle(course: &mut Course, chance: &mut Chance) -> (Vec<(u8, String)>, Option<RoundOutcome>) {
    let (mut forced, mut outcome) = (Vec::new(), None);
    loop {
        round_trips(course);
        match course.turn() {
            Turn::Forced(Seat(seat)) => {
                let step = course.forced().expect("a forced turn has a step");
                course.play(&step).expect("a forced step is legal");
                forced.push((seat, step));
            }
            Turn::Chance => {
                let Some(told) = chance.next() else { return (forced, outcome) };
                course.play(told).unwrap_or_else(|error| panic!("{told}: {error}"));
            }
            Turn::Over if !course.is_over() => {
                let closed = course.close_round();
                outcome = outcome.or(closed);
            }
            Turn::Seat(_) | Turn::Over => return (forced, outcome),
        }
    }
}

/// The outcomes of chance of a case, in order.
type Chance<'a> = std::slice::Iter<'a, String>;

fn round_trips(course: &Course) {
    let text = course.position().text();
    let read = course.game().parse(course.setting(), &text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
    assert_eq!(read.text(), text);
    assert_eq!(read.legal(), course.position().legal(), "`{text}`");
}

fn check_after(what: &str, course: &mut Course, notation: &str, told: &After, chance: &mut Chance) {
    course.play(notation).unwrap_or_else(|error| panic!("{what} {notation}: {error}"));
    let (forced, outcome) = settle(course, chance);
    let what = format!("{what} {notation}");
    assert_eq!(forced, told.forced, "{what}");
    assert_eq!(outcome.is_some(), told.ended.is_some(), "{what}: does it end the round?");
    if let (Some(outcome), Some(ended)) = (outcome, &told.ended) {
        assert_eq!(outcome.cause, ended.cause, "{what}");
        assert_eq!(outcome.points, points(&ended.gains), "{what}");
        assert_eq!(course.totals(), points(&ended.totals), "{what}");
    }
    check_fields(&what, course, &told.fields);
}

fn check_fields(what: &str, course: &Course, told: &[(usize, String)]) {
    let text = course.position().text();
    let fields: Vec<&str> = text.split(' ').collect();
    for (place, value) in told {
        assert_eq!(fields[*place], value, "{what}: field {place} of `{text}`");
    }
}

#[test]
fn every_position_has_its_legal_moves() {
    each_case(|game, case| {
        let Case::Position(case) = case else { return };
        let course = open(game, &case);
        round_trips(&course);
        let (mut legal, mut told) = (course.position().legal(), case.legal.clone());
        legal.sort();
        told.sort();
        assert_eq!(legal, told, "{}", case.id);
        if !case.goals.is_empty() {
            let (mut goals, mut told) = (goals(&course), case.goals.clone());
            goals.sort();
            told.sort();
            assert_eq!(goals, told, "{}", case.id);
        }
    });
}

/// Returns the first word of every legal move, and the last space that it touches.
fn goals(course: &Course) -> Vec<(String, String)> {
    let touched =
        course.position().gestures().into_iter().map(|gesture| gesture.spaces.last().cloned().unwrap_or_default());
    let first = |notation: &String| notation.split(' ').next().unwrap_or_default().to_owned();
    course.position().legal().iter().map(first).zip(touched).collect()
}

#[test]
fn every_move_leads_where_it_should() {
    let mut checked = 0;
    each_case(|game, case| {
        let Case::Position(case) = case else { return };
        for (notation, told) in &case.after {
            let mut course = open(game, &case);
            check_after(&case.id, &mut course, notation, told, &mut [].iter());
            let turn = if course.is_over() { None } else { Some(course.turn()) };
            assert_eq!(turn, told.turn.map(|seat| Turn::Seat(Seat(seat))), "{} {notation}", case.id);
            checked += 1;
        }
    });
    assert!(checked > 0, "no case tells what a move leads to");
}

#[test]
fn every_position_has_its_perft() {
    each_case(|game, case| {
        let Case::Position(case) = case else { return };
        let course = open(game, &case);
        for (counting, told) in [(Counting::Moves, &case.perft_moves), (Counting::Plies, &case.perft_plies)] {
            for (depth, lines) in (1..).zip(told) {
                let divided: u64 = course.position().divide(depth, counting).iter().map(|(_, lines)| lines).sum();
                assert_eq!(divided, *lines, "{} {counting:?} divided, depth {depth}", case.id);
            }
        }
    });
}

#[test]
fn every_match_is_played_to_its_end() {
    each_case(|game, case| {
        let Case::Match(case) = case else { return };
        let mut course = Course::open(game, &setting(game, case.seats, &case.options)).expect("an opening");
        let mut chance = case.chance.iter();
        assert_eq!(settle(&mut course, &mut chance).0, case.opening, "{}", case.id);
        for (number, play) in case.plays.iter().enumerate() {
            let what = format!("{} play {number}", case.id);
            assert_eq!(course.turn(), Turn::Seat(Seat(play.seat)), "{what}");
            let legal = course.position().legal();
            assert!(legal.contains(&play.notation), "{what}: {legal:?}");
            assert_eq!(legal.len(), play.legal.unwrap_or(legal.len()), "{what}");
            check_after(&what, &mut course, &play.notation, &play.after, &mut chance);
        }
        check_end(&course, &case);
    });
}

fn check_end(course: &Course, case: &Match) {
    assert!(course.is_over(), "{}", case.id);
    assert_eq!(course.round_number(), case.rounds, "{}", case.id);
    assert_eq!(course.totals(), points(&case.totals), "{}", case.id);
    assert_eq!(course.places()[usize::from(case.winner)], 1, "{}", case.id);
    check_fields(&case.id, course, &case.fields);
}
