//! The order of preference among the best candidates of a bracket (FIDE Handbook C.04.3, articles
//! 3.6 to 3.8 and 4).

use referee_matching::Matching;

use super::criteria::{Horizon, Meeting};

/// Returns the mates of the first candidate, whether or not it is permitted. An entrant without a
/// mate has a number beyond all vertices.
pub(super) fn wished(horizon: &Horizon) -> Vec<usize> {
    let none = usize::MAX;
    let mut wished = vec![none; horizon.vertices()];
    let mut first = horizon.moved_down;
    if !horizon.in_limbo {
        for vertex in 0..horizon.moved_down.min(horizon.bracket - horizon.moved_down) {
            (wished[vertex], wished[horizon.moved_down + vertex]) = (horizon.moved_down + vertex, vertex);
            first = horizon.moved_down + vertex + 1;
        }
    }
    let pairs = horizon.pairs.unwrap_or((horizon.bracket - first) / 2);
    for (from, pairs) in [(first, pairs), (horizon.bracket, (horizon.next - horizon.bracket) / 2)] {
        for vertex in from..from + pairs {
            (wished[vertex], wished[vertex + pairs]) = (vertex + pairs, vertex);
        }
    }
    wished
}

/// Pairs the moved-down entrants: the highest ranked set of them that a best candidate pairs. Each
/// gets the first resident that a best candidate permits.
pub(super) fn pair_moved_down<const K: usize>(horizon: &Horizon, matching: &mut Matching<K>) -> Vec<(usize, usize)> {
    let meets = |a: usize, b: usize| a != b && horizon.meeting(a, b) == Meeting::Bracket;
    let count = (0..horizon.moved_down).filter(|vertex| meets(*vertex, matching.mate(*vertex))).count();
    let mut paired = Vec::with_capacity(count);
    for vertex in 0..horizon.moved_down {
        let all = count == horizon.moved_down;
        if paired.len() < count && (all || matching.hold(vertex, &|other| meets(vertex, other))) {
            paired.push(vertex);
        }
    }
    let mut pairs: Vec<(usize, usize)> = Vec::with_capacity(count);
    for vertex in paired {
        let is_free = |resident: &usize| meets(vertex, *resident) && pairs.iter().all(|(_, taken)| taken != resident);
        let order: Vec<usize> = (horizon.moved_down..horizon.bracket).filter(is_free).collect();
        pairs.push((vertex, matching.take_first(vertex, &order)));
    }
    pairs
}

/// Pairs the remaining residents by the best candidate with the first exchange between the halves
/// and the first order of the lower half.
pub(super) fn pair_remainder<const K: usize>(horizon: &Horizon, matching: &mut Matching<K>) -> Vec<(usize, usize)> {
    let (first, end) = (horizon.moved_down, horizon.bracket);
    let middle = first + horizon.pairs.unwrap_or(0);
    let meets = |a: usize, b: usize| a != b && horizon.meeting(a, b) == Meeting::Bracket;
    let exchanges = (middle..end).filter(|vertex| {
        let mate = matching.mate(*vertex);
        mate > *vertex && meets(*vertex, mate)
    });
    let exchanges = exchanges.count();
    let (mut moved_out, mut moved_in) = (Vec::new(), Vec::new());
    for vertex in (first..middle).rev() {
        // The entrant floats down, or meets a higher ranked one of the upper half.
        let leaves = |other: usize| other != vertex && (!meets(vertex, other) || other < vertex);
        if moved_out.len() < exchanges && matching.hold(vertex, &leaves) {
            moved_out.push(vertex);
        }
    }
    for vertex in middle..end {
        // The entrant meets a lower ranked one of the lower half.
        if moved_in.len() < exchanges && matching.hold(vertex, &|other| meets(vertex, other) && other > vertex) {
            moved_in.push(vertex);
        }
    }
    let is_upper = |vertex: &usize| match *vertex < middle {
        true => !moved_out.contains(vertex),
        false => moved_in.contains(vertex),
    };
    let (upper, mut lower): (Vec<usize>, Vec<usize>) = (first..end).partition(is_upper);
    let mut pairs = Vec::with_capacity(upper.len());
    for vertex in upper {
        let order: Vec<usize> = lower.iter().copied().filter(|other| meets(vertex, *other)).collect();
        let mate = matching.take_first(vertex, &order);
        lower.retain(|other| *other != mate);
        pairs.push((vertex, mate));
    }
    pairs
}
