//! Contests between programs, from results to pairings and ratings. Nothing here starts a match.
//! The crate is quiet: time and stored events are arguments, results are values.

#![deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]

pub mod contest;
pub mod ladder;
pub mod openings;
pub mod rating;
pub mod report;
pub mod series;
pub mod stats;
pub mod tournament;
