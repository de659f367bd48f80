//! What became true in a tournament. Its state is a fold of these.

use std::fmt;

use super::{
    pairing::{ContestReason, Entrant},
    rules::{MAX_REPLAYS, Rules},
};
use crate::{
    ids::{Seat, Seq},
    stats::MatchDigest,
};

/// The longest description of its matches, in bytes.
pub const MAX_MATCH_SETUP: usize = 64 * 1024;
/// The longest id of a tournament whose matches have ids that follow from it, in bytes.
pub const MAX_TOURNAMENT_ID: usize = 36;

/// An event of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentEvent {
    /// Its number, from 1.
    pub seq: Seq,
    /// When, in milliseconds since the tournament was opened.
    pub at_ms: u64,
    /// What became true.
    pub fact: Fact,
}

/// What became true.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// The tournament was opened: always the first, and only that.
    Opened(Box<TournamentOpened>),
    /// Somebody entered; the first is entrant 0, and seeded best.
    EntrantJoined {
        /// Its name, unlike those of all others.
        name: String,
    },
    /// An entry was removed before the start: the entrants after it move up by one number.
    EntryRemoved {
        /// The name of the entrant.
        name: String,
        /// Why.
        reason: ContestReason,
        /// Whether it may enter again.
        cause: EntryRemoval,
    },
    /// Nobody enters any more.
    EntriesFrozen {
        /// Why.
        reason: ContestReason,
    },
    /// It began.
    Started,
    /// No match is begun until it is resumed.
    Paused {
        /// Why.
        reason: ContestReason,
    },
    /// Matches are begun again.
    Resumed,
    /// Entrants meet.
    EncounterPaired(Paired),
    /// An entrant got points without a match, or was left out.
    AwardGiven {
        /// In which stage, from 0.
        stage: u32,
        /// Who.
        entrant: Entrant,
        /// How many half points.
        halves: i64,
        /// What for.
        award: Award,
        /// Why.
        reason: ContestReason,
    },
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
        /// What follows.
        then: AfterVoid,
    },
    /// The host gave an entrant the points of a match, whatever it came to before.
    MatchAwarded {
        /// The match.
        match_key: MatchKey,
        /// The winner; all others of the match lose it.
        winner: Entrant,
        /// Why.
        reason: ContestReason,
    },
    /// What is left of an encounter is not played, because these entrants are out of the tournament.
    EncounterForfeited {
        /// Which.
        encounter: EncounterKey,
        /// By whom.
        by: Vec<Entrant>,
    },
    /// An entrant left: it plays no further match.
    EntrantWithdrawn {
        /// Who.
        entrant: Entrant,
        /// Why.
        reason: ContestReason,
    },
    /// An entrant was put out: it counts as having forfeited everything.
    EntrantDisqualified {
        /// Who.
        entrant: Entrant,
        /// Why.
        reason: ContestReason,
    },
    /// An entrant has no match that shows that it is there, and is connected.
    EntrantSeen {
        /// The entrant.
        entrant: Entrant,
    },
    /// A match that is due waits for its players, and has waited for so long in all.
    MatchWaits {
        /// The match.
        match_key: MatchKey,
        /// Milliseconds, without the time in which the tournament was paused or its server was
        /// down.
        waited_ms: u64,
    },
    /// The results of all stages up to one may be seen.
    ResultsReleased {
        /// The last of them, from 0.
        through_stage: u32,
    },
    /// An encounter whose matches were dealt alike is complete, and how they were dealt may be known.
    DealsShown {
        /// Which.
        encounter: EncounterKey,
        /// The seed of its matches.
        seed: [u8; 32],
    },
    /// The test has its answer: no further match is begun.
    TestDecided,
    /// No further match is played; the host can correct results until they are final.
    Provisional {
        /// Why no further match is played.
        reason: ContestReason,
        /// When the results become final, in milliseconds since 1970 (UTC).
        until_unix_ms: i64,
    },
    /// It is over, and its results are final.
    Ended {
        /// Why.
        reason: ContestReason,
    },
}

/// Why an entry was removed before the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryRemoval {
    /// The player left, or the host withdrew it. It may enter again.
    Left,
    /// The host disqualified the player. It cannot enter again.
    Barred,
    /// The player was not connected during the check-in.
    Absent,
}

/// How a tournament was opened.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentOpened {
    /// What it is called.
    pub name: String,
    /// When, in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    /// Its rules.
    pub rules: Rules,
    /// What its matches are like, in words that only whoever opens them reads: the game, its options, the clocks.
    pub match_setup: String,
    /// What all deals follow from. Whoever plays must not know it before the end.
    pub deal_seed: [u8; 32],
}

/// Entrants that meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paired {
    /// Which encounter this is.
    pub encounter: EncounterKey,
    /// Who sits on seat 0, 1, ... in its first match.
    pub entrants: Vec<Entrant>,
    /// Its number, from 0, which no other encounter has: the same whatever ended first. Its opening, its deals and the ids of its matches
    /// follow from it.
    pub number: u32,
    /// Why they meet, and on these seats.
    pub reason: ContestReason,
}

