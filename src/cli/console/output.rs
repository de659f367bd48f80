//! Text for the user of a command. `println!` and `eprintln!` panic if the reader has gone, so
//! `src/lib.rs` denies them. These functions do not panic.

use std::{
    fmt::Display,
    io::{self, Write as _},
    process::ExitCode,
};

use crate::{
    remote::{CallArgs, Calls, NewSecrets},
    standard_output::{standard_error, standard_output},
};

/// Prints a line on standard output.
pub fn line(text: impl Display) -> io::Result<()> {
    let mut out = standard_output();
    writeln!(out, "{text}")?;
    out.flush()
}

/// Explains the effect of a running contest on the other matches of a player.
pub const KEEPS_A_PLACE: &str = "While a tournament or ladder that you entered is running, one of your bot's
places is reserved for it: with --max-matches 1, the policy accepts no other
matches.";

/// Prints a value on one line, or with `json` an object that contains it as `name`.
pub fn value(name: &str, value: impl Display + serde::Serialize, json: bool) -> io::Result<()> {
    if json { line(serde_json::json!({ name: value })) } else { line(value) }
}

/// Calls a server, and prints the lines of its answer.
pub fn answer(of: &CallArgs, call: impl AsyncFnOnce(Calls) -> anyhow::Result<Vec<String>>) -> anyhow::Result<ExitCode> {
    of.call(call)?.iter().try_for_each(line)?;
    Ok(ExitCode::SUCCESS)
}

/// Calls a server to enter a contest, and prints the lines of its answer. Prints on standard error
/// what the entry means for other matches.
pub fn entered(
    of: &CallArgs,
    call: impl AsyncFnOnce(Calls) -> anyhow::Result<Vec<String>>,
) -> anyhow::Result<ExitCode> {
    let code = answer(of, call)?;
    complain(KEEPS_A_PLACE);
    Ok(code)
}

/// Calls a server for a token and a recovery code. Prints the token on standard output and the
/// code, if any, on standard error, so that scripts get only the token.
pub fn answer_with_recovery(
    of: &CallArgs,
    call: impl AsyncFnOnce(Calls) -> anyhow::Result<NewSecrets>,
) -> anyhow::Result<ExitCode> {
    let NewSecrets { player, token, recovery_code } = of.call(call)?;
    if of.json {
        line(serde_json::json!({ "player": player, "token": token, "recoveryCode": recovery_code }))?;
    } else {
        line(token)?;
        if !recovery_code.is_empty() {
            complain(format_args!("recovery code of {player}, shown once: {recovery_code}"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints a line on standard error, if it is open.
pub fn complain(text: impl Display) {
    let _ = writeln!(standard_error(), "{text}");
}
