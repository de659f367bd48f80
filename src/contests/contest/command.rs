//! Commands to a contest, and the reasons for rejecting them.

use super::{AfterVoid, BadField, ContestReason, Declaration, Entrant, MatchKey, MatchResult, Opening, VoidMatch};

/// A command to a contest. Tournaments and ladders each accept some of the variants.
#[derive(Clone, Debug, PartialEq)]
pub enum Command<O: Opening> {
    /// A player enters.
    Enter(O::Entry),
    /// A tournament begins.
    Start {
        /// The names of entrants that were not connected during the check-in: the start removes
        /// their entries.
        absent: Vec<String>,
    },
    /// Entries close.
    FreezeEntries { reason: ContestReason },
    /// Entries open again.
    OpenEntries,
    /// Changes the categories of an entrant of a ladder.
    Declare {
        entrant: Entrant,
        /// The categories of the entrant.
        declaration: Declaration,
    },
    /// Pauses a contest: no match begins, and a ladder pairs no entrants.
    Pause { reason: ContestReason },
    /// Resumes a contest.
    Resume,
    /// An entrant leaves.
    Withdraw { entrant: Entrant, reason: ContestReason },
    /// Returns an entrant that left a ladder, with these categories. An entrant that did not leave
    /// gets [`Command::Declare`] instead.
    Return {
        entrant: Entrant,
        /// The categories of the entrant.
        declaration: Declaration,
    },
    /// Returns an entrant that left a ladder, with its earlier categories.
    Revive { entrant: Entrant },
    /// Stops pairing an entrant of a ladder until the host releases the entrant.
    Quarantine { entrant: Entrant, reason: ContestReason },
    /// Ends the quarantine of an entrant of a ladder.
    Release { entrant: Entrant, reason: ContestReason },
    /// An entrant is disqualified.
    Disqualify { entrant: Entrant, reason: ContestReason },
    /// A match ended.
    Count {
        /// The match.
        match_key: MatchKey,
        /// The result; an `Err` contains the reason why the match is void.
        result: Result<MatchResult, VoidMatch>,
    },
    /// Annuls a finished match. A ladder keeps the last 10 000 finished encounters; a tournament
    /// replays the match.
    Void {
        /// The key of the match, with the number of the newest attempt.
        match_key: MatchKey,
        reason: ContestReason,
        /// Whether the match is played again.
        then: AfterVoid,
    },
    /// Gives an entrant of a tournament the points of a match, overriding its result.
    Award {
        /// The key of the match, with the number of the newest attempt.
        match_key: MatchKey,
        winner: Entrant,
        reason: ContestReason,
    },
    /// Publishes the results of the first stages of a tournament.
    ReleaseResults {
        /// The last published stage, from 0.
        through_stage: u32,
    },
    /// Makes provisional results final.
    Confirm,
    /// Ends the contest.
    End { reason: ContestReason },
}

/// Why a contest rejected a command. The command changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContestRefusal {
    /// A field has an invalid value.
    #[error(transparent)]
    BadField(#[from] BadField),
    /// The phase of the contest does not allow the command.
    #[error("the contest {stands}, expected a contest that {expected}")]
    WrongState {
        /// The present phase.
        stands: &'static str,
        /// The phase that the command requires.
        expected: &'static str,
    },
    /// This kind of contest does not accept the command.
    #[error("this command is for a {0} only")]
    OtherKind(&'static str),
    /// The ladder accepts no entrants for now.
    #[error("entries are closed: {0}")]
    EntriesFrozen(ContestReason),
    /// No entrant has this number.
    #[error("unknown entrant {0}")]
    UnknownEntrant(Entrant),
    /// The status of the entrant does not allow the command.
    #[error("entrant {entrant} {stands}, expected an entrant that {expected}")]
    WrongStatus {
        entrant: Entrant,
        /// The present status.
        stands: &'static str,
        /// The status that the command requires.
        expected: &'static str,
    },
    /// A player that left a tournament after the start, or is disqualified, cannot enter again.
    #[error("{0} is out of the tournament and cannot enter again")]
    NoReturn(String),
    /// The contest has no such match, or no longer remembers the match.
    #[error("unknown match {0}")]
    UnknownMatch(MatchKey),
    /// The command cannot change the result of this match.
    #[error("cannot change the result of match {0}: {1}")]
    Unchangeable(MatchKey, &'static str),
}
