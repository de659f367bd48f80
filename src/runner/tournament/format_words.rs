//! The format of a tournament as its file words it: the table `[format]`.

use serde::Deserialize;

use crate::{
    ids::Seat,
    runner::engine_words::BadWords,
    tournament::{Format, knockout::ThirdPlace, rules::MAX_ARENA_MS, standings::TieBreak, swiss::Acceleration},
};

/// How long somebody who is free waits for others in an arena, in milliseconds, unless the file says it.
const PATIENCE_MS: u64 = 2000;
/// The longest arena, in seconds.
const MAX_SECONDS: u64 = MAX_ARENA_MS / 1000;

/// Who meets whom: a kind, and what only tournaments of that kind have.
///
/// One table for all kinds, not one type for each, so that an error about a value points to its line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormatTable {
    pub kind: Kind,
    /// How often everybody meets whom they meet, or the design of the tables is played; once unless given.
    pub cycles: Option<u32>,
    /// How many entrants, the first, meet all others in a gauntlet; 1 unless given.
    pub challengers: Option<u32>,
    /// How many stages a Swiss has.
    pub stages: Option<u32>,
    /// The seat of the first entrant in the first stage of a Swiss; 0 unless given.
    pub initial_seat: Option<u8>,
    /// Whether the strong meet earlier in a Swiss; they do not unless given.
    pub accelerated: Option<bool>,
    /// Whether the third place of a knockout is played for; it is not unless given.
    pub third_place: Option<bool>,
    /// How many encounters a king of the hill has.
    pub challenges: Option<u32>,
    /// How long an arena lasts, in seconds.
    pub seconds: Option<u64>,
    /// How long somebody who is free waits for others in an arena, in milliseconds; 2000 unless given.
    pub patience_ms: Option<u64>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    RoundRobin,
    /// The first entrants meet all others.
    Gauntlet,
    /// Tables of 3 to 8 seats.
    Tables,
    /// The Dutch system.
    Swiss,
    Knockout,
    /// Who loses twice is out.
    DoubleElimination,
    /// One defends its place against all others in turn.
    KingOfTheHill,
    /// Whoever is free is paired again.
    Arena,
}

impl Kind {
    /// Its word in the file, and the keys that its table takes.
    fn words(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Kind::RoundRobin => ("round_robin", &["cycles"]),
            Kind::Gauntlet => ("gauntlet", &["challengers", "cycles"]),
            Kind::Tables => ("tables", &["cycles"]),
            Kind::Swiss => ("swiss", &["stages", "initial_seat", "accelerated"]),
            Kind::Knockout => ("knockout", &["third_place"]),
            Kind::DoubleElimination => ("double_elimination", &[]),
            Kind::KingOfTheHill => ("king_of_the_hill", &["challenges"]),
            Kind::Arena => ("arena", &["seconds", "patience_ms"]),
        }
    }
}

impl FormatTable {
    /// The format that it says.
    pub(super) fn read(&self) -> Result<Format, BadWords> {
        self.check_keys()?;
        let cycles = self.cycles.unwrap_or(1);
        Ok(match self.kind {
            Kind::RoundRobin => Format::RoundRobin { cycles },
            Kind::Gauntlet => Format::Gauntlet { challengers: self.challengers.unwrap_or(1), cycles },
            Kind::Tables => Format::Tables { cycles },
            Kind::Swiss => Format::Swiss {
                stages: self.needed("stages", self.stages)?,
                initial_seat: Seat(self.initial_seat.unwrap_or(0)),
                acceleration: if self.accelerated == Some(true) { Acceleration::Baku } else { Acceleration::None },
            },
            Kind::Knockout => Format::Knockout {
                third_place: if self.third_place == Some(true) { ThirdPlace::Played } else { ThirdPlace::Shared },
            },
            Kind::DoubleElimination => Format::DoubleElimination,
            Kind::KingOfTheHill => Format::KingOfTheHill { challenges: self.needed("challenges", self.challenges)? },
            Kind::Arena => self.arena()?,
        })
    }

