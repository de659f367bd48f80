//! Examines a bot that connects over gRPC.
//!
//! [`examine()`] runs the steps of [`handshake`], [`turns`], [`conduct`] and [`reconnects`] against
//! a whole [`server`]. The [`examiner`] opens each [`hosted_match`] there, moves the [`opponents`],
//! and rules as an arbiter. All messages between the bot and the server go through a tap of the
//! server to the examiner, who holds them back, drops them, or adds some: [`bot_link`], with
//! [`calls`] for bots on `Attend`. The connection to the bot can be cut: [`cuttable_proxy`].
//! [`candidate`] is the bot's process, if the check starts it.

mod bot_link;
mod calls;
mod candidate;
mod conduct;
mod cuttable_proxy;
mod examine;
mod examiner;
mod handshake;
mod hosted_match;
mod opponents;
mod reconnects;
mod server;
mod turns;

pub use examine::{Remote, examine};
