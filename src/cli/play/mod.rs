//! `referee play`: play matches between local engines.
//!
//! [`plan`] reads the command line, [`crate::runner`] plays the matches, and
//! [`crate::transcript::run::report`] prints the progress.

mod args;
mod command;
pub(in crate::cli) mod plan;

pub use args::PlayArgs;
pub use command::run;
