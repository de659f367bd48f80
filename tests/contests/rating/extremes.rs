//! Every log has a fit with finite numbers, and the order of its matches does not matter.

use proptest::prelude::*;
use referee_contests::rating::{
    Config, Fit, LogError, MatchLog,
    deal_points::{DealFitError, DealLog},
    fit,
};

use super::{
    add,
    golden::{case, log_of},
    name,
};
use crate::numbers::Numbers;

/// A match of two or three seats: bots by seat, and their places.
type Drawn = (Vec<usize>, Vec<u32>);

fn matches(seats: usize) -> impl Strategy<Value = Vec<Drawn>> {
    let bots = Just((0..6usize).collect::<Vec<_>>()).prop_shuffle();
    let one = (bots, proptest::collection::vec(1..=seats as u32, seats), 1..40usize);
    let many = proptest::collection::vec(one, 0..8);
    many.prop_map(move |kinds| {
        let repeated = |(bots, places, times): (Vec<usize>, Vec<u32>, usize)| {
            std::iter::repeat_n((bots[..seats].to_vec(), places), times)
        };
        kinds.into_iter().flat_map(repeated).collect()
    })
}

fn log(seats: usize, matches: &[Drawn]) -> MatchLog {
    let mut log = MatchLog::new(seats).unwrap();
    matches.iter().for_each(|(bots, places)| add(&mut log, bots, places));
    log
}

/// Returns every number of a fit as bits.
fn bits(fit: &Fit) -> Vec<u64> {
    let ratings = fit.ratings().iter().flat_map(|one| [one.elo, one.se, one.se_centred, one.low, one.high]);
    let seats = fit.seat_effects.iter().flat_map(|seat| [seat.elo, seat.se]);
    let draws = fit.draws.iter().flat_map(|draws| [draws.nu, draws.ln_nu_se.unwrap_or(0.0)]);
    ratings.chain(seats).chain(draws).chain([fit.log_posterior]).map(f64::to_bits).collect()
}

fn check(seats: usize, matches: Vec<Drawn>, seat_effects: bool, seed: u64) {
    let config = Config { seat_effects, ..Config::default() };
    let fitted = fit(&log(seats, &matches), &config).unwrap();
    assert!(bits(&fitted).iter().all(|bits| f64::from_bits(*bits).is_finite()), "{fitted:?}");
    assert!(fitted.ratings().iter().all(|rated| rated.elo.abs() < 5000.0 && rated.se > 0.0), "{fitted:?}");
    let mut shuffled = matches;
    Numbers::new(seed).shuffle(&mut shuffled);
    assert_eq!(bits(&fit(&log(seats, &shuffled), &config).unwrap()), bits(&fitted));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_log_of_two_seats_has_a_finite_fit(matches in matches(2), seats in any::<bool>(), seed in any::<u64>()) {
        check(2, matches, seats, seed);
    }

    #[test]
    fn any_log_of_three_seats_has_a_finite_fit(matches in matches(3), seats in any::<bool>(), seed in any::<u64>()) {
        check(3, matches, seats, seed);
    }
}

#[test]
fn one_sided_logs_have_finite_fits() {
    let result = |seats: &[usize], places: &[u32], times: usize| vec![(seats.to_vec(), places.to_vec()); times];
    let fitted = |matches: Vec<Drawn>| fit(&log(matches[0].0.len(), &matches), &Config::default()).unwrap();
    let all_won = fitted(result(&[0, 1], &[1, 2], 100_000));
    assert!(all_won.seat_effects_have_prior && all_won.draws.unwrap().nu == 0.0, "{all_won:?}");
    assert!(all_won.ratings()[0].elo > 300.0 && all_won.ratings()[0].elo < 3000.0, "{all_won:?}");
    let all_drawn = fitted(result(&[0, 1], &[1, 1], 1000));
    assert!(all_drawn.ratings()[0].elo.abs() < 1e-6 && all_drawn.draws.unwrap().nu == 2000.0, "{all_drawn:?}");
    let first_seat_wins = fitted([result(&[0, 1], &[1, 2], 50), result(&[1, 0], &[1, 2], 50)].concat());
    assert!(first_seat_wins.seat_effects[0].elo > 100.0 && first_seat_wins.seat_effects[0].elo < 1000.0);
    assert!(first_seat_wins.ratings()[0].elo.abs() < 1e-6, "the seat explains all: {first_seat_wins:?}");
    let no_one = fit(&MatchLog::new(2).unwrap(), &Config::default()).unwrap();
    assert!(no_one.ratings().is_empty() && no_one.components().is_empty());
}

#[test]
fn an_entrant_without_opponents_has_an_uncertain_rating() {
    let mut log = log(2, &[(vec![0, 1], vec![1, 2])]);
    log.enter("hermit").unwrap();
    let fitted = fit(&log, &Config::default()).unwrap();
    let hermit = fitted.rating("hermit").unwrap();
    assert_eq!((hermit.elo, hermit.se_centred), (0.0, 0.0), "alone it is the mean of its component");
    assert!(hermit.low < -100.0 && hermit.high > 100.0, "{hermit:?}");
    assert!((hermit.se_of_interval() - hermit.se).abs() < 1e-9, "{hermit:?}");
}

