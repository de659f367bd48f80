//! A house bot as an engine that speaks the protocol on standard input and output. `referee bot`
//! runs it.
//!
//! [`run()`] reads and writes lines; [`player`] contains the bot's state and its answers.

pub mod player;
mod run;
pub mod uhp;

pub use run::run;
