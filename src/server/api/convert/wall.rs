//! Converts requests to watch many matches.

use std::{collections::BTreeSet, time::Duration};

use super::{asked_contest, asked_ms, bounded, clock, game, match_id, player_id};
use referee_games::Catalogue;
use referee_ids::{MatchId, Seq};
use referee_law::{Reason, Refusal};
use referee_proto::v1::{self, watch_matches_response::Message};
use referee_store::{MatchFilter, shown};

use crate::hall::table::Watched;

/// Minimum and maximum interval between pictures of a match, and the default for streams without a
/// page.
const INTERVALS: (Duration, Duration, Duration) =
    (Duration::from_millis(50), Duration::from_secs(60), Duration::from_secs(1));

/// A checked request to watch matches.
pub struct WallAsked {
    pub choice: Choice,
    /// Matches that the caller's page shows.
    pub shown: Vec<MatchId>,
    pub filter: MatchFilter,
    pub detail: Detail,
    /// Minimum interval between pictures of a match.
    pub min_interval: Duration,
    /// Whether a picture may be sent as changes of the previous one.
    pub with_changes: bool,
}

/// The matches that the stream follows.
pub enum Choice {
    /// The named matches, each with the last event that the caller knows.
    Named {
        matches: Vec<(MatchId, Seq)>,
        /// Whether the stream stays open once it follows no match.
        stays_open: bool,
    },
    /// The newest live matches, as many as this number.
    Newest(usize),
    Featured,
}

/// A checked change of an open stream.
pub struct WatchChange {
    pub add: Vec<(MatchId, Seq)>,
    pub remove: Vec<MatchId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    Events,
    Frames,
    Page,
}

/// Checks a request; `most` is the maximum number of matches per stream.
pub fn wall(games: Catalogue, asked: v1::WatchMatchesRequest, most: usize) -> Result<WallAsked, Refusal> {
    let matches = points("matches", &asked.matches, most)?;
    let newest = usize::try_from(asked.newest).unwrap_or(usize::MAX);
    if newest > most {
        return Err(Refusal::limit_of_field("matches_a_stream", most, "newest", &newest.to_string(), ""));
    }
    let shown = ids("shown", &asked.shown, most)?;
    let stays_open = asked.stay_open;
    let choice = match (matches.is_empty() && !stays_open, newest, asked.featured) {
        (false, 0, false) => Choice::Named { matches, stays_open },
        (true, 1.., false) => Choice::Newest(newest),
        (true, 0, true) => Choice::Featured,
        (is_none, _, _) => {
            let given = if is_none && newest == 0 { "nothing" } else { "more than one" };
            let expected = "either `matches`, `newest` or `featured`";
            return Err(Refusal::of_field(Reason::BadField, "matches", given, expected));
        }
    };
    if matches!(choice, Choice::Named { .. }) && !shown.is_empty() {
        let expected = "nothing when `matches` is set";
        return Err(Refusal::of_field(Reason::BadField, "shown", shown[0].as_str(), expected));
    }
    let filter = MatchFilter {
        state: None,
        unfinished: true,
        game: match asked.game.as_str() {
            "" => None,
            id => Some(game(games, id)?.facts().id.to_owned()),
        },
        player: match asked.player.as_str() {
            "" => None,
            name => Some(player_id(name, "player")?),
        },
        opponent: None,
        contest: asked.contest.map(|contest| asked_contest("", Some(contest))).transpose()?,
    };
    let detail = match v1::Detail::try_from(asked.detail) {
        Ok(v1::Detail::Unspecified | v1::Detail::Events) => Detail::Events,
        Ok(v1::Detail::Frames) => Detail::Frames,
        Ok(v1::Detail::Page) => Detail::Page,
        Err(_) => {
            let value = asked.detail.to_string();
            return Err(Refusal::of_field(Reason::BadField, "detail", &value, "a value of Detail"));
        }
    };
    let (shortest, longest, of_frames) = INTERVALS;
    let usual = if detail == Detail::Page { shortest } else { of_frames };
    let interval = |ms| asked_ms("min_interval_ms", ms, shortest..=longest);
    let min_interval = asked.min_interval_ms.map_or(Ok(usual), interval)?;
    Ok(WallAsked { choice, shown, filter, detail, min_interval, with_changes: asked.with_changes })
}

/// Checks a change of an open stream.
pub fn watch_change(asked: &v1::ChangeWatchRequest, most: usize) -> Result<WatchChange, Refusal> {
    Ok(WatchChange { add: points("add", &asked.add, most)?, remove: ids("remove", &asked.remove, most)? })
}

/// Checks a list of matches with their last known events. Removes duplicates.
fn points(field: &'static str, asked: &[v1::ResumePoint], most: usize) -> Result<Vec<(MatchId, Seq)>, Refusal> {
    bounded(asked, field, ("matches_a_stream", most))?;
    let point = |(at, point): (usize, &v1::ResumePoint)| {
        let id = match_id(&point.match_id)
            .map_err(|refusal| Refusal { field: format!("{field}[{at}].match_id").into(), ..refusal })?;
        Ok((id, Seq(point.after_seq)))
    };
    let mut points = asked.iter().enumerate().map(point).collect::<Result<Vec<_>, Refusal>>()?;
    points.sort_by(|one, other| one.0.cmp(&other.0));
    points.dedup_by(|one, other| one.0 == other.0);
    Ok(points)
}

/// Checks a list of match ids. Removes duplicates.
fn ids(field: &'static str, asked: &[String], most: usize) -> Result<Vec<MatchId>, Refusal> {
    bounded(asked, field, ("matches_a_stream", most))?;
    let mut known = BTreeSet::new();
    let mut ids = Vec::with_capacity(asked.len());
    for (at, text) in asked.iter().enumerate() {
        let id = match_id(text).map_err(|refusal| Refusal { field: format!("{field}[{at}]").into(), ..refusal })?;
        if known.insert(id.clone()) {
            ids.push(id);
        }
    }
    Ok(ids)
}

/// Converts an item about a match.
pub fn wall_item(item: &Watched) -> Message {
    match item {
        Watched::Event(seen) => Message::Event(shown(seen)),
        Watched::CaughtUp(caught_up) => Message::CaughtUp(clock::caught_up(caught_up)),
        Watched::TurnOpened(turn) => Message::TurnOpened(clock::opened_turn(turn)),
    }
}
