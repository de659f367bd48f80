//! A game whose matches begin in a position that the test chooses.

use referee_games::{
    Game, Position,
    bots::levels::Level,
    numbers::Numbers,
    rules::{BadOption, Entropy, Facts, MatchGoal, Setting, Unreadable},
    sheet::{BadSheet, Sheet},
};

/// A game, and the position in which its matches begin.
struct Planted {
    game: &'static dyn Game,
    start: Box<dyn Position>,
}

/// Returns `game` with its matches beginning in `start`. The result is never freed.
pub fn planted(game: &'static dyn Game, start: &dyn Position) -> &'static dyn Game {
    Box::leak(Box::new(Planted { game, start: start.boxed() }))
}

impl Game for Planted {
    fn facts(&self) -> &'static Facts {
        self.game.facts()
    }

    fn open(&self, _setting: &Setting) -> Result<Box<dyn Position>, BadOption> {
        Ok(self.start.boxed())
    }

    fn parse(&self, setting: &Setting, text: &str) -> Result<Box<dyn Position>, Unreadable> {
        self.game.parse(setting, text)
    }

    fn determinize(&self, setting: &Setting, view: &str, entropy: &Entropy) -> Result<Box<dyn Position>, Unreadable> {
        self.game.determinize(setting, view, entropy)
    }

    fn goal(&self, setting: &Setting) -> MatchGoal {
        self.game.goal(setting)
    }

    fn numbers(&self, setting: &Setting) -> Option<Numbers> {
        self.game.numbers(setting)
    }

    fn built_in_openings(&self) -> &'static str {
        ""
    }

    fn levels(&self) -> &'static [Level] {
        self.game.levels()
    }

    fn write_sheet(&self, sheet: &Sheet) -> String {
        self.game.write_sheet(sheet)
    }

    fn read_sheet(&self, text: &str) -> Result<Option<Sheet>, BadSheet> {
        self.game.read_sheet(text)
    }
}
