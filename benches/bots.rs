//! The strength of the house bots. Run:
//! `cargo bench --bench bots -- [GAME [STRONG WEAK [PAIRS]]] [OPTION=VALUE...]`. The options are
//! those of the game, `seats`, and `random`, the number of random first moves. A bot is `random`,
//! `greedy`, `search` or, with a level, `search:7`.
//!
//! Two matches make a pair: same luck, with the bots' seats exchanged. In a game without luck, the
//! pair shares random first moves instead; otherwise the bots would repeat one match.
//!
//! With two seats, it prints the first bot's score in percent; a draw is half a point. With more
//! seats, the bots alternate. It then prints by how many points per round a seat of the first bot
//! beats a seat of the second. Each result has its standard error over the pairs.

use std::time::Instant;

use referee::games::{
    Course, GAMES, Game,
    bots::{Kind, USUAL_LEVEL, choose, nodes_of_level},
    rules::{Setting, Turn},
    search::split_mix::SplitMix64,
};

/// Default number of pairs.
const PAIRS: u64 = 50;
/// The default comparisons.
const CONTESTS: &[(&str, &str)] = &[("greedy", "random"), ("search", "greedy"), ("search", "random")];

/// Default number of random first moves in games without chance.
const RANDOM_MOVES: u32 = 2;

/// The options of the benchmark itself.
const OWN: [&str; 2] = ["seats", "random"];

/// A bot, and the number of positions that it examines.
type Bot = (Kind, u64);

/// The game and its options, and the number of matches.
struct Contest {
    game: &'static dyn Game,
    setting: Setting,
    /// The number of random first moves.
    random: u32,
    pairs: u64,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let (options, words): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.contains('='));
    let named = words.first().map(|word| word.as_str());
    let bots = words.get(1).zip(words.get(2)).map(|(strong, weak)| (strong.as_str(), weak.as_str()));
    let pairs = words.get(3).map_or(PAIRS, |word| word.parse().expect("a number of pairs"));
    let number = |name: &str| {
        let value = options.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        value.map(|value| value.parse::<u32>().expect("a number"))
    };
    for game in GAMES.iter().filter(|game| named.is_none_or(|name| name == game.facts().id)) {
        let given = options.iter().filter_map(|word| word.split_once('=')).filter(|(name, _)| !OWN.contains(name));
        let seats = u8::try_from(number("seats").unwrap_or(0)).expect("a number of seats");
        let setting = game.facts().setting(seats, given).expect("options of the game");
        let usual = if game.facts().chance { 0 } else { RANDOM_MOVES };
        let contest = Contest { game: *game, setting, random: number("random").unwrap_or(usual), pairs };
        for (strong, weak) in bots.map_or(CONTESTS.to_vec(), |bots| vec![bots]) {
            let begin = Instant::now();
            let told = compare(&contest, bot(strong), bot(weak));
            println!("{}: {strong} against {weak}: {told} ({:.0} s)", game.facts().id, begin.elapsed().as_secs_f64());
        }
    }
}

fn bot(word: &str) -> Bot {
    let (name, level) = word.split_once(':').unwrap_or((word, ""));
    let kind = Kind::parse(name).expect("random, greedy or search");
    (kind, nodes_of_level(level.parse().unwrap_or(USUAL_LEVEL)))
}

fn compare(contest: &Contest, strong: Bot, weak: Bot) -> String {
    let pair = |number: u64| {
        let one = play(contest, [strong, weak], number);
        let other = play(contest, [weak, strong], number);
        (one - other) / 2.0
    };
    let leads: Vec<f64> = (0..contest.pairs).map(pair).collect();
    let count = leads.len() as f64;
    let mean = leads.iter().sum::<f64>() / count;
    let variance = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let error = (variance / count).sqrt();
    let matches = 2 * contest.pairs;
    match contest.setting.seats() {
        2 => format!("{:.1} of 100 ± {:.1} in {matches} matches", 50.0 + mean * 50.0, error * 50.0),
        _ => format!("{mean:+.3} ± {error:.3} points a round and seat, {matches} matches"),
    }
}

/// Plays a match, and returns the lead of the bot on the even seats. It is 1, 0 or -1 with two
/// seats, and otherwise in points per round.
fn play(contest: &Contest, bots: [Bot; 2], number: u64) -> f64 {
    let Contest { game, setting, random, .. } = contest;
    let mut course = Course::open(*game, setting).expect("an opening");
    let mut steps = 0;
    while !course.is_over() {
        let mut luck = SplitMix64::new(number << 32 | u64::from(course.round_number()) << 16 | u64::from(course.ply()));
        let step = match course.turn() {
            Turn::Seat(seat) => {
                let own = bots[seat.index() % 2];
                let (kind, nodes) = if steps < *random { (Kind::Random, own.1) } else { own };
                choose(kind, course.position(), seat, nodes, luck.number()).expect("a turn has a move")
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
    if setting.seats() == 2 {
        return (totals[0] - totals[1]).partial_cmp(&0.0).map_or(0.0, |order| f64::from(order as i8));
    }
    let mean = |parity: usize| {
        let own: Vec<f64> = totals.iter().skip(parity).step_by(2).copied().collect();
        own.iter().sum::<f64>() / own.len() as f64
    };
    (mean(0) - mean(1)) / f64::from(course.round_number())
}
