//! Commands to a contest, and its rejections.

use super::{AfterVoid, BadField, ContestReason, Declaration, Entrant, MatchKey, MatchResult, Opening, VoidMatch};

/// A command to a contest. Each kind accepts some of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Command<O: Opening> {
    /// A player enters.
    Enter(O::Entry),
    /// A tournament begins.
    Start {
        /// The names of entrants that were not connected during the check-in: their entries are
        /// removed.
        absent: Vec<String>,
    },
    /// Entries close.
    FreezeEntries {
        /// The reason.
        reason: ContestReason,
    },
    /// Entries open again.
    OpenEntries,
    /// Changes the categories of an entrant of a ladder.
    Declare {
        /// The entrant.
        entrant: Entrant,
        /// Its categories.
        declaration: Declaration,
    },
    /// Pauses a contest: no match begins; a ladder pairs none.
    Pause {
        /// The reason.
        reason: ContestReason,
    },
    /// Resumes a contest.
    Resume,
    /// An entrant leaves.
    Withdraw {
        /// The entrant.
        entrant: Entrant,
        /// The reason.
        reason: ContestReason,
    },
    /// An entrant that left a ladder comes back, and plays this. To one that did not leave it is
    /// [`Command::Declare`].
    Return {
        /// The entrant.
        entrant: Entrant,
        /// Its categories.
        declaration: Declaration,
    },
    /// Returns an entrant that left a ladder, with its earlier categories.
    Revive {
        /// The entrant.
        entrant: Entrant,
    },
    /// An entrant of a ladder is not to be paired until the host releases it.
    Quarantine {
        /// The entrant.
        entrant: Entrant,
        /// The reason.
        reason: ContestReason,
    },
    /// Ends the quarantine of an entrant of a ladder.
    Release {
        /// The entrant.
        entrant: Entrant,
        /// The reason.
        reason: ContestReason,
    },
    /// An entrant is disqualified.
    Disqualify {
        /// The entrant.
        entrant: Entrant,
        /// The reason.
        reason: ContestReason,
    },
    /// A match ended.
    Count {
        /// The match.
        match_key: MatchKey,
        /// The result; an `Err` says why the match is void.
        result: Result<MatchResult, VoidMatch>,
    },
    /// Annuls a finished match. A ladder keeps the last 10 000 finished encounters; a tournament
    /// replays the match.
    Void {
        /// The match; its newest attempt.
        match_key: MatchKey,
        /// The reason.
        reason: ContestReason,
        /// Whether it is played again.
        then: AfterVoid,
    },
    /// Gives an entrant of a tournament the points of a match, overriding its result.
    Award {
        /// The match; its newest attempt.
        match_key: MatchKey,
        /// The winner.
        winner: Entrant,
        /// The reason.
        reason: ContestReason,
    },
    /// The results of all stages of a tournament up to one may be seen.
    ReleaseResults {
        /// The last of them, from 0.
        through_stage: u32,
    },
    /// Provisional results become final.
    Confirm,
    /// It ends here.
    End {
        /// The reason.
        reason: ContestReason,
    },
}

/// Why a contest declines. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContestRefusal {
    /// A field cannot be taken.
    #[error(transparent)]
    BadField(#[from] BadField),
    /// The contest is not in a phase in which this can be done.
    #[error("the contest {stands}, expected a contest that {expected}")]
    WrongState {
        /// Its phase.
        stands: &'static str,
        /// The requirement.
        expected: &'static str,
    },
    /// This kind of contest does not take the command.
    #[error("this command is for a {0} only")]
    OtherKind(&'static str),
    /// The ladder takes no entrants for now.
    #[error("entries are closed: {0}")]
    EntriesFrozen(ContestReason),
    /// No entrant has this number.
    #[error("unknown entrant {0}")]
    UnknownEntrant(Entrant),
    /// The entrant has another status.
    #[error("entrant {entrant} {stands}, expected an entrant that {expected}")]
    WrongStatus {
        /// The entrant.
        entrant: Entrant,
        /// Its status.
        stands: &'static str,
        /// The requirement.
        expected: &'static str,
    },
    /// A player that left a tournament after the start, or is disqualified, cannot enter again.
    #[error("{0} is out of the tournament and cannot enter again")]
    NoReturn(String),
    /// It has no such match, or has forgotten it.
    #[error("unknown match {0}")]
    UnknownMatch(MatchKey),
    /// The result of the match cannot be changed so.
    #[error("cannot change the result of match {0}: {1}")]
    Unchangeable(MatchKey, &'static str),
}
