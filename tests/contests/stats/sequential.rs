//! Sequential tests: rejected settings, reasons to stop, and error rates.

use referee_contests::stats::{
    Counts, EloModel, MeanPointsTest, MeanPointsTestError, Pentanomial, PointsSample, Sprt, SprtError, SprtState,
    WinDrawLoss, elo::expected_score, mean_points::MIN_ENCOUNTERS,
};

use crate::numbers::Numbers;

#[test]
fn a_test_that_makes_no_sense_is_refused() {
    let sprt = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic);
    assert_eq!(sprt(5.0, 0.0, 0.05, 0.05), Err(SprtError::Order { elo0: 5.0, elo1: 0.0 }));
    assert_eq!(sprt(0.0, 0.0, 0.05, 0.05), Err(SprtError::Order { elo0: 0.0, elo1: 0.0 }));
    assert_eq!(sprt(0.0, 2e3, 0.05, 0.05), Err(SprtError::Elo { field: "elo1", value: 2e3 }));
    assert!(matches!(sprt(f64::NAN, 5.0, 0.05, 0.05), Err(SprtError::Elo { field: "elo0", .. })));
    for bad in [0.0, 0.5, -0.1, f64::NAN, f64::INFINITY] {
        assert!(matches!(sprt(0.0, 5.0, bad, 0.05), Err(SprtError::Probability { field: "alpha", .. })), "{bad}");
        assert!(matches!(sprt(0.0, 5.0, 0.05, bad), Err(SprtError::Probability { field: "beta", .. })), "{bad}");
    }
    assert!(matches!(MeanPointsTest::new(1.0, 1.0, 0.05, 0.05), Err(MeanPointsTestError::Order { .. })));
    assert!(matches!(MeanPointsTest::new(f64::NAN, 1.0, 0.05, 0.05), Err(MeanPointsTestError::Mean { .. })));
    assert!(matches!(MeanPointsTest::new(0.0, 1.0, 0.6, 0.05), Err(MeanPointsTestError::Probability { .. })));
}

#[test]
fn a_test_says_why_it_stopped() {
    let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05, EloModel::Normalised).unwrap();
    let says = |pairs| sprt.report(&Counts::Pairs(Pentanomial { pairs })).to_string();
    assert!(
        says([5, 20, 40, 60, 30]).starts_with("H1 (50 normalised Elo) accepted: LLR "),
        "{}",
        says([5, 20, 40, 60, 30])
    );
    assert!(says([30, 60, 40, 20, 5]).starts_with("H0 (0 normalised Elo) accepted: LLR -"));
    let going_on = says([0, 0, 0, 0, 0]);
    assert_eq!(going_on, "goes on: LLR 0.00 is between -2.94 and 2.94 ([0, 50] normalised Elo, alpha 0.05, beta 0.05)");
}

/// Plays `runs` tests to their end with a known difference. Returns how many accepted H1.
fn accepted(sprt: &Sprt, elo: f64, draw_ratio: f64, runs: u32, numbers: &mut Numbers) -> u32 {
    let win = expected_score(elo) - draw_ratio / 2.0;
    (0..runs)
        .filter(|_| {
            let mut games = WinDrawLoss::default();
            loop {
                for _ in 0..8 {
                    let drawn = numbers.uniform();
                    if drawn < win {
                        games.wins += 1;
                    } else if drawn < win + draw_ratio {
                        games.draws += 1;
                    } else {
                        games.losses += 1;
                    }
                }
                let state = sprt.report(&Counts::Games(games)).state;
                if state.is_over() {
                    return state == SprtState::AcceptH1;
                }
            }
        })
        .count() as u32
}

