//! Tournaments of local engines, for `referee tournament run`.
//!
//! [`file`] is the file that describes a tournament. [`run()`] plays a tournament like every
//! [`contest`](super::contest) of local engines; [`report`] writes its results.

pub mod file;
pub mod format_words;
pub mod report;
pub mod rules_words;
mod run;
mod timetable_words;

pub use self::run::run;
