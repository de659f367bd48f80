//! What seats of engines at local tables and on a server have in common: the position to send,
//! pondering, and dropping stale answers.

use std::time::Duration;

use referee_proto::engine::{Position, Refused, RoundResult};
use tokio::time::timeout;

use super::{
    failure::EngineFailure,
    ponder::Ponder,
    session::{Answer, Session},
};

/// Time limit for an engine to answer after `stop`. An engine that takes longer counts as not
/// reading its input.
const LATE_ANSWER: Duration = Duration::from_secs(1);

/// A match as an engine on a seat follows it.
#[derive(Debug, Default)]
pub struct FollowedMatch {
    /// Position at which the next turn starts.
    pub position: Position,
    pub ponder: Ponder,
}

/// The part of an event that an engine follows.
#[derive(Clone, Debug)]
pub enum Progress {
    /// A round has started with this position.
    RoundStarted {
        /// Number of the round, from 1.
        round: u32,
        start: String,
    },
    /// A step was made.
    Stepped(String),
    /// The steps of the round from this ply on were taken back.
    TakenBack(u32),
    /// A move of the engine was rejected; the table sends the same turn with a new id.
    Refused(Refused),
    RoundEnded(RoundResult),
    /// The position did not change.
    Other,
}

/// The next event on a seat.
pub enum Next<M> {
    /// A message of the table; `None` if the table has gone.
    Message(Option<M>),
    /// The engine's answer to its turn.
    Answer(Answer),
    /// A failure of the engine.
    Failure(EngineFailure),
}

impl<M> Next<M> {
    /// Waits for the engine or for a message of its table. If both have come, returns the answer
    /// first.
    pub async fn of(session: &mut Session, is_thinking: bool, message: impl Future<Output = Option<M>>) -> Next<M> {
        if is_thinking {
            tokio::select! {
                biased;
                answer = session.answer() => answer.map_or_else(Next::Failure, Next::Answer),
                message = message => Next::Message(message),
            }
        } else {
            tokio::select! {
                biased;
                message = message => Next::Message(message),
                failure = session.idle() => Next::Failure(failure),
            }
        }
    }
}

impl FollowedMatch {
    /// Updates the position, and sends the engine, if there is one, the changes that are not turns.
    /// Call [`FollowedMatch::settle`] afterwards.
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

    /// Starts or stops pondering after new events.
    pub async fn settle(&mut self, session: &mut Session) -> Result<(), EngineFailure> {
        self.ponder.follow(session, &self.position).await
    }
}

/// Makes the engine answer immediately, and drops the answer, which could be mistaken for an answer
/// to another turn. Returns whether the answer came in time.
pub async fn interrupt(session: &mut Session) -> Result<bool, EngineFailure> {
    session.stop().await?;
    match timeout(LATE_ANSWER, session.answer()).await {
        Ok(answer) => answer.map(|_| true),
        Err(_) => Ok(false),
    }
}
