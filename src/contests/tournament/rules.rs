//! The rules of a tournament: its format, its encounters, its points.

use referee_ids::Seat;

use super::{
    designs::{MAX_DESIGN_ENTRANTS, SEATS, design, without_rotations},
    pairing::{
        Entrant, MAX_ENTRANTS, MAX_STAGES, Pairing, berger::MAX_CYCLES, knockout::ThirdPlace, swiss::Acceleration,
    },
    standings::{MAX_HALVES, MAX_TIE_BREAKS, PointsSystem, ResultPoints, TieBreak},
};
use crate::{
    contest::{BadField, MAX_ACCEPT_WITHIN_MS, MAX_MATCHES_PER_ENCOUNTER, MAX_REPLAYS, expect},
    series::sequential::Hypotheses,
    stats::counted,
};

/// Maximum encounters of a tournament.
pub const MAX_ENCOUNTERS: usize = 200_000;
/// Maximum duration of an arena: 31 days.
pub const MAX_ARENA_MS: u64 = 31 * 24 * 3600 * 1000;
/// Maximum length of the check-in, in minutes: a day.
pub const MAX_CHECK_IN_MINUTES: u32 = 24 * 60;
/// Maximum time for which results are provisional: 31 days.
pub const MAX_PROVISIONAL_MS: u64 = 31 * 24 * 3600 * 1000;
/// Maximum encounters of a king of the hill.
pub const MAX_CHALLENGES: u32 = 10_000;

/// The rules of a tournament. They never change.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The pairing format.
    pub format: Format,
    /// Number of seats of a match.
    pub seats: u8,
    /// Number of matches of an encounter: 1, or a multiple of the seats. Entrants move on by one
    /// seat from match to match.
    pub matches_per_encounter: u32,
    /// The points system.
    pub points: PointsSystem,
    /// The half points of a bye. In a forfeited encounter, the other entrants also get them.
    pub bye_halves: i64,
    /// Tie-breaks, applied in this order.
    pub tie_breaks: Vec<TieBreak>,
    /// Maximum replays of a void match.
    pub replays: u32,
    /// How long a match that is due waits for players that have not accepted it or cannot be
    /// seated, in milliseconds. Then these players forfeit the match.
    pub accept_within_ms: u64,
    /// When results become public.
    pub release: Release,
    /// Which matches share their deals.
    pub deals: Deals,
    /// The test that ends the tournament as soon as it has an answer.
    pub test: Option<PairTest>,
    /// The scheduled actions of the server.
    pub timetable: Timetable,
}

/// The scheduled actions of a server, by the wall clock. By default, there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timetable {
    /// When the tournament starts automatically, in milliseconds since 1970 (UTC). `None`: the host
    /// starts it.
    pub starts_at_unix_ms: Option<i64>,
    /// The length of the check-in: at the start, only entrants that were connected in the last
    /// minutes stay. 0: all entrants stay.
    pub check_in_minutes: u32,
    /// How long the host can correct results after the last match, in milliseconds.
    pub provisional_ms: u64,
}

/// A test of two entrants, over the encounters in which both play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairTest {
    /// The tested hypotheses.
    pub hypotheses: Hypotheses,
    /// The tested entrants.
    pub entrants: (Entrant, Entrant),
}

/// When results become public.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Release {
    /// Immediately.
    #[default]
    AtOnce,
    /// When the host releases their stage. The tournament is not over before the host has released
    /// all stages, or has cancelled it, which releases all.
    ByHost,
}

/// Which matches share their deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deals {
    /// No matches: each match has its own deals, or the game has none.
    #[default]
    Own,
    /// The matches of an encounter. The deals become public when all of them are over.
    Shared,
}

/// The pairing format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// All against all, by Berger tables.
    RoundRobin {
        /// Number of cycles.
        cycles: u32,
    },
    /// The first entrants meet all others.
    Gauntlet {
        /// Number of first entrants, the challengers.
        challengers: u32,
        /// Number of cycles.
        cycles: u32,
    },
    /// Balanced tables of 3 to 8 seats.
    Tables {
        /// Number of repetitions of the whole design.
        cycles: u32,
    },
    /// The Dutch system.
    Swiss {
        /// Number of stages.
        stages: u32,
        /// The seat of the first entrant in the first stage: 0 or 1.
        initial_seat: Seat,
        /// Whether strong entrants meet earlier.
        acceleration: Acceleration,
    },
    /// An entrant is out after a loss.
    Knockout {
        /// Whether the third place is played for.
        third_place: ThirdPlace,
    },
    /// An entrant is out after two losses.
    DoubleElimination,
    /// The king defends its place against all other entrants in turn.
    KingOfTheHill {
        /// Number of encounters.
        challenges: u32,
    },
    /// Free entrants are paired again and again.
    Arena {
        /// The duration, in milliseconds.
        duration_ms: u64,
        /// How long a free entrant may wait for better opponents than the free ones, in
        /// milliseconds.
        patience_ms: u64,
    },
}

