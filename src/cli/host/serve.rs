//! `referee serve`: serve matches over gRPC, gRPC-web and JSON on one port.

use std::{net::SocketAddr, num::NonZeroUsize, path::PathBuf, process::ExitCode, time::Duration};

use clap::{ArgAction, Args};
use tracing_subscriber::filter::LevelFilter;

use crate::cli::{
    console::{
        exit_codes::INTERRUPTED,
        logging::{self, Form},
    },
    usage::{Usage, seconds},
};
use crate::{
    api::{self, edge::origin::Origin},
    daemon::{
        self, Ended, accounts::AccountArgs, creation::CreationArgs, load::LoadArgs, proxies::ProxyArgs,
        retention::RetentionArgs, traces::Traces, webhooks::WebhookArgs,
    },
    hall::Limits,
    ids::PlayerId,
    law::opening::conduct::MAX_PLIES,
};

/// Pause of demonstration bots before each move, so that a person can follow.
const DEMO_PACE: Duration = Duration::from_secs(1);

const AFTER_HELP: &str = "\
Examples:
  referee serve                         serve on 127.0.0.1:7171, data in ./referee-data
  referee serve --demo                  the same, with house bots that keep playing
  referee serve --listen 0.0.0.0:7171   accept connections from other machines
  referee serve --memory --listen 127.0.0.1:0
                                        in memory, on a free port: for tests

When the server is ready, it prints `referee VERSION serves URL, data in PLACE` on
standard output. The log goes to standard error; RUST_LOG selects what is logged
(RUST_LOG=referee=debug).

SIGTERM and Ctrl-C stop the server: it notifies streams and keeps everything it has
acknowledged. The next start on the same data resumes every match; clocks do not run in
between. A second signal stops the server immediately.

Exit codes:
  0    stopped by SIGTERM or Ctrl-C
  1    failed, such as an address in use or an unreadable data directory; the last
       line on standard error gives the reason
  2    usage error
  130  stopped immediately by a second SIGTERM or Ctrl-C";

#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct ServeArgs {
    /// Configuration file (TOML) with these options as keys. `referee config print` writes such a
    /// file
    #[arg(long, value_name = "FILE", env = "REFEREE_CONFIG")]
    pub config: Option<PathBuf>,
    /// Address to listen on; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7171", env = "REFEREE_LISTEN")]
    pub listen: SocketAddr,
    /// Serve TLS with this certificate chain (PEM); reloaded when renewed
    #[arg(long, value_name = "FILE", env = "REFEREE_TLS_CERT", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// Private key of the certificate (PEM). Readable by its owner and group only
    #[arg(long, value_name = "FILE", env = "REFEREE_TLS_KEY", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
    /// Data directory
    #[arg(
        long,
        value_name = "DIRECTORY",
        default_value = "referee-data",
        default_value_if("memory", "true", None),
        env = "REFEREE_DATA"
    )]
    pub data: Option<PathBuf>,
    /// Keep everything in memory; nothing remains after exit
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set, default_value_t = false)]
    pub memory: bool,
    /// Let house bots play all the time, for demonstration
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set, default_value_t = false)]
    pub demo: bool,
    /// Seconds before each move between two house bots. At most 1/20 of the clock [default: 1 with
    /// --demo, else 0.25]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub house_pace: Option<Duration>,
    /// Maximum live matches [default: 10000]
    #[arg(long, value_name = "N")]
    pub max_matches: Option<usize>,
    /// Default grace of a match: seconds a seat can be disconnected [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub grace: Option<Duration>,
    /// Default grace of a seat held by `Attend` (web page), in seconds [default: 600]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub attend_grace: Option<Duration>,
    /// Default seconds a match waits for its players before it is aborted [default: 300]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub start_grace: Option<Duration>,
    /// Maximum grace that a match can request, in seconds [default: 604800]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub max_grace: Option<Duration>,
    /// Maximum plies per round, in every match
    #[arg(long, value_name = "N", default_value_t = MAX_PLIES, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PLIES)))]
    pub max_plies: u32,
    /// Delay for spectators in seconds, up to 86400; ends with the match. Seats and arbiters have
    /// no delay
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=86_400))]
    pub spectator_delay: u32,
    /// Keep-alive interval in seconds. A dead connection is closed within twice this time [default:
    /// 20]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub keepalive: Option<Duration>,
    #[command(flatten)]
    pub proxies: ProxyArgs,
    #[command(flatten)]
    pub load: LoadArgs,
    #[command(flatten)]
    pub accounts: AccountArgs,
    #[command(flatten)]
    pub creation: CreationArgs,
    #[command(flatten)]
    pub retention: RetentionArgs,
    #[command(flatten)]
    pub webhooks: WebhookArgs,
    /// Arbiter: a registered player that sees all matches; repeatable. An arbiter sees only its own
    /// hand in matches that it plays
    #[arg(long = "arbiter", value_name = "NAME", value_parser = player_name, conflicts_with = "memory")]
    pub arbiters: Vec<PlayerId>,
    /// Origin whose web pages can call this server; repeatable. Such as `https://example.org`, or
    /// `*` for all origins [default: same origin only]
    #[arg(long = "allow-origin", value_name = "ORIGIN")]
    pub allow_origins: Vec<Origin>,
    /// Separate address for Prometheus metrics at /metrics; keep it private [default: none]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub metrics: Option<SocketAddr>,
    /// OpenTelemetry collector for traces, such as http://127.0.0.1:4317. The protocol is OTLP over
    /// gRPC [default: none]
    #[arg(long, value_name = "URL")]
    pub otlp_endpoint: Option<String>,
    /// Serving threads, at least 1 [default: half the cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Log one JSON object per line
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set, default_value_t = false)]
    pub log_json: bool,
}

impl ServeArgs {
    /// Rejects options that contradict each other.
    pub fn check(&self) -> Result<(), Usage> {
        match &self.data {
            Some(data) if self.memory => Err(Usage::new(format!(
                "memory = true cannot be used with data = {}: give only one of them",
                data.display()
            ))),
            _ => Ok(()),
        }
    }
}

pub fn run(args: ServeArgs) -> anyhow::Result<ExitCode> {
    let traces = args.otlp_endpoint.as_deref().map(Traces::start).transpose()?;
    logging::start(if args.log_json { Form::Json } else { Form::Text }, LevelFilter::INFO, traces.as_ref())?;
    Ok(match daemon::run(options(args)?)? {
        Ended::Stopped => ExitCode::SUCCESS,
        Ended::AtOnce => {
            // Dropping the exporter would wait for the last spans.
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
        attend_grace: args.attend_grace.unwrap_or(usual.attend_grace),
        start_grace: args.start_grace.unwrap_or(usual.start_grace),
        max_grace: args.max_grace.unwrap_or(usual.max_grace),
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
    let usual = args.accounts.settings(args.proxies.settings(usual));
    args.load.settings(api::Settings { arbiters, allow_origins, keepalive, ..usual })
}

fn player_name(text: &str) -> Result<PlayerId, String> {
    PlayerId::parse(text).map_err(|bad| bad.to_string())
}
