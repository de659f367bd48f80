//! Constructors and accessors of a contest's id.

use crate::v1::{Contest, contest::Id};

impl Contest {
    /// Creates the id of a tournament.
    pub fn tournament(id: impl Into<String>) -> Contest {
        Contest { id: Some(Id::TournamentId(id.into())) }
    }

    /// Creates the id of a ladder.
    pub fn ladder(id: impl Into<String>) -> Contest {
        Contest { id: Some(Id::LadderId(id.into())) }
    }

    /// Returns the id as text; empty if it is missing.
    pub fn name(&self) -> &str {
        match &self.id {
            Some(Id::TournamentId(id) | Id::LadderId(id)) => id,
            None => "",
        }
    }
}
