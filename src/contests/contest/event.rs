//! Events of a contest. Its state is a fold of them.

use referee_ids::{Seat, Seq};
use referee_law::Termination;

use super::{BadField, ContestReason, EncounterKey, Entrant, MatchKey, expect};
use crate::stats::MatchDigest;

/// Points of a match are within this of 0, in halves.
pub const MAX_HALVES: i64 = 1_000_000_000;
/// Maximum rounds of a match.
const MAX_ROUNDS: u32 = 1 << 20;

/// How a kind of contest is opened.
pub trait Opening: Clone + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The entry of an entrant.
    type Entry: Clone + std::fmt::Debug + PartialEq + Send + Sync + 'static;

    /// Its name for people.
    fn name(&self) -> &str;
    /// When, in milliseconds since 1970 (UTC).
    fn opened_unix_ms(&self) -> i64;
    /// Seed of its deals and of the order of its openings. No player may know it before the end.
    fn deal_seed(&self) -> &[u8; 32];
}

/// An event of a contest.
#[derive(Clone, Debug, PartialEq)]
pub struct Event<O: Opening> {
    /// Its number, from 1.
    pub seq: Seq,
    /// When, in milliseconds since the contest was opened.
    pub at_ms: u64,
    /// The fact.
    pub fact: Fact<O>,
}

/// A fact. Each kind of contest uses some of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact<O: Opening> {
    /// The contest was opened: always the first, and only that.
    Opened(Box<O>),
    /// A player entered; the first is entrant 0, and in a tournament seeded best.
    EntrantEntered(O::Entry),
    /// An entry was removed before the start: the entrants after it move up by one number.
    EntryRemoved {
        /// The name of the entrant.
        name: String,
        /// The reason.
        reason: ContestReason,
        /// Whether it may enter again.
        cause: EntryRemoval,
    },
    /// Entries are closed.
    EntriesFrozen {
        /// The reason.
        reason: ContestReason,
    },
    /// Entries are open again.
    EntriesOpened,
    /// An entrant plays something else now.
    DeclarationChanged {
        /// The entrant.
        entrant: Entrant,
        /// Its categories.
        declaration: Declaration,
    },
    /// A tournament began.
    Started,
    /// No match begins until it is resumed; a ladder pairs none.
    Paused {
        /// The reason.
        reason: ContestReason,
    },
    /// Matches begin again.
    Resumed,
    /// An entrant left. In a tournament it plays no further match; in a ladder it is not paired,
    /// keeps its rating, and plays its pairings.
    EntrantWithdrawn {
        /// The entrant.
        entrant: Entrant,
        /// The reason.
        reason: ContestReason,
    },
    /// An entrant of a ladder that had left is back: paired again, or in the quarantine in which it
    /// left.
    EntrantRevived {
        /// The entrant.
        entrant: Entrant,
    },
    /// An entrant of a ladder is not paired for a time.
    EntrantQuarantined {
        /// The entrant.
        entrant: Entrant,
        /// The end in milliseconds since the opening; `None` until the host releases it.
        until_ms: Option<u64>,
        /// The reason.
        reason: ContestReason,
    },
    /// An entrant of a ladder is paired again.
    EntrantReleased {
        /// The entrant.
        entrant: Entrant,
        /// The reason.
        reason: ContestReason,
    },
    /// An entrant is disqualified. In a tournament it forfeits everything; in a ladder none of its
    /// matches counts.
    EntrantDisqualified {
        /// The entrant.
        entrant: Entrant,
        /// The reason.
        reason: ContestReason,
    },
    /// An entrant of a tournament without a match that shows its presence is connected.
    EntrantSeen {
        /// The entrant.
        entrant: Entrant,
    },
    /// Entrants meet.
    EncounterPaired(Paired),
    /// An entrant of a tournament got points without a match, or was left out.
    AwardGiven {
        /// The stage, from 0.
        stage: u32,
        /// The entrant.
        entrant: Entrant,
        /// In half points.
        halves: i64,
        /// The award.
        award: Award,
        /// The reason.
        reason: ContestReason,
    },
    /// A match ended and counts.
    MatchCounted {
        /// The match.
        match_key: MatchKey,
        /// Its result.
        result: MatchResult,
    },
    /// A match is void.
    MatchVoided {
        /// The match.
        match_key: MatchKey,
        /// The reason.
        reason: ContestReason,
        /// The seat at fault; `None` for none, and for the host's.
        fault: Option<Seat>,
        /// The consequence.
        then: AfterVoid,
    },
    /// The host gave an entrant the points of a match, overriding its result.
    MatchAwarded {
        /// The match.
        match_key: MatchKey,
        /// The winner; all others of the match lose it.
        winner: Entrant,
        /// The reason.
        reason: ContestReason,
    },
    /// A match that is due waits for its players; the total wait so far.
    MatchWaits {
        /// The match.
        match_key: MatchKey,
        /// Milliseconds, without the time in which the tournament was paused or its server was
        /// down.
        waited_ms: u64,
    },
    /// The rest of an encounter is forfeited, because these entrants are out of the tournament.
    EncounterForfeited {
        /// The encounter.
        encounter: EncounterKey,
        /// The entrants.
        by: Vec<Entrant>,
    },
    /// The results of all stages up to one may be seen.
    ResultsReleased {
        /// The last of them, from 0.
        through_stage: u32,
    },
    /// An encounter whose matches were dealt alike is complete, and how they were dealt may be
    /// known.
    DealsShown {
        /// The encounter.
        encounter: EncounterKey,
        /// The seed of its matches.
        seed: [u8; 32],
    },
    /// The test has its answer: no further match begins.
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
        /// The reason.
        reason: ContestReason,
    },
}

