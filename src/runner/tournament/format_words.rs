//! The format of a tournament in its file: the table `[format]`.

use serde::Deserialize;

use crate::{
    ids::Seat,
    runner::options::engine_words::BadWords,
    tournament::{
        Format,
        pairing::{knockout::ThirdPlace, swiss::Acceleration},
        rules::MAX_ARENA_MS,
        standings::TieBreak,
    },
};

/// Default wait of a free entrant for better opponents in an arena, in milliseconds.
const PATIENCE_MS: u64 = 2000;
/// Maximum duration of an arena, in seconds.
const MAX_SECONDS: u64 = MAX_ARENA_MS / 1000;

/// The format. Each kind has its own keys.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FormatTable {
    RoundRobin {
        #[serde(default = "one")]
        cycles: u32,
    },
    Gauntlet {
        #[serde(default = "one")]
        challengers: u32,
        #[serde(default = "one")]
        cycles: u32,
    },
    Tables {
        #[serde(default = "one")]
        cycles: u32,
    },
    Swiss {
        stages: u32,
        #[serde(default)]
        initial_seat: u8,
        #[serde(default)]
        accelerated: bool,
    },
    Knockout {
        #[serde(default)]
        third_place: bool,
    },
    DoubleElimination {},
    KingOfTheHill {
        challenges: u32,
    },
    Arena {
        seconds: u64,
        patience_ms: Option<u64>,
    },
}

fn one() -> u32 {
    1
}

impl FormatTable {
    /// Returns the format of the table.
    pub(super) fn read(&self) -> Result<Format, BadWords> {
        Ok(match *self {
            FormatTable::RoundRobin { cycles } => Format::RoundRobin { cycles },
            FormatTable::Gauntlet { challengers, cycles } => Format::Gauntlet { challengers, cycles },
            FormatTable::Tables { cycles } => Format::Tables { cycles },
            FormatTable::Swiss { stages, initial_seat, accelerated } => Format::Swiss {
                stages,
                initial_seat: Seat(initial_seat),
                acceleration: if accelerated { Acceleration::Baku } else { Acceleration::None },
            },
            FormatTable::Knockout { third_place } => {
                Format::Knockout { third_place: if third_place { ThirdPlace::Played } else { ThirdPlace::Shared } }
            }
            FormatTable::DoubleElimination {} => Format::DoubleElimination,
            FormatTable::KingOfTheHill { challenges } => Format::KingOfTheHill { challenges },
            FormatTable::Arena { seconds, patience_ms } => {
                if !(1..=MAX_SECONDS).contains(&seconds) {
                    return Err(BadWords::new(format!("format.seconds is {seconds}, expected 1 to {MAX_SECONDS}")));
                }
                let duration_ms = seconds * 1000;
                Format::Arena { duration_ms, patience_ms: patience_ms.unwrap_or(PATIENCE_MS.min(duration_ms)) }
            }
        })
    }

    /// Returns the default tie-breaks.
    pub(super) fn usual_tie_breaks(&self) -> Vec<TieBreak> {
        let buchholz = |cut_least| TieBreak::Buchholz { cut_least, cut_greatest: 0 };
        match self {
            FormatTable::Swiss { .. } => vec![buchholz(1), buchholz(0), TieBreak::SonnebornBerger, TieBreak::Wins],
            FormatTable::Tables { .. } => vec![TieBreak::Wins],
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
            ("kind = \"swiss\"", "missing field `stages`"),
            ("kind = \"king_of_the_hill\"", "missing field `challenges`"),
            ("kind = \"arena\"\nseconds = 0", "format.seconds is 0, expected 1 to 2678400"),
            ("kind = \"round_robin\"\nstages = 5", "unknown field `stages`, expected `cycles`"),
            ("kind = \"double_elimination\"\ncycles = 2", "unknown field `cycles`"),
            ("kind = \"gauntlet\"\ncycles = -1", "integer `-1`, expected u32"),
            ("kind = 0", "integer `0`"),
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
