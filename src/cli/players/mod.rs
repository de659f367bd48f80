//! `referee player`: players on a server.

mod command;
mod list;
mod register;
mod show;

pub use command::{PlayerArgs, run};
