//! `referee admin`: what a host and its administrators do.

mod command;
mod token;

pub use command::{AdminArgs, run};
