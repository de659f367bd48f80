//! Contests of local engines: the shared parts of tournaments and ladders that a command plays on
//! this machine.
//!
//! [`carry_through`] starts or resumes a contest. [`Engines`] plays its matches for a steward, and
//! [`store`] keeps its events. [`LocalKind`] is the part of a kind of contest beyond its rules.

mod engines;
mod file;
mod run;
pub mod store;

pub use self::{
    engines::Engines,
    file::{ContestFile, Local, Parts},
    run::{carry_through, setup_text},
};
