//! The quality of a bracket, as weights of a matching (FIDE Handbook C.04.3, articles 2.3 and 2.4:
//! the criteria C6 to C21).
//!
//! The weight of a matching is a number whose digits are the criteria, the first in the highest
//! place. Each criterion is counted so that more is better, with as many bits as the sum can need.

use std::collections::BTreeMap;

use referee_matching::{Weights, Wide, bit_length};

use super::{
    colours,
    config::SwissConfig,
    history::{Float, Player, Strength},
    law::Law,
};

/// A bracket, with all groups below it.
#[derive(Debug)]
pub(super) struct Scope<'a> {
    pub players: &'a [Player],
    pub law: &'a Law,
    pub config: &'a SwissConfig,
    /// The entrants that floated down from the bracket above, in order.
    pub moved_down: &'a [usize],
    /// The score group, in order.
    pub residents: &'a [usize],
    /// The score groups below, the highest first.
    pub lower: Vec<&'a [usize]>,
}

/// How far down a bracket looks while it is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// The bracket alone: if all of it can be paired, nothing else matters.
    Bracket,
    /// The bracket and the next score group.
    Next,
    /// The bracket and all remaining entrants.
    All,
}

/// The relation of two vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    /// The two may meet in the bracket.
    Bracket,
    /// The two may meet in the next group.
    Next,
    /// The two may meet in a lower group.
    Lower,
    /// One of the two has the bye.
    Bye,
    /// The two may not meet; if matched, both are left to groups beyond the reach.
    Apart,
}

/// The vertices of a matching: those of the bracket (moved-down entrants first), those of the next
/// group, and those below. If the number is odd, there is one more, which is the bye if the reach
/// is [`Reach::All`].
#[derive(Clone, Debug)]
pub(super) struct Horizon<'a> {
    pub scope: &'a Scope<'a>,
    pub reach: Reach,
    /// The players, by vertex, without the bye.
    pub players: Vec<usize>,
    /// Number of moved-down entrants.
    pub moved_down: usize,
    /// The size of the bracket: moved-down entrants and residents.
    pub bracket: usize,
    /// The first vertex after the next group.
    pub next: usize,
    /// Whether the remaining moved-down entrants stay unpaired in this bracket.
    pub in_limbo: bool,
    /// The number of pairs between residents, once known.
    pub pairs: Option<usize>,
    /// Whether the entrant that floats down gets the bye: C9.
    pub floater_has_bye: bool,
}

impl<'a> Horizon<'a> {
    /// Creates a horizon with all vertices within `reach` of a bracket.
    pub fn new(scope: &'a Scope<'a>, reach: Reach) -> Horizon<'a> {
        let mut players: Vec<usize> = scope.moved_down.iter().chain(scope.residents).copied().collect();
        let bracket = players.len();
        let groups = match reach {
            Reach::Bracket => 0,
            Reach::Next => 1,
            Reach::All => scope.lower.len(),
        };
        let mut next = bracket;
        for (place, group) in scope.lower.iter().take(groups).enumerate() {
            players.extend(*group);
            if place == 0 {
                next = players.len();
            }
        }
        let moved_down = scope.moved_down.len();
        Horizon {
            scope,
            reach,
            players,
            moved_down,
            bracket,
            next,
            in_limbo: false,
            pairs: None,
            floater_has_bye: false,
        }
    }

    /// Returns the number of vertices, which is even.
    pub fn vertices(&self) -> usize {
        self.players.len().next_multiple_of(2)
    }

    /// Returns a player by its vertex.
    pub fn player(&self, vertex: usize) -> &'a Player {
        &self.scope.players[self.players[vertex]]
    }

    /// Returns the relation of two vertices.
    pub fn meeting(&self, a: usize, b: usize) -> Meeting {
        let (a, b) = (a.min(b), a.max(b));
        let Scope { law, players, .. } = self.scope;
        let Some(lower) = self.players.get(b) else {
            let may_have = self.reach == Reach::All && law.may_have_bye(players, self.players[a]);
            return if may_have { Meeting::Bye } else { Meeting::Apart };
        };
        // Moved-down entrants meet only residents.
        if b < self.moved_down || !law.may_meet(self.players[a], *lower) {
            return Meeting::Apart;
        }
        match b {
            _ if b < self.bracket && self.in_limbo && a < self.moved_down => Meeting::Apart,
            _ if b < self.bracket => Meeting::Bracket,
            _ if b < self.next => Meeting::Next,
            _ => Meeting::Lower,
        }
    }

    /// Returns the different scores of some vertices, the highest first, and how many have each.
    fn scores(&self, vertices: std::ops::Range<usize>) -> Vec<(u32, usize)> {
        let mut scores: BTreeMap<u32, usize> = BTreeMap::new();
        for vertex in vertices {
            *scores.entry(self.player(vertex).score).or_default() += 1;
        }
        scores.into_iter().rev().collect()
    }
}

