//! `referee arbiter`: pause, adjudicate or abort a match on a server.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use referee_client::pb::{
    Abort, Adjudicate, AsItStands, Pause, Resume, RuledPoints, adjudicate::Ruling, submit_command_request::Command,
};

use crate::cli::{console::output::answer, help::examples};
use crate::remote::{CallArgs, Calls};

const EXAMPLES: &str = "\
Examples:
  referee arbiter pause MATCH
  referee arbiter resume MATCH
  referee arbiter abort MATCH --json
  referee arbiter abort cup s1-b2-m1
  referee arbiter adjudicate MATCH --loser 1 --reason \"left the hall\"
  referee arbiter adjudicate MATCH --points 0.5,0.5 --reason \"both crashed\"

The host that created a tournament or ladder rules on its matches with a token with the
scope `host`. Arbiters (`referee serve --arbiter NAME`) rule on all matches. Hosts and
arbiters cannot rule on matches of their own players. The record and the audit log name
the ruling player.

Exit codes: 0 done, 1 the server refused or could not be reached, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_subcommands = examples::each_its_own("arbiter", EXAMPLES, ""))]
pub struct ArbiterArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Pause a match: stop its clocks and reject moves
    Pause(MatchArgs),
    /// Resume a paused match and resend its open turn
    Resume(MatchArgs),
    /// Abort a match, without a result
    Abort(MatchArgs),
    /// End a match, by default with its current points
    Adjudicate(AdjudicateArgs),
}

#[derive(Args)]
struct MatchArgs {
    #[command(flatten)]
    call: CallArgs,
    /// Match id; with KEY, the id of the tournament or ladder
    #[arg(value_name = "MATCH")]
    match_id: String,
    /// Key of an open contest match, as `status` shows it, such as s1-b2-m1
    #[arg(value_name = "KEY")]
    match_key: Option<String>,
}

#[derive(Args)]
struct AdjudicateArgs {
    #[command(flatten)]
    of: MatchArgs,
    /// Seat that loses, from 0, regardless of its points
    #[arg(long, value_name = "SEAT", conflicts_with = "points")]
    loser: Option<u32>,
    /// Points of each seat, seat 0 first, in multiples of 0.5
    #[arg(long, value_name = "POINTS,...", value_delimiter = ',', allow_negative_numbers = true)]
    points: Vec<f64>,
    /// Reason in words
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

pub fn run(args: ArbiterArgs) -> anyhow::Result<ExitCode> {
    let (of, command, [what, done]) = match args.action {
        Action::Pause(of) => (of, Command::Pause(Pause {}), ["pause", "paused"]),
        Action::Resume(of) => (of, Command::Resume(Resume {}), ["resume", "resumed"]),
        Action::Abort(of) => (of, Command::Abort(Abort {}), ["abort", "aborted: it does not count"]),
        Action::Adjudicate(args) => {
            let AdjudicateArgs { of, loser, points, reason } = args;
            let ruling = match loser {
                Some(seat) => Ruling::Loser(seat),
                None if points.is_empty() => Ruling::AsItStands(AsItStands {}),
                None => Ruling::Points(RuledPoints { points }),
            };
            (of, Command::Adjudicate(Adjudicate { ruling: Some(ruling), reason }), ["adjudicate", "adjudicated"])
        }
    };
    answer(&of.call, async |calls: Calls| {
        let match_id = match &of.match_key {
            Some(key) => calls.open_match(&of.match_id, key).await?,
            None => of.match_id.clone(),
        };
        calls.rule(&match_id, command, what, done).await
    })
}
