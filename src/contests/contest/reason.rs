//! Reasons for the facts of a contest, as codes. Only codes are stored and signed, so old records
//! stay valid if the wording changes.

use std::fmt;

use referee_ids::Seat;

use super::{entrant::Entrant, served::Served};
use crate::stats::counted;

/// Maximum length of a reason, in bytes.
pub const MAX_REASON: usize = 512;

/// The reason for a fact of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContestReason {
    /// A host or a player wrote this reason.
    Said(String),
    /// The player withdrew without a reason.
    Withdrew,
    /// The contest file lists this entrant.
    Listed,
    /// The player was not connected in the last minutes before the start.
    NotConnected {
        /// The number of these minutes.
        minutes: u32,
    },
    /// The engine failed too often in a row.
    EngineFailed {
        /// The number of consecutive failures.
        times: u32,
    },
    /// The entrant ended too many matches in a row by faults.
    Faults {
        /// The number of consecutive faults.
        in_a_row: u32,
        /// The number of the quarantine, from 1.
        quarantine: u32,
        /// The length of the quarantine in milliseconds.
        length_ms: u64,
    },
    /// The quarantine ended.
    QuarantineOver,
    /// A pairing of a round robin. Seats are reversed in every second cycle.
    RoundRobin {
        /// The cycle, from 1.
        cycle: u32,
        /// The row of the Berger table, from 1.
        row: u32,
    },
    /// The Berger table leaves this entrant without an opponent.
    RoundRobinBye {
        entrant: Entrant,
        /// The row of the table, from 1.
        row: u32,
    },
    /// A pairing of a gauntlet.
    Gauntlet {
        /// The cycle, from 1.
        cycle: u32,
    },
    /// A table of a balanced design.
    Table {
        /// The seats of a table.
        seats: u8,
        /// How the design was made.
        method: TableMethod,
        /// How often an entrant has the same left neighbour: the minimum and the maximum.
        left: [u32; 2],
    },
    /// A pairing of the Dutch system.
    Swiss {
        /// The scores of the higher ranked and of the other entrant.
        scores: [SwissScore; 2],
        /// The rule by which the two got their seats.
        seats: SeatRule,
        /// Whether the entrants met before, because no complete pairing avoids a repeat.
        met: bool,
    },
    /// A bye of the Dutch system.
    SwissBye {
        /// The lowest score that leaves all others an opponent.
        score: SwissScore,
        /// Whether the entrant had a bye before, like all other entrants.
        again: bool,
    },
    /// A match of a bracket.
    Bracket {
        /// The name of the match.
        name: String,
        /// The number of the encounter, from 1; all encounters before it were tied.
        encounter: u32,
    },
    /// A challenge of the king of the hill.
    Hill {
        king: Entrant,
        challenger: Entrant,
        /// How often the king has defended its place.
        defended: u32,
    },
    /// A pairing of an arena.
    Arena {
        /// The entrant that waited longest.
        longest: Entrant,
        /// The wait of that entrant in milliseconds.
        waited_ms: u64,
        /// How often the entrants met before.
        met: u32,
    },
    /// A pairing of a ladder.
    Served(Box<Served>),
    /// The entrant has not connected since the start, and does not advance without a match.
    NotSeen,
    /// The match ended without a result, by the termination with this name.
    Match(String),
    /// The log of the match is unreadable.
    LogUnreadable,
    /// The entrant is disqualified.
    Disqualified(Entrant),
    /// The match could not be opened.
    NotSeated {
        /// The seats whose players did not accept the match or could not be seated.
        seats: Vec<Seat>,
        /// The code of the error.
        error: String,
    },
    /// All encounters of a tournament were played.
    Played,
    /// All matches of the ladder's total were played.
    AllMatches {
        /// The number of matches.
        matches: u32,
    },
    /// The test of the tournament reached a decision.
    Tested,
    /// Too few entrants are left.
    TooFew,
    /// The tournament cannot start with the present number of entrants.
    NotStarted {
        /// The number of entrants left.
        entrants: u32,
    },
}

/// The method by which a balanced design was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableMethod {
    /// Base tables found by search.
    Search,
    /// Images of one table in a finite field.
    Field,
    /// Blocks with one match per entrant, balanced over the seats.
    Blocks,
}

/// The rule that assigned the seats of a pair in the Dutch system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatRule {
    /// The preferences of both entrants.
    Both,
    /// The stronger preference.
    Stronger,
    /// The last stage in which the entrants had different seats.
    History,
    /// The preference of the entrant with the higher rank.
    Higher,
    /// The draw before the first stage.
    Drawn,
}

/// A score of the Dutch system, in halves of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwissScore {
    /// Points from encounters.
    pub halves: u32,
    /// Virtual points of an acceleration.
    pub virtual_halves: u32,
}

impl ContestReason {
    /// Returns whether a person's reason has a valid length: 1 to [`MAX_REASON`] bytes.
    pub fn fits(&self) -> bool {
        match self {
            ContestReason::Said(text) => (1..=MAX_REASON).contains(&text.len()),
            _ => true,
        }
    }
}

