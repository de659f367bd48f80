//! Local engines among the entrants of a tournament on a server, for `referee tournament create
//! --join`.
//!
//! [`args`] are the options for starting engines, and [`Tokens`] their player tokens. [`Engines`]
//! connects the engines to the server and plays to the end. [`contest`] does the same for one
//! engine and an existing contest.

pub mod args;
pub mod contest;
mod engines;
mod tokens;

pub use engines::Engines;
pub use tokens::Tokens;
