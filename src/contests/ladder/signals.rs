//! Signals for a host, who decides; nothing here decides anything. Each signal contains the numbers
//! behind it.

use std::{collections::BTreeMap, fmt};

use super::results::Results;
use crate::contest::Entrant;
use crate::rating::Fit;

/// Minimum number of faults for which an entrant is listed.
pub const LEAST_FAULTS: u32 = 5;
/// Minimum share of the entrant's matches that ended by its fault, in percent.
pub const FAULT_PERCENT: u32 = 10;
/// Minimum factor by which the entrant's share of faults exceeds that of all others.
pub const FAULT_TIMES: u32 = 3;
/// Minimum number of matches between two entrants, all lost by the same one, that are listed.
pub const LEAST_LOST: u32 = 8;
/// Maximum probability of these losses according to the ratings.
pub const LOST_PROBABILITY: f64 = 1e-6;
/// Minimum number of matches with moves for which the pace of an entrant is compared.
pub const LEAST_PACES: usize = 60;
/// Maximum matches compared per entrant; the first ones are used.
pub const MAX_PACES: usize = 256;
/// Maximum distance between the paces of twins (Kolmogorov-Smirnov, 0 to 1).
pub const TWIN_DISTANCE: f64 = 0.12;
/// Minimum factor by which all other entrants are further from both twins.
pub const TWIN_TIMES: f64 = 3.0;

/// An observation that a host should examine.
#[derive(Clone, Debug, PartialEq)]
pub enum Signal {
    /// Many matches of an entrant ended by its fault.
    Faults {
        entrant: Entrant,
        /// How many matches the entrant ended by a fault, lost or void.
        faults: u32,
        /// The number of the entrant's matches.
        matches: u32,
        /// The faults of all entrants together.
        faults_of_all: u32,
        /// The number of seats that entrants took in matches, over all entrants.
        matches_of_all: u32,
    },
    /// An entrant lost every match against another, contrary to its rating.
    AlwaysLost {
        /// The entrant that lost.
        entrant: Entrant,
        /// The entrant that won.
        to: Entrant,
        /// The number of these matches.
        matches: u32,
        /// The probability of these losses according to the ratings.
        probability: f64,
    },
    /// Two entrants of different owners have similar thinking times, unlike all others: they may be
    /// one program.
    TimingTwins {
        /// The first entrant.
        first: Entrant,
        /// The second entrant.
        second: Entrant,
        /// The distance between their distributions of time per move: 0 if equal, 1 if disjoint.
        distance: f64,
        /// The distance from either of them to the nearest other entrant.
        next_distance: f64,
        /// The number of compared matches of each entrant.
        matches: [usize; 2],
    },
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Signal::Faults { entrant, faults, matches, faults_of_all, matches_of_all } => write!(
                f,
                "{entrant} ended {faults} of {matches} matches by its own fault; all entrants: {faults_of_all} of \
                 {matches_of_all}"
            ),
            Signal::AlwaysLost { entrant, to, matches, probability } => {
                write!(f, "{entrant} lost all {matches} matches to {to}; probability by the ratings: {probability:.1e}")
            }
            Signal::TimingTwins { first, second, distance, next_distance, matches } => write!(
                f,
                "{first} and {second} of different owners think alike: distance {distance:.3} in {} and {} matches, the next \
                 entrant is {next_distance:.3} away",
                matches[0], matches[1]
            ),
        }
    }
}

/// Returns all signals of a category, given its published ratings. Takes time quadratic in the
/// number of entrants.
pub fn signals(results: &Results, category: u16, fit: &Fit) -> Vec<Signal> {
    let mut signals = faults(results);
    signals.extend(always_lost(results, category, fit));
    signals.extend(timing_twins(results, category));
    signals
}

/// Returns the entrants with many faults, over all categories.
fn faults(results: &Results) -> Vec<Signal> {
    let mut of: BTreeMap<Entrant, (u32, u32)> = BTreeMap::new();
    for one in results.matches() {
        for (seat, entrant) in one.entrants.iter().enumerate() {
            let entry = of.entry(*entrant).or_default();
            entry.0 += u32::from(one.fault.is_some_and(|fault| fault.index() == seat));
            entry.1 += 1;
        }
    }
    for (_, entrant) in results.voided_by() {
        let entry = of.entry(entrant).or_default();
        *entry = (entry.0 + 1, entry.1 + 1);
    }
    let (faults_of_all, matches_of_all) = of.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let is_much = |faults: u32, matches: u32| {
        let (faults, matches) = (u64::from(faults), u64::from(matches));
        // Compares with all others except the entrant itself, so one bad program among few is a
        // signal too.
        let others = (u64::from(faults_of_all) - faults, (u64::from(matches_of_all) - matches).max(1));
        faults >= u64::from(LEAST_FAULTS)
            && faults * 100 >= u64::from(FAULT_PERCENT) * matches
            && faults * others.1 >= u64::from(FAULT_TIMES) * others.0 * matches
    };
    of.into_iter()
        .filter(|(_, (faults, matches))| is_much(*faults, *matches))
        .map(|(entrant, (faults, matches))| Signal::Faults { entrant, faults, matches, faults_of_all, matches_of_all })
        .collect()
}

