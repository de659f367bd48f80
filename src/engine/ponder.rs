//! Pondering: thinking on the opponents' time.
//!
//! With its move an engine may name the reply it expects. It then gets the position after that
//! reply and `go ponder`, without a clock. If the reply comes, `ponderhit` makes that its turn;
//! otherwise it is stopped, its answer is dropped, and it gets the real turn. It learns only what
//! it said itself.

use std::time::Instant;

use referee_proto::engine::{Go, Position};

use super::{failure::EngineFailure, session::Session};

#[derive(Debug, Default)]
pub struct Ponder(State);

#[derive(Debug, Default)]
enum State {
    #[default]
    Idle,
    /// It has moved; the move is not among the steps yet.
    Expecting(Guess),
    /// It has the position after the reply.
    Pondering(Guess),
}

/// The expected reply.
#[derive(Debug)]
struct Guess {
    round: u32,
    /// Steps of the round before the reply.
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
    /// Records what the engine expects after its answer to this turn. An empty `reply` is none.
    pub fn expect(&mut self, round: u32, ply: u32, reply: String) {
        self.0 = match reply.is_empty() {
            true => State::Idle,
            false => State::Expecting(Guess { round, steps: ply as usize + 1, reply }),
        };
    }

    /// Returns whether an answer is due that will be dropped.
    pub fn is_under_way(&self) -> bool {
        matches!(self.0, State::Pondering(_))
    }

    /// Forgets everything, as for a new process.
    pub fn forget(&mut self) {
        self.0 = State::Idle;
    }

    /// Starts pondering once the engine's own move is there, and stops it when another step comes
    /// than expected. Call it after every step and every other event batch.
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

    /// Puts a turn, by `ponderhit` if the engine ponders on it. Returns the moment before the
    /// write.
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

/// Returns the ply of the engine's next turn if the reply comes.
fn ply_of(guess: &Guess) -> u32 {
    u32::try_from(guess.steps + 1).unwrap_or(u32::MAX)
}
