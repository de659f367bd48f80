//! State of the entrants, encounters and matches of a contest.

use referee_ids::Seat;

use super::{ContestReason, Entrant, MatchKey, MatchResult, Paired};

/// The phase of a contest. A ladder is only ever running or over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The contest accepts entries and has not started.
    Entries,
    /// Matches are played.
    Running,
    /// The test has a decision: matches in progress are played to their end.
    Closing,
    /// The last match is over; the host can correct results.
    Provisional {
        /// Why the matches are over.
        reason: ContestReason,
        /// When the results become final, in milliseconds since 1970 (UTC).
        until_unix_ms: i64,
    },
    /// The contest is over, and the results are final.
    Over(ContestReason),
}

/// The status of an entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The entrant plays.
    In,
    /// The entrant is not paired for a time; only in ladders.
    Quarantined {
        /// The end of the quarantine, in milliseconds since the opening; `None` until the host
        /// releases the entrant.
        until_ms: Option<u64>,
        reason: ContestReason,
    },
    /// The entrant left, for this reason.
    Withdrawn(ContestReason),
    /// The entrant is disqualified, for this reason.
    Disqualified(ContestReason),
}

/// A match of an encounter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// The number of void attempts.
    pub attempt: u32,
    /// The reason for each void attempt.
    pub voids: Vec<ContestReason>,
    /// The outcome of the newest attempt.
    pub outcome: Outcome,
}

/// The outcome of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// The match has no result yet.
    #[default]
    Open,
    /// The result counts.
    Counted(MatchResult),
    /// The host gave this entrant the points. The match is in no rating and no statistic.
    Awarded(Entrant),
    /// The match is void, and is not replayed.
    Void,
}

/// A match that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheduled {
    /// The key of the match.
    pub match_key: MatchKey,
    /// The number of the category; 0 in a tournament.
    pub category: u16,
    /// The entrants on seat 0, 1, ...
    pub entrants: Vec<Entrant>,
    /// The number of the encounter, from 0: it determines the deals and the id of the match.
    pub number: u32,
    /// The number of the match's opening, from 0.
    pub opening: u64,
}

/// Why a match is void.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoidMatch {
    pub reason: ContestReason,
    /// The seat at fault, if any.
    pub fault: Option<Seat>,
}

impl Phase {
    /// Returns whether the results are final.
    pub fn is_over(&self) -> bool {
        matches!(self, Phase::Over(_))
    }
}

impl Status {
    /// Returns how and why an entrant is out, as in `withdrawn: its host is gone`; `None` for an
    /// entrant that may play.
    pub fn out(&self) -> Option<String> {
        match self {
            Status::In | Status::Quarantined { .. } => None,
            Status::Withdrawn(reason) => Some(format!("withdrawn: {reason}")),
            Status::Disqualified(reason) => Some(format!("disqualified: {reason}")),
        }
    }

    /// Returns whether the entrant is disqualified.
    pub fn is_disqualified(&self) -> bool {
        matches!(self, Status::Disqualified(_))
    }
}

impl Scheduled {
    /// Returns a match of an encounter; `opening` is the encounter's opening.
    pub fn of(paired: &Paired, opening: u64, number: usize, attempt: u32) -> Scheduled {
        let Paired { encounter, category, number: of_encounter, .. } = *paired;
        Scheduled {
            match_key: MatchKey { encounter, number: u32::try_from(number).unwrap_or(u32::MAX), attempt },
            category,
            entrants: paired.seated(number),
            number: of_encounter,
            opening,
        }
    }
}
