//! Examines a bot that connects over gRPC.
//!
//! [`examine()`] takes the steps, which are those of [`handshake`], [`turns`], [`conduct`] and [`reconnects`]. A server plays
//! the bot's opponent and judge: [`server`] hands over every stream that the bot opens, [`cuttable_proxy`] lies between the
//! two and can be cut, [`examiner`] speaks and listens, and [`hosted_match`] is a match on it. [`candidate`] is the bot's
//! process, where the examination starts it.

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
