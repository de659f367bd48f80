//! The referee of matches between programs and people.
//!
//! The quiet crates know no clock, disk, network or task: time, luck and stored events come in as
//! arguments. All other rooms are here.

// They panic when the other end is closed; `cli::console::output` does not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(not(unix))]
compile_error!(
    "the program runs on Linux and other systems of the Unix family; the quiet crates alone build everywhere"
);

pub use referee_contests::{contest, ladder, openings, rating, report, series, stats, tournament};
pub use referee_engine as engine;
pub use referee_games as games;
pub use referee_ids as ids;
pub use referee_law as law;
pub use referee_os::{
    block_on::block_on, bounded_file, cpu_payer, interrupt, metrics, replaced_file, standard_output, thread_priority,
};
pub use referee_proto as pb;
pub use referee_server::{api, backup, config, contest_server, contest_steward, daemon, hall, webhooks};
pub use referee_store as store;

pub mod bridge;
pub mod cli;
pub mod contest_entrants;
pub mod exam;
pub mod remote;
pub mod runner;
pub mod stdio_bot;
pub mod transcript;
