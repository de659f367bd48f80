//! What an engine must do, step by step.

use std::{fmt, time::Duration};

use super::{
    probe::{Probe, name},
    sitting::{Next, Sitting},
};
use crate::{
    games::{self, Game, rules::Seat},
    pb::engine::{Go, MatchResult, Quit, SetOption, Stop, from_engine::Message},
};

/// How many turns of a game the engine is asked for.
const TURNS: u32 = 20;
/// The time on every clock, where a step has clocks, in milliseconds.
const CLOCK_MS: i64 = 5_000;

/// What the user asked for.
pub struct Want {
    /// The games to try; none is all that the engine plays.
    pub games: Vec<String>,
    /// How long each answer may take.
    pub patience: Duration,
}

/// One thing that an engine must do.
pub struct Step {
    game: Option<&'static str>,
    title: &'static str,
    action: Action,
}

#[derive(Clone, Copy)]
enum Action {
    Begin,
    Options,
    Ready,
    FirstMove,
    Clocks,
    Game,
    Stop,
    Second,
    Unknown,
    Idle,
    Quit,
}

/// It starts.
pub const START: Step = talk("it starts", Action::Begin);
/// It introduces itself.
pub const INTRODUCTION: Step = talk("`referee 1` is answered by `id` with a name, and `refereeok`", Action::Begin);
/// It plays something.
pub const GAMES: Step = talk("it plays a game that is known here", Action::Begin);

/// What it must do before any game.
pub fn of_talk() -> Vec<Step> {
    vec![
        talk("`isready` is answered by `readyok`", Action::Ready),
        talk("every option can be set to its default", Action::Options),
    ]
}

/// What it must do in each game.
pub fn of_game(game: &'static str) -> Vec<Step> {
    let step = |title, action| Step { game: Some(game), title, action };
    vec![
        step("`go` without clocks is answered by a legal move", Action::FirstMove),
        step("`go` with 5 s on the clock is answered within it", Action::Clocks),
        step("twenty turns, or a whole match, are played legally", Action::Game),
        step("`stop` brings one answer", Action::Stop),
        step("another match is played on the last seat", Action::Second),
    ]
}

/// What it must do after all games.
pub fn of_end() -> Vec<Step> {
    vec![
        talk("a line with an unknown verb is passed over", Action::Unknown),
        talk("nothing is said unasked, and `isready` is answered again", Action::Idle),
        talk("`quit` ends it with exit status 0 and without another word", Action::Quit),
    ]
}

/// The games to try.
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
        true => Err(format!("none of its games is known here: `games` lists {}", plays.join(", "))),
        false => Ok(chosen),
    }
}

/// What became of a turn.
enum Turned {
    /// A legal move.
    Played,
    /// The match is over, or the engine has resigned.
    Ended,
}

const fn talk(title: &'static str, action: Action) -> Step {
    Step { game: None, title, action }
}

