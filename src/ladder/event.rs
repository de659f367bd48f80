//! What became true in a ladder. Its state and its ratings are folds of these.

use super::{
    event_key::{Entrant, MatchKey},
    policy::Why,
    rules::Rules,
};
use crate::{
    contest::ContestReason,
    ids::{PlayerId, Seat, Seq},
    stats::MatchDigest,
};

/// An event of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderEvent {
    /// Its number, from 1.
    pub seq: Seq,
    /// When, in milliseconds since the ladder was opened.
    pub at_ms: u64,
    /// What became true.
    pub fact: Fact,
}

/// What became true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The ladder was opened: always the first, and only that.
    Opened(Box<LadderOpened>),
    /// Somebody entered; the first is entrant 0.
    EntrantJoined(EntrantJoined),
    /// Nobody enters until entries are opened again.
    EntriesFrozen {
        /// Why.
        reason: ContestReason,
    },
    /// Entrants may enter again.
    EntriesOpened,
    /// An entrant plays something else now.
    DeclarationChanged {
        /// Who.
        entrant: Entrant,
        /// What it plays.
        declaration: Declaration,
    },
    /// An entrant left: it is paired no more, and keeps its rating. What it was paired for is played.
    EntrantRetired {
        /// Who.
        entrant: Entrant,
        /// Why.
        reason: ContestReason,
    },
    /// An entrant that had left is back: paired again, or in the quarantine in which it left.
    EntrantRevived {
        /// Who.
        entrant: Entrant,
    },
    /// An entrant is paired no more for a time.
    EntrantQuarantined {
        /// Who.
        entrant: Entrant,
        /// Until when, in milliseconds since the ladder was opened; `None` until the host releases it.
        until_ms: Option<u64>,
        /// Why.
        reason: ContestReason,
    },
    /// An entrant is paired again.
    EntrantReleased {
        /// Who.
        entrant: Entrant,
        /// Why.
        reason: ContestReason,
    },
    /// An entrant was put out: no match of it counts, not even those before. What it was paired for is not played.
    EntrantDisqualified {
        /// Who.
        entrant: Entrant,
        /// Why.
        reason: ContestReason,
    },
    /// Entrants meet.
    EncounterPaired(Paired),
    /// A match came to its end and counts.
    MatchCounted {
        /// Which.
        match_key: MatchKey,
        /// What it came to.
        result: MatchResult,
    },
    /// A match counts for nobody.
    MatchVoided {
        /// Which.
        match_key: MatchKey,
        /// Why.
        reason: ContestReason,
        /// Whose fault that was; `None` for nobody's, and for the host's.
        fault: Option<Seat>,
        /// What follows.
        then: AfterVoid,
    },
    /// Nobody is paired and no match is begun until it is resumed.
    Paused {
        /// Why.
        reason: ContestReason,
    },
    /// Entrants are paired again.
    Resumed,
    /// It is over.
    Closed {
        /// Why.
        reason: ContestReason,
    },
}

/// How a ladder was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderOpened {
    /// What it is called.
    pub name: String,
    /// When, in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    /// Its rules.
    pub rules: Rules,
    /// What the order of openings follows from, where they are shuffled. Whoever plays must not know it. The deals do not: each match has
    /// its own.
    pub deal_seed: [u8; 32],
}

/// Somebody who enters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantJoined {
    /// Its name, unlike those of all others, those who left included.
    pub name: String,
    /// Who runs it.
    pub owner: PlayerId,
    /// Of which earlier entrant of the same owner it is a new version.
    pub version_of: Option<Entrant>,
    /// Where its rating is known.
    pub anchors: Vec<Anchor>,
    /// What it plays.
    pub declaration: Declaration,
}

/// A rating that is known before all matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// In which category, from 0.
    pub category: u16,
    /// The rating, in Elo.
    pub elo: i32,
    /// Its standard deviation, in Elo; 0 where it never moves.
    pub sd: u32,
}

/// What an entrant plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Which categories, from 0, in ascending order.
    pub categories: Vec<u16>,
    /// How many encounters at the same time; of each it plays one match after the other.
    pub at_once: u32,
    /// How many matches in a day at most.
    pub matches_per_day: u32,
}

/// Entrants that meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paired {
    /// The number of the encounter, from 0, which no other has. Its opening, its deals and the ids of its matches follow from it.
    pub number: u32,
    /// What they play.
    pub category: u16,
    /// Who sits on seat 0, 1, ... in its first match; they move on by one seat from match to match.
    pub entrants: Vec<Entrant>,
    /// How many matches it has.
    pub matches: u32,
    /// Why they meet.
    pub why: Why,
}

/// What a match came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchResult {
    /// The place of each seat, 1 the best; two may share one.
    pub places: Vec<u32>,
    /// The game's own points of each seat, in halves.
    pub halves: Vec<i64>,
    /// How it ended: the word of its termination.
    pub cause: String,
    /// Whose program ended it by a fault of its own: it broke the rules or the protocol, or was not there.
    pub fault: Option<Seat>,
    /// How many moves each seat made.
    pub moves: Vec<u32>,
    /// How long each seat thought, in milliseconds.
    pub thought_ms: Vec<u64>,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u64,
    /// How many of its rounds were played to their end: as many deals brought the points. 0 also in events from before it was kept.
    pub rounds: u32,
    /// Digest of its steps and verdict; `None` if unknown, as in events from before it was kept.
    pub digest: Option<MatchDigest>,
}

impl MatchResult {
    /// Whether an entrant forfeited it: it did not come, or its program failed before a move was
    /// made. It is in no rating.
    pub fn is_forfeit(&self) -> bool {
        let is_unplayed = self.moves.iter().all(|moves| *moves == 0);
        self.fault.is_some() && (self.cause == "no_show" || self.cause == "protocol_error" && is_unplayed)
    }
}

/// What follows where a match counts for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterVoid {
    /// It is played again.
    Replay,
    /// It is left so.
    Leave,
}

impl Paired {
    /// Who sits on a seat in match `number`, from 0.
    pub fn at_seat(&self, number: usize, seat: usize) -> Option<Entrant> {
        let seats = self.entrants.len();
        if seats == 0 { None } else { self.entrants.get((seat + seats - number % seats) % seats).copied() }
    }
}
