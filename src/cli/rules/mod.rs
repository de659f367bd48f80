//! `referee rules`: show a position by the rules of a game, like `GameService` without a server.

mod asked;
mod command;

pub use command::{RulesArgs, print, run};
