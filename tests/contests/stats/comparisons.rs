//! Comparisons of two entrants: `referee play` and a report must agree on the same matches.

use std::cmp::Ordering;

use referee_contests::{
    report::{Report, ReportEncounter, ReportMatch},
    series::{
        comparison::Comparisons,
        encounters::{Encounter, Made, MatchMade},
    },
    stats::{Counts, estimate},
};

use crate::numbers::Numbers;

/// Returns a match with these points by seat. `None` is a match that does not count.
fn reported(entrants: [usize; 2], halves: Option<[i64; 2]>) -> ReportMatch {
    let places = halves.map(|[first, second]| match first.cmp(&second) {
        Ordering::Greater => vec![1, 2],
        Ordering::Equal => vec![1, 1],
        Ordering::Less => vec![2, 1],
    });
    ReportMatch {
        entrants: entrants.to_vec(),
        places: places.unwrap_or_default(),
        halves: halves.unwrap_or_default().to_vec(),
        ..ReportMatch::default()
    }
}

/// Returns the same match as part of a series.
fn made(one: &ReportMatch) -> Option<MatchMade> {
    let of = |(seat, place): (usize, &u32)| Made {
        entrant: one.entrants[seat],
        place: *place,
        halves: Some(one.halves[seat]),
    };
    (!one.places.is_empty())
        .then(|| MatchMade { seats: one.places.iter().enumerate().map(of).collect(), digest: one.digest })
}

/// Returns encounters of three entrants, in pairs with exchanged seats. Some matches are void.
fn report(encounters: usize, void_of_100: usize) -> Report {
    let mut numbers = Numbers::new(5);
    let mut report = Report { seats: 2, entrants: ["a", "b", "c"].map(str::to_owned).to_vec(), ..Report::default() };
    for number in 0..encounters {
        let [first, second] = [[0, 1], [0, 2], [1, 2]][number % 3];
        let mut play = |entrants| {
            let is_void = numbers.below(100) < void_of_100;
            let halves = [0, 0].map(|_: i32| numbers.below(5) as i64);
            // Only a few kinds of matches, so many are repeats.
            let digest = Some([numbers.below(4) as u8; 16]);
            ReportMatch { digest, ..reported(entrants, (!is_void).then_some(halves)) }
        };
        let matches = vec![play([first, second]), play([second, first])];
        report.encounters.push(ReportEncounter {
            entrants: vec![first, second],
            matches,
            ..ReportEncounter::default()
        });
    }
    report.check().expect("it is consistent");
    report
}

#[test]
fn the_same_matches_are_the_same_difference_in_a_series_and_in_a_report() {
    for (void_of_100, is_paired) in [(0, true), (3, true), (100, false)] {
        let report = report(600, void_of_100);
        let mut series = Comparisons::default();
        for (number, encounter) in (0..).zip(&report.encounters) {
            series.add(&Encounter { number, opening: None, matches: encounter.matches.iter().map(made).collect() });
        }
        for pair in [(0, 1), (0, 2), (1, 2)] {
            let own = series.of(pair.0, pair.1);
            assert_eq!(report.pairs().get(&pair).copied().unwrap_or_default(), own, "{void_of_100} of 100 are void");
            let by_pairs = own.estimate() == estimate(Counts::Pairs(own.pairs).weighted(own.weight));
            let by_matches = own.estimate() == estimate(Counts::Games(own.games).weighted(own.weight));
            assert!(if is_paired { by_pairs && !by_matches } else { by_matches }, "{void_of_100} of 100 are void");
        }
    }
}
