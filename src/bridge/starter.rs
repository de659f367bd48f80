//! Starts the engine's processes, one for each match.

use std::sync::Arc;

use crate::engine::{
    process::EngineCommand,
    session::{EngineFailure, Patience, Session},
    strikes::{Strike, Strikes},
};

/// A starter of the engine's processes, with the count of the engine's failures in all matches.
#[derive(Clone)]
pub struct Starter {
    command: EngineCommand,
    patience: Patience,
    strikes: Arc<Strikes>,
}

impl Starter {
    /// Returns a starter. After `strikes` failures in a row, the engine is disqualified.
    pub fn new(command: EngineCommand, patience: Patience, strikes: u32) -> Starter {
        Starter { command, patience, strikes: Arc::new(Strikes::new(1, strikes)) }
    }

    /// Starts a process of the engine.
    pub async fn start(&self) -> Result<Session, EngineFailure> {
        Session::start(&self.command, self.patience).await
    }

    /// Returns the engine's count of failures in all matches.
    pub fn strike(&self) -> Strike<'_> {
        self.strikes.of(0)
    }
}
