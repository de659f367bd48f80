//! Logs of the process: `tracing` to standard error, as text or as JSON lines. `RUST_LOG` chooses
//! what.

use tracing_subscriber::{
    EnvFilter, Layer as _, filter::LevelFilter, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

use crate::cli::usage::Usage;
use crate::{daemon::traces::Traces, standard_output::standard_error};

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

/// Starts the log of this process: what is at least as loud as `level`, unless `RUST_LOG` says
/// otherwise; `traces` are made of what the server does beside it. A second call changes nothing.
pub fn start(form: Form, level: LevelFilter, traces: Option<&Traces>) -> Result<(), Usage> {
    let filter = match std::env::var(VARIABLE) {
        Ok(text) if !text.is_empty() => EnvFilter::try_new(&text).map_err(|bad| {
            Usage::new(format!(
                "invalid {VARIABLE}=`{text}`: {bad}; expected for example `info,referee_server::api=debug`"
            ))
        })?,
        _ => EnvFilter::default().add_directive(level.into()),
    };
    // It would complain on standard error that standard error is closed, and panic.
    let log = tracing_subscriber::fmt::layer().with_writer(standard_error).with_ansi(false).log_internal_errors(false);
    let log = match form {
        Form::Text => log.compact().with_filter(filter).boxed(),
        Form::Json => log.json().with_filter(filter).boxed(),
    };
    // Fails only if a log was already started, as in a test.
    let _ = tracing_subscriber::registry().with(log).with(traces.map(Traces::layer)).try_init();
    Ok(())
}
