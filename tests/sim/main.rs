//! Simulates the whole hall, its store and the programs on its seats from one seed, in virtual time
//! and on one thread. The invariants must hold whatever fails: acknowledged events are durable,
//! every viewer receives every event once and in order, every match ends, and memory is bounded.
//! Seats are charged only for their own time, and lose only through their own fault.
//!
//! [`plan`] draws the faults from a seed, [`run`] carries them out, [`judge`] compares the hall
//! with the truth, and [`shrink`] reduces a failing plan. `REFEREE_SEEDS` is the number of seeds;
//! `REFEREE_SEED` runs one seed and prints its events.

mod consents;
mod contests;
mod fate;
mod host;
mod invariant;
mod judge;
mod plan;
mod program;
mod rulings;
mod run;
mod short;
mod shrink;
mod store;
mod truth;
mod watcher;
mod world;

#[path = "../shared/settings.rs"]
mod settings;
#[path = "../shared/takeaway.rs"]
mod takeaway;

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use plan::Plan;
use run::run;

/// Number of seeds. `REFEREE_SEEDS` overrides it.
const SEEDS: u64 = 10_000;
/// Number of seeds that run twice, to check that runs are repeatable.
const TWICE: u64 = 200;
/// Maximum failures to report. With `REFEREE_BRIEF`, the test stops at the first failure and prints
/// only its name.
const TOLD: u64 = 5;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Number of weekends. `REFEREE_WEEKENDS` overrides it.
const WEEKENDS: u64 = 20;

fn is_brief() -> bool {
    std::env::var_os("REFEREE_BRIEF").is_some()
}

/// Runs a plan. If an invariant fails, returns which one and how to reproduce it.
fn try_plan(plan: &Plan) -> Result<(), String> {
    let outcome = run(plan);
    match outcome.broken.first() {
        None => Ok(()),
        Some(broken) if is_brief() => Err(shrink::headline(plan, broken.invariant)),
        Some(broken) => Err(shrink::story(plan, broken.invariant)),
    }
}

/// Lists the stored matches and contests of a run.
fn told(plan: &Plan, outcome: &run::Outcome) -> String {
    short::told(&outcome.logs) + &short::told_of_contests(plan, &outcome.contests)
}

/// Tries the seeds from 1 on all cores, or only the seed in the variable `one`. Panics with a
/// report of the failures.
fn try_all(seeds: u64, one: &str, plan_of: impl Fn(u64) -> Plan + Sync) {
    if let Some(seed) = number(one) {
        let plan = plan_of(seed);
        let outcome = run(&plan);
        println!("{plan}{}", told(&plan, &outcome));
        // Print all violations before shrinking, which takes long.
        outcome.broken.iter().for_each(|broken| println!("breaks `{}`: {}", broken.invariant, broken.what));
        if let Err(story) = try_plan(&plan) {
            panic!("{story}");
        }
        return;
    }
    let told = if is_brief() { 1 } else { TOLD };
    let (next, failed) = (AtomicU64::new(1), AtomicU64::new(0));
    let threads = thread::available_parallelism().map_or(1, |cores| cores.get());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while failed.load(Ordering::Relaxed) < told {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed > seeds {
                        return;
                    }
                    if let Err(story) = try_plan(&plan_of(seed)) {
                        failed.fetch_add(1, Ordering::Relaxed);
                        eprintln!("{story}");
                    }
                }
            });
        }
    });
    assert_eq!(failed.into_inner(), 0, "seeds of {seeds} broke something, see above");
}

/// Lists the invariants: `cargo test --test sim -- --nocapture invariants`.
#[test]
fn invariants_have_a_name_and_a_sentence_each() {
    let mut names = BTreeSet::new();
    for invariant in invariant::ALL {
        let (name, sentence) = invariant.words();
        println!("{name:22} {sentence}");
        assert!(names.insert(name) && sentence.ends_with('.'), "{invariant}");
    }
}

#[test]
fn everything_holds_under_any_seed() {
    try_all(number("REFEREE_SEEDS").unwrap_or(SEEDS), "REFEREE_SEED", Plan::new);
}

#[test]
fn everything_holds_on_any_weekend() {
    try_all(number("REFEREE_WEEKENDS").unwrap_or(WEEKENDS), "REFEREE_WEEKEND", Plan::weekend);
}

#[test]
fn a_seed_repeats_exactly() {
    for plan in (1..=TWICE).map(Plan::new) {
        assert_eq!(told(&plan, &run(&plan)), told(&plan, &run(&plan)), "seed {}", plan.seed);
    }
}
