//! Puts a local engine on a server, for `referee join`.
//!
//! [`stream`] holds the only connection and keeps it alive. [`seat`] is one match, with a process
//! of the engine for itself, and [`turn`] is a turn of it. [`messages`] go between stream and seat.
//! [`accepts`] is the policy by which the bot accepts matches. [`rematches`] counts the rematches
//! to request, and [`starter`] starts the engine.

pub mod accepts;
mod messages;
mod rematches;
mod seat;
pub mod starter;
pub mod stream;
mod turn;
