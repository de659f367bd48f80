//! Matchings, compared with all matchings of small graphs.

use proptest::prelude::*;
use referee_matching::{Matching, Weights, Wide};

/// The weights of a complete graph: a symmetric matrix.
type Plain = Vec<Vec<u64>>;

fn graph(vertices: usize, upper: &[u64]) -> Plain {
    let weight = |a: usize, b: usize| match a == b {
        true => 0,
        // Index of the edge, row by row above the diagonal.
        false => upper[a.min(b) * (2 * vertices - a.min(b) - 1) / 2 + a.max(b) - a.min(b) - 1],
    };
    (0..vertices).map(|a| (0..vertices).map(|b| weight(a, b)).collect()).collect()
}

/// Appends all perfect matchings of the remaining vertices, each as a mate for every vertex.
fn all_matchings(mates: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let free = usize::MAX;
    let Some(first) = mates.iter().position(|mate| *mate == free) else {
        found.push(mates.clone());
        return;
    };
    for second in first + 1..mates.len() {
        if mates[second] == free {
            (mates[first], mates[second]) = (second, first);
            all_matchings(mates, found);
            (mates[first], mates[second]) = (free, free);
        }
    }
}

/// Returns all matchings of maximum weight.
fn best_matchings(plain: &Plain) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    all_matchings(&mut vec![usize::MAX; plain.len()], &mut all);
    let weight = |mates: &Vec<usize>| mates.iter().enumerate().map(|(a, b)| plain[a][*b]).sum::<u64>();
    let best = all.iter().map(weight).max().unwrap();
    all.retain(|mates| weight(mates) == best);
    all
}

/// Number of least significant bits that are reserved for questions.
const SPARE_BITS: usize = 6;

fn matching(plain: &Plain) -> Matching<2> {
    let mut weights = Weights::new(plain.len(), 40);
    for (a, row) in plain.iter().enumerate() {
        for (b, value) in row.iter().enumerate().skip(a + 1) {
            let mut weight = Wide::ZERO;
            weight.add_at(*value, SPARE_BITS);
            let kind = weights.kind(weight);
            weights.set(a, b, kind);
        }
    }
    Matching::new(weights, &[])
}

fn mates(matching: &Matching<2>, vertices: usize) -> Vec<usize> {
    (0..vertices).map(|vertex| matching.mate(vertex)).collect()
}

/// `take_first` removes two vertices to test whether their mates can be matched otherwise. They
/// cannot, so it must restore both.
#[test]
fn vertices_that_are_put_aside_come_back_unchanged() {
    let rows = [
        [0, 0, 1, 0, 0, 1],
        [0, 0, 1, 2, 2, 0],
        [1, 1, 0, 0, 0, 1],
        [0, 2, 0, 0, 2, 1],
        [0, 2, 0, 2, 0, 1],
        [1, 0, 1, 1, 1, 0],
    ];
    let plain: Plain = rows.iter().map(|row| row.to_vec()).collect();
    assert_eq!(matching(&plain).take_first(2, &[5, 3, 1, 0, 4]), 1);
}

/// Generates graphs with many matchings of equal weight, and graphs with almost none.
fn graphs() -> impl Strategy<Value = Plain> {
    (1..=5usize, prop_oneof![Just(2u64), Just(4), Just(20), Just(1 << 20)]).prop_flat_map(|(pairs, limit)| {
        let vertices = pairs * 2;
        proptest::collection::vec(0..limit, vertices * (vertices - 1) / 2)
            .prop_map(move |upper| graph(vertices, &upper))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn a_matching_is_one_of_the_best(plain in graphs()) {
        let found = mates(&matching(&plain), plain.len());
        prop_assert!(best_matchings(&plain).contains(&found), "{found:?}");
    }

    #[test]
    fn choices_take_the_first_of_the_best(plain in graphs(), ranks in proptest::collection::vec(any::<u8>(), 10 * 10)) {
        let mut left = best_matchings(&plain);
        let mut matching = matching(&plain);
        let mut taken = vec![false; plain.len()];
        for vertex in 0..plain.len() {
            if taken[vertex] {
                continue;
            }
            let mut order: Vec<usize> = (0..plain.len()).filter(|other| *other != vertex && !taken[*other]).collect();
            order.sort_by_key(|other| ranks[vertex * 10 + *other]);
            let expected = *order.iter().find(|other| left.iter().any(|mates| mates[vertex] == **other)).unwrap();
            prop_assert_eq!(matching.take_first(vertex, &order), expected);
            left.retain(|mates| mates[vertex] == expected);
            (taken[vertex], taken[expected]) = (true, true);
        }
    }

    #[test]
    fn held_vertices_keep_their_wishes(plain in graphs(), wishes in proptest::collection::vec(any::<u16>(), 10)) {
        let mut left = best_matchings(&plain);
        let mut matching = matching(&plain);
        for (vertex, wish) in wishes.iter().enumerate().take(plain.len()) {
            let allowed = |other: usize| wish >> other & 1 == 1;
            let possible = left.iter().any(|mates| allowed(mates[vertex]));
            prop_assert_eq!(matching.hold(vertex, &allowed), possible);
            if possible {
                left.retain(|mates| allowed(mates[vertex]));
            }
            prop_assert!(left.contains(&mates(&matching, plain.len())));
        }
    }
}
