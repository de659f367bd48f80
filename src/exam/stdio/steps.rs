//! The steps of an engine's examination, in order.

use std::fmt;

use super::{
    conduct::{self, ConductTest},
    examiner::Examiner,
    handshake::{self, HandshakeTest},
    pondering::{self, PonderTest},
    probe::Probe,
    shutdown::{self, ShutdownTest},
    turns::{self, TurnTest},
    unusual_turns::{self, UnusualTurnTest},
};
use crate::{
    exam::report::{Outcome, Passed, Want},
    games::{self, Game},
};

/// A step of an examination.
#[derive(Clone, Copy)]
pub struct Step {
    game: Option<&'static str>,
    title: &'static str,
    act: Act,
}

#[derive(Clone, Copy)]
enum Act {
    Opening,
    Handshake(HandshakeTest),
    Turn(TurnTest, &'static dyn Game),
    UnusualTurn(UnusualTurnTest, &'static dyn Game),
    Conduct(ConductTest, Option<&'static dyn Game>),
    Ponder(PonderTest, &'static dyn Game),
    Shutdown(ShutdownTest, &'static dyn Game),
}

pub const START: Step = opening("starts, and sends nothing before the first line");
pub const INTRODUCTION: Step = opening("answers `referee 1` with `id` and a name, then `refereeok`");
pub const GAMES: Step = opening("plays a game known here");

/// Returns the steps after the introduction: the handshake, every game, unusual turns in the first
/// game, then tests for some games or engines only, and last the exit.
pub fn of(games: &[&'static dyn Game]) -> Vec<Step> {
    let mut steps: Vec<Step> =
        handshake::ALL.iter().map(|(act, title)| Step { game: None, title, act: Act::Handshake(*act) }).collect();
    for game in games {
        let asked = turns::ALL.iter().filter(|(act, _)| act.is_for(game.facts()));
        steps.extend(asked.map(|(act, title)| of_game(*game, title, Act::Turn(*act, *game))));
    }
    if let Some(game) = games.first() {
        steps
            .extend(unusual_turns::ALL.iter().map(|(act, title)| of_game(*game, title, Act::UnusualTurn(*act, *game))));
        steps.extend(conduct::ALL.iter().map(|(act, title)| {
            let game = act.game(games);
            Step { game: game.map(|game| game.facts().id), title, act: Act::Conduct(*act, game) }
        }));
        let quiet = pondering::game(games).unwrap_or(*game);
        steps.extend(pondering::ALL.iter().map(|(act, title)| of_game(quiet, title, Act::Ponder(*act, quiet))));
        let shutdown = shutdown::ALL.iter();
        steps.extend(shutdown.map(|(act, title)| Step { game: None, title, act: Act::Shutdown(*act, *game) }));
    }
    steps
}

pub fn games(probe: &Probe, want: &Want) -> Result<Vec<&'static dyn Game>, String> {
    let plays = &probe.introduction.games;
    if let Some(game) = want.games.iter().find(|game| !plays.is_empty() && !plays.contains(game)) {
        return Err(format!("it does not play {game}: `games` lists {}", plays.join(", ")));
    }
    let wanted = |id: &str| match want.games.is_empty() {
        true => plays.is_empty() || plays.iter().any(|game| game == id),
        false => want.games.iter().any(|game| game == id),
    };
    let chosen: Vec<_> = games::GAMES.iter().copied().filter(|game| wanted(game.facts().id)).collect();
    match chosen.is_empty() {
        true => Err(format!("none of its games is known: `games` lists {}", plays.join(", "))),
        false => Ok(chosen),
    }
}

impl Step {
    pub async fn take(&self, examiner: &mut Examiner) -> Outcome {
        match self.act {
            Act::Opening => Ok(Passed::Well),
            Act::Handshake(act) => handshake::take(act, examiner).await,
            Act::Turn(act, game) => turns::take(act, examiner, game).await,
            Act::UnusualTurn(act, game) => unusual_turns::take(act, examiner, game).await,
            Act::Conduct(act, game) => conduct::take(act, examiner, game).await,
            Act::Ponder(act, game) => pondering::take(act, examiner, game).await,
            Act::Shutdown(act, game) => shutdown::take(act, examiner, game).await,
        }
    }

    /// Returns whether the process has ended after the step.
    pub fn is_an_end(&self) -> bool {
        matches!(self.act, Act::Shutdown(act, _) if act.ends_it())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game {
            Some(game) => write!(f, "{game}: {}", self.title),
            None => f.write_str(self.title),
        }
    }
}

const fn opening(title: &'static str) -> Step {
    Step { game: None, title, act: Act::Opening }
}

fn of_game(game: &'static dyn Game, title: &'static str, act: Act) -> Step {
    Step { game: Some(game.facts().id), title, act }
}
