//! Plackett-Luce: places are assigned in order, the first place first. Each goes to a seat without
//! a place, with probabilities proportional to strength.
//!
//! R. Plackett, "The analysis of permutations", Applied Statistics 24, 1975; R. Luce, "Individual
//! choice behavior", 1959; D. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals
//! of Statistics 32, 2004.
//!
//! Entrants that share a place finished in an order that the result does not show. The likelihood
//! of such a result is the sum over all consistent orders (the marginal likelihood of a partial
//! ranking). It is the probability of a convex cone under independent Gumbel noise, so its
//! logarithm is concave (A. Prékopa, Acta Scientiarum Mathematicarum 34, 1973). A match in which
//! all entrants share one place has the likelihood 1: it contains no information about strengths.

use super::{
    components::Connected,
    log::{MAX_SEATS, Met, Ranking},
    parameters::{Derivatives, Layout, Levels, Want},
    shared_place::{SharedPlace, Variables},
};

pub(super) struct PlackettLuce {
    seats: usize,
    groups: Vec<Group>,
    /// The members of all groups. The members of each group are followed by the seats ranked below
    /// it.
    members: Vec<Member>,
    /// The seats ranked strictly below seat `i` at least once, as bits.
    before: Vec<u32>,
}

/// Entrants that share a place, alone or not, with at least one lower-ranked entrant.
struct Group {
    /// The weight of the matches with this group.
    count: f64,
    first: usize,
    /// The number of entrants that share the place.
    sharing: usize,
    /// The number of lower-ranked seats.
    behind: usize,
}

#[derive(Clone, Copy)]
struct Member {
    entrant: u32,
    seat: u32,
}

impl PlackettLuce {
    /// Sums the matches for entrants numbered by `ranks`.
    pub fn new(seats: usize, rankings: &[Ranking], met: &Met, ranks: &[u32]) -> PlackettLuce {
        let mut rows: Vec<Ranking> = rankings.iter().map(|ranking| renamed(ranking, seats, ranks)).collect();
        rows.sort_unstable();
        let mut model = PlackettLuce { seats, groups: Vec::new(), members: Vec::new(), before: vec![0; seats] };
        for alike in rows.chunk_by(|a, b| a == b) {
            model.add(&alike[0], met.weight(alike[0].met).of(alike.len() as f64));
        }
        model
    }

    /// Adds matches with the same result and the total weight `count`.
    fn add(&mut self, ranking: &Ranking, count: f64) {
        let mut order: Vec<usize> = (0..self.seats).collect();
        order.sort_by_key(|seat| (ranking.places[*seat], *seat));
        let mut first = 0;
        while first < self.seats {
            let place = ranking.places[order[first]];
            let tied = order[first..].iter().take_while(|seat| ranking.places[**seat] == place).count();
            let (sharing, behind) = order[first..].split_at(tied);
            first += tied;
            if behind.is_empty() {
                return;
            }
            for seat in sharing {
                behind.iter().for_each(|other| self.before[*seat] |= 1 << other);
            }
            let (first, sharing) = (self.members.len(), sharing.len());
            self.groups.push(Group { count, first, sharing, behind: behind.len() });
            let member = |seat: &usize| Member { entrant: ranking.entrants[*seat], seat: *seat as u32 };
            self.members.extend(order[self.seats - behind.len() - sharing..].iter().map(member));
        }
    }

    /// Returns whether seat effects have a finite estimate: no set of seats was always ranked above
    /// all others (assumption 1 of Hunter).
    pub fn bounds_seats(&self) -> bool {
        let everyone = (1u32 << self.seats) - 1;
        (0..self.seats).all(|seat| {
            let mut reached = 1u32 << seat;
            for _ in 0..self.seats {
                let steps = (0..self.seats).filter(|seat| reached & (1 << seat) != 0);
                reached |= steps.fold(0, |all, seat| all | self.before[seat]);
            }
            reached == everyone
        })
    }

