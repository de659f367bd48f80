//! `referee tournament create`: open on a server the tournament that a file describes.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use crate::{
    cli::{output::answer, server_matches::OfServer},
    pb::v1,
    remote::{CallArgs, Calls},
    runner::{engine_words::BadWords, tournament::file::TournamentFile},
    store::codec::tournament::rules_message,
};

const EXAMPLES: &str = "\
Examples:
  referee tournament create cup.toml              it begins at once, between the entrants of the file
  referee tournament create cup.toml --entries    whoever wants to enters first: it begins with `referee tournament start`

The file is the same as for `run` (docs/tournaments.md), but that its entrants are players of the server and have a name alone, and that
`matches` has the options of `referee match create`. It prints the name of the tournament in ids, with --json its summary
(TournamentSummary). Asked again with the same file, it is the same tournament.

Exit codes: 0 opened, 1 the server refused or was not reached, 2 the command line or the file cannot be taken as it stands.";

/// Arguments of `referee tournament create`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CreateArgs {
    /// The server, who asks, and how the answer is printed.
    #[command(flatten)]
    call: CallArgs,
    /// The file that describes the tournament
    file: PathBuf,
    /// Leave it open for entries, in place of beginning at once
    #[arg(long)]
    entries: bool,
}

/// Opens on a server the tournament that a file describes.
pub fn run(args: CreateArgs) -> anyhow::Result<ExitCode> {
    let asked = read(&args)?;
    answer(&args.call, async |calls: Calls| calls.create_tournament(&asked).await)
}

fn read(args: &CreateArgs) -> anyhow::Result<v1::CreateTournamentRequest> {
    let file = TournamentFile::read(&args.file)?;
    for entrant in &file.entrants {
        if entrant.cmd.is_some() || entrant.tc.is_some() || entrant.dir.is_some() || !entrant.options.is_empty() {
            let text = format!("entrant {} has more than a name, expected the name of a player alone", entrant.name);
            return Err(BadWords::new(text).into());
        }
    }
    let rules = if args.entries { file.rules_of_any()? } else { file.rules()? };
    let of = OfServer { path: &args.file, game: &file.game, openings: file.openings.as_ref() };
    let matches = of.matches(&file.match_words()?, file.game_options()?, file.concurrency.unwrap_or(0).into())?;
    Ok(v1::CreateTournamentRequest {
        tournament: file.id().to_owned(),
        name: file.name.clone().unwrap_or_default(),
        rules: Some(rules_message(&rules)),
        matches: Some(matches),
        entrants: file.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        start: !args.entries,
    })
}
