//! A ladder as a file in TOML describes it: for a server, or for engines of this machine.

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

/// A ladder as its file describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LadderFile {
    /// Its display name; default: the name of the file.
    pub name: Option<String>,
    /// Its name in ids; the name of the file unless given.
    pub id: Option<String>,
    /// Maximum replays of a void match; default 1.
    pub replays: Option<u32>,
    /// Seconds that a match waits on a server for players that do not agree to it or cannot be
    /// seated; default 600.
    pub accept_within: Option<u64>,
    /// How much a new version differs from its parent, in Elo; 100 unless given.
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
    /// How many seats a match has; 2 unless given.
    pub seats: Option<NonZeroU32>,
    /// How many matches an encounter has; as many as seats unless given.
    pub matches_per_encounter: Option<NonZeroU32>,
    pub openings: Option<OpeningsTable>,
    /// The basis of its ratings; default: ranks.
    pub rated_by: Option<RatedBy>,
    /// How matches are played: options of `referee play`, or of `referee match create` on a server.
    #[serde(default)]
    pub matches: BTreeMap<String, Value>,
}

/// The basis of a category's ratings.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RatedBy {
    /// The order of the places.
    Ranks,
    /// By the game's own points a deal.
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
    /// Its display name if it is not its name; for engines of this machine.
    #[serde(skip)]
    pub display_name: String,
    /// Its categories by name; default: all.
    #[serde(default)]
    pub categories: Vec<String>,
    /// How many encounters it plays at the same time; 1 unless given.
    pub at_once: Option<NonZeroU32>,
    /// How many matches it plays in a day at most; as many as the ladder allows unless given.
    pub matches_per_day: Option<NonZeroU32>,
    /// The earlier entrant that it is a new version of; may be empty.
    #[serde(default)]
    pub version_of: String,
    /// Its known ratings.
    #[serde(default)]
    pub known_ratings: Vec<KnownTable>,
    /// The command of its engine; players of a server have none.
    pub cmd: Option<String>,
    /// The time control of its engine; that of `matches` unless given.
    pub tc: Option<String>,
    pub dir: Option<String>,
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
}

/// A rating that is known beforehand.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownTable {
    pub category: String,
    /// The rating, in Elo.
    pub elo: i32,
    /// Its standard deviation, in Elo; 0 if it never moves.
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
    /// The entrant that this is a new version of, by name or display name.
    pub fn version_of(&self, of: &EntrantTable) -> Option<&EntrantTable> {
        let is_named = |one: &&EntrantTable| one.name == of.version_of || one.display_name == of.version_of.trim();
        self.entrants.iter().filter(|_| !of.version_of.is_empty()).find(is_named)
    }

    /// Returns the category of engines of this machine: they play one game in a run.
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
    /// How many seats a match has.
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