/// The place of an encounter in its tournament: the same whatever ended first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EncounterKey {
    /// The stage, from 0.
    pub stage: u32,
    /// The place in the stage, from 0; in a bracket, the number of its match.
    pub board: u32,
    /// Which encounter of the same two in a row this is because those before were tied, from 0.
    pub extension: u32,
}

/// A match of an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchKey {
    /// Of which encounter.
    pub encounter: EncounterKey,
    /// Its number in the encounter, from 0.
    pub number: u32,
    /// How often it was played before and counted for nobody.
    pub attempt: u32,
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
    /// Who caused that by its own conduct.
    pub offender: Option<Seat>,
    /// The seats that forfeit the match: their entrants did not come to it. If there are any, the
    /// match counts in standings, and in no rating and no statistic.
    pub forfeits: Vec<Seat>,
    /// How many steps it had.
    pub plies: u32,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u64,
    /// Digest of its steps and verdict; `None` if unknown.
    pub digest: Option<MatchDigest>,
}

/// Why an entrant got points without a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    /// The number was odd.
    Bye,
    /// It was not there: nothing of the stage counts for it, and in a bracket it does not go on.
    Absent,
}

/// What follows where a match counts for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterVoid {
    /// It is played again.
    Replay,
    /// It was played too often, and is left so.
    Leave,
}

/// Whether a tournament with this end has no results: the host cancelled it, or it could not start.
pub fn is_cancelled(end: &ContestReason) -> bool {
    matches!(end, ContestReason::Said(_) | ContestReason::NotStarted { .. })
}

/// Why a tournament is over, for people.
pub fn end_in_words(end: &ContestReason) -> String {
    match end {
        ContestReason::Said(reason) => format!("ended by the host: {reason}"),
        end => end.to_string(),
    }
}

impl MatchResult {
    /// The cause of a match that was forfeited before it started.
    pub const NO_SHOW: &str = "no_show";

    /// A match that these seats forfeit before it started; of the others, all have won it.
    pub fn of_no_show(forfeits: &[bool]) -> MatchResult {
        let there = forfeits.iter().filter(|is_forfeit| !**is_forfeit).count();
        let behind = 1 + u32::try_from(there).unwrap_or(u32::MAX);
        let seats = (0..).map(Seat).zip(forfeits).filter(|(_, is_forfeit)| **is_forfeit).map(|(seat, _)| seat);
        let forfeits_alone: Vec<Seat> = seats.collect();
        MatchResult {
            places: forfeits.iter().map(|is_forfeit| if *is_forfeit { behind } else { 1 }).collect(),
            halves: vec![0; forfeits.len()],
            cause: MatchResult::NO_SHOW.to_owned(),
            offender: if let [seat] = forfeits_alone[..] { Some(seat) } else { None },
            forfeits: forfeits_alone,
            plies: 0,
            elapsed_ms: 0,
            digest: None,
        }
    }

    /// Whether the match was forfeited without having been opened.
    pub fn was_unopened(&self) -> bool {
        self.cause == MatchResult::NO_SHOW && self.elapsed_ms == 0 && !self.forfeits.is_empty()
    }

    /// Whether every seat forfeits.
    pub fn is_deserted(&self) -> bool {
        !self.places.is_empty() && self.forfeits.len() == self.places.len()
    }
}

impl fmt::Display for EncounterKey {
    /// `s2-b1`, and `s2-b1-x1` for its first extension; people count stages and boards from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}-b{}", self.stage + 1, self.board + 1)?;
        if self.extension > 0 { write!(f, "-x{}", self.extension) } else { Ok(()) }
    }
}

impl fmt::Display for MatchKey {
    /// `s2-b1-m1`, and `s2-b1-m1-r1` where it is played again. Behind the id of its tournament and `-` it is the id of the match.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-m{}", self.encounter, self.number + 1)?;
        if self.attempt > 0 { write!(f, "-r{}", self.attempt) } else { Ok(()) }
    }
}

impl MatchKey {
    /// Its number among all matches of its encounter that there may be, those played again too, from 0: the id of a match hangs on it.
    pub fn number_in_all(&self) -> u32 {
        self.number * (MAX_REPLAYS + 1) + self.attempt
    }

    /// The key that is written so by its `Display`.
    pub fn parse(text: &str) -> Option<MatchKey> {
        let mut parts = text.split('-').peekable();
        let mut number = |letter: char| -> Option<u32> {
            let digits = parts.next_if(|part| part.starts_with(letter))?.get(1..)?;
            let is_plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
            if is_plain { digits.parse().ok() } else { None }
        };
        let (stage, board) = (number('s')?, number('b')?);
        let extension = number('x');
        let of_encounter = number('m')?;
        let attempt = number('r');
        let encounter = EncounterKey { stage: stage - 1, board: board - 1, extension: extension.unwrap_or(0) };
        let key = MatchKey { encounter, number: of_encounter - 1, attempt: attempt.unwrap_or(0) };
        // What cannot be read to its end is no key.
        (key.to_string() == text).then_some(key)
    }
}
