//! Events of a contest. The state of a contest is a fold of its events.

use referee_ids::{Seat, Seq};
use referee_law::Termination;

use super::{BadField, ContestReason, EncounterKey, Entrant, MatchKey, expect};
use crate::stats::MatchDigest;

/// Largest absolute points of a match, in halves.
pub const MAX_HALVES: i64 = 1_000_000_000;
/// Maximum rounds of a match.
const MAX_ROUNDS: u32 = 1 << 20;

/// How a kind of contest is opened.
pub trait Opening: Clone + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The data with which an entrant enters.
    type Entry: Clone + std::fmt::Debug + PartialEq + Send + Sync + 'static;

    /// Returns the display name of the contest.
    fn name(&self) -> &str;
    /// Returns the time of the opening, in milliseconds since 1970 (UTC).
    fn opened_unix_ms(&self) -> i64;
    /// Returns the seed of the deals and of the order of openings. No player may know the seed
    /// before the end.
    fn deal_seed(&self) -> &[u8; 32];
}

/// An event of a contest.
#[derive(Clone, Debug, PartialEq)]
pub struct Event<O: Opening> {
    /// The number of the event, from 1.
    pub seq: Seq,
    /// The time of the event, in milliseconds since the contest was opened.
    pub at_ms: u64,
    pub fact: Fact<O>,
}

/// A fact. Tournaments and ladders each use some of the variants.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact<O: Opening> {
    /// The contest was opened: always the first fact, and only the first.
    Opened(Box<O>),
    /// A player entered. The first is entrant 0; in a tournament, that is the best seed.
    EntrantEntered(O::Entry),
    /// An entry was removed before the start: the entrants after it move up by one number.
    EntryRemoved {
        /// The name of the entrant.
        name: String,
        reason: ContestReason,
        /// The cause, which decides whether the player may enter again.
        cause: EntryRemoval,
    },
    /// Entries are closed.
    EntriesFrozen { reason: ContestReason },
    /// Entries of a tournament are open again.
    EntriesOpened,
    /// An entrant changed its categories.
    DeclarationChanged {
        entrant: Entrant,
        /// The categories of the entrant.
        declaration: Declaration,
    },
    /// A tournament began.
    Started,
    /// The contest is paused: no match begins, and a ladder pairs no entrants.
    Paused { reason: ContestReason },
    /// The contest resumed: matches begin again.
    Resumed,
    /// An entrant left. In a tournament it plays no further match. In a ladder it gets no new
    /// pairings, plays the existing ones, and keeps its rating.
    EntrantWithdrawn { entrant: Entrant, reason: ContestReason },
    /// An entrant that had left a ladder returned. It is paired again, or continues the quarantine
    /// in which it left.
    EntrantRevived { entrant: Entrant },
    /// A quarantine began: the entrant of a ladder is not paired until it ends.
    EntrantQuarantined {
        entrant: Entrant,
        /// The end of the quarantine, in milliseconds since the opening; `None` until the host
        /// releases the entrant.
        until_ms: Option<u64>,
        reason: ContestReason,
    },
    /// A quarantine ended: the entrant of a ladder is paired again.
    EntrantReleased { entrant: Entrant, reason: ContestReason },
    /// An entrant is disqualified. In a tournament it forfeits everything; in a ladder none of its
    /// matches counts.
    EntrantDisqualified { entrant: Entrant, reason: ContestReason },
    /// A tournament entrant that had no match to prove its presence is connected.
    EntrantSeen { entrant: Entrant },
    /// Entrants were paired.
    EncounterPaired(Paired),
    /// An entrant of a tournament got points without a match, or was excluded as absent.
    AwardGiven {
        /// The stage, from 0.
        stage: u32,
        entrant: Entrant,
        /// The points, in halves.
        halves: i64,
        award: Award,
        reason: ContestReason,
    },
    /// A match ended and counts.
    MatchCounted {
        /// The match.
        match_key: MatchKey,
        /// The result of the match.
        result: MatchResult,
    },
    /// A match is void.
    MatchVoided {
        /// The match.
        match_key: MatchKey,
        reason: ContestReason,
        /// The seat at fault; `None` if no seat or the host is at fault.
        fault: Option<Seat>,
        /// The consequence.
        then: AfterVoid,
    },
    /// The host gave an entrant the points of a match, overriding its result.
    MatchAwarded {
        /// The match.
        match_key: MatchKey,
        /// The winner; all other entrants of the match lose.
        winner: Entrant,
        reason: ContestReason,
    },
    /// A match that is due waits for players. Stores the total wait so far.
    MatchWaits {
        /// The match.
        match_key: MatchKey,
        /// The total wait in milliseconds, without pauses of the tournament and downtime of the
        /// server.
        waited_ms: u64,
    },
    /// The rest of an encounter is forfeited because these entrants left the tournament.
    EncounterForfeited {
        encounter: EncounterKey,
        /// The entrants that forfeit.
        by: Vec<Entrant>,
    },
    /// The results of the first stages are published.
    ResultsReleased {
        /// The last published stage, from 0.
        through_stage: u32,
    },
    /// An encounter with shared deals is complete: its seed is published.
    DealsShown {
        encounter: EncounterKey,
        /// The seed of the matches of the encounter.
        seed: [u8; 32],
    },
    /// The test of the tournament reached a decision: no further match begins.
    TestDecided,
    /// The last match is over. The host can correct results until they are final.
    Provisional {
        /// Why the matches are over.
        reason: ContestReason,
        /// When the results become final, in milliseconds since 1970 (UTC).
        until_unix_ms: i64,
    },
    /// The contest is over, and the results are final.
    Ended { reason: ContestReason },
}

