//! The state of the players of a Swiss tournament before a stage (FIDE Handbook C.04.3, article 1).

use referee_ids::Seat;

use super::{config::SwissConfig, outcome::Outcome};
use crate::{
    contest::SwissScore,
    tournament::pairing::{Entrant, MAX_ENTRANTS, MAX_STAGES},
};

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

/// The strength of a player's colour preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    Mild,
    Strong,
    Absolute,
}

/// The preferred seat of a player, and the strength of the preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preference {
    pub seat: Seat,
    pub strength: Strength,
}

/// How a player floated in a stage: whether its opponent had another score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    None,
    Down,
    Up,
}

/// A player before a stage.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub entrant: Entrant,
    /// Points in halves, including those of the acceleration.
    pub score: u32,
    /// Half points of the acceleration in `score`.
    pub virtual_halves: u32,
    /// The seats of the played games, in order.
    pub seats: Vec<Seat>,
    /// Games on seat 0 minus games on seat 1.
    pub difference: i32,
    pub preference: Option<Preference>,
    /// The floats in the last stage and in the stage before it.
    pub floats: [Float; 2],
    /// Number of byes and wins without a game: a player with any gets no bye.
    pub free_wins: u32,
    pub unplayed_stages: u32,
    pub is_topscorer: bool,
    /// Whether the player's number for the draw of colours is odd.
    pub is_odd: bool,
    /// Whether the player is to be paired.
    pub is_present: bool,
}

impl Player {
    /// Returns the half points without those of the acceleration.
    pub fn own_halves(&self) -> u32 {
        self.score - self.virtual_halves
    }

    /// Returns the score in parts. Pairings count encounters, whatever points the standings count.
    pub fn shown_score(&self) -> SwissScore {
        SwissScore { halves: self.own_halves(), virtual_halves: self.virtual_halves }
    }

    /// Returns the sort key of players: higher scores first, then smaller numbers.
    pub fn rank(&self) -> (std::cmp::Reverse<u32>, Entrant) {
        (std::cmp::Reverse(self.score), self.entrant)
    }

    /// Returns the seat that the player had in both of the last two games; `None` without such a
    /// seat.
    pub fn seat_of_last_two(&self) -> Option<Seat> {
        match self.seats.as_slice() {
            [.., before, last] if before == last => Some(*last),
            _ => None,
        }
    }
}

/// Returns the players before the stage after `history`, by entrant.
pub(super) fn players(
    config: &SwissConfig,
    history: &[Vec<Outcome>],
    present: &[bool],
) -> Result<Vec<Player>, SwissError> {
    check(config, history, present)?;
    let stage = history.len();
    let mut drawn = 0;
    let mut players = Vec::with_capacity(present.len());
    for (index, is_present) in present.iter().enumerate() {
        let own: Vec<Outcome> = history.iter().map(|outcomes| outcomes[index]).collect();
        let entrant = Entrant::at(index);
        if *is_present || own.iter().any(|outcome| !matches!(outcome, Outcome::Absent { .. })) {
            drawn += 1;
        }
        let points: u32 = own.iter().map(|outcome| outcome.halves()).sum();
        let seats: Vec<Seat> = own.iter().filter_map(|outcome| outcome.seat()).collect();
        let difference = seats.iter().map(|seat| if seat.0 == 0 { 1 } else { -1 }).sum();
        let virtual_halves =
            config.acceleration.virtual_halves(config.entrants_at_start, config.stages, entrant, stage);
        players.push(Player {
            entrant,
            score: points + virtual_halves,
            virtual_halves,
            preference: preference(&seats, difference),
            difference,
            floats: [1, 2].map(|before| float(config, history, stage.checked_sub(before), index)),
            free_wins: own.iter().filter(|outcome| outcome.is_win_without_game()).count() as u32,
            unplayed_stages: (stage - seats.len()) as u32,
            seats,
            is_topscorer: stage + 1 == config.stages as usize && points as usize > stage,
            is_odd: drawn % 2 == 1,
            is_present: *is_present,
        });
    }
    Ok(players)
}

fn check(config: &SwissConfig, history: &[Vec<Outcome>], present: &[bool]) -> Result<(), SwissError> {
    if present.len() > MAX_ENTRANTS {
        return Err(SwissError::TooManyEntrants { entrants: present.len() });
    }
    if history.len() >= MAX_STAGES {
        return Err(SwissError::TooManyStages { stages: history.len() });
    }
    if config.initial_seat.0 > 1 {
        return Err(SwissError::InitialSeat { seat: config.initial_seat });
    }
    for (stage, outcomes) in history.iter().enumerate() {
        if outcomes.len() != present.len() {
            return Err(SwissError::StageLength { stage, outcomes: outcomes.len(), entrants: present.len() });
        }
        for (index, outcome) in outcomes.iter().enumerate() {
            let other = outcome.opponent().map(|opponent| outcomes.get(opponent.index()));
            let agrees = match other {
                None => outcome.halves() <= 2,
                Some(other) => other.is_some_and(|other| outcome.agrees_with(other, Entrant::at(index))),
            };
            if !agrees {
                return Err(SwissError::Outcome { stage, entrant: Entrant::at(index), outcome: *outcome });
            }
        }
    }
    Ok(())
}

/// Returns the seat preference of an entrant (Article 1.7); `None` without a preference.
fn preference(seats: &[Seat], difference: i32) -> Option<Preference> {
    let last = *seats.last()?;
    let lowering = Seat(u8::from(difference > 0));
    let twice = seats.len() > 1 && seats[seats.len() - 2] == last;
    Some(match difference.abs() {
        2.. => Preference { seat: lowering, strength: Strength::Absolute },
        _ if twice => Preference { seat: Seat(1 - last.0), strength: Strength::Absolute },
        1 => Preference { seat: lowering, strength: Strength::Strong },
        _ => Preference { seat: Seat(1 - last.0), strength: Strength::Mild },
    })
}

/// Returns how a player floated in a stage (article 1.4).
fn float(config: &SwissConfig, history: &[Vec<Outcome>], stage: Option<usize>, index: usize) -> Float {
    let Some(stage) = stage else { return Float::None };
    let score = |index: usize| {
        let points: u32 = history[..stage].iter().map(|outcomes| outcomes[index].halves()).sum();
        let entrants = config.entrants_at_start;
        points + config.acceleration.virtual_halves(entrants, config.stages, Entrant::at(index), stage)
    };
    match history[stage][index] {
        Outcome::Played { opponent, .. } => match score(index).cmp(&score(opponent.index())) {
            std::cmp::Ordering::Greater => Float::Down,
            std::cmp::Ordering::Less => Float::Up,
            std::cmp::Ordering::Equal => Float::None,
        },
        outcome if outcome.halves() > 0 => Float::Down,
        _ => Float::None,
    }
}
