//! Matches in a terminal: a line for every event.
//!
//! [`events`] writes the events of a record or those that a server shows a viewer. [`board`] draws
//! a position, [`follow`] knows the position after every step. [`contest`] is the printer of
//! [`tournament`]s and [`ladder`]s. [`position`] is a game and a position of it. [`progress`] is
//! the bar of long work. [`run`] is the result of a run of matches. [`text`] makes
//! untrusted text fit for a terminal.

/// Default number of counted matches between two standings lines.
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
