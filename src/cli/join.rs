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

use super::{
    INTERRUPTED,
    logging::{self, Form},
    output,
    sandbox::{choose, grant},
    usage::{Usage, seconds},
};
use crate::{
    bridge::{
        accepts::AcceptArgs,
        starter::Starter,
        stream::{Joined, Notice, Notify, Wanted},
    },
    contest_entrants::contest::{self, ContestArgs, Named},
    engine::{dialogue_log::DialogueLog, line::Spelling, process::EngineCommand, session::Patience},
    interrupt::Interrupt,
    pb::v1::Verdict,
    remote::{self, Calls, ServerArgs, TokenArgs},
    runner::{engine_limits::EngineLimitArgs, pair::Pair},
};

/// The most matches at once.
const MAX_MATCHES: u32 = 256;
/// How long an engine may take to end after `quit`, before it is killed.
const QUIT: Duration = Duration::from_secs(2);

const EXAMPLES: &str = "\
Examples:
  export REFEREE_TOKEN=$(referee player register my-bot)
  referee join --engine \"python3 clients/python/examples/random_bot.py\"
  referee join --engine ./my-engine --game kamisado --max-matches 4
  referee join --engine ./my-engine --once --rematch 1
  referee join http://host:7171 --tournament cup --name ada -e ./my-engine
  referee join --engine ./my-engine --json            each seat and each end as JSON
  referee join --engine ./my-engine --min-base 10 --max-base 1800 --stakes casual
  referee join --engine ./my-engine --accepts docs/accepts.toml

The engine plays every match in which the token's player sits: those that others
open with it and that it accepts, and those that `referee match create` opens. It accepts
what --accepts and the options beside it say. By default it accepts every match that has the
server's own rules and a clock of at least a second, one at a time. Without --max-base it
refuses hourglasses, and sides that get more than 3 hours for all stages and 60 increments.
It accepts matches only while it is connected, and withdraws its policy when it ends.
While a tournament or ladder that the player entered is running, one place is kept for it:
with --max-matches 1 the policy accepts no other matches.
Each match has a process of the engine to itself; those beyond --max-matches wait.

A connection that is lost is made again, and every match goes on where it was;
the engine thinks on meanwhile. An engine that crashes is started again and put
the same turn, after a pause that grows with every failure in a row; with the
third in one match it resigns that match. After --strikes of them, with no match
between that it got through without any, it is out: it resigns what it cannot
play, ends what it can, and leaves the server.

With --tournament or --ladder the engine enters it, plays it to its end, prints the result and leaves. A player
--name without a token is registered, and its token is kept beside the profiles for the next time.

With --rematch a match is played once more, with the seats passed on by one, when
all its other players ask for that too; the house's always do.

Exit codes: 0 done (--once), 1 the engine does not start or is out, or the server
refused, 2 the command line cannot be read, 130 interrupted by Ctrl-C or SIGTERM.";

/// Arguments of `referee join`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct JoinArgs {
    /// Address of the server; the same as --url
    #[arg(value_name = "URL")]
    pub address: Option<String>,
    /// The server.
    #[command(flatten)]
    pub server: ServerArgs,
    /// Who plays.
    #[command(flatten)]
    pub token: TokenArgs,
    /// What it enters.
    #[command(flatten)]
    pub contest: ContestArgs,
    /// The command of the engine, split into words as a shell would, but without a shell
    #[arg(short, long, value_name = "CMD")]
    pub engine: String,
    /// An option of the engine's own
    #[arg(long = "engine-option", value_name = "NAME=VALUE")]
    pub engine_options: Vec<Pair>,
    /// What the engine may use.
    #[command(flatten)]
    pub engine_limits: EngineLimitArgs,
    /// Let the engine think while others do, if it says that it can
    #[arg(long)]
    pub ponder: bool,
    /// How the engine is spoken to
    #[arg(long, value_enum, default_value_t)]
    pub lines: Spelling,
    /// What it accepts without being asked.
    #[command(flatten)]
    pub accepts: AcceptArgs,
    /// Leave what was declared before as it is, and accept that
    #[arg(long, conflicts_with = "AcceptArgs")]
    pub keep_accepts: bool,
    /// A game that it plays; may be given for each; what the engine says unless given
    #[arg(long = "game", value_name = "GAME")]
    pub games: Vec<String>,
    /// How many matches it plays at once; no more engines run, whatever is opened [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub max_matches: Option<u32>,
    /// With how many failures in a row the engine is out
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub strikes: u32,
    /// How many rematches of each match to ask for when it has ended
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub rematch: u32,
    /// Leave when a match has ended, no other is played, and no rematch may come
    #[arg(long)]
    pub once: bool,
    /// How long the connection may be silent until the server is asked whether it is there, in seconds; a server that has
    /// gone without a word is found out within twice as long, and connected to again
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub keepalive: Duration,
    /// Write every line to and from the engine to a new FILE, with times in milliseconds; nowhere unless given
    #[arg(long, value_name = "FILE")]
    pub debug: Option<PathBuf>,
    /// Print a JSON object a line: each match when the engine has its seat, and when it is over
    #[arg(long)]
    pub json: bool,
    /// How many seconds the engine may take to start, and to be ready for a match
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub patience: u64,
}