#[test]
fn a_test_is_wrong_as_seldom_as_it_promises() {
    let mut numbers = Numbers::new(11);
    let sprt = Sprt::new(0.0, 60.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    // At most 20 of 400 runs should be wrong, with a standard deviation of 4.4.
    let wrongly = accepted(&sprt, 0.0, 0.3, 400, &mut numbers);
    let rightly = accepted(&sprt, 60.0, 0.3, 400, &mut numbers);
    assert!(wrongly <= 33 && rightly >= 367, "{wrongly} {rightly}");
}

#[test]
fn a_test_on_mean_points_is_wrong_as_seldom_as_it_promises() {
    let mut numbers = Numbers::new(12);
    let test = MeanPointsTest::new(0.0, 3.0, 0.05, 0.05).unwrap();
    let mut accepted = |mean: f64| {
        (0..400)
            .filter(|_| {
                let mut sample = PointsSample::default();
                loop {
                    sample.add((2.0 * (mean + 10.0 * numbers.normal())).round() as i64, 1).unwrap();
                    let report = test.report(&sample);
                    if report.state.is_over() {
                        assert!(sample.observations() >= MIN_ENCOUNTERS && report.encounters_missing == 0);
                        return report.state == SprtState::AcceptH1;
                    }
                }
            })
            .count()
    };
    let (wrongly, rightly) = (accepted(0.0), accepted(3.0));
    assert!(wrongly <= 33 && rightly >= 367, "{wrongly} {rightly}");
}

/// Draws from an exponential distribution with mean 0, standard deviation 1 and skewness 2 (or -2).
fn exponential(numbers: &mut Numbers) -> f64 {
    -(1.0 - numbers.uniform()).ln() - 1.0
}

#[test]
fn a_test_on_skewed_points_keeps_its_error_rate() {
    let mut numbers = Numbers::new(14);
    let test = MeanPointsTest::new(0.0, 3.0, 0.05, 0.05).unwrap();
    let runs = 1000;
    for sign in [1.0, -1.0] {
        for (mean, wrong) in [(0.0, SprtState::AcceptH1), (3.0, SprtState::AcceptH0)] {
            let mut skewness = 0.0;
            let is_wrong = |_: &u32| {
                let mut sample = PointsSample::default();
                loop {
                    let points = mean + 10.0 * sign * exponential(&mut numbers);
                    sample.add((2.0 * points).round() as i64, 1).unwrap();
                    let report = test.report(&sample);
                    if report.state.is_over() {
                        skewness += report.skewness.unwrap() / f64::from(runs);
                        return report.state == wrong;
                    }
                }
            };
            let wrongly = (0..runs).filter(is_wrong).count();
            // The target is 50, and at most 75 are guaranteed. Without the correction for skewness
            // there are 130.
            assert!(wrongly <= 75, "{wrong:?} {wrongly} times of {runs}, skewness {sign}");
            assert!((1.0..2.0).contains(&(skewness * sign)), "{skewness}");
        }
    }
}

#[test]
fn a_test_on_points_says_how_skewed_they_are() {
    let test = MeanPointsTest::new(-1.0, 1.0, 0.05, 0.05).unwrap();
    let mut sample = PointsSample::default();
    for number in 0..40 {
        sample.add(if number % 4 == 0 { 8 } else { 0 }, 1).unwrap();
    }
    let says = test.report(&sample).to_string();
    assert!(says.starts_with("H1 (1 point) accepted: LLR "), "{says}");
    assert!(says.ends_with(" ([-1, 1] points an encounter, alpha 0.05, beta 0.05; skewness 1.2)"), "{says}");
}

#[test]
fn mean_points_that_are_all_alike_have_a_finite_ratio() {
    let test = MeanPointsTest::new(-1.0, 1.0, 0.05, 0.05).unwrap();
    for halves in [-2, 0, 2, 1 << 40] {
        let mut sample = PointsSample::default();
        for _ in 0..100 {
            sample.add(halves, 1).unwrap();
            assert!(test.report(&sample).llr.is_finite());
        }
        let expected = match halves {
            0 => SprtState::Continue,
            -2 => SprtState::AcceptH0,
            2 => SprtState::AcceptH1,
            _ => continue,
        };
        assert_eq!(test.report(&sample).state, expected, "{halves}");
    }
}
