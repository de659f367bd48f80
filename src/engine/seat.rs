//! What is the same on every seat that an engine takes, whether its table is here or on a server: the position that it is told, what
//! it ponders on, and how an answer that nobody waits for is dropped.

use std::time::Duration;

use tokio::time::timeout;

use super::{failure::EngineFailure, ponder::Ponder, session::Session};
use crate::pb::engine::{Position, Refused, RoundResult};

/// How long an engine that was asked to stop may still take for its answer, before it counts as not listening.
const LATE_ANSWER: Duration = Duration::from_secs(1);

/// A match as the engine on one of its seats follows it.
#[derive(Debug, Default)]
pub struct FollowedMatch {
    /// Where it stands: what the next turn begins with.
    pub position: Position,
    /// What the engine thinks about while it is somebody else's turn.
    pub ponder: Ponder,
}

/// What an engine follows of a match.
#[derive(Clone, Debug)]
pub enum Progress {
    /// A round has begun with this position.
    RoundStarted {
        /// Which, from 1.
        round: u32,
        start: String,
    },
    /// A step was made, whoever made it.
    Stepped(String),
    /// The steps of the round from this ply on were taken back.
    TakenBack(u32),
    /// A move of the engine was declined; its turn comes again, under another id.
    Refused(Refused),
    RoundEnded(RoundResult),
    /// Nothing that changes the position.
    Other,
}

impl FollowedMatch {
    /// Keeps the position in step, and tells the engine, where there is one, what it is told besides its turns.
    /// [`FollowedMatch::settle`] is to be called after it.
    pub async fn take(&mut self, session: Option<&mut Session>, progress: Progress) -> Result<(), EngineFailure> {
        let position = &mut self.position;
        match (progress, session) {
            (Progress::RoundStarted { round, start }, _) => {
                (position.round, position.start) = (round, start);
                position.moves.clear();
            }
            (Progress::Stepped(notation), _) => position.moves.push(notation),
            (Progress::TakenBack(ply), session) => {
                position.moves.truncate(ply as usize);
                session.into_iter().for_each(|session| session.taken_back(ply as usize));
            }
            (Progress::RoundEnded(result), session) => {
                position.points.clone_from(&result.totals);
                if let Some(session) = session {
                    session.round_result(result).await?;
                }
            }
            (Progress::Refused(refused), session) => {
                self.ponder.forget();
                if let Some(session) = session {
                    session.refused(refused).await?;
                }
            }
            (Progress::Other, _) => {}
        }
        Ok(())
    }

    /// Begins or ends pondering by what has come.
    pub async fn settle(&mut self, session: &mut Session) -> Result<(), EngineFailure> {
        self.ponder.follow(session, &self.position).await
    }
}

/// Has the engine answer at once, and drops what it says, since it could be mistaken for the answer to another turn. Whether it
/// came in time.
pub async fn interrupt(session: &mut Session) -> Result<bool, EngineFailure> {
    session.stop().await?;
    match timeout(LATE_ANSWER, session.answer()).await {
        Ok(answer) => answer.map(|_| true),
        Err(_) => Ok(false),
    }
}
