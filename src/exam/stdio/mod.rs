//! Examines an engine on its standard input and output.
//!
//! [`examine()`] runs the steps listed in [`steps`]. [`probe`] talks to one process, [`examiner`]
//! sends the questions of tests, and the other files contain the tests.

mod conduct;
mod examine;
mod examiner;
mod handshake;
mod pondering;
mod probe;
mod shutdown;
mod steps;
mod turns;
mod unusual_turns;

pub use examine::examine;
