//! Fits of three or more seats, compared with the definition: the likelihood of a result is the sum
//! over all orders that agree with its places. This file computes that sum directly.

use referee_contests::rating::{Config, Fit, MatchLog, fit};

use super::{add, name};
use crate::numbers::Numbers;

const ELO_PER_NAT: f64 = 173.717_792_761_300_73;

/// Bots by seat, and their places.
type Played = (Vec<usize>, Vec<u32>);

/// Returns the probability of one order, best seat first.
fn of_order(order: &[usize], weights: &[f64]) -> f64 {
    let behind = |from: usize| order[from..].iter().map(|seat| weights[*seat]).sum::<f64>();
    (0..order.len()).map(|from| weights[order[from]] / behind(from)).product()
}

/// Returns the sum over all orders in which no seat precedes a seat with a better place.
fn of_places(places: &[u32], weights: &[f64]) -> f64 {
    fn extend(order: &mut Vec<usize>, places: &[u32], weights: &[f64]) -> f64 {
        if order.len() == places.len() {
            return of_order(order, weights);
        }
        let left: Vec<usize> = (0..places.len()).filter(|seat| !order.contains(seat)).collect();
        let best = left.iter().map(|seat| places[*seat]).min().unwrap();
        let mut sum = 0.0;
        for seat in left.into_iter().filter(|seat| places[*seat] == best) {
            order.push(seat);
            sum += extend(order, places, weights);
            order.pop();
        }
        sum
    }
    extend(&mut Vec::new(), places, weights)
}

/// Returns the logarithm of likelihood times prior N(0, 350^2), with ratings in Elo.
fn log_posterior(elos: &[f64], matches: &[Played]) -> f64 {
    let of_match = |(bots, places): &Played| {
        let weights: Vec<f64> = bots.iter().map(|bot| (elos[*bot] / ELO_PER_NAT).exp()).collect();
        of_places(places, &weights).ln()
    };
    let prior = |elo: &f64| -0.5 * (elo / 350.0) * (elo / 350.0);
    matches.iter().map(of_match).sum::<f64>() + elos.iter().map(prior).sum::<f64>()
}

fn fitted(seats: usize, matches: &[Played]) -> Fit {
    let mut log = MatchLog::new(seats).unwrap();
    matches.iter().for_each(|(bots, places)| add(&mut log, bots, places));
    fit(&log, &Config { seat_effects: false, ..Config::default() }).unwrap()
}

/// Inverts a small matrix by Gauss-Jordan elimination.
fn inverse(mut of: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = of.len();
    for (index, row) in of.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == index { 1.0 } else { 0.0 }));
    }
    for pivot in 0..size {
        let scale = of[pivot][pivot];
        of[pivot].iter_mut().for_each(|value| *value /= scale);
        let pivot_row = of[pivot].clone();
        for row in (0..size).filter(|row| *row != pivot) {
            let factor = of[row][pivot];
            of[row].iter_mut().zip(&pivot_row).for_each(|(value, of_pivot)| *value -= factor * of_pivot);
        }
    }
    of.into_iter().map(|row| row[size..].to_vec()).collect()
}

/// Checks by finite differences that a fit maximises the definition and has its curvature.
fn check(seats: usize, bots: usize, matches: &[Played]) {
    let fitted = fitted(seats, matches);
    let elos: Vec<f64> = fitted.ratings().iter().map(|rated| rated.elo).collect();
    assert_eq!(elos.len(), bots, "every bot plays");
    let here = log_posterior(&elos, matches);
    assert!((here - fitted.log_posterior).abs() < 1e-9, "{here} {}", fitted.log_posterior);
    let moved = |moves: &[(usize, f64)]| {
        let mut elos = elos.clone();
        moves.iter().for_each(|(bot, by)| elos[*bot] += by);
        log_posterior(&elos, matches)
    };
    let step = 1.0;
    for bot in 0..bots {
        let slope = (moved(&[(bot, step)]) - moved(&[(bot, -step)])) / (2.0 * step);
        assert!(slope.abs() < 1e-7, "the slope of {bot} is {slope} in {matches:?}");
    }
    let curve = |a: usize, b: usize| {
        let at = |one: f64, other: f64| moved(&[(a, one * step), (b, other * step)]);
        -(at(1.0, 1.0) - at(1.0, -1.0) - at(-1.0, 1.0) + at(-1.0, -1.0)) / (4.0 * step * step)
    };
    let covariance = inverse((0..bots).map(|a| (0..bots).map(|b| curve(a, b)).collect()).collect());
    for (bot, rated) in fitted.ratings().iter().enumerate() {
        let expected = covariance[bot][bot].sqrt();
        assert!((rated.se / expected - 1.0).abs() < 1e-4, "{} has {}, not {expected}", rated.entrant, rated.se);
    }
    for (a, b) in [(0, 1), (1, bots - 1)].into_iter().filter(|(a, b)| a != b) {
        let Ok(found) = fitted.difference(&name(a), &name(b)) else { continue };
        let expected = (covariance[a][a] + covariance[b][b] - 2.0 * covariance[a][b]).sqrt();
        assert!((found.se / expected - 1.0).abs() < 1e-4, "{a} - {b} has {}, not {expected}", found.se);
    }
}

