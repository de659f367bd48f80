//! Repeated matches add no information: a log with copies of its matches has exactly the same
//! ratings and intervals, bit for bit.

use referee_contests::{
    rating::{
        Config, Fit, LiveFit, MatchLog,
        deal_points::{DealFit, DealFitError, DealLog},
        fit,
    },
    stats::MatchDigest,
};

use super::name;
use crate::numbers::Numbers;

const LOGS: u64 = 150;
const COPIES: usize = 10;

/// A match: entrants by seat, places, points in halves, number of deals, and digest.
struct Match {
    seats: Vec<usize>,
    places: Vec<u32>,
    halves: Vec<i64>,
    deals: u32,
    digest: MatchDigest,
}

/// Draws matches of only a few kinds, so many of them are equal.
fn drawn(seats: usize, bots: usize, count: usize, numbers: &mut Numbers) -> Vec<Match> {
    let one = |numbers: &mut Numbers| {
        let mut order: Vec<usize> = (0..bots).collect();
        numbers.shuffle(&mut order);
        order.truncate(seats);
        let kind = numbers.below(6);
        let places = (0..seats).map(|seat| 1 + ((kind + seat * (1 + kind / 2)) % seats) as u32).collect();
        let halves = (0..seats).map(|seat| (kind * (seat + 1) % 7) as i64).collect();
        Match { seats: order, places, halves, deals: 1 + kind as u32, digest: [kind as u8; 16] }
    };
    (0..count).map(|_| one(numbers)).collect()
}

/// Returns the indices of `copies` copies of each match, in random order.
fn copied(matches: &[Match], copies: usize, numbers: &mut Numbers) -> Vec<usize> {
    let mut order: Vec<usize> = (0..copies * matches.len()).map(|at| at % matches.len()).collect();
    numbers.shuffle(&mut order);
    order
}

fn log_of(seats: usize, matches: &[Match], order: &[usize]) -> MatchLog {
    let mut log = MatchLog::new(seats).unwrap();
    for one in order.iter().map(|at| &matches[*at]) {
        let names: Vec<String> = one.seats.iter().map(|bot| name(*bot)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        log.add_match(&names, &one.places, Some(one.digest)).unwrap();
    }
    log
}

fn deals_of(seats: usize, matches: &[Match], order: &[usize]) -> DealLog {
    let mut log = DealLog::new(seats).unwrap();
    for one in order.iter().map(|at| &matches[*at]) {
        let names: Vec<String> = one.seats.iter().map(|bot| name(*bot)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        log.add_match(&names, &one.halves, one.deals, Some(one.digest)).unwrap();
    }
    log
}

fn numbers_of(fit: &Fit) -> Vec<u64> {
    let ratings = fit.ratings().iter().flat_map(|one| [one.elo, one.se, one.se_centred, one.low, one.high]);
    let seats = fit.seat_effects.iter().flat_map(|seat| [seat.elo, seat.se]);
    let draws = fit.draws.iter().flat_map(|draws| [draws.nu, draws.ln_nu_se.unwrap_or(0.0)]);
    ratings.chain(seats).chain(draws).chain([fit.log_posterior]).map(f64::to_bits).collect()
}

fn numbers_of_deals(fit: Result<DealFit, DealFitError>) -> Option<Vec<u64>> {
    let fit = fit.ok()?;
    let ratings = fit.ratings().iter().flat_map(|one| [one.points, one.se, one.low, one.high]);
    let seats = fit.seat_effects.iter().flat_map(|seat| [seat.points, seat.se, seat.low, seat.high]);
    Some(ratings.chain(seats).chain([fit.residual_sd]).map(f64::to_bits).collect())
}

#[test]
fn a_copied_log_in_any_order_has_the_same_ratings_and_intervals() {
    let (mut repeats, mut by_points) = (0, 0);
    for seed in 0..LOGS {
        let mut numbers = Numbers::new(seed);
        let seats = 2 + numbers.below(3);
        let bots = seats + numbers.below(3);
        let count = 1 + numbers.below(40);
        let matches = drawn(seats, bots, count, &mut numbers);
        let once: Vec<usize> = (0..count).collect();
        let often = copied(&matches, COPIES, &mut numbers);
        let fits = [&once, &often].map(|order| fit(&log_of(seats, &matches, order), &Config::default()).unwrap());
        assert_eq!(numbers_of(&fits[0]), numbers_of(&fits[1]), "seed {seed}");
        let different = fits[0].matches - fits[0].repeats;
        assert_eq!((fits[1].matches, fits[1].repeats), (10 * count as u64, 10 * count as u64 - different));
        repeats += fits[0].repeats;
        let deals = [&once, &often].map(|order| numbers_of_deals(deals_of(seats, &matches, order).fit()));
        assert_eq!(deals[0], deals[1], "seed {seed}");
        by_points += u32::from(deals[0].is_some());
    }
    assert!(repeats > 100 && by_points > 50, "{repeats} {by_points}");
}

#[test]
fn matches_without_a_digest_and_different_ones_count_in_full() {
    let mut numbers = Numbers::new(1);
    let matches = drawn(2, 4, 60, &mut numbers);
    let [mut bare, mut different] = [0, 0].map(|_| MatchLog::new(2).unwrap());
    for (at, one) in matches.iter().enumerate() {
        let names = [name(one.seats[0]), name(one.seats[1])];
        let names = [names[0].as_str(), names[1].as_str()];
        bare.add(&names, &one.places).unwrap();
        different.add_match(&names, &one.places, Some([at as u8; 16])).unwrap();
    }
    let [bare, different] = [bare, different].map(|log| fit(&log, &Config::default()).unwrap());
    assert_eq!((bare.repeats, bare), (0, different));
}

#[test]
fn repeated_matches_weigh_as_the_different_ones() {
    let (mut log, mut short) = (MatchLog::new(2).unwrap(), MatchLog::new(2).unwrap());
    for number in 0..100u8 {
        let (places, digest) = if number < 90 { ([1, 2], 0) } else { ([2, 1], number) };
        log.add_match(&["a", "b"], &places, Some([digest; 16])).unwrap();
    }
    // The same score and the same number of different matches: 110 matches of 11 kinds weigh as 11.
    for number in 0..110u8 {
        let places = if number < 99 { [1, 2] } else { [2, 1] };
        short.add_match(&["a", "b"], &places, Some([number % 11; 16])).unwrap();
    }
    let [long, short] = [log, short].map(|log| fit(&log, &Config::default()).unwrap());
    let of = |fit: &Fit| fit.difference("a", "b").unwrap();
    assert_eq!((long.repeats, short.repeats), (89, 99));
    assert!((of(&long).elo - of(&short).elo).abs() < 1e-6 && (of(&long).se - of(&short).se).abs() < 1e-6);
    assert!(of(&long).se > 100.0, "eleven matches say little: {:?}", of(&long));
}

#[test]
fn a_live_fit_weighs_repeats_as_a_whole_one_does() {
    let mut numbers = Numbers::new(3);
    let matches = drawn(2, 6, 400, &mut numbers);
    let order: Vec<usize> = (0..400).collect();
    let mut live = LiveFit::new(&log_of(2, &matches, &order[..380]), Config::default()).unwrap();
    let log = log_of(2, &matches, &order);
    live.update(&log).unwrap();
    let whole = fit(&log, &Config::default()).unwrap();
    assert!(whole.repeats > 100, "{}", whole.repeats);
    for (live, whole) in live.fit().ratings().iter().zip(whole.ratings()) {
        assert!((live.elo - whole.elo).abs() < 1e-4, "{live:?} {whole:?}");
    }
}
