//! How strong the house's bots are.
//!
//! `cargo bench --bench bots -- [GAME [STRONG WEAK [PAIRS]]] [OPTION=VALUE...]` compares bots. The
//! options are the game's, `seats`, `random` (the number of random first moves) and `threads`. A
//! bot is `random`, `greedy`, `search` or, with a level, `search:7`.
//!
//! `cargo bench --bench bots -- levels [GAME [PAIRS]] [OPTION=VALUE...]` compares each level with
//! the one below, and prints rows for `benches/README.md`. It fails if a share is not 60 to 80 %,
//! or if the lower end of its 95 % interval is below 55 %.
//!
//! A pair is two matches with the same luck and with the bots' seats exchanged. A game without luck
//! begins with the same random moves. Otherwise the bots would repeat the same match.
//!
//! The share is the first bot's part of all points. With two seats, a win is a point, and a draw is
//! half a point. With more seats, each bot has every other seat. Each seat then plays for a point
//! against each seat of the other bot. The seat with more points at the end of the match gets it;
//! equal seats share it. Errors and intervals come from the pairs.

use std::{
    process::ExitCode,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Instant,
};

use referee::games::{
    Course, GAMES, Game,
    bots::{
        Kind, level_of,
        levels::{Level, USUAL_LEVEL},
        think, think_at,
    },
    rules::{Setting, Turn},
    search::{limits::SearchLimits, split_mix::SplitMix64},
};

/// Default number of pairs.
const PAIRS: u64 = 50;
/// The same for levels.
const PAIRS_OF_LEVELS: u64 = 200;
/// The default comparisons.
const CONTESTS: &[(&str, &str)] = &[("greedy", "random"), ("search", "greedy"), ("search", "random")];

/// Default number of random first moves in games without chance.
const RANDOM_MOVES: u32 = 2;
/// A single round that lasts longer is a draw.
const MAX_PLIES: u32 = 300;
/// The number of seats of a game for more than two, unless the command says so: an even one.
const SEATS: u8 = 4;

/// The options of the bench itself.
const OWN: [&str; 3] = ["seats", "random", "threads"];

/// Options with which levels are compared: id of the game, name and value. A single round of
/// Kamisado depends too much on the random first moves.
const OF_LEVELS: &[(&str, &str, &str)] = &[("kamisado", "length", "standard")];
/// The share of points against the level below, in percent.
const STEP: std::ops::RangeInclusive<f64> = 60.0..=80.0;
/// The least lower end of its interval.
const LEAST: f64 = 55.0;

/// A bot; the level counts for `search` only.
type Bot = (Kind, Level);

/// A game, its options, and the number of pairs.
struct Contest {
    game: &'static dyn Game,
    setting: Setting,
    /// The number of random first moves.
    random: u32,
    pairs: u64,
    threads: u32,
}

/// The result of a match, or of a comparison, for the first bot.
#[derive(Clone, Copy)]
struct Score {
    /// The share of points, 0 to 1.
    share: f64,
    /// The points a round and seat that a seat gained against a seat of the other bot.
    gain: f64,
}

/// The words of the command.
struct Command {
    words: Vec<String>,
    options: Vec<(String, String)>,
}

fn main() -> ExitCode {
    let words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let (options, words): (Vec<String>, Vec<String>) = words.partition(|word| word.contains('='));
    let options = options.iter().filter_map(|word| word.split_once('=')).map(|(n, v)| (n.to_owned(), v.to_owned()));
    let mut command = Command { words, options: options.collect() };
    if command.words.first().is_some_and(|word| word == "levels") {
        command.words.remove(0);
        return command.levels();
    }
    command.contests();
    ExitCode::SUCCESS
}

impl Command {
    /// Prints how each level scores against the one below.
    fn levels(&self) -> ExitCode {
        let mut code = ExitCode::SUCCESS;
        println!(
            "| game | level | positions | random | share | 95 % interval | seconds |\n|---|---|---|---|---|---|---|"
        );
        for game in self.games() {
            let contest = self.contest(game, self.number_at(1).unwrap_or(PAIRS_OF_LEVELS), OF_LEVELS);
            for (index, level) in game.levels().iter().enumerate() {
                let Level { positions, random_percent } = level;
                print!("| {} | {} | {positions} | {random_percent} % ", game.facts().name, index + 1);
                let Some(below) = index.checked_sub(1) else {
                    println!("| - | - | - |");
                    continue;
                };
                let begin = Instant::now();
                let [mean, error] =
                    compare(&contest, [*level, game.levels()[below]].map(|level| (Kind::Search, level)));
                let [share, half] = [100.0 * mean.share, 196.0 * error.share];
                let seconds = begin.elapsed().as_secs_f64();
                println!("| {share:.1} % | {:.1} to {:.1} | {seconds:.0} |", share - half, share + half);
                if !STEP.contains(&share) || share - half < LEAST {
                    eprintln!("level {} of {}: expected 60 to 80 %, surely above 55 %", index + 1, game.facts().id);
                    code = ExitCode::FAILURE;
                }
            }
        }
        code
    }

    /// Prints how the bots of each contest score.
    fn contests(&self) {
        let named = self.words.get(1).zip(self.words.get(2)).map(|(strong, weak)| (strong.as_str(), weak.as_str()));
        for game in self.games() {
            let contest = self.contest(game, self.number_at(3).unwrap_or(PAIRS), &[]);
            for (strong, weak) in named.map_or(CONTESTS.to_vec(), |bots| vec![bots]) {
                let begin = Instant::now();
                let [mean, error] = compare(&contest, [bot(game, strong), bot(game, weak)]);
                let (id, matches) = (game.facts().id, 2 * contest.pairs);
                let share = format!("{:.1} % ± {:.1}", 100.0 * mean.share, 100.0 * error.share);
                let gain = match contest.setting.seats() {
                    2 => String::new(),
                    _ => format!(", {:+.3} ± {:.3} points a round and seat", mean.gain, error.gain),
                };
                let seconds = begin.elapsed().as_secs_f64();
                println!("{id}: {strong} against {weak}: {share}{gain} in {matches} matches ({seconds:.0} s)");
            }
        }
    }

