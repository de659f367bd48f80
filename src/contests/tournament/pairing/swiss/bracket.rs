//! The pairing of one bracket: the entrants that moved down and the residents of a score group
//! (FIDE Handbook C.04.3, articles 1.3 and 3).

use referee_matching::{Matching, Weights};

use super::{
    criteria::{Criteria, Horizon, Meeting, Reach, Scope},
    order,
};

/// The result of a bracket.
#[derive(Debug)]
pub(super) struct Paired {
    pub pairs: Vec<(usize, usize)>,
    /// The entrants that float down, in order.
    pub floaters: Vec<usize>,
}

/// Pairs a bracket.
///
/// The bracket is first paired in isolation, and then with the next group. If the leftover entrants
/// can all be paired, the lower groups do not matter. Otherwise the bracket is paired again with
/// all lower groups in view.
pub(super) fn pair(scope: &Scope) -> Paired {
    let group_score = |group: &[usize]| scope.players[group[0]].score;
    let above_bye = |group: &[usize]| scope.law.bye_score().is_none_or(|score| score < group_score(group));
    let is_even = (scope.moved_down.len() + scope.residents.len()).is_multiple_of(2);
    if is_even
        && above_bye(scope.residents)
        && let Some(paired) = attempt(scope, Reach::Bracket)
    {
        return paired;
    }
    if scope.lower.len() > 1
        && above_bye(scope.lower[0])
        && let Some(paired) = attempt(scope, Reach::Next)
    {
        return paired;
    }
    attempt(scope, Reach::All).expect("what is at last left over can be paired, as the law permits what that needs")
}

/// Pairs a bracket with all groups within `reach`; `None` if groups beyond may matter.
fn attempt(scope: &Scope, reach: Reach) -> Option<Paired> {
    let mut horizon = Horizon::new(scope, reach);
    let may_float_to_bye = scope.law.bye_score().is_some_and(|score| score >= scope.players[scope.residents[0]].score);
    if reach == Reach::All && may_float_to_bye {
        let pairs = solve(&horizon, Step::Count).pairs.len();
        horizon.floater_has_bye = horizon.bracket - 2 * pairs == 1;
    }
    let mut pairs = Vec::new();
    if horizon.moved_down > 0 {
        let found = solve(&horizon, Step::MovedDown);
        if reach == Reach::Bracket && !found.floaters.is_empty() {
            return None;
        }
        let to_make = found.left_to_make;
        pairs = found.pairs;
        horizon = without(horizon, &pairs);
        horizon.pairs = Some(to_make);
    } else {
        horizon.pairs = Some(horizon.bracket / 2);
    }
    let mut found = solve(&horizon, Step::Remainder);
    if horizon.pairs != Some(found.left_to_make) {
        if reach == Reach::Bracket {
            return None;
        }
        horizon.pairs = Some(found.left_to_make);
        found = solve(&horizon, Step::Remainder);
    }
    pairs.extend(found.pairs);
    let mut floaters = found.floaters;
    floaters.sort_by_key(|index| scope.players[*index].rank());
    if reach == Reach::All {
        return Some(Paired { pairs, floaters });
    }
    let beyond = if reach == Reach::Bracket { 0 } else { 1 };
    let apart = found.beyond.len();
    let left: Vec<usize> = found
        .beyond
        .into_iter()
        .chain(scope.lower.iter().skip(beyond).flat_map(|group| group.iter().copied()))
        .collect();
    scope.law.can_be_completed(scope.players, &left, apart).then_some(Paired { pairs, floaters })
}

/// Returns the horizon of the entrants that are left after `pairs`. Moved-down entrants without a
/// pair are in the limbo.
fn without<'a>(horizon: Horizon<'a>, pairs: &[(usize, usize)]) -> Horizon<'a> {
    let is_paired = |index: &usize| pairs.iter().any(|(a, b)| a == index || b == index);
    let kept = |from: usize, to: usize| horizon.players[from..to].iter().copied().filter(|index| !is_paired(index));
    let mut players: Vec<usize> = kept(0, horizon.moved_down).collect();
    let moved_down = players.len();
    players.extend(kept(horizon.moved_down, horizon.bracket));
    let bracket = players.len();
    players.extend(kept(horizon.bracket, horizon.players.len()));
    let next = bracket + horizon.next - horizon.bracket;
    Horizon { players, moved_down, bracket, next, in_limbo: true, ..horizon }
}

/// The requirement of a matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The number of pairs that the bracket makes.
    Count,
    /// The opponents of the entrants that moved down.
    MovedDown,
    /// The opponents of the remaining residents.
    Remainder,
}

/// The content of a matching.
#[derive(Debug)]
struct Found {
    /// The pairs that were chosen.
    pairs: Vec<(usize, usize)>,
    /// The number of pairs between residents only.
    left_to_make: usize,
    /// The entrants of the bracket that float down.
    floaters: Vec<usize>,
    /// The entrants left to groups beyond the reach.
    beyond: Vec<usize>,
}

fn solve(horizon: &Horizon, step: Step) -> Found {
    let criteria = Criteria::new(horizon);
    match Weights::<1>::limbs(horizon.vertices(), criteria.total_bits()) {
        0..=2 => solve_in::<2>(horizon, &criteria, step),
        3..=4 => solve_in::<4>(horizon, &criteria, step),
        5..=8 => solve_in::<8>(horizon, &criteria, step),
        // At most 256 scores of at most 2048 entrants: six criteria of each take 6144 bits.
        _ => solve_in::<128>(horizon, &criteria, step),
    }
}

fn solve_in<const K: usize>(horizon: &Horizon, criteria: &Criteria, step: Step) -> Found {
    let mut matching: Matching<K> = Matching::new(criteria.weights(), &order::wished(horizon));
    let mates: Vec<usize> = (0..horizon.vertices()).map(|vertex| matching.mate(vertex)).collect();
    let of_bracket = |mates: &[usize]| -> Vec<(usize, usize)> {
        let pairs = (0..horizon.bracket).map(|vertex| (vertex, mates[vertex]));
        pairs.filter(|(a, b)| a < b && horizon.meeting(*a, *b) == Meeting::Bracket).collect()
    };
    let best = of_bracket(&mates);
    let left_to_make = best.iter().filter(|(a, _)| *a >= horizon.moved_down).count();
    let floaters = horizon.bracket - 2 * best.len();
    let chosen = match step {
        Step::Count => best,
        Step::MovedDown => order::pair_moved_down(horizon, &mut matching),
        Step::Remainder if horizon.pairs == Some(left_to_make) => order::pair_remainder(horizon, &mut matching),
        Step::Remainder => Vec::new(),
    };
    let is_chosen = |vertex: usize| chosen.iter().any(|(a, b)| *a == vertex || *b == vertex);
    let left: Vec<usize> = (0..horizon.players.len()).filter(|vertex| !is_chosen(*vertex)).collect();
    let beyond = left.iter().filter(|vertex| horizon.meeting(**vertex, matching.mate(**vertex)) == Meeting::Apart);
    let floating = left.iter().filter(|vertex| floaters > 0 && **vertex < horizon.bracket);
    Found {
        left_to_make,
        floaters: floating.map(|vertex| horizon.players[*vertex]).collect(),
        beyond: beyond.map(|vertex| horizon.players[*vertex]).collect(),
        pairs: chosen.iter().map(|(a, b)| (horizon.players[*a], horizon.players[*b])).collect(),
    }
}
