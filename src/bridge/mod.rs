//! Puts a local engine on a server: what `referee join` does.
//!
//! [`stream`] holds the one connection and keeps it alive; [`seat`] is one match with a process of
//! the engine to itself, and [`turn`] a turn of it; [`messages`] go between the two. [`accepts`] is
//! what the bot accepts without being asked. [`rematches`] counts what is played once more, and
//! [`starter`] starts the engine.

pub mod accepts;
mod messages;
mod rematches;
mod seat;
pub mod starter;
pub mod stream;
mod turn;
