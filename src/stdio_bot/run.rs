//! Reads the referee's lines and writes the bot's.

use std::io::{Read, Write};

use anyhow::{Context as _, bail};

use super::player::{Player, complain};
use crate::{
    engine::lines::Lines,
    pb::{
        engine::{FromEngine, ToEngine, from_engine, to_engine},
        line::{self, BadLine, Spelling},
    },
};

/// Maximum length of a line, in bytes. A turn contains every move of its round, and some games have
/// long rounds.
const LONGEST_LINE: usize = 1 << 20;

/// Answers lines until `quit` or the end of the input. Fails if the bot cannot read, write, or
/// continue.
pub fn run(
    mut player: Player,
    spelling: Spelling,
    input: &mut impl Read,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let mut lines = Lines::up_to(LONGEST_LINE);
    loop {
        while let Some(range) = lines.next_line() {
            match hear(spelling, &lines[range]) {
                Some(to_engine::Message::Quit(_)) => return Ok(()),
                Some(message) => say(spelling, player.answer(message)?, output)?,
                None => {}
            }
        }
        if lines.is_overlong() {
            bail!("a line of the referee is longer than {LONGEST_LINE} bytes");
        }
        let room = lines.room();
        match input.read(room).context("failed to read standard input")? {
            0 => return Ok(()),
            count => lines.filled(count),
        }
    }
}

/// Reads a line. An unknown line is logged on standard error and ignored.
fn hear(spelling: Spelling, line: &[u8]) -> Option<to_engine::Message> {
    let text = String::from_utf8_lossy(line);
    match line::hear_as_engine(spelling, &text) {
        Ok(ToEngine { message }) => message,
        Err(BadLine::UnknownVerb) => None,
        Err(error) => {
            complain(format_args!("ignored `{text}`: {error}"));
            None
        }
    }
}

/// Writes all messages together.
fn say(spelling: Spelling, messages: Vec<from_engine::Message>, output: &mut impl Write) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    for message in messages {
        line::write_from_engine(spelling, &FromEngine { message: Some(message) }, &mut bytes);
    }
    output.write_all(&bytes)?;
    output.flush()?;
    Ok(())
}
