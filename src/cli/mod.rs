//! The commands. Each file is one: its arguments, and `run`.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub mod bot;
pub mod check;
pub mod completions;
pub mod create;
pub mod join;
pub mod perft;
pub mod play;
pub mod register;
pub mod replay;
pub mod rules;
pub mod serve;
pub mod watch;

/// Referees matches between programs and people.
#[derive(Parser)]
#[command(name = "referee", version)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands of the tool.
#[derive(Subcommand)]
pub enum Command {
    /// Serve matches over gRPC and gRPC-web on one port.
    Serve(serve::ServeArgs),
    /// Play matches between local engines.
    Play(play::PlayArgs),
    /// Put a local engine on a server.
    Join(join::JoinArgs),
    /// Run one of the house's bots on standard input and output.
    Bot(bot::BotArgs),
    /// Check whether an engine speaks the protocol.
    Check(check::CheckArgs),
    /// Ask the rules of a game about a position.
    Rules(rules::RulesArgs),
    /// Count the positions that moves lead to.
    Perft(perft::PerftArgs),
    /// Register a player on a server.
    Register(register::RegisterArgs),
    /// Open a match on a server.
    Create(create::CreateArgs),
    /// Watch a match on a server.
    Watch(watch::WatchArgs),
    /// Replay a record, and verify it.
    Replay(replay::ReplayArgs),
    /// Print completions for a shell.
    Completions(completions::CompletionsArgs),
}

/// Does what the command line asks.
pub fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command {
        Command::Serve(args) => serve::run(args),
        Command::Play(args) => play::run(args),
        Command::Join(args) => join::run(args),
        Command::Bot(args) => bot::run(args),
        Command::Check(args) => check::run(args),
        Command::Rules(args) => rules::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Register(args) => register::run(args),
        Command::Create(args) => create::run(args),
        Command::Watch(args) => watch::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Completions(args) => completions::run(args),
    }
}