fn always_lost(results: &Results, category: u16, fit: &Fit) -> Vec<Signal> {
    // For each ordered pair: the number of matches, and the logarithm of the probability to lose
    // all of them. `None` after a match that was not lost.
    let mut of: BTreeMap<(Entrant, Entrant), Option<(u32, f64)>> = BTreeMap::new();
    let elo = |entrant: Entrant| results.name(entrant).and_then(|name| fit.rating(name)).map(|rated| rated.elo);
    for one in results.matches().filter(|one| one.category == category) {
        for (seat, own) in one.entrants.iter().enumerate() {
            for (other_seat, other) in one.entrants.iter().enumerate().filter(|(other_seat, _)| *other_seat != seat) {
                let entry = of.entry((*own, *other)).or_insert(Some((0, 0.0)));
                let lost = one.places[seat] > one.places[other_seat];
                let (Some((matches, log)), true, Some(own), Some(other)) = (*entry, lost, elo(*own), elo(*other))
                else {
                    *entry = None;
                    continue;
                };
                let gap = (other - own + seat_gap(fit, other_seat, seat)) * std::f64::consts::LN_10 / 400.0;
                *entry = Some((matches + 1, log + libm::log(chance_to_win(fit, gap))));
            }
        }
    }
    of.into_iter()
        .filter_map(|((entrant, to), lost)| {
            let (matches, log) = lost?;
            let probability = libm::exp(log);
            let is_odd = matches >= LEAST_LOST && probability <= LOST_PROBABILITY;
            is_odd.then_some(Signal::AlwaysLost { entrant, to, matches, probability })
        })
        .collect()
}

/// Returns the advantage of one seat over another, in Elo.
fn seat_gap(fit: &Fit, own: usize, other: usize) -> f64 {
    let of = |seat: usize| fit.seat_effects.get(seat).map_or(0.0, |effect| effect.elo);
    // With two seats, the fit has one effect: the advantage of seat 0 over seat 1.
    of(own) - of(other)
}

/// Returns the probability of a win at a gap in strength in natural logarithms, with the draws of
/// the fit.
fn chance_to_win(fit: &Fit, gap: f64) -> f64 {
    let nu = fit.draws.map_or(0.0, |draws| draws.nu);
    let half = libm::exp(-gap.clamp(-100.0, 100.0) / 2.0);
    1.0 / (1.0 + half * half + nu * half)
}

fn timing_twins(results: &Results, category: u16) -> Vec<Signal> {
    let mut paces: BTreeMap<Entrant, Vec<u32>> = BTreeMap::new();
    for one in results.matches().filter(|one| one.category == category) {
        for (entrant, pace) in one.entrants.iter().zip(&one.pace_us).filter(|(_, pace)| **pace > 0) {
            let of = paces.entry(*entrant).or_default();
            if of.len() < MAX_PACES {
                of.push(*pace);
            }
        }
    }
    paces.retain(|_, of| of.len() >= LEAST_PACES);
    paces.values_mut().for_each(|of| of.sort_unstable());
    let all: Vec<(Entrant, Vec<u32>)> = paces.into_iter().collect();
    // The two nearest entrants of each: a possible twin, and the next.
    let nearest: Vec<[(f64, usize); 2]> = (0..all.len())
        .map(|own| {
            let mut near = [(f64::INFINITY, own); 2];
            for other in (0..all.len()).filter(|other| *other != own) {
                let found = (distance(&all[own].1, &all[other].1), other);
                if found.0 < near[0].0 {
                    near = [found, near[0]];
                } else if found.0 < near[1].0 {
                    near[1] = found;
                }
            }
            near
        })
        .collect();
    let twins = nearest.iter().enumerate().filter_map(|(own, [(distance, other), next])| {
        let is_mutual = own < *other && nearest[*other][0].1 == own;
        let next_distance = next.0.min(nearest[*other][1].0).min(1.0);
        let differ = results.owner(all[own].0) != results.owner(all[*other].0);
        let is_odd = is_mutual && differ && *distance <= TWIN_DISTANCE && next_distance >= TWIN_TIMES * distance;
        is_odd.then(|| Signal::TimingTwins {
            first: all[own].0,
            second: all[*other].0,
            distance: *distance,
            next_distance,
            matches: [all[own].1.len(), all[*other].1.len()],
        })
    });
    twins.collect()
}

/// Returns the maximum difference of two empirical distribution functions. Both lists must be
/// ascending and not empty.
fn distance(one: &[u32], other: &[u32]) -> f64 {
    let (mut a, mut b, mut most) = (0, 0, 0.0f64);
    while a < one.len() && b < other.len() {
        let at = one[a].min(other[b]);
        while a < one.len() && one[a] == at {
            a += 1;
        }
        while b < other.len() && other[b] == at {
            b += 1;
        }
        most = most.max((a as f64 / one.len() as f64 - b as f64 / other.len() as f64).abs());
    }
    most
}
