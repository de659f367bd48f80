//! Pairings: the entrants of each match, and their seats.

/// Returns every choice of `seats` entrants, numbered from 0, each in every rotation of the seats:
/// the matches in which all entrants meet once. The rotations of a choice are consecutive.
pub fn pairings(entrants: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for chosen in choices(entrants, seats) {
        for rotation in 0..seats {
            let mut pairing = chosen.clone();
            pairing.rotate_left(rotation);
            all.push(pairing);
        }
    }
    all
}

/// Returns the number of ways to choose `seats` of `entrants`, at most the maximum of the type.
pub fn choice_count(entrants: usize, seats: usize) -> u64 {
    let step = |ways: u64, k: usize| ways.saturating_mul((entrants - k) as u64) / (k as u64 + 1);
    (0..seats.min(entrants)).fold(1, step)
}

/// Returns every way to choose `seats` of the numbers below `entrants`, in ascending order.
fn choices(entrants: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..seats {
        all = all
            .into_iter()
            .flat_map(|chosen: Vec<usize>| {
                let first = chosen.last().map_or(0, |last| last + 1);
                (first..entrants).map(move |entrant| chosen.iter().copied().chain([entrant]).collect())
            })
            .collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_of_entrants_sits_in_every_rotation() {
        assert_eq!(pairings(2, 2), [[0, 1], [1, 0]]);
        assert_eq!(pairings(3, 2), [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(pairings(3, 3), [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
    }

    #[test]
    fn choices_are_counted_before_they_are_made() {
        for (entrants, seats) in [(2, 2), (5, 3), (8, 8), (10, 1)] {
            assert_eq!(choice_count(entrants, seats), choices(entrants, seats).len() as u64);
        }
        assert_eq!(choice_count(64, 8), 4_426_165_368);
    }
}
