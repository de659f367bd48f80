//! The coverage of 95 % intervals, and the error rate of sequential tests. Run:
//! `cargo bench --bench coverage [-- fast]`. Each line has its standard error and the promised
//! range. Fails if a rate is outside its range by more than three standard errors. `fast` takes
//! less than a minute.

use anyhow::ensure;
use referee::{
    games::search::split_mix::SplitMix64,
    rating::{Config, MatchLog, fit},
    stats::{
        Counts, EloModel, MeanPointsTest, Pentanomial, PointsSample, Sprt, SprtState, WinDrawLoss,
        elo::{ELO_PER_NAT, NORMALISED_ELO_PER_T, estimate, expected_score},
    },
};

/// Promised coverage of 95 % intervals.
const OF_INTERVALS: (f64, f64) = (0.93, 0.97);
/// Requested probability of each error of a test.
const ERROR: f64 = 0.05;
/// Promised error rate of tests of Elo.
const OF_SPRT: (f64, f64) = (0.0, 1.1 * ERROR);
/// Promised error rate of tests of mean points, up to a skewness of 2.
const OF_MEAN_POINTS: (f64, f64) = (0.0, 1.5 * ERROR);
/// Percentage of matches with shared places, from 800 matches of Honest John, version 2.
const SHARED_OF_100: usize = 36;

/// A source of random numbers.
struct Chance(SplitMix64);

