//! The commands that tournaments and ladders share.

use std::{num::NonZeroU16, path::PathBuf, process::ExitCode};

use clap::{Args, Subcommand};
use referee_client::pb::{LadderEntry, Now, VoidMatch, change_contest_request::Change};

use super::{
    console::{
        exit_codes::INTERRUPTED,
        output::{answer, entered},
    },
    play::plan::of_file,
    sandbox::grant,
};
use crate::{
    interrupt::Interrupt,
    law::Contest,
    remote::{CallArgs, Calls},
    runner::{
        contest::{ContestFile, Local, Parts},
        options::file_words::at_once,
        plan::MAX_AT_ONCE,
    },
    transcript::{RATING_INTERVAL, contest::Printer},
};

/// Commands of both kinds.
#[derive(Subcommand)]
pub enum Shared {
    /// List the server's contests of this kind, newest first
    List(ListArgs),
    /// Show the state, the entrants and why matches wait
    Status(NamedArgs),
    /// Print all events, then follow new events
    Watch(WatchArgs),
    /// Pause pairing and new matches until `resume`
    Pause(ReasonArgs),
    /// Resume pairing and matches
    Resume(NamedArgs),
    /// Close entries
    Freeze(ReasonArgs),
    /// Withdraw your player; a host can withdraw any entrant
    Withdraw(WithdrawArgs),
    /// Disqualify an entrant
    Disqualify(PlayerReasonArgs),
    /// Void a match
    Void(VoidArgs),
    /// End the contest immediately
    End(ReasonArgs),
}

/// Arguments of `list`.
#[derive(Args)]
pub struct ListArgs {
    #[command(flatten)]
    pub call: CallArgs,
    /// Maximum number of contests
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub limit: u32,
}

/// Arguments of `run` that both kinds have.
#[derive(Args)]
pub struct LocalArgs {
    /// Contest file (TOML)
    file: PathBuf,
    /// Directory of the contest's files [default: tournaments/ID or ladders/ID]
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Concurrent matches [default: from the file]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_AT_ONCE)))]
    concurrency: Option<u16>,
    /// Print standings every N counted matches; 0 disables this
    #[arg(long, value_name = "N", default_value_t = RATING_INTERVAL)]
    rating_interval: u32,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// A contest of a server.
#[derive(Args)]
pub struct NamedArgs {
    #[command(flatten)]
    pub call: CallArgs,
    /// Contest id, as `list` shows it
    #[arg(value_name = "NAME")]
    pub id: String,
}

/// Arguments of `watch`.
#[derive(Args)]
pub struct WatchArgs {
    #[command(flatten)]
    pub of: NamedArgs,
    /// Print standings every N counted matches; 0 disables this
    #[arg(long, value_name = "N", default_value_t = RATING_INTERVAL)]
    pub rating_interval: u32,
}

/// Arguments of `withdraw`.
#[derive(Args)]
pub struct WithdrawArgs {
    #[command(flatten)]
    pub of: NamedArgs,
    /// Entrant to withdraw; only hosts can withdraw others [default: the token's player]
    #[arg(long, value_name = "NAME", requires = "reason")]
    pub player: Option<String>,
    /// Public reason [default: `it withdrew`]
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub reason: String,
}

/// A contest, and the reason for a change of it.
#[derive(Args)]
pub struct ReasonArgs {
    #[command(flatten)]
    pub of: NamedArgs,
    /// Public reason
    #[arg(long, value_name = "TEXT", required = true)]
    pub reason: String,
}

/// A player of a contest.
#[derive(Args)]
pub struct PlayerArgs {
    #[command(flatten)]
    pub of: NamedArgs,
    /// Player name
    #[arg(value_name = "PLAYER")]
    pub player: String,
}

/// A player of a contest, and the reason for a change.
#[derive(Args)]
pub struct PlayerReasonArgs {
    #[command(flatten)]
    pub of: PlayerArgs,
    /// Public reason
    #[arg(long, value_name = "TEXT", required = true)]
    pub reason: String,
}

/// Arguments of `void`.
#[derive(Args)]
pub struct VoidArgs {
    #[command(flatten)]
    of: MatchReasonArgs,
    /// Replay the match, if its encounter is in progress. Tournaments always replay it
    #[arg(long)]
    replay: bool,
}

/// Arguments of `enter`.
#[derive(Args)]
pub struct EnterArgs {
    #[command(flatten)]
    of: NamedArgs,
    /// Player to enter; only hosts can enter others [default: the token's player]
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
}

/// A match of a contest, and the reason for a change.
#[derive(Args)]
pub struct MatchReasonArgs {
    #[command(flatten)]
    pub of: ReasonArgs,
    /// Match key, as `watch` shows it, such as s1-b2-m1
    #[arg(value_name = "MATCH")]
    pub match_key: String,
}

