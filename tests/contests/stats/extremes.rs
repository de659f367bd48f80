//! Statistics of arbitrary counts: every number is finite and plausible.

use proptest::prelude::*;
use referee_contests::stats::{Counts, EloModel, Method, Pentanomial, Sprt, WinDrawLoss, elo, estimate};

use crate::numbers::Numbers;

/// Generates realistic counts and extreme ones.
fn any_count() -> impl Strategy<Value = u64> + Clone {
    prop_oneof![Just(0), 0..3u64, 0..1000u64, 0..10_000_000u64, Just(u64::MAX), any::<u64>()]
}

fn counts(count: impl Strategy<Value = u64> + Clone) -> impl Strategy<Value = Counts> {
    prop_oneof![
        [count.clone(), count.clone(), count.clone()].prop_map(|[wins, draws, losses]| Counts::Games(WinDrawLoss {
            wins,
            draws,
            losses
        })),
        proptest::array::uniform5(count).prop_map(|pairs| Counts::Pairs(Pentanomial { pairs })),
    ]
}

fn mirrored(counts: &Counts) -> Counts {
    match *counts {
        Counts::Games(WinDrawLoss { wins, draws, losses }) => {
            Counts::Games(WinDrawLoss { wins: losses, draws, losses: wins })
        }
        Counts::Pairs(Pentanomial { mut pairs }) => {
            pairs.reverse();
            Counts::Pairs(Pentanomial { pairs })
        }
    }
}

proptest! {
    #[test]
    fn nothing_is_infinite_or_no_number(counts in counts(any_count()), low in -1000.0..1000.0f64, more in 0.001..500.0f64) {
        let shown = estimate(&counts);
        prop_assert!((0.0..=1.0).contains(&shown.los), "{shown:?}");
        let regular = elo::regularised(&counts);
        for interval in [shown.elo, shown.normalised_elo, regular.elo, regular.normalised_elo] {
            prop_assert!([interval.low, interval.value, interval.high].iter().all(|end| end.is_finite()), "{interval:?}");
            prop_assert!(interval.low <= interval.value && interval.value <= interval.high, "{interval:?}");
        }
        for number in [regular.games, regular.score, regular.variance_per_game, regular.los, regular.t_value] {
            prop_assert!(number.is_finite(), "{regular:?}");
        }
        for model in [EloModel::Logistic, EloModel::Normalised] {
            let report = Sprt::new(low, (low + more).min(1000.0), 0.05, 0.05, model).unwrap().report(&counts);
            prop_assert!(report.llr.is_finite(), "{report:?}");
        }
    }

    #[test]
    fn the_other_side_sees_the_same_from_its_side(counts in counts(prop_oneof![Just(0), 0..3u64, 0..1000u64, 0..10_000_000u64])) {
        let (ours, theirs) = (estimate(&counts), estimate(&mirrored(&counts)));
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-5 * (1.0 + a.abs());
        prop_assert_eq!(ours.method, theirs.method);
        prop_assert!(near(ours.elo.value, -theirs.elo.value), "{ours:?} {theirs:?}");
        if counts.observations() < 1_000_000 {
            prop_assert!(near(ours.elo.low, -theirs.elo.high) && near(ours.los, 1.0 - theirs.los), "{ours:?} {theirs:?}");
        }
    }
}

#[test]
fn a_hundred_to_nothing_has_a_finite_interval() {
    let shown = |wins, draws, losses| estimate(&Counts::Games(WinDrawLoss { wins, draws, losses }));
    let all_won = shown(100, 0, 0);
    assert_eq!(all_won.method, Method::Jeffreys);
    // Beta(100.5, 0.5): mean 100.5/101, 2.5 % quantile 0.97527.
    assert!((all_won.elo.value - 400.0 * 201f64.log10()).abs() < 1e-9, "{all_won:?}");
    assert!(all_won.elo.low > 630.0 && all_won.elo.low < 645.0 && all_won.elo.high < 2500.0, "{all_won:?}");
    assert!(all_won.los > 0.999_999);
    let one_won = shown(1, 0, 0);
    assert!(one_won.elo.low < -200.0 && one_won.elo.high > 1000.0 && one_won.los < 0.9, "{one_won:?}");
    let none = shown(0, 0, 0);
    assert!(
        none.elo.value.abs() < 1e-12 && (none.los - 0.5).abs() < 1e-12 && (none.elo.high - 1124.0).abs() < 1.0,
        "{none:?}"
    );
    let all_drawn = shown(0, 100, 0);
    assert!(all_drawn.elo.low < -60.0 && all_drawn.elo.high > 60.0, "{all_drawn:?}");
    assert!(shown(1_000, 0, 0).elo.low > all_won.elo.low, "more of the same says more");
}

