//! `referee play`: play matches between local engines.
//!
//! [`plan`] reads what is to be played, [`crate::runner`] plays it, and
//! [`crate::transcript::run::report`] prints how it goes.

mod args;
mod command;
pub(in crate::cli) mod plan;

pub use args::PlayArgs;
pub use command::run;
