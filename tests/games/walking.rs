//! Walking along lists of notations that omit steps.

use referee_games::{
    Course, GAMES,
    rules::{Turn, Viewer},
    search::split_mix::SplitMix64,
    walk::{PlayedPly, WalkRefusal},
};

use super::wander::any_step;

/// Plays a random match of the game. Returns it with all its steps.
fn played(game: &'static dyn referee_games::Game, seed: u64) -> (Course, Vec<PlayedPly>) {
    let setting = longest(game);
    let mut luck = SplitMix64::new(seed);
    let mut course = Course::open(game, &setting).expect("an opening");
    let mut steps = Vec::new();
    while !course.is_over() {
        let step = any_step(&course, &mut luck, steps.len());
        steps.extend(course.walk(Viewer::Spectator, &[step]).expect("a legal step"));
    }
    (course, steps)
}

/// Returns the setting with every option at its last value.
fn longest(game: &dyn referee_games::Game) -> referee_games::rules::Setting {
    use referee_games::rules::OptionKind;
    let last = |option: &referee_games::rules::OptionFacts| match &option.kind {
        OptionKind::Choice(words) => words.last().expect("a choice has a word").to_string(),
        _ => option.default.to_owned(),
    };
    let options: Vec<(&str, String)> = game.facts().options.iter().map(|o| (o.name, last(o))).collect();
    game.facts().setting(0, options.iter().map(|(n, v)| (*n, v.as_str()))).expect("values that are taken")
}

#[test]
fn forced_steps_may_be_left_out() {
    let mut forced = 0;
    for game in GAMES {
        for seed in 0..10 {
            let (course, steps) = played(*game, seed);
            forced += steps.iter().filter(|step| step.forced).count();
            let choices: Vec<&String> = steps.iter().filter(|s| !s.forced).map(|s| &s.notation).collect();
            let mut again = Course::open(*game, course.setting()).expect("an opening");
            assert_eq!(again.walk(Viewer::Spectator, &choices).expect("the choices are enough"), steps);
            assert_eq!(again.position().text(), course.position().text());
            let whole: Vec<&String> = steps.iter().map(|step| &step.notation).collect();
            let mut again = Course::open(*game, course.setting()).expect("an opening");
            assert_eq!(again.walk(Viewer::Spectator, &whole).expect("all steps are taken too"), steps);
        }
    }
    assert!(forced > 0, "no game had a forced step");
}

#[test]
fn steps_are_numbered_and_rounds_close() {
    for game in GAMES {
        let (course, steps) = played(*game, 1);
        let (mut round, mut ply) = (1, 0);
        for step in &steps {
            assert_eq!((step.round, step.ply), (round, ply));
            (round, ply) = if step.ended.is_some() { (round + 1, 0) } else { (round, ply + 1) };
        }
        assert_eq!(round, course.round_number() + 1);
        let last = steps.last().and_then(|step| step.ended.as_ref()).expect("the last step ends the last round");
        assert_eq!(last.totals, course.totals());
    }
}

#[test]
fn a_bad_notation_is_named_with_its_place() {
    for game in GAMES {
        let (course, steps) = played(*game, 2);
        let notations: Vec<&str> = steps.iter().map(|step| step.notation.as_str()).collect();
        let refused = |list: &[&str]| {
            let mut course = Course::open(*game, course.setting()).expect("an opening");
            course.walk(Viewer::Spectator, list).expect_err("the last one cannot be played")
        };
        let error = refused(&[notations[0], "\u{1F600} no move of any game"]);
        assert_eq!(error.index, 1);
        assert!(matches!(error.reason, WalkRefusal::Unreadable(_)), "{error}");
        let again = refused(&[notations.as_slice(), &notations[..1]].concat());
        assert_eq!((again.index, again.reason), (notations.len(), WalkRefusal::Over));
        let long = refused(&["x".repeat(100_000).as_str()]);
        assert!(long.to_string().len() < 1000, "an error repeats only a part");
    }
}

#[test]
fn where_chance_has_the_turn_no_step_of_a_seat_is_taken() {
    for game in GAMES.iter().filter(|game| game.facts().chance) {
        let (course, steps) = played(*game, 2);
        let of_seats = || steps.iter().filter(|step| step.seat.is_some());
        let mut here = Course::open(*game, course.setting()).expect("an opening");
        let mut tried = 0;
        for step in &steps {
            if here.turn() == Turn::Chance {
                for other in of_seats() {
                    let refused = here.clone().walk_to(Viewer::Arbiter, &[&other.notation]).expect_err("it is no luck");
                    assert!(matches!(refused.reason, WalkRefusal::ChanceExpected(_)), "{refused}");
                    tried += 1;
                }
            }
            here.walk_to(Viewer::Arbiter, &[&step.notation]).expect("it was played");
        }
        assert!(tried > 0, "{}: chance never had the turn", game.facts().id);
    }
}
