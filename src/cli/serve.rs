//! `referee serve`: serve matches over gRPC, gRPC-web and JSON on one port.

use std::{net::SocketAddr, num::NonZeroUsize, path::PathBuf, process::ExitCode, time::Duration};

use clap::{ArgAction, Args};
use tracing_subscriber::filter::LevelFilter;

use super::{
    INTERRUPTED,
    logging::{self, Form},
    usage::{Usage, seconds},
};
use crate::{
    api::{self, cors::Origin},
    daemon::{
        self, Ended, creation::CreationArgs, load::LoadArgs, proxies::ProxyArgs, retention::RetentionArgs,
        traces::Traces, webhooks::WebhookArgs,
    },
    hall::Limits,
    ids::PlayerId,
    referee::conduct::MAX_PLIES,
};

/// How long the bots of a demonstration wait before each move: a person can follow it.
const DEMO_PACE: Duration = Duration::from_secs(1);

const AFTER_HELP: &str = "\
Examples:
  referee serve                         serve on 127.0.0.1:7171, data in ./referee-data
  referee serve --demo                  the same, with house bots that keep playing
  referee serve --listen 0.0.0.0:7171   let other machines in
  referee serve --memory --listen 127.0.0.1:0
                                        keep nothing, on any free port: for tests

The line `referee VERSION serves URL, data in PLACE` on standard output says that the server is ready. The log
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
    /// A file (TOML) with these options as keys: `referee config print` writes one
    #[arg(long, value_name = "FILE", env = "REFEREE_CONFIG")]
    pub config: Option<PathBuf>,
    /// The address to listen on; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7171", env = "REFEREE_LISTEN")]
    pub listen: SocketAddr,
    /// Serve TLS with this certificate (PEM, followed by those that it was issued by). It and its key are read again when they
    /// are renewed
    #[arg(long, value_name = "FILE", env = "REFEREE_TLS_CERT", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// The key of the certificate (PEM), which its owner and group alone may read
    #[arg(long, value_name = "FILE", env = "REFEREE_TLS_KEY", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
    /// The directory that everything is kept in
    #[arg(
        long,
        value_name = "DIRECTORY",
        default_value = "referee-data",
        default_value_if("memory", "true", None),
        env = "REFEREE_DATA"
    )]
    pub data: Option<PathBuf>,
    /// Keep everything in memory, and nothing after the end
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set, default_value_t = false)]
    pub memory: bool,
    /// Keep the house's own bots playing, so that there is something to see
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set, default_value_t = false)]
    pub demo: bool,
    /// How long the house's bots wait before each move among themselves, in seconds, so that a person can watch; never more
    /// than a twentieth of what a clock has left [default: 1 with --demo, else 0.25]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub house_pace: Option<Duration>,
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
    /// Show spectators a match with this delay in seconds, up to a day; its end releases everything. Its seats and the
    /// arbiters see it as it is
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=86_400))]
    pub spectator_delay: u32,
    /// How long a connection may be silent until its peer is asked whether it is there, in seconds; one that has gone
    /// without a word is closed within twice as long [default: 20]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub keepalive: Option<Duration>,
    /// The proxies before it.
    #[command(flatten)]
    pub proxies: ProxyArgs,
    /// What callers may ask of it.
    #[command(flatten)]
    pub load: LoadArgs,
    /// What its players may open.
    #[command(flatten)]
    pub creation: CreationArgs,
    /// How long it keeps what was played.
    #[command(flatten)]
    pub retention: RetentionArgs,
    /// Whom it tells.
    #[command(flatten)]
    pub webhooks: WebhookArgs,
    /// A player who sees everything of the matches in which it does not sit; registered here already, so that nobody else
    /// can take the name
    #[arg(long = "arbiter", value_name = "NAME", value_parser = player_name, conflicts_with = "memory")]
    pub arbiters: Vec<PlayerId>,
    /// An origin whose web pages may call this server, such as `https://example.org`, or `*` for all; may be repeated. Without
    /// it browsers let no page of another origin call
    #[arg(long = "allow-origin", value_name = "ORIGIN")]
    pub allow_origins: Vec<Origin>,
    /// An address of its own where Prometheus collects metrics, at /metrics, for the host alone; none unless given
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub metrics: Option<SocketAddr>,
    /// A collector of OpenTelemetry that traces of calls and commands are sent to, by OTLP over gRPC, such as
    /// http://127.0.0.1:4317; none unless given
    #[arg(long, value_name = "URL")]
    pub otlp_endpoint: Option<String>,
    /// How many threads serve, at least 1 [default: half the cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Log as JSON, an object a line
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set, default_value_t = false)]
    pub log_json: bool,
}

impl ServeArgs {
    /// Refuses options that contradict each other.
    pub fn check(&self) -> Result<(), Usage> {
        match &self.data {
            Some(data) if self.memory => Err(Usage::new(format!(
                "memory = true keeps nothing, so data = {} would stay unused: give one of them",
                data.display()
            ))),
            _ => Ok(()),
        }
    }
}

/// Serve matches over gRPC, gRPC-web and JSON on one port.
pub fn run(args: ServeArgs) -> anyhow::Result<ExitCode> {
    let traces = args.otlp_endpoint.as_deref().map(Traces::start).transpose()?;
    logging::start(if args.log_json { Form::Json } else { Form::Text }, LevelFilter::INFO, traces.as_ref())?;
    Ok(match daemon::run(options(args)?)? {
        Ended::Stopped => ExitCode::SUCCESS,
        Ended::AtOnce => {
            // The last spans would be waited for.
            std::mem::forget(traces);
            ExitCode::from(INTERRUPTED)
        }
    })
}

fn options(args: ServeArgs) -> anyhow::Result<daemon::Options> {
    args.check()?;
    let retention = args.retention.retention().map_err(Usage::new)?;
    Ok(daemon::Options {
        listen: args.listen,
        data: args.data.clone(),
        tls: args.tls_cert.clone().zip(args.tls_key.clone()),
        metrics: args.metrics,
        min_free_mib: args.creation.min_free_mib,
        retention,
        webhooks: args.webhooks.clone(),
        demo: args.demo,
        threads: args.threads.unwrap_or_else(api::usual_threads),
        limits: limits(&args),
        settings: settings(args),
    })
}

fn limits(args: &ServeArgs) -> Limits {
    let usual = Limits::default();
    Limits {
        tables: args.max_matches.unwrap_or(usual.tables),
        creation: args.creation.limits(),
        grace: args.grace.unwrap_or(usual.grace),
        start_grace: args.start_grace.unwrap_or(usual.start_grace),
        max_plies: args.max_plies,
        house_pace: args.house_pace.unwrap_or(if args.demo { DEMO_PACE } else { usual.house_pace }),
        spectator_delay: Duration::from_secs(u64::from(args.spectator_delay)),
        ..usual
    }
}

fn settings(args: ServeArgs) -> api::Settings {
    let usual = api::Settings::default();
    let keepalive = args.keepalive.unwrap_or(usual.keepalive);
    let (arbiters, allow_origins) = (args.arbiters, args.allow_origins);
    let usual = args.proxies.settings(usual);
    args.load.settings(api::Settings { arbiters, allow_origins, keepalive, ..usual })
}

fn player_name(text: &str) -> Result<PlayerId, String> {
    PlayerId::parse(text).map_err(|bad| bad.to_string())
}
