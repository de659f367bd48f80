//! The faults that involve deadlines. They are drawn from a separate generator.

use std::time::Duration;

use referee::{games::search::split_mix::SplitMix64, law::Absence};

use super::{Act, Fault, Game, Plan, Ruled, What, millis};

/// One run in this many has an arbiter.
const ARBITER_EVERY: usize = 5;
/// In one run in this many, only the clocks limit absence.
const CLOCK_ONLY_EVERY: usize = 8;
/// One run in this many has a program that connects and disconnects before its match starts.
const FLICKER_EVERY: usize = 48;
/// One run in this many has a match without moves up to the maximum inactivity.
const SILENCE_EVERY: usize = 96;
/// Number of reconnections: more than fit into any wait of a match.
const FLICKERS: usize = 8;

pub fn draw(plan: &mut Plan) {
    let mut luck = SplitMix64::new(plan.seed ^ 0x5EED_DEAD_1145_0001);
    plan.start_grace = Duration::from_secs([300, 60, 20, 8][luck.below(4)]);
    plan.first_move_grace = (luck.below(3) == 0).then(|| Duration::from_secs(2 + luck.below(9) as u64));
    if luck.below(ARBITER_EVERY) == 0 {
        let of = luck.below(plan.matches);
        let what = match luck.below(3) {
            0 => Ruled::Adjudicate,
            _ => Ruled::Pause(Some(millis(&mut luck, &[2_000, 20_000, 90_000]))),
        };
        add(plan, millis(&mut luck, &[15_000]), What::Arbiter(of, what));
    }
    // Drawn separately, so existing seeds keep their plans.
    if SplitMix64::new(plan.seed ^ 0x5EED_AB5E_11CE_0001).below(CLOCK_ONLY_EVERY) == 0 {
        plan.absence = Absence::ClockOnly;
    }
    if !matches!(plan.game, Game::Takeaway { rounds: 0..=2, .. }) {
        return;
    }
    if luck.below(FLICKER_EVERY) == 0 {
        (plan.start_grace, plan.grace) = (Duration::from_secs(20), Duration::from_secs(20));
        plan.nonce_wait = Duration::from_secs(2);
        add(plan, Duration::from_secs(2), What::Program(1, Act::Flicker(FLICKERS)));
    }
    if luck.below(SILENCE_EVERY) == 0 {
        let what = match luck.below(2) {
            0 => What::Arbiter(0, Ruled::Pause(None)),
            _ => {
                (plan.control, plan.first_move_grace) = ("inf", None);
                What::Program(luck.below(plan.players()), Act::Silence)
            }
        };
        plan.watchers.clear();
        add(plan, Duration::from_secs(5), what);
    }
}

fn add(plan: &mut Plan, at: Duration, what: What) {
    plan.faults.push(Fault { at, what });
    plan.faults.sort_by_key(|fault| fault.at);
}
