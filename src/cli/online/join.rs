//! `referee join`: put a local engine on a server.

use std::{
    path::PathBuf,
    process::ExitCode,
    sync::{Arc, PoisonError},
    time::Duration,
};

use anyhow::Context;
use clap::Args;
use referee_client::ConnectOptions;
use serde_json::json;
use tracing_subscriber::filter::LevelFilter;

use crate::cli::{
    console::{
        exit_codes::INTERRUPTED,
        logging::{self, Form},
        output,
    },
    sandbox::{choose, grant},
    usage::{Usage, seconds},
};
use crate::{
    block_on,
    bridge::{
        accepts::AcceptArgs,
        starter::Starter,
        stream::{Joined, Notice, Notify, Wanted},
    },
    contest_entrants::contest::{self, ContestArgs, Named},
    engine::{dialogue_log::DialogueLog, process::EngineCommand, session::Patience},
    interrupt::Interrupt,
    pb::line::Spelling,
    remote::{Calls, ServerArgs, TokenArgs},
    runner::options::{engine_limits::EngineLimitArgs, pair::Pair},
};

/// Maximum value of --max-matches.
const MAX_MATCHES: u32 = 256;
/// Time an engine has to exit after `quit` before it is killed.
const QUIT: Duration = Duration::from_secs(2);

const EXAMPLES: &str = "\
Examples:
  export REFEREE_TOKEN=$(referee player register my-bot)
  referee join --engine \"python3 clients/python/examples/random_bot.py\"
  referee join --engine ./my-engine --game kamisado --max-matches 4
  referee join --engine ./my-engine --once --rematch 1
  referee join http://host:7171 --tournament cup --name ada -e ./my-engine
  referee join --engine ./my-engine --json            print seats and results as JSON
  referee join --engine ./my-engine --min-base 10 --max-base 1800 --stakes casual
  referee join --engine ./my-engine --accepts docs/accepts.toml

The engine plays every match of the token's player: matches that other players open and
the player's policy accepts, and matches opened by `referee match create`. --accepts and
the options below it set the policy. By default the policy accepts one match at a time,
by the server's own rules, with a clock of at least one second. Without --max-base the
policy rejects hourglasses, and clocks of more than 3 hours for all stages and 60
increments. The policy applies only while the engine is connected; the command withdraws
it at its end. While a tournament or ladder that the player entered is running, one
place is reserved for the contest: with --max-matches 1 the policy accepts no other
matches. Each match has its own engine process; matches beyond --max-matches wait.

After a lost connection the command reconnects and every match resumes; until then the
engine keeps thinking. A crashed engine is restarted and gets the same turn again, after
a delay that grows with each consecutive failure. At the third failure in one match, the
engine resigns that match. After --strikes consecutive failures, with no match completed
in between, the engine is disqualified: it resigns or aborts its matches and leaves.

With --tournament or --ladder the engine enters the contest, plays until its end, prints
the result and leaves. A new --name is registered; its token is stored next to the
profiles for the next run.

With --rematch the engine requests a rematch after each match. The rematch starts once
every player has requested one; house bots always do. Each player moves to the next
seat.

Exit codes: 0 done (--once), 1 the engine did not start or was disqualified, or the
server refused, 2 usage error, 130 interrupted by Ctrl-C or SIGTERM.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct JoinArgs {
    /// Server address; same as --url
    #[arg(value_name = "URL")]
    pub address: Option<String>,
    #[command(flatten)]
    pub server: ServerArgs,
    #[command(flatten)]
    pub token: TokenArgs,
    #[command(flatten)]
    pub contest: ContestArgs,
    /// Engine command, split into words as in a shell, run without a shell
    #[arg(short, long, value_name = "CMD")]
    pub engine: String,
    /// Engine option; repeat for several
    #[arg(long = "engine-option", value_name = "NAME=VALUE")]
    pub engine_options: Vec<Pair>,
    #[command(flatten)]
    pub engine_limits: EngineLimitArgs,
    /// Let the engine think on its opponents' time, if it supports pondering
    #[arg(long)]
    pub ponder: bool,
    /// Message format for the engine
    #[arg(long, value_enum, default_value_t)]
    pub lines: Spelling,
    #[command(flatten)]
    pub accepts: AcceptArgs,
    /// Keep the acceptance policy that the player declared earlier
    #[arg(long, conflicts_with = "AcceptArgs")]
    pub keep_accepts: bool,
    /// Game to play; repeat for several [default: all games that the engine lists]
    #[arg(long = "game", value_name = "GAME")]
    pub games: Vec<String>,
    /// Maximum concurrent matches and engine processes [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub max_matches: Option<u32>,
    /// Consecutive failures before the engine is disqualified and leaves
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub strikes: u32,
    /// Rematches to request after each match
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub rematch: u32,
    /// Leave after the last match. That is, a match has ended, no other match is live and no
    /// rematch is possible
    #[arg(long)]
    pub once: bool,
    /// Keep-alive interval in seconds. A dead connection is replaced within twice this time
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub keepalive: Duration,
    /// Log every line to and from the engine to a new FILE, with times in ms
    #[arg(long, value_name = "FILE")]
    pub debug: Option<PathBuf>,
    /// Print one JSON object per seat taken and per match ended
    #[arg(long)]
    pub json: bool,
    /// Seconds for the engine to start and get ready for a match
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub patience: u64,
}

