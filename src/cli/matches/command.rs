//! Which of the commands about matches on a server.

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::{create, list, record, rematch, results, standings, submit, watch};

const EXAMPLES: &str = "\
Examples:
  referee match create kamisado --player ann --player house-search
  referee match list --state live
  referee match watch MATCH --board
  referee match record MATCH > match.jsonl";

/// Arguments of `referee match`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MatchArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What there is to do with matches.
#[derive(Subcommand)]
pub enum Action {
    /// Open a match
    Create(create::CreateArgs),
    /// List matches, the newest first
    List(list::ListArgs),
    /// List how matches ended, in the order in which they did
    Results(results::ResultsArgs),
    /// Print how a tournament or ladder of a program outside the server stands
    Standings(standings::StandingsArgs),
    /// Watch a match
    Watch(watch::WatchArgs),
    /// Fetch the record of a match that is over
    Record(record::RecordArgs),
    /// Ask for a rematch of a match that is over, or agree to it
    Rematch(rematch::RematchArgs),
    /// Resign a match
    Resign(submit::SeatArgs),
    /// Call off a match that has not started
    Abort(submit::SeatArgs),
}

/// Does it.
pub fn run(args: MatchArgs) -> anyhow::Result<ExitCode> {
    match args.action {
        Action::Create(args) => create::run(args),
        Action::List(args) => list::run(args),
        Action::Results(args) => results::run(args),
        Action::Standings(args) => standings::run(args),
        Action::Watch(args) => watch::run(args),
        Action::Record(args) => record::run(args),
        Action::Rematch(args) => rematch::run(args),
        Action::Resign(args) => submit::resign(args),
        Action::Abort(args) => submit::abort(args),
    }
}
