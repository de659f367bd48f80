//! `referee ladder rate`: compute the ratings of a ladder from its events.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use crate::{
    cli::output::{answer, complain, line},
    remote::{CallArgs, Calls, RatedLadder},
    runner::engine_words::BadWords,
    store::seal::PublicKey,
};

const EXAMPLES: &str = "\
Examples:
  referee ladder rate blitz --category kamisado
  referee ladder rate --events blitz.jsonl --category kamisado    from what `referee ladder export` has written
  referee ladder rate --events blitz.jsonl --key $(referee record-key)

A rating is a function of the events alone, in whatever order their lines stand: this prints, byte for byte, the table that the server
publishes of the same events, and on standard error who signed them. With --key nothing is taken that this key has not signed as it stands. A line an
entrant, with tabs between name, rating, standard error, that about the mean of its component, both ends of the 95 % interval, matches and
component; then what the seats are worth. Of a category that is rated by points: points a deal, standard error, both ends, matches, component.

Exit codes: 0 printed, 1 there are no ratings, or the server refused or was not reached, 2 the command line cannot be taken as it stands.";

/// Arguments of `referee ladder rate`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RateArgs {
    /// The server, who asks, and how the answer is printed.
    #[command(flatten)]
    call: CallArgs,
    /// The ladder by its name in ids; none with --events
    #[arg(value_name = "LADDER", required_unless_present = "events", conflicts_with = "events")]
    id: Option<String>,
    /// A file of events, a JSON object a line in any order, as `referee ladder export` writes it; the events of the server unless given
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
    /// The category by its name; the only one unless given
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    category: String,
    /// The key that the events must be signed with, as `referee record-key` prints it; any key unless given
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
