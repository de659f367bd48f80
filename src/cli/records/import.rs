//! `referee import`: a match from JSON or from the text of its game, as a record.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context as _;
use clap::Args;

use super::{
    export::write,
    plain::{self, MAX_BYTES},
    replay::opened_file,
};
use crate::{bounded_file, cli::usage::find, store::record};

const EXAMPLES: &str = "\
Examples:
  referee import game.json --output game.jsonl
  referee import game.txt --output game.jsonl       a game string, or tags and moves
  referee import game.txt | referee replay - --board

Reads what `referee export` writes, up to 8 MiB, and recognizes the form. Every move is
played by the rules. Without tags for players, the sides give the names.

The record is marked as imported. It has no clocks and no signature, and is never rated:
`referee report` and `referee stats` leave it out. An end that no move proves, such as a
flag, is recorded as the referee's word.

Exit codes: 0 written, 1 the text is unreadable or against the rules, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ImportArgs {
    /// File with one match; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Game that the text must be of [default: any]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Record file to write or replace [default: standard output]
    #[arg(long, value_name = "RECORD")]
    output: Option<PathBuf>,
}

pub fn run(args: ImportArgs) -> anyhow::Result<ExitCode> {
    let game = args.game.as_deref().map(find).transpose()?;
    let context = || format!("failed to import {}", args.file);
    let source = opened_file(&args.file).with_context(context)?;
    let text = bounded_file::read_text_from(source, MAX_BYTES).with_context(context)?;
    let events = plain::read(&text, game).with_context(context)?;
    write(args.output.as_deref(), &record::write_sealed(&events, None))?;
    Ok(ExitCode::SUCCESS)
}
