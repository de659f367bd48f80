//! `referee tournament`: play a tournament between local engines, or have a server carry one
//! through.

mod command;
mod create;
mod run;

pub use command::{TournamentArgs, run};
