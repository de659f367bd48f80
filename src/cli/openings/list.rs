//! `referee openings list`: list the built-in sets.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use super::judging::object;
use crate::{
    cli::{console::output, usage::Usage},
    games::GAMES,
    openings::{Judgement, Openings},
    report::columns::Columns,
    stats::{decimals, signed_decimals},
};

#[derive(Args)]
pub struct ListArgs {
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

pub fn run(args: ListArgs) -> anyhow::Result<ExitCode> {
    let mut table = Columns::default();
    table.row(["game", "openings", "won", "drawn", "lost", "seat 0", "Elo", "95 %"]);
    for game in GAMES {
        let id = game.facts().id;
        let usual = game.facts().setting(0, []).map_err(|bad| Usage::new(format!("{id}: {bad}")))?;
        let Some(openings) = Openings::built_in(*game, &usual) else { continue };
        let openings = openings.map_err(|bad| Usage::new(format!("the built-in openings of {id}: {bad}")))?;
        let (measured, _) = openings.as_written();
        let count = openings.list().len();
        if args.json {
            output::line(json!({"game": id, "openings": count, "measured": object(&measured)}))?;
        }
        table.row([id.to_owned(), count.to_string()].into_iter().chain(cells(&measured)));
    }
    if !args.json {
        table.lines().iter().try_for_each(output::line)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn cells(of: &Judgement) -> [String; 6] {
    let (counts, elo) = (&of.counts, of.estimate().elo);
    let [value, low, high] = [elo.value, elo.low, elo.high].map(|elo| signed_decimals(elo, 0));
    let score = format!("{} %", decimals(100.0 * of.score(), 1));
    let [wins, draws, losses] = [counts.wins, counts.draws, counts.losses].map(|count| count.to_string());
    [wins, draws, losses, score, value, format!("[{low}, {high}]")]
}
