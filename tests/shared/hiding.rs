//! Games with hidden information, and their viewers.

use referee_games::{GAMES, Game};
use referee_ids::{Seat, Viewer};

use super::takeaway::TAKEAWAY;

/// Returns the games with hidden information, including one that is not part of the program.
pub fn hiding() -> impl Iterator<Item = &'static dyn Game> {
    let test_game: &'static dyn Game = &TAKEAWAY;
    GAMES.iter().copied().chain([test_game]).filter(|game| game.facts().hidden)
}

/// Returns all viewers of a match with this number of seats, except arbiters. An arbiter sees
/// everything.
pub fn viewers(seats: u8) -> Vec<Viewer> {
    Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator]).collect()
}
