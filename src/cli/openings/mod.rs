//! `referee openings`: list the built-in sets, check a file of openings, make one.

mod check;
mod command;
mod judging;
mod list;
mod make;

pub use command::{OpeningsArgs, run};
