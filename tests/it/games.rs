//! Every game of the registry against its golden cases, and what must hold for any game. No game is named here: what a
//! game's cases mean is told by its reader, in the folder beside.

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

/// Who reads the golden cases of which game. A new game adds its line.
static READERS: &[(&str, Reader)] =
    &[("dvonn", dvonn::read), ("hive", hive::read), ("honest_john", honest_john::read), ("kamisado", kamisado::read)];
