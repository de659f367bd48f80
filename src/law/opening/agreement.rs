//! How the player of a seat agreed to its match: a player that did not act itself has fewer
//! obligations.

use referee_ids::{PlayerId, Seat};

use crate::event::MatchOpened;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// By its own act: it created the match, accepted the challenge, requested the rematch, or
    /// entered the contest.
    Act,
    /// By its declared policy.
    Policy,
    /// A house bot, played by the server.
    House,
}

impl MatchOpened {
    /// Returns whether the player of a seat agreed by policy.
    pub fn is_by_policy(&self, seat: Seat) -> bool {
        self.consents.get(seat.index()) == Some(&Consent::Policy)
    }

    /// Returns whether a player agreed by entering a contest.
    pub fn is_for_contest_of(&self, player: &PlayerId) -> bool {
        let seats = (0..).map(Seat).zip(&self.players).filter(|(_, seated)| *seated == player);
        self.occasion.is_some() && seats.map(|(seat, _)| seat).all(|seat| !self.is_by_policy(seat))
    }
}