/// Prints what happens, if that is asked for, and keeps the name of the player.
fn notify(as_json: bool, named: Named) -> Notify {
    Box::new(move |notice| {
        let object = match notice {
            Notice::Joined(player) => {
                *named.lock().unwrap_or_else(PoisonError::into_inner) = Some(player.to_owned());
                return Ok(());
            }
            _ if !as_json => return Ok(()),
            Notice::Seated(seated) => json!({"seated": {"matchId": seated.match_id, "seat": seated.seat}}),
            Notice::Ended { match_id, verdict } => {
                let verdict: Verdict = remote::ours(verdict)?;
                json!({"ended": {"matchId": match_id, "verdict": verdict}})
            }
        };
        Ok(output::line(object)?)
    })
}

/// The server of the command line, whose address may come first.
fn server(args: &JoinArgs) -> Result<ServerArgs, Usage> {
    let mut server = args.server.clone();
    if let Some(address) = &args.address {
        if server.profile.is_some() && *address != server.url {
            let text = format!("URL `{address}` is not that of --profile: expected one of the two");
            return Err(Usage::new(text));
        }
        server.url.clone_from(address);
    }
    Ok(server)
}

/// Put a local engine on a server.
pub fn run(args: JoinArgs) -> anyhow::Result<ExitCode> {
    logging::start(Form::Text, LevelFilter::INFO, None)?;
    let mut command = EngineCommand::parse(&args.engine)
        .map_err(|bad| Usage::new(format!("--engine `{}` cannot be read: {bad}", args.engine)))?;
    command.options = args.engine_options.iter().map(|pair| (pair.name.clone(), pair.value.clone())).collect();
    let mode = choose(&args.engine_limits.sandbox)?;
    args.engine_limits.sandbox.apply(&mut command, mode, (0, 1), &[])?;
    args.engine_limits.apply(&mut command, (0, 1), &[])?;
    grant([&mut command], &[("the log of --debug", args.debug.as_deref())])?;
    command.spelling = args.lines;
    command.ponders = args.ponder;
    command.dialogue_log = args.debug.as_deref().map(DialogueLog::create).transpose().context("--debug")?;
    let policy = args.accepts.policy(&args.games, args.max_matches).map_err(|bad| Usage::new(format!("{bad:#}")))?;
    let max_matches = policy.max_matches.clamp(1, MAX_MATCHES);
    // Who enters a contest agrees to its matches by that, and to no others.
    let accepts = (!args.keep_accepts && args.contest.entry().is_none()).then_some(policy);
    let server = server(&args)?;
    let patience = Duration::from_secs(args.patience);
    let options = ConnectOptions { keepalive: args.keepalive, ..ConnectOptions::default() };
    let patience = Patience { introduction: patience, ready: patience, quit: QUIT };
    let starter = Starter::new(command, patience, args.strikes);
    remote::block_on(async {
        let entry = args.contest.entry();
        if args.token.token.is_none() && entry.is_none() {
            return Err(Usage::new("--token is missing: give it, or set REFEREE_TOKEN").into());
        }
        let mut interrupt = Interrupt::listen()?;
        let first = tokio::select! {
            first = starter.start() => first.context("failed to start the engine")?,
            () = interrupt.first() => return Ok(ExitCode::from(INTERRUPTED)),
        };
        // The player is registered once its engine has started.
        let token = args.contest.token(&server, args.token).await?;
        let client = server.client_kept(&token, &options)?;
        let calls = Calls::new(client.clone(), &server.url, args.json);
        let enters = entry.as_ref().map(|entry| entry.enters.clone());
        let wanted =
            Wanted { games: args.games, max_matches, once: args.once, rematches: args.rematch, accepts, entry };
        let named = Named::default();
        let mut joined = Joined::new(client, starter, first, wanted, notify(args.json, Arc::clone(&named)));
        let played = async {
            match &enters {
                None => joined.play().await,
                Some(enters) => {
                    let lines = contest::play(&mut joined, &calls, enters, &named).await?;
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
