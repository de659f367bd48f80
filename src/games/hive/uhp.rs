//! What programs of the Universal Hive Protocol (UHP) need besides the rules.

use super::text::split_game_type;
use crate::{Course, find, rules::Points};

/// The id of the game.
pub const ID: &str = "hive";
/// How many fields a game string has before its moves.
pub const HEAD_FIELDS: usize = 3;

/// Why engines of the protocol cannot play matches that [`have_queen_first`] describes.
pub const NO_QUEEN_FIRST: &str = "the Universal Hive Protocol has no game with queen_first_turn=true";

/// Returns whether these options allow the queen in the first turn.
pub fn have_queen_first<'a>(options: impl IntoIterator<Item = (&'a String, &'a String)>) -> bool {
    options.into_iter().any(|(name, value)| name == "queen_first_turn" && value == "true")
}

/// Reads a game type or a game string. Expansions come in any order. `draws_on_threefold` says
/// whether a position that is there for the third time ends the game as a draw. The error is a
/// sentence.
pub fn read(text: &str, draws_on_threefold: bool) -> Result<Course, String> {
    let game_type = text.split(';').next().unwrap_or_default().trim();
    let letters = split_game_type(game_type).ok_or("expected a game type, as in Base or Base+MLP")?;
    let expansions: String = "MLP".chars().filter(|letter| letters.contains(*letter)).collect();
    let repetition = if draws_on_threefold { "auto" } else { "off" };
    let game = find(ID).ok_or("the game is not registered")?;
    let setting = game.facts().setting(2, [("expansions", expansions.as_str()), ("repetition", repetition)]);
    let setting = setting.map_err(|bad| bad.to_string())?;
    let course = Course::parse(game, &setting, 1, vec![Points::ZERO; 2], text);
    course.map_err(|bad| format!("at byte {}: expected {}", bad.at, bad.expected))
}
