//! Examines an engine on its standard input and output.
//!
//! [`examine()`] runs the steps listed in [`steps`]; [`probe`] talks to one process, [`examiner`]
//! asks it, and the other files contain the steps.

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
