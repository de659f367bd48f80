//! The commands. Each file contains one: its arguments, and `run`. [`usage`] has options that
//! several commands share.

use std::{ffi::OsString, path::PathBuf, process::ExitCode};

use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use tracing_subscriber::filter::LevelFilter;

use crate::{
    config::{ConfigError, Layers},
    engine::sandbox::role,
    interrupt::outlive_file_size_limit,
    runner::options::engine_words::BadWords,
};

pub mod bot;
pub mod check;
pub mod console;
mod contest;
mod file_options;
pub mod help;
pub mod host;
pub mod keeper;
pub mod ladder;
pub mod online;
pub mod openings;
pub mod perft;
pub mod play;
pub mod records;
pub mod rules;
pub mod sandbox;
pub mod stats;
pub mod tournament;
pub mod uhp;
pub mod usage;

use console::{
    exit_codes::{FAILED, USAGE},
    logging, output, profile,
};
use help::{completions, man};
use host::{admin, backup, config, record_key, serve};
use online::{arbiter, challenges, join, lobby, matches, players};
use records::{export, import, replay, report};

/// Path of this program, valid even if its file has been replaced since the start.
#[cfg(target_os = "linux")]
const OWN_PROGRAM: &str = "/proc/self/exe";

const EXIT_CODES: &str = "\
Examples:
  referee serve                                              serve matches, with house bots
  referee play kamisado -e \"referee bot search\" -e ./my-engine   play a match between two engines
  referee check ./my-engine                                  check whether an engine speaks the protocol
  referee rules hive --board                                 show the opening of a game

The server and your token come from --url and --token, else from REFEREE_URL and
REFEREE_TOKEN, else from the profile named by --profile or REFEREE_PROFILE in
~/.config/referee/profiles.toml (XDG_CONFIG_HOME):

  [home]
  url = \"http://127.0.0.1:7171\"
  token = \"...\"

The file must be readable by you only (chmod 600). A profile's token is sent only to the
url of that profile.

With --json, every command prints JSON, one value per line.

Exit codes of every command:
  0    done
  1    failed; the last line on standard error gives the reason
  2    usage error
  130  interrupted

`referee COMMAND --help` shows examples.";

/// Referee for matches between programs and people.
#[derive(Parser)]
#[command(name = "referee", version, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Serve matches over gRPC, gRPC-web and JSON on one port.
    Serve(Box<serve::ServeArgs>),
    /// Play matches between local engines.
    Play(Box<play::PlayArgs>),
    /// Play a tournament between local engines or on a server.
    Tournament(tournament::TournamentArgs),
    /// Run or enter a ladder of bots, or see its ratings.
    Ladder(ladder::LadderArgs),
    /// Connect a local engine to a server.
    Join(Box<join::JoinArgs>),
    /// Run a house bot on standard input and output.
    Bot(bot::BotArgs),
    /// Act as a UHP engine, or use a UHP engine as a bot.
    Uhp(uhp::UhpArgs),
    /// Check whether an engine speaks the protocol.
    Check(check::CheckArgs),
    /// Test which sandboxes and resource limits this host supports.
    Sandbox(sandbox::SandboxArgs),
    /// Show games, or a position with its turn and legal moves.
    Rules(rules::RulesArgs),
    /// List, check and make openings of a game.
    Openings(openings::OpeningsArgs),
    /// Count positions at a given depth (perft).
    Perft(perft::PerftArgs),
    /// Open, list, watch and fetch matches on a server.
    Match(matches::MatchArgs),
    /// Register, list and change players on a server.
    Player(players::PlayerArgs),
    /// Challenge players by name, or answer challenges.
    Challenge(challenges::ChallengeArgs),
    /// Propose matches to anyone, or accept open proposals.
    Seek(challenges::SeekArgs),
    /// Watch connected players and open challenges.
    Lobby(lobby::LobbyArgs),
    /// Administer a server: accounts, tokens, invites, announcements.
    Admin(admin::AdminArgs),
    /// Pause, adjudicate or abort a match on a server.
    Arbiter(arbiter::ArbiterArgs),
    /// Print the public key that verifies a server's records.
    RecordKey(record_key::RecordKeyArgs),
    /// Replay or verify records.
    Replay(replay::ReplayArgs),
    /// Export a match as JSON, as the text of its game, or as a picture.
    Export(export::ExportArgs),
    /// Import a match from JSON or the text of its game.
    Import(import::ImportArgs),
    /// Make tables, ratings, CSV, TRF and plots from records.
    Report(report::ReportArgs),
    /// Print Elo, its interval and a sequential test, from counts or matches.
    Stats(stats::StatsArgs),
    /// Back up a server's data; the server can keep running.
    Backup(backup::BackupArgs),
    /// Restore a data directory from a backup.
    Restore(backup::RestoreArgs),
    /// Print the configuration of a server, or check a configuration file.
    Config(config::ConfigArgs),
    /// Supervise one engine process (started by other commands).
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Keeper(keeper::KeeperArgs),
    /// Run a helper process of a sandbox (started by other commands).
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    SandboxRole {
        role: String,
        /// Files named in the engine's command.
        #[arg(hide = true)]
        named: Vec<String>,
    },
    /// Print completions for a shell.
    Completions(completions::CompletionsArgs),
    /// Print man pages.
    Man(man::ManArgs),
}

