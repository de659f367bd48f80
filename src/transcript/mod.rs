//! Matches as a person reads them in a terminal: a line for every event.
//!
//! [`stored`] reads the events of a record, [`watched`] those that a server shows a viewer; both write the same lines.
//! [`board`] draws a position, [`follow`] knows the position after every step.
//! [`position`] is a game and a position of it. [`columns`] is a table, [`text`] makes text from outside fit for a terminal.

pub mod board;
pub mod columns;
pub mod follow;
pub mod position;
pub mod stored;
pub mod text;
pub mod watched;
