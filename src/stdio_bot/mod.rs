//! A house bot as an engine: it speaks the protocol on standard input and output. `referee bot`
//! runs it.
//!
//! [`run()`] reads and writes lines, [`player`] holds the bot's state and its answers.

pub mod player;
mod run;

pub use run::run;