/// The criteria of a horizon.
pub(super) struct Criteria<'a> {
    horizon: &'a Horizon<'a>,
    /// The scores of the moved-down entrants that are still to be paired, with the number of
    /// entrants for each.
    moved_down: Vec<(u32, usize)>,
    bracket: Vec<(u32, usize)>,
    /// Number of bits of each criterion.
    bits: Vec<usize>,
    /// Number of free bits below all criteria, for queries.
    spare: usize,
}

impl<'a> Criteria<'a> {
    /// Creates the criteria of a horizon.
    pub fn new(horizon: &'a Horizon<'a>) -> Criteria<'a> {
        let paired = if horizon.in_limbo { 0 } else { horizon.moved_down };
        let mut criteria = Criteria {
            horizon,
            moved_down: horizon.scores(0..paired),
            bracket: horizon.scores(0..horizon.bracket),
            bits: Vec::new(),
            spare: bit_length(horizon.vertices() as u64) + 1,
        };
        let mut bits = Vec::new();
        criteria.of(0, 1, &mut |most, _| bits.push(bit_length(most)));
        criteria.bits = bits;
        criteria
    }

    /// Returns the maximum bits of the weight of a matching.
    pub fn total_bits(&self) -> usize {
        self.bits.iter().sum::<usize>() + self.spare
    }

    /// Returns the weights of all edges.
    pub fn weights<const K: usize>(&self) -> Weights<K> {
        let vertices = self.horizon.vertices();
        let mut weights = Weights::new(vertices, self.total_bits());
        let mut kinds: BTreeMap<Wide<K>, u32> = BTreeMap::new();
        for a in 0..vertices {
            for b in a + 1..vertices {
                let (mut weight, mut shift, mut place) = (Wide::ZERO, self.total_bits(), 0);
                self.of(a, b, &mut |_, value| {
                    shift -= self.bits[place];
                    place += 1;
                    if value > 0 {
                        weight.add_at(value, shift);
                    }
                });
                let kind = *kinds.entry(weight).or_insert_with(|| weights.kind(weight));
                weights.set(a, b, kind);
            }
        }
        weights
    }

    /// Passes the criteria of an edge to `tell`, in falling priority: the maximum for a whole
    /// matching, and the value of this edge.
    fn of(&self, a: usize, b: usize, tell: &mut dyn FnMut(u64, u64)) {
        let horizon = self.horizon;
        let meeting = horizon.meeting(a, b);
        let all = horizon.vertices() as u64 / 2;
        if horizon.reach == Reach::All {
            tell(all, u64::from(meeting != Meeting::Apart));
        }
        let pair = (meeting == Meeting::Bracket).then(|| BracketPair::new(horizon, a, b));
        let with =
            |score: u32| pair.as_ref().is_some_and(|pair| pair.moved_down.is_some_and(|player| player.score == score));
        // Criteria C6 and C7.
        tell(all, u64::from(pair.is_some()));
        for (score, count) in &self.moved_down {
            tell(*count as u64, u64::from(with(*score)));
        }
        // Criterion C8.
        if horizon.next > horizon.bracket {
            tell(all, u64::from(meeting == Meeting::Next));
            for (score, count) in &self.bracket {
                let floats = meeting == Meeting::Next && a < horizon.bracket && horizon.player(a).score == *score;
                tell(*count as u64, u64::from(floats));
            }
        }
        // Criterion C9.
        if horizon.floater_has_bye {
            let stages = u64::from(u16::MAX);
            let played = |vertex| stages - u64::from(horizon.player(vertex).unplayed_stages);
            tell(stages, if meeting == Meeting::Bye { played(a) } else { 0 });
        }
        self.of_pair(pair.as_ref(), all, tell);
        if let Some(pairs) = horizon.pairs {
            // The order of exchanges: the fewest, then those with the least difference. Of each
            // pair, the higher ranked entrant is exchanged into the upper half, or stays there.
            let remainder = (horizon.bracket - horizon.moved_down) as u64;
            let within_lower = a >= horizon.moved_down + pairs;
            tell(all, u64::from(pair.is_some() && !within_lower));
            let higher = pair.map_or(0, |_| remainder - (a - horizon.moved_down) as u64);
            tell(remainder * all, higher);
        }
    }

    /// Passes criteria C10 to C21 to `tell`.
    fn of_pair(&self, pair: Option<&BracketPair>, all: u64, tell: &mut dyn FnMut(u64, u64)) {
        let seats = pair.map_or([0; 4], |pair| pair.spared_by_seats());
        for spared in seats {
            tell(2 * all, spared);
        }
        for before in 0..2 {
            tell(2 * all, pair.map_or(0, |pair| pair.residents_floated(before, Float::Down)));
            tell(all, pair.map_or(0, |pair| u64::from(pair.moved_down.is_some()) - pair.opponent_floated_up(before)));
        }
        for before in 0..2 {
            for (score, count) in &self.moved_down {
                let player = pair.and_then(|pair| pair.moved_down).filter(|player| player.score == *score);
                tell(*count as u64, u64::from(player.is_some_and(|player| player.floats[before] == Float::Down)));
            }
            for (score, count) in &self.moved_down {
                let met = pair.filter(|pair| pair.moved_down.is_some_and(|player| player.score == *score));
                tell(*count as u64, met.map_or(0, |pair| 1 - pair.opponent_floated_up(before)));
            }
        }
    }
}

