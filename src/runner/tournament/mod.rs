//! Tournaments of local engines: what `referee tournament run` plays.
//!
//! [`file`] is the file in which a tournament is described, [`run()`] plays it, as every [`contest`](super::contest) of local engines is
//! played; [`report`] writes what it came to.

pub mod file;
pub mod format_words;
pub mod report;
pub mod rules_words;
mod run;
mod timetable_words;

pub use self::run::run;
