//! `referee challenge` and `referee seek`: propose matches on a server, to players by name or to
//! any player.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use referee_client::pb::CreateChallengeRequest;

use crate::cli::{console::output::answer, help::examples};
use crate::remote::{CallArgs, Calls, DeclineArg, ProposalArgs};

const EXAMPLES: &str = "\
Examples:
  referee challenge create kamisado --opponent bob --tc 60+1
  referee challenge create hive --opponent bob --seat 0 --expires 5m --json
  referee challenge list
  referee challenge show MATCH
  referee challenge accept MATCH
  referee challenge decline MATCH --reason too-fast --text \"at least 60+1\"
  referee challenge cancel MATCH
  referee seek create kamisado --tc 60+1 --keep
  referee seek create kamisado --tc 600+5 --link --expires 24h
  referee seek list
  referee seek accept MATCH
  referee seek cancel MATCH

`create` prints the challenge's id, which becomes the match's id once all players have
accepted. `referee join` plays the match; `referee lobby` shows changes of the
challenge. A player whose policy (`referee player accept`) accepts the match agrees
automatically. A seek is open to anyone, and is matched with other seeks and with bots
that accept it. With --link, no list shows the seek: send its id to a friend. --json
prints canonical JSON (Challenge).

Exit codes: 0 done, 1 the server or an opponent refused, or the server was not reached,
2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_subcommands = examples::each_its_own("challenge", EXAMPLES, ""))]
pub struct ChallengeArgs {
    #[command(subcommand)]
    action: ChallengeAction,
}

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_subcommands = examples::each_its_own("seek", EXAMPLES, ""))]
pub struct SeekArgs {
    #[command(subcommand)]
    action: SeekAction,
}

#[derive(Subcommand)]
enum ChallengeAction {
    /// Propose a match to players by name
    Create(Box<NamedArgs>),
    /// List open challenges that you sent or received
    List(CallArgs),
    /// Show a challenge or seek by its id
    Show(IdArgs),
    /// Accept a challenge; the match opens when all players have accepted
    Accept(IdArgs),
    /// Decline a challenge sent to you
    Decline(DeclineArgs),
    /// Cancel your challenge
    Cancel(IdArgs),
}

#[derive(Subcommand)]
enum SeekAction {
    /// Propose a match to anyone
    Create(Box<OpenArgs>),
    /// List open seeks
    List(CallArgs),
    /// Accept a seek
    Accept(IdArgs),
    /// Cancel your seek
    Cancel(IdArgs),
}

#[derive(Args)]
struct NamedArgs {
    #[command(flatten)]
    call: CallArgs,
    #[command(flatten)]
    proposed: ProposalArgs,
    /// Opponent; repeat for each, in seat order, skipping your own seat
    #[arg(long = "opponent", value_name = "NAME", required = true)]
    opponents: Vec<String>,
}

#[derive(Args)]
struct OpenArgs {
    #[command(flatten)]
    call: CallArgs,
    #[command(flatten)]
    proposed: ProposalArgs,
    /// Number of players in the match
    #[arg(long, value_name = "N", default_value_t = 2)]
    seats: u32,
    /// Keep the seek open while you are disconnected
    #[arg(long)]
    keep: bool,
    /// Hide the seek from lists; players need its id to accept it
    #[arg(long)]
    link: bool,
}

#[derive(Args)]
struct IdArgs {
    #[command(flatten)]
    call: CallArgs,
    /// Challenge or seek id, as lists show it
    id: String,
}

#[derive(Args)]
struct DeclineArgs {
    #[command(flatten)]
    of: IdArgs,
    /// Machine-readable reason
    #[arg(long, value_name = "REASON", default_value = "other")]
    reason: DeclineArg,
    /// Reason in words, up to 200 bytes
    #[arg(long, value_name = "TEXT", default_value = "")]
    text: String,
}

/// Proposes a match to players by name, or answers a proposal.
pub fn run(args: ChallengeArgs) -> anyhow::Result<ExitCode> {
    match args.action {
        ChallengeAction::Create(args) => {
            let NamedArgs { call, proposed, opponents } = *args;
            let asked = CreateChallengeRequest { opponents, ..proposed.asked()? };
            answer(&call, async |c: Calls| c.challenge(asked).await)
        }
        ChallengeAction::Show(IdArgs { call, id }) => answer(&call, async |c: Calls| c.show_challenge(id).await),
        ChallengeAction::List(call) => answer(&call, async |c: Calls| c.challenges().await),
        ChallengeAction::Accept(of) => accept(of),
        ChallengeAction::Decline(DeclineArgs { of: IdArgs { call, id }, reason, text }) => {
            answer(&call, async |c: Calls| c.decline_challenge(id, reason.into(), text).await)
        }
        ChallengeAction::Cancel(of) => cancel(of),
    }
}

/// Proposes a match to any player, or accepts such a proposal.
pub fn seek(args: SeekArgs) -> anyhow::Result<ExitCode> {
    match args.action {
        SeekAction::Create(args) => {
            let OpenArgs { call, proposed, seats, keep, link } = *args;
            let asked = CreateChallengeRequest { seats: Some(seats), keep, link, ..proposed.asked()? };
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