/// Why an entry was removed before the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryRemoval {
    /// The player withdrew, or the host withdrew it. It may enter again.
    Withdrawn,
    /// The host disqualified the player. It cannot enter again.
    Barred,
    /// The player was not connected during the check-in.
    Absent,
}

/// A rating that is known before all matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The category, from 0.
    pub category: u16,
    /// The rating, in Elo.
    pub elo: i32,
    /// Its standard deviation, in Elo; 0 if it never moves.
    pub sd: u32,
}

/// The categories of an entrant of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The categories, from 0, in ascending order.
    pub categories: Vec<u16>,
    /// Maximum encounters at the same time; of each it plays one match after the other.
    pub at_once: u32,
    /// Maximum matches in a day.
    pub matches_per_day: u32,
}

/// Entrants that meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paired {
    /// The key of the encounter.
    pub encounter: EncounterKey,
    /// Its number, from 0, which no other encounter has: the same whatever ended first. Its
    /// opening, its deals and the ids of its matches follow from it.
    pub number: u32,
    /// Number of the category; 0 in a tournament.
    pub category: u16,
    /// The entrants on seat 0, 1, ... in its first match; they move on by one seat from match to
    /// match.
    pub entrants: Vec<Entrant>,
    /// How many matches it has.
    pub matches: u32,
    /// Why they meet, and on these seats.
    pub reason: ContestReason,
}

/// The result of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchResult {
    /// The place of each seat, 1 the best; two may share one.
    pub places: Vec<u32>,
    /// The game's own points of each seat, in halves.
    pub halves: Vec<i64>,
    /// The termination.
    pub termination: Termination,
    /// The seat that caused the end.
    pub offender: Option<Seat>,
    /// The seat whose program ended it by its own fault: it broke the rules or the protocol, or was
    /// absent.
    pub fault: Option<Seat>,
    /// The seats that forfeit the match: their entrants did not come to it. If there are any, the
    /// match counts in standings, and in no rating and no statistic.
    pub forfeits: Vec<Seat>,
    /// How many steps it had.
    pub plies: u32,
    /// How many moves each seat made; empty if that is not known.
    pub moves: Vec<u32>,
    /// How long each seat thought, in milliseconds; empty if that is not known.
    pub thought_ms: Vec<u64>,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u64,
    /// How many of its rounds were played to their end.
    pub rounds: u32,
    /// Digest of its steps and verdict; `None` if unknown.
    pub digest: Option<MatchDigest>,
}

