//! Games that hide anything, and their viewers.

use referee_games::{GAMES, Game};
use referee_ids::{Seat, Viewer};

use super::takeaway::TAKEAWAY;

/// The games that hide anything, one that the program does not know among them.
pub fn hiding() -> impl Iterator<Item = &'static dyn Game> {
    let test_game: &'static dyn Game = &TAKEAWAY;
    GAMES.iter().copied().chain([test_game]).filter(|game| game.facts().hidden)
}

/// All possible viewers of a match with this number of seats, except an arbiter, who knows
/// everything.
pub fn viewers(seats: u8) -> Vec<Viewer> {
    Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator]).collect()
}
