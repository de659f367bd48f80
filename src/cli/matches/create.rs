//! `referee match create`: open a match on a server.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use referee_client::{NewMatch, pb};

use crate::{
    cli::{
        adjudication::AdjudicationArgs,
        output,
        remote::{self, ServerArgs, TokenArgs},
        usage::Pair,
    },
    pb::v1,
    referee::{DrawRule, IllegalMovePolicy, ResignRule, Sides},
    runner::policies::{LostSeatPolicyArg, PolicyArgs},
};

const EXAMPLES: &str = "\
Examples:
  referee match create kamisado --player my-bot --player house-search --tc 60+1
  referee match create kamisado -o length=marathon --player house-greedy --player my-bot
  referee match create hive -p my-bot -p your-bot --resign 4:600 --draw 8:10:60 --max-plies 200

It prints the match's id. Players are named in the order of the seats; the
caller is one of them, or all are the house's. The match begins when all its
players are connected: see `referee join`. When it is over: `referee match rematch`.

Exit codes: 0 opened, 1 the server refused or was not reached, 2 the command
line cannot be read.";

/// Arguments of `referee match create`.
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
    /// The time control of every seat, as docs/clocks.md writes it: 60+1, 60d5, 40/60:20/30, st=2 (each move), inf; given
    /// once for each seat, seat 0 first, for odds
    #[arg(long = "tc", value_name = "TC", default_value = "60+1")]
    pub time_controls: Vec<String>,
    /// How many seconds the first deal waits for the nonces of the seats, once all are there (docs/fair-deals.md); 2 where hands
    /// are hidden, and else 0, unless given
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub nonce_wait: Option<u32>,
    /// Play for the players' ratings: nothing is taken back
    #[arg(long)]
    pub rated: bool,
    /// When it ends before it is over on the board; players report scores with their moves, as `referee join` does for engines.
    #[command(flatten)]
    pub adjudication: AdjudicationArgs,
    /// What the match does about illegal moves and lost seats.
    #[command(flatten)]
    pub policies: PolicyArgs,
    /// Call the match off when a seat takes longer than this many seconds for its first move; 0 is as its clock allows
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=86_400))]
    pub first_move_grace: u32,
    /// Begin with this position, as `referee rules` writes it, in place of the game's own
    #[arg(long = "start", value_name = "POSITION", default_value = "")]
    pub start_position: String,
    /// Play this move before anybody is asked and any clock runs; given once for each
    #[arg(long = "opening", value_name = "MOVE")]
    pub opening_moves: Vec<String>,
    /// The player of a seat; given once for each, seat 0 first
    #[arg(short, long = "player", value_name = "NAME", required = true)]
    pub players: Vec<String>,
    /// Print the summary of the match as canonical JSON (MatchSummary)
    #[arg(long)]
    pub json: bool,
}

/// Open a match on a server.
pub fn run(args: CreateArgs) -> anyhow::Result<ExitCode> {
    let adjudication = args.adjudication.rules()?;
    let summary = remote::block_on(async {
        let client = args.server.client_as(&args.token)?;
        let rules = pb::MatchRules {
            time_controls: args.time_controls,
            nonce_wait_ms: args.nonce_wait.map(|seconds| seconds * 1000),
            rated: args.rated,
            max_plies: adjudication.max_plies.unwrap_or(0),
            illegal_move_policy: illegal(args.policies.illegal_move_policy).into(),
            illegal_move_retries: match args.policies.illegal_move_policy {
                IllegalMovePolicy::Retry { retries } => retries,
                _ => 0,
            },
            lost_seat_policy: lost_seat_policy(args.policies.lost_seat_policy).into(),
            first_move_grace_ms: args.first_move_grace * 1000,
            resign_rule: adjudication.resign_rule.map(resign_rule),
            draw_rule: adjudication.draw_rule.map(draw_rule),
            start_position: args.start_position,
            opening_moves: args.opening_moves,
            ..pb::MatchRules::default()
        };
        let new = NewMatch {
            game: args.game,
            options: args.options.into_iter().map(|pair| (pair.name, pair.value)).collect(),
            players: args.players,
            rules,
            ..NewMatch::default()
        };
        let summary = client.create(new).await;
        summary.with_context(|| format!("failed to open a match at {}", args.server.url))
    })?;
    match args.json {
        true => output::line(serde_json::to_string(&remote::ours::<v1::MatchSummary>(&summary)?)?)?,
        false => output::line(summary.match_id)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn illegal(policy: IllegalMovePolicy) -> pb::IllegalMovePolicy {
    match policy {
        IllegalMovePolicy::Retry { .. } => pb::IllegalMovePolicy::Retry,
        IllegalMovePolicy::Forfeit => pb::IllegalMovePolicy::Forfeit,
        IllegalMovePolicy::Substitute => pb::IllegalMovePolicy::Substitute,
    }
}

fn resign_rule(rule: ResignRule) -> pb::ResignRule {
    let ResignRule { moves, score, sides } = rule;
    pb::ResignRule { moves, score, all_sides: sides == Sides::All }
}

fn draw_rule(rule: DrawRule) -> pb::DrawRule {
    let DrawRule { moves, score, from_ply } = rule;
    pb::DrawRule { moves, score, from_ply }
}

fn lost_seat_policy(asked: LostSeatPolicyArg) -> pb::LostSeatPolicy {
    match asked {
        LostSeatPolicyArg::Substitute => pb::LostSeatPolicy::Substitute,
        LostSeatPolicyArg::End => pb::LostSeatPolicy::End,
    }
}
