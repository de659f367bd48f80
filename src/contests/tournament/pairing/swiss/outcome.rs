//! The result of a stage for an entrant.

use referee_ids::Seat;

use crate::contest::Entrant;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The entrant played.
    Played {
        opponent: Entrant,
        /// The seat, 0 or 1.
        seat: Seat,
        /// The half points of the entrant: 0 to 2.
        halves: u32,
    },
    /// The entrant was paired, but the game was not played: the two may be paired again.
    Forfeit {
        /// The intended opponent.
        opponent: Entrant,
        /// The half points of the entrant: 2 if only the opponent failed to play, else 0.
        halves: u32,
    },
    /// The number of entrants was odd, and this one had the bye: 2 half points.
    Bye,
    /// The entrant asked not to be paired, had left or had not come yet.
    Absent {
        /// The half points of the entrant: 0 to 2.
        halves: u32,
    },
}

impl Outcome {
    /// Returns the half points.
    pub fn halves(&self) -> u32 {
        match *self {
            Outcome::Played { halves, .. } | Outcome::Forfeit { halves, .. } | Outcome::Absent { halves } => halves,
            Outcome::Bye => 2,
        }
    }

    pub(super) fn seat(&self) -> Option<Seat> {
        match *self {
            Outcome::Played { seat, .. } => Some(seat),
            _ => None,
        }
    }

    pub(super) fn opponent(&self) -> Option<Entrant> {
        match *self {
            Outcome::Played { opponent, .. } | Outcome::Forfeit { opponent, .. } => Some(opponent),
            Outcome::Bye | Outcome::Absent { .. } => None,
        }
    }

    pub(super) fn is_win_without_game(&self) -> bool {
        match *self {
            Outcome::Bye => true,
            Outcome::Forfeit { halves, .. } => halves == 2,
            Outcome::Played { .. } | Outcome::Absent { .. } => false,
        }
    }

    /// Returns whether this outcome and `other` are the two halves of one encounter, where `own` is
    /// the entrant of this outcome.
    pub(super) fn agrees_with(&self, other: &Outcome, own: Entrant) -> bool {
        match (*self, *other) {
            (
                Outcome::Played { opponent, seat, halves },
                Outcome::Played { opponent: back, seat: across, halves: rest },
            ) => {
                opponent != own
                    && back == own
                    && seat.0 <= 1
                    && across.0 <= 1
                    && seat != across
                    && halves <= 2
                    && halves + rest <= 2
            }
            (Outcome::Forfeit { opponent, halves }, Outcome::Forfeit { opponent: back, halves: rest }) => {
                opponent != own && back == own && matches!((halves, rest), (2, 0) | (0, 2) | (0, 0))
            }
            _ => false,
        }
    }
}
