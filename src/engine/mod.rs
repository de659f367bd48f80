//! Speaks lines with a local program. Knows the messages of `engine.proto`, and no match.
//!
//! [`line`] is the codec, [`process`] starts and ends the child, [`session`] is the talk: introduction, turns, answers.

pub mod line;
pub mod process;
pub mod session;
