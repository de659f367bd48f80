//! Engines that this program is: a house bot (`referee bot`), and [`uhp`] for programs of the
//! Universal Hive Protocol (`referee uhp`).
//!
//! [`run()`] reads and writes the lines of a house bot, [`player`] holds its state and its answers.

pub mod player;
mod run;
pub mod uhp;

pub use run::run;
