//! `referee bot`: run a house bot on standard input and output.

use std::{io, process::ExitCode};

use clap::Args;

use crate::{
    cli::usage::Usage,
    games::bots::{
        Kind,
        levels::{LEVELS, USUAL_LEVEL},
    },
    pb::line::Spelling,
    standard_output::standard_output,
    stdio_bot::{self, player::Player},
};

#[derive(Args)]
#[command(
    after_help = "The bot speaks the protocol of docs/stdio.md and plays every game. It uses only what its seat can see.\n\n  \
    random  any legal move\n  \
    greedy  the best-looking move, one ply deep\n  \
    search  looks ahead; with hidden hands or chance, it samples deals that are possible for its seat\n\n\
    Examples:\n  referee play kamisado --engine \"referee bot search\" --engine \"referee bot greedy\"\n  \
    printf 'referee 1\\nquit\\n' | referee bot random\n\n\
    Exit codes: 0 quit or end of input, 1 failed, 2 usage error."
)]
pub struct BotArgs {
    /// Bot: random, greedy or search, from weakest to strongest
    #[arg(value_name = "NAME", value_parser = parse_kind)]
    kind: Kind,
    /// Strength of `search`, 1 to 9. Each game has its own levels; a level beyond its strongest
    /// plays as the strongest. With a clock, the bot also stops in time. If time, depth or
    /// nodes are limited, level 9 searches up to 1 000 000 positions per move [default: 6]
    #[arg(long, value_parser = clap::value_parser!(u8).range(i64::from(*LEVELS.start())..=i64::from(*LEVELS.end())))]
    level: Option<u8>,
    /// Seed of the bot's random choices. The same seed and input give the same answers, unless a
    /// clock stops the search [default: random]
    #[arg(long)]
    seed: Option<u64>,
    /// Message format
    #[arg(long, value_enum, default_value_t)]
    lines: Spelling,
}

fn parse_kind(name: &str) -> Result<Kind, String> {
    let names = Kind::ALL.map(Kind::name).join(", ");
    Kind::parse(name).ok_or_else(|| format!("expected one of {names}"))
}

/// Runs a house bot on standard input and output.
pub fn run(args: BotArgs) -> anyhow::Result<ExitCode> {
    if args.level.is_some() && args.kind != Kind::Search {
        return Err(Usage::new(format!("--level has no meaning for {}: expected search", args.kind.name())).into());
    }
    let seed = match args.seed {
        Some(seed) => seed,
        None => getrandom::u64().map_err(|error| anyhow::anyhow!("no random seed from the system: {error}"))?,
    };
    stdio_bot::run(
        Player::new(args.kind, args.level.unwrap_or(USUAL_LEVEL), seed),
        args.lines,
        &mut io::stdin().lock(),
        &mut standard_output().verbatim(),
    )?;
    Ok(ExitCode::SUCCESS)
}
