//! `referee ladder create`: create on a server the ladder that a file describes.

use std::{
    num::{NonZeroU32, NonZeroU64},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;

use crate::{
    cli::{console::output::answer, online::server_matches::OfServer},
    pb::v1,
    remote::{CallArgs, Calls},
    runner::{
        contest::ContestFile as _,
        ladder::file::{
            CategoryTable, EntrantTable, KnownTable, LadderFile, PairingTable, QuarantineTable, REPLAYS, RatedBy,
        },
        options::{
            engine_words::BadWords,
            file_words::{game_options, match_words},
        },
    },
    store::codec::contest::write_ms,
};

const EXAMPLES: &str = "\
Examples:
  referee ladder create ladder.toml

See docs/ladders.md for the file. Prints the ladder's id or, with --json, its summary
(ContestSummary). Repeating the command with the same file is safe.

Exit codes: 0 created, 1 the server refused or could not be reached, 2 usage error or
invalid file.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CreateArgs {
    #[command(flatten)]
    call: CallArgs,
    /// Ladder file
    file: PathBuf,
}

/// Creates on a server the ladder that a file describes.
pub fn run(args: CreateArgs) -> anyhow::Result<ExitCode> {
    let asked = asked(&args.file, LadderFile::read(&args.file)?)?;
    answer(&args.call, async |calls: Calls| calls.create_ladder(&asked).await)
}

fn asked(path: &Path, file: LadderFile) -> anyhow::Result<v1::CreateLadderRequest> {
    let at_once = file.concurrency.map(|most| most.get().into());
    let ms = |ms: NonZeroU64| write_ms(ms.get());
    let QuarantineTable { faults, first_ms, longest_ms } = file.quarantine;
    Ok(v1::CreateLadderRequest {
        ladder_id: file.id.unwrap_or_default(),
        name: file.name.unwrap_or_default(),
        categories: file.categories.into_iter().map(|table| category(path, table)).collect::<anyhow::Result<_>>()?,
        pairing: Some(pairing(file.pairing, at_once)),
        quarantine: Some(v1::LadderQuarantine {
            faults: said(faults),
            first_ms: first_ms.map(ms),
            longest_ms: longest_ms.map(ms),
        }),
        replays: file.replays.unwrap_or(REPLAYS),
        version_sd: said(file.version_sd),
        accept_within_ms: file.accept_within.map(|seconds| write_ms(seconds.saturating_mul(1000))),
        entrants: file.entrants.into_iter().map(entry).collect::<Result<_, _>>()?,
    })
}

fn said(number: Option<NonZeroU32>) -> Option<u32> {
    number.map(NonZeroU32::get)
}

/// Returns the pairing rules. An encounter has only one open match at a time, so `at_once` limits
/// the encounters.
fn pairing(table: PairingTable, at_once: Option<u32>) -> v1::LadderPairing {
    v1::LadderPairing {
        patience_ms: table.patience_ms.map(write_ms),
        least_quality_permille: table.least_quality_permille,
        wide_encounters: table.wide_encounters,
        matches_per_day: said(table.matches_per_day),
        opponent_share_percent: said(table.opponent_share_percent),
        encounters_in_flight: said(table.encounters_in_flight).or(at_once),
        owner_in_flight: said(table.owner_in_flight),
        matches_in_all: table.matches_in_all,
        matches_each: table.matches_each,
    }
}

fn category(path: &Path, table: CategoryTable) -> anyhow::Result<v1::LadderCategorySetup> {
    let of = OfServer { path, game: &table.game, openings: table.openings.as_ref() };
    let matches = of.matches(&match_words(&table.matches)?, game_options(&table.options)?, None)?;
    let rated_by = table.rated_by.map(|rated_by| match rated_by {
        RatedBy::Ranks => v1::LadderRatedBy::Ranks,
        RatedBy::Points => v1::LadderRatedBy::Points,
    });
    Ok(v1::LadderCategorySetup {
        name: table.name,
        seats: said(table.seats),
        matches_per_encounter: said(table.matches_per_encounter),
        matches: Some(matches),
        rated_by: rated_by.unwrap_or_default().into(),
    })
}

fn entry(table: EntrantTable) -> Result<v1::LadderEntry, BadWords> {
    if !table.engine().is_name_alone() {
        let text =
            format!("entrant {} has an engine, expected a player of the server (use `run` for engines)", table.name);
        return Err(BadWords::new(text));
    }
    let known = |KnownTable { category, elo, sd }| v1::LadderKnownRating { category, elo, sd };
    Ok(v1::LadderEntry {
        player: table.name,
        categories: table.categories,
        at_once: said(table.at_once),
        matches_per_day: said(table.matches_per_day),
        version_of: table.version_of,
        known_ratings: table.known_ratings.into_iter().map(known).collect(),
    })
}
