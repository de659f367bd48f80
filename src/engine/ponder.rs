//! Pondering: thinking on the opponents' time.
//!
//! With its move, an engine may name the reply that it expects. Then it gets the position after
//! that reply and `go ponder`, without a clock. If the opponent plays the reply, `ponderhit` makes
//! it the engine's turn. Otherwise the engine is stopped, its answer is dropped, and it gets the
//! real turn. The engine thus learns nothing but its own guess.

use std::time::Instant;

use referee_proto::engine::{Go, Position};

use super::{failure::EngineFailure, session::Session};

#[derive(Debug, Default)]
pub struct Ponder(State);

#[derive(Debug, Default)]
enum State {
    #[default]
    Idle,
    /// The engine has moved; its move is not among the steps yet.
    Expecting(Guess),
    /// The engine ponders on the position after the expected reply.
    Pondering(Guess),
}

/// The reply that the engine expects.
#[derive(Debug)]
struct Guess {
    round: u32,
    /// Number of steps of the round before the reply.
    steps: usize,
    reply: String,
}

impl Guess {
    fn is_due(&self, position: &Position) -> bool {
        (position.round, position.moves.len()) == (self.round, self.steps)
    }

    fn has_come(&self, position: &Position) -> bool {
        (position.round, position.moves.len()) == (self.round, self.steps + 1)
            && position.moves.last() == Some(&self.reply)
    }
}

impl Ponder {
    /// Records the reply that the engine expects after its answer to this turn. An empty `reply`
    /// means that it expects none.
    pub fn expect(&mut self, round: u32, ply: u32, reply: String) {
        self.0 = match reply.is_empty() {
            true => State::Idle,
            false => State::Expecting(Guess { round, steps: ply as usize + 1, reply }),
        };
    }

    /// Returns whether the engine ponders, so that it owes an answer.
    pub fn is_under_way(&self) -> bool {
        matches!(self.0, State::Pondering(_))
    }

    /// Forgets the guess, for a new process of the engine.
    pub fn forget(&mut self) {
        self.0 = State::Idle;
    }

    /// Starts pondering once the engine's own move is among the steps, and stops it if another step
    /// than the expected one follows. Call this after every step and after every batch of other
    /// events.
    pub async fn follow(&mut self, session: &mut Session, position: &Position) -> Result<(), EngineFailure> {
        match std::mem::take(&mut self.0) {
            State::Expecting(guess) if guess.is_due(position) => {
                let mut expected = Position { view: String::new(), ..position.clone() };
                expected.moves.push(guess.reply.clone());
                let go = Go { round: guess.round, ply: ply_of(&guess), ponder: true, ..Go::default() };
                session.put_ponder(&expected, &go).await?;
                self.0 = State::Pondering(guess);
            }
            State::Expecting(guess) if position.moves.len() < guess.steps => self.0 = State::Expecting(guess),
            State::Pondering(guess) if guess.is_due(position) || guess.has_come(position) => {
                self.0 = State::Pondering(guess);
            }
            State::Pondering(_) => session.stop_pondering().await?,
            State::Idle | State::Expecting(_) => {}
        }
        Ok(())
    }

    /// Sends a turn, by `ponderhit` if the engine ponders on this turn. Returns the time just
    /// before the write.
    pub async fn put(&mut self, session: &mut Session, position: &Position, go: &Go) -> Result<Instant, EngineFailure> {
        match std::mem::take(&mut self.0) {
            State::Pondering(guess) if guess.has_come(position) && go.ply == ply_of(&guess) => {
                session.ponder_hit(go).await
            }
            State::Pondering(_) => {
                session.stop_pondering().await?;
                session.put_turn(position, go).await
            }
            State::Idle | State::Expecting(_) => session.put_turn(position, go).await,
        }
    }
}

/// Returns the ply of the engine's next turn if the expected reply is played.
fn ply_of(guess: &Guess) -> u32 {
    u32::try_from(guess.steps + 1).unwrap_or(u32::MAX)
}
