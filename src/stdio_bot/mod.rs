//! A house bot as an engine: it speaks the protocol on standard input and output, and is what `referee bot` runs.
//!
//! [`run()`] reads and writes lines, [`player`] is what the bot knows between them and what it answers.

pub mod player;
mod run;

pub use run::run;
