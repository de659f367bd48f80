//! Permitted opponents and byes: the absolute criteria (FIDE Handbook C.04.3, articles 2.1 and
//! 2.2).

use referee_matching::{Matching, Weights, Wide, bit_length};

use super::{
    history::{Player, Strength},
    outcome::Outcome,
};

/// The permissions of a stage.
#[derive(Clone, Debug)]
pub(super) struct Law {
    count: usize,
    met: Vec<bool>,
    lawful: Vec<bool>,
    bye: Option<ByeLaw>,
}

/// The permitted byes: C2 and C5.
#[derive(Clone, Debug)]
struct ByeLaw {
    /// The lowest score at which a complete pairing allows a bye.
    score: u32,
    /// Whether each player may have the bye.
    may_have: Vec<bool>,
}

impl Law {
    /// Creates the law of a stage. If no complete pairing is lawful, the violations of the least
    /// unlawful pairing are permitted.
    pub fn new(players: &[Player], history: &[Vec<Outcome>]) -> Law {
        let count = players.len();
        let mut met = vec![false; count * count];
        for outcomes in history {
            for (index, outcome) in outcomes.iter().enumerate() {
                if let Outcome::Played { opponent, .. } = outcome {
                    met[index * count + opponent.index()] = true;
                }
            }
        }
        let mut law = Law { count, met, lawful: vec![false; count * count], bye: None };
        for a in 0..count {
            for b in (0..count).filter(|b| *b != a) {
                law.lawful[a * count + b] = !law.have_met(a, b) && !clash(&players[a], &players[b]);
            }
        }
        law.complete(players);
        law
    }

    /// Finds the score of the bye, and permits the violations that every complete pairing needs.
    fn complete(&mut self, players: &[Player]) {
        let mut present: Vec<usize> = (0..self.count).filter(|index| players[*index].is_present).collect();
        present.sort_by_key(|index| players[*index].rank());
        let is_odd = !present.len().is_multiple_of(2);
        let mates = least_unlawful(players, self, &present, is_odd);
        for (place, mate) in mates.iter().enumerate() {
            match present.get(*mate) {
                Some(mate) => {
                    if let Some(index) = present.get(place) {
                        self.lawful[index * self.count + mate] = true;
                    }
                }
                None => {
                    let receiver = present[place];
                    let barred = players[receiver].free_wins > 0;
                    let may_have = (0..self.count)
                        .map(|index| if barred { index == receiver } else { players[index].free_wins == 0 })
                        .collect();
                    self.bye = Some(ByeLaw { score: players[receiver].score, may_have });
                }
            }
        }
    }

    /// Returns whether two players have played each other.
    pub fn have_met(&self, a: usize, b: usize) -> bool {
        self.met[a * self.count + b]
    }

    /// Returns whether two players may meet: C1 and C3.
    pub fn may_meet(&self, a: usize, b: usize) -> bool {
        self.lawful[a * self.count + b]
    }

    /// Returns the score group of the bye, if there is a bye.
    pub fn bye_score(&self) -> Option<u32> {
        self.bye.as_ref().map(|bye| bye.score)
    }

    /// Returns whether a player may have the bye: C2 and C5.
    pub fn may_have_bye(&self, players: &[Player], index: usize) -> bool {
        self.bye.as_ref().is_some_and(|bye| bye.may_have[index] && players[index].score == bye.score)
    }

    /// Returns whether all of `left` can be paired lawfully, with the bye if their number is odd.
    /// None of the first `apart` may meet each other: C4.
    pub fn can_be_completed(&self, players: &[Player], left: &[usize], apart: usize) -> bool {
        let with_bye = !left.len().is_multiple_of(2);
        let vertices = left.len() + usize::from(with_bye);
        let bits = bit_length(vertices as u64);
        let mut weights = Weights::<1>::new(vertices, bits);
        let kinds = [0, 1].map(|lawful| {
            let mut weight = Wide::ZERO;
            weight.add_at(lawful, 0);
            weights.kind(weight)
        });
        let is_lawful = |a: usize, b: usize| match left.get(b) {
            Some(other) => b >= apart && self.may_meet(left[a], *other),
            None => self.may_have_bye(players, left[a]),
        };
        for a in 0..vertices {
            for b in a + 1..vertices {
                weights.set(a, b, kinds[usize::from(is_lawful(a, b))]);
            }
        }
        let matching = Matching::new(weights, &[]);
        (0..vertices).all(|a| {
            let b = matching.mate(a);
            is_lawful(a.min(b), a.max(b))
        })
    }
}

/// Returns whether two players violate C3: both have the same absolute preference, and neither is a
/// topscorer.
fn clash(a: &Player, b: &Player) -> bool {
    let absolute = |player: &Player| player.preference.filter(|wish| wish.strength == Strength::Absolute);
    match (absolute(a), absolute(b)) {
        (Some(mine), Some(theirs)) => mine.seat == theirs.seat && !a.is_topscorer && !b.is_topscorer,
        _ => false,
    }
}

/// Returns mates for all present entrants, and for the bye if their number is odd. Priorities:
/// fewest repeats, fewest repeated byes, fewest colour clashes, lowest score with the bye.
fn least_unlawful(players: &[Player], law: &Law, present: &[usize], is_odd: bool) -> Vec<usize> {
    let vertices = present.len() + usize::from(is_odd);
    let scores: Vec<u32> = present.iter().map(|index| players[*index].score).collect();
    let most = present.iter().map(|index| players[*index].free_wins).max().unwrap_or(0);
    let counted = bit_length(vertices as u64);
    let (score_bits, wins_bits) =
        (bit_length(u64::from(scores.first().copied().unwrap_or(0))), bit_length(u64::from(most)));
    let clashes = score_bits;
    let wins = clashes + counted;
    let met = wins + wins_bits;
    let bits = met + counted;
    let mut weights = Weights::<2>::new(vertices, bits);
    let mut weigh = |fields: [(u64, usize); 4]| {
        let mut weight = Wide::ZERO;
        for (value, shift) in fields {
            weight.add_at(value, shift);
        }
        weights.kind(weight)
    };
    let lawful = weigh([(1, met), (0, wins), (1, clashes), (0, 0)]);
    let clashing = weigh([(1, met), (0, wins), (0, clashes), (0, 0)]);
    let again = weigh([(0, met), (0, wins), (1, clashes), (0, 0)]);
    let byes: Vec<u32> = (present.iter().zip(&scores))
        .map(|(index, score)| {
            let spared = u64::from(most - players[*index].free_wins);
            weigh([(1, met), (spared, wins), (1, clashes), (u64::from(scores[0] - score), 0)])
        })
        .collect();
    for a in 0..vertices {
        for b in a + 1..vertices {
            let kind = match present.get(b) {
                None => byes[a],
                Some(other) if law.have_met(present[a], *other) => again,
                Some(other) if law.may_meet(present[a], *other) => lawful,
                Some(_) => clashing,
            };
            weights.set(a, b, kind);
        }
    }
    let matching = Matching::new(weights, &[]);
    (0..vertices).map(|vertex| matching.mate(vertex)).collect()
}
