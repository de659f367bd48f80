//! Ladders of local engines: what `referee ladder run` plays.
//!
//! [`file`] is the file in which a ladder is described, of a server's too; [`run()`] plays one, as every [`contest`](super::contest) of local
//! engines is played, from the events of `opened`; [`report`] writes what a ladder came to.

pub mod file;
mod opened;
pub mod report;
mod run;

pub use self::run::{SignedRecord, Stands, run};
