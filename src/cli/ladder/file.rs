//! A ladder as a file in TOML describes it.

use std::{collections::BTreeMap, path::Path};

use serde::Deserialize;
use toml::Value;

use crate::{
    cli::server_matches::OfServer,
    pb::{log, v1},
    runner::{
        engine_words::BadWords,
        tournament::file::{OpeningsTable, game_options, id_of_file, match_words, read_text},
    },
};

/// How often a match that counts for nobody is played again, unless the file says it.
const REPLAYS: u32 = 1;

/// A ladder as its file describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LadderFile {
    /// What it is called; the name of the file unless given.
    name: Option<String>,
    /// Its name in ids; the name of the file unless given.
    id: Option<String>,
    /// How often a match that counts for nobody is played again; once unless given.
    replays: Option<u32>,
    /// How much a new version differs from its parent, in Elo; 100 unless given.
    #[serde(default)]
    version_sd: u32,
    /// What is played.
    #[serde(default)]
    categories: Vec<CategoryTable>,
    /// Who meets whom.
    #[serde(default)]
    pairing: PairingTable,
    /// What follows from faults.
    #[serde(default)]
    quarantine: QuarantineTable,
    /// Who takes part from the start.
    #[serde(default)]
    entrants: Vec<EntrantTable>,
}

/// Something that is played.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CategoryTable {
    name: String,
    game: String,
    #[serde(default)]
    options: BTreeMap<String, Value>,
    #[serde(default)]
    seats: u32,
    #[serde(default)]
    matches_per_encounter: u32,
    openings: Option<OpeningsTable>,
    rated_by: Option<RatedBy>,
    #[serde(default)]
    matches: BTreeMap<String, Value>,
}

/// By what a category is rated.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RatedBy {
    Ranks = log::LadderRatedBy::Ranks as isize,
    Points = log::LadderRatedBy::Points as isize,
}

/// Who meets whom: a key that is not there is as the server has it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct PairingTable {
    patience_ms: u64,
    least_quality_permille: u32,
    wide_encounters: u32,
    matches_per_day: u32,
    opponent_share_percent: u32,
    encounters_in_flight: u32,
    owner_in_flight: u32,
    matches_in_all: u32,
    matches_each: u32,
}

/// What follows from faults: a key that is not there is as the server has it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct QuarantineTable {
    faults: u32,
    first_ms: u64,
    longest_ms: u64,
}

/// Somebody who takes part from the start.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntrantTable {
    name: String,
    #[serde(default)]
    categories: Vec<String>,
    #[serde(default)]
    at_once: u32,
    #[serde(default)]
    matches_per_day: u32,
    #[serde(default)]
    version_of: String,
    #[serde(default)]
    known_ratings: Vec<KnownTable>,
}

/// A rating that is known beforehand.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownTable {
    category: String,
    elo: i32,
    #[serde(default)]
    sd: u32,
}

/// The ladder that a file describes.
pub fn read(path: &Path) -> anyhow::Result<v1::CreateLadderRequest> {
    let unreadable =
        |bad: toml::de::Error| BadWords::new(format!("{}: {}", path.display(), bad.to_string().trim_end()));
    let file: LadderFile = toml::from_str(&read_text(path)?).map_err(unreadable)?;
    let PairingTable {
        patience_ms,
        least_quality_permille,
        wide_encounters,
        matches_per_day,
        opponent_share_percent,
        encounters_in_flight,
        owner_in_flight,
        matches_in_all,
        matches_each,
    } = file.pairing;
    let QuarantineTable { faults, first_ms, longest_ms } = file.quarantine;
    Ok(v1::CreateLadderRequest {
        ladder: file.id.unwrap_or_else(|| id_of_file(path)),
        name: file.name.unwrap_or_default(),
        categories: file.categories.into_iter().map(|table| category(path, table)).collect::<anyhow::Result<_>>()?,
        pairing: Some(log::LadderPairing {
            patience_ms,
            least_quality_permille,
            wide_encounters,
            matches_per_day,
            opponent_share_percent,
            encounters_in_flight,
            owner_in_flight,
            matches_in_all,
            matches_each,
        }),
        quarantine: Some(log::LadderQuarantine { faults, first_ms, longest_ms }),
        replays: file.replays.unwrap_or(REPLAYS),
        version_sd: file.version_sd,
        entrants: file.entrants.into_iter().map(entry).collect(),
    })
}

fn category(path: &Path, table: CategoryTable) -> anyhow::Result<v1::LadderCategorySetup> {
    let of = OfServer { path, game: &table.game, openings: table.openings.as_ref() };
    let matches = of.matches(&match_words(&table.matches)?, game_options(&table.options)?, 0)?;
    Ok(v1::LadderCategorySetup {
        name: table.name,
        seats: table.seats,
        matches_per_encounter: table.matches_per_encounter,
        matches: Some(matches),
        rated_by: table.rated_by.map_or(0, |rated_by| rated_by as i32),
    })
}

fn entry(table: EntrantTable) -> v1::LadderEntry {
    let known = |KnownTable { category, elo, sd }| v1::LadderKnownRating { category, elo, sd };
    v1::LadderEntry {
        player: table.name,
        categories: table.categories,
        at_once: table.at_once,
        matches_per_day: table.matches_per_day,
        version_of: table.version_of,
        known_ratings: table.known_ratings.into_iter().map(known).collect(),
    }
}
