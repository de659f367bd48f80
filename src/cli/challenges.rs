//! `referee challenge` and `referee seek`: propose matches on a server, to players by name or to anybody.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use referee_client::pb::CreateChallengeRequest;

use super::{examples, output::answer};
use crate::remote::{CallArgs, Calls, DeclineArg, ProposalArgs};

const EXAMPLES: &str = "\
Examples:
  referee challenge create kamisado --opponent bob --tc 60+1
  referee challenge create hive --opponent bob --seat 0 --expires 5m --json
  referee challenge list
  referee challenge accept MATCH
  referee challenge decline MATCH --reason too-fast --text \"at least 60+1\"
  referee challenge cancel MATCH
  referee seek create kamisado --tc 60+1 --keep
  referee seek list
  referee seek accept MATCH
  referee seek cancel MATCH

`create` prints the id, which is that of the match once all have agreed: see `referee join` for who plays it, and `referee lobby`
for what becomes of it. Who accepts such matches by what it declared (`referee player accept`) has agreed at once. A seek is open to
anybody, and is matched with those of others and with bots that accept it. With --json each is canonical JSON (Challenge).

Exit codes: 0 done, 1 the server or an opponent refused, or the server was not reached, 2 the command line cannot be read.";

/// Arguments of `referee challenge`.
#[derive(Args)]
#[command(after_help = EXAMPLES, mut_subcommands = examples::each_its_own("challenge", EXAMPLES, ""))]
pub struct ChallengeArgs {
    /// What to do.
    #[command(subcommand)]
    action: ChallengeAction,
}

/// Arguments of `referee seek`.
#[derive(Args)]
#[command(after_help = EXAMPLES, mut_subcommands = examples::each_its_own("seek", EXAMPLES, ""))]
pub struct SeekArgs {
    /// What to do.
    #[command(subcommand)]
    action: SeekAction,
}

#[derive(Subcommand)]
enum ChallengeAction {
    /// Propose a match to players by name
    Create(Box<NamedArgs>),
    /// List the challenges of and to you that are open
    #[command(after_help = EXAMPLES)]
    List(CallArgs),
    /// Agree to a challenge: its match is opened once all have
    Accept(IdArgs),
    /// Decline a challenge to you
    Decline(DeclineArgs),
    /// Take a challenge of yours back
    Cancel(IdArgs),
}

#[derive(Subcommand)]
enum SeekAction {
    /// Propose a match to anybody
    Create(Box<OpenArgs>),
    /// List the seeks that are open
    #[command(after_help = EXAMPLES)]
    List(CallArgs),
    /// Agree to a seek of somebody's
    Accept(IdArgs),
    /// Take a seek of yours back
    Cancel(IdArgs),
}

#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct NamedArgs {
    #[command(flatten)]
    call: CallArgs,
    #[command(flatten)]
    proposed: ProposalArgs,
    /// A player who is asked; given once for each, in the order of the seats that you leave
    #[arg(long = "opponent", value_name = "NAME", required = true)]
    opponents: Vec<String>,
}

#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct OpenArgs {
    #[command(flatten)]
    call: CallArgs,
    #[command(flatten)]
    proposed: ProposalArgs,
    /// How many players the match has
    #[arg(long, value_name = "N", default_value_t = 2)]
    seats: u32,
    /// Let it stay where you are not connected, as by `referee join`
    #[arg(long)]
    keep: bool,
}

/// A challenge by its id.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct IdArgs {
    #[command(flatten)]
    call: CallArgs,
    /// Its id, as lists show it
    id: String,
}

#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct DeclineArgs {
    #[command(flatten)]
    of: IdArgs,
    /// Why, for programs to read
    #[arg(long, value_name = "REASON", default_value = "other")]
    reason: DeclineArg,
    /// The same in words, up to 200 bytes; none unless given
    #[arg(long, value_name = "TEXT", default_value = "")]
    text: String,
}

/// Propose a match to players by name, or answer who proposed one.
pub fn run(args: ChallengeArgs) -> anyhow::Result<ExitCode> {
    match args.action {
        ChallengeAction::Create(args) => {
            let NamedArgs { call, proposed, opponents } = *args;
            let asked = CreateChallengeRequest { opponents, ..proposed.asked()? };
            answer(&call, async |c: Calls| c.challenge(asked).await)
        }
        ChallengeAction::List(call) => answer(&call, async |c: Calls| c.challenges().await),
        ChallengeAction::Accept(of) => accept(of),
        ChallengeAction::Decline(DeclineArgs { of: IdArgs { call, id }, reason, text }) => {
            answer(&call, async |c: Calls| c.decline_challenge(id, reason.into(), text).await)
        }
        ChallengeAction::Cancel(of) => cancel(of),
    }
}

/// Propose a match to anybody, or agree to one.
pub fn seek(args: SeekArgs) -> anyhow::Result<ExitCode> {
    match args.action {
        SeekAction::Create(args) => {
            let OpenArgs { call, proposed, seats, keep } = *args;
            let asked = CreateChallengeRequest { seats, keep, ..proposed.asked()? };
            answer(&call, async |c: Calls| c.challenge(asked).await)
        }
        SeekAction::List(call) => answer(&call, async |c: Calls| c.seeks().await),
        SeekAction::Accept(of) => accept(of),
        SeekAction::Cancel(of) => cancel(of),
    }
}

fn accept(IdArgs { call, id }: IdArgs) -> anyhow::Result<ExitCode> {
    answer(&call, async |calls: Calls| calls.accept_challenge(&id).await)
}

fn cancel(IdArgs { call, id }: IdArgs) -> anyhow::Result<ExitCode> {
    answer(&call, async |calls: Calls| calls.cancel_challenge(&id).await)
}
