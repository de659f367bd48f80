//! The log of the process: `tracing` to standard error, as text or as JSON lines. `RUST_LOG`
//! selects the messages.

use tracing_subscriber::{
    EnvFilter, Layer as _, filter::LevelFilter, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

use crate::cli::usage::Usage;
use crate::{daemon::traces::Traces, standard_output::standard_error};

/// The environment variable that selects the logged messages.
const VARIABLE: &str = "RUST_LOG";

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One line of text per event.
    Text,
    /// One JSON object per line.
    Json,
}

/// Starts the log of this process with messages of at least `level`, unless `RUST_LOG` says
/// otherwise. `traces` also receives the spans of the server. A second call changes nothing.
pub fn start(form: Form, level: LevelFilter, traces: Option<&Traces>) -> Result<(), Usage> {
    let filter = match std::env::var(VARIABLE) {
        Ok(text) if !text.is_empty() => EnvFilter::try_new(&text).map_err(|bad| {
            Usage::new(format!(
                "invalid {VARIABLE}=`{text}`: {bad}; expected for example `info,referee_server::api=debug`"
            ))
        })?,
        _ => EnvFilter::default().add_directive(level.into()),
    };
    // Otherwise the log would report a closed standard error on standard error, and panic.
    let log = tracing_subscriber::fmt::layer().with_writer(standard_error).with_ansi(false).log_internal_errors(false);
    let log = match form {
        Form::Text => log.compact().with_filter(filter).boxed(),
        Form::Json => log.json().with_filter(filter).boxed(),
    };
    // Fails only if a log already exists, as in a test.
    let _ = tracing_subscriber::registry().with(log).with(traces.map(Traces::layer)).try_init();
    Ok(())
}
