//! Tournaments of local engines: what `referee tournament run` plays.
//!
//! [`file`] is the file in which a tournament is described, [`run()`] plays it: [`Engines`] has its matches played for a steward, [`store`]
//! keeps its events, [`report`] writes what it came to.

mod engines;
pub mod file;
pub mod report;
mod result;
pub mod rules_words;
mod run;
pub mod store;

pub use self::{
    engines::Engines,
    run::{LocalTournament, RECORDS, run},
};