    /// Connects the entrants of each match in which at least two have different places.
    pub fn connect(&self, connected: &mut Connected) {
        for group in &self.groups {
            let members = &self.members[group.first..][..group.sharing + group.behind];
            members.windows(2).for_each(|pair| connected.join(pair[0].entrant as usize, pair[1].entrant as usize));
        }
    }

    pub fn evaluate(&self, layout: &Layout, levels: &Levels, want: Want, out: &mut Derivatives) {
        let seat_level = |seat: usize| levels.seats.get(seat).copied().unwrap_or(0.0);
        let strengths: Vec<f64> = levels.entrants.iter().map(|level| libm::exp(*level)).collect();
        let seat_strengths: Vec<f64> = (0..self.seats).map(|seat| libm::exp(seat_level(seat))).collect();
        let mut shared = SharedPlace::default();
        let mut weights = [0.0; MAX_SEATS];
        for group in &self.groups {
            let members = &self.members[group.first..][..group.sharing + group.behind];
            for (weight, member) in weights.iter_mut().zip(members) {
                *weight = strengths[member.entrant as usize] * seat_strengths[member.seat as usize];
            }
            let (sharing, behind) = weights[..members.len()].split_at(group.sharing);
            let all_behind: f64 = behind.iter().sum();
            let found = shared.evaluate(sharing, all_behind, want);
            out.log += group.count * found.log;
            let mut shares = [0.0; MAX_SEATS];
            shares.iter_mut().zip(behind).for_each(|(share, weight)| *share = weight / all_behind);
            add_group(group, members, &shares, found, layout, want, out);
        }
    }
}

/// Adds the contribution of one group. `shares` are the parts of the strength of all lower-ranked
/// seats, by member.
fn add_group(
    group: &Group,
    members: &[Member],
    shares: &[f64; MAX_SEATS],
    found: &Variables,
    layout: &Layout,
    want: Want,
    out: &mut Derivatives,
) {
    let rest = group.sharing;
    let seat_param = |seat: u32| layout.seats.get(seat as usize).copied().unwrap_or(layout.params);
    let params = |member: &Member| [layout.entrants[member.entrant as usize], seat_param(member.seat)];
    // Maps a member to its variable, with the member's share of that variable.
    let part = |index: usize| if index < rest { (index, 1.0) } else { (rest, shares[index - rest]) };
    for (index, member) in members.iter().enumerate() {
        let (variable, share) = part(index);
        let slope = group.count * share * found.gradient[variable];
        params(member).iter().for_each(|param| out.gradient[*param] += slope);
        if want != Want::All {
            continue;
        }
        for (other_index, other) in members[..=index].iter().enumerate() {
            let (other_variable, other_share) = part(other_index);
            let mut curve = share * other_share * found.curvature[variable][other_variable];
            if variable == rest && other_variable == rest {
                // The logarithm of a sum has curvature too.
                let unit = if other_index == index { 1.0 } else { 0.0 };
                curve -= found.gradient[rest] * share * (unit - other_share);
            }
            add_pair(out, params(member), params(other), group.count * curve, other_index == index);
        }
    }
}

/// Adds the curvature between the entrants and seats of two members of a group, or of one member
/// with itself.
fn add_pair(out: &mut Derivatives, one: [usize; 2], other: [usize; 2], curve: f64, same: bool) {
    out.curvature.add(one[0], other[0], curve);
    out.curvature.add(one[1], other[1], curve);
    out.curvature.add(one[0], other[1], curve);
    if !same {
        out.curvature.add(one[1], other[0], curve);
    }
}

fn renamed(ranking: &Ranking, seats: usize, ranks: &[u32]) -> Ranking {
    let mut renamed = *ranking;
    renamed.entrants[..seats].iter_mut().for_each(|entrant| *entrant = ranks[*entrant as usize]);
    // The place becomes the number of seats ranked above, so equal orders have equal numbers.
    for seat in 0..seats {
        let own = ranking.places[seat];
        renamed.places[seat] = ranking.places[..seats].iter().filter(|place| **place < own).count() as u32;
    }
    renamed
}
