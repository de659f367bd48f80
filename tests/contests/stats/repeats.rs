//! Repeated matches keep the score but add no information.

use referee_contests::{
    report::{Report, ReportEncounter, ReportMatch},
    series::comparison::Comparison,
    stats::{
        Counts, EloModel, MeanPointsTest, Sprt, WinDrawLoss,
        distributions::beta_quantile_logit,
        elo::{ELO_PER_NAT, Interval},
        estimate,
    },
};

use crate::numbers::Numbers;

/// Returns a match of entrants 0 and 1: the entrant on seat 0, the half points by entrant, and the
/// kind of the match.
fn reported(first: usize, halves: [i64; 2], kind: usize) -> ReportMatch {
    let entrants = vec![first, 1 - first];
    let halves: Vec<i64> = entrants.iter().map(|entrant| halves[*entrant]).collect();
    let places = halves.iter().map(|own| 1 + halves.iter().filter(|other| *other > own).count() as u32).collect();
    ReportMatch { entrants, places, halves, digest: Some([kind as u8; 16]), ..ReportMatch::default() }
}

fn report(encounters: impl IntoIterator<Item = Vec<ReportMatch>>) -> Report {
    let encounter = |matches| ReportEncounter { entrants: vec![0, 1], matches, ..ReportEncounter::default() };
    let report = Report {
        seats: 2,
        entrants: ["a", "b"].map(str::to_owned).to_vec(),
        encounters: encounters.into_iter().map(encounter).collect(),
        ..Report::default()
    };
    report.check().expect("it is consistent");
    report
}

fn of(report: &Report) -> Comparison {
    report.pairs()[&(0, 1)]
}

#[test]
fn one_won_line_in_90_of_100_games_keeps_its_score_and_says_as_much_as_11_games() {
    let game = |number: usize| match number < 90 {
        true => vec![reported(0, [2, 0], 0)],
        false => vec![reported(0, [0, 2], number)],
    };
    let found = of(&report((0..100).map(game)));
    assert_eq!((found.score(), found.weight.different, found.weight.all), (Some(0.9), 11, 100));
    // Jeffreys posterior of 11 games with a score of 90 %: Beta(9.9 + 1/2, 1.1 + 1/2).
    let (a, b) = (0.9 * 11.0 + 0.5, 0.1 * 11.0 + 0.5);
    let elo = found.estimate().elo;
    let end = |probability| ELO_PER_NAT * beta_quantile_logit(probability, a, b);
    assert!((elo.low - end(0.025)).abs() < 1e-6 && (elo.high - end(0.975)).abs() < 1e-6, "{elo:?}");
    let whole = estimate(&Counts::Games(WinDrawLoss { wins: 90, draws: 0, losses: 10 })).elo;
    assert!(elo.high - elo.low > 2.5 * (whole.high - whole.low), "{elo:?} {whole:?}");
}

#[test]
fn a_copied_log_changes_no_interval_and_no_test() {
    let tests =
        [EloModel::Logistic, EloModel::Normalised].map(|model| Sprt::new(0.0, 50.0, 0.05, 0.05, model).unwrap());
    let of_points = MeanPointsTest::new(0.0, 1.0, 0.05, 0.05).unwrap();
    for seed in 0..200 {
        let mut numbers = Numbers::new(seed);
        let kinds = 2 + numbers.below(12);
        let mut game = |first| {
            let kind = numbers.below(kinds);
            reported(first, [(kind % 5) as i64, (kind * 3 % 4) as i64], kind)
        };
        let encounters: Vec<Vec<ReportMatch>> = (0..1 + seed as usize % 60).map(|_| vec![game(0), game(1)]).collect();
        let once = of(&report(encounters.clone()));
        let ten = of(&report(std::iter::repeat_n(encounters, 10).flatten()));
        assert_eq!((ten.weight.different, ten.weight.all), (once.weight.different, 10 * once.weight.all));
        assert_eq!(once.score(), ten.score());
        let (found, again) = (once.estimate(), ten.estimate());
        assert_eq!(found.method, again.method, "seed {seed}");
        let same = |one: f64, other: f64| {
            assert!((one - other).abs() <= 1e-9 * one.abs().max(1.0), "seed {seed}: {one} {other}");
        };
        let same_ends = |one: Interval, other: Interval| {
            [(one.value, other.value), (one.low, other.low), (one.high, other.high)]
                .into_iter()
                .for_each(|(one, other)| same(one, other));
        };
        same_ends(found.elo, again.elo);
        same_ends(found.normalised_elo, again.normalised_elo);
        same(found.los, again.los);
        for counts in [|of: &Comparison| Counts::Games(of.games), |of: &Comparison| Counts::Pairs(of.pairs)] {
            for test in &tests {
                let llr = |of: &Comparison| test.report(of.weighted(counts(of))).llr;
                same(llr(&once), llr(&ten));
            }
        }
        let [points, copied] = [&once, &ten].map(|of| of_points.report(&of.weighted_points()));
        same(points.llr, copied.llr);
        assert_eq!((points.state, points.encounters_missing), (copied.state, copied.encounters_missing));
        match (once.points_interval(), ten.points_interval()) {
            (Some(one), Some(other)) => [(one.mean, other.mean), (one.low, other.low), (one.high, other.high)]
                .into_iter()
                .for_each(|(one, other)| same(one, other)),
            (one, other) => assert_eq!(one.is_none(), other.is_none(), "seed {seed}: {one:?} {other:?}"),
        }
    }
}
