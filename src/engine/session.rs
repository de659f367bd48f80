//! The talk with one engine, from its introduction to its end.

use std::time::{Duration, Instant};

use super::process::EngineCommand;
use crate::pb::engine::{Go, Info, MatchResult, NewMatch, Position, RoundResult};

/// How long an engine may take for what is no move.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From its start to `refereeok`.
    pub introduction: Duration,
    /// From `isready` to `readyok`.
    pub ready: Duration,
    /// From `quit` to its end; then it is killed with all its children.
    pub quit: Duration,
}

/// What an engine said of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Introduction {
    /// Its name, with its version.
    pub name: String,
    /// Who made it.
    pub author: String,
    /// The games that it plays; empty is all.
    pub games: Vec<String>,
    /// Whether it wants no legal moves.
    pub without_legal: bool,
}

/// How an engine failed: it did not start, broke the protocol, fell silent, or ended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct EngineFailure {
    /// What it did, its exit status or signal if it ended, and the last lines of its output.
    pub detail: String,
    /// When that was seen.
    pub seen: Instant,
}

/// What an engine answered to a turn, with the moment its last byte came.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A move.
    Move {
        /// As it was written.
        notation: String,
        /// The round it answers; the one asked for unless the engine said otherwise.
        round: u32,
        /// The ply it answers; the one asked for unless the engine said otherwise.
        ply: u32,
        /// When the last byte came.
        received: Instant,
    },
    /// It gives the match up.
    Resign {
        /// When the last byte came.
        received: Instant,
    },
}

/// A running engine that has introduced itself.
pub struct Session {}

impl Session {
    /// Starts an engine, hears its introduction, sets its options and waits until it is ready.
    pub async fn start(_command: &EngineCommand, _patience: Patience) -> Result<Session, EngineFailure> {
        todo!()
    }

    /// What it said of itself.
    pub fn introduction(&self) -> &Introduction {
        todo!()
    }

    /// Announces a match and waits until the engine is ready.
    pub async fn new_match(&mut self, _new: NewMatch) -> Result<(), EngineFailure> {
        todo!()
    }

    /// Puts a turn: `position` and `go` in one write. Gives the moment at which the last byte was in the pipe.
    pub async fn put_turn(&mut self, _position: &Position, _go: &Go) -> Result<Instant, EngineFailure> {
        todo!()
    }

    /// The answer to the turn that was put last. Stale answers, unknown verbs and `info` are passed over (the last `info`
    /// is kept). It may be dropped and called again: nothing that was read is lost.
    pub async fn answer(&mut self) -> Result<Answer, EngineFailure> {
        todo!()
    }

    /// Waits until the engine ends or breaks the protocol while it has no turn. It may be dropped and called again.
    pub async fn idle(&mut self) -> EngineFailure {
        todo!()
    }

    /// The last `info` of the turn that was put last.
    pub fn info(&self) -> Option<&Info> {
        todo!()
    }

    /// Asks for the answer at once.
    pub async fn stop(&mut self) -> Result<(), EngineFailure> {
        todo!()
    }

    /// Tells the end of a round.
    pub async fn round_result(&mut self, _result: RoundResult) -> Result<(), EngineFailure> {
        todo!()
    }

    /// Tells the end of a match.
    pub async fn match_result(&mut self, _result: MatchResult) -> Result<(), EngineFailure> {
        todo!()
    }

    /// Ends the engine and all its children; gives how it ended.
    pub async fn quit(self) -> String {
        todo!()
    }
}
