//! Lists that a server gives, as tables and as JSON.

use serde::Serialize;

use super::utc::utc;
use crate::{
    pb::v1,
    transcript::{
        columns::Columns,
        text::{all_points, one_line},
    },
};

/// What stands in a table.
pub trait Listed {
    /// What the columns are called.
    const COLUMNS: &'static [&'static str];

    /// A cell for each of them.
    fn cells(&self) -> Vec<String>;
}

/// The lines of a list: a table, or with `json` an object a line.
pub fn lines<T: Listed + Serialize>(items: &[T], json: bool) -> serde_json::Result<Vec<String>> {
    if json {
        return items.iter().map(serde_json::to_string).collect();
    }
    let mut table = Columns::all_left();
    table.row(T::COLUMNS.iter().copied());
    for item in items {
        table.row(item.cells().iter().map(|cell| one_line(cell)));
    }
    Ok(table.lines())
}

impl Listed for v1::MatchSummary {
    const COLUMNS: &'static [&'static str] = &["match", "game", "state", "players", "points"];

    fn cells(&self) -> Vec<String> {
        let state = self.state().as_str_name().trim_start_matches("MATCH_STATE_").to_lowercase();
        let is_over = self.state() == v1::MatchState::Over;
        let points = if is_over { all_points(&self.points) } else { String::new() };
        vec![self.match_id.clone(), self.game.clone(), state, self.players.join(" - "), points]
    }
}

impl Listed for v1::Player {
    const COLUMNS: &'static [&'static str] = &["player", "is", "online", "games"];

    fn cells(&self) -> Vec<String> {
        let is = match (self.house, self.owner.as_str(), state(self)) {
            (true, ..) => "house".to_owned(),
            (_, "", state) => state.unwrap_or("player").to_owned(),
            (_, owner, state) => format!("{} of {owner}", state.unwrap_or("bot")),
        };
        let online = if self.online { "online" } else { "-" };
        vec![self.name.clone(), is, online.to_owned(), self.games.join(" ")]
    }
}

/// What is to be said of a player's state.
fn state(player: &v1::Player) -> Option<&'static str> {
    match player.state() {
        v1::PlayerState::Retired => Some("retired"),
        v1::PlayerState::Banned => Some("banned"),
        v1::PlayerState::Active | v1::PlayerState::Unspecified => None,
    }
}

impl Listed for v1::Token {
    const COLUMNS: &'static [&'static str] = &["token", "player", "name", "scopes", "made", "expires"];

    fn cells(&self) -> Vec<String> {
        let word = |scope: v1::Scope| scope.as_str_name().trim_start_matches("SCOPE_").to_lowercase();
        let scopes: Vec<String> = self.scopes().map(word).collect();
        let (made, expires) = (time(Some(self.created_unix_ms)), time(self.expires_unix_ms));
        vec![self.id.clone(), self.player.clone(), self.name.clone(), scopes.join(" "), made, expires]
    }
}

/// A time as people read it, in UTC; `-` for none.
fn time(unix_ms: Option<i64>) -> String {
    unix_ms.filter(|at| *at > 0).map_or_else(|| "-".to_owned(), utc)
}