impl LocalArgs {
    /// Returns the printer of the contest's progress.
    pub fn printer<F>(&self, local: &Local<F>) -> Printer {
        Printer::new(self.json, self.rating_interval).with_display_names(local.display_names.clone())
    }

    /// Reads the contest file and its options of `referee play`. The default directory is below
    /// `place`.
    pub fn read<F: ContestFile>(&self, place: &str) -> anyhow::Result<Local<F>> {
        let mut file = F::read_local(&self.file)?;
        let (arguments, display_names) = (file.arguments()?, file.display_names());
        let directory = self.directory.clone().unwrap_or_else(|| PathBuf::from(place).join(file.id()));
        let Parts { concurrency, openings, seed, .. } = file.parts();
        let at_once = at_once(self.concurrency.or(concurrency.map(NonZeroU16::get)))?;
        let mut plan = of_file(&self.file, arguments, at_once)?;
        grant(plan.engines.iter_mut().map(|engine| &mut engine.command), &[("its directory", Some(&directory))])?;
        let openings = openings.map(|table| table.read(&self.file, plan.game, &plan.setting, seed)).transpose()?;
        Ok(Local { file, display_names, plan, openings, directory })
    }
}

impl Shared {
    /// Runs the command for contests of a kind.
    pub fn run(self, kind: fn(String) -> Contest) -> anyhow::Result<ExitCode> {
        let change = |of: NamedArgs, what: Change, reason: String| change(kind, of, what, reason);
        match self {
            Shared::List(ListArgs { call, limit }) => {
                answer(&call, async |calls: Calls| calls.contests(&kind(String::new()), limit).await)
            }
            Shared::Status(NamedArgs { call, id }) => answer(&call, async |calls: Calls| match kind(id) {
                Contest::Tournament(id) => calls.tournament(&id).await,
                Contest::Ladder(id) => calls.ladder(id).await,
            }),
            Shared::Watch(args) => watch(args, kind),
            Shared::Pause(ReasonArgs { of, reason }) => change(of, Change::Pause(Now {}), reason),
            Shared::Resume(of) => change(of, Change::Resume(Now {}), String::new()),
            Shared::Freeze(ReasonArgs { of, reason }) => change(of, Change::FreezeEntries(Now {}), reason),
            Shared::Withdraw(WithdrawArgs { of, player: Some(player), reason }) => {
                change(of, Change::Withdraw(player), reason)
            }
            Shared::Withdraw(WithdrawArgs { of: NamedArgs { call, id }, player: None, reason }) => {
                answer(&call, async |calls: Calls| calls.withdraw_from_contest(&kind(id), reason).await)
            }
            Shared::Disqualify(PlayerReasonArgs { of, reason }) => change(of.of, Change::Disqualify(of.player), reason),
            Shared::Void(VoidArgs { of: MatchReasonArgs { of: ReasonArgs { of, reason }, match_key }, replay }) => {
                let replay = replay || matches!(kind(String::new()), Contest::Tournament(_));
                change(of, Change::Void(VoidMatch { match_key, replay }), reason)
            }
            Shared::End(ReasonArgs { of, reason }) => change(of, Change::End(Now {}), reason),
        }
    }
}

/// Changes a contest as a host.
pub fn change(kind: fn(String) -> Contest, of: NamedArgs, change: Change, reason: String) -> anyhow::Result<ExitCode> {
    let NamedArgs { call, id } = of;
    answer(&call, async |calls: Calls| calls.change_contest(&kind(id), change, reason).await)
}

/// Enters a player: the one that a host names, or else the token's player.
pub fn enter(kind: fn(String) -> Contest, args: EnterArgs, entry: LadderEntry) -> anyhow::Result<ExitCode> {
    let EnterArgs { of, player } = args;
    match player {
        Some(player) => change(kind, of, Change::Enter(LadderEntry { player, ..entry }), String::new()),
        None => entered(&of.call, async |calls: Calls| calls.enter_contest(&kind(of.id), entry).await),
    }
}

fn watch(args: WatchArgs, kind: fn(String) -> Contest) -> anyhow::Result<ExitCode> {
    let WatchArgs { of: NamedArgs { call, id }, rating_interval } = args;
    let mut printer = Printer::new(call.json, rating_interval);
    call.call(async |calls: Calls| {
        let mut interrupt = Interrupt::listen()?;
        let watched = async {
            match kind(id) {
                Contest::Ladder(id) => calls.watch_ladder(&id, &mut printer).await,
                Contest::Tournament(id) => {
                    let tournament = calls.watch_tournament(&id, &mut printer).await?;
                    Ok(printer.end_tournament(&tournament, None)?)
                }
            }
        };
        tokio::select! {
            watched = watched => watched.map(|()| ExitCode::SUCCESS),
            () = interrupt.first() => Ok(ExitCode::from(INTERRUPTED)),
        }
    })
}