impl Chance {
    fn uniform(&mut self) -> f64 {
        (self.0.number() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }

    /// Returns a number with mean 0, standard deviation 1 and this skewness. It has a gamma
    /// distribution (G. Marsaglia and W. Tsang, ACM Transactions on Mathematical Software 26,
    /// 2000).
    fn skewed(&mut self, skewness: f64) -> f64 {
        if skewness == 0.0 {
            return self.normal();
        }
        let shape = 4.0 / (skewness * skewness);
        let (d, c) = (shape - 1.0 / 3.0, 1.0 / (9.0 * (shape - 1.0 / 3.0)).sqrt());
        loop {
            let normal = self.normal();
            let cube = (1.0 + c * normal).powi(3);
            let is_taken =
                cube > 0.0 && (1.0 - self.uniform()).ln() < 0.5 * normal * normal + d - d * cube + d * cube.ln();
            if is_taken {
                return skewness.signum() * (d * cube - shape) / shape.sqrt();
            }
        }
    }

    /// Returns the score of a game in half points.
    fn game(&mut self, score: f64, draws: f64) -> usize {
        let (drawn, win) = (self.uniform(), score - draws / 2.0);
        if drawn < win { 2 } else { usize::from(drawn < win + draws) }
    }

    fn pairs(&mut self, count: u32, score: f64, draws: f64) -> Pentanomial {
        let mut counts = Pentanomial::default();
        for _ in 0..count {
            counts.pairs[self.game(score, draws) + self.game(score, draws)] += 1;
        }
        counts
    }
}

/// Prints the lines, and counts the rates outside their range.
#[derive(Default)]
struct Table {
    outside: u32,
}

impl Table {
    fn line(&mut self, what: &str, held: usize, of: usize, (low, high): (f64, f64)) {
        let share = held as f64 / of as f64;
        let expected = share.clamp(low, high);
        let error = (expected * (1.0 - expected) / of as f64).sqrt();
        let is_outside = (share - expected).abs() > 3.0 * error;
        self.outside += u32::from(is_outside);
        let [share, error, low, high] = [share, error, low, high].map(|share| 100.0 * share);
        let verdict = if is_outside { "  OUTSIDE" } else { "" };
        println!("{what:<60} {share:>6.2} % +- {error:.2}   {low:.1} to {high:.1} %{verdict}");
    }
}

/// Measures the coverage of Elo and normalised Elo from 200 pairs.
fn intervals(table: &mut Table, runs: usize) {
    let mut chance = Chance(SplitMix64::new(1));
    for (difference, draws) in [(0.0, 0.5), (100.0, 0.3), (200.0, 0.3), (270.0, 0.05), (400.0, 0.0)] {
        let score = expected_score(difference);
        let deviation = (score - draws / 4.0 - score * score).sqrt();
        let normalised = NORMALISED_ELO_PER_T * (score - 0.5) / deviation;
        let mut held = [0; 2];
        for _ in 0..runs {
            let found = estimate(&Counts::Pairs(chance.pairs(200, score, draws)));
            for (held, (interval, truth)) in
                held.iter_mut().zip([(found.elo, difference), (found.normalised_elo, normalised)])
            {
                *held += usize::from(interval.low <= truth && truth <= interval.high);
            }
        }
        for (what, held) in ["Elo", "normalised Elo"].into_iter().zip(held) {
            let what = format!("{what} of 200 pairs, {difference} Elo apart");
            table.line(&what, held, runs, OF_INTERVALS);
        }
    }
}

/// Returns the strengths of 20 entrants, drawn from N(0, 300^2) Elo, and a log of their matches.
fn drawn_log(seats: usize, rounds: usize, shared_of_100: usize, chance: &mut Chance) -> (Vec<f64>, MatchLog) {
    let entrants = 20;
    let mut truth: Vec<f64> = (0..entrants).map(|_| 300.0 * chance.normal()).collect();
    let mean = truth.iter().sum::<f64>() / entrants as f64;
    truth.iter_mut().for_each(|elo| *elo -= mean);
    let mut log = MatchLog::new(seats).expect("2 to 8 seats");
    for _ in 0..rounds {
        let mut order: Vec<usize> = (0..entrants).collect();
        chance.0.shuffle(&mut order);
        for table in order.chunks_exact(seats) {
            let places = drawn_places(table, &truth, shared_of_100, chance);
            let names: Vec<String> = table.iter().map(|entrant| name(*entrant)).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            log.add(&names, &places).expect("a match");
        }
    }
    (truth, log)
}

fn name(entrant: usize) -> String {
    format!("bot-{entrant:02}")
}

/// Draws the places of a match. Two seats follow Davidson's model with nu = 0.5. More seats follow
/// Plackett and Luce, and the last two or three share a place in some matches. Seat 0 is worth 40
/// Elo.
fn drawn_places(table: &[usize], truth: &[f64], shared_of_100: usize, chance: &mut Chance) -> Vec<u32> {
    let level = |seat: usize| (truth[table[seat]] + if seat == 0 { 40.0 } else { 0.0 }) / ELO_PER_NAT;
    if let [_, _] = table {
        let half = (level(0) - level(1)) / 2.0;
        let drawn = chance.uniform() * (half.exp() + (-half).exp() + 0.5);
        return match drawn {
            drawn if drawn < half.exp() => vec![1, 2],
            drawn if drawn < half.exp() + 0.5 => vec![1, 1],
            _ => vec![2, 1],
        };
    }
    // With Gumbel noise, the sorted levels follow Plackett and Luce.
    let mut noisy: Vec<(f64, usize)> =
        (0..table.len()).map(|seat| (level(seat) - (-(1.0 - chance.uniform()).ln()).ln(), seat)).collect();
    noisy.sort_by(|a, b| b.0.total_cmp(&a.0));
    let shared = if chance.0.below(100) < shared_of_100 { 2 + chance.0.below(2) } else { 1 };
    let mut places = vec![0; table.len()];
    for (place, (_, seat)) in noisy.into_iter().enumerate() {
        places[seat] = 1 + place.min(table.len() - shared) as u32;
    }
    places
}

fn ratings(table: &mut Table, ladders: usize) {
    for (what, seats, rounds, shared) in [
        ("two seats, 80 matches each", 2, 80, 0),
        ("four seats, 60 matches each", 4, 60, 0),
        ("four seats, 60 matches each, 36 % share places", 4, 60, SHARED_OF_100),
    ] {
        let mut chance = Chance(SplitMix64::new(2));
        let (mut held, mut of) = ([0; 2], [0; 2]);
        for _ in 0..ladders {
            let (truth, log) = drawn_log(seats, rounds, shared, &mut chance);
            let found = fit(&log, &Config::default()).expect("a fit");
            for (rated, truth) in found.ratings().iter().zip(&truth) {
                held[0] += usize::from(rated.low <= *truth && *truth <= rated.high);
                of[0] += 1;
            }
            // Uses each entrant once, so the differences are independent.
            for first in (0..truth.len()).step_by(2) {
                let gap = truth[first] - truth[first + 1];
                let found = found.difference(&name(first), &name(first + 1)).expect("both are connected");
                held[1] += usize::from(found.low <= gap && gap <= found.high);
                of[1] += 1;
            }
        }
        for ((of_what, held), of) in ["ratings", "differences"].into_iter().zip(held).zip(of) {
            table.line(&format!("{of_what}, {what}"), held, of, OF_INTERVALS);
        }
    }
}

/// Measures the error rate of Elo tests that are evaluated after every observation. A result `true`
/// means that the test accepted H1.
fn sequential(table: &mut Table, runs: usize) {
    let mut chance = Chance(SplitMix64::new(3));
    for (what, model, is_paired) in [
        ("Elo by games", EloModel::Logistic, false),
        ("Elo by pairs", EloModel::Logistic, true),
        ("normalised Elo by pairs", EloModel::Normalised, true),
    ] {
        let (elo1, draws) = (60.0, 0.3);
        let sprt = Sprt::new(0.0, elo1, ERROR, ERROR, model).expect("a test");
        for (side, wrong) in [(0.0, SprtState::AcceptH1), (elo1, SprtState::AcceptH0)] {
            let score = match model {
                EloModel::Logistic => expected_score(side),
                EloModel::Normalised => score_of_normalised(side, draws),
            };
            let is_wrong = |_: &usize| {
                let (mut games, mut pairs) = (WinDrawLoss::default(), Pentanomial::default());
                loop {
                    let counts = if is_paired {
                        pairs.pairs[chance.game(score, draws) + chance.game(score, draws)] += 1;
                        Counts::Pairs(pairs)
                    } else {
                        match chance.game(score, draws) {
                            2 => games.wins += 1,
                            1 => games.draws += 1,
                            _ => games.losses += 1,
                        }
                        Counts::Games(games)
                    };
                    let state = sprt.report(&counts).state;
                    if state.is_over() {
                        return state == wrong;
                    }
                }
            };
            let wrongly = (0..runs).filter(is_wrong).count();
            table.line(&format!("errors of SPRT, {what}, {side} Elo apart"), wrongly, runs, OF_SPRT);
        }
    }
}

/// Returns the score of a game with this normalised Elo, by bisection.
fn score_of_normalised(elo: f64, draws: f64) -> f64 {
    let (mut low, mut high) = (0.5, 1.0 - draws / 2.0);
    for _ in 0..60 {
        let score = (low + high) / 2.0;
        let deviation = (score - draws / 4.0 - score * score).sqrt();
        if NORMALISED_ELO_PER_T * (score - 0.5) / deviation < elo { low = score } else { high = score }
    }
    low
}

/// Measures the error rate of tests of mean points that are evaluated after every encounter. The
/// hypotheses are [0, 3] points, with a standard deviation of 10.
fn mean_points(table: &mut Table, runs: usize) {
    let mut chance = Chance(SplitMix64::new(4));
    let test = MeanPointsTest::new(0.0, 3.0, ERROR, ERROR).expect("a test");
    for skewness in [0.0, 0.8, -0.8, 2.0, -2.0] {
        for (mean, wrong) in [(0.0, SprtState::AcceptH1), (3.0, SprtState::AcceptH0)] {
            let is_wrong = |_: &usize| {
                let mut sample = PointsSample::default();
                loop {
                    let points = mean + 10.0 * chance.skewed(skewness);
                    sample.add((2.0 * points).round() as i64, 1).expect("few points");
                    let state = test.report(&sample).state;
                    if state.is_over() {
                        return state == wrong;
                    }
                }
            };
            let wrongly = (0..runs).filter(is_wrong).count();
            let what = format!("errors of mean points, skewness {skewness}, mean {mean}");
            table.line(&what, wrongly, runs, OF_MEAN_POINTS);
        }
    }
}

fn main() -> anyhow::Result<()> {
    let is_fast = std::env::args().any(|argument| argument == "fast");
    let times = |fast: usize, whole: usize| if is_fast { fast } else { whole };
    let mut table = Table::default();
    println!("{:<60} {:>6}   standard error, promised", "share", "");
    intervals(&mut table, times(8_000, 40_000));
    ratings(&mut table, times(400, 2_000));
    sequential(&mut table, times(4_000, 20_000));
    mean_points(&mut table, times(10_000, 40_000));
    ensure!(table.outside == 0, "outside the promised range: {} of the lines above", table.outside);
    Ok(())
}