#[test]
fn any_order_of_a_golden_log_gives_the_same_bits() {
    for of in ["a_near_0", "c_islands", "e_eight"] {
        let (mut matches, _) = case(of);
        let first = bits(&fit(&log_of(&matches), &Config::default()).unwrap());
        for seed in 1..4 {
            Numbers::new(seed).shuffle(&mut matches);
            assert_eq!(bits(&fit(&log_of(&matches), &Config::default()).unwrap()), first, "{of}");
        }
    }
}

fn deal_log(matches: &[(Vec<usize>, Vec<i64>, u32)]) -> DealLog {
    let mut log = DealLog::new(matches[0].0.len()).unwrap();
    for (bots, halves, deals) in matches {
        let names: Vec<String> = bots.iter().map(|bot| name(*bot)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        log.add(&names, halves, *deals).unwrap();
    }
    log
}

/// Draws matches with known effects: bot i is worth i chips, and seat 0 three chips more than seat
/// 2.
fn drawn_deals(count: usize, numbers: &mut Numbers) -> Vec<(Vec<usize>, Vec<i64>, u32)> {
    (0..count)
        .map(|_| {
            let mut bots: Vec<usize> = (0..7).collect();
            numbers.shuffle(&mut bots);
            bots.truncate(3);
            let deals = 1 + numbers.below(4) as u32;
            let halves = bots.iter().enumerate().map(|(seat, bot)| {
                let mean = f64::from(deals) * (*bot as f64 + [1.5, 0.0, -1.5][seat]);
                (2.0 * (mean + 3.0 * f64::from(deals).sqrt() * numbers.normal())).round() as i64
            });
            let halves = halves.collect();
            (bots, halves, deals)
        })
        .collect()
}

#[test]
fn points_a_deal_are_found_whatever_the_order_and_the_number_of_deals() {
    let mut numbers = Numbers::new(5);
    let mut matches = drawn_deals(2000, &mut numbers);
    let first = deal_log(&matches).fit().unwrap();
    for (bot, rated) in first.ratings().iter().enumerate() {
        assert!((rated.points - (bot as f64 - 3.0)).abs() < 4.0 * rated.se, "{rated:?}");
    }
    let difference = first.difference(&name(6), &name(0)).unwrap();
    assert!(difference.low < 6.0 && 6.0 < difference.high && difference.se < 0.3, "{difference:?}");
    assert!((first.seat_effects[0].points - 1.5).abs() < 4.0 * first.seat_effects[0].se, "{first:?}");
    assert!((first.residual_sd - 3.0).abs() < 0.2, "{}", first.residual_sd);
    numbers.shuffle(&mut matches);
    assert_eq!(deal_log(&matches).fit().unwrap(), first);
}

#[test]
fn inseparable_effects_of_seats_are_rejected() {
    let same_seats = vec![(vec![0, 1], vec![3, -3], 1); 20];
    assert_eq!(deal_log(&same_seats).fit(), Err(DealFitError::SeatsNotSeparable));
    assert_eq!(deal_log(&same_seats[..1]).fit(), Err(DealFitError::TooFewMatches { different: 1 }));
    let islands = [
        vec![(vec![0, 1], vec![3, -3], 1); 5],
        vec![(vec![1, 0], vec![1, -1], 1); 5],
        vec![(vec![2, 3], vec![1, 0], 1); 5],
        vec![(vec![3, 2], vec![1, 0], 1); 5],
    ];
    let fit = deal_log(&islands.concat()).fit().unwrap();
    assert_eq!(fit.components().len(), 2);
    assert!(fit.difference(&name(0), &name(2)).is_err() && fit.difference(&name(0), &name(1)).is_ok());
    let perfect = [vec![(vec![0, 1], vec![3, -3], 1); 5], vec![(vec![1, 0], vec![-3, 3], 1); 5]].concat();
    let perfect = deal_log(&perfect).fit().unwrap();
    assert!(perfect.ratings().iter().all(|rated| rated.low.is_finite() && rated.high.is_finite()));
    assert_eq!(perfect.residual_sd, 0.0, "everything is explained");
}

#[test]
fn invalid_matches_are_rejected() {
    assert_eq!(MatchLog::new(1).unwrap_err(), LogError::Seats { seats: 1 });
    assert_eq!(MatchLog::new(9).unwrap_err(), LogError::Seats { seats: 9 });
    let mut log = MatchLog::new(2).unwrap();
    assert_eq!(log.add(&["a", "a"], &[1, 2]), Err(LogError::Twice { entrant: "a".to_owned() }));
    assert_eq!(log.add(&["a"], &[1, 2]), Err(LogError::Length { field: "entrants", found: 1, seats: 2 }));
    assert_eq!(log.add(&["a", "b"], &[1]), Err(LogError::Length { field: "places", found: 1, seats: 2 }));
    assert_eq!((log.matches(), log.entrants()), (0, 0));
}
