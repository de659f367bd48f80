//! `referee export`: a match of a record as JSON, as the text of its game, or as a picture.

use std::{
    io::Write as _,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    str::FromStr,
};

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};

use super::{pictures, plain, replay::opened_file};
use crate::{
    cli::usage::{Usage, find},
    ids::{Seat, Viewer},
    law::{Fact, MatchOpened, plain::PlainMatch},
    replaced_file::ReplacedFile,
    standard_output::standard_output,
    stats::counted,
    store::record::{Record, Records},
};

const EXAMPLES: &str = "\
Examples:
  referee export records/hive.jsonl                                one JSON document
  referee export records/hive.jsonl --format text                  the game string of UHP
  referee export tournaments/cup/records.jsonl --match 3 --format text --output game.txt
  referee match record MATCH | referee export - --format text
  referee export records/hive.jsonl --format svg --ply 20 --output position.svg
  referee export records/hive.jsonl --format animated-svg --output game.svg

JSON and text have no clocks, seed or signature; `referee import` reads both. The text is
a game string for Hive, and tags with numbered moves for all other games. A picture shows
a round. An animated one plays in any browser, without scripts, again and again; it has
at most 16 MiB.

A match or round that is over is open to everyone. Of a round that is not over, --viewer
decides what is shown.

Exit codes: 0 written, 1 the record is unreadable or does not verify, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportArgs {
    /// Record file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Number of the match in the file, from 1 [default: the only one]
    #[arg(long = "match", value_name = "N")]
    number: Option<NonZeroUsize>,
    /// Form of the export
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Round of the picture, from 1 [default: the last one]
    #[arg(long, value_name = "N")]
    round: Option<u32>,
    /// Steps of the round before the position of `svg` [default: all]
    #[arg(long, value_name = "N")]
    ply: Option<u32>,
    /// Seconds for each step of `animated-svg`, 0.1 to 60 [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds_per_move)]
    seconds_per_move: Option<f64>,
    /// Who sees hands in a round that is not over: a seat, `public` or `all`
    #[arg(long, value_name = "SEAT", default_value = "public")]
    viewer: ViewerArg,
    /// File to write or replace [default: standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Json,
    Text,
    Svg,
    AnimatedSvg,
}

/// A viewer on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ViewerArg(Viewer);

impl FromStr for ViewerArg {
    type Err = String;

    fn from_str(text: &str) -> Result<ViewerArg, String> {
        match text {
            "public" => Ok(ViewerArg(Viewer::Spectator)),
            "all" => Ok(ViewerArg(Viewer::Arbiter)),
            seat => {
                let seat = seat.parse().map_err(|_| "expected a seat from 0, `public` or `all`".to_owned())?;
                Ok(ViewerArg(Viewer::Seat(Seat(seat))))
            }
        }
    }
}

/// The default of `--seconds-per-move`.
const SECONDS_PER_MOVE: f64 = 1.0;

impl ExportArgs {
    /// Rejects a viewer without a seat in the match, and options that the form does not use.
    fn check(&self, opened: &MatchOpened) -> Result<(), Usage> {
        let uses = |forms: &[Format]| forms.contains(&self.format);
        let unused = [
            ("--round", self.round.is_some() && !uses(&[Format::Svg, Format::AnimatedSvg])),
            ("--ply", self.ply.is_some() && !uses(&[Format::Svg])),
            ("--seconds-per-move", self.seconds_per_move.is_some() && !uses(&[Format::AnimatedSvg])),
        ];
        if let Some((option, _)) = unused.iter().find(|(_, is_unused)| *is_unused) {
            return Err(Usage::new(format!("{option} has no meaning with this --format")));
        }
        match self.viewer.0 {
            Viewer::Seat(seat) if seat.index() >= opened.players.len() => {
                let last = opened.players.len() - 1;
                Err(Usage::new(format!("invalid --viewer {seat}: expected a seat from 0 to {last}, `public` or `all`")))
            }
            _ => Ok(()),
        }
    }
}

pub fn run(args: ExportArgs) -> anyhow::Result<ExitCode> {
    let record = record(&args.file, args.number)?;
    let (opened, viewer) = (opened(&record)?, args.viewer.0);
    let plain = PlainMatch::of(&record.events, viewer).context("the record does not verify")?;
    record.check_seal(None).context("the record does not verify")?;
    let game = find(&opened.game)?;
    args.check(opened)?;
    let round = || pictures::round(&record.events, opened, args.round, viewer);
    let text = match args.format {
        Format::Json => plain::to_json(&plain),
        Format::Text => plain::to_text(game, &plain),
        Format::Svg => pictures::position(&round()?, args.ply, game.facts(), opened)?,
        Format::AnimatedSvg => {
            let seconds = args.seconds_per_move.unwrap_or(SECONDS_PER_MOVE);
            pictures::animation(&round()?, seconds, game.facts(), opened)?
        }
    };
    write(args.output.as_deref(), &text)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns a record of a file: the one with this number, or the only one.
fn record(file: &str, number: Option<NonZeroUsize>) -> anyhow::Result<Record> {
    let context = || format!("failed to read the record {file}");
    let mut records = Records::new(opened_file(file).with_context(context)?);
    let wanted = number.map_or(1, NonZeroUsize::get);
    let mut found = None;
    for at in 1..=wanted {
        let Some(record) = records.next() else {
            bail!("--match {wanted}: {file} has {}", counted(at as u64 - 1, ["match", "matches"]))
        };
        found = Some(record.map_err(|broken| broken.cause).with_context(context)?);
    }
    if number.is_none() && records.next().transpose().map_err(|broken| broken.cause).with_context(context)?.is_some() {
        bail!("{file} has several matches: choose one with --match");
    }
    found.with_context(context)
}

fn opened(record: &Record) -> anyhow::Result<&MatchOpened> {
    match record.events.first().map(|event| &event.fact) {
        Some(Fact::MatchOpened(opened)) => Ok(opened),
        _ => bail!("the match has no opening event"),
    }
}

fn seconds_per_move(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=60.0).contains(seconds));
    seconds.ok_or_else(|| "expected a number of seconds from 0.1 to 60".to_owned())
}

/// Writes a text to a file that it replaces, or to standard output.
pub(super) fn write(output: Option<&Path>, text: &str) -> anyhow::Result<()> {
    let Some(path) = output else {
        return Ok(standard_output().verbatim().write_all(text.as_bytes())?);
    };
    let context = || format!("--output: failed to write {}", path.display());
    let mut file = ReplacedFile::create(path).with_context(context)?;
    file.write_all(text.as_bytes()).and_then(|()| file.finish()).with_context(context)
}
