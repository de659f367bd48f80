//! Every log that a configuration accepts has a fit, whatever its anchors are.

use referee_contests::rating::{Config, Fit, LiveFit, MatchLog, Prior, fit};

use super::{add, name};
use crate::numbers::Numbers;

/// Number of logs. `tests/run.sh --thorough` uses 10 000.
const LOGS: usize = 1_000;

/// Draws a value from `low` to `high`, uniformly by order of magnitude.
fn magnitude(numbers: &mut Numbers, low: f64, high: f64) -> f64 {
    low * (high / low).powf(numbers.uniform())
}

fn drawn_elo(numbers: &mut Numbers) -> f64 {
    let most = [300.0, 3_000.0, 10_000.0][numbers.below(3)];
    most * (2.0 * numbers.uniform() - 1.0)
}

/// Draws priors of all kinds over the whole accepted range. The parent of a version has a smaller
/// number.
fn drawn_config(bots: usize, numbers: &mut Numbers) -> Config {
    let prior_sd = if numbers.below(2) == 0 { 350.0 } else { magnitude(numbers, 1e-3, 1e4) };
    let prior_mean = (numbers.below(3) == 0).then(|| drawn_elo(numbers));
    let mut config = Config { prior_mean, prior_sd, seat_effects: numbers.below(2) == 0, ..Config::default() };
    for bot in 0..bots {
        let prior = match numbers.below(6) {
            0 => Prior::Fixed { elo: drawn_elo(numbers) },
            1 => Prior::Around { elo: drawn_elo(numbers), sd: magnitude(numbers, 1e-3, 1e4) },
            2 if bot > 0 => Prior::Like { parent: name(numbers.below(bot)), sd: magnitude(numbers, 1e-3, 1e4) },
            _ => continue,
        };
        config.priors.insert(name(bot), prior);
    }
    config
}

fn drawn_log(seats: usize, bots: usize, numbers: &mut Numbers) -> MatchLog {
    let mut log = MatchLog::new(seats).unwrap();
    (0..bots).for_each(|bot| log.enter(&name(bot)).unwrap());
    for _ in 0..=numbers.below(6) {
        let mut order: Vec<usize> = (0..bots).collect();
        numbers.shuffle(&mut order);
        let places: Vec<u32> = (0..seats).map(|_| 1 + numbers.below(seats) as u32).collect();
        add(&mut log, &order[..seats], &places);
    }
    log
}

fn is_finite(fit: &Fit) -> bool {
    let ratings = fit.ratings().iter().flat_map(|one| [one.elo, one.se, one.se_centred, one.low, one.high]);
    let seats = fit.seat_effects.iter().flat_map(|seat| [seat.elo, seat.se]);
    let draws = fit.draws.iter().flat_map(|draws| [draws.nu, draws.ln_nu_se.unwrap_or(0.0)]);
    ratings.chain(seats).chain(draws).chain([fit.log_posterior]).all(f64::is_finite)
}

#[test]
fn any_log_with_any_priors_has_a_fit() {
    let logs = crate::tries::repeats("REFEREE_LOGS", LOGS);
    for seed in 0..logs {
        let mut numbers = Numbers::new(seed as u64);
        let seats = 2 + numbers.below(4);
        let bots = seats + numbers.below(4);
        let config = drawn_config(bots, &mut numbers);
        let log = drawn_log(seats, bots, &mut numbers);
        let fitted = fit(&log, &config);
        assert!(fitted.as_ref().is_ok_and(is_finite), "seed {seed}: {fitted:?} of {log:?} with {config:?}");
    }
}

/// Number of seats, priors, and matches by entrants and places.
type Case = (usize, Vec<(usize, Prior)>, Vec<(Vec<usize>, Vec<u32>)>);

#[test]
fn short_logs_with_anchors_far_from_0_have_a_fit() {
    let fixed = |elo: f64| Prior::Fixed { elo };
    let cases: [Case; 3] = [
        (3, vec![(2, fixed(2_000.0))], vec![(vec![0, 1, 2], vec![2, 1, 3]), (vec![0, 1, 2], vec![1, 1, 1])]),
        (
            2,
            vec![(0, fixed(2_000.0)), (2, Prior::Like { parent: name(0), sd: 100.0 })],
            vec![(vec![1, 0], vec![1, 1]), (vec![2, 0], vec![1, 2])],
        ),
        (2, vec![(0, fixed(5_000.0))], vec![(vec![0, 1], vec![1, 1]), (vec![0, 1], vec![2, 1])]),
    ];
    for (seats, priors, matches) in cases {
        let config =
            Config { priors: priors.into_iter().map(|(bot, prior)| (name(bot), prior)).collect(), ..Config::default() };
        let mut log = MatchLog::new(seats).unwrap();
        matches.iter().for_each(|(bots, places)| add(&mut log, bots, places));
        let whole = fit(&log, &config).unwrap();
        let live = LiveFit::new(&log, config).unwrap();
        assert_eq!(live.fit(), &whole);
    }
}

#[test]
fn a_version_close_to_its_parent_has_the_error_of_its_parent() {
    // The two precisions differ by a factor of 1e14, so a sum of both would lose the smaller one.
    let mut config = Config { prior_sd: 10_000.0, ..Config::default() };
    config.priors.insert(name(1), Prior::Like { parent: name(0), sd: 1e-3 });
    let mut log = MatchLog::new(2).unwrap();
    add(&mut log, &[0, 1], &[1, 2]);
    let fitted = fit(&log, &config).unwrap();
    for rated in fitted.ratings() {
        assert!((rated.se - 10_000.0).abs() < 1e-3, "{rated:?}");
    }
    let difference = fitted.difference(&name(0), &name(1)).unwrap();
    assert!((difference.se - 1e-3).abs() < 1e-4, "{difference:?}");
}

#[test]
fn seats_without_information_have_a_prior() {
    // Each seat won once, but any seat advantage within thousands of Elo explains that equally
    // well.
    let mut config = Config::default();
    config.priors.insert(name(0), Prior::Fixed { elo: 9_000.0 });
    config.priors.insert(name(1), Prior::Fixed { elo: -9_000.0 });
    let mut log = MatchLog::new(2).unwrap();
    add(&mut log, &[0, 1], &[1, 2]);
    add(&mut log, &[1, 0], &[2, 1]);
    let fitted = fit(&log, &config).unwrap();
    assert!(fitted.seat_effects_have_prior, "{fitted:?}");
    assert!((fitted.seat_effects[0].se - 100.0).abs() < 1e-6, "{fitted:?}");
}
