//! `referee rules`: ask the rules of a game about a position. It is `GameService` without a server.

mod asked;
mod command;

pub use command::{RulesArgs, print, run};
