//! A TOML file that describes a ladder, for a server or for engines of this machine.

use std::{
    collections::BTreeMap,
    num::{NonZeroU16, NonZeroU32, NonZeroU64},
};

use serde::Deserialize;
use toml::Value;

use crate::{
    ladder,
    runner::{
        contest::{ContestFile, Parts},
        options::{
            engine_words::BadWords,
            file_words::{self, OpeningsTable, PlayedAs},
        },
    },
};

/// Default number of replays of a void match.
pub const REPLAYS: u32 = 1;

/// The content of a ladder file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LadderFile {
    /// The display name of the ladder; default: the name of the file.
    pub name: Option<String>,
    /// Id of the ladder; default: the file name.
    pub id: Option<String>,
    /// Maximum replays of a void match; default 1.
    pub replays: Option<u32>,
    /// Seconds that a match waits on a server for players that have not accepted it or cannot be
    /// seated; default 600.
    pub accept_within: Option<u64>,
    /// Standard deviation of the difference between a new version and its parent, in Elo; default
    /// 100.
    pub version_sd: Option<NonZeroU32>,
    /// The seed of deals and of the order of openings, for local engines; default 0.
    #[serde(default)]
    pub seed: u64,
    /// Maximum concurrent matches; default 1 for local engines, and the value of `pairing` on a
    /// server.
    pub concurrency: Option<NonZeroU16>,
    #[serde(default)]
    pub categories: Vec<CategoryTable>,
    #[serde(default)]
    pub pairing: PairingTable,
    /// Consequences of faults.
    #[serde(default)]
    pub quarantine: QuarantineTable,
    /// The initial entrants.
    #[serde(default)]
    pub entrants: Vec<EntrantTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CategoryTable {
    pub name: String,
    /// The id of the game.
    pub game: String,
    /// The options of the game.
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
    /// Number of seats of a match; default 2.
    pub seats: Option<NonZeroU32>,
    /// Number of matches of an encounter; default: the number of seats.
    pub matches_per_encounter: Option<NonZeroU32>,
    pub openings: Option<OpeningsTable>,
    /// The basis of the category's ratings; default: ranks.
    pub rated_by: Option<RatedBy>,
    /// Match settings: options of `referee play`, or of `referee match create` on a server.
    #[serde(default)]
    pub matches: BTreeMap<String, Value>,
}

/// The basis of a category's ratings.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RatedBy {
    /// Ratings by the order of places.
    Ranks,
    /// Ratings by the game's own points per deal.
    Points,
}

/// The pairing rules, as in [`ladder::PairingRules`].
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PairingTable {
    pub patience_ms: Option<u64>,
    pub least_quality_permille: Option<u32>,
    pub wide_encounters: Option<u32>,
    pub matches_per_day: Option<NonZeroU32>,
    pub opponent_share_percent: Option<NonZeroU32>,
    pub encounters_in_flight: Option<NonZeroU32>,
    pub owner_in_flight: Option<NonZeroU32>,
    pub matches_in_all: Option<u32>,
    pub matches_each: Option<u32>,
}

/// Consequences of faults, as in [`ladder::QuarantineRules`].
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct QuarantineTable {
    pub faults: Option<NonZeroU32>,
    pub first_ms: Option<NonZeroU64>,
    pub longest_ms: Option<NonZeroU64>,
}

/// An initial entrant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntrantTable {
    pub name: String,
    /// The display name, if it differs from the name; for engines of this machine.
    #[serde(skip)]
    pub display_name: String,
    /// The categories of the entrant, by name; default: all.
    #[serde(default)]
    pub categories: Vec<String>,
    /// Maximum encounters at the same time; default 1.
    pub at_once: Option<NonZeroU32>,
    /// Maximum matches per day; default: as many as the ladder allows.
    pub matches_per_day: Option<NonZeroU32>,
    /// The earlier entrant of which this is a new version; can be empty.
    #[serde(default)]
    pub version_of: String,
    /// The known ratings of the entrant before all matches.
    #[serde(default)]
    pub known_ratings: Vec<KnownTable>,
    /// The command of the engine; players of a server have none.
    pub cmd: Option<String>,
    /// The time control of the engine; default: the one of `matches`.
    pub tc: Option<String>,
    pub dir: Option<String>,
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
}

/// A rating known before all matches.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownTable {
    pub category: String,
    /// The rating, in Elo.
    pub elo: i32,
    /// The standard deviation of the rating, in Elo; 0 if the rating never moves.
    #[serde(default)]
    pub sd: u32,
}

impl ContestFile for LadderFile {
    fn parts(&mut self) -> Parts<'_> {
        Parts {
            id: &mut self.id,
            name: &mut self.name,
            entrants: self.entrants.iter_mut().map(|one| (&mut one.name, &mut one.display_name)).collect(),
            concurrency: self.concurrency,
            seed: self.seed,
            openings: self.categories.first().and_then(|one| one.openings.as_ref()),
        }
    }

    fn id(&self) -> &str {
        self.id.as_deref().unwrap_or_default()
    }

    fn arguments(&self) -> Result<Vec<String>, BadWords> {
        let CategoryTable { game, options, matches, .. } = self.category()?;
        let seats = self.category()?.seats()?;
        let engines: Vec<_> = self.entrants.iter().map(EntrantTable::engine).collect();
        PlayedAs { game, options, seats, matches, seed: self.seed }.arguments(&engines)
    }
}

impl LadderFile {
    /// Returns the entrant of which this is a new version, by name or display name.
    pub fn version_of(&self, of: &EntrantTable) -> Option<&EntrantTable> {
        let is_named = |one: &&EntrantTable| one.name == of.version_of || one.display_name == of.version_of.trim();
        self.entrants.iter().filter(|_| !of.version_of.is_empty()).find(is_named)
    }

    /// Returns the only category for engines of this machine: a run has one game.
    pub fn category(&self) -> Result<&CategoryTable, BadWords> {
        match self.categories.as_slice() {
            [only] => Ok(only),
            all => {
                let text = format!("{} categories, expected 1 for local engines", all.len());
                Err(BadWords::new(text))
            }
        }
    }
}

impl CategoryTable {
    /// Returns the number of seats of a match.
    pub fn seats(&self) -> Result<u8, BadWords> {
        let seats = self.seats.map_or(2, NonZeroU32::get);
        u8::try_from(seats).map_err(|_| BadWords::new(format!("seats is {seats}, expected 2 to 8")))
    }
}

impl EntrantTable {
    pub fn engine(&self) -> file_words::EntrantTable {
        let EntrantTable { name, display_name, cmd, tc, dir, options, .. } = self;
        file_words::EntrantTable {
            name: name.clone(),
            display_name: display_name.clone(),
            cmd: cmd.clone(),
            tc: tc.clone(),
            dir: dir.clone(),
            options: options.clone(),
        }
    }
}

impl From<RatedBy> for ladder::RatedBy {
    fn from(word: RatedBy) -> ladder::RatedBy {
        match word {
            RatedBy::Ranks => ladder::RatedBy::Ranks,
            RatedBy::Points => ladder::RatedBy::Points,
        }
    }
}
