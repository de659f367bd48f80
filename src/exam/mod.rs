//! The compliance test of `referee check`: whether a program meets all requirements of the
//! protocol.
//!
//! [`stdio`] examines an engine on its standard input and output, and [`remote`] a bot that
//! connects over gRPC. Both take steps in order, report each result to a [`report::Report`]
//! (printed by a [`printer::Printer`]), and end with the answer times ([`answer_times`]).
//! [`test_match`] is a match that a step plays as long as necessary.

pub mod answer_times;
pub mod printer;
pub mod remote;
pub mod report;
pub mod stdio;
mod test_match;
