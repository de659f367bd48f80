//! Swiss pairings: the Dutch system of the FIDE Handbook, C.04.3, in the edition applied from 1
//! February 2026.
//!
//! [`pair`] pairs a stage from the results of all earlier stages. `history` has the state of the
//! players, `colours` assigns seats, and `law` decides permitted opponents and byes. `bracket`
//! pairs one score group, and `criteria` weighs the quality of a pairing for a matching. Seat 0 is
//! white.

mod acceleration;
mod bracket;
mod colours;
mod criteria;
mod history;
mod law;
mod order;

pub use acceleration::Acceleration;

use super::{Bye, ContestReason, Entrant, MAX_ENTRANTS, MAX_STAGES, Pairing, Stage};
use history::{Player, players};
use law::Law;
use std::cmp::Reverse;

use referee_ids::Seat;

/// The pairing settings of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwissConfig {
    /// The announced number of stages. The last stage has special rules for entrants with more than
    /// half of the points.
    pub stages: u32,
    /// The drawn seat of the first entrant in the first stage: 0 or 1.
    pub initial_seat: Seat,
    /// Whether strong entrants meet earlier.
    pub acceleration: Acceleration,
    /// The number of entries before the first stage. Only these entrants can be accelerated,
    /// regardless of later entries.
    pub entrants_at_start: usize,
}

/// The result of a stage for an entrant.
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

    fn seat(&self) -> Option<Seat> {
        match *self {
            Outcome::Played { seat, .. } => Some(seat),
            _ => None,
        }
    }

    fn opponent(&self) -> Option<Entrant> {
        match *self {
            Outcome::Played { opponent, .. } | Outcome::Forfeit { opponent, .. } => Some(opponent),
            Outcome::Bye | Outcome::Absent { .. } => None,
        }
    }

    fn is_win_without_game(&self) -> bool {
        match *self {
            Outcome::Bye => true,
            Outcome::Forfeit { halves, .. } => halves == 2,
            Outcome::Played { .. } | Outcome::Absent { .. } => false,
        }
    }

    /// Returns whether this outcome and `other` are the two halves of one encounter, where `own` is
    /// the entrant of this outcome.
    fn agrees_with(&self, other: &Outcome, own: Entrant) -> bool {
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

/// Why a stage cannot be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SwissError {
    /// The number of entrants exceeds the limit.
    #[error("too many entrants: {entrants} (limit {MAX_ENTRANTS})")]
    TooManyEntrants {
        /// The number found.
        entrants: usize,
    },
    /// The number of stages exceeds the limit.
    #[error("too many stages so far: {stages}, expected fewer than {MAX_STAGES}")]
    TooManyStages {
        /// The number found.
        stages: usize,
    },
    /// The seat does not exist in a game of two seats.
    #[error("initial_seat is {seat}, expected 0 or 1")]
    InitialSeat { seat: Seat },
    /// A stage does not have an outcome for each entrant.
    #[error("stage {stage} (from 0) has {outcomes} outcomes, expected one for each of {entrants} entrants")]
    StageLength {
        /// The stage, from 0.
        stage: usize,
        /// The number of outcomes of the stage.
        outcomes: usize,
        /// The expected number of outcomes.
        entrants: usize,
    },
    /// An outcome is impossible, or contradicts the opponent's.
    #[error(
        "stage {stage} (from 0): the outcome of {entrant} is {outcome:?}, which contradicts the outcome of its opponent"
    )]
    Outcome {
        /// The stage, from 0.
        stage: usize,
        /// The entrant with this outcome.
        entrant: Entrant,
        outcome: Outcome,
    },
}

/// Pairs the next stage. `history` has for each earlier stage the outcome of each entrant.
/// `present` has for each entrant whether it is to be paired.
///
/// Repeats and second byes occur only if no pairing avoids them. Then there are as few as possible,
/// and the reason mentions them. 1 000 entrants take about a second.
pub fn pair(config: &SwissConfig, history: &[Vec<Outcome>], present: &[bool]) -> Result<Stage, SwissError> {
    let players = players(config, history, present)?;
    let law = Law::new(&players, history);
    let mut groups = score_groups(&players);
    let (mut pairs, mut moved_down, mut bye) = (Vec::new(), Vec::new(), None);
    groups.reverse();
    while let Some(residents) = groups.pop() {
        let lower: Vec<&[usize]> = groups.iter().rev().map(Vec::as_slice).collect();
        let scope = bracket::Scope {
            players: &players,
            law: &law,
            config,
            moved_down: &moved_down,
            residents: &residents,
            lower,
        };
        let paired = bracket::pair(&scope);
        pairs.extend(paired.pairs);
        moved_down = paired.floaters;
    }
    if let [left] = moved_down[..] {
        let (score, again) = (players[left].shown_score(), players[left].free_wins > 0);
        let reason = ContestReason::SwissBye { score, again };
        bye = Some(Bye { entrant: players[left].entrant, reason });
    }
    // Virtual points are for pairing only: boards are in the order of the entrants' own points.
    let own_rank = |index: usize| (Reverse(players[index].own_halves()), players[index].entrant);
    pairs.sort_by_key(|(a, b)| {
        let (higher, lower) = (own_rank(*a).min(own_rank(*b)), own_rank(*a).max(own_rank(*b)));
        (higher.0, lower.0, higher.1)
    });
    let pairings = pairs.iter().map(|(a, b)| pairing(config, &players, &law, *a, *b)).collect();
    Ok(Stage { pairings, byes: bye.into_iter().collect() })
}

/// Returns the entrants to be paired by score, the highest score first.
fn score_groups(players: &[Player]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..players.len()).filter(|index| players[*index].is_present).collect();
    order.sort_by_key(|index| players[*index].rank());
    order.chunk_by(|a, b| players[*a].score == players[*b].score).map(<[usize]>::to_vec).collect()
}

fn in_order(players: &[Player], a: usize, b: usize) -> (usize, usize) {
    if players[a].rank() < players[b].rank() { (a, b) } else { (b, a) }
}

fn pairing(config: &SwissConfig, players: &[Player], law: &Law, a: usize, b: usize) -> Pairing {
    let (higher, lower) = in_order(players, a, b);
    let (high, low) = (&players[higher], &players[lower]);
    let (seat, seats) = colours::seat(high, low, config.initial_seat);
    let scores = [high, low].map(Player::shown_score);
    let reason = ContestReason::Swiss { scores, seats, met: law.have_met(higher, lower) };
    let entrants = if seat.0 == 0 { vec![high.entrant, low.entrant] } else { vec![low.entrant, high.entrant] };
    Pairing { entrants, reason }
}