    /// Returns the named game, or all.
    fn games(&self) -> impl Iterator<Item = &'static dyn Game> {
        let named = self.words.first();
        GAMES.iter().copied().filter(move |game| named.is_none_or(|name| name == game.facts().id))
    }

    /// Returns what to play: the command's options go before those of `usual`.
    fn contest(&self, game: &'static dyn Game, pairs: u64, usual: &[(&str, &str, &str)]) -> Contest {
        let facts = game.facts();
        let seats = self.number("seats").unwrap_or(if facts.max_seats == 2 { 2 } else { SEATS.into() });
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = options.filter(|(name, _)| !OWN.contains(name));
        let of_game = usual.iter().filter(|(id, ..)| *id == facts.id).map(|(_, name, value)| (*name, *value));
        let setting = facts.setting(u8::try_from(seats).expect("a number of seats"), of_game.chain(options));
        let random = if facts.chance { 0 } else { RANDOM_MOVES };
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        Contest {
            game,
            setting: setting.expect("options of the game"),
            random: self.number("random").unwrap_or(random),
            pairs,
            threads: self.number("threads").unwrap_or(cores),
        }
    }

    fn number_at(&self, index: usize) -> Option<u64> {
        self.words.get(index).map(|word| word.parse().expect("a number of pairs"))
    }

    fn number(&self, name: &str) -> Option<u32> {
        let option = self.options.iter().find(|(known, _)| known == name);
        option.map(|(_, value)| value.parse().expect("a number"))
    }
}

fn bot(game: &dyn Game, word: &str) -> Bot {
    let (name, level) = word.split_once(':').unwrap_or((word, ""));
    let kind = Kind::parse(name).expect("random, greedy or search");
    (kind, level_of(game, level.parse().unwrap_or(USUAL_LEVEL)))
}

/// Plays all pairs. Returns the mean of the first bot's scores, and its standard error.
fn compare(contest: &Contest, [strong, weak]: [Bot; 2]) -> [Score; 2] {
    let next = AtomicU64::new(0);
    let play_some = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let pair = |number| {
            let (one, other) = (play(contest, [strong, weak], number), play(contest, [weak, strong], number));
            let score = Score { share: (one.share + 1.0 - other.share) / 2.0, gain: (one.gain - other.gain) / 2.0 };
            (number, score)
        };
        numbers.take_while(|number| *number < contest.pairs).map(pair).collect::<Vec<_>>()
    };
    let mut pairs: Vec<(u64, Score)> = thread::scope(|scope| {
        let players: Vec<_> = (0..contest.threads.max(1)).map(|_| scope.spawn(play_some)).collect();
        players.into_iter().flat_map(|player| player.join().expect("a match")).collect()
    });
    pairs.sort_by_key(|(number, _)| *number);
    let of = |part: fn(&Score) -> f64| mean_and_error(pairs.iter().map(|(_, score)| part(score)).collect());
    let [share, gain] = [of(|score| score.share), of(|score| score.gain)];
    [0, 1].map(|which| Score { share: share[which], gain: gain[which] })
}

fn mean_and_error(of_pairs: Vec<f64>) -> [f64; 2] {
    let count = of_pairs.len() as f64;
    let mean = of_pairs.iter().sum::<f64>() / count;
    let variance = of_pairs.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    [mean, (variance / count).sqrt()]
}

/// Plays a match with the first bot on the even seats. Returns its score.
fn play(contest: &Contest, bots: [Bot; 2], number: u64) -> Score {
    let Contest { game, setting, random, .. } = contest;
    let mut course = Course::open(*game, setting).expect("an opening");
    let mut steps = 0;
    while !course.is_over() {
        let mut luck = SplitMix64::new(number << 32 | u64::from(course.round_number()) << 16 | u64::from(course.ply()));
        let step = match course.turn() {
            Turn::Seat(seat) => {
                let (kind, level) = bots[seat.index() % 2];
                let kind = if steps < *random { Kind::Random } else { kind };
                let (here, mut limits) = (course.position(), SearchLimits::of(level.positions));
                let played = match kind {
                    Kind::Search => think_at(level, here, seat, &mut limits, luck.number()),
                    Kind::Random | Kind::Greedy => think(kind, here, seat, &mut limits, luck.number()),
                };
                played.expect("a turn has a move")
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
        if steps >= MAX_PLIES && !game.facts().rounds {
            break;
        }
    }
    let totals: Vec<f64> = course.totals().iter().map(|points| points.as_f64()).collect();
    let of_bot = |parity: usize| totals.iter().skip(parity).step_by(2);
    let duels: Vec<f64> = of_bot(0)
        .flat_map(|own| of_bot(1).map(move |other| own.partial_cmp(other).map_or(0.0, |order| f64::from(order as i8))))
        .collect();
    let mean = |parity: usize| of_bot(parity).sum::<f64>() / of_bot(parity).count() as f64;
    Score {
        share: 0.5 + duels.iter().sum::<f64>() / duels.len() as f64 / 2.0,
        gain: (mean(0) - mean(1)) / f64::from(course.round_number()),
    }
}
