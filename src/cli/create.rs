//! `referee create`: open a match on a server.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use anyhow::Context;
use clap::Args;

use super::{
    remote::{self, ServerArgs, TokenArgs},
    usage::Pair,
};
use crate::pb::v1::CreateMatchRequest;

const EXAMPLES: &str = "\
Examples:
  referee create http://127.0.0.1:7171 kamisado --player my-bot --player house-search --tc 60+1
  referee create http://127.0.0.1:7171 kamisado -o length=marathon --player house-greedy --player my-bot

It prints the match's id. Players are named in the order of the seats; the caller is one of them, or all are the house's.
The match begins when all its players are connected: see `referee join`.

Exit codes: 0 opened, 1 the server refused or was not reached, 2 the command line cannot be read.";

/// Arguments of `referee create`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CreateArgs {
    /// The server.
    #[command(flatten)]
    pub server: ServerArgs,
    /// Who asks.
    #[command(flatten)]
    pub token: TokenArgs,
    /// The game's id
    pub game: String,
    /// An option of the game; may be given for each option
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<Pair>,
    /// The time control of every seat: 60+1, 60, st=2 (each move), inf; with ` per=round` renewed each round
    #[arg(long = "tc", value_name = "TC", default_value = "60+1")]
    pub time_control: String,
    /// The player of a seat; given once for each, seat 0 first
    #[arg(short, long = "player", value_name = "NAME", required = true)]
    pub players: Vec<String>,
    /// A name for this request: the same one gets the same match again
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub request_id: String,
}

/// Open a match on a server.
pub fn run(args: CreateArgs) -> anyhow::Result<ExitCode> {
    let match_id = remote::block_on(async {
        let server = args.server.server_as(&args.token)?;
        let request = CreateMatchRequest {
            game: args.game,
            options: args.options.into_iter().map(|pair| (pair.name, pair.value)).collect(),
            time_control: args.time_control,
            players: args.players,
            request_id: args.request_id,
        };
        let answer = server.matches().create_match(request).await.map_err(|status| remote::say(&status));
        let answer = answer.with_context(|| format!("failed to open a match at {}", server.url))?.into_inner();
        Ok(answer.summary.context("the server named no match")?.match_id)
    })?;
    writeln!(io::stdout(), "{match_id}")?;
    Ok(ExitCode::SUCCESS)
}