/// Runs the command line of this process, and prints errors on standard error.
pub fn main() -> ExitCode {
    outlive_file_size_limit();
    match called(std::env::args_os().collect()) {
        Ok(code) => code,
        Err(error) => match error.downcast::<clap::Error>() {
            // `--help` also ends here: this error prints the help text.
            Ok(usage) => usage.exit(),
            Err(error) => {
                output::complain(format_args!("error: {error:#}"));
                let is_usage = error.is::<usage::Usage>() || error.is::<BadWords>() || error.is::<ConfigError>();
                ExitCode::from(if is_usage { USAGE } else { FAILED })
            }
        },
    }
}

/// Runs a command line, with the configuration file and the profile that it names, if any.
fn called(arguments: Vec<OsString>) -> anyhow::Result<ExitCode> {
    let layers = Layers::read(&Cli::command(), arguments)?;
    let matches = profile::parse(&Cli::command(), &layers.arguments)?;
    let cli = Cli::from_arg_matches(&matches)?;
    dispatch(cli.command, &layers, &matches)
}

fn dispatch(command: Command, layers: &Layers, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    #[cfg(target_os = "linux")]
    crate::engine::keeper::install(PathBuf::from(OWN_PROGRAM));
    // These print more or less, and start logging themselves.
    if !matches!(command, Command::Serve(_) | Command::Join(_) | Command::Check(_)) {
        logging::start(logging::Form::Text, LevelFilter::WARN, None)?;
    }
    match command {
        Command::Serve(args) => serve::run(*args),
        Command::Play(args) => play::run(*args),
        Command::Tournament(args) => tournament::run(args),
        Command::Ladder(args) => ladder::run(args),
        Command::Join(args) => join::run(*args),
        Command::Bot(args) => bot::run(args),
        Command::Uhp(args) => uhp::run(args),
        Command::Check(args) => check::run(args),
        Command::Sandbox(args) => sandbox::run(args),
        Command::Rules(args) => rules::run(args),
        Command::Openings(args) => openings::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Match(args) => matches::run(args),
        Command::Player(args) => players::run(args),
        Command::Challenge(args) => challenges::run(args),
        Command::Seek(args) => challenges::seek(args),
        Command::Lobby(args) => lobby::run(args),
        Command::Admin(args) => admin::run(args),
        Command::Arbiter(args) => arbiter::run(args),
        Command::RecordKey(args) => record_key::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Export(args) => export::run(args),
        Command::Import(args) => import::run(args),
        Command::Report(args) => report::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Backup(args) => backup::run(args),
        Command::Restore(args) => backup::restore(args),
        Command::Config(args) => config::run(args, &Cli::command(), layers, matches),
        #[cfg(target_os = "linux")]
        Command::Keeper(args) => keeper::run(args),
        #[cfg(target_os = "linux")]
        Command::SandboxRole { role, named: _ } => Ok(role::take(&role).map(|()| ExitCode::SUCCESS)?),
        Command::Completions(args) => completions::run(args, Cli::command()),
        Command::Man(args) => man::run(args, Cli::command()),
    }
}
