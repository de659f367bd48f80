//! The speed of the rules of every game on one thread: leaves per second of perft from the opening,
//! and random playouts. Initial chance events have one fixed outcome. Run:
//! `cargo bench --bench perft [-- GAME...]`.

use std::time::Instant;

use referee::games::{GAMES, Position, perft::Counting, rules::Turn, search::split_mix::SplitMix64};

/// Minimum duration of a count, in seconds.
const LONG_ENOUGH_S: f64 = 0.7;
/// Maximum depth of a count.
const MAX_DEPTH: u32 = 64;
/// Number of playouts per batch. Batches repeat for [`LONG_ENOUGH_S`].
const PLAYOUTS: u64 = 200;

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for game in GAMES {
        let id = game.facts().id;
        if !named.is_empty() && !named.iter().any(|name| name == id) {
            continue;
        }
        let setting = game.facts().setting(0, []).expect("the defaults");
        let start = decided(game.open(&setting).expect("an opening"));
        for depth in 1..=MAX_DEPTH {
            let begin = Instant::now();
            let leaves = start.perft(depth, Counting::Moves);
            let seconds = begin.elapsed().as_secs_f64();
            if seconds > LONG_ENOUGH_S || depth == MAX_DEPTH {
                let speed = leaves as f64 / seconds / 1e6;
                println!("{id} perft {depth}: {leaves} leaves in {seconds:.2} s, {speed:.0} M leaves/s");
                break;
            }
        }
        let begin = Instant::now();
        let (mut number, mut steps) = (0, 0);
        while begin.elapsed().as_secs_f64() < LONG_ENOUGH_S {
            steps += start.playouts(PLAYOUTS, number).steps;
            number += PLAYOUTS;
        }
        let seconds = begin.elapsed().as_secs_f64();
        let (speed, steps) = (number as f64 / seconds / 1e3, steps as f64 / seconds / 1e6);
        println!("{id} playouts: {number} in {seconds:.2} s, {speed:.1} k playouts/s, {steps:.1} M steps/s");
    }
}

/// Returns the first position in which a seat has a choice.
fn decided(mut start: Box<dyn Position>) -> Box<dyn Position> {
    let mut luck = SplitMix64::new(0);
    while start.turn() == Turn::Chance {
        let outcome = start.chance(&luck.entropy()).expect("it is luck's turn");
        start.play(&outcome).expect("an outcome of chance");
    }
    start
}
