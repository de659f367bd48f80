//! `referee check`: check whether an engine speaks the protocol.

mod command;
mod report;

pub use command::{CheckArgs, run};
