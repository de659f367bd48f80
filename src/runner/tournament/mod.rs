//! Tournaments of local engines: what `referee tournament run` plays.
//!
//! [`file`] is the file in which a tournament is described, [`run()`] plays it: [`Engines`] has its matches played for a steward, [`store`]
//! keeps its events.

mod engines;
pub mod file;
mod result;
mod run;
pub mod store;

pub use self::{
    engines::Engines,
    run::{LocalTournament, RECORDS, run},
};
