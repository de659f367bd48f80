//! Contests between programs: results in, pairings and numbers out. Nothing here starts a match.
//! Quiet: time and stored events are arguments, results are values.

#![deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]

pub mod contest;
pub mod ladder;
pub mod openings;
pub mod rating;
pub mod report;
pub mod series;
pub mod stats;
pub mod tournament;
