//! The rounds, chips and prompts of Honest John.

mod deals;

use referee_games::{
    self as games, Course,
    honest_john::HonestJohn,
    rules::{Rules, Turn, Viewer},
    search::split_mix::SplitMix64,
};

use super::{cases::honest_john::CHIPS, wander::any_step};

/// Plays a match of random moves with these options. Calls `after_round` after every round.
fn play_out(seats: u8, options: &[(&str, &str)], seed: u64, after_round: impl Fn(&Course)) -> Course {
    let game = games::find("honest_john").expect("it is registered");
    let setting = game.facts().setting(seats, options.iter().copied()).expect("options that fit");
    let (mut course, mut luck) = (Course::open(game, &setting).expect("an opening"), SplitMix64::new(seed));
    while !course.is_over() {
        let notation = match course.turn() {
            Turn::Over => {
                course.close_round().expect("a round that is over");
                after_round(&course);
                continue;
            }
            Turn::Chance => course.chance(&luck.entropy()).expect("it is luck's turn"),
            Turn::Seat(_) | Turn::Forced(_) => {
                luck.pick(&course.position().legal()).expect("a turn has a move").clone()
            }
        };
        course.play(&notation).expect("it is legal");
    }
    course
}

/// A round of version 2 that is over also counts pips, which only its end tells.
#[test]
fn a_move_promises_the_evaluation_after_it() {
    let mut compared = 0;
    for (version, seed) in ["1", "2"].into_iter().flat_map(|version| (0..10).map(move |seed| (version, seed))) {
        let setting = HonestJohn::facts().setting(4, [("version", version)]).expect("options that fit");
        let (mut here, mut luck) = (HonestJohn::open(&setting).expect("an opening"), SplitMix64::new(seed));
        while here.turn() != Turn::Over {
            let mut moves = Vec::new();
            match here.turn() {
                Turn::Chance => moves.extend(here.chance(&luck.entropy())),
                _ => here.moves(&mut moves),
            }
            let played = luck.pick(&moves).expect("a step").clone();
            let (turn, promise) = (here.turn(), here.promise(&played));
            here.play(&played);
            let Turn::Seat(seat) = turn else { continue };
            if version == "1" || here.turn() != Turn::Over {
                assert_eq!(promise, here.evaluate(seat), "{}", here.text());
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared} moves");
}

#[test]
fn the_last_number_of_a_round_has_no_next() {
    let game = games::find("honest_john").expect("it is registered");
    let setting = game.facts().setting(4, []).expect("the usual setting");
    let (mut course, mut luck) = (Course::open(game, &setting).expect("an opening"), SplitMix64::new(1));
    for number in 0.. {
        if course.turn() == Turn::Over {
            break;
        }
        let step = any_step(&course, &mut luck, number);
        course.play(&step).expect("it is legal");
    }
    assert!(course.position().next_round().is_some());
    let text = course.position().text().replacen("round=1 ", &format!("round={} ", u32::MAX), 1);
    let last = game.parse(&setting, &text).expect("a position");
    assert!(last.next_round().is_none());
}

/// A tile alone is a valid move: the position determines whether it is played or given.
#[test]
fn a_tile_alone_is_the_move_that_is_due() {
    let game = games::find("honest_john").expect("it is registered");
    let setting = game.facts().setting(4, []).expect("the usual setting");
    let (mut course, mut luck) = (Course::open(game, &setting).expect("an opening"), SplitMix64::new(3));
    let (mut played, mut given, mut refused) = (0, 0, 0);
    for number in 0..600 {
        if course.turn() == Turn::Over && course.close_round().is_some() && course.is_over() {
            break;
        }
        let mut step = any_step(&course, &mut luck, number);
        if let (Turn::Seat(_), Some((verb, tile))) = (course.turn(), step.clone().split_once(' ')) {
            *(if verb == "play" { &mut played } else { &mut given }) += 1;
            step = tile.to_owned();
            assert_eq!(course.position().boxed().play(tile), Ok(format!("{verb} {tile}")));
        } else if course.turn() != Turn::Chance {
            assert!(course.position().boxed().play("9-4").is_err(), "a forced step has its own name");
            refused += 1;
        }
        course.play(&step).expect("it is legal");
    }
    assert!(played > 20 && given > 5 && refused > 20, "{played} played, {given} given, {refused} refused");
}

#[test]
fn chips_add_up_after_every_round() {
    for seats in 4..=8 {
        for seed in 0..20 {
            let course = play_out(seats, &[("rounds", "6")], seed, |course| {
                let chips: f64 = course.totals().iter().map(|change| CHIPS + change.as_f64()).sum();
                assert_eq!(
                    chips,
                    CHIPS * f64::from(seats),
                    "{seats} seats, seed {seed}, round {}",
                    course.round_number()
                );
            });
            assert_eq!(course.round_number(), 6);
        }
    }
}

#[test]
fn version_2_goes_down_to_the_double_blank() {
    for (seats, set) in [(3, "9"), (5, "9"), (8, "12"), (8, "18")] {
        let course = play_out(seats, &[("version", "2"), ("set", set)], u64::from(seats), |course| {
            assert!(course.totals().iter().all(|pips| pips.halves % 2 == 0));
        });
        let text = course.position().text();
        assert!(text.contains("centre=0") || text.contains("stage=no_double"), "{seats} seats, set {set}: {text}");
        let places = course.places();
        let most = course.totals().iter().max().expect("seats");
        assert!(course.totals().iter().zip(&places).all(|(pips, place)| (pips == most) == (*place == 1)));
    }
}

/// Adjacent dominoes show the same number where they meet, and the first one shows the number of
/// the centre.
#[test]
fn a_line_reads_on_from_the_centre() {
    let game = games::find("honest_john").expect("it is registered");
    let setting = game.facts().setting(4, []).expect("the usual setting");
    let (mut course, mut rng) = (Course::open(game, &setting).expect("an opening"), SplitMix64::new(5));
    let (mut turned, mut read) = (0, 0);
    for _ in 0..400 {
        if course.turn() == Turn::Over && course.close_round().is_some() && course.is_over() {
            break;
        }
        let scene = course.position().scene(Viewer::Spectator);
        let mut ends = [None; 5];
        for token in &scene.tokens {
            let (one, other) = token.label.split_once('-').expect("two halves");
            let (left, right) = if token.quarter_turns == 2 { (other, one) } else { (one, other) };
            let line = token.space.split_once(':').map_or(4, |(seat, _)| seat.parse::<usize>().expect("a seat"));
            let before = if line < 4 { ends[line].or(ends[4]) } else { None };
            assert_eq!(before.unwrap_or(left), left, "{} on {}", token.label, token.space);
            ends[line] = Some(right);
            turned += u32::from(token.quarter_turns == 2);
            read += 1;
        }
        let step = match course.turn() {
            Turn::Chance => course.chance(&rng.entropy()).expect("it is chance's turn"),
            _ => rng.pick(&course.position().legal()).expect("a turn has a move").clone(),
        };
        course.play(&step).expect("it is legal");
    }
    assert!(turned > 100 && read - turned > 100, "{turned} of {read} were turned");
}

/// The prompt and the public view name the asked player, the asking player and the number.
#[test]
fn a_prompt_names_the_seat_and_the_request() {
    let game = games::find("honest_john").expect("it is registered");
    let setting = game.facts().setting(4, []).expect("the usual setting");
    let (mut course, mut rng) = (Course::open(game, &setting).expect("an opening"), SplitMix64::new(6));
    let mut asked = 0;
    for _ in 0..400 {
        if course.turn() == Turn::Over && course.close_round().is_some() && course.is_over() {
            break;
        }
        let prompt = course.position().scene(Viewer::Spectator).prompt;
        if let (Turn::Seat(seat), Some(prompt)) = (course.turn(), &prompt)
            && prompt.key == "sell"
        {
            let owner = prompt.for_seat.expect("an asking seat");
            assert!(owner != seat && prompt.seat == Some(seat));
            let tile = course.position().gestures()[0].hand_token.clone();
            assert!(tile.split('-').any(|half| half == prompt.value), "{tile} for a {}", prompt.value);
            let slot = course.position().gestures()[0].spaces[0].clone();
            assert_eq!(slot.split(':').next(), Some(owner.0.to_string().as_str()), "it is laid on the asker's line");
            asked += 1;
        }
        let step = match course.turn() {
            Turn::Chance => course.chance(&rng.entropy()).expect("it is chance's turn"),
            Turn::Over => continue,
            _ => rng.pick(&course.position().legal()).expect("a turn has a move").clone(),
        };
        course.play(&step).expect("it is legal");
    }
    assert!(asked > 10, "only {asked} were asked");
}
