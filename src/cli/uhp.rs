//! `referee uhp`: act as a UHP engine of Hive, or use a UHP engine as a bot.

use std::{
    io,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use clap::Args;
use referee_client::{Error, pb};
use tokio::time::timeout;

use crate::{
    api::services::games::SUGGEST_NODES,
    block_on,
    games::{
        Course,
        bots::{self, levels::LEVELS},
        rules::Turn,
        search::limits::SearchLimits,
    },
    remote::ServerArgs,
    standard_output::standard_output,
    stdio_bot::uhp::{
        adapter::UhpBot,
        front::{self, Limit},
    },
};

/// Time for a server to suggest a move.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Args)]
#[command(
    after_help = "Without COMMAND it is an engine of the Universal Hive Protocol, for viewers such as MzingaViewer:\n\
    the rules with all expansions, and a house bot for `bestmove`.\n\n\
    With COMMAND it plays with that UHP engine on the protocol of docs/stdio.md. Give engines as\n\
    uhp:COMMAND, which is the same.\n\n\
    Examples:\n  printf 'newgame Base+MLP\\nvalidmoves\\nexit\\n' | referee uhp\n  \
    referee play hive -o expansions=MLP --engine uhp:nokamute --engine \"referee bot search\"\n\n\
    Exit codes: 0 exit, quit or end of input, 1 failed, 2 usage error."
)]
pub struct UhpArgs {
    /// Strength of `bestmove`, a level of `referee bot search`; viewers can change it (option
    /// Level). With --url, no move is random
    #[arg(long, default_value_t = *LEVELS.end(), value_parser = clap::value_parser!(u8).range(i64::from(*LEVELS.start())..=i64::from(*LEVELS.end())))]
    level: u8,
    /// Server whose house bot answers `bestmove` [default: its own bot]
    #[arg(long, value_name = "URL", conflicts_with = "command")]
    url: Option<String>,
    /// UHP engine to play with
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Runs the engine, or plays with one.
pub fn run(args: UhpArgs) -> anyhow::Result<ExitCode> {
    if !args.command.is_empty() {
        let bot = Arc::new(UhpBot::start(&args.command)?);
        let played = referee_client::play_on_stdio(Arc::clone(&bot));
        bot.end();
        played?;
        return Ok(ExitCode::SUCCESS);
    }
    let seed = getrandom::u64().map_err(|error| anyhow::anyhow!("no random seed from the system: {error}"))?;
    let mut input = io::stdin().lock();
    let mut output = standard_output().verbatim();
    match args.url {
        None => {
            let mut choose = |course: &Course, level, limit| think(course, level, limit, seed);
            front::run(&mut choose, args.level, &mut input, &mut output)?;
        }
        Some(url) => {
            let server = ServerArgs { url, profile: None, tls_ca: None, allow_cleartext_token: false };
            // A wrong address is an error before the first command.
            block_on(async { Ok(server.client()?) })?;
            let mut choose = |course: &Course, level, _| {
                let answer = async { timeout(PATIENCE, suggest(&server, course, level, seed)).await? };
                block_on(answer).map_err(|error| format!("{error:#}"))
            };
            front::run(&mut choose, args.level, &mut input, &mut output)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Searches with the house bot of this program.
fn think(course: &Course, level: u8, limit: Limit, seed: u64) -> Result<String, String> {
    let Turn::Seat(seat) = course.turn() else { return Err("no seat is to move".to_owned()) };
    let begun = Instant::now();
    let mut may_go_on = || match limit {
        Limit::Time(time) => begun.elapsed() < time,
        Limit::Depth(_) => true,
    };
    let positions = bots::positions(course.game(), level, true);
    let limits = SearchLimits::while_allowed(positions, &mut may_go_on);
    let level = bots::level_of(course.game(), level);
    let mut limits = match limit {
        Limit::Time(_) => limits,
        Limit::Depth(depth) => limits.no_deeper(depth),
    };
    let chosen = bots::think_at(level, course.position(), seat, &mut limits, seed);
    chosen.ok_or_else(|| "the game is over".to_owned())
}

/// Asks the house bot of a server.
async fn suggest(server: &ServerArgs, course: &Course, level: u8, seed: u64) -> anyhow::Result<String> {
    let position = pb::GetPositionRequest {
        game: course.game().facts().id.to_owned(),
        options: course.setting().options().clone().into_iter().collect(),
        start: course.position().text(),
        ..pb::GetPositionRequest::default()
    };
    let positions = bots::positions(course.game(), level, true);
    let nodes = u32::try_from(positions).unwrap_or(u32::MAX).min(SUGGEST_NODES);
    let asked = pb::SuggestMoveRequest { position: Some(position), nodes: Some(nodes), seed, ..Default::default() };
    let answer = server.client()?.games().suggest_move(asked).await.map_err(Error::from)?;
    answer.into_inner().r#move.map(|legal| legal.notation).context("the server suggests no move")
}
