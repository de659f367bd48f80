//! `referee check`: check whether an engine speaks the protocol.

mod command;

pub use command::{CheckArgs, run};