    fn arena(&self) -> Result<Format, BadWords> {
        let seconds = self.needed("seconds", self.seconds)?;
        if !(1..=MAX_SECONDS).contains(&seconds) {
            return Err(BadWords::new(format!("format.seconds is {seconds}, expected 1 to {MAX_SECONDS}")));
        }
        let duration_ms = seconds * 1000;
        Ok(Format::Arena { duration_ms, patience_ms: self.patience_ms.unwrap_or(PATIENCE_MS.min(duration_ms)) })
    }

    /// Whether all that is given is of this kind.
    fn check_keys(&self) -> Result<(), BadWords> {
        let given = [
            ("cycles", self.cycles.is_some()),
            ("challengers", self.challengers.is_some()),
            ("stages", self.stages.is_some()),
            ("initial_seat", self.initial_seat.is_some()),
            ("accelerated", self.accelerated.is_some()),
            ("third_place", self.third_place.is_some()),
            ("challenges", self.challenges.is_some()),
            ("seconds", self.seconds.is_some()),
            ("patience_ms", self.patience_ms.is_some()),
        ];
        let (kind, takes) = self.kind.words();
        let Some((key, _)) = given.iter().find(|(key, is_given)| *is_given && !takes.contains(key)) else {
            return Ok(());
        };
        let known = [&["kind"], takes].concat().join(", ");
        Err(BadWords::new(format!("unexpected format.{key} for kind = \"{kind}\": expected only {known}")))
    }

    fn needed<T>(&self, key: &str, given: Option<T>) -> Result<T, BadWords> {
        let (kind, _) = self.kind.words();
        given.ok_or_else(|| BadWords::new(format!("missing format.{key} (required for kind = \"{kind}\")")))
    }

    /// What parts those who have as many points where the file does not say.
    pub(super) fn usual_tie_breaks(&self) -> Vec<TieBreak> {
        let buchholz = |cut_least| TieBreak::Buchholz { cut_least, cut_greatest: 0 };
        match self.kind {
            Kind::Swiss => vec![buchholz(1), buchholz(0), TieBreak::SonnebornBerger, TieBreak::Wins],
            Kind::Tables => vec![TieBreak::Wins],
            _ => vec![TieBreak::DirectEncounter, TieBreak::SonnebornBerger, TieBreak::Wins],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(table: &str) -> Result<Format, String> {
        let table: FormatTable = toml::from_str(table).map_err(|bad| bad.to_string())?;
        table.read().map_err(|bad| bad.text)
    }

    #[test]
    fn a_key_of_another_kind_or_one_that_is_missing_is_named() {
        for (table, named) in [
            ("kind = \"swiss\"", "missing format.stages (required for kind = \"swiss\")"),
            ("kind = \"king_of_the_hill\"", "missing format.challenges"),
            ("kind = \"arena\"\nseconds = 0", "format.seconds is 0, expected 1 to 2678400"),
            (
                "kind = \"round_robin\"\nstages = 5",
                "unexpected format.stages for kind = \"round_robin\": expected only kind, cycles",
            ),
            (
                "kind = \"double_elimination\"\ncycles = 2",
                "unexpected format.cycles for kind = \"double_elimination\": expected only kind",
            ),
            ("kind = \"gauntlet\"\ncycles = -1", "line 2, column 10"),
            ("kind = 0", "line 1, column 8"),
            ("kind = \"knockout\"\nrounds = 3", "unknown field `rounds`"),
        ] {
            let said = of(table).map(|_| ()).unwrap_err();
            assert!(said.contains(named), "{table}: {said}");
        }
    }

    #[test]
    fn what_is_not_given_is_as_usual() {
        assert_eq!(of("kind = \"round_robin\""), Ok(Format::RoundRobin { cycles: 1 }));
        assert_eq!(of("kind = \"arena\"\nseconds = 1"), Ok(Format::Arena { duration_ms: 1000, patience_ms: 1000 }));
        assert_eq!(of("kind = \"knockout\""), Ok(Format::Knockout { third_place: ThirdPlace::Shared }));
    }
}
