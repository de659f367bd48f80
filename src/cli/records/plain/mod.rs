//! Matches without clocks, as `referee export` writes and `referee import` reads them.

mod json;
mod text;

use std::fmt;

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};

use crate::{
    games::{Catalogue, GAMES, Game, rules::cut},
    ids::{MatchId, Viewer},
    law::{
        Event, Fact,
        plain::{BadImport, PlainMatch},
    },
};

pub use json::write as to_json;
pub use text::write as to_text;

/// Maximum length of an imported text, in bytes.
pub const MAX_BYTES: u64 = 8 * 1024 * 1024;
/// The id of an imported match before its own is known.
const NO_ID: &str = "imported";

/// Why a text is not a match.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadText {
    /// The text is in no known form.
    #[error("line 1: `{value}`: expected JSON, or the text of {expected}")]
    Unknown { value: String, expected: String },
    /// JSON that is not the document of a match.
    #[error("{0}")]
    Json(String),
    /// The text of a game has a fault.
    #[error("{0}")]
    Text(String),
    /// The rules contradict the text.
    #[error("{0}")]
    Match(BadImport),
}

impl From<BadImport> for BadText {
    fn from(bad: BadImport) -> BadText {
        BadText::Match(bad)
    }
}

/// The form of a text; also the value of the label in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Json,
    Text,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Json => "json",
            Form::Text => "text",
        })
    }
}

/// Reads a match in any form, and returns the events of its record. Without a game, the text tells
/// which one it is.
pub fn read(text: &str, game: Option<&'static dyn Game>) -> Result<Vec<Event>, BadText> {
    let text = text.trim_start_matches('\u{feff}');
    let (plain, form) = match text.trim_start().starts_with('{') {
        true => (json::read(text)?, Form::Json),
        false => (of_text(text, game)?, Form::Text),
    };
    if let Some(game) = game.filter(|game| game.facts().id != plain.game) {
        let expected = format!("`{}`, as --game says", game.facts().id);
        return Err(BadImport { field: "game".to_owned(), value: plain.game, expected }.into());
    }
    let no_id = MatchId::parse(NO_ID).expect("it is an id");
    let mut events = plain.events(no_id, &form.to_string())?;
    let id = id_of(&events).map_err(|bad| BadText::Text(format!("{bad:#}")))?;
    if let Some(Fact::MatchOpened(opened)) = events.first_mut().map(|event| &mut event.fact) {
        opened.match_id = id;
    }
    Ok(events)
}

/// Returns the id of an imported match: the same match always gets the same id.
fn id_of(events: &[Event]) -> anyhow::Result<MatchId> {
    let plain = PlainMatch::of(events, Viewer::Arbiter).context("the import does not verify")?;
    let digest: [u8; 32] = Sha256::digest(to_json(&plain)).into();
    Ok(MatchId::of_bytes(std::array::from_fn(|place| digest[place])))
}

fn of_text(text: &str, game: Option<&'static dyn Game>) -> Result<PlainMatch, BadText> {
    let games: Vec<&dyn Game> = game.map_or_else(|| GAMES.to_vec(), |game| vec![game]);
    for game in &games {
        if let Some(sheet) = game.read_sheet(text).map_err(|bad| BadText::Text(bad.to_string()))? {
            return text::read(*game, &sheet).map_err(|bad| BadText::Text(bad.to_string()));
        }
    }
    let value = cut(text.lines().next().unwrap_or_default());
    let expected = game.map_or_else(|| Catalogue::ALL.ids(), |game| game.facts().id.to_owned());
    Err(BadText::Unknown { value, expected })
}
