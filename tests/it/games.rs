//! Every game of the registry against its golden cases and the laws of all games. This file names
//! no game: the reader in the folder beside it defines the meaning of a game's cases.

mod bots;
mod cases;
mod commands;
mod determinized;
mod dvonn;
mod fuzzed;
mod golden;
mod hive;
mod honest_john;
mod kamisado;
mod openings;
mod perft;
pub mod properties;
mod refusals;
mod scenes;
pub mod settings;
mod walking;
mod wander;

use cases::Reader;

/// Games whose golden cases come from other programs and keep their shape. The cases of all other
/// games have the shape of `cases.rs`.
static READERS: &[(&str, Reader)] =
    &[("dvonn", dvonn::read), ("hive", hive::read), ("honest_john", honest_john::read), ("kamisado", kamisado::read)];
