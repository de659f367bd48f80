//! How long pairings take: `cargo bench --bench tournaments [-- ENTRANTS STAGES]`. Each stage of a Swiss tournament, as seconds and as
//! times of what sorting by points and pairing neighbours would take.

use std::{hint::black_box, time::Instant};

use referee::{
    games::search::split_mix::SplitMix64,
    ids::Seat,
    tournament::{
        Stage,
        swiss::{Acceleration, Outcome, SwissConfig, pair},
    },
};

/// Entrants and stages unless told otherwise.
const ENTRANTS: usize = 1_000;
const STAGES: usize = 11;
/// How far the strongest is above the weakest, in Elo.
const ELO: f64 = 1000.0;

/// The outcomes of a stage: the stronger wins more often, and about a third of the games of equals is drawn.
fn play(stage: &Stage, entrants: usize, chance: &mut SplitMix64) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::Bye; entrants];
    for pairing in &stage.pairings {
        let (first, second) = (pairing.entrants[0], pairing.entrants[1]);
        let ahead = (f64::from(second.0) - f64::from(first.0)) * ELO / entrants as f64;
        let expected = 1.0 / (1.0 + 10f64.powf(-ahead / 400.0));
        let drawn = 0.35 * (1.0 - (2.0 * expected - 1.0).abs());
        let throw = (chance.number() >> 11) as f64 / (1u64 << 53) as f64;
        let halves = match throw {
            throw if throw < drawn => 1,
            throw if throw < drawn + (1.0 - drawn) * expected => 2,
            _ => 0,
        };
        for (own, opponent, seat, halves) in [(first, second, 0, halves), (second, first, 1, 2 - halves)] {
            outcomes[own.index()] = Outcome::Played { opponent, seat: Seat(seat), halves };
        }
    }
    outcomes
}

/// What somebody would do without any of this, in seconds.
fn floor(history: &[Vec<Outcome>], entrants: usize) -> f64 {
    let start = Instant::now();
    let points = |entrant: &usize| history.iter().map(|outcomes| outcomes[*entrant].halves()).sum::<u32>();
    let mut order: Vec<usize> = (0..entrants).collect();
    order.sort_by_key(|entrant| std::cmp::Reverse(points(entrant)));
    black_box(order.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>());
    start.elapsed().as_secs_f64()
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<usize>().ok());
    let (entrants, stages) = (numbers.next().unwrap_or(ENTRANTS).max(2), numbers.next().unwrap_or(STAGES).max(1));
    for acceleration in [Acceleration::None, Acceleration::Baku] {
        let config = SwissConfig { stages: stages as u32, initial_seat: Seat(0), acceleration };
        let (mut chance, mut history) = (SplitMix64::new(1), Vec::new());
        for number in 1..=stages {
            let start = Instant::now();
            let stage = pair(&config, &history, &vec![true; entrants]).expect("a tournament within the limits");
            let seconds = start.elapsed().as_secs_f64();
            let times = seconds / floor(&history, entrants).max(1e-9);
            println!(
                "{entrants} entrants, {acceleration:?}, stage {number}: {seconds:.3} s, {times:.0} times a sort by points"
            );
            history.push(play(&stage, entrants, &mut chance));
        }
    }
}