impl Format {
    /// Returns the name of the format: `round_robin`.
    pub fn word(&self) -> &'static str {
        match self {
            Format::RoundRobin { .. } => "round_robin",
            Format::Gauntlet { .. } => "gauntlet",
            Format::Tables { .. } => "tables",
            Format::Swiss { .. } => "swiss",
            Format::Knockout { .. } => "knockout",
            Format::DoubleElimination => "double_elimination",
            Format::KingOfTheHill { .. } => "king_of_the_hill",
            Format::Arena { .. } => "arena",
        }
    }

    /// Formats a description: `Swiss, 5 stages`.
    pub fn in_words(&self) -> String {
        let times = |cycles: u32| if cycles == 1 { String::new() } else { format!(", {cycles} cycles") };
        match *self {
            Format::RoundRobin { cycles } => format!("round robin{}", times(cycles)),
            Format::Gauntlet { challengers, cycles } => format!("gauntlet, challengers {challengers}{}", times(cycles)),
            Format::Tables { cycles } => format!("balanced tables{}", times(cycles)),
            Format::Swiss { stages, acceleration, .. } => {
                let accelerated = if acceleration == Acceleration::None { "" } else { ", accelerated" };
                format!("Swiss, {}{accelerated}", counted(stages, ["stage", "stages"]))
            }
            Format::Knockout { .. } => "knockout".to_owned(),
            Format::DoubleElimination => "double elimination".to_owned(),
            Format::KingOfTheHill { challenges } => {
                format!("king of the hill, {}", counted(challenges, ["challenge", "challenges"]))
            }
            Format::Arena { duration_ms, .. } => format!("arena, {} s", duration_ms / 1000),
        }
    }

    /// Returns whether entries are open after the start.
    pub fn takes_late_entrants(&self) -> bool {
        matches!(self, Format::Swiss { .. } | Format::Arena { .. })
    }

    /// Returns whether places follow from the bracket, and not from points.
    pub fn is_bracket(&self) -> bool {
        matches!(self, Format::Knockout { .. } | Format::DoubleElimination)
    }
}

impl Rules {
    /// Checks that these rules are valid.
    pub fn check(&self) -> Result<(), BadField> {
        let seats = u32::from(self.seats);
        match self.format {
            Format::Tables { .. } => expect("seats", seats, SEATS.contains(&usize::from(self.seats)), "3 to 8")?,
            _ => expect("seats", seats, seats == 2, "2 for every format except `tables`")?,
        }
        let matches = self.matches_per_encounter;
        let is_whole = matches == 1 || matches.is_multiple_of(seats);
        expect(
            "matches_per_encounter",
            matches,
            (1..=MAX_MATCHES_PER_ENCOUNTER).contains(&matches) && is_whole,
            format!("1 or a multiple of the {seats} seats up to {MAX_MATCHES_PER_ENCOUNTER}"),
        )?;
        expect("replays", self.replays, self.replays <= MAX_REPLAYS, format!("0 to {MAX_REPLAYS}"))?;
        let expected = format!("1 to {MAX_ACCEPT_WITHIN_MS}");
        let fits = (1..=MAX_ACCEPT_WITHIN_MS).contains(&self.accept_within_ms);
        expect("accept_within_ms", self.accept_within_ms, fits, expected)?;
        let tie_breaks = self.tie_breaks.len();
        expect("tie_breaks", tie_breaks, tie_breaks <= MAX_TIE_BREAKS, format!("at most {MAX_TIE_BREAKS}"))?;
        let halves = |halves: i64| (-MAX_HALVES..=MAX_HALVES).contains(&halves);
        expect("bye_halves", self.bye_halves, halves(self.bye_halves), format!("-{MAX_HALVES} to {MAX_HALVES}"))?;
        if let PointsSystem::Games(points) | PointsSystem::Encounters(points) = self.points {
            let ResultPoints { win, draw, loss } = points;
            let is_sensible = [win, draw, loss].into_iter().all(halves) && win >= draw && draw >= loss && win > loss;
            let expected = "a win worth more than a loss, and a draw between the two";
            expect("points", format!("{win}, {draw} and {loss} halves"), is_sensible, expected)?;
        }
        self.check_timetable()?;
        self.check_format()
    }

    fn check_timetable(&self) -> Result<(), BadField> {
        let Timetable { starts_at_unix_ms, check_in_minutes, provisional_ms } = self.timetable;
        let expected = format!("0 to {MAX_CHECK_IN_MINUTES}");
        expect("check_in_minutes", check_in_minutes, check_in_minutes <= MAX_CHECK_IN_MINUTES, expected)?;
        // A test names entrants by number, and removing an entry changes numbers.
        let expected = "0 with a `test`";
        expect("check_in_minutes", check_in_minutes, check_in_minutes == 0 || self.test.is_none(), expected)?;
        let expected = format!("0 to {MAX_PROVISIONAL_MS}");
        expect("provisional_ms", provisional_ms, provisional_ms <= MAX_PROVISIONAL_MS, expected)?;
        let starts_at = starts_at_unix_ms.unwrap_or(1);
        expect("starts_at_unix_ms", starts_at, starts_at > 0, "a time after 1970")
    }

