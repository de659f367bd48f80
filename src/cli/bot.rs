//! `referee bot`: run one of the house's bots on standard input and output.

use std::{io, process::ExitCode};

use clap::Args;

use crate::{
    bots::{Kind, LEVELS, USUAL_LEVEL},
    engine::line::Spelling,
    standard_output::standard_output,
    stdio_bot::{self, player::Player},
};

/// Arguments of `referee bot`.
#[derive(Args)]
#[command(
    after_help = "It speaks the protocol of docs/stdio.md, and plays every game that this program knows, from what \
    its seat is shown.\n\n  \
    random  any legal move\n  \
    greedy  the move after which it stands best, as far as it can see at once\n  \
    search  looks ahead; where hands are hidden or luck has a turn, it plays out deals that its seat cannot tell apart\n\n\
    Examples:\n  referee play kamisado --engine \"referee bot search\" --engine \"referee bot greedy\"\n  \
    printf 'referee 1\\nquit\\n' | referee bot random\n\n\
    Exit codes: 0 it was told to quit or its input ended, 1 it could not go on, 2 wrong usage."
)]
pub struct BotArgs {
    /// Which bot: random, greedy or search, from the weakest to the strongest.
    #[arg(value_name = "NAME", value_parser = parse_kind)]
    kind: Kind,
    /// How hard `search` thinks, from 1 to 9: at most 50 positions a move, 200, 1000, 3000, 10 000, 30 000, 100 000, 300 000
    /// or 1 000 000. By a clock it stops in good time.
    #[arg(long, default_value_t = USUAL_LEVEL, value_parser = clap::value_parser!(u8).range(i64::from(*LEVELS.start())..=i64::from(*LEVELS.end())))]
    level: u8,
    /// What its luck comes from: the same seed and the same lines give the same answers, unless a clock cuts the thinking
    /// short. Without it they differ from run to run.
    #[arg(long)]
    seed: Option<u64>,
    /// How it speaks
    #[arg(long, value_enum, default_value_t)]
    lines: Spelling,
}

fn parse_kind(name: &str) -> Result<Kind, String> {
    let names = Kind::ALL.map(Kind::name).join(", ");
    Kind::parse(name).ok_or_else(|| format!("expected one of {names}"))
}

/// Run one of the house's bots on standard input and output.
pub fn run(args: BotArgs) -> anyhow::Result<ExitCode> {
    let seed = match args.seed {
        Some(seed) => seed,
        None => getrandom::u64().map_err(|error| anyhow::anyhow!("failed to get a random seed: {error}"))?,
    };
    stdio_bot::run(
        Player::new(args.kind, args.level, seed),
        args.lines,
        &mut io::stdin().lock(),
        &mut standard_output().verbatim(),
    )?;
    Ok(ExitCode::SUCCESS)
}
