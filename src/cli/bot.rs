//! `referee bot`: run one of the house's bots on standard input and output.

use std::{
    io::{self, Read as _, Write as _},
    process::ExitCode,
};

use anyhow::{Context as _, bail};
use clap::Args;

use super::output;
use crate::{
    bots::{Kind, LEVELS, USUAL_LEVEL},
    engine::{
        line::{self, BadLine, Spelling},
        lines::Lines,
    },
    pb::engine::{FromEngine, ToEngine, from_engine, to_engine},
};

mod player;

use player::Player;

/// The longest line that is read, in bytes. A turn comes with every move of its round, and some games have long rounds.
const LONGEST_LINE: usize = 1 << 20;

/// Arguments of `referee bot`.
#[derive(Args)]
#[command(
    after_help = "It speaks the protocol of docs/protocol.md, and plays every game that this program knows, from what \
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
    /// Speak JSON instead of words.
    #[arg(long)]
    json: bool,
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
    let spelling = if args.json { Spelling::Json } else { Spelling::Words };
    let mut player = Player::new(args.kind, args.level, seed);
    let mut lines = Lines::up_to(LONGEST_LINE);
    let mut input = io::stdin().lock();
    loop {
        while let Some(range) = lines.next_line() {
            match hear(spelling, &lines[range]) {
                Some(to_engine::Message::Quit(_)) => return Ok(ExitCode::SUCCESS),
                Some(message) => say(spelling, player.answer(message)?)?,
                None => {}
            }
        }
        if lines.is_overlong() {
            bail!("a line of the referee is longer than {LONGEST_LINE} bytes");
        }
        let room = lines.room();
        match input.read(room).context("failed to read standard input")? {
            0 => return Ok(ExitCode::SUCCESS),
            count => lines.filled(count),
        }
    }
}

/// Reads a line. What is not understood is noted on standard error and passed over.
fn hear(spelling: Spelling, line: &[u8]) -> Option<to_engine::Message> {
    let text = String::from_utf8_lossy(line);
    match line::hear_as_engine(spelling, &text) {
        Ok(ToEngine { message }) => message,
        Err(BadLine::UnknownVerb) => None,
        Err(error) => {
            output::complain(format_args!("passed over `{text}`: {error}"));
            None
        }
    }
}

/// Writes all messages at once.
fn say(spelling: Spelling, messages: Vec<from_engine::Message>) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    for message in messages {
        line::write_from_engine(spelling, &FromEngine { message: Some(message) }, &mut bytes);
    }
    let mut output = io::stdout().lock();
    output.write_all(&bytes).and_then(|()| output.flush()).context("failed to write to standard output")
}
