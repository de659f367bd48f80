//! The Universal Hive Protocol (UHP) of Hive programs, on both sides:
//! <https://github.com/jonthysell/Mzinga/wiki/UniversalHiveProtocol>.
//!
//! [`front`] answers the commands of UHP viewers, so that `referee uhp` is an engine for them.
//! [`adapter`] plays as a bot what a UHP engine answers, so that `uhp:COMMAND` is an engine of the
//! referee; [`engine_process`] is that engine.

pub mod adapter;
mod engine_process;
pub mod front;

/// The longest line that is read, in bytes: a game string of the longest rounds.
const MAX_LINE: usize = 1 << 20;
/// The last line of every answer.
const OK: &str = "ok";
/// The first word of an answer to a command that cannot be carried out.
const ERROR: &str = "err";
/// The first word of an answer to an illegal move.
const INVALID_MOVE: &str = "invalidmove";

/// Reads the next line without its end into `line`; `None` at the end of the input. A line that is
/// longer than [`MAX_LINE`] is read to its end and returned as its first bytes, which are more.
fn read_line<'a>(input: &mut impl std::io::BufRead, line: &'a mut Vec<u8>) -> std::io::Result<Option<&'a [u8]>> {
    line.clear();
    let mut is_some = false;
    loop {
        let read = input.fill_buf()?;
        if read.is_empty() {
            break;
        }
        is_some = true;
        let end = read.iter().position(|byte| *byte == b'\n');
        let part = &read[..end.unwrap_or(read.len())];
        let room = (MAX_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let taken = end.map_or(read.len(), |end| end + 1);
        input.consume(taken);
        if end.is_some() {
            break;
        }
    }
    Ok(is_some.then(|| line.trim_ascii()))
}
