//! Designs of tables for 3 to 8 seats, checked by counting.

use crate::golden_files::golden_text;
use referee_contests::tournament::designs::{
    Balance, Design, DesignError, MAX_DESIGN_ENTRANTS, SEATS, design, measure,
};
use serde_json::Value;

/// Returns the tables of a design as numbers.
fn tables(design: &Design) -> Vec<Vec<usize>> {
    design.matches.iter().map(|one| one.entrants.iter().map(|entrant| entrant.index()).collect()).collect()
}

fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}

fn is_even([least, most]: [u32; 2]) -> bool {
    least == most
}

/// Counts the matches of an entrant on a seat, independently of the tested code.
fn seats_of(tables: &[Vec<usize>], entrant: usize, seat: usize) -> usize {
    tables.iter().filter(|table| table[seat] == entrant).count()
}

#[test]
fn designs_of_the_golden_file_are_as_even_and_as_short() {
    let golden: Value = serde_json::from_str(&golden_text("designs.json")).unwrap();
    let golden = golden["designs"].as_array().unwrap();
    assert_eq!(golden.len(), 15);
    for one in golden {
        let (seats, entrants) = (one["seats"].as_u64().unwrap() as usize, one["entrants"].as_u64().unwrap() as usize);
        let theirs: Vec<Vec<usize>> = serde_json::from_value(one["tables"].clone()).unwrap();
        let counts = &one["counts"];
        let pair = |value: &Value| [value[0].as_u64().unwrap() as u32, value[1].as_u64().unwrap() as u32];
        let Balance { seat, left_neighbour, opponent, .. } = measure(&theirs, seats, entrants);
        assert_eq!(
            [seat, left_neighbour, opponent],
            ["seat", "left_neighbour", "opponent"].map(|name| pair(&counts[name]))
        );
        let ours = design(seats, entrants).unwrap();
        assert_eq!(ours.matches.len(), theirs.len(), "{seats} seats, {entrants} entrants");
        assert_eq!(ours.balance, measure(&theirs, seats, entrants), "{seats} seats, {entrants} entrants");
        for entrant in 0..entrants {
            for place in 0..seats {
                assert_eq!(seats_of(&tables(&ours), entrant, place) as u32, seat[0]);
            }
        }
    }
}

#[test]
fn every_design_up_to_24_entrants_is_exact_in_seats_and_left_neighbours() {
    for seats in SEATS {
        for entrants in seats..=24 {
            let found = design(seats, entrants).unwrap();
            let tables = tables(&found);
            assert_eq!(found.balance, measure(&tables, seats, entrants));
            for table in &tables {
                let mut sorted = table.clone();
                sorted.sort_unstable();
                sorted.dedup();
                assert_eq!(sorted.len(), seats, "{seats} of {entrants}: an entrant sits twice at {table:?}");
            }
            // An exhaustive search has shown that 6 matches of 6 entrants at tables of 5 cannot
            // balance both seats and neighbours. 12 matches are needed.
            let times = if (seats, entrants) == (5, 6) { 2 } else { 1 };
            let matches = times * entrants * (entrants - 1) / divisor(seats, entrants - 1);
            assert_eq!(tables.len(), matches, "{seats} of {entrants}");
            let Balance { seat, left_neighbour, opponent, distance } = found.balance;
            assert_eq!(seat, [(matches / entrants) as u32; 2], "{seats} of {entrants}");
            let lambda = (matches * seats / (entrants * (entrants - 1))) as u32;
            assert_eq!(left_neighbour, [lambda; 2], "{seats} of {entrants}");
            if entrants <= 16 {
                assert!(is_even(opponent), "{seats} of {entrants}: {opponent:?}");
            }
            let is_field = [3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23].contains(&entrants);
            // For this case, a bounded search finds nothing better.
            if is_field && (seats, entrants) != (6, 17) {
                assert!(is_even(distance), "{seats} of {entrants}: {distance:?}");
            }
        }
    }
}

#[test]
fn larger_designs_are_exact_in_seats_and_balanced_in_neighbours() {
    for (seats, entrants) in [(3, 26), (5, 28), (8, 34), (4, 45), (7, 50), (6, 55), (3, 64), (8, 27), (7, 49)] {
        let Design { matches, balance } = design(seats, entrants).unwrap();
        assert_eq!(matches.len(), entrants * (entrants - 1) / divisor(seats, entrants - 1), "{seats} of {entrants}");
        assert!(is_even(balance.seat), "{seats} of {entrants}: {balance:?}");
        let even = (matches.len() * seats / (entrants * (entrants - 1))) as u32;
        let is_field = [27, 49, 64].contains(&entrants);
        let off = u32::from(!is_field);
        let [least, most] = balance.left_neighbour;
        assert!(least + off >= even && most <= even + off, "{seats} of {entrants}: {balance:?}");
    }
}

#[test]
fn invalid_designs_are_rejected() {
    assert_eq!(design(2, 8), Err(DesignError::Seats { seats: 2 }));
    assert_eq!(design(9, 9), Err(DesignError::Seats { seats: 9 }));
    assert_eq!(design(4, 3), Err(DesignError::Entrants { entrants: 3, seats: 4 }));
    assert!(design(8, MAX_DESIGN_ENTRANTS).is_ok() && design(8, MAX_DESIGN_ENTRANTS + 1).is_err());
}
