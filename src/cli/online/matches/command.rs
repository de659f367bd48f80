//! Arguments of the commands about matches on a server.

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::{create, list, record, rematch, results, standings, submit, watch};

const EXAMPLES: &str = "\
Examples:
  referee match create kamisado --player ann --player house-search
  referee match list --state live
  referee match watch MATCH --board
  referee match record MATCH > match.jsonl";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MatchArgs {
    #[command(subcommand)]
    pub action: Action,
}

#[derive(Subcommand)]
pub enum Action {
    /// Open a match
    Create(create::CreateArgs),
    /// List matches, newest first
    List(list::ListArgs),
    /// List results in the order in which matches ended
    Results(results::ResultsArgs),
    /// Print the standings of a contest run by an external program
    Standings(standings::StandingsArgs),
    /// Watch a match
    Watch(watch::WatchArgs),
    /// Fetch the record of a finished match
    Record(record::RecordArgs),
    /// Request a rematch of a finished match, or accept one
    Rematch(rematch::RematchArgs),
    /// Resign a match
    Resign(submit::SeatArgs),
    /// Abort a match that has not started
    Abort(submit::SeatArgs),
}

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
