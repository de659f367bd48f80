//! `referee match create`: open a match on a server.

use std::process::ExitCode;

use clap::Args;
use referee_client::NewMatch;

use crate::{
    cli::console::output::answer,
    remote::{CallArgs, Calls, RulesArgs},
    runner::options::pair::Pair,
};

const EXAMPLES: &str = "\
Examples:
  referee match create kamisado --player my-bot --player house-search --tc 60+1
  referee match create kamisado -o length=marathon --player house-greedy --player my-bot
  referee match create kamisado --player my-bot --player your-bot --dry-run
  referee match create hive -p my-bot -p your-bot --resign 4:600 --draw 8:10:60 --max-plies 200

Prints the match's id or, with --json, its summary (MatchSummary). Name the players in
seat order: include yourself, or name only house bots. The match starts once all players
are connected (`referee join`). After the match: `referee match rematch`.

Exit codes: 0 created, 1 the server refused or could not be reached, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CreateArgs {
    #[command(flatten)]
    pub call: CallArgs,
    /// Game id
    pub game: String,
    /// Option of the game; repeat for several
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<Pair>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Player of a seat; repeat for each seat, seat 0 first
    #[arg(short, long = "player", value_name = "NAME", required = true)]
    pub players: Vec<String>,
    /// Check the request without opening a match
    #[arg(long)]
    pub dry_run: bool,
}

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
