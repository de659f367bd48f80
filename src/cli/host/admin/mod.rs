//! `referee admin`: what a host and its administrators do.

mod command;
mod invite;
mod schema;
mod token;
mod webhook;

pub use command::{AdminArgs, run};
