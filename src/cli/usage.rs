//! Options that several commands share: a game, its options, its seats. Also the error for an
//! invalid command line.

use std::time::Duration;

use clap::Args;

use crate::{
    games::{
        self, Course, GAMES, Game,
        rules::{Points, Setting},
    },
    ids::Viewer,
    pb::line::words::{Keys, Words},
    runner::options::{engine_words::BadWords, pair::Pair},
};

/// A usage error, after which the process exits with code 2.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Usage {
    /// The problem, the value, and the expected form.
    pub text: String,
}

impl Usage {
    pub fn new(text: impl Into<String>) -> Usage {
        Usage { text: text.into() }
    }
}

impl From<BadWords> for Usage {
    fn from(bad: BadWords) -> Usage {
        Usage::new(bad.text)
    }
}

#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// Game id, as `referee rules` lists it
    pub game: String,
    #[command(flatten)]
    pub setting: SettingArgs,
}

#[derive(Args, Clone, Debug)]
pub struct SettingArgs {
    /// Option of the game; repeat for several
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<Pair>,
    /// Number of seats [default: the game's usual number]
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
}

/// A position: its start, and the moves played from it.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    /// Position as text [default: the start position]
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Moves from the position, separated by spaces. Quote a move that contains spaces. Forced
    /// steps can be omitted
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
}

impl GameArgs {
    /// Returns the game and its setting.
    pub fn read(&self) -> Result<(&'static dyn Game, Setting), Usage> {
        let game = find(&self.game)?;
        Ok((game, self.setting.read(game)?))
    }
}

impl SettingArgs {
    /// Returns the setting of the game.
    pub fn read(&self, game: &'static dyn Game) -> Result<Setting, Usage> {
        let given = self.options.iter().map(|pair| (pair.name.as_str(), pair.value.as_str()));
        let seats = self.seats.unwrap_or(0);
        if self.seats == Some(0) {
            return Err(Usage::new("invalid --seats 0: a match has at least one seat"));
        }
        let setting = game.facts().setting(seats, given).map_err(|bad| match bad.name.as_str() {
            "seats" => Usage::new(format!("--seats {}: {} has {} seats", bad.value, game.facts().id, bad.expected)),
            _ => Usage::new(format!("invalid --option {}={}: expected {}", bad.name, bad.value, bad.expected)),
        })?;
        // The game itself checks which options fit together.
        Course::open(game, &setting).map_err(|bad| Usage::new(bad.to_string()))?;
        Ok(setting)
    }
}

/// Splits `--moves` at spaces, except those in double quotes.
pub fn moves_of(text: &str) -> Result<Vec<String>, Usage> {
    let mut moves = Vec::new();
    let read = Words::new(text).texts(&Keys::NONE, &mut moves);
    read.map_err(|bad| Usage::new(format!("invalid --moves {bad}")))?;
    Ok(moves)
}

impl PositionArgs {
    /// Returns the course at this position, before a forced step that may be due.
    pub fn read(&self, game: &'static dyn Game, setting: &Setting) -> Result<Course, Usage> {
        let mut course = match &self.position {
            Some(text) => {
                let totals = vec![Points::ZERO; usize::from(setting.seats())];
                Course::parse(game, setting, 1, totals, text)
                    .map_err(|bad| Usage::new(format!("invalid --position: {bad}")))?
            }
            None => Course::open(game, setting).map_err(|bad| Usage::new(bad.to_string()))?,
        };
        course
            .walk_to(Viewer::Spectator, &moves_of(&self.moves)?)
            .map_err(|bad| Usage::new(format!("--moves: {bad}")))?;
        Ok(course)
    }
}

/// Returns the game with this id.
pub fn find(id: &str) -> Result<&'static dyn Game, Usage> {
    games::find(id).ok_or_else(|| {
        let ids: Vec<&str> = GAMES.iter().map(|game| game.facts().id).collect();
        Usage::new(format!("unknown game `{}`: expected one of {}", games::rules::cut(id), ids.join(", ")))
    })
}

/// Parses seconds from an argument.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let refused = || "expected a number of seconds above 0 and up to 31536000".to_owned();
    let seconds: f64 = text.parse().map_err(|_| refused())?;
    let span = Duration::try_from_secs_f64(seconds).map_err(|_| refused())?;
    if span.is_zero() || span > Duration::from_secs(31_536_000) { Err(refused()) } else { Ok(span) }
}
