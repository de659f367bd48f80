//! `referee watch`: watch a match on a server.

mod command;
mod print;

pub use command::{WatchArgs, run};
