//! Engines of this machine among the entrants of a tournament on a server: what `referee tournament
//! create --join` plays.
//!
//! [`args`] says how they are started, [`Tokens`] in whose name each plays, [`Engines`] puts them
//! on the server and plays to the end. [`contest`] is the same for one engine and a contest that is
//! there already.

pub mod args;
pub mod contest;
mod engines;
mod tokens;

pub use engines::Engines;
pub use tokens::Tokens;
