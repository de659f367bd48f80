//! `referee ladder`: play a ladder between local engines, run one of bots on a server, enter one,
//! and show ratings.

mod command;
mod create;
mod rate;
mod run;

pub use command::{LadderArgs, run};
