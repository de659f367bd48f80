//! How the player of a seat agreed to its match: a seat that did not act itself owes less.

use super::event::MatchOpened;
use crate::ids::{PlayerId, Seat};

/// How the player of a seat agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// By an act of its own: it created the match, accepted its challenge, asked for the rematch, or entered the contest.
    Act,
    /// By the policy that it had declared.
    Policy,
    /// A house bot: the server plays it.
    House,
}

impl MatchOpened {
    /// Whether the player of a seat agreed by its policy.
    pub fn is_by_policy(&self, seat: Seat) -> bool {
        self.consents.get(seat.index()) == Some(&Consent::Policy)
    }

    /// Whether a player acted to be in this match for the sake of a contest.
    pub fn is_for_contest_of(&self, player: &PlayerId) -> bool {
        let seats = (0..).map(Seat).zip(&self.players).filter(|(_, seated)| *seated == player);
        self.occasion.is_some() && seats.map(|(seat, _)| seat).all(|seat| !self.is_by_policy(seat))
    }
}
