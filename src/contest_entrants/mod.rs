//! Local engines among the entrants of a tournament on a server: what `referee tournament create
//! --join` plays.
//!
//! [`args`] are the options for starting them, [`Tokens`] their player tokens, [`Engines`] puts
//! them on the server and plays to the end. [`contest`] is the same for one engine and an existing
//! contest.

pub mod args;
pub mod contest;
mod engines;
mod tokens;

pub use engines::Engines;
pub use tokens::Tokens;
