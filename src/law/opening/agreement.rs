//! How the player of a seat agreed to a match. A player that did not act itself has fewer
//! obligations.

use referee_ids::{PlayerId, Seat};

use crate::event::MatchOpened;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// By an act of the player: creating the match, accepting the challenge, requesting the
    /// rematch, or entering the contest.
    Act,
    /// By the declared policy of the player.
    Policy,
    /// The player is a house bot, played by the server.
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
