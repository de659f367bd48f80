//! `referee ladder`: play a ladder between local engines, have a server run one of bots, enter one,
//! and see who is how strong.

mod command;
mod create;
mod rate;
mod run;

pub use command::{LadderArgs, run};
