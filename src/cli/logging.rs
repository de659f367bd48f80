//! What the process says of its work: `tracing` to standard error, as text or as JSON lines. `RUST_LOG` chooses what.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::{EnvFilter, filter::LevelFilter};

use super::usage::Usage;

/// The variable that chooses what is logged.
const VARIABLE: &str = "RUST_LOG";

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A line of text for each event.
    Text,
    /// A JSON object a line.
    Json,
}

/// Starts the log of this process: what is at least as loud as `level`, unless `RUST_LOG` says otherwise. A second call
/// changes nothing.
pub fn start(form: Form, level: LevelFilter) -> Result<(), Usage> {
    let filter = match std::env::var(VARIABLE) {
        Ok(text) if !text.is_empty() => EnvFilter::try_new(&text).map_err(|bad| {
            Usage::new(format!(
                "{VARIABLE}=`{text}` is not taken: {bad}; expected for example `info,referee::api=debug`"
            ))
        })?,
        _ => EnvFilter::default().add_directive(level.into()),
    };
    // Colours only where a person looks: in a file they would be noise.
    let colours = io::stderr().is_terminal();
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(colours);
    // It would complain on standard error that standard error is closed, and panic.
    let log = log.log_internal_errors(false);
    // It fails only where a log has been started before, as in a test.
    let _ = match form {
        Form::Text => log.compact().try_init(),
        Form::Json => log.json().try_init(),
    };
    Ok(())
}
