//! `referee arbiter`: pause, adjudicate or abort a match on a server.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use referee_client::pb::{
    Abort, Adjudicate, AsItStands, Pause, Resume, RuledPoints, adjudicate::Ruling, submit_command_request::Command,
};

use super::output::answer;
use crate::remote::{CallArgs, Calls};

const EXAMPLES: &str = "\
Examples:
  referee arbiter pause MATCH
  referee arbiter resume MATCH
  referee arbiter abort MATCH --json
  referee arbiter adjudicate MATCH --loser 1 --reason \"left the hall\"
  referee arbiter adjudicate MATCH --points 0.5,0.5 --reason \"both crashed\"

Arbiters are the players that the server was started with: `referee serve
--arbiter NAME`. None rules on a match in which they sit. What they did stands
in the record, with their name. Printed is the number of the event.

Exit codes: 0 done, 1 the server refused or was not reached, 2 the command line
cannot be read.";

/// Arguments of `referee arbiter`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ArbiterArgs {
    /// What to do.
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Stop the clocks; nothing is played until the match goes on
    Pause(MatchArgs),
    /// Let a paused match go on: the turn that was open is sent again
    Resume(MatchArgs),
    /// Call the match off: it counts for nobody
    Abort(MatchArgs),
    /// End the match; by the points that it has, unless told otherwise
    Adjudicate(AdjudicateArgs),
}

/// Which match, and who asks.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct MatchArgs {
    #[command(flatten)]
    call: CallArgs,
    /// The match's id
    #[arg(value_name = "MATCH")]
    match_id: String,
}

#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct AdjudicateArgs {
    #[command(flatten)]
    of: MatchArgs,
    /// The seat that loses it, from 0, wherever its points are; none unless given
    #[arg(long, value_name = "SEAT", conflicts_with = "points")]
    loser: Option<u32>,
    /// The points of each seat, seat 0 first, in whole and half points
    #[arg(long, value_name = "POINTS,...", value_delimiter = ',', allow_negative_numbers = true)]
    points: Vec<f64>,
    /// Why, for people to read
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

/// Pause, adjudicate or abort a match on a server.
pub fn run(args: ArbiterArgs) -> anyhow::Result<ExitCode> {
    let (of, command, what) = match args.action {
        Action::Pause(of) => (of, Command::Pause(Pause {}), "pause"),
        Action::Resume(of) => (of, Command::Resume(Resume {}), "resume"),
        Action::Abort(of) => (of, Command::Abort(Abort {}), "abort"),
        Action::Adjudicate(args) => {
            let AdjudicateArgs { of, loser, points, reason } = args;
            let ruling = match loser {
                Some(seat) => Ruling::Loser(seat),
                None if points.is_empty() => Ruling::AsItStands(AsItStands {}),
                None => Ruling::Points(RuledPoints { points }),
            };
            (of, Command::Adjudicate(Adjudicate { ruling: Some(ruling), reason }), "adjudicate")
        }
    };
    answer(&of.call, async |calls: Calls| calls.submit(&of.match_id, command, what).await)
}
