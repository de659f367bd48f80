//! `referee player`: players on a server.

mod accept;
mod codes;
mod command;
mod register;
mod tokens;

pub use command::{PlayerArgs, run};
