//! A UHP engine as a bot: it gets the moves of each match, and its `bestmove` is the bot's choice.
//!
//! An engine that fails, or rejects a legal move, ends this program with the reason on standard
//! error. The referee shows it below the verdict.

use std::{
    process::exit,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use referee_client::{Bot, Choice, EngineOption, Turn};

use super::engine_process::{EngineError, EngineProcess};
use crate::{
    engine::session::MAX_OPTIONS,
    games::{
        bots::TimeLeft,
        uhp::{self, HEAD_FIELDS},
    },
    standard_output::standard_error,
};

/// How long an engine thinks without a clock.
const USUAL_THINK: Duration = Duration::from_secs(5);

/// A UHP engine that plays.
pub struct UhpBot {
    name: String,
    options: Vec<EngineOption>,
    engine: Mutex<Playing>,
}

/// The engine, and the game that it knows.
struct Playing {
    process: EngineProcess,
    /// The game type; empty before the first game.
    game_type: String,
    moves: Vec<String>,
}

impl UhpBot {
    /// Starts an engine, and asks for its options.
    pub fn start(words: &[String]) -> Result<UhpBot, EngineError> {
        let mut process = EngineProcess::start(words)?;
        let options = match process.ask("options") {
            Ok(lines) => lines.iter().filter_map(|line| option_of(line)).take(MAX_OPTIONS).collect(),
            // Not every engine has them.
            Err(EngineError::Rejected { .. }) => Vec::new(),
            Err(error) => return Err(error),
        };
        let name = process.name.clone();
        let playing = Playing { process, game_type: String::new(), moves: Vec::new() };
        Ok(UhpBot { name, options, engine: Mutex::new(playing) })
    }

    /// Ends the engine, unless it thinks: then it ends with this program.
    pub fn end(&self) {
        if let Ok(mut playing) = self.engine.try_lock() {
            playing.process.end();
        }
    }

    fn playing(&self) -> MutexGuard<'_, Playing> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bot for UhpBot {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn games(&self) -> Vec<String> {
        vec![uhp::ID.to_owned()]
    }

    fn options(&self) -> Vec<EngineOption> {
        self.options.clone()
    }

    fn set_option(&self, name: &str, value: &str) {
        let is_check = self.options.iter().any(|option| option.name == name && option.r#type == "check");
        let value = match (is_check, value) {
            (true, "true") => "True",
            (true, "false") => "False",
            _ => value,
        };
        if let Err(error) = self.playing().process.ask(&format!("options set {name} {value}")) {
            fail(&error);
        }
    }

    fn choose(&self, turn: &Turn) -> Choice {
        if uhp::have_queen_first(&turn.options) {
            fail(&EngineError::QueenFirst);
        }
        let mut playing = self.playing();
        let time = time_left(turn).to_think().unwrap_or(USUAL_THINK);
        let chosen = playing.place(&turn.position).and_then(|()| playing.process.best_move(time, turn.depth));
        chosen.unwrap_or_else(|error| fail(&error)).into()
    }
}

impl Playing {
    /// Shows the engine a position: the new moves, or the whole game if that is another one.
    fn place(&mut self, text: &str) -> Result<(), EngineError> {
        let mut fields = text.split(';');
        let game_type = fields.next().unwrap_or_default();
        let moves: Vec<&str> = fields.skip(HEAD_FIELDS - 1).collect();
        let is_same = self.game_type == game_type && moves.len() >= self.moves.len();
        if is_same && self.moves.iter().zip(&moves).all(|(known, sent)| known == sent) {
            for played in &moves[self.moves.len()..] {
                match *played {
                    "pass" => self.process.ask("pass")?,
                    played => self.process.ask(&format!("play {played}"))?,
                };
            }
        } else {
            self.process.ask(&format!("newgame {}", if moves.is_empty() { game_type } else { text }))?;
            game_type.clone_into(&mut self.game_type);
        }
        self.moves = moves.into_iter().map(str::to_owned).collect();
        Ok(())
    }
}

/// Ends this program, as the engine cannot play on.
fn fail(error: &EngineError) -> ! {
    use std::io::Write as _;

    let _ = writeln!(standard_error(), "{error}");
    exit(1)
}

/// Reads an option: `Hash;int;16;16;1;256`, `Fast;bool;True;False`, `Mode;enum;A;A;A;B`.
fn option_of(line: &str) -> Option<EngineOption> {
    let mut fields = line.split(';');
    let (name, kind, current) = (fields.next()?, fields.next()?, fields.next()?);
    let (option, rest): (EngineOption, Vec<&str>) = (EngineOption::default(), fields.skip(1).collect());
    let option = EngineOption { name: name.to_owned(), default: current.to_owned(), ..option };
    let number = |at: usize| rest.get(at).and_then(|text| text.parse().ok());
    match kind {
        "int" => Some(EngineOption { r#type: "spin".to_owned(), min: number(0), max: number(1), ..option }),
        "bool" => {
            let default = current.to_ascii_lowercase();
            Some(EngineOption { r#type: "check".to_owned(), default, ..option })
        }
        "enum" => {
            let var = rest.into_iter().map(str::to_owned).collect();
            Some(EngineOption { r#type: "combo".to_owned(), var, ..option })
        }
        "string" => Some(EngineOption { r#type: "string".to_owned(), ..option }),
        _ => None,
    }
}

/// The time that the turn's seat has.
fn time_left(turn: &Turn) -> TimeLeft {
    let milliseconds = |ms: i64| Duration::from_millis(ms.max(0).unsigned_abs());
    let of = |list: &[i64]| list.get(turn.seat as usize).copied().map(milliseconds);
    TimeLeft {
        remaining: of(&turn.remaining_ms).filter(|_| !turn.unlimited_seats.contains(&turn.seat)),
        increment: of(&turn.increment_ms).unwrap_or_default(),
        delay: milliseconds(turn.delay_ms),
        refund: milliseconds(turn.refund_ms),
        move_limit: turn.move_limit_ms.map(milliseconds),
        moves_to_go: turn.moves_to_go,
        periods: turn.periods,
        period: milliseconds(turn.period_ms),
        budgets: [turn.round_left_ms, turn.match_left_ms].map(|left| left.map(milliseconds)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_engines_are_read() {
        let hash = option_of("TableSizeMiB;int;100;100;1;256").expect("an option");
        assert_eq!((hash.name.as_str(), hash.r#type.as_str(), hash.default.as_str()), ("TableSizeMiB", "spin", "100"));
        assert_eq!((hash.min, hash.max), (Some(1), Some(256)));
        let verbose = option_of("Verbose;bool;False;False").expect("an option");
        assert_eq!((verbose.r#type.as_str(), verbose.default.as_str()), ("check", "false"));
        assert_eq!(option_of("Mode;enum;A;A;A;B").expect("an option").var, ["A", "B"]);
        assert!(option_of("nothing").is_none());
    }
}
