//! `referee ladder`: have a server run a ladder of bots, enter one, and see who is how strong.

mod command;
mod create;
mod file;
mod rate;

pub use command::{LadderArgs, run};
