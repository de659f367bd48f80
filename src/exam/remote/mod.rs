//! Examines a bot that connects over gRPC.
//!
//! [`examine()`] runs the steps of [`handshake`], [`turns`], [`conduct`] and [`reconnects`]. A
//! server acts as opponent and referee: [`server`] accepts the bot's streams, [`cuttable_proxy`] in
//! between can be cut, [`examiner`] talks to the bot, and [`hosted_match`] is a match on it.
//! [`candidate`] is the bot's process, if the check starts it.

mod candidate;
mod conduct;
mod cuttable_proxy;
mod examine;
mod examiner;
mod handshake;
mod hosted_match;
mod reconnects;
mod server;
mod turns;

pub use examine::{Remote, examine};
