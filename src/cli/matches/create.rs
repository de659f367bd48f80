//! `referee match create`: open a match on a server.

use std::process::ExitCode;

use clap::Args;
use referee_client::NewMatch;

use crate::{
    cli::output::answer,
    remote::{CallArgs, Calls, RulesArgs},
    runner::pair::Pair,
};

const EXAMPLES: &str = "\
Examples:
  referee match create kamisado --player my-bot --player house-search --tc 60+1
  referee match create kamisado -o length=marathon --player house-greedy --player my-bot
  referee match create kamisado --player my-bot --player your-bot --dry-run
  referee match create hive -p my-bot -p your-bot --resign 4:600 --draw 8:10:60 --max-plies 200

It prints the match's id, with --json its summary (MatchSummary). Players are named in the order of the seats; the
caller is one of them, or all are the house's. The match begins when all its
players are connected: see `referee join`. When it is over: `referee match rematch`.

Exit codes: 0 opened, 1 the server refused or was not reached, 2 the command
line cannot be read.";

/// Arguments of `referee match create`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CreateArgs {
    /// The server, who asks, and how the answer is printed.
    #[command(flatten)]
    pub call: CallArgs,
    /// The game's id
    pub game: String,
    /// An option of the game; may be given for each option
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<Pair>,
    /// What it is played by.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The player of a seat; given once for each, seat 0 first
    #[arg(short, long = "player", value_name = "NAME", required = true)]
    pub players: Vec<String>,
    /// Check everything, as if the match were opened now, and open none
    #[arg(long)]
    pub dry_run: bool,
}

/// Open a match on a server.
pub fn run(args: CreateArgs) -> anyhow::Result<ExitCode> {
    let new = NewMatch {
        game: args.game,
        options: args.options.into_iter().map(|pair| (pair.name, pair.value)).collect(),
        players: args.players,
        rules: args.rules.rules()?,
        ..NewMatch::default()
    };
    answer(&args.call, async |calls: Calls| match args.dry_run {
        true => calls.validate(new).await,
        false => calls.create(new).await,
    })
}
