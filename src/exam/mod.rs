//! The compliance test behind `referee check`: whether a program does all that the protocol asks of it.
//!
//! [`stdio`] examines an engine on its standard input and output, [`remote`] a bot that connects over gRPC. Both take their
//! steps one after the other, tell a [`report::Report`] what came of each (which a [`printer::Printer`] prints), and end with how fast the program answered
//! ([`answer_times`]). [`test_match`] is a match that is played for as long as a step needs one.

pub mod answer_times;
pub mod printer;
pub mod remote;
pub mod report;
pub mod stdio;
mod test_match;
