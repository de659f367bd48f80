//! Sends questions to an engine, and restarts it after failures.

use std::time::{Duration, Instant};

use super::probe::{Probe, name};
use crate::{
    engine::command::EngineCommand,
    exam::{
        answer_times::AnswerTimes,
        report::{Outcome, Want, within},
        test_match::{Next, TestMatch},
    },
    games::{
        Game,
        rules::{Seat, cut},
    },
    pb::engine::{BestMove, Go, Position, from_engine::Message},
};

pub struct Examiner {
    command: EngineCommand,
    pub want: Want,
    /// The current process of the engine.
    pub probe: Probe,
    pub answer_times: AnswerTimes,
    /// Number of announced matches.
    matches: u32,
}

/// An answer to a turn.
pub struct Turned {
    /// The move; `None` if the engine resigned or the match is over.
    pub played: Option<Played>,
    pub took: Duration,
}

/// An answer of an engine.
pub enum Said {
    Move(BestMove),
    /// The engine accepts the offered draw.
    AcceptDraw,
    /// The engine claims the draw that the rules offer.
    ClaimDraw,
    /// The engine resigns.
    Resign,
}

/// A played move.
pub struct Played {
    /// The move as the engine wrote it.
    pub written: String,
    /// The move in canonical notation.
    pub canonical: String,
}

impl Examiner {
    /// Creates an examiner with a new process.
    pub fn new(command: EngineCommand, want: Want, probe: Probe) -> Examiner {
        Examiner { command, want, probe, answer_times: AnswerTimes::default(), matches: 0 }
    }

    /// Restarts the engine and reads its introduction.
    pub async fn start_afresh(&mut self) -> Result<(), String> {
        self.probe = self.another().await?;
        Ok(())
    }

    /// Starts a second process and reads its introduction.
    pub async fn another(&self) -> Result<Probe, String> {
        let mut probe = Probe::start(&self.command).await?;
        probe.introduce(&self.want).await?;
        Ok(probe)
    }

    /// Sends `isready` and waits for `readyok`.
    pub async fn ready(&mut self) -> Result<(), String> {
        self.probe.ready(&self.want).await
    }

    /// Announces a match with the game's defaults.
    pub async fn sit(&mut self, game: &'static dyn Game, seat: Seat, time: &str) -> Result<TestMatch, String> {
        let test_match = TestMatch::open(game, seat)?;
        self.announce(&test_match, time).await?;
        Ok(test_match)
    }

    pub async fn announce(&mut self, test_match: &TestMatch, time: &str) -> Result<(), String> {
        self.matches += 1;
        let announcement = test_match.announcement(&format!("check-{}", self.matches), time);
        self.probe.announce(&announcement).await?;
        self.ready().await
    }

    /// Sends the engine's next turn, and plays its answer.
    pub async fn turn(&mut self, test_match: &mut TestMatch, clocks: impl Fn(Go) -> Go) -> Result<Turned, String> {
        loop {
            match test_match.advance()? {
                Next::Turn => break,
                Next::Round(result) => self.probe.say(&result).await?,
                Next::Over => return Ok(Turned { played: None, took: Duration::ZERO }),
            }
        }
        let go = clocks(test_match.go(self.legal(test_match)));
        let asked = self.put(test_match, &go).await?;
        self.answer(test_match, &go, asked).await
    }

    /// Plays up to `count` turns. Returns whether the match is over.
    pub async fn turns(&mut self, test_match: &mut TestMatch, count: u32) -> Result<bool, String> {
        for _ in 0..count {
            if self.turn(test_match, |go| go).await?.played.is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Sends the engine's turn. Returns the time of sending.
    pub async fn put(&mut self, test_match: &TestMatch, go: &Go) -> Result<Instant, String> {
        let position: Position = test_match.position_for(&self.probe.introduction);
        self.probe.put(&position, 0, go).await?;
        Ok(Instant::now())
    }

    /// Reads and plays the answer to a turn.
    pub async fn answer(&mut self, test_match: &mut TestMatch, go: &Go, asked: Instant) -> Result<Turned, String> {
        let said = self.hear(go).await?;
        let took = asked.elapsed();
        self.answer_times.note(took);
        let best = match said {
            Said::Move(best) => best,
            Said::Resign => return Ok(Turned { played: None, took }),
            Said::AcceptDraw => return Err("expected `bestmove`, got `acceptdraw`: no draw is offered".to_owned()),
            Said::ClaimDraw => return Err("expected `bestmove`, got `claimdraw`: no draw can be claimed".to_owned()),
        };
        let played = play(test_match, best)?;
        Ok(Turned { played: Some(played), took })
    }

    /// Reads any answer to a turn. A move must be for that turn, but may be illegal.
    pub async fn hear(&mut self, go: &Go) -> Result<Said, String> {
        let best = loop {
            match self.probe.next("bestmove", self.want.patience).await? {
                Message::Bestmove(best) => break best,
                Message::Acceptdraw(_) => return Ok(Said::AcceptDraw),
                Message::Claimdraw(_) => return Ok(Said::ClaimDraw),
                Message::Resign(_) => return Ok(Said::Resign),
                Message::Info(_) => {}
                other => return Err(format!("expected `bestmove`, got {}", name(&other))),
            }
        };
        match best.turn_id.filter(|said| *said != go.turn_id) {
            None => Ok(Said::Move(best)),
            Some(said) => Err(format!("expected turn_id {}, got {said}", go.turn_id)),
        }
    }

    /// Returns the legal moves, or none if the engine does not want them.
    pub fn legal(&self, test_match: &TestMatch) -> Vec<String> {
        match self.probe.introduction.without_legal {
            true => Vec::new(),
            false => test_match.legal(),
        }
    }
}

impl Turned {
    /// Returns the move; fails for a resignation.
    pub fn must_move(self) -> Result<Played, String> {
        self.played.ok_or_else(|| "expected a move, got `resign`".to_owned())
    }

    /// Requires a move. Passes with a disadvantage if it took longer than `limit`.
    pub fn must_move_within(self, limit: Duration) -> Outcome {
        let took = self.took;
        self.must_move()?;
        Ok(within(took, limit, "on a clock it would have lost on time"))
    }
}

/// Plays the move of an answer.
pub fn play(test_match: &mut TestMatch, best: BestMove) -> Result<Played, String> {
    let written = best.notation;
    let canonical = test_match.play(&written);
    let canonical = canonical.map_err(|error| format!("expected a legal move, got `{}`: {error}", cut(&written)))?;
    Ok(Played { written, canonical })
}
