//! Conduct of a match: its stakes, and what seats and arbiters may do besides moves.

use std::time::Duration;

use referee_games::rules::{Facts, Points};
use referee_ids::{PlayerId, Seat};

use crate::{reason::Reason, refusal::Refusal};

/// Maximum plies of a round, whatever the rules: with so many plies, all moves of any game fit in
/// one line of the engine protocol.
pub const MAX_PLIES: u32 = 5_000;
/// Maximum takebacks per match.
pub const MAX_TAKEBACKS: u32 = 64;
/// Maximum length of an adjudication's reason in bytes; the rest is cut off.
pub const MAX_REASON: usize = 1024;

/// Maximum consecutive moves in an adjudication rule.
pub const MAX_RULE_MOVES: u32 = 10_000;
/// Maximum score in an adjudication rule, in hundredths of a point.
pub const MAX_RULE_SCORE: i64 = 1_000_000_000;

/// Conduct of a match, fixed by its opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    pub stakes: Stakes,
    /// First-move deadline of each seat, whatever its clock shows. A seat that misses the deadline
    /// loses by no_show, or the match is aborted.
    pub first_move_grace: Option<Duration>,
    /// Plies of a round after which the match ends if the round has not ended.
    pub max_plies: Option<u32>,
    /// Reported scores by which a seat loses.
    pub resign_rule: Option<ResignRule>,
    /// Reported scores by which the match is drawn; ignored in a game without draws.
    pub draw_rule: Option<DrawRule>,
}

/// A rule for a loss: the seat reported at most `-score` with its last `moves` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Consecutive moves, 1 to [`MAX_RULE_MOVES`].
    pub moves: u32,
    /// The limit in hundredths of a point, 0 to [`MAX_RULE_SCORE`].
    pub score: i64,
    pub sides: Sides,
}

/// The seats whose reports count for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    Own,
    /// The losing seat and all others, which reported at least `score` with as many moves.
    All,
}

/// A rule for a draw: every seat reported -`score` to `score` with its last `moves` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Consecutive moves, 1 to [`MAX_RULE_MOVES`].
    pub moves: u32,
    /// The limit in hundredths of a point, 0 to [`MAX_RULE_SCORE`].
    pub score: i64,
    /// First ply of the round at which the rule applies.
    pub from_ply: u32,
}

impl Conduct {
    /// Returns whether a rule uses reported scores.
    pub fn asks_scores(&self) -> bool {
        self.resign_rule.is_some() || self.draw_rule.is_some()
    }

    /// Checks whether a match of this game and number of seats can have this conduct. The refusal
    /// names the field of the request.
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stakes {
    /// Casual: takebacks by agreement are possible.
    #[default]
    Casual,
    /// Rated: no takebacks.
    Rated,
}

/// A proposal of a seat, which takes effect only if all other seats accept it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proposal {
    /// A draw.
    Draw,
    /// Taking back the last move of the proposing seat and all that followed.
    Takeback,
}

impl Proposal {
    /// Returns the word for the proposal in lines and texts.
    pub fn word(self) -> &'static str {
        match self {
            Proposal::Draw => "draw",
            Proposal::Takeback => "takeback",
        }
    }
}

/// A seat's answer to the proposal of another seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalAnswer {
    Accept,
    /// The seat rejects the proposal, which ends it.
    Decline,
}

/// How an arbiter ends a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The match ends with the current points.
    AsItStands,
    /// The match ends with these points, one item per seat.
    Points(Vec<Points>),
    /// This seat loses, whatever its points.
    Loss(Seat),
}

/// A ruling of an arbiter, who is trusted by the host and does not play in the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchAdjudicated {
    pub arbiter: PlayerId,
    pub ruling: Ruling,
    pub reason: String,
}
