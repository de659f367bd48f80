//! `referee admin`: the commands of a host and its administrators.

mod command;
mod invite;
mod schema;
mod token;
mod webhook;

pub use command::{AdminArgs, run};
