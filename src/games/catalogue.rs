//! A list of games, looked up by id.

use super::{Game, rules::Facts};

/// The games that a server offers: [`Catalogue::ALL`] by default.
#[derive(Clone, Copy)]
pub struct Catalogue(&'static [&'static dyn Game]);

impl Catalogue {
    /// Creates a catalogue of these games, in listing order. Their ids must differ.
    pub const fn new(games: &'static [&'static dyn Game]) -> Catalogue {
        Catalogue(games)
    }

    /// Returns the games in listing order.
    pub fn games(self) -> &'static [&'static dyn Game] {
        self.0
    }

    /// Returns the game with this id.
    pub fn find(self, id: &str) -> Option<&'static dyn Game> {
        self.0.iter().copied().find(|game| game.facts().id == id)
    }

    /// Returns the static facts about each game.
    pub fn facts(self) -> impl Iterator<Item = &'static Facts> {
        self.0.iter().map(|game| game.facts())
    }

    /// Returns the ids of the games, separated by commas, for error messages.
    pub fn ids(self) -> String {
        self.facts().map(|facts| facts.id).collect::<Vec<_>>().join(", ")
    }
}
