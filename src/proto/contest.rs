//! A tournament or a ladder by its id.

use crate::v1::{Contest, contest::Id};

impl Contest {
    /// The tournament of this id.
    pub fn tournament(id: impl Into<String>) -> Contest {
        Contest { id: Some(Id::TournamentId(id.into())) }
    }

    /// The ladder of this id.
    pub fn ladder(id: impl Into<String>) -> Contest {
        Contest { id: Some(Id::LadderId(id.into())) }
    }

    /// The id; empty if it is missing.
    pub fn name(&self) -> &str {
        match &self.id {
            Some(Id::TournamentId(id) | Id::LadderId(id)) => id,
            None => "",
        }
    }
}
