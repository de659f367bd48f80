//! Checks every registered game against its golden cases and against the laws of all games. This
//! file names no game: the readers in `cases` interpret the cases of each game.

mod bots;
mod cases;
mod determinized;
mod dvonn;
mod fuzzed;
mod golden;
mod hive;
mod honest_john;
mod numbers;
mod openings;
mod perft;
mod pictures;
mod properties;
mod refusals;
mod scenes;
mod sheets;
mod walking;
mod wander;

#[path = "../shared/golden.rs"]
mod golden_files;
#[path = "../shared/settings.rs"]
mod settings;
#[path = "../../examples/takeaway/game.rs"]
mod takeaway;
