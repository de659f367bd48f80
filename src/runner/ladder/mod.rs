//! Ladders of local engines, for `referee ladder run`.
//!
//! [`file`] is the file that describes a ladder, local or on a server. [`run()`] plays a ladder
//! like every [`contest`](super::contest) of local engines, from the events of `opened`; [`report`]
//! writes its results.

pub mod file;
mod opened;
pub mod report;
mod run;

pub use self::run::{SignedRecord, Stands, run};
