//! The openings of encounters.

use std::collections::{BTreeMap, BTreeSet};

use referee_contests::tournament::{Entrant, Format};

use super::played::{Played, every_format, rules};

/// Returns the openings of each pair or table, in the order of the encounters.
fn by_pair(played: &Played) -> BTreeMap<Vec<Entrant>, Vec<u64>> {
    let mut openings: BTreeMap<Vec<Entrant>, Vec<u64>> = BTreeMap::new();
    for encounter in &played.tournament.encounters {
        let mut pair = encounter.paired.entrants.clone();
        pair.sort_unstable();
        openings.entry(pair).or_default().push(encounter.opening);
    }
    openings
}

#[test]
fn a_pair_that_meets_again_plays_another_opening() {
    let mut again = 0;
    // A cycle of balanced tables may contain a table twice, so only formats of two seats are
    // tested. No game with openings has more seats.
    for rules in every_format().into_iter().filter(|rules| rules.seats == 2) {
        let mut played = Played::new(&rules, 8, 5);
        played.play();
        for (pair, openings) in by_pair(&played) {
            let different: BTreeSet<u64> = openings.iter().copied().collect();
            assert_eq!(different.len(), openings.len(), "{:?}: {pair:?} {openings:?}", rules.format);
            again += openings.len() - 1;
        }
    }
    assert!(again > 50, "{again}");
}

/// 28 openings and 28 encounters a cycle: if the number of the encounter chose the opening, each
/// pair would play the same opening in every cycle.
#[test]
fn all_pairs_of_a_cycle_play_the_same_opening() {
    for format in [Format::RoundRobin { cycles: 3 }, Format::Gauntlet { challengers: 1, cycles: 3 }] {
        let mut played = Played::new(&rules(format), 8, 1);
        played.play();
        for openings in by_pair(&played).values() {
            assert_eq!(*openings, [0, 1, 2], "{format:?}");
        }
    }
}
