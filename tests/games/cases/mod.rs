//! Golden cases, in the same form for every game.

mod dvonn;
pub mod hive;
pub mod honest_john;
mod kamisado;

use referee_games::{
    Course, GAMES, Game,
    rules::{Points, Setting},
};
use serde::Deserialize;
use serde_json::Value;

use super::golden_files::golden_text;

/// Readers for the golden cases that come from other programs in a form of their own. The cases of
/// all other games have the form defined in this file.
static READERS: &[(&str, Reader)] =
    &[("dvonn", dvonn::read), ("hive", hive::read), ("honest_john", honest_john::read), ("kamisado", kamisado::read)];

/// Reads one line of a game's golden file.
type Reader = fn(&Value) -> Case;

/// One line of a golden file: `{"position": {...}}` or `{"match": {...}}`.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Case {
    /// A position and its properties.
    Position(Position),
    /// A match from its opening to its end.
    Match(Match),
}

/// A position with its moves and their effects. Missing fields have the values of
/// [`Position::default`].
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    pub id: String,
    pub options: Vec<(String, String)>,
    pub seats: u8,
    pub round: u32,
    /// Points of each seat before the round.
    pub totals: Vec<f64>,
    /// Texts of the position. At least one must parse; they differ in what the source leaves open.
    pub texts: Vec<String>,
    /// All legal moves, in any order.
    pub legal: Vec<String>,
    /// The first word of every legal move and the last space that it touches, in any order. Empty
    /// if unknown.
    pub goals: Vec<(String, String)>,
    /// Effects of some moves.
    pub after: Vec<(String, After)>,
    /// Node counts from depth 1. Forced steps are not counted as plies.
    pub perft_moves: Vec<u64>,
    /// Node counts from depth 1. Forced steps are counted as plies.
    pub perft_plies: Vec<u64>,
}

/// The effect of a move after all forced steps. If the move ended a round, they include those of
/// the next round.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct After {
    /// Seat and notation of the forced steps, including those that open the next round.
    pub forced: Vec<(u8, String)>,
    /// Points of the round and the totals, if the move ended the round.
    pub ended: Option<MatchEnded>,
    /// The seat to move. `None` at the end of the match.
    pub turn: Option<u8>,
    /// Some fields of the position's text, by index from 0.
    pub fields: Vec<(usize, String)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchEnded {
    pub cause: String,
    pub gains: Vec<f64>,
    pub totals: Vec<f64>,
}

/// A whole match. Missing fields have the values of [`Match::default`].
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Match {
    pub id: String,
    pub options: Vec<(String, String)>,
    pub seats: u8,
    /// The outcomes of chance, in order.
    pub chance: Vec<String>,
    /// Seat and notation of the forced steps before the first move.
    pub opening: Vec<(u8, String)>,
    pub plays: Vec<Play>,
    /// Number of rounds begun.
    pub rounds: u32,
    pub totals: Vec<f64>,
    pub winner: u8,
    /// Some fields of the last position's text, by index from 0.
    pub fields: Vec<(usize, String)>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Play {
    pub seat: u8,
    pub notation: String,
    /// Number of legal moves, if known.
    pub legal: Option<usize>,
    pub after: After,
}

/// The first round of a match of two.
impl Default for Position {
    fn default() -> Self {
        Position {
            id: String::new(),
            options: Vec::new(),
            seats: 2,
            round: 1,
            totals: vec![0.0; 2],
            texts: Vec::new(),
            legal: Vec::new(),
            goals: Vec::new(),
            after: Vec::new(),
            perft_moves: Vec::new(),
            perft_plies: Vec::new(),
        }
    }
}

/// A match of two with one round.
impl Default for Match {
    fn default() -> Self {
        Match {
            id: String::new(),
            options: Vec::new(),
            seats: 2,
            chance: Vec::new(),
            opening: Vec::new(),
            plays: Vec::new(),
            rounds: 1,
            totals: vec![0.0; 2],
            winner: 0,
            fields: Vec::new(),
        }
    }
}

/// Calls `check` for every golden case of every game. Panics if a game has ten cases or fewer, or
/// if a case cannot be read.
pub fn each_case(mut check: impl FnMut(&'static dyn Game, Case)) {
    for game in GAMES {
        let id = game.facts().id;
        let name = format!("{id}.jsonl");
        let lines = golden_text(&name);
        let read = READERS.iter().find(|(of, _)| *of == id).map_or(read as Reader, |(_, read)| *read);
        assert!(lines.lines().count() > 10, "{name} has only a few cases");
        for line in lines.lines() {
            check(*game, read(&serde_json::from_str(line).expect("a JSON line")));
        }
    }
}

pub fn setting(game: &dyn Game, seats: u8, options: &[(String, String)]) -> Setting {
    let options = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    game.facts().setting(seats, options).expect("a setting that the game takes")
}

pub fn points(list: &[f64]) -> Vec<Points> {
    list.iter().map(|p| Points::from_f64(*p).expect("points")).collect()
}

pub fn open(game: &'static dyn Game, case: &Position) -> Course {
    let setting = setting(game, case.seats, &case.options);
    let read = |text: &String| Course::parse(game, &setting, case.round, points(&case.totals), text);
    case.texts.iter().find_map(|text| read(text).ok()).unwrap_or_else(|| {
        let errors: Vec<_> = case.texts.iter().map(|t| (t, read(t).err().map(|e| e.to_string()))).collect();
        panic!("{}: none of the texts is read: {errors:#?}", case.id);
    })
}

/// Reads a line that already has the form of a [`Case`].
fn read(line: &Value) -> Case {
    Case::deserialize(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// Returns a string of a case.
pub fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("a string, not {value}"))
}

/// Returns a list of strings of a case.
pub fn words(list: &Value) -> Vec<String> {
    list.as_array().expect("a list").iter().map(|text| word(text).to_owned()).collect()
}
