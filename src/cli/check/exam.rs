//! An examination: an engine that is asked one thing after the other, and started afresh when it has failed.

use std::time::{Duration, Instant};

use super::{
    probe::{Probe, name},
    sitting::{Next, Sitting},
    speed::Speed,
};
use crate::{
    engine::command::EngineCommand,
    games::{
        Game,
        rules::{Seat, cut},
    },
    pb::engine::{BestMove, Go, Position, from_engine::Message},
};

/// What the user asked for.
pub struct Want {
    /// The games to try; none is all that the engine plays.
    pub games: Vec<String>,
    /// How long each answer may take.
    pub patience: Duration,
}

/// What came of a step: an error says what was wrong.
pub type Outcome = Result<Passed, String>;

/// What came of a step that is not failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passed {
    /// All is well.
    Well,
    /// The protocol allows it, but it costs the engine something or will surprise somebody.
    But(String),
    /// There is nothing to ask here.
    NotAsked(String),
}

/// An engine under examination.
pub struct Exam {
    command: EngineCommand,
    /// What was asked for.
    pub want: Want,
    /// The process that is spoken with.
    pub probe: Probe,
    /// How fast it answered.
    pub speed: Speed,
    /// How many matches were announced.
    matches: u32,
}

/// An answer to a turn.
pub struct Turned {
    /// The move, canonically; `None` where the engine resigned or the match was over.
    pub played: Option<Played>,
    /// How long it took.
    pub took: Duration,
}

/// What an engine says to a turn.
pub enum Said {
    /// A move.
    Move(BestMove),
    /// It accepts the draw that is offered.
    AcceptDraw,
    /// It claims the draw that the rules offer.
    ClaimDraw,
    /// It gives the match up.
    Resign,
}

/// A move that was played.
pub struct Played {
    /// As the engine wrote it.
    pub written: String,
    /// As the game writes it.
    pub canonical: String,
}

impl Exam {
    /// An examination that begins with a process that was just started.
    pub fn new(command: EngineCommand, want: Want, probe: Probe) -> Exam {
        Exam { command, want, probe, speed: Speed::default(), matches: 0 }
    }

    /// Starts another process in place of the one that there is, and hears its introduction.
    pub async fn start_afresh(&mut self) -> Result<(), String> {
        self.probe = self.another().await?;
        Ok(())
    }

    /// Starts another process beside the one that there is, and hears its introduction.
    pub async fn another(&self) -> Result<Probe, String> {
        let mut probe = Probe::start(&self.command).await?;
        probe.introduce(&self.want).await?;
        Ok(probe)
    }

    /// Asks whether it is ready.
    pub async fn ready(&mut self) -> Result<(), String> {
        self.probe.ready(&self.want).await
    }

    /// Announces a match of a game with its defaults.
    pub async fn sit(&mut self, game: &'static dyn Game, seat: Seat, time: &str) -> Result<Sitting, String> {
        let sitting = Sitting::open(game, seat)?;
        self.announce(&sitting, time).await?;
        Ok(sitting)
    }

    /// Announces a match.
    pub async fn announce(&mut self, sitting: &Sitting, time: &str) -> Result<(), String> {
        self.matches += 1;
        let announcement = sitting.announcement(&format!("check-{}", self.matches), time);
        self.probe.announce(&announcement).await?;
        self.ready().await
    }

    /// Puts the engine's next turn and takes its answer.
    pub async fn turn(&mut self, sitting: &mut Sitting, clocks: impl Fn(Go) -> Go) -> Result<Turned, String> {
        loop {
            match sitting.advance()? {
                Next::Turn => break,
                Next::Round(result) => self.probe.say(&result).await?,
                Next::Over => return Ok(Turned { played: None, took: Duration::ZERO }),
            }
        }
        let go = clocks(sitting.go(self.legal(sitting)));
        let asked = self.put(sitting, &go).await?;
        self.answer(sitting, &go, asked).await
    }

    /// Plays turns until there have been so many or the match is over; says whether it is.
    pub async fn turns(&mut self, sitting: &mut Sitting, count: u32) -> Result<bool, String> {
        for _ in 0..count {
            if self.turn(sitting, |go| go).await?.played.is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts a turn that is the engine's; gives the moment.
    pub async fn put(&mut self, sitting: &Sitting, go: &Go) -> Result<Instant, String> {
        let position: Position = sitting.position();
        self.probe.put(&position, 0, go).await?;
        Ok(Instant::now())
    }

    /// Takes the answer to a turn that was put, and plays it.
    pub async fn answer(&mut self, sitting: &mut Sitting, go: &Go, asked: Instant) -> Result<Turned, String> {
        let said = self.hear(go).await?;
        let took = asked.elapsed();
        self.speed.note(took);
        let best = match said {
            Said::Move(best) => best,
            Said::Resign => return Ok(Turned { played: None, took }),
            Said::AcceptDraw => return Err("expected `bestmove`, got `acceptdraw`: no draw is offered".to_owned()),
            Said::ClaimDraw => return Err("expected `bestmove`, got `claimdraw`: no draw can be claimed".to_owned()),
        };
        let played = play(sitting, best)?;
        Ok(Turned { played: Some(played), took })
    }

    /// Takes the answer to a turn that was put, whatever it is; a move is for that turn, but may be illegal.
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
        let said = (best.round.unwrap_or(go.round), best.ply.unwrap_or(go.ply));
        match said == (go.round, go.ply) {
            true => Ok(Said::Move(best)),
            false => Err(format!("expected round {} ply {}, got round {} ply {}", go.round, go.ply, said.0, said.1)),
        }
    }

    /// The legal moves, unless the engine wants none.
    pub fn legal(&self, sitting: &Sitting) -> Vec<String> {
        match self.probe.introduction.without_legal {
            true => Vec::new(),
            false => sitting.legal(),
        }
    }
}

impl Turned {
    /// The move; a resignation fails.
    pub fn must_move(self) -> Result<Played, String> {
        self.played.ok_or_else(|| "expected a move, got `resign`".to_owned())
    }

    /// The same, within `limit` or at some cost.
    pub fn must_move_within(self, limit: Duration) -> Outcome {
        let took = self.took;
        self.must_move()?;
        Ok(within(took, limit, "on a clock it would have lost on time"))
    }
}

/// Plays the move of an answer.
pub fn play(sitting: &mut Sitting, best: BestMove) -> Result<Played, String> {
    let written = best.notation;
    let canonical = sitting.play(&written);
    let canonical = canonical.map_err(|error| format!("expected a legal move, got `{}`: {error}", cut(&written)))?;
    Ok(Played { written, canonical })
}

/// Well within the limit, and not so well behind it.
pub fn within(took: Duration, limit: Duration, cost: &str) -> Passed {
    match took <= limit {
        true => Passed::Well,
        false => Passed::But(format!("it took {} ms of {} ms: {cost}", took.as_millis(), limit.as_millis())),
    }
}
