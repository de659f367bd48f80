//! Scoring: the value of a tooth, the points that win a match, and the next round (README, K9).

use super::position::{Kamisado, Phase};
use crate::rules::{MatchGoal, Points, RoundOutcome};

/// Points of the first, second, third and fourth tooth of a tower.
const POINTS_OF_TOOTH: [i64; 4] = [1, 2, 4, 8];

/// The lengths of a match, with the points that win it: those of one tower with 1, 2, 3 and 4
/// teeth. So the first double sumo ends a standard match, and the first fourth tooth a marathon.
const LENGTHS: [(&str, i64); 4] = [("single", 1), ("standard", 3), ("long", 7), ("marathon", 15)];

/// Returns the goal of a match of this length.
pub(super) fn goal(length: &str) -> MatchGoal {
    let points = LENGTHS.iter().find(|(name, _)| *name == length).map(|(_, points)| Points::whole(*points));
    MatchGoal { points, ..MatchGoal::default() }
}

impl Kamisado {
    /// Returns the result of the round: the winner gets the points of the tooth that the round
    /// brought.
    pub(super) fn round_outcome(&self) -> RoundOutcome {
        let (cause, colour) = match self.phase() {
            Phase::Home(colour) => ("home", colour),
            Phase::Deadlock(colour) => ("deadlock", colour),
            Phase::Free | Phase::Required(_) | Phase::Blocked(_) | Phase::Fill => {
                return RoundOutcome { cause: "", points: vec![Points::ZERO; 2] };
            }
        };
        let teeth = usize::from(self.board().teeth(self.side(), colour));
        let won = POINTS_OF_TOOTH.get(teeth.wrapping_sub(1)).copied().unwrap_or_default();
        let mut points = vec![Points::ZERO; 2];
        points[self.side().index()] = Points::whole(won);
        RoundOutcome { cause, points }
    }

    /// Returns the next round, in which the winner first chooses how the home rows are filled.
    /// `None` after a fourth tooth.
    pub(super) fn refill(&self) -> Option<Kamisado> {
        let (Phase::Home(colour) | Phase::Deadlock(colour)) = self.phase() else { return None };
        let is_last = usize::from(self.board().teeth(self.side(), colour)) >= POINTS_OF_TOOTH.len();
        (!is_last).then(|| Kamisado::new(*self.board(), self.side(), Phase::Fill).resumed(0, self.last()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_won_by_the_teeth_of_one_tower() {
        let sums = POINTS_OF_TOOTH.iter().scan(0, |sum, points| {
            *sum += points;
            Some(*sum)
        });
        assert!(sums.eq(LENGTHS.iter().map(|(_, points)| *points)));
        for (name, points) in LENGTHS {
            assert_eq!(goal(name).points, Some(Points::whole(points)));
        }
    }
}
