//! `referee replay`: replay a record, and verify it.

mod command;
mod transcript;

pub use command::{ReplayArgs, run};
