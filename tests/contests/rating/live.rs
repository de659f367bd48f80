//! A fit that is updated match by match equals a fit of the whole log.

use referee_contests::rating::{Config, Fit, LiveFit, MatchLog, Prior, Update, fit};

use super::{
    add,
    golden::{Played, case},
    name, places,
};

/// Updates a fit match by match. Returns the number of incremental updates.
fn follow(matches: &[Played], first: usize, config: &Config) -> usize {
    let mut log = MatchLog::new(matches[0].0.len()).unwrap();
    let play = |log: &mut MatchLog, (seats, points): &Played| add(log, seats, &places(points));
    matches[..first].iter().for_each(|one| play(&mut log, one));
    let mut live = LiveFit::new(&log, config.clone()).unwrap();
    let mut in_steps = 0;
    for (number, one) in matches[first..].iter().enumerate() {
        play(&mut log, one);
        in_steps += usize::from(matches!(live.update(&log).unwrap(), Update::Steps(_)));
        if number % 16 == 0 {
            let whole = fit(&log, config).unwrap();
            for (ours, theirs) in live.fit().ratings().iter().zip(whole.ratings()) {
                assert!((ours.elo - theirs.elo).abs() < 1e-5, "{number}: {ours:?} {theirs:?}");
                assert_eq!(ours.matches, theirs.matches);
                assert!(ours.low < ours.elo && ours.elo < ours.high || ours.se == 0.0);
            }
            assert_eq!(live.fit().components(), whole.components());
            let spread = |fit: &Fit| fit.ratings().iter().map(|rated| rated.se * rated.se).sum::<f64>().sqrt();
            assert!((spread(live.fit()) / spread(&whole) - 1.0).abs() < 0.06, "{number}");
        }
    }
    in_steps
}

#[test]
fn it_follows_two_seats() {
    let (matches, _) = case("a_near_0");
    let mut config = Config::default();
    config.priors.insert(name(3), Prior::Fixed { elo: 10.0 });
    let in_steps = follow(&matches[..700], 600, &config);
    assert!(in_steps >= 98, "only {in_steps} of 100 in steps");
}

#[test]
fn it_follows_from_the_first_match_on() {
    let (matches, _) = case("c_islands");
    follow(&matches[..200], 1, &Config::default());
}

#[test]
fn it_follows_more_seats() {
    let (matches, _) = case("e_eight");
    let in_steps = follow(&matches[..250], 230, &Config::default());
    assert!(in_steps >= 19, "only {in_steps} of 20 in steps");
}

#[test]
fn it_follows_shared_places_and_versions() {
    let (mut matches, _) = case("e_four");
    matches.iter_mut().for_each(|(_, points)| points.iter_mut().for_each(|points| *points = (*points / 2.0).floor()));
    let mut config = Config::default();
    config.priors.insert(name(3), Prior::Fixed { elo: 2_000.0 });
    config.priors.insert(name(5), Prior::Like { parent: name(4), sd: 50.0 });
    config.priors.insert(name(6), Prior::Like { parent: name(5), sd: 20.0 });
    let in_steps = follow(&matches[..330], 300, &config);
    assert!(in_steps >= 28, "only {in_steps} of 30 in steps");
}