#[test]
fn shared_places_have_the_sum_over_all_orders() {
    for seed in 0..24 {
        let mut numbers = Numbers::new(seed);
        let seats = 3 + numbers.below(3);
        let bots = seats + 1;
        let matches: Vec<Played> = (0..bots + numbers.below(6))
            .map(|number| {
                let mut order: Vec<usize> = (0..bots).collect();
                // Every entrant plays in one of the first matches.
                order.rotate_left(number % bots);
                numbers.shuffle(&mut order[..seats]);
                let kinds = 1 + numbers.below(seats);
                let places = (0..seats).map(|_| 1 + numbers.below(kinds) as u32).collect();
                (order[..seats].to_vec(), places)
            })
            .collect();
        check(seats, bots, &matches);
    }
}

#[test]
fn up_to_seven_of_eight_share_a_place() {
    let bots: Vec<usize> = (0..8).collect();
    let other: Vec<usize> = bots.iter().rev().copied().collect();
    let matches = vec![
        (bots.clone(), vec![1, 1, 1, 1, 1, 1, 1, 8]),
        (other.clone(), vec![1, 2, 2, 2, 2, 2, 7, 7]),
        (other, vec![3, 1, 3, 1, 3, 3, 7, 7]),
        (bots, vec![1, 1, 1, 1, 5, 5, 5, 5]),
    ];
    check(8, 8, &matches);
}

#[test]
fn a_match_in_which_all_share_one_place_says_nothing() {
    let decided = vec![(vec![0, 1, 2], vec![1, 2, 3]), (vec![2, 0, 1], vec![1, 2, 3])];
    let mut with_tie = decided.clone();
    with_tie.push((vec![1, 0, 2], vec![1, 1, 1]));
    for (one, other) in fitted(3, &decided).ratings().iter().zip(fitted(3, &with_tie).ratings()) {
        assert_eq!((one.elo, one.se, one.matches + 1), (other.elo, other.se, other.matches));
    }
    let all_tied = fitted(3, &[(vec![0, 1, 2], vec![1, 1, 1])]);
    assert_eq!(all_tied.components().len(), 3, "it connects no entrants");
    assert!(all_tied.ratings().iter().all(|rated| rated.elo == 0.0 && (rated.se - 350.0).abs() < 1e-9));
}

#[test]
fn seats_are_fitted_beside_shared_places() {
    // Seat 0 wins and the other seats share their place, so the seats explain every result.
    let mut log = MatchLog::new(3).unwrap();
    for bots in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
        (0..20).for_each(|_| add(&mut log, &bots, &[1, 2, 2]));
        (0..4).for_each(|_| add(&mut log, &bots, &[2, 1, 2]));
        (0..4).for_each(|_| add(&mut log, &bots, &[2, 2, 1]));
    }
    let fitted = fit(&log, &Config::default()).unwrap();
    assert!(!fitted.seat_effects_have_prior && fitted.ratings().iter().all(|rated| rated.elo.abs() < 1e-6));
    // The odds are 20 to 4 against each of the two other seats.
    let [first, second, third] = [0, 1, 2].map(|seat| fitted.seat_effects[seat].elo);
    assert!((first - second - 400.0 * 5f64.log10()).abs() < 1e-4 && (second - third).abs() < 1e-6, "{first} {second}");
}

/// Plays tables of four bots of known strength. In `tied_of_100` of a hundred matches, the last two
/// or three seats share a place. Returns the share of 95 % intervals that contain the truth, and
/// the spread of the ratings relative to that of the truth.
fn coverage(tied_of_100: usize, ladders: u64, rounds: usize) -> (f64, f64) {
    let (bots, seats) = (20, 4);
    let (mut held, mut of, mut spread, mut true_spread) = (0, 0, 0.0, 0.0);
    for seed in 0..ladders {
        let mut numbers = Numbers::new(1_000 + seed);
        let mut truth: Vec<f64> = (0..bots).map(|_| 300.0 * numbers.normal()).collect();
        let mean = truth.iter().sum::<f64>() / bots as f64;
        truth.iter_mut().for_each(|elo| *elo -= mean);
        let mut log = MatchLog::new(seats).unwrap();
        for _ in 0..rounds {
            let mut order: Vec<usize> = (0..bots).collect();
            numbers.shuffle(&mut order);
            for table in order.chunks_exact(seats) {
                let mut noisy: Vec<(f64, usize)> = (0..seats)
                    .map(|seat| (truth[table[seat]] / ELO_PER_NAT - (-(1.0 - numbers.uniform()).ln()).ln(), seat))
                    .collect();
                noisy.sort_by(|a, b| b.0.total_cmp(&a.0));
                let tied = if numbers.below(100) < tied_of_100 { 2 + numbers.below(2) } else { 1 };
                let mut places = vec![0; seats];
                for (place, (_, seat)) in noisy.iter().enumerate() {
                    places[*seat] = 1 + place.min(seats - tied) as u32;
                }
                add(&mut log, table, &places);
            }
        }
        let fitted = fit(&log, &Config { seat_effects: false, ..Config::default() }).unwrap();
        for (rated, truth) in fitted.ratings().iter().zip(&truth) {
            held += usize::from((rated.elo - truth).abs() <= 1.96 * rated.se_centred);
            of += 1;
            spread += rated.elo * rated.elo;
            true_spread += truth * truth;
        }
    }
    (f64::from(held as u32) / f64::from(of as u32), (spread / true_spread).sqrt())
}

#[test]
fn intervals_hold_the_truth_with_as_many_shared_places_as_in_honest_john() {
    // The standard deviation of 2000 intervals is 0.5 %.
    let (held, spread) = coverage(36, 100, 60);
    assert!((0.93..0.97).contains(&held) && (0.95..1.02).contains(&spread), "{held} {spread}");
}
