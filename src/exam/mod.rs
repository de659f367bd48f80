//! The compliance test of `referee check`: whether a program does all that the protocol requires.
//!
//! [`stdio`] examines an engine on its standard input and output, [`remote`] a bot that connects
//! to a server. Both take steps in order, report each result to a [`report::Report`] (printed by a
//! [`printer::Printer`]), and end with the answer times ([`answer_times`]). [`test_match`] is a
//! match played as long as a step needs it.

pub mod answer_times;
pub mod printer;
pub mod remote;
pub mod report;
pub mod stdio;
mod test_match;