/// Why an entrant got points without a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    /// The number was odd.
    Bye,
    /// It was absent: nothing of the stage counts for it, and in a bracket it does not advance.
    Absent,
}

/// The consequence of a void match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterVoid {
    /// It is played again.
    Replay,
    /// It stays void.
    Keep,
}

impl Paired {
    /// The entrant on a seat in match `number`, from 0: entrants move on by one seat from match to
    /// match.
    pub fn at_seat(&self, number: usize, seat: usize) -> Entrant {
        let seats = self.entrants.len();
        self.entrants[(seat + seats - number % seats) % seats]
    }

    /// The entrants on seat 0, 1, ... in match `number`, from 0.
    pub fn seated(&self, number: usize) -> Vec<Entrant> {
        (0..self.entrants.len()).map(|seat| self.at_seat(number, seat)).collect()
    }

    /// The seat of the entrant at `index` of this encounter in match `number`.
    pub fn seat_of(&self, number: usize, index: usize) -> usize {
        (index + number) % self.entrants.len()
    }
}

impl MatchResult {
    /// A match that these seats forfeit before it started; of the others, all have won it.
    pub fn of_no_show(forfeits: &[bool]) -> MatchResult {
        let there = forfeits.iter().filter(|is_forfeit| !**is_forfeit).count();
        let behind = 1 + u32::try_from(there).unwrap_or(u32::MAX);
        let seats = (0..).map(Seat).zip(forfeits).filter(|(_, is_forfeit)| **is_forfeit).map(|(seat, _)| seat);
        let forfeits_alone: Vec<Seat> = seats.collect();
        MatchResult {
            places: forfeits.iter().map(|is_forfeit| if *is_forfeit { behind } else { 1 }).collect(),
            halves: vec![0; forfeits.len()],
            termination: Termination::NoShow,
            offender: if let [seat] = forfeits_alone[..] { Some(seat) } else { None },
            forfeits: forfeits_alone,
            ..MatchResult::default()
        }
    }

    /// Whether the match was forfeited without having been opened.
    pub fn was_unopened(&self) -> bool {
        self.termination == Termination::NoShow && self.elapsed_ms == 0 && !self.forfeits.is_empty()
    }

    /// Whether every seat forfeits.
    pub fn is_deserted(&self) -> bool {
        !self.places.is_empty() && self.forfeits.len() == self.places.len()
    }

    /// Whether an entrant forfeited it: it did not come, or its program failed before a move was
    /// made. It is in no rating of a ladder.
    pub fn is_forfeit(&self) -> bool {
        let is_unplayed = self.moves.iter().all(|moves| *moves == 0);
        let is_unstarted = match self.termination {
            Termination::NoShow => true,
            Termination::ProtocolError => is_unplayed,
            _ => false,
        };
        self.fault.is_some() && is_unstarted
    }

    /// Whether a match of so many seats can have come to this.
    pub fn check(&self, seats: usize) -> Result<(), BadField> {
        let MatchResult { places, halves, offender, fault, forfeits, moves, thought_ms, rounds, .. } = self;
        let fits = places.len() == seats
            && halves.len() == seats
            && [moves.len(), thought_ms.len()].iter().all(|known| [0, seats].contains(known))
            && [offender, fault].into_iter().flatten().chain(forfeits).all(|seat| seat.index() < seats)
            && forfeits.windows(2).all(|two| two[0] < two[1])
            && places.iter().all(|place| (1..=seats).contains(&(*place as usize)))
            && halves.iter().all(|halves| (-MAX_HALVES..=MAX_HALVES).contains(halves))
            && *rounds <= MAX_ROUNDS;
        let value = format!("places {places:?}, {} points, forfeited by {forfeits:?}", halves.len());
        let expected = format!(
            "for each of {seats} seats a place from 1 to {seats} and points within {MAX_HALVES} halves; moves and \
             times for all seats or none; each forfeiting seat once; and at most {MAX_ROUNDS} rounds"
        );
        expect("result", value, fits, expected)
    }
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
