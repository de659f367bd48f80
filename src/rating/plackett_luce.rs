//! Plackett-Luce: places are given from the first on, each to one of those who have none, with probabilities in proportion to
//! their strengths.
//!
//! R. Plackett, "The analysis of permutations", Applied Statistics 24, 1975; R. Luce, "Individual choice behavior", 1959; D.
//! Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004. Those who share a place
//! count as the mean of the logarithms over all orders among them: sharing the only two places is half a win for each. That
//! stays concave, and is the plain model where nobody shares one.

use super::{
    components::Connected,
    log::{MAX_SEATS, Ranking},
    posterior::{Derivatives, Layout, Levels, Want},
};

pub(super) struct PlackettLuce {
    seats: usize,
    /// How often each entrant was chosen, and each seat, counting only choices from two and more.
    chosen: Vec<f64>,
    chosen_seats: Vec<f64>,
    choices: Vec<Choice>,
    /// The members of all choices, one after the other.
    members: Vec<Member>,
    /// Whether seat `i` was ever before seat `j`, as bits.
    before: Vec<u32>,
}

/// A choice from some of the members.
struct Choice {
    weight: f64,
    members: std::ops::Range<usize>,
}

#[derive(Clone, Copy)]
struct Member {
    entrant: u32,
    seat: u32,
}

impl PlackettLuce {
    /// `ranks` are the numbers of the entrants in the order that is wanted.
    pub fn new(seats: usize, rankings: &[Ranking], ranks: &[u32]) -> PlackettLuce {
        let mut rows: Vec<Ranking> = rankings.iter().map(|ranking| renamed(ranking, seats, ranks)).collect();
        rows.sort_unstable();
        let mut model = PlackettLuce {
            seats,
            chosen: vec![0.0; ranks.len()],
            chosen_seats: vec![0.0; seats],
            choices: Vec::new(),
            members: Vec::new(),
            before: vec![0; seats],
        };
        for alike in rows.chunk_by(|a, b| a == b) {
            model.add(&alike[0], alike.len() as f64);
        }
        model
    }

    /// Adds `count` matches that went alike.
    fn add(&mut self, ranking: &Ranking, count: f64) {
        let mut order: Vec<usize> = (0..self.seats).collect();
        order.sort_by_key(|seat| (ranking.places[*seat], *seat));
        let mut first = 0;
        while first < self.seats {
            let place = ranking.places[order[first]];
            let tied = order[first..].iter().take_while(|seat| ranking.places[**seat] == place).count();
            let (sharing, behind) = order[first..].split_at(tied);
            first += tied;
            for seat in sharing {
                behind.iter().for_each(|other| self.before[*seat] |= 1 << other);
                // An equal place is as much before as behind.
                sharing.iter().filter(|other| *other != seat).for_each(|other| self.before[*seat] |= 1 << other);
            }
            if tied == 1 && behind.is_empty() {
                continue;
            }
            for seat in sharing {
                self.chosen[ranking.entrants[*seat] as usize] += count;
                self.chosen_seats[*seat] += count;
            }
            self.add_choices(ranking, sharing, behind, count);
        }
    }

    /// The choices by which those who share a place get it: from every part of them together with those behind.
    fn add_choices(&mut self, ranking: &Ranking, sharing: &[usize], behind: &[usize], count: f64) {
        for part in 1u32..1 << sharing.len() {
            let start = self.members.len();
            let in_part = |index: &usize| part & (1 << index) != 0;
            let left = (0..sharing.len()).filter(in_part).map(|index| sharing[index]);
            for seat in left.chain(behind.iter().copied()) {
                self.members.push(Member { entrant: ranking.entrants[seat], seat: seat as u32 });
            }
            let weight = count / ways(sharing.len(), part.count_ones() as usize);
            self.choices.push(Choice { weight, members: start..self.members.len() });
        }
    }

    /// Whether effects of seats have a finite estimate: no seats were always before all others (assumption 1 of Hunter).
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

    pub fn connect(&self, connected: &mut Connected) {
        for choice in &self.choices {
            let members = &self.members[choice.members.clone()];
            members.windows(2).for_each(|pair| connected.join(pair[0].entrant as usize, pair[1].entrant as usize));
        }
    }

    pub fn evaluate(&self, layout: &Layout, levels: &Levels, want: Want, out: &mut Derivatives) {
        let seat_param = |seat: usize| layout.seats.get(seat).copied().unwrap_or(layout.params);
        let seat_level = |seat: usize| levels.seats.get(seat).copied().unwrap_or(0.0);
        let strengths: Vec<f64> = levels.entrants.iter().map(|level| libm::exp(*level)).collect();
        let seat_strengths: Vec<f64> = (0..self.seats).map(|seat| libm::exp(seat_level(seat))).collect();
        for (entrant, chosen) in self.chosen.iter().enumerate() {
            out.gradient[layout.entrants[entrant]] += chosen;
            out.log += chosen * levels.entrants[entrant];
        }
        for (seat, chosen) in self.chosen_seats.iter().enumerate() {
            out.gradient[seat_param(seat)] += chosen;
            out.log += chosen * seat_level(seat);
        }
        let mut shares = [0.0; MAX_SEATS];
        for choice in &self.choices {
            let members = &self.members[choice.members.clone()];
            let mut sum = 0.0;
            for (share, member) in shares.iter_mut().zip(members) {
                *share = strengths[member.entrant as usize] * seat_strengths[member.seat as usize];
                sum += *share;
            }
            if want != Want::Gradient {
                out.log -= choice.weight * libm::log(sum);
            }
            for (index, member) in members.iter().enumerate() {
                shares[index] /= sum;
                let expected = choice.weight * shares[index];
                let params = [layout.entrants[member.entrant as usize], seat_param(member.seat as usize)];
                params.iter().for_each(|param| out.gradient[*param] -= expected);
                if want == Want::All {
                    // All pairs with those before it, and with itself: the shares of those are known by now.
                    for (other_index, other) in members[..=index].iter().enumerate() {
                        let unit = if other_index == index { 1.0 } else { 0.0 };
                        let curve = expected * (unit - shares[other_index]);
                        let others = [layout.entrants[other.entrant as usize], seat_param(other.seat as usize)];
                        add_pair(out, params, others, curve, other_index == index);
                    }
                }
            }
        }
    }
}

/// Adds the curvature between the entrants and seats of two members of a choice, or of one with itself.
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
    // Places as the number of seats before each, so that the same order has the same numbers.
    for seat in 0..seats {
        let own = ranking.places[seat];
        renamed.places[seat] = ranking.places[..seats].iter().filter(|place| **place < own).count() as u32;
    }
    renamed
}

/// In how many ways `part` of `whole` can be chosen.
fn ways(whole: usize, part: usize) -> f64 {
    (0..part).fold(1.0, |ways, k| ways * (whole - k) as f64 / (k + 1) as f64)
}
