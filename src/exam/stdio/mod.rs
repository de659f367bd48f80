//! Examines an engine on its standard input and output.
//!
//! [`examine()`] takes the steps that [`steps`] lists; [`probe`] is the talk with one process of the engine, [`examiner`]
//! asks it, and the other files hold the steps themselves.

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