    fn check_format(&self) -> Result<(), BadField> {
        match self.format {
            Format::Gauntlet { challengers: 0, .. } => expect("format.challengers", 0, false, "1 or more"),
            Format::RoundRobin { cycles } | Format::Gauntlet { cycles, .. } | Format::Tables { cycles } => {
                expect("format.cycles", cycles, (1..=MAX_CYCLES).contains(&cycles), format!("1 to {MAX_CYCLES}"))
            }
            Format::Swiss { stages, initial_seat, .. } => {
                let most = MAX_STAGES as u32;
                expect("format.stages", stages, (1..=most).contains(&stages), format!("1 to {most}"))?;
                expect("format.initial_seat", initial_seat, initial_seat.0 <= 1, "0 or 1")
            }
            Format::KingOfTheHill { challenges } => {
                let expected = format!("1 to {MAX_CHALLENGES}");
                expect("format.challenges", challenges, (1..=MAX_CHALLENGES).contains(&challenges), expected)
            }
            Format::Arena { duration_ms, patience_ms } => {
                let expected = format!("1 to {MAX_ARENA_MS}");
                expect("format.duration_ms", duration_ms, (1..=MAX_ARENA_MS).contains(&duration_ms), expected)?;
                let expected = "at most the duration";
                expect("format.patience_ms", patience_ms, patience_ms <= duration_ms, expected)
            }
            Format::Knockout { .. } | Format::DoubleElimination => Ok(()),
        }
    }

    /// Checks that the test can observe the results that it counts.
    pub fn check_test(&self) -> Result<(), BadField> {
        let counts_pairs = self.test.is_some_and(|test| matches!(test.hypotheses, Hypotheses::Pairs(_)));
        let matches = self.matches_per_encounter;
        let expected = "an even number if the test counts pairs (for encounters of one match, test games instead)";
        expect("matches_per_encounter", matches, !counts_pairs || matches > 1, expected)
    }

    /// Checks that a tournament with this number of entrants stays within the limit of encounters.
    pub fn check_encounters(&self, entrants: usize) -> Result<(), BadField> {
        let (a_cycle, cycles) = match self.format {
            Format::RoundRobin { cycles } => (entrants * entrants.saturating_sub(1) / 2, cycles),
            Format::Gauntlet { challengers, cycles } => {
                let challengers = challengers as usize;
                (challengers.saturating_mul(entrants.saturating_sub(challengers)), cycles)
            }
            Format::Tables { cycles } => (self.tables(entrants).map_or(0, |tables| tables.len()), cycles),
            _ => return Ok(()),
        };
        let encounters = a_cycle.saturating_mul(cycles as usize);
        let expected = format!(
            "at most {MAX_ENCOUNTERS}: {entrants} entrants have {a_cycle} encounters in each of {cycles} cycles of \
             the format {}",
            self.format.word()
        );
        expect("encounters", encounters, encounters <= MAX_ENCOUNTERS, expected)
    }

    /// Returns the tables of one cycle; `None` if none exist for this number of entrants.
    pub(super) fn tables(&self, entrants: usize) -> Option<Vec<Pairing>> {
        let tables = design(usize::from(self.seats), entrants).ok()?.matches;
        Some(if self.matches_per_encounter == 1 { tables } else { without_rotations(tables) })
    }

    /// Checks that the tournament can start with this number of entrants.
    pub fn check_entrants(&self, entrants: usize) -> Result<(), BadField> {
        let (least, most) = match self.format {
            Format::Tables { .. } => (usize::from(self.seats), MAX_DESIGN_ENTRANTS),
            Format::Gauntlet { challengers, .. } => (challengers as usize + 1, MAX_ENTRANTS),
            _ => (2, MAX_ENTRANTS),
        };
        let expected = format!("{least} to {most} for the format {}", self.format.word());
        expect("entrants", entrants, (least..=most).contains(&entrants), expected)?;
        if let Some(PairTest { entrants: (first, second), .. }) = self.test {
            let is_round_robin = matches!(self.format, Format::RoundRobin { .. });
            expect(
                "test",
                format!("in the format {}", self.format.word()),
                is_round_robin,
                "no test, or the format round_robin",
            )?;
            let are_here = first != second && first.index().max(second.index()) < entrants;
            let expected = format!("two different entrants of the {entrants} entrants");
            expect("test", format!("of {first} and {second}"), are_here, expected)?;
        }
        Ok(())
    }
}

impl PairTest {
    /// Returns a test of the first entrant against the second.
    pub fn of_first_two(hypotheses: Hypotheses) -> PairTest {
        PairTest { hypotheses, entrants: (Entrant(0), Entrant(1)) }
    }
}
