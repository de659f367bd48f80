//! Speaks lines with a local program. Knows the messages of `engine.proto`, and no match.
//!
//! [`line`] is the codec, [`command`] what to start, [`process`] starts and ends the child, [`session`] is the talk:
//! introduction, turns, answers. [`lines`] and [`tail`] hold what came from the child, both bounded.

pub mod command;
pub mod failure;
pub mod line;
pub mod lines;
pub mod process;
pub mod session;
mod spawner;
pub mod tail;
mod talk;
