//! Removes everything from a failing plan that the failure does not need (delta debugging, Zeller
//! 1999).

use std::fmt::Write as _;

use crate::invariant::Invariant;
use crate::{plan::Plan, run::run, told};

/// Maximum runs to shrink a plan.
const TRIES: usize = 200;

/// Returns which invariant fails under which seed.
pub fn headline(plan: &Plan, invariant: Invariant) -> String {
    format!("seed {} breaks `{invariant}`: {}", plan.seed, invariant.words().1)
}

/// Reports a plan that breaks an invariant.
pub fn story(plan: &Plan, invariant: Invariant) -> String {
    let small = shrink(plan, invariant);
    let outcome = run(&small);
    let mut story = String::new();
    let of = plan.faults.len();
    let _ = writeln!(story, "{}", headline(plan, invariant));
    for broken in outcome.broken.iter().filter(|broken| broken.invariant == invariant).take(3) {
        let _ = writeln!(story, "  {}", broken.what);
    }
    let which = if plan.crowd.is_some() { "REFEREE_WEEKEND" } else { "REFEREE_SEED" };
    let _ = writeln!(story, "the same again: {which}={} cargo test --test sim everything_holds", plan.seed);
    let _ = writeln!(story, "what it needs, {} of {of} faults:", small.faults.len());
    let _ = write!(story, "{small}{}", told(&small, &outcome));
    story
}

/// Returns the plan with as few faults, watchers, contests and orders as the same invariant still
/// needs to fail.
fn shrink(plan: &Plan, invariant: Invariant) -> Plan {
    let mut tries = 0;
    let mut fails = |plan: &Plan| {
        tries += 1;
        tries <= TRIES && run(plan).broken.iter().any(|broken| broken.invariant == invariant)
    };
    let mut small = plan.clone();
    let bare = Plan { watchers: Vec::new(), ..small.clone() };
    if fails(&bare) {
        small = bare;
    }
    while let Some(smaller) = with_less(&small).into_iter().find(|smaller| fails(smaller)) {
        small = smaller;
    }
    let mut parts = 2;
    while !small.faults.is_empty() {
        let size = small.faults.len().div_ceil(parts);
        let starts = (0..small.faults.len()).step_by(size);
        let smaller = starts.map(|from| without(&small, from, size)).find(|smaller| fails(smaller));
        match smaller {
            Some(smaller) => (small, parts) = (smaller, parts.saturating_sub(1).max(2)),
            None if size == 1 => break,
            None => parts = (parts * 2).min(small.faults.len()),
        }
    }
    small
}

/// Returns the plans with one contest or one order less.
fn with_less(plan: &Plan) -> Vec<Plan> {
    let mut less = Vec::new();
    for (number, contest) in plan.contests.iter().enumerate() {
        let mut fewer = plan.clone();
        fewer.contests.remove(number);
        less.push(fewer);
        for order in 0..contest.orders.len() {
            let mut fewer = plan.clone();
            fewer.contests[number].orders.remove(order);
            less.push(fewer);
        }
    }
    // Try to remove whole contests first, since that shrinks the plan fastest.
    less.sort_by_key(|plan| plan.contests.len());
    less
}

/// Returns the plan without `count` faults from index `from` on.
fn without(plan: &Plan, from: usize, count: usize) -> Plan {
    let mut faults = plan.faults.clone();
    faults.drain(from..(from + count).min(faults.len()));
    Plan { faults, ..plan.clone() }
}
