//! `referee serve`: serve matches over gRPC, gRPC-web and JSON on one port.

use std::{
    io::Write as _, net::SocketAddr, num::NonZeroUsize, path::PathBuf, pin::pin, process::ExitCode, sync::Arc,
    time::Duration,
};

use anyhow::Context as _;
use clap::Args;
use tokio::{net::TcpListener, runtime::Handle};
use tracing_subscriber::filter::LevelFilter;

use super::{
    INTERRUPTED,
    interrupt::Interrupt,
    load::LoadArgs,
    logging::{self, Form},
    usage::seconds,
};
use crate::{
    api::{self, cors::Origin},
    hall::{Hall, Limits, background, demo, host_stalls::HostStalls},
    ids::{PlayerId, Viewer},
    referee::conduct::MAX_PLIES,
    store::{MatchFilter, MatchState, MemoryStore, SqliteStore, Store, seal::Signer},
};

/// How many matches `--demo` keeps running.
const DEMO_MATCHES: usize = 4;
/// How often the newcomer's hint looks for the first of them, and how many times.
const DEMO_LOOK_EVERY: Duration = Duration::from_millis(50);
const DEMO_LOOKS: u32 = 40;

const AFTER_HELP: &str = "\
Examples:
  referee serve                         serve on 127.0.0.1:7171, data in ./referee-data
  referee serve --demo                  the same, with house bots that keep playing
  referee serve --listen 0.0.0.0:7171   let other machines in
  referee serve --memory --listen 127.0.0.1:0
                                        keep nothing, on any free port: for tests

The line `referee VERSION serves http://ADDRESS, data in PLACE` on standard output says that the server is ready. The log
goes to standard error; RUST_LOG chooses what is in it (RUST_LOG=referee=debug).

SIGTERM and Ctrl-C stop the server: streams are told, what was acknowledged is kept, and the next start on the same data
goes on with every match, nobody's clock having run. A second one stops it at once.

Exit codes:
  0    stopped by SIGTERM or Ctrl-C
  1    it could not serve: the address is taken, the data cannot be opened; the last line on standard error says why
  2    the command line cannot be read
  130  stopped at once by a second SIGTERM or Ctrl-C";

/// Arguments of `referee serve`.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct ServeArgs {
    /// The address to listen on; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7171", env = "REFEREE_LISTEN")]
    pub listen: SocketAddr,
    /// The directory that everything is kept in
    #[arg(long, value_name = "DIRECTORY", default_value = "referee-data", env = "REFEREE_DATA")]
    pub data: PathBuf,
    /// Keep everything in memory, and nothing after the end
    #[arg(long)]
    pub memory: bool,
    /// Keep the house's own bots playing, so that there is something to see
    #[arg(long)]
    pub demo: bool,
    /// How long the house's bots wait before each move among themselves, in seconds, so that a person can watch; never more
    /// than a twentieth of what a clock has left
    #[arg(long, value_name = "SECONDS", default_value = "0.25", value_parser = seconds)]
    pub house_pace: Duration,
    /// The most matches that are live at once [default: 10000]
    #[arg(long, value_name = "N")]
    pub max_matches: Option<usize>,
    /// How long a seat may stay away, in seconds [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub grace: Option<Duration>,
    /// How long a match waits for its seats before it is called off, in seconds [default: 300]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub start_grace: Option<Duration>,
    /// The most plies of one round, whatever a match was created with
    #[arg(long, value_name = "N", default_value_t = MAX_PLIES, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PLIES)))]
    pub max_plies: u32,
    /// Show spectators a match as it was so many seconds ago, up to a day; its end releases everything. Its seats and the
    /// arbiters see it as it is
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=86_400))]
    pub spectator_delay: u32,
    /// How long a connection may be silent until its peer is asked whether it is there, in seconds; one that has gone
    /// without a word is closed within twice as long [default: 20]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub keepalive: Option<Duration>,
    /// What callers may ask of it.
    #[command(flatten)]
    pub load: LoadArgs,
    /// A player who sees everything of the matches in which it does not sit; registered here already, so that nobody else
    /// can take the name
    #[arg(long = "arbiter", value_name = "NAME", value_parser = player_name, conflicts_with = "memory")]
    pub arbiters: Vec<PlayerId>,
    /// An origin whose web pages may call this server, such as `https://example.org`, or `*` for all; may be repeated. Without
    /// it browsers let no page of another origin call
    #[arg(long = "allow-origin", value_name = "ORIGIN")]
    pub allow_origins: Vec<Origin>,
    /// How many threads serve; half the cores unless given, at least 1
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Log as JSON, an object a line
    #[arg(long)]
    pub log_json: bool,
}

/// Serve matches over gRPC, gRPC-web and JSON on one port.
pub fn run(args: ServeArgs) -> anyhow::Result<ExitCode> {
    logging::start(if args.log_json { Form::Json } else { Form::Text }, LevelFilter::INFO)?;
    let threads = args.threads.unwrap_or_else(api::usual_threads);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads.get())
        .enable_all()
        .build()
        .context("failed to start threads")?;
    let background = background::start("background", NonZeroUsize::MIN).context("failed to start threads")?;
    let handle = background.handle().clone();
    // A task of the runtime is served by its threads; the root future would wake this one for every connection.
    let served = runtime.block_on(async { tokio::spawn(serve(args, handle)).await.context("failed to serve")? });
    // What is still read there is for programs that have gone.
    background.shutdown_background();
    served
}

