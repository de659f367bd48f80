//! How the engine is started, for every match.

use std::sync::Arc;

use crate::engine::{
    process::EngineCommand,
    session::{EngineFailure, Patience, Session},
    strikes::{Strike, Strikes},
};

/// Starts processes of one engine, and counts its failures in all matches.
#[derive(Clone)]
pub struct Starter {
    command: EngineCommand,
    patience: Patience,
    strikes: Arc<Strikes>,
}

impl Starter {
    /// Starts nothing yet. After this number of failures in a row the engine is out.
    pub fn new(command: EngineCommand, patience: Patience, strikes: u32) -> Starter {
        Starter { command, patience, strikes: Arc::new(Strikes::new(1, strikes)) }
    }

    /// Starts a process of the engine.
    pub async fn start(&self) -> Result<Session, EngineFailure> {
        Session::start(&self.command, self.patience).await
    }

    /// Returns its failures in all matches.
    pub fn strike(&self) -> Strike<'_> {
        self.strikes.of(0)
    }
}