/// Prints progress if requested, and stores the player's name.
fn notify(as_json: bool, named: Named) -> Notify {
    Box::new(move |notice| {
        let object = match notice {
            Notice::Joined(player) => {
                *named.lock().unwrap_or_else(PoisonError::into_inner) = Some(player.to_owned());
                return Ok(());
            }
            _ if !as_json => return Ok(()),
            Notice::Seated(seated) => json!({"seated": {"matchId": seated.match_id, "seat": seated.seat}}),
            Notice::Ended { match_id, verdict } => json!({"ended": {"matchId": match_id, "verdict": verdict}}),
        };
        Ok(output::line(object)?)
    })
}

/// Returns the server of the command line, whose address can be positional.
fn server(args: &JoinArgs) -> Result<ServerArgs, Usage> {
    let mut server = args.server.clone();
    if let Some(address) = &args.address {
        if server.profile.is_some() && *address != server.url {
            let text = format!("URL `{address}` differs from the URL of --profile: give only one of them");
            return Err(Usage::new(text));
        }
        server.url.clone_from(address);
    }
    Ok(server)
}

pub fn run(args: JoinArgs) -> anyhow::Result<ExitCode> {
    logging::start(Form::Text, LevelFilter::INFO, None)?;
    let mut command = EngineCommand::parse(&args.engine)
        .map_err(|bad| Usage::new(format!("invalid --engine `{}`: {bad}", args.engine)))?;
    command.options = args.engine_options.iter().map(|pair| (pair.name.clone(), pair.value.clone())).collect();
    let mode = choose(&args.engine_limits.sandbox)?;
    args.engine_limits.sandbox.apply(&mut command, mode, (0, 1), &[])?;
    args.engine_limits.apply(&mut command, (0, 1), &[])?;
    grant([&mut command], &[("the log of --debug", args.debug.as_deref())])?;
    command.spelling = args.lines;
    command.ponders = args.ponder;
    command.dialogue_log = args.debug.as_deref().map(DialogueLog::create).transpose().context("--debug")?;
    let policy = args.accepts.policy(&args.games, args.max_matches).map_err(|bad| Usage::new(format!("{bad:#}")))?;
    let max_matches = policy.max_matches.map_or(MAX_MATCHES, |most| most.clamp(1, MAX_MATCHES));
    // A player that enters a contest accepts only the matches of that contest.
    let accepts = (!args.keep_accepts && args.contest.entry().is_none()).then_some(policy);
    let server = server(&args)?;
    let patience = Duration::from_secs(args.patience);
    let options = ConnectOptions { keepalive: args.keepalive, ..ConnectOptions::default() };
    let patience = Patience { introduction: patience, ready: patience, quit: QUIT };
    let starter = Starter::new(command, patience, args.strikes);
    block_on(async {
        let entry = args.contest.entry();
        if args.token.token.is_none() && entry.is_none() {
            return Err(Usage::new("missing --token: give a token, or set REFEREE_TOKEN").into());
        }
        let mut interrupt = Interrupt::listen()?;
        let first = tokio::select! {
            first = starter.start() => first.context("failed to start the engine")?,
            () = interrupt.first() => return Ok(ExitCode::from(INTERRUPTED)),
        };
        // Registers the player only after its engine has started.
        let token = args.contest.token(&server, args.token).await?;
        let client = server.client_kept(&token, &options)?;
        let calls = Calls::new(client.clone(), &server.url, args.json);
        let contest = entry.as_ref().map(|entry| entry.contest.clone());
        let wanted =
            Wanted { games: args.games, max_matches, once: args.once, rematches: args.rematch, accepts, entry };
        let named = Named::default();
        let mut joined = Joined::new(client, starter, first, wanted, notify(args.json, Arc::clone(&named)));
        let played = async {
            match &contest {
                None => joined.play().await,
                Some(contest) => {
                    let lines = contest::play(&mut joined, &calls, contest, &named).await?;
                    let shown = |line: &String| output::value("result", line, args.json);
                    Ok(lines.iter().try_for_each(shown)?)
                }
            }
        };
        let end = tokio::select! {
            end = played => end.map(|()| ExitCode::SUCCESS),
            () = interrupt.first() => Ok(ExitCode::from(INTERRUPTED)),
        };
        joined.quit().await;
        end
    })
}
