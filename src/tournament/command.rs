//! What is asked of a tournament, and how it declines.

use super::{
    event::{MatchKey, MatchResult},
    pairing::{ContestReason, Entrant},
};

/// What is asked of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Somebody enters.
    Join {
        /// Its name.
        name: String,
    },
    /// It begins.
    Start {
        /// The names of entrants that were not connected during the check-in: their entries are
        /// removed.
        absent: Vec<String>,
    },
    /// Nobody may enter any more.
    FreezeEntries {
        /// Why.
        reason: ContestReason,
    },
    /// No match is to be begun for now.
    Pause {
        /// Why.
        reason: ContestReason,
    },
    /// Matches are to be begun again.
    Resume,
    /// An entrant leaves.
    Withdraw {
        /// Who.
        entrant: Entrant,
        /// Why.
        reason: ContestReason,
    },
    /// An entrant is put out.
    Disqualify {
        /// Who.
        entrant: Entrant,
        /// Why.
        reason: ContestReason,
    },
    /// A match came to its end.
    Count {
        /// Which.
        match_key: MatchKey,
        /// What it came to; an `Err` says why it counts for nobody.
        result: Result<MatchResult, ContestReason>,
    },
    /// A match that is over, whether it counts or not, is to be played again.
    Replay {
        /// Which; its newest attempt.
        match_key: MatchKey,
        /// Why.
        reason: ContestReason,
    },
    /// The results of all stages up to one may be seen.
    Release {
        /// The last of them, from 0.
        through_stage: u32,
    },
    /// An entrant gets the points of a match, whatever it came to before.
    Award {
        /// The match; its newest attempt.
        match_key: MatchKey,
        /// The winner.
        winner: Entrant,
        /// Why.
        reason: ContestReason,
    },
    /// Provisional results become final.
    Confirm,
    /// It ends here.
    Cancel {
        /// Why.
        reason: ContestReason,
    },
}

/// Why a tournament declines. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentRefusal {
    /// A field cannot be taken.
    #[error("{field} is {value}, expected {expected}")]
    BadField {
        /// Which.
        field: &'static str,
        /// What it is.
        value: String,
        /// What would have been taken.
        expected: String,
    },
    /// The tournament is not at the point at which this can be done.
    #[error("the tournament {stands}, expected one that {expected}")]
    WrongPhase {
        /// Where it stands.
        stands: &'static str,
        /// What would have been taken.
        expected: &'static str,
    },
    /// Nobody has this number.
    #[error("there is no entrant {0}")]
    UnknownEntrant(Entrant),
    /// The entrant is out already.
    #[error("entrant {0} is out of the tournament already")]
    EntrantOut(Entrant),
    /// Who left after the start, or was put out, cannot enter again.
    #[error("{0} is out of the tournament and cannot enter again")]
    NoReturn(String),
    /// It has no such match.
    #[error("there is no match {0}")]
    UnknownMatch(MatchKey),
    /// What follows from the match was paired already.
    #[error("match {0} cannot be played again: {1}")]
    NotReplayable(MatchKey, &'static str),
    /// Its result cannot be changed.
    #[error("match {0} cannot be awarded: {1}")]
    NotAwardable(MatchKey, &'static str),
}
