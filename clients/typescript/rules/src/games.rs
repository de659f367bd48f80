//! The games as JSON: `referee.v1.Game`.

use std::collections::BTreeMap;

use referee_games::{
    Catalogue, Game,
    rules::{Facts, OptionFacts, OptionKind},
    words::{LANGUAGES, Word, WordKind},
};
use serde::Serialize;

use crate::scene::{SideJson, is_default};

/// `referee.v1.ListGamesResponse`, all on one page.
#[derive(Serialize)]
pub struct GamesJson {
    games: Vec<GameJson>,
}

/// `referee.v1.GetGameResponse`.
#[derive(Serialize)]
pub struct PagesJson {
    game: GameJson,
    rules: &'static str,
    notation: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GameJson {
    id: &'static str,
    name: &'static str,
    min_seats: u8,
    max_seats: u8,
    sides: Vec<SideJson>,
    #[serde(skip_serializing_if = "is_default")]
    hidden: bool,
    #[serde(skip_serializing_if = "is_default")]
    chance: bool,
    #[serde(skip_serializing_if = "is_default")]
    rounds: bool,
    #[serde(skip_serializing_if = "is_default")]
    options: Vec<OptionJson>,
    usual_seats: u8,
    #[serde(skip_serializing_if = "is_default")]
    draws: bool,
    words: Vec<WordJson>,
}

#[derive(Serialize)]
struct WordJson {
    kind: &'static str,
    key: &'static str,
    texts: BTreeMap<&'static str, &'static str>,
}

#[derive(Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct OptionJson {
    name: &'static str,
    summary: &'static str,
    kind: &'static str,
    #[serde(skip_serializing_if = "is_default")]
    default_value: &'static str,
    #[serde(skip_serializing_if = "is_default")]
    choices: &'static [&'static str],
    /// 64-bit numbers are texts in JSON.
    #[serde(skip_serializing_if = "is_default")]
    min: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    max: Option<String>,
}

/// Lists the games.
pub fn list(games: Catalogue) -> GamesJson {
    GamesJson { games: games.facts().map(GameJson::from).collect() }
}

/// Returns a game with its pages.
pub fn pages(game: &dyn Game) -> PagesJson {
    let facts = game.facts();
    PagesJson { game: facts.into(), rules: facts.section("Rules"), notation: facts.section("Notation") }
}

impl From<&'static Facts> for GameJson {
    fn from(facts: &'static Facts) -> GameJson {
        GameJson {
            id: facts.id,
            name: facts.name,
            min_seats: facts.min_seats,
            max_seats: facts.max_seats,
            sides: facts.sides.iter().map(SideJson::from).collect(),
            hidden: facts.hidden,
            chance: facts.chance,
            rounds: facts.rounds,
            options: facts.options.iter().map(OptionJson::from).collect(),
            usual_seats: facts.usual_seats,
            draws: facts.draw_points.is_some(),
            words: facts.words.iter().map(WordJson::from).collect(),
        }
    }
}

impl From<&'static OptionFacts> for OptionJson {
    fn from(option: &'static OptionFacts) -> OptionJson {
        let OptionFacts { name, summary, default, .. } = option;
        let plain = OptionJson { name, summary, default_value: default, ..OptionJson::default() };
        let number = |number: i64| (number != 0).then(|| number.to_string());
        match &option.kind {
            OptionKind::Flag => OptionJson { kind: "GAME_OPTION_KIND_FLAG", ..plain },
            OptionKind::Number { min, max } => {
                OptionJson { kind: "GAME_OPTION_KIND_NUMBER", min: number(*min), max: number(*max), ..plain }
            }
            OptionKind::Choice(choices) => OptionJson { kind: "GAME_OPTION_KIND_CHOICE", choices, ..plain },
            OptionKind::Set(choices) => OptionJson { kind: "GAME_OPTION_KIND_SET", choices, ..plain },
        }
    }
}

impl From<&'static Word> for WordJson {
    fn from(word: &'static Word) -> WordJson {
        let kind = match word.kind {
            WordKind::Game => "WORD_KIND_GAME",
            WordKind::Side => "WORD_KIND_SIDE",
            WordKind::Token => "WORD_KIND_TOKEN",
            WordKind::Colour => "WORD_KIND_COLOUR",
            WordKind::Counter => "WORD_KIND_COUNTER",
            WordKind::Highlight => "WORD_KIND_HIGHLIGHT",
            WordKind::Prompt => "WORD_KIND_PROMPT",
            WordKind::Choice => "WORD_KIND_CHOICE",
            WordKind::Cause => "WORD_KIND_CAUSE",
            WordKind::Option => "WORD_KIND_OPTION",
            WordKind::Value => "WORD_KIND_VALUE",
            WordKind::Mark => "WORD_KIND_MARK",
        };
        WordJson { kind, key: word.key, texts: LANGUAGES.iter().copied().zip(word.texts).collect() }
    }
}
