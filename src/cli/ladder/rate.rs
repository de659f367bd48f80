//! `referee ladder rate`: compute the ratings of a ladder from its events.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use crate::{
    cli::console::output::{answer, complain, line},
    remote::{CallArgs, Calls, RatedLadder},
    runner::options::engine_words::BadWords,
    store::seal::PublicKey,
};

const EXAMPLES: &str = "\
Examples:
  referee ladder rate blitz --category kamisado
  referee ladder rate --events blitz.jsonl --category kamisado    from a file of `referee ladder export`
  referee ladder rate --events blitz.jsonl --key $(referee record-key)

Ratings depend on the events alone, in any order of lines. This prints, byte for byte,
the table that the server publishes for the same events; standard error shows the
signer. --key rejects events that this key did not sign unchanged.

One line per entrant, separated by tabs: name, rating, standard error, standard error
within its component, both ends of the 95 % interval, matches, component; then the value
of each seat. In a category rated by points: points per deal, standard error, both ends,
matches, component.

Exit codes: 0 printed, 1 no ratings, or the server refused or could not be reached, 2
usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RateArgs {
    #[command(flatten)]
    call: CallArgs,
    /// Ladder name; omit with --events
    #[arg(value_name = "LADDER", required_unless_present = "events", conflicts_with = "events")]
    id: Option<String>,
    /// Event file from `referee ladder export`. One JSON object per line, in any order [default:
    /// the server's events]
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
    /// Category name [default: the only one]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    category: String,
    /// Public key that must have signed the events, from `referee record-key` [default: any]
    #[arg(long, value_name = "PUBLIC")]
    key: Option<PublicKey>,
}

/// Prints the ratings of a category.
pub fn run(args: RateArgs) -> anyhow::Result<ExitCode> {
    let RateArgs { call, id, events, category, key } = args;
    match (events, id) {
        (Some(path), _) => {
            rated(&RatedLadder::of_file(&path, key.as_ref())?, &category)?.iter().try_for_each(line)?;
            Ok(ExitCode::SUCCESS)
        }
        (None, id) => {
            let id = id.unwrap_or_default();
            answer(&call, async |calls: Calls| rated(&calls.rated_ladder(&id, key.as_ref()).await?, &category))
        }
    }
}

fn rated(RatedLadder { results, origin }: &RatedLadder, category: &str) -> anyhow::Result<Vec<String>> {
    let unknown =
        || BadWords::new(format!("category is `{category}`, expected one of {}", results.categories().join(", ")));
    let category = results.category_named(category).ok_or_else(unknown)?;
    let table = results.publish(category)?.table();
    complain(origin);
    Ok(table.lines().map(str::to_owned).collect())
}
