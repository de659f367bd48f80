//! How a match is conducted: what it is played for, and what its seats and arbiters may ask beside moves.

use std::time::Duration;

use super::{reason::Reason, refusal::Refusal};
use crate::{
    games::rules::{Facts, Points},
    ids::{PlayerId, Seat},
};

/// The most plies of one round that a referee lets be played, whatever the rules would: at this limit all moves of any game fit in one
/// line of the engine protocol.
pub const MAX_PLIES: u32 = 5_000;
/// The most takebacks of one match.
pub const MAX_TAKEBACKS: u32 = 64;
/// The longest reason of an adjudication, in bytes; more is cut off.
pub const MAX_REASON: usize = 1024;

/// The most moves in a row that a rule may ask for.
pub const MAX_RULE_MOVES: u32 = 10_000;
/// The greatest score of a rule, in hundredths of a point.
pub const MAX_RULE_SCORE: i64 = 1_000_000_000;

/// How a match was opened to be conducted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// What it is played for.
    pub stakes: Stakes,
    /// How long each seat may take for its first move of the match, whatever its clock has. Later it
    /// loses by no show, or the match is aborted.
    pub first_move_grace: Option<Duration>,
    /// After how many plies of one round the match ends, unless the round does.
    pub max_plies: Option<u32>,
    /// When a seat has lost by what the programs report.
    pub resign_rule: Option<ResignRule>,
    /// When the match is drawn by what the programs report; ignored in a game without draws.
    pub draw_rule: Option<DrawRule>,
}

/// A seat has lost that has reported a score of at most `-score` with its last `moves` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// How many moves in a row, from 1 to [`MAX_RULE_MOVES`].
    pub moves: u32,
    /// In hundredths of a point, from 0 to [`MAX_RULE_SCORE`].
    pub score: i64,
    pub sides: Sides,
}

/// Whose reports let a seat lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    Own,
    /// Its own, and those of all others, which reported at least `score` with as many moves.
    All,
}

/// The match is drawn once every seat has reported a score between `-score` and `score` with its last `moves` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// How many moves in a row, from 1 to [`MAX_RULE_MOVES`].
    pub moves: u32,
    /// In hundredths of a point, from 0 to [`MAX_RULE_SCORE`].
    pub score: i64,
    /// From this ply of the round on.
    pub from_ply: u32,
}

impl Conduct {
    /// Whether a rule asks what the programs report.
    pub fn asks_scores(&self) -> bool {
        self.resign_rule.is_some() || self.draw_rule.is_some()
    }

    /// Whether a match of this game with this number of seats can have the rules that ask for reports. The refusal names the field
    /// as a request to open a match has it.
    pub fn check_rules(&self, facts: &Facts, seats: u8) -> Result<(), Refusal> {
        if let Some(ResignRule { moves, score, .. }) = self.resign_rule {
            check_numbers(["rules.resign_rule.moves", "rules.resign_rule.score"], moves, score)?;
            if seats != 2 {
                let expected = "a match of two seats";
                return Err(Refusal::of_field(
                    Reason::BadField,
                    "rules.resign_rule",
                    &format!("{seats} seats"),
                    expected,
                ));
            }
        }
        if let Some(DrawRule { moves, score, .. }) = self.draw_rule {
            check_numbers(["rules.draw_rule.moves", "rules.draw_rule.score"], moves, score)?;
            if facts.draw_points.is_none() {
                let expected = "a game with draws by agreement";
                return Err(Refusal::of_field(Reason::NoDraws, "rules.draw_rule", facts.id, expected));
            }
        }
        Ok(())
    }
}

fn check_numbers(fields: [&'static str; 2], moves: u32, score: i64) -> Result<(), Refusal> {
    if !(1..=MAX_RULE_MOVES).contains(&moves) {
        let expected = format!("1 to {MAX_RULE_MOVES}");
        return Err(Refusal::of_field(Reason::BadField, fields[0], &moves.to_string(), expected));
    }
    if !(0..=MAX_RULE_SCORE).contains(&score) {
        let expected = format!("0 to {MAX_RULE_SCORE}");
        return Err(Refusal::of_field(Reason::BadField, fields[1], &score.to_string(), expected));
    }
    Ok(())
}

/// What a match is played for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stakes {
    /// Nothing: moves may be taken back by consent.
    #[default]
    Casual,
    /// The players' ratings: what was played stands.
    Rated,
}

/// What a seat proposes to the others, and what happens only if all of them accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proposal {
    /// That the match is drawn.
    Draw,
    /// That its last move, and all that followed, is taken back.
    Takeback,
}

impl Proposal {
    /// The word for it in lines and texts.
    pub fn word(self) -> &'static str {
        match self {
            Proposal::Draw => "draw",
            Proposal::Takeback => "takeback",
        }
    }
}

/// What a seat says to a proposal of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalAnswer {
    Accept,
    /// It does not: the proposal is off.
    Decline,
}

/// How an arbiter ends a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// By the points that it has now.
    AsItStands,
    /// By these points, one entry for each seat.
    Points(Vec<Points>),
    /// This seat has lost it, wherever its points are.
    Loss(Seat),
}

/// What an arbiter did, whom the host of the server trusts and who does not sit in the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchAdjudicated {
    pub arbiter: PlayerId,
    pub ruling: Ruling,
    pub reason: String,
}