impl Step {
    /// Takes it; an error says what was wrong.
    pub async fn take(&self, probe: &mut Probe, want: &Want) -> Result<(), String> {
        let game = self.game.and_then(games::find);
        match (self.action, game) {
            (Action::Options, _) => set_options(probe, want).await,
            (Action::Unknown, _) => {
                probe.say_unknown().await?;
                probe.ready(want).await
            }
            (Action::Quit, _) => {
                probe.say(&Quit {}).await?;
                probe.part(want).await
            }
            (Action::FirstMove, Some(game)) => first_move(probe, want, game).await,
            (Action::Clocks, Some(game)) => clocks(probe, want, game).await,
            (Action::Game, Some(game)) => whole_game(probe, want, game).await,
            (Action::Stop, Some(game)) => stop(probe, want, game).await,
            (Action::Second, Some(game)) => second(probe, want, game).await,
            (Action::Begin, _) => Ok(()),
            (Action::Ready | Action::Idle, _) | (_, None) => probe.ready(want).await,
        }
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

async fn set_options(probe: &mut Probe, want: &Want) -> Result<(), String> {
    for option in probe.options.clone() {
        if option.r#type != "button" {
            probe.say(&SetOption { name: option.name, value: option.default }).await?;
        }
    }
    probe.ready(want).await
}

async fn first_move(probe: &mut Probe, want: &Want, game: &'static dyn Game) -> Result<(), String> {
    let mut sitting = sit(probe, want, game, Seat(0), "").await?;
    must_move(turn(probe, want, &mut sitting, |go| go).await?)
}

async fn clocks(probe: &mut Probe, want: &Want, game: &'static dyn Game) -> Result<(), String> {
    let mut sitting = sit(probe, want, game, Seat(0), "5+0.1").await?;
    let seats = usize::from(sitting.seats());
    let want = Want { games: Vec::new(), patience: want.patience.min(Duration::from_millis(CLOCK_MS as u64)) };
    let with_clocks = |go| Go { remaining_ms: vec![CLOCK_MS; seats], increment_ms: vec![100; seats], ..go };
    must_move(turn(probe, &want, &mut sitting, with_clocks).await?)
}

async fn whole_game(probe: &mut Probe, want: &Want, game: &'static dyn Game) -> Result<(), String> {
    let mut sitting = sit(probe, want, game, Seat(0), "").await?;
    let mut termination = "abort";
    for _ in 0..TURNS {
        if let Turned::Ended = turn(probe, want, &mut sitting, |go| go).await? {
            termination = "board";
            break;
        }
    }
    let result = MatchResult { termination: termination.to_owned(), ..sitting.result() };
    probe.say(&result).await?;
    probe.ready(want).await
}

async fn stop(probe: &mut Probe, want: &Want, game: &'static dyn Game) -> Result<(), String> {
    let mut sitting = sit(probe, want, game, Seat(0), "").await?;
    if let Next::Turn = sitting.advance()? {
        let go = sitting.go(legal(probe, &sitting));
        probe.say_both(&sitting.position(), &go).await?;
        probe.say(&Stop {}).await?;
        answer(probe, want, &mut sitting, &go).await?;
    }
    probe.ready(want).await
}

async fn second(probe: &mut Probe, want: &Want, game: &'static dyn Game) -> Result<(), String> {
    let last = Sitting::open(game, Seat(0))?.seats().saturating_sub(1);
    let mut sitting = sit(probe, want, game, Seat(last), "").await?;
    must_move(turn(probe, want, &mut sitting, |go| go).await?)?;
    probe.ready(want).await
}

fn must_move(turned: Turned) -> Result<(), String> {
    match turned {
        Turned::Played => Ok(()),
        Turned::Ended => Err("expected a move, got `resign`".to_owned()),
    }
}

/// Announces a match.
async fn sit(
    probe: &mut Probe,
    want: &Want,
    game: &'static dyn Game,
    seat: Seat,
    time: &str,
) -> Result<Sitting, String> {
    let sitting = Sitting::open(game, seat)?;
    probe.say(&sitting.announcement("check", time)).await?;
    probe.ready(want).await?;
    Ok(sitting)
}

/// Puts the engine's next turn and takes its answer.
async fn turn(
    probe: &mut Probe,
    want: &Want,
    sitting: &mut Sitting,
    clocks: impl Fn(Go) -> Go,
) -> Result<Turned, String> {
    loop {
        match sitting.advance()? {
            Next::Turn => break,
            Next::Round(result) => probe.say(&result).await?,
            Next::Over => return Ok(Turned::Ended),
        }
    }
    let go = clocks(sitting.go(legal(probe, sitting)));
    probe.say_both(&sitting.position(), &go).await?;
    answer(probe, want, sitting, &go).await
}

async fn answer(probe: &mut Probe, want: &Want, sitting: &mut Sitting, go: &Go) -> Result<Turned, String> {
    let best = loop {
        match probe.next("bestmove", want.patience).await? {
            Message::Bestmove(best) => break best,
            Message::Resign(_) => return Ok(Turned::Ended),
            Message::Info(_) => {}
            other => return Err(format!("expected `bestmove`, got {}", name(&other))),
        }
    };
    let said = (best.round.unwrap_or(go.round), best.ply.unwrap_or(go.ply));
    if said != (go.round, go.ply) {
        return Err(format!("expected round {} ply {}, got round {} ply {}", go.round, go.ply, said.0, said.1));
    }
    let played = sitting.play(&best.notation);
    played.map_err(|error| format!("expected a legal move, got `{}`: {error}", games::rules::cut(&best.notation)))?;
    Ok(Turned::Played)
}

/// The legal moves, unless the engine wants none.
fn legal(probe: &Probe, sitting: &Sitting) -> Vec<String> {
    match probe.introduction.without_legal {
        true => Vec::new(),
        false => sitting.legal(),
    }
}
