//! Generator of time controls.

use std::time::Duration;

use proptest::prelude::*;
use referee_law::{
    TimeControl,
    clock::time_control::{
        Bonus, DEFAULT_MOVE_LIMIT, MAX_MOVES, MAX_NODES, MAX_PERIODS, Main, Periods, Renewal, Stage,
    },
};

fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn arb_span() -> impl Strategy<Value = Duration> {
    prop_oneof![(1u64..=31_622_400).prop_map(secs), (1u64..31_622_400_000_000_000).prop_map(Duration::from_nanos)]
}

fn arb_bonus() -> impl Strategy<Value = Bonus> {
    prop_oneof![
        Just(Bonus::None),
        arb_span().prop_map(Bonus::Increment),
        arb_span().prop_map(Bonus::Delay),
        arb_span().prop_map(Bonus::Refund),
    ]
}

fn arb_stages() -> impl Strategy<Value = Vec<Stage>> {
    let stage = |moves: u32| {
        let moves = if moves == 0 { None } else { Some(moves) };
        (arb_span(), arb_bonus()).prop_map(move |(base, bonus)| Stage { moves, base, bonus, periods: None })
    };
    let before = proptest::collection::vec((1..=MAX_MOVES).prop_flat_map(stage), 0..7);
    let periods = || (1..=MAX_PERIODS, arb_span()).prop_map(|(count, each)| Periods { count, each });
    let last = prop_oneof![
        (0..=MAX_MOVES).prop_flat_map(stage),
        (stage(0), periods()).prop_map(|(stage, periods)| Stage { periods: Some(periods), ..stage }),
        periods().prop_map(|periods| Stage {
            moves: None,
            base: Duration::ZERO,
            bonus: Bonus::None,
            periods: Some(periods)
        }),
    ];
    (before, last).prop_map(|(mut stages, last)| {
        stages.push(last);
        stages
    })
}

/// Generates a time control.
pub fn arb_control() -> impl Strategy<Value = TimeControl> {
    let main =
        prop_oneof![Just(Main::Unlimited), arb_stages().prop_map(Main::Stages), arb_span().prop_map(Main::Hourglass)];
    let limit = || proptest::option::of(arb_span());
    let whole_days = (1u64..=366).prop_map(|days| Some(secs(86_400 * days)));
    let limits = (prop_oneof![limit(), whole_days], limit(), limit());
    let counts = (proptest::option::of(1..=MAX_NODES), proptest::option::of(1u32..=1000));
    let renewal = prop_oneof![Just(Renewal::Match), Just(Renewal::Round), Just(Renewal::Carried)];
    (main, limits, counts, (limit(), limit()), renewal).prop_map(
        |(main, (move_limit, round_limit, match_limit), (nodes, depth), (margin, lag), renewal)| {
            let counted = (nodes.is_some() || depth.is_some()) && main == Main::Unlimited;
            TimeControl {
                main,
                move_limit: move_limit.or(counted.then_some(DEFAULT_MOVE_LIMIT)),
                round_limit,
                match_limit,
                nodes,
                depth,
                margin: margin.unwrap_or_default(),
                lag: lag.unwrap_or_default(),
                renewal,
            }
        },
    )
}
