//! What is asked of a ladder, and how it declines.

use std::borrow::Cow;

use super::{
    event::{AfterVoid, Declaration, EntrantJoined, MatchResult},
    event_key::{Entrant, MatchKey},
};
use crate::{contest::ContestReason, ids::Seat};

/// What is asked of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Somebody enters.
    Join(EntrantJoined),
    /// Nobody may enter for now.
    FreezeEntries {
        /// Why.
        reason: ContestReason,
    },
    /// Entrants may enter again.
    OpenEntries,
    /// An entrant is to play something else.
    Declare {
        /// Who.
        entrant: Entrant,
        /// What it plays.
        declaration: Declaration,
    },
    /// An entrant leaves.
    Retire {
        /// Who.
        entrant: Entrant,
        /// Why.
        reason: ContestReason,
    },
    /// An entrant that left comes back, and plays this. To one that did not leave it is [`Command::Declare`].
    Return {
        /// Who.
        entrant: Entrant,
        /// What it plays.
        declaration: Declaration,
    },
    /// An entrant that left comes back, and plays what it played.
    Revive {
        /// Who.
        entrant: Entrant,
    },
    /// An entrant is not to be paired until the host releases it.
    Quarantine {
        /// Who.
        entrant: Entrant,
        /// Why.
        reason: ContestReason,
    },
    /// An entrant is to be paired again.
    Release {
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
        result: Result<MatchResult, VoidMatch>,
    },
    /// A match that counts is to count no more. Of the encounters that are over, the ladder knows the last 10 000.
    Annul {
        /// Which; the attempt that counts.
        match_key: MatchKey,
        /// Why.
        reason: ContestReason,
        /// Whether it is played again.
        then: AfterVoid,
    },
    /// Nobody is to be paired for now.
    Pause {
        /// Why.
        reason: ContestReason,
    },
    /// Entrants are to be paired again.
    Resume,
    /// It ends here.
    Close {
        /// Why.
        reason: ContestReason,
    },
}

/// Why a match counts for nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoidMatch {
    /// Why.
    pub reason: ContestReason,
    /// Whose fault that was, if it was anybody's.
    pub fault: Option<Seat>,
}

/// Why a ladder declines. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LadderRefusal {
    /// A field cannot be taken.
    #[error("{field} is {value}, expected {expected}")]
    BadField {
        /// Which: `at_once`, or `known_ratings[0].elo`.
        field: Cow<'static, str>,
        /// What it is.
        value: String,
        /// What would have been taken.
        expected: String,
    },
    /// The ladder is over.
    #[error("the ladder is closed: {0}")]
    Closed(ContestReason),
    /// Nobody may enter for now.
    #[error("the ladder takes no entrants for now: {0}")]
    EntriesFrozen(ContestReason),
    /// Nobody has this number.
    #[error("there is no entrant {0}")]
    UnknownEntrant(Entrant),
    /// The entrant does not stand so that this can be done.
    #[error("entrant {entrant} {stands}, expected one that {expected}")]
    WrongStanding {
        /// Who.
        entrant: Entrant,
        /// How it stands.
        stands: &'static str,
        /// What would have been taken.
        expected: &'static str,
    },
    /// It has no such match, or has forgotten it.
    #[error("there is no match {0}")]
    UnknownMatch(MatchKey),
    /// The match cannot be annulled.
    #[error("match {0} cannot be annulled: {1}")]
    NotAnnullable(MatchKey, &'static str),
}
