//! What several commands ask for in the same words: a game, its options, its seats. And the error of whoever asks wrongly.

use std::time::Duration;

use clap::Args;

use crate::{
    engine::line::words::{Keys, Words},
    games::{
        self, Course, GAMES, Game,
        rules::{Points, Setting},
    },
    ids::Viewer,
    runner::{engine_words::BadWords, pair::Pair},
};

/// A command line that cannot be done as it stands. The process ends with exit code 2.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Usage {
    /// What is wrong, what was given, what is expected.
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

/// A game with its options.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// The game's id; `referee rules` lists them
    pub game: String,
    #[command(flatten)]
    /// Its options and seats.
    pub setting: SettingArgs,
}

/// A game's options and seats.
#[derive(Args, Clone, Debug)]
pub struct SettingArgs {
    /// An option of the game; may be given for each option
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<Pair>,
    /// How many seats; as many as the game usually has, unless given
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
}

/// A position of a game: where it starts, and the moves since.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    /// The text of a position; the opening unless given
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// The moves since, separated by spaces; a move with spaces in double quotes. Forced steps may be left out
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
}

impl GameArgs {
    /// The game and the setting that are meant.
    pub fn read(&self) -> Result<(&'static dyn Game, Setting), Usage> {
        let game = find(&self.game)?;
        Ok((game, self.setting.read(game)?))
    }
}

impl SettingArgs {
    /// The setting that is meant.
    pub fn read(&self, game: &'static dyn Game) -> Result<Setting, Usage> {
        let given = self.options.iter().map(|pair| (pair.name.as_str(), pair.value.as_str()));
        let seats = self.seats.unwrap_or(0);
        if self.seats == Some(0) {
            return Err(Usage::new("--seats 0 is not taken: a match has at least one seat"));
        }
        let setting = game.facts().setting(seats, given).map_err(|bad| match bad.name.as_str() {
            "seats" => Usage::new(format!("--seats {}: {} has {} seats", bad.value, game.facts().id, bad.expected)),
            _ => Usage::new(format!("--option {}={} is not taken: expected {}", bad.name, bad.value, bad.expected)),
        })?;
        // Options that go with each other are checked by the game itself.
        Course::open(game, &setting).map_err(|bad| Usage::new(bad.to_string()))?;
        Ok(setting)
    }
}

impl PositionArgs {
    /// The course that stands at the position, before the forced step that may be due there.
    pub fn read(&self, game: &'static dyn Game, setting: &Setting) -> Result<Course, Usage> {
        let mut course = match &self.position {
            Some(text) => {
                let totals = vec![Points::ZERO; usize::from(setting.seats())];
                Course::parse(game, setting, 1, totals, text)
                    .map_err(|bad| Usage::new(format!("--position cannot be read: {bad}")))?
            }
            None => Course::open(game, setting).map_err(|bad| Usage::new(bad.to_string()))?,
        };
        let mut moves = Vec::new();
        let read = Words::new(&self.moves).texts(&Keys::NONE, &mut moves);
        read.map_err(|bad| Usage::new(format!("--moves cannot be read {bad}")))?;
        course.walk_to(Viewer::Spectator, &moves).map_err(|bad| Usage::new(format!("--moves: {bad}")))?;
        Ok(course)
    }
}

/// The game with this id.
pub fn find(id: &str) -> Result<&'static dyn Game, Usage> {
    games::find(id).ok_or_else(|| {
        let ids: Vec<&str> = GAMES.iter().map(|game| game.facts().id).collect();
        Usage::new(format!("there is no game `{}`: expected one of {}", games::rules::cut(id), ids.join(", ")))
    })
}

/// A span of time in seconds, for an argument.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let refused = || "expected a number of seconds above 0 and up to 31536000".to_owned();
    let seconds: f64 = text.parse().map_err(|_| refused())?;
    let span = Duration::try_from_secs_f64(seconds).map_err(|_| refused())?;
    if span.is_zero() || span > Duration::from_secs(31_536_000) { Err(refused()) } else { Ok(span) }
}
