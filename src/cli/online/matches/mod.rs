//! `referee match`: matches on a server.

mod command;
mod create;
mod list;
mod record;
mod rematch;
mod results;
mod standings;
mod submit;
mod watch;

pub use command::{MatchArgs, run};
