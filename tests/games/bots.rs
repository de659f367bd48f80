//! The house bots against each other, in every game.

use std::time::Duration;

use referee_games::{
    Course, GAMES, Game, Position,
    bots::{Kind, LEVELS, TimeLeft, choose, nodes_of_level, think},
    rules::{Seat, Turn, Viewer},
    search::{limits::SearchLimits, split_mix::SplitMix64},
};

use super::properties::random_match;

/// Returns the half points that the first bot scores. The bots exchange seats after every match.
fn halves(game: &'static dyn Game, first: Kind, second: Kind, pairs: u64) -> i64 {
    let nodes = 1000;
    let setting = game.facts().setting(2, []).expect("a game for two");
    let won = |number: u64| {
        let seats = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
        let mut course = Course::open(game, &setting).expect("an opening");
        for ply in 0.. {
            let Turn::Seat(seat) = course.turn() else { break };
            let kind = seats[seat.index()];
            let played = choose(kind, course.position(), seat, nodes, number * 1000 + ply).expect("a turn has a move");
            course.walk(Viewer::Spectator, &[played]).expect("a bot plays legally");
        }
        let own = usize::from(!number.is_multiple_of(2));
        (course.totals()[own].cmp(&course.totals()[1 - own]) as i64) + 1
    };
    (0..2 * pairs).map(won).sum()
}

#[test]
fn each_bot_beats_the_one_below() {
    for game in GAMES.iter().filter(|game| game.facts().min_seats <= 2) {
        for (strong, weak) in [(Kind::Greedy, Kind::Random), (Kind::Search, Kind::Greedy)] {
            let won = halves(*game, strong, weak, 4);
            assert!(won >= 12, "{}: {} won {won} of 16 against {}", game.facts().id, strong.name(), weak.name());
        }
    }
}

/// Returns the points of the even seats minus those of the odd seats in one round.
fn lead(game: &'static dyn Game, even: Kind, odd: Kind, number: u64) -> f64 {
    let nodes = 1000;
    let setting = game.facts().setting(game.facts().usual_seats & !1, []).expect("an even number of seats");
    let mut round = game.open(&setting).expect("an opening");
    for step in 0.. {
        let mut luck = SplitMix64::new(number << 32 | step);
        let played = match round.turn() {
            Turn::Over => break,
            Turn::Chance => round.chance(&luck.entropy()).expect("it is luck's turn"),
            Turn::Forced(_) => round.legal().remove(0),
            Turn::Seat(seat) => {
                let kind = if seat.0 % 2 == 0 { even } else { odd };
                choose(kind, &*round, seat, nodes, luck.number()).expect("a turn has a move")
            }
        };
        round.play(&played).expect("a bot plays legally");
    }
    let points = round.outcome().expect("it is over").points;
    let gains = points.iter().enumerate().map(|(seat, gain)| gain.as_f64() * if seat % 2 == 0 { 1.0 } else { -1.0 });
    gains.sum::<f64>() / (points.len() / 2) as f64
}

/// With more than two seats, points count. Each deal is played twice with the seats of the bots
/// exchanged. The stronger bot must gain several times the standard error.
#[test]
fn each_bot_gains_at_a_larger_table() {
    for game in GAMES.iter().filter(|game| game.facts().min_seats > 2) {
        for (strong, weak, pairs) in [(Kind::Greedy, Kind::Random, 50), (Kind::Search, Kind::Random, 24)] {
            let pair = |number| lead(*game, strong, weak, number) - lead(*game, weak, strong, number);
            let leads: Vec<f64> = (0..pairs).map(pair).collect();
            let mean = leads.iter().sum::<f64>() / pairs as f64;
            let spread = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (pairs - 1) as f64;
            let error = (spread / pairs as f64).sqrt();
            let told = format!("{}: {} gains {mean:.2} ± {error:.2}", game.facts().id, strong.name());
            assert!(mean > 2.5 * error, "{told}");
        }
    }
}