#[test]
fn a_most_likely_distribution_has_the_mean_that_was_asked_for() {
    // If the hypothesis equals the observed result, the ratio to any other hypothesis is the loss
    // of likelihood, which is never negative.
    let counts = Counts::Games(WinDrawLoss { wins: 60, draws: 20, losses: 20 });
    let seen = elo::plain(&counts);
    let (elo, nelo) = (seen.elo.unwrap(), seen.normalised_elo.unwrap().value);
    for off in [1.0, 30.0, 300.0] {
        for (model, value) in [(EloModel::Logistic, elo), (EloModel::Normalised, nelo)] {
            let above = Sprt::new(value, value + off, 0.05, 0.05, model).unwrap().report(&counts).llr;
            let below = Sprt::new(value - off, value, 0.05, 0.05, model).unwrap().report(&counts).llr;
            assert!(above < 0.0 && below > 0.0, "{model:?} {off}: {above} {below}");
        }
    }
}

/// Returns the exact probability that the interval of `games` games contains the expected score
/// `score`, if the share `draws` of all games is drawn.
fn coverage(games: u64, score: f64, draws: f64) -> f64 {
    let win = score - draws / 2.0;
    let (loss, truth) = (1.0 - win - draws, elo::elo_of_score(score).unwrap());
    let ln_factorial = |n: u64| (1..=n).map(|k| (k as f64).ln()).sum::<f64>();
    let power = |base: f64, times: u64| if times == 0 { 0.0 } else { times as f64 * base.ln() };
    let mut covered = 0.0;
    for wins in 0..=games {
        for drawn in 0..=games - wins {
            let losses = games - wins - drawn;
            let ways = ln_factorial(games) - ln_factorial(wins) - ln_factorial(drawn) - ln_factorial(losses);
            let chance = (ways + power(win, wins) + power(draws, drawn) + power(loss, losses)).exp();
            let shown = estimate(&Counts::Games(WinDrawLoss { wins, draws: drawn, losses })).elo;
            if chance > 1e-9 && shown.low <= truth && truth <= shown.high {
                covered += chance;
            }
        }
    }
    covered
}

#[test]
fn intervals_hold_the_truth_about_as_often_as_they_say() {
    let mut all = Vec::new();
    for games in [1, 2, 5, 10, 20, 50] {
        for (score, draws) in
            [(0.5, 0.0), (0.5, 0.5), (0.7, 0.0), (0.7, 0.3), (0.9, 0.0), (0.9, 0.1), (0.97, 0.0), (0.97, 0.05)]
        {
            let covered = coverage(games, score, draws);
            // One or two games have only a few possible intervals, and each weighs much.
            assert!(covered > if games < 5 { 0.89 } else { 0.92 }, "{games} games, {score}, {draws}: {covered}");
            all.push(covered);
        }
    }
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    assert!((0.95..0.98).contains(&mean), "{mean}");
}

/// Draws pairs of independent games, of which the share `draws` is drawn.
fn drawn_pairs(pairs: u64, score: f64, draws: f64, numbers: &mut Numbers) -> Counts {
    let win = score - draws / 2.0;
    let mut counts = Pentanomial::default();
    for _ in 0..pairs {
        let mut halves = 0;
        for _ in 0..2 {
            let drawn = numbers.uniform();
            halves += if drawn < win { 2 } else { usize::from(drawn < win + draws) };
        }
        counts.pairs[halves] += 1;
    }
    Counts::Pairs(counts)
}

#[test]
fn normalised_elo_holds_the_truth_as_often_far_from_0_as_near_it() {
    let mut numbers = Numbers::new(31);
    for (difference, draws) in [(0.0, 0.5), (100.0, 0.3), (200.0, 0.3), (270.0, 0.05), (400.0, 0.0)] {
        let score = elo::expected_score(difference);
        let variance = score - draws / 4.0 - score * score;
        let truth = elo::NORMALISED_ELO_PER_T * (score - 0.5) / variance.sqrt();
        let holds = |_: &u32| {
            let shown = estimate(&drawn_pairs(200, score, draws, &mut numbers)).normalised_elo;
            shown.low <= truth && truth <= shown.high
        };
        let held = (0..2000).filter(holds).count();
        // The expected number is 1900, with a standard deviation of 10.
        assert!((1860..=1940).contains(&held), "{difference} Elo: {held} of 2000");
    }
}

#[test]
fn the_error_of_normalised_elo_is_never_0() {
    // The delta method yields a variance of 0 for these counts.
    let shown = estimate(&Counts::Pairs(Pentanomial { pairs: [0, 0, 0, 400, 200] })).normalised_elo;
    assert!(shown.high - shown.low > 1.0 && shown.low < shown.value, "{shown:?}");
}