/// Why an entry was removed before the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryRemoval {
    /// The player withdrew, or the host withdrew the player. The player may enter again.
    Withdrawn,
    /// The host disqualified the player, who cannot enter again.
    Barred,
    /// The player was not connected during the check-in.
    Absent,
}

/// The known rating of an entrant before all matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The category, from 0.
    pub category: u16,
    /// The rating, in Elo.
    pub elo: i32,
    /// The standard deviation of the rating, in Elo; 0 if the rating never moves.
    pub sd: u32,
}

/// The categories of an entrant of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The categories, from 0, in ascending order.
    pub categories: Vec<u16>,
    /// Maximum encounters at the same time. The matches of an encounter are played one after
    /// another.
    pub at_once: u32,
    /// Maximum matches in a day.
    pub matches_per_day: u32,
}

/// A pairing of entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paired {
    /// The key of the encounter.
    pub encounter: EncounterKey,
    /// The number of the encounter, from 0, unique in the contest and independent of the order of
    /// ends. It determines the opening, the deals and the ids of the matches.
    pub number: u32,
    /// Number of the category; 0 in a tournament.
    pub category: u16,
    /// The entrants on seat 0, 1, ... in the first match; they move on by one seat from match to
    /// match.
    pub entrants: Vec<Entrant>,
    /// Number of matches of the encounter.
    pub matches: u32,
    /// Why these entrants meet, and on these seats.
    pub reason: ContestReason,
}

/// The result of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchResult {
    /// The place of each seat, 1 the best; seats can share a place.
    pub places: Vec<u32>,
    /// The game's own points of each seat, in halves.
    pub halves: Vec<i64>,
    pub termination: Termination,
    /// The seat that caused the end, if any.
    pub offender: Option<Seat>,
    /// The seat whose program ended the match by a fault: it broke the rules or the protocol, or
    /// was absent.
    pub fault: Option<Seat>,
    /// The seats that forfeit the match because their entrants did not come. With any, the match
    /// counts in standings, but in no rating and no statistic.
    pub forfeits: Vec<Seat>,
    /// Number of plies of the match.
    pub plies: u32,
    /// Number of moves of each seat; empty if unknown.
    pub moves: Vec<u32>,
    /// Thinking time of each seat in milliseconds; empty if unknown.
    pub thought_ms: Vec<u64>,
    /// Duration of the match in milliseconds.
    pub elapsed_ms: u64,
    /// Number of rounds that were played to their end.
    pub rounds: u32,
    /// Digest of the steps and the verdict; `None` if unknown.
    pub digest: Option<MatchDigest>,
}

/// Why an entrant got points without a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    /// The number of entrants to pair was odd.
    Bye,
    /// The entrant was absent: nothing of the stage counts for it, and in a bracket it does not
    /// advance.
    Absent,
}

/// The consequence of a void match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterVoid {
    /// The match is played again.
    Replay,
    /// The match stays void.
    Keep,
}

impl Paired {
    /// Returns the entrant on a seat in match `number`, from 0: entrants move on by one seat from
    /// match to match.
    pub fn at_seat(&self, number: usize, seat: usize) -> Entrant {
        let seats = self.entrants.len();
        self.entrants[(seat + seats - number % seats) % seats]
    }

    /// Returns the entrants on seat 0, 1, ... in match `number`, from 0.
    pub fn seated(&self, number: usize) -> Vec<Entrant> {
        (0..self.entrants.len()).map(|seat| self.at_seat(number, seat)).collect()
    }

    /// Returns the seat of the entrant at `index` of this encounter in match `number`.
    pub fn seat_of(&self, number: usize, index: usize) -> usize {
        (index + number) % self.entrants.len()
    }
}

impl MatchResult {
    /// Returns the result of a match that the seats in `forfeits` lost before its start. All other
    /// seats won.
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

    /// Returns whether the match was forfeited without being opened.
    pub fn was_unopened(&self) -> bool {
        self.termination == Termination::NoShow && self.elapsed_ms == 0 && !self.forfeits.is_empty()
    }

    /// Returns whether every seat forfeits.
    pub fn is_deserted(&self) -> bool {
        !self.places.is_empty() && self.forfeits.len() == self.places.len()
    }

    /// Returns whether an entrant forfeited the match: it did not come, or its program failed
    /// before any move. No rating of a ladder counts such a match.
    pub fn is_forfeit(&self) -> bool {
        let is_unplayed = self.moves.iter().all(|moves| *moves == 0);
        let is_unstarted = match self.termination {
            Termination::NoShow => true,
            Termination::ProtocolError => is_unplayed,
            _ => false,
        };
        self.fault.is_some() && is_unstarted
    }

    /// Checks that a match with this number of seats can have this result.
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

/// Returns whether a tournament that ended for this reason has no results: the host cancelled it,
/// or it could not start.
pub fn is_cancelled(end: &ContestReason) -> bool {
    matches!(end, ContestReason::Said(_) | ContestReason::NotStarted { .. })
}

/// Formats the reason for the end of a tournament as a sentence.
pub fn end_in_words(end: &ContestReason) -> String {
    match end {
        ContestReason::Said(reason) => format!("ended by the host: {reason}"),
        end => end.to_string(),
    }
}