/// A pair within the bracket.
struct BracketPair<'a> {
    horizon: &'a Horizon<'a>,
    higher: &'a Player,
    lower: &'a Player,
    /// The higher entrant, if it moved down; the lower one is a resident.
    moved_down: Option<&'a Player>,
}

impl<'a> BracketPair<'a> {
    fn new(horizon: &'a Horizon<'a>, a: usize, b: usize) -> BracketPair<'a> {
        let (higher, lower) = (horizon.player(a), horizon.player(b));
        BracketPair { horizon, higher, lower, moved_down: (a < horizon.moved_down).then_some(higher) }
    }

    /// Returns for each of C10 to C13 how many of the two seats meet the criterion.
    fn spared_by_seats(&self) -> [u64; 4] {
        let (seat, _) = colours::seat(self.higher, self.lower, self.horizon.scope.config.initial_seat);
        let other = referee_ids::Seat(1 - seat.0);
        let has_topscorer = self.higher.is_topscorer || self.lower.is_topscorer;
        let mut spared = [2; 4];
        for (player, seat) in [(self.higher, seat), (self.lower, other)] {
            let difference = player.difference + if seat.0 == 0 { 1 } else { -1 };
            let missed = player.preference.filter(|preference| preference.seat != seat);
            spared[0] -= u64::from(has_topscorer && difference.abs() > 2);
            spared[1] -= u64::from(has_topscorer && player.seat_of_last_two() == Some(seat));
            spared[2] -= u64::from(missed.is_some());
            spared[3] -= u64::from(missed.is_some_and(|preference| preference.strength == Strength::Strong));
        }
        spared
    }

    /// Returns how many residents of the pair floated in this direction, `before` stages before the
    /// last.
    fn residents_floated(&self, before: usize, float: Float) -> u64 {
        let higher = self.moved_down.is_none() && self.higher.floats[before] == float;
        u64::from(higher) + u64::from(self.lower.floats[before] == float)
    }

    /// Returns 1 if a moved-down entrant meets one that floated up `before` stages before the last,
    /// otherwise 0.
    fn opponent_floated_up(&self, before: usize) -> u64 {
        u64::from(self.moved_down.is_some() && self.lower.floats[before] == Float::Up)
    }
}
