//! How strong the house's bots are: `cargo bench --bench bots -- [GAME [STRONG WEAK [PAIRS]]] [OPTION=VALUE...]`. A bot is
//! `random`, `greedy`, `search` or, with a level, `search:7`.
//!
//! Two matches make a pair: the same luck, with the bots' seats exchanged. With two seats it prints how many points of a hundred
//! the first bot made, a draw being half a point; with more, where every other seat is the first bot's, how many points a
//! round a seat of the first bot gained against a seat of the second, with the standard error over the pairs.

use std::time::Instant;

use referee::{
    bots::{Budget, Kind, choose},
    games::{
        Course, GAMES, Game,
        luck::Luck,
        rules::{Setting, Turn},
    },
};

/// How many pairs are played unless the command says so.
const PAIRS: u64 = 50;
/// What is compared unless the command says so.
const CONTESTS: &[(&str, &str)] = &[("greedy", "random"), ("search", "greedy"), ("search", "random")];
/// The level of a bot that names none.
const LEVEL: u8 = 5;

/// A bot and its budget.
type Bot = (Kind, Budget);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let (options, words): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.contains('='));
    let named = words.first().map(|word| word.as_str());
    let contest = words.get(1).zip(words.get(2)).map(|(strong, weak)| (strong.as_str(), weak.as_str()));
    let pairs = words.get(3).map_or(PAIRS, |word| word.parse().expect("a number of pairs"));
    for game in GAMES.iter().filter(|game| named.is_none_or(|name| name == game.facts().id)) {
        let given = options.iter().filter_map(|word| word.split_once('=')).filter(|(name, _)| *name != "seats");
        let seats =
            options.iter().find_map(|word| word.strip_prefix("seats=")).map_or(0, |n| n.parse().expect("seats"));
        let setting = game.facts().setting(seats, given).expect("options of the game");
        for (strong, weak) in contest.map_or(CONTESTS.to_vec(), |contest| vec![contest]) {
            let begin = Instant::now();
            let told = compare(*game, &setting, bot(strong), bot(weak), pairs);
            println!("{}: {strong} against {weak}: {told} ({:.0} s)", game.facts().id, begin.elapsed().as_secs_f64());
        }
    }
}

fn bot(word: &str) -> Bot {
    let (name, level) = word.split_once(':').unwrap_or((word, ""));
    let kind = Kind::parse(name).expect("random, greedy or search");
    (kind, Budget::level(level.parse().unwrap_or(LEVEL)))
}

fn compare(game: &'static dyn Game, setting: &Setting, strong: Bot, weak: Bot, pairs: u64) -> String {
    let two = setting.seats() == 2;
    let pair = |number: u64| {
        let one = play(game, setting, [strong, weak], number, two);
        let other = play(game, setting, [weak, strong], number, two);
        (one - other) / 2.0
    };
    let leads: Vec<f64> = (0..pairs).map(pair).collect();
    let count = leads.len() as f64;
    let mean = leads.iter().sum::<f64>() / count;
    let variance = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let error = (variance / count).sqrt();
    match two {
        true => format!("{:.1} of 100 ± {:.1} in {} matches", 50.0 + mean * 50.0, error * 50.0, 2 * pairs),
        false => format!("{mean:+.3} ± {error:.3} points a round and seat, {} matches", 2 * pairs),
    }
}

/// What the even seats' bot gained against the odd seats': 1, 0 or -1 for a match of two, otherwise points a round.
fn play(game: &'static dyn Game, setting: &Setting, bots: [Bot; 2], number: u64, two: bool) -> f64 {
    let mut course = Course::open(game, setting).expect("an opening");
    let mut steps = 0;
    while !course.is_over() {
        let mut luck = Luck::new(number << 32 | u64::from(course.number()) << 16 | u64::from(course.ply()));
        let step = match course.turn() {
            Turn::Seat(seat) => {
                let (kind, budget) = bots[seat.index() % 2];
                choose(kind, course.round(), seat, budget, luck.number()).expect("a turn has a move")
            }
            Turn::Forced(_) => course.forced().expect("a forced step"),
            Turn::Chance => course.chance(&luck.entropy()).expect("an outcome"),
            Turn::Over => {
                course.close_round();
                continue;
            }
        };
        course.play(&step).expect("a bot plays legally");
        steps += 1;
        assert!(steps < 1_000_000, "a match ends");
    }
    let totals: Vec<f64> = course.totals().iter().map(|points| points.as_f64()).collect();
    if two {
        return (totals[0] - totals[1]).partial_cmp(&0.0).map_or(0.0, |order| f64::from(order as i8));
    }
    let mean = |parity: usize| {
        let own: Vec<f64> = totals.iter().skip(parity).step_by(2).copied().collect();
        own.iter().sum::<f64>() / own.len() as f64
    };
    (mean(0) - mean(1)) / f64::from(course.number())
}
