//! Thinking while it is somebody else's turn.
//!
//! With its move an engine may say which reply it expects. Where pondering is on, it is then put the position after that
//! reply, `go ponder`, and no clock of it runs. If the reply comes, `ponderhit` makes that its turn; if another comes, it is
//! stopped, its answer is dropped, and it is put the turn that there is. It is told nothing but what it said itself.

use std::time::Instant;

use super::{failure::EngineFailure, session::Session};
use crate::pb::engine::{Go, Position};

/// What an engine ponders on, if it does.
#[derive(Debug, Default)]
pub struct Ponder(State);

#[derive(Debug, Default)]
enum State {
    #[default]
    Idle,
    /// It has made its move, which is not among the steps yet.
    Expecting(Guess),
    /// It was put the position after the reply.
    Pondering(Guess),
}

/// The reply that it expects.
#[derive(Debug)]
struct Guess {
    round: u32,
    /// How many steps of the round there are before the reply.
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
    /// Notes what the engine expects after the move with which it answered the turn of this round and ply. `reply` is what it
    /// said; an empty one is none.
    pub fn expect(&mut self, round: u32, ply: u32, reply: String) {
        self.0 = match reply.is_empty() {
            true => State::Idle,
            false => State::Expecting(Guess { round, steps: ply as usize + 1, reply }),
        };
    }

    /// Whether an answer is still to come that nobody waits for.
    pub fn is_under_way(&self) -> bool {
        matches!(self.0, State::Pondering(_))
    }

    /// Forgets everything, as when the process is another one.
    pub fn forget(&mut self) {
        self.0 = State::Idle;
    }

    /// To be called after every step and every other turn of events: begins when the engine's own move is there, and ends
    /// when something else has come than was expected.
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

    /// Puts a turn: by `ponderhit` if it is the one that the engine ponders on. Gives the moment before it was written.
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

/// The ply of the engine's next turn, if the reply comes.
fn ply_of(guess: &Guess) -> u32 {
    u32::try_from(guess.steps + 1).unwrap_or(u32::MAX)
}
