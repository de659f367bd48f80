//! `referee tournament`: play a tournament between local engines, or run one on a server.

mod command;
mod create;
mod run;

pub use command::{TournamentArgs, run};
