//! Matches as a person reads them in a terminal: a line for every event.
//!
//! [`events`] writes them, those of a record and those that a server shows a viewer.
//! [`board`] draws a position, [`follow`] knows the position after every step.
//! [`contest`] is the printer of [`tournament`]s and [`ladder`]s. [`position`] is a game and a position of it. [`progress`] is the bar of long work. [`run`] is what a run of matches came to. [`columns`] is a table, [`text`]
//! makes text from outside fit for a terminal.

/// How many matches of a contest are counted between two lines that say how it stands, unless it is said.
pub const RATING_INTERVAL: u32 = 10;

pub mod board;
pub mod columns;
pub mod contest;
pub mod events;
pub mod follow;
pub mod ladder;
pub mod position;
pub mod progress;
pub mod run;
pub mod text;
pub mod tournament;
