//! The house bots against each other, in every game.

use std::time::Duration;

use referee_games::{
    Course, GAMES, Game, Position,
    bots::{
        Kind, TimeLeft, choose, level_of,
        levels::{LEVELS, Level, USUAL_LEVEL},
        positions, think, think_at,
    },
    erased::Erased,
    rules::{Seat, Turn, Viewer},
    search::{limits::SearchLimits, split_mix::SplitMix64},
};

use super::{properties::random_match, takeaway::Takeaway};

/// Chooses a move for a seat, by a seed.
type Bot<'a> = &'a dyn Fn(&dyn Position, Seat, u64) -> Option<String>;

/// The positions that a bot searches for a move.
const NODES: u64 = 1000;

fn of_kind(kind: Kind) -> impl Fn(&dyn Position, Seat, u64) -> Option<String> {
    move |here, seat, seed| choose(kind, here, seat, NODES, seed)
}

fn of_level(level: Level) -> impl Fn(&dyn Position, Seat, u64) -> Option<String> {
    move |here, seat, seed| think_at(level, here, seat, &mut SearchLimits::of(level.positions.min(NODES)), seed)
}

/// How many halves of a match the first bot won, playing each match once from either of the two
/// seats.
fn halves(game: &'static dyn Game, first: Bot<'_>, second: Bot<'_>, pairs: u64) -> i64 {
    let setting = game.facts().setting(2, []).expect("a game for two");
    let won = |number: u64| {
        let seats = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
        let mut course = Course::open(game, &setting).expect("an opening");
        for ply in 0.. {
            let Turn::Seat(seat) = course.turn() else { break };
            let played = seats[seat.index()](course.position(), seat, number * 1000 + ply).expect("a turn has a move");
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
            let won = halves(*game, &of_kind(strong), &of_kind(weak), 4);
            assert!(won >= 12, "{}: {} won {won} of 16 against {}", game.facts().id, strong.name(), weak.name());
        }
    }
}

/// The gain of the even seats against the odd ones in one round.
fn lead(game: &'static dyn Game, even: Bot<'_>, odd: Bot<'_>, number: u64) -> f64 {
    let setting = game.facts().setting(game.facts().usual_seats & !1, []).expect("an even number of seats");
    let mut round = game.open(&setting).expect("an opening");
    for step in 0.. {
        let mut luck = SplitMix64::new(number << 32 | step);
        let played = match round.turn() {
            Turn::Over => break,
            Turn::Chance => round.chance(&luck.entropy()).expect("it is luck's turn"),
            Turn::Forced(_) => round.legal().remove(0),
            Turn::Seat(seat) => {
                let bot = if seat.0 % 2 == 0 { even } else { odd };
                bot(&*round, seat, luck.number()).expect("a turn has a move")
            }
        };
        round.play(&played).expect("a bot plays legally");
    }
    let points = round.outcome().expect("it is over").points;
    let gains = points.iter().enumerate().map(|(seat, gain)| gain.as_f64() * if seat % 2 == 0 { 1.0 } else { -1.0 });
    gains.sum::<f64>() / (points.len() / 2) as f64
}

/// Plays every deal twice, with the bots' seats exchanged. Returns how many times the error of the
/// measurement the first bot gains.
fn significance(game: &'static dyn Game, strong: Bot<'_>, weak: Bot<'_>, pairs: u64) -> f64 {
    let pair = |number| lead(game, strong, weak, number) - lead(game, weak, strong, number);
    let leads: Vec<f64> = (0..pairs).map(pair).collect();
    let mean = leads.iter().sum::<f64>() / pairs as f64;
    let spread = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (pairs - 1) as f64;
    mean / (spread / pairs as f64).sqrt()
}

/// With more than two at the table it is points that count.
#[test]
fn each_bot_gains_at_a_larger_table() {
    for game in GAMES.iter().filter(|game| game.facts().min_seats > 2) {
        for (strong, weak, pairs) in [(Kind::Greedy, Kind::Random, 50), (Kind::Search, Kind::Random, 24)] {
            let gain = significance(*game, &of_kind(strong), &of_kind(weak), pairs);
            assert!(gain > 2.5, "{}: {} gains {gain:.2} times the error", game.facts().id, strong.name());
        }
    }
}

/// Even with far fewer positions than its own.
#[test]
fn the_strongest_level_beats_the_weakest() {
    for game in GAMES {
        let [weak, strong] = [1, u8::MAX].map(|number| of_level(level_of(*game, number)));
        match game.facts().min_seats {
            ..=2 => {
                let won = halves(*game, &strong, &weak, 4);
                assert!(won >= 14, "{}: {won} of 16", game.facts().id);
            }
            _ => {
                let gain = significance(*game, &strong, &weak, 60);
                assert!(gain > 2.5, "{}: {gain:.2} times the error", game.facts().id);
            }
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

/// The games, and one that declares no levels.
fn leveled() -> impl Iterator<Item = &'static dyn Game> {
    static TEMPLATE: Erased<Takeaway> = Erased::new();
    GAMES.iter().copied().chain([&TEMPLATE as &dyn Game])
}

#[test]
fn levels_rise_in_positions_or_play_fewer_random_moves() {
    for game in leveled() {
        let (id, declared) = (game.facts().id, game.levels());
        assert!((4..=usize::from(*LEVELS.end())).contains(&declared.len()), "{id}: {} levels", declared.len());
        let is_stronger = |weak: &Level, strong: &Level| {
            weak != strong && weak.positions <= strong.positions && weak.random_percent >= strong.random_percent
        };
        assert!(declared.is_sorted_by(is_stronger), "{id}: {declared:?}");
        assert_eq!(declared.last().map(|level| level.random_percent), Some(0), "{id}: the strongest always thinks");
    }
}

#[test]
fn a_level_beyond_the_strongest_is_the_strongest() {
    for game in leveled() {
        let declared = game.levels();
        let numbered: Vec<Level> = LEVELS.map(|number| level_of(game, number)).collect();
        let strongest = declared[declared.len() - 1];
        assert_eq!(numbered[..declared.len()], *declared);
        assert!(numbered[declared.len()..].iter().all(|level| *level == strongest), "{numbered:?}");
        assert_eq!(level_of(game, u8::MAX), strongest);
        assert_eq!(level_of(game, 0), declared[0]);
        assert!(LEVELS.contains(&USUAL_LEVEL));
        // Within a limit, the highest number searches more positions than its level names.
        for number in LEVELS {
            let measured = level_of(game, number).positions;
            assert_eq!(positions(game, number, false), measured);
            assert_eq!(positions(game, number, true) > measured, number == *LEVELS.end());
        }
    }
}

#[test]
fn names_of_bots_are_exact() {
    assert!(Kind::ALL.into_iter().all(|kind| Kind::parse(kind.name()) == Some(kind)));
    assert_eq!(Kind::parse("Random"), None);
}
