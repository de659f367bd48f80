//! Anchors and priors, and the comparisons that they allow.

use std::collections::BTreeMap;

use referee_contests::rating::{Config, FitError, MatchLog, Prior, fit};

use super::{
    add,
    golden::{case, log_of},
    name,
};

fn config(priors: &[(usize, Prior)]) -> Config {
    let priors: BTreeMap<String, Prior> = priors.iter().map(|(bot, prior)| (name(*bot), prior.clone())).collect();
    Config { priors, ..Config::default() }
}

#[test]
fn hard_anchors_move_by_nothing_and_carry_the_others() {
    let (matches, _) = case("a_near_0");
    let free = fit(&log_of(&matches), &Config::default()).unwrap();
    let value = 2_000.123_456_789;
    let held = fit(&log_of(&matches), &config(&[(7, Prior::Fixed { elo: value })])).unwrap();
    let anchor = held.rating(&name(7)).unwrap();
    assert_eq!((anchor.elo.to_bits(), anchor.se, anchor.low, anchor.high), (value.to_bits(), 0.0, value, value));
    assert!(held.components()[0].anchored && !free.components()[0].anchored);
    // The other ratings follow, since their prior is centred on the anchor.
    let (one, other) = (held.difference(&name(5), &name(7)).unwrap(), free.difference(&name(5), &name(7)).unwrap());
    assert!(
        (one.elo - other.elo).abs() < 2.0 * other.se && held.rating(&name(5)).unwrap().elo > 2500.0,
        "{one:?} {other:?}"
    );
    let drawn_to_zero = Config { prior_mean: Some(0.0), ..config(&[(7, Prior::Fixed { elo: value })]) };
    let drawn = fit(&log_of(&matches), &drawn_to_zero).unwrap();
    assert!(drawn.rating(&name(5)).unwrap().elo < held.rating(&name(5)).unwrap().elo - 100.0);
    let two = [(7, Prior::Fixed { elo: 100.0 }), (8, Prior::Fixed { elo: -50.0 })];
    let two = fit(&log_of(&matches), &config(&two)).unwrap();
    let difference = two.difference(&name(7), &name(8)).unwrap();
    assert_eq!((difference.elo, difference.se, difference.los), (150.0, 0.0, 1.0));
}

#[test]
fn loose_anchors_give_way_as_far_as_they_are_loose() {
    let (matches, _) = case("b_random_0");
    let elo = |sd: f64| {
        let around = config(&[(7, Prior::Around { elo: 1000.0, sd })]);
        let fitted = fit(&log_of(&matches), &Config { prior_mean: Some(0.0), ..around }).unwrap();
        fitted.rating(&name(7)).unwrap().elo
    };
    let (tight, loose, free) = (elo(0.01), elo(30.0), elo(10_000.0));
    assert!((tight - 1000.0).abs() < 0.01 && loose < 999.0 && loose > free && free < 300.0, "{tight} {loose} {free}");
}

#[test]
fn anchors_in_both_components_let_them_be_compared() {
    let (matches, _) = case("c_islands");
    let one = config(&[(0, Prior::Fixed { elo: 0.0 })]);
    assert!(fit(&log_of(&matches), &one).unwrap().difference(&name(3), &name(10)).is_err());
    let both = config(&[(0, Prior::Fixed { elo: 0.0 }), (12, Prior::Around { elo: 500.0, sd: 10.0 })]);
    let fitted = fit(&log_of(&matches), &both).unwrap();
    let difference = fitted.difference(&name(3), &name(10)).unwrap();
    assert!(difference.elo < 0.0 && difference.se > 10.0, "{difference:?}");
}

#[test]
fn a_new_version_starts_where_its_parent_is() {
    let (matches, _) = case("a_near_0");
    let mut log = log_of(&matches);
    log.enter(&name(64)).unwrap();
    let like = config(&[(64, Prior::Like { parent: name(27), sd: 50.0 })]);
    let fitted = fit(&log, &like).unwrap();
    let [parent, child] = [27, 64].map(|bot| fitted.rating(&name(bot)).unwrap().clone());
    assert!((parent.elo - child.elo).abs() < 1e-9 && parent.elo > 800.0, "{parent:?} {child:?}");
    assert!((child.se - (parent.se.powi(2) + 2500.0).sqrt()).abs() < 1e-6);
    assert!(fitted.difference(&name(27), &name(64)).is_err(), "a prior is no match");
    // A child does not change the rating of its parent.
    let alone = fit(&log_of(&matches), &Config::default()).unwrap();
    assert!((alone.rating(&name(27)).unwrap().elo - parent.elo).abs() < 1e-7);
    add(&mut log, &[64, 27], &[1, 2]);
    let after = fit(&log, &like).unwrap();
    assert!(after.difference(&name(64), &name(27)).unwrap().elo > 0.0);
}

#[test]
fn configurations_that_make_no_sense_are_refused() {
    let mut log = MatchLog::new(2).unwrap();
    add(&mut log, &[0, 1], &[1, 2]);
    let refused = |config: Config| fit(&log, &config).unwrap_err();
    assert_eq!(refused(config(&[(5, Prior::Fixed { elo: 0.0 })])), FitError::UnknownEntrant { entrant: name(5) });
    let [first, second] = [Prior::Like { parent: name(1), sd: 9.0 }, Prior::Like { parent: name(0), sd: 9.0 }];
    assert!(matches!(refused(config(&[(0, first), (1, second)])), FitError::OwnAncestor { .. }));
    for elo in [f64::NAN, f64::INFINITY, 1e6] {
        assert!(matches!(refused(config(&[(0, Prior::Fixed { elo })])), FitError::Number { .. }));
        assert!(matches!(refused(config(&[(0, Prior::Around { elo, sd: 1.0 })])), FitError::Number { .. }));
    }
    for sd in [f64::NAN, 0.0, -1.0, 1e9] {
        assert!(matches!(refused(Config { prior_sd: sd, ..Config::default() }), FitError::Number { .. }), "{sd}");
    }
}
