//! The games: legal moves, turns, and the results of rounds. To add a game, add one folder and one
//! line in [`GAMES`]. Quiet: time and luck are arguments, results are values.

#![deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]

pub mod bots;
pub mod catalogue;
pub mod course;
pub mod dvonn;
pub mod erased;
pub mod fair;
pub mod hive;
pub mod honest_john;
pub mod kamisado;
pub mod numbers;
pub mod opening;
pub mod perft;
pub mod rules;
pub mod scene;
pub mod search;
pub mod sheet;
pub mod walk;
pub mod words;

pub use catalogue::Catalogue;
pub use course::Course;
pub use erased::{Explore, Game, MoveError, Position};
pub use hive::uhp;
pub use opening::{BadOpening, Opening};

use erased::Erased;

/// Every game, in listing order. To add a game, add a line.
pub static GAMES: &[&dyn Game] = &[
    &Erased::<dvonn::Dvonn>::new(),
    &Erased::<hive::Hive>::new(),
    &Erased::<honest_john::HonestJohn>::new(),
    &Erased::<kamisado::Kamisado>::new(), //
];

impl Catalogue {
    pub const ALL: Catalogue = Catalogue::new(GAMES);
}

/// Returns the game with this id.
pub fn find(id: &str) -> Option<&'static dyn Game> {
    Catalogue::ALL.find(id)
}
