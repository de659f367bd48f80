//! The progress of a contest and the entrants it waits for, as lines of text.

use super::lists::{Listed, time};
use crate::{pb::v1, stats::utc::utc};

/// Formats how many matches are over and how many are left, in one line.
pub(super) fn in_words(progress: &v1::ContestProgress) -> String {
    let Some(played) = progress.matches_played else { return "matches: results are held back".to_owned() };
    let of = match (progress.matches_in_all, progress.is_at_least) {
        (Some(in_all), false) => format!(" of {in_all}"),
        (Some(in_all), true) => format!(" of at least {in_all}"),
        (None, _) => String::new(),
    };
    let waiting = progress.open.iter().filter(|one| !one.waits_for.is_empty()).count();
    let mut words = format!("matches: {played}{of} played, {} in progress", progress.open.len() - waiting);
    if waiting > 0 {
        words += &format!(", {waiting} open and waiting");
    }
    match (progress.ends_about_unix_ms, progress.end_unknown.as_str()) {
        (Some(at), _) => words += &format!("; expected end {} UTC", utc(at)),
        (None, "") => {}
        (None, why) => words += &format!("; expected end unknown: {why}"),
    }
    words
}

impl Listed for v1::AbsentEntrant {
    const COLUMNS: &'static [&'static str] = &["not connected", "since"];

    fn cells(&self) -> Vec<String> {
        vec![self.player.clone(), self.since_unix_ms.map_or_else(|| "not since the server started".to_owned(), utc)]
    }
}

impl Listed for v1::UnagreedEntrant {
    const COLUMNS: &'static [&'static str] = &["not agreed", "what to do"];

    fn cells(&self) -> Vec<String> {
        vec![self.player.clone(), self.advice.clone()]
    }
}

impl Listed for v1::OpenMatch {
    const COLUMNS: &'static [&'static str] = &["open match", "players", "waits for", "because", "since", "until"];

    fn cells(&self) -> Vec<String> {
        let (key, players, waits_for) = (self.match_key.clone(), self.players.join(" - "), self.waits_for.join(", "));
        let (since, until) = (time(self.since_unix_ms), time(self.until_unix_ms));
        vec![key, players, waits_for, self.reason.clone(), since, until]
    }
}
