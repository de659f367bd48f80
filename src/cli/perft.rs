//! `referee perft`: count the lines of play from a position.

use std::{
    io::{self, Write},
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use clap::Args;
use serde_json::json;

use super::usage::{GameArgs, PositionArgs};
use crate::{
    games::{Course, Position, perft::Counting, rules::Turn, search::split_mix::SplitMix64},
    standard_output::standard_output,
};

/// Maximum chance outcomes and free forced steps before the first counted ply.
const MAX_LEAD: u32 = 100;
const EXAMPLES: &str = "\
Examples:
  referee perft kamisado --depth 5                       102, 1150, 11332, 107068, 928716
  referee perft kamisado --depth 3 --divide              the number of lines that begin with each move
  referee perft kamisado --depth 4 --forced-as-plies     a forced step counts as a ply
  referee perft kamisado --depth 4 --moves \"d8d3\"        after a move
  referee perft kamisado --playouts 100000               random play to the end of the round
  referee perft kamisado --depth 3 --divide --json       the same as JSON, one object per line

Counts the lines of exactly DEPTH plies inside the round; a line that ends earlier does
not count. If chance has the first turn, --seed decides it; a line that reaches chance
again ends there. Two programs with the same counts agree on the rules.

Exit codes: 0 counted, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PerftArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub position: PositionArgs,
    /// Depth in plies; every smaller depth is counted too
    #[arg(short, long, value_name = "N", required_unless_present = "playouts", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub depth: Option<u32>,
    /// Print the number of lines that begin with each move
    #[arg(long, requires = "depth")]
    pub divide: bool,
    /// Count a forced step as a ply
    #[arg(long)]
    pub forced_as_plies: bool,
    /// Play N random playouts to the end of the round
    #[arg(long, value_name = "N")]
    pub playouts: Option<u64>,
    /// Seed of chance before the first move, and of the playouts
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Print one JSON object per depth, per move (--divide) and for playouts
    #[arg(long)]
    pub json: bool,
}

/// Counts the lines of play from a position.
pub fn run(args: PerftArgs) -> anyhow::Result<ExitCode> {
    print(&args, &mut standard_output())?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the results.
pub fn print(args: &PerftArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let (game, setting) = args.game.read()?;
    let mut course: Course = args.position.read(game, &setting)?;
    let counting = if args.forced_as_plies { Counting::Plies } else { Counting::Moves };
    let mut luck = SplitMix64::new(args.seed);
    for _ in 0..MAX_LEAD {
        let step = match course.turn() {
            Turn::Chance => course.chance(&luck.entropy()),
            Turn::Forced(_) if counting == Counting::Moves => course.forced(),
            Turn::Forced(_) | Turn::Seat(_) | Turn::Over => None,
        };
        let Some(step) = step else { break };
        course.play(&step).with_context(|| format!("the rules rejected their own step `{step}`"))?;
    }
    let mut printer = Printer { out, position: course.position(), as_json: args.json };
    match args.depth {
        Some(depth) if args.divide => printer.divide(depth, counting)?,
        Some(depth) => printer.perft(depth, counting)?,
        None => {}
    }
    args.playouts.map_or(Ok(()), |count| Ok(printer.playouts(count, args.seed)?))
}

struct Printer<'a, W> {
    out: &'a mut W,
    position: &'a dyn Position,
    as_json: bool,
}

impl<W: Write> Printer<'_, W> {
    fn perft(&mut self, depth: u32, counting: Counting) -> io::Result<()> {
        for depth in depth.min(1)..=depth {
            let (nodes, took) = timed(|| self.position.perft(depth, counting));
            self.count(depth, nodes, took)?;
            self.out.flush()?;
        }
        Ok(())
    }

    fn divide(&mut self, depth: u32, counting: Counting) -> io::Result<()> {
        let (lines, took) = timed(|| self.position.divide(depth, counting));
        for (notation, nodes) in &lines {
            match self.as_json {
                true => writeln!(self.out, "{}", json!({"move": notation, "nodes": nodes}))?,
                false => writeln!(self.out, "{notation}  {nodes}")?,
            }
        }
        self.count(depth, lines.iter().map(|(_, nodes)| nodes).sum(), took)
    }

    fn count(&mut self, depth: u32, nodes: u64, took: Duration) -> io::Result<()> {
        let seconds = took.as_secs_f64();
        match self.as_json {
            true => writeln!(self.out, "{}", json!({"depth": depth, "nodes": nodes, "seconds": seconds})),
            false => {
                let rate = per_second(nodes, took);
                writeln!(self.out, "depth {depth}  nodes {nodes}  seconds {seconds:.3}  nodes/s {rate}")
            }
        }
    }

    fn playouts(&mut self, count: u64, seed: u64) -> io::Result<()> {
        let (sum, took) = timed(|| self.position.playouts(count, seed));
        let (seconds, finished, steps) = (took.as_secs_f64(), sum.finished, sum.steps);
        if self.as_json {
            let points: Vec<f64> = sum.points.iter().map(|points| points.as_f64()).collect();
            let object =
                json!({"playouts": count, "finished": finished, "steps": steps, "points": points, "seconds": seconds});
            return writeln!(self.out, "{object}");
        }
        let points: Vec<String> = sum.points.iter().map(ToString::to_string).collect();
        let rate = per_second(count, took);
        writeln!(self.out, "playouts {count}  finished {finished}  steps {steps}")?;
        writeln!(self.out, "points {}  seconds {seconds:.3}  playouts/s {rate}", points.join("-"))
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let value = work();
    (value, began.elapsed())
}

fn per_second(count: u64, took: Duration) -> u64 {
    (count as f64 / took.as_secs_f64().max(1e-9)) as u64
}
