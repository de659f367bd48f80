//! State of the entrants, encounters and matches of a contest.

use referee_ids::Seat;

use super::{ContestReason, Entrant, MatchKey, MatchResult, Paired};

/// The phase of a contest. A ladder is running or over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It has not begun.
    Entries,
    /// It is played.
    Running,
    /// Its test has an answer: matches in progress are played to their end.
    Closing,
    /// No further match is played; the host can correct results.
    Provisional {
        /// Why no further match is played.
        reason: ContestReason,
        /// When the results become final, in milliseconds since 1970 (UTC).
        until_unix_ms: i64,
    },
    /// It is over, and its results are final.
    Over(ContestReason),
}

/// The status of an entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It plays.
    In,
    /// It is not paired for a time: in ladders alone.
    Quarantined {
        /// The end in milliseconds since the opening; `None` until the host releases it.
        until_ms: Option<u64>,
        /// The reason.
        reason: ContestReason,
    },
    /// It left, and why.
    Withdrawn(ContestReason),
    /// It is disqualified, and why.
    Disqualified(ContestReason),
}

/// A match of an encounter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// The number of void attempts.
    pub attempt: u32,
    /// The reason for each void attempt.
    pub voids: Vec<ContestReason>,
    /// Its outcome.
    pub outcome: Outcome,
}

/// The outcome of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// It is to be played.
    #[default]
    Open,
    /// It counts.
    Counted(MatchResult),
    /// The host gave this entrant the points. It is in no rating and no statistic.
    Awarded(Entrant),
    /// It is void, and is not replayed.
    Void,
}

/// A match that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheduled {
    /// Its key.
    pub match_key: MatchKey,
    /// The number of the category; 0 in a tournament.
    pub category: u16,
    /// The entrants on seat 0, 1, ...
    pub entrants: Vec<Entrant>,
    /// The number of its encounter, from 0: its deals and its id follow from it.
    pub number: u32,
    /// The number of its opening, from 0.
    pub opening: u64,
}

/// Why a match is void.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoidMatch {
    /// The reason.
    pub reason: ContestReason,
    /// The seat at fault, if any.
    pub fault: Option<Seat>,
}

impl Phase {
    /// Whether its results are final.
    pub fn is_over(&self) -> bool {
        matches!(self, Phase::Over(_))
    }
}

impl Status {
    /// How and why it is out, as in `withdrawn: its host is gone`; `None` for an entrant that may
    /// play.
    pub fn out(&self) -> Option<String> {
        match self {
            Status::In | Status::Quarantined { .. } => None,
            Status::Withdrawn(reason) => Some(format!("withdrawn: {reason}")),
            Status::Disqualified(reason) => Some(format!("disqualified: {reason}")),
        }
    }

    /// Whether it is disqualified.
    pub fn is_disqualified(&self) -> bool {
        matches!(self, Status::Disqualified(_))
    }
}

impl Scheduled {
    /// A match of an encounter; `opening` is that of the encounter.
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
