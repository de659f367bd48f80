//! Matches with a custom opening: a position, or moves.

use referee_games::{
    BadOpening, Course, GAMES, Game, MoveError, Opening,
    opening::{MAX_OPENING_MOVES, MAX_START_POSITION},
    rules::{OptionFacts, OptionKind, Setting, Turn},
    search::split_mix::SplitMix64,
};

use super::wander::any_step;

/// Returns the games without hidden information and chance.
fn open_games() -> impl Iterator<Item = &'static dyn Game> {
    GAMES.iter().copied().filter(|game| !game.facts().hidden && !game.facts().chance)
}

fn usual(game: &dyn Game) -> Setting {
    game.facts().setting(0, []).expect("its defaults")
}

/// Returns the usual setting, and one with more rounds if the game has an option for that.
fn settings(game: &dyn Game) -> Vec<Setting> {
    let second = |option: &'static OptionFacts| match option.kind {
        OptionKind::Choice([_, second, ..]) => Some((option.name, *second)),
        _ => None,
    };
    let longer: Vec<_> = game.facts().options.iter().filter_map(second).collect();
    let usual = [usual(game)];
    let longer = (!longer.is_empty()).then(|| game.facts().setting(0, longer).expect("values that are taken"));
    usual.into_iter().chain(longer).collect()
}

fn begins_with(position: &str, moves: &[String]) -> Opening {
    Opening { start_position: position.to_owned(), moves: moves.to_vec() }
}

/// Returns the public state of a match.
fn told(course: &Course) -> (String, Turn, Vec<String>, u32, Vec<referee_games::rules::Points>) {
    let position = course.position();
    (position.text(), course.turn(), position.legal(), course.round_number(), course.totals().to_vec())
}

/// A match can begin from any position of the first round. It then has the same moves, forced
/// steps, ends, points and later rounds as the original match. The opening may be a position, the
/// moves that lead to it, or both.
#[test]
fn a_match_from_any_position_continues_like_the_original() {
    let mut longest = 1;
    for game in open_games() {
        for setting in settings(game) {
            let begun = (0..6).filter_map(|seed| played_alike(game, &setting, seed));
            let rounds: Vec<u32> = begun.collect();
            assert!(rounds.len() >= 3, "{}: {rounds:?}", game.facts().id);
            longest = rounds.into_iter().fold(longest, u32::max);
        }
    }
    assert!(longest > 1, "some had later rounds");
}

/// Plays a match to its end, in parallel with matches that begin from one of its positions. Returns
/// the number of rounds; `None` if the match ended before that position.
fn played_alike(game: &'static dyn Game, setting: &Setting, seed: u64) -> Option<u32> {
    let mut luck = SplitMix64::new(seed);
    let mut original = Course::open(game, setting).expect("an opening");
    let mut steps = Vec::new();
    let begins_at = luck.below(30);
    let mut middle = None;
    while steps.len() < begins_at && original.turn() != Turn::Over {
        if steps.len() == begins_at / 2 {
            middle = Some((original.position().text(), steps.len()));
        }
        let step = any_step(&original, &mut luck, steps.len());
        steps.push(original.play(&step).expect("a legal step"));
    }
    if original.turn() == Turn::Over {
        return None;
    }
    let mut openings = vec![begins_with(&original.position().text(), &[]), begins_with("", &steps)];
    openings.extend(middle.map(|(text, at)| begins_with(&text, &steps[at..])));
    let begin = |opening: &Opening| {
        assert_eq!(opening.canonical(game, setting).as_ref(), Ok(opening), "{}", game.facts().id);
        Course::open_with(game, setting, opening).expect("a position that was reached")
    };
    let mut begun: Vec<Course> = openings.iter().map(begin).collect();
    assert!(begun.iter().all(|course| course.ply() == 0), "its first step is the first");
    for number in steps.len().. {
        if original.turn() == Turn::Over {
            let outcome = original.close_round();
            begun.iter_mut().for_each(|course| assert_eq!(course.close_round(), outcome));
        }
        let as_told = told(&original);
        assert!(begun.iter().all(|course| told(course) == as_told), "{} seed {seed}: {as_told:?}", game.facts().id);
        if original.is_over() {
            break;
        }
        let step = any_step(&original, &mut luck, number);
        let played = original.play(&step);
        begun.iter_mut().for_each(|course| assert_eq!(course.play(&step), played));
    }
    assert!(begun.iter().all(|course| course.is_over() && course.places() == original.places()));
    Some(original.round_number())
}

#[test]
fn openings_cannot_fix_hidden_hands_or_chance() {
    let closed: Vec<_> = GAMES.iter().filter(|game| game.facts().hidden || game.facts().chance).collect();
    assert!(!closed.is_empty());
    for game in closed {
        let setting = usual(*game);
        let start = Course::open(*game, &setting).expect("an opening").position().text();
        for opening in [begins_with(&start, &[]), begins_with("", &["pass".to_owned()])] {
            assert_eq!(opening.canonical(*game, &setting), Err(BadOpening::NotOpen));
            assert!(Course::open_with(*game, &setting, &opening).is_err());
        }
        assert_eq!(Opening::default().canonical(*game, &setting), Ok(Opening::default()));
    }
}

#[test]
fn an_opening_that_cannot_be_is_refused() {
    for game in open_games() {
        let setting = usual(game);
        let refused = |opening: Opening| opening.canonical(game, &setting).expect_err("it cannot be");
        assert!(matches!(refused(begins_with("nothing", &[])), BadOpening::Position(_)));
        let long = "x".repeat(MAX_START_POSITION + 1);
        assert_eq!(refused(begins_with(&long, &[])), BadOpening::PositionTooLong);
        let many = vec!["x".to_owned(); MAX_OPENING_MOVES + 1];
        assert_eq!(refused(begins_with("", &many)), BadOpening::TooManyMoves);
        let garbled = refused(begins_with("", &["\u{1F600}".to_owned()]));
        assert!(matches!(garbled, BadOpening::Move { at: 0, cause: MoveError::Unreadable(_), .. }), "{garbled}");
        let mut luck = SplitMix64::new(3);
        let mut course = Course::open(game, &setting).expect("an opening");
        let mut steps = Vec::new();
        while course.turn() != Turn::Over {
            let step = any_step(&course, &mut luck, steps.len());
            steps.push(course.play(&step).expect("a legal step"));
        }
        let at_the_end = course.position().text();
        if at_the_end.len() <= MAX_START_POSITION {
            assert_eq!(refused(begins_with(&at_the_end, &[])), BadOpening::PositionIsOver);
        }
        if steps.len() <= MAX_OPENING_MOVES {
            let ends = refused(begins_with("", &steps));
            assert!(matches!(ends, BadOpening::Ends { at, .. } if at + 1 == steps.len()), "{ends}");
        }
    }
}
