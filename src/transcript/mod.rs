//! Prints matches in a terminal: a line for every event.
//!
//! [`events`] prints the events of a record, or of a match on a server. [`board`] draws a position,
//! and [`follow`] computes the position after every step. [`contest`] is the printer of
//! [`tournament`]s and [`ladder`]s. [`position`] prints a game and a position of it. [`progress`]
//! is the bar of long work. [`run`] prints the result of a run of matches. [`text`] makes untrusted
//! text fit for a terminal.

/// Default number of counted matches between two lines of standings.
pub const RATING_INTERVAL: u32 = 10;

pub mod board;
pub mod contest;
pub mod events;
pub mod follow;
pub mod ladder;
pub mod position;
pub mod progress;
pub mod run;
pub mod text;
pub mod tournament;
