//! `referee admin`: what a host and its administrators do.

mod command;
mod invite;
mod token;
mod webhook;

pub use command::{AdminArgs, run};