/// Writes a sentence for people, with entrants as `#3`. The wording can change with every version.
impl fmt::Display for ContestReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContestReason::Said(text) | ContestReason::Match(text) => f.write_str(text),
            ContestReason::Withdrew => f.write_str("it withdrew"),
            ContestReason::Listed => f.write_str("the file lists all entrants"),
            ContestReason::NotConnected { minutes } => write!(f, "not connected in the last {minutes} minutes"),
            ContestReason::EngineFailed { times } => {
                write!(f, "removed after {times} consecutive engine failures")
            }
            ContestReason::Faults { in_a_row, quarantine, length_ms } => {
                write!(f, "{in_a_row} faults in a row: quarantine {quarantine}, of {} s", length_ms / 1000)
            }
            ContestReason::QuarantineOver => f.write_str("its quarantine is over"),
            ContestReason::RoundRobin { cycle, row } => {
                let turned = if cycle % 2 == 0 { ", seats the other way round" } else { "" };
                write!(f, "round robin, cycle {cycle}, row {row} of the Berger table{turned}")
            }
            ContestReason::RoundRobinBye { entrant, row } => {
                write!(f, "bye: the number of entrants is odd, and {entrant} is free in row {row} of the Berger table")
            }
            ContestReason::Gauntlet { cycle } => {
                write!(f, "gauntlet, cycle {cycle}: each challenger meets each of the others")
            }
            ContestReason::Table { seats, method, left: [least, most] } => {
                let times = if least == most { times(*least) } else { format!("{least} to {most} times") };
                write!(f, "table of {seats}: {method}; each entrant sits left of each other {times} in total")
            }
            ContestReason::Swiss { scores: [high, low], seats, met } => {
                let again = if *met { "; a rematch, as no complete pairing avoids rematches" } else { "" };
                write!(f, "{}; {seats}{again}", high.against(*low))
            }
            ContestReason::SwissBye { score, again } => {
                let again = if *again { "; a second bye, as every entrant has had one" } else { "" };
                write!(f, "bye: {score} is the lowest score at which all other entrants can be paired{again}")
            }
            ContestReason::Bracket { name, encounter: 1 } => {
                write!(f, "{name}: the bracket; the better seed has seat 0")
            }
            ContestReason::Bracket { name, encounter } => {
                let tied = encounter.saturating_sub(1);
                write!(f, "{name}: encounter {encounter}, since earlier encounters were tied ({tied}); seats change")
            }
            ContestReason::Hill { king, challenger, defended } => {
                write!(f, "{king} has defended {}; {challenger} is next in line", times(*defended))
            }
            ContestReason::Arena { longest, waited_ms, met } => {
                write!(f, "arena: {longest} waited {waited_ms} ms; they met {} before", times(*met))
            }
            ContestReason::Served(served) => served.fmt(f),
            ContestReason::NotSeen => {
                f.write_str("it has not connected since the start, and cannot advance without a match")
            }
            ContestReason::LogUnreadable => f.write_str("its log cannot be read"),
            ContestReason::Disqualified(entrant) => write!(f, "{entrant} is disqualified"),
            ContestReason::NotSeated { seats, error } => {
                let seats: Vec<String> = seats.iter().map(Seat::to_string).collect();
                write!(f, "the match was not opened: {error}, by seat {}", seats.join(", "))
            }
            ContestReason::Played => f.write_str("all encounters were played"),
            ContestReason::AllMatches { matches } => write!(f, "all of its {matches} matches were played"),
            ContestReason::Tested => f.write_str("the test is over"),
            ContestReason::TooFew => f.write_str("too few entrants are left"),
            ContestReason::NotStarted { entrants } => {
                write!(f, "the contest could not start with {}", counted(*entrants, ["entrant", "entrants"]))
            }
        }
    }
}

impl fmt::Display for TableMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TableMethod::Search => "base tables found by search",
            TableMethod::Field => "images of one table in a finite field",
            TableMethod::Blocks => "blocks of as many matches as entrants, even in seats",
        })
    }
}

impl fmt::Display for SeatRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SeatRule::Both => "seats as preferred",
            SeatRule::Stronger => "seats by the stronger preference",
            SeatRule::History => "seats in turn since they last differed",
            SeatRule::Higher => "seats as the higher ranked prefers",
            SeatRule::Drawn => "seats as drawn before the first stage",
        })
    }
}

fn times(number: u32) -> String {
    counted(number, ["time", "times"])
}

impl SwissScore {
    fn against(self, low: SwissScore) -> String {
        match () {
            () if self == low => format!("both have {self}"),
            () if self.total() == low.total() => format!("{self} equal {low}"),
            () => format!("{self} floated down to {low}"),
        }
    }

    /// Returns the sum of the points of encounters and the virtual points, in halves.
    pub fn total(self) -> u32 {
        self.halves.saturating_add(self.virtual_halves)
    }
}

impl fmt::Display for SwissScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&points_with_unit(i64::from(self.halves), "encounter"))?;
        match self.virtual_halves {
            0 => Ok(()),
            halves => write!(f, " and {}", points_with_unit(i64::from(halves), "virtual")),
        }
    }
}

/// Formats points in halves for people: `2.5`.
pub fn points_in_words(halves: i64) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let half = if halves % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", (halves / 2).abs())
}

/// Formats points with their unit, `1 point` or `2.5 virtual points`; `kind` may be empty.
pub fn points_with_unit(halves: i64, kind: &str) -> String {
    let between = if kind.is_empty() { "" } else { " " };
    let unit = if halves.abs() == 2 { "point" } else { "points" };
    format!("{} {kind}{between}{unit}", points_in_words(halves))
}

impl ContestReason {
    /// Returns the served entrant of a ladder's pairing and how its opponents were chosen.
    pub fn served(&self) -> Option<&Served> {
        match self {
            ContestReason::Served(served) => Some(served),
            _ => None,
        }
    }
}

impl From<&str> for ContestReason {
    fn from(text: &str) -> ContestReason {
        ContestReason::Said(text.to_owned())
    }
}
