//! The result of a round, and the next one.

use super::{
    super::rules::{Points, RoundOutcome},
    position::{Kamisado, Phase},
};

impl Kamisado {
    pub(super) fn round_outcome(&self) -> RoundOutcome {
        let (cause, colour) = match self.phase() {
            Phase::Home(colour) => ("home", colour),
            Phase::Deadlock(colour) => ("deadlock", colour),
            Phase::Free | Phase::Required(_) | Phase::Blocked(_) | Phase::Fill => {
                return RoundOutcome { cause: "", points: vec![Points::ZERO; 2] };
            }
        };
        let mut points = vec![Points::ZERO; 2];
        let tooth = self.board().teeth(self.side(), colour).saturating_sub(1);
        points[self.side().index()] = Points::whole(1 << tooth);
        RoundOutcome { cause, points }
    }

    /// The next round, whose first turn is the winner's choice of how to fill. A fourth tooth has
    /// none after it.
    pub(super) fn refill(&self) -> Option<Kamisado> {
        let (Phase::Home(colour) | Phase::Deadlock(colour)) = self.phase() else { return None };
        let further = self.board().teeth(self.side(), colour) < 4;
        further.then(|| Kamisado::new(*self.board(), self.side(), Phase::Fill).resumed(0, self.last()))
    }
}