async fn serve(args: ServeArgs, background: Handle) -> anyhow::Result<ExitCode> {
    api::raise_files();
    let mut stop = Interrupt::listen()?;
    let listener =
        TcpListener::bind(args.listen).await.with_context(|| format!("failed to listen on {}", args.listen))?;
    let address = listener.local_addr().context("failed to learn the address listened on")?;
    let (store, signer, place) = open_store(&args)?;
    for arbiter in &args.arbiters {
        let known = store.accounts.has_player(arbiter).await.context("failed to look an arbiter up")?;
        anyhow::ensure!(
            known,
            "no player is named {arbiter} in {place}: serve without --arbiter, register it, serve again"
        );
    }
    let guard = HostStalls::start().context("failed to start a thread")?;
    let (host_stalls, background, signer) = (Some(guard), Some(background), Some(Arc::new(signer)));
    let limits = Limits { host_stalls, background, signer, ..limits(&args) };
    let (hall, restart) = Hall::begin(store, limits).await.context("failed to bring the matches back")?;
    let has_demo = args.demo;
    // The port answers while the matches come back, and says that the server is starting.
    let start = async {
        restart.run().await;
        say(&format!("referee {} serves http://{address}, data in {place}", env!("CARGO_PKG_VERSION")));
        if has_demo {
            tokio::spawn(demo::demo(hall.clone(), DEMO_MATCHES));
            say(&hint(&hall, address).await);
        }
    };
    serve_from_the_start(api::serve(listener, hall.clone(), settings(args), async { stop.first().await }), start)
        .await?;
    tokio::select! {
        () = hall.close() => {}
        () = stop.first() => return Ok(ExitCode::from(INTERRUPTED)),
    }
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// Serves to the end, while what the start has left to do is done.
async fn serve_from_the_start(
    serving: impl Future<Output = anyhow::Result<()>>,
    start: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let mut serving = pin!(serving);
    let served = tokio::select! {
        served = &mut serving => served,
        () = start => serving.await,
    };
    served.context("failed to serve")
}

/// The store, the key that signs its records, and what to call the place of both.
fn open_store(args: &ServeArgs) -> anyhow::Result<(Store, Signer, String)> {
    if args.memory {
        return Ok((Store::new(Arc::new(MemoryStore::new())), Signer::make()?, "memory only".to_owned()));
    }
    let place = args.data.display().to_string();
    let store = SqliteStore::open(&args.data).with_context(|| format!("failed to open the data directory {place}"))?;
    let signer = Signer::open(&args.data).with_context(|| format!("failed to open the signing key of {place}"))?;
    Ok((Store::new(Arc::new(store)), signer, place))
}

fn limits(args: &ServeArgs) -> Limits {
    let usual = Limits::default();
    Limits {
        tables: args.max_matches.unwrap_or(usual.tables),
        grace: args.grace.unwrap_or(usual.grace),
        start_grace: args.start_grace.unwrap_or(usual.start_grace),
        max_plies: args.max_plies,
        house_pace: args.house_pace,
        spectator_delay: Duration::from_secs(u64::from(args.spectator_delay)),
        ..usual
    }
}

fn settings(args: ServeArgs) -> api::Settings {
    let usual = api::Settings::default();
    let keepalive = args.keepalive.unwrap_or(usual.keepalive);
    let (arbiters, allow_origins) = (args.arbiters, args.allow_origins);
    args.load.settings(api::Settings { arbiters, allow_origins, keepalive, ..usual })
}

/// What a newcomer can do next, with the id of a match that is played right now.
async fn hint(hall: &Hall, address: SocketAddr) -> String {
    let mut watched = "MATCH".to_owned();
    for _ in 0..DEMO_LOOKS {
        let filter = MatchFilter { state: Some(MatchState::Live), ..MatchFilter::default() };
        let newest = hall.list(filter, None, 1, |_| Viewer::Spectator).await;
        if let Some(found) = newest.ok().and_then(|list| list.into_iter().next()) {
            watched = found.match_id().to_string();
            break;
        }
        tokio::time::sleep(DEMO_LOOK_EVERY).await;
    }
    let url = format!("http://{address}");
    format!(
        "The house's bots play {DEMO_MATCHES} matches. In another terminal:\n  \
         export REFEREE_URL={url}\n  \
         referee match watch {watched}\n  \
         export REFEREE_TOKEN=$(referee player register me)\n  \
         referee match create kamisado --tc 60+1 --player me --player house-greedy\n  \
         referee join --engine 'referee bot search'\n\
         Ctrl-C stops the server."
    )
}

/// Prints for whoever started the server. A closed output is no reason to stop serving.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

fn player_name(text: &str) -> Result<PlayerId, String> {
    PlayerId::parse(text).map_err(|bad| bad.to_string())
}
