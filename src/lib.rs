//! The referee of matches between programs and people.
//!
//! The rooms in reading order. The quiet ones know no clock, disk, network or task: time, luck and
//! stored events come in as arguments. `cargo check --lib --no-default-features` builds them alone.

// They panic when the other end is closed; `cli::output` does not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(all(feature = "shell", not(unix)))]
compile_error!(
    "the program runs on Linux and other systems of the Unix family; the quiet rooms alone build everywhere"
);

pub use referee_games as games;
pub use referee_ids as ids;
pub use referee_law as law;

#[deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]
pub mod contest;
#[deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]
pub mod ladder;
#[deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]
pub mod openings;
#[deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]
pub mod rating;
#[deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]
pub mod series;
#[deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]
pub mod stats;
#[deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]
pub mod tournament;

#[cfg(feature = "shell")]
pub mod api;
#[cfg(feature = "shell")]
pub mod backup;
#[cfg(feature = "shell")]
pub mod bounded_file;
#[cfg(feature = "shell")]
pub mod bridge;
#[cfg(feature = "shell")]
pub mod cli;
#[cfg(feature = "shell")]
pub mod config;
#[cfg(feature = "shell")]
pub mod contest_entrants;
#[cfg(feature = "shell")]
pub mod contest_server;
#[cfg(feature = "shell")]
pub mod contest_steward;
#[cfg(feature = "shell")]
mod cpu_payer;
#[cfg(feature = "shell")]
pub mod daemon;
#[cfg(feature = "shell")]
pub mod engine;
#[cfg(feature = "shell")]
pub mod exam;
#[cfg(feature = "shell")]
pub mod hall;
#[cfg(feature = "shell")]
pub mod interrupt;
#[cfg(feature = "shell")]
pub mod metrics;
#[cfg(feature = "shell")]
pub mod pb;
#[cfg(feature = "shell")]
pub mod profiles;
#[cfg(feature = "shell")]
pub mod remote;
#[cfg(feature = "shell")]
pub mod replaced_file;
#[cfg(feature = "shell")]
pub mod report;
#[cfg(feature = "shell")]
pub mod runner;
#[cfg(feature = "shell")]
pub mod standard_output;
#[cfg(feature = "shell")]
pub mod stdio_bot;
#[cfg(feature = "shell")]
pub mod store;
#[cfg(feature = "shell")]
mod thread_priority;
#[cfg(feature = "shell")]
pub mod transcript;
#[cfg(feature = "shell")]
pub mod webhooks;
