//! Watching many matches.

use std::time::Duration;

use super::{asked_contest, asked_ms, bounded, clock, game, match_id, player_id};
use referee_games::Catalogue;
use referee_ids::{MatchId, Seq};
use referee_law::{Reason, Refusal};
use referee_proto::v1::{self, watch_matches_response::Message};
use referee_store::{MatchFilter, shown};

use crate::hall::table::Watched;

/// Minimum, maximum and default interval between pictures of a match.
const INTERVALS: (Duration, Duration, Duration) =
    (Duration::from_millis(50), Duration::from_secs(60), Duration::from_secs(1));

/// A checked request.
pub struct WallAsked {
    /// Named matches, each with the last known event.
    pub matches: Vec<(MatchId, Seq)>,
    /// Number of live matches to follow if none are named.
    pub newest: Option<usize>,
    pub filter: MatchFilter,
    pub detail: Detail,
    /// Minimum interval between pictures of a match.
    pub min_interval: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    Events,
    Frames,
}

/// Checks a request; `most` is the maximum of matches per stream.
pub fn wall(games: Catalogue, asked: v1::WatchMatchesRequest, most: usize) -> Result<WallAsked, Refusal> {
    bounded(&asked.matches, "matches", ("matches_a_stream", most))?;
    let point = |(at, point): (usize, &v1::ResumePoint)| {
        let id = match_id(&point.match_id)
            .map_err(|refusal| Refusal { field: format!("matches[{at}].match_id").into(), ..refusal })?;
        Ok((id, Seq(point.after_seq)))
    };
    let mut matches = asked.matches.iter().enumerate().map(point).collect::<Result<Vec<_>, Refusal>>()?;
    matches.sort_by(|one, other| one.0.cmp(&other.0));
    matches.dedup_by(|one, other| one.0 == other.0);
    let newest = usize::try_from(asked.newest).unwrap_or(usize::MAX);
    if newest > most {
        return Err(Refusal::limit_of_field("matches_a_stream", most, "newest", &newest.to_string(), ""));
    }
    if (newest == 0) == matches.is_empty() {
        let given = if newest == 0 { "nothing" } else { "both" };
        return Err(Refusal::of_field(Reason::BadField, "matches", given, "either `matches` or `newest`"));
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
        Err(_) => {
            let value = asked.detail.to_string();
            return Err(Refusal::of_field(Reason::BadField, "detail", &value, "a value of Detail"));
        }
    };
    let (shortest, longest, usual) = INTERVALS;
    let interval = |ms| asked_ms("min_interval_ms", ms, shortest..=longest);
    let min_interval = asked.min_interval_ms.map_or(Ok(usual), interval)?;
    Ok(WallAsked { matches, newest: Some(newest).filter(|newest| *newest > 0), filter, detail, min_interval })
}

/// Converts an item of a match.
pub fn wall_item(item: &Watched) -> Message {
    match item {
        Watched::Event(seen) => Message::Event(shown(seen)),
        Watched::CaughtUp(caught_up) => Message::CaughtUp(clock::caught_up(caught_up)),
        Watched::TurnOpened(turn) => Message::TurnOpened(clock::opened_turn(turn)),
    }
}