/// Returns some positions of a game in which a seat has a choice.
fn choices(game: &'static dyn Game) -> Vec<(Course, Seat)> {
    const MOST: usize = 12;
    let mut choices = Vec::new();
    for seed in 0..4 {
        let mut luck = SplitMix64::new(seed);
        random_match(game, seed, |course| {
            let Turn::Seat(seat) = course.turn() else { return };
            if choices.len() < MOST && course.position().legal().len() > 1 && luck.below(8) == 0 {
                choices.push((course.clone(), seat));
            }
        });
    }
    assert!(!choices.is_empty(), "{} has choices", game.facts().id);
    choices
}

#[test]
fn the_same_seed_gives_the_same_move() {
    let nodes = 300;
    for game in GAMES {
        for (course, seat) in choices(*game) {
            let here = course.position();
            for kind in Kind::ALL {
                let first = choose(kind, here, seat, nodes, 5);
                assert_eq!(first, choose(kind, here, seat, nodes, 5));
                assert!(here.legal().contains(&first.expect("a turn has a move")), "{}", kind.name());
                let other = Seat((seat.0 + 1) % course.setting().seats());
                assert_eq!(choose(kind, here, other, nodes, 5), None, "it is not the other seat's turn");
            }
            let several: Vec<_> = (0..40).map(|seed| choose(Kind::Random, here, seat, nodes, seed)).collect();
            assert!(several.iter().any(|played| *played != several[0]), "luck has a say");
        }
    }
}

/// A bot plays the same move whenever its seat sees the same, whatever the other hands are.
#[test]
fn no_bot_looks_into_other_hands() {
    for game in GAMES.iter().filter(|game| game.facts().hidden) {
        for (course, seat) in choices(*game) {
            let here = course.position();
            for seed in 0..4 {
                let other = here.resample(Viewer::Seat(seat), &SplitMix64::new(seed).entropy()).expect("there is one");
                for kind in Kind::ALL {
                    let of = |round: &dyn Position| choose(kind, round, seat, 500, seed);
                    assert_eq!(of(&*other), of(here), "{}: {} `{}`", game.facts().id, kind.name(), here.text());
                }
            }
        }
    }
}

#[test]
fn a_bot_stops_on_request() {
    for game in GAMES {
        for (course, seat) in choices(*game) {
            let mut asked = 0;
            let mut may_go_on = || {
                asked += 1;
                asked < 3
            };
            let mut limits = SearchLimits::while_allowed(1_000_000, &mut may_go_on);
            let played = think(Kind::Search, course.position(), seat, &mut limits, 1);
            assert!(course.position().legal().contains(&played.expect("a move, however short the time")));
            assert!(limits.used() < 10_000, "{}: {} positions", game.facts().id, limits.used());
        }
    }
}

/// A bot that uses all the time it is given for every move, plus the overhead, never loses by flag.
#[test]
fn no_bot_runs_out_of_time() {
    let ms = Duration::from_millis;
    for (base, increment, overhead) in [(2_000, 50, 30), (2_000, 0, 0), (60_000, 1_000, 100), (100, 100, 40)] {
        let mut remaining = ms(base);
        for number in 0..1_000 {
            let time_left = TimeLeft { remaining: Some(remaining), increment: ms(increment), ..TimeLeft::default() };
            let taken = time_left.to_think().expect("the clock is limited") + ms(overhead);
            assert!(taken < remaining, "move {number} of {base}+{increment} takes {taken:?} of {remaining:?}");
            remaining = remaining - taken + ms(increment);
        }
    }
    let of_move = TimeLeft { move_limit: Some(ms(500)), ..TimeLeft::default() };
    assert!(of_move.to_think().expect("the move is limited") <= ms(400));
    assert_eq!(TimeLeft::default().to_think(), None);
}

#[test]
fn levels_think_longer_and_longer() {
    let nodes: Vec<u64> = LEVELS.map(nodes_of_level).collect();
    assert!(nodes.is_sorted_by(|weak, strong| weak < strong), "{nodes:?}");
    assert_eq!(nodes_of_level(0), nodes_of_level(1));
    assert_eq!(nodes_of_level(200), nodes_of_level(9));
    assert!(Kind::ALL.into_iter().all(|kind| Kind::parse(kind.name()) == Some(kind)));
    assert_eq!(Kind::parse("Random"), None);
}
