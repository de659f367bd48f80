//! The only translation between messages and other types. It checks all input; an error names the
//! field, the value and the expected form.

mod accounts;
mod challenges;
mod clock;
mod conduct;
mod consents;
mod contests;
mod frames;
mod games;
mod ladder_ratings;
mod ladders;
mod match_rules;
mod matches;
mod play;
mod rematch;
mod results;
mod scene;
mod tournaments;
mod wall;
mod webhooks;

pub use accounts::{
    SHOWN_TEXT, account_state, announcement, audit_entry, display_name, expiry, invite, own_text, public_id,
    reason_text, scopes, token, token_digest,
};
pub use challenges::{asked_challenge, asked_decline, challenge};
pub use consents::{asked_policy, policy};
pub use contests::{
    About, MAX_LISTED, ServedKind, about, about_tournament, asked_change, asked_withdrawal, change_name, entered,
    has_withdrawn, ruled_on,
};
pub use frames::{Known, asked_frames, choices, frame};
pub use games::{PositionAsked, facts, outcome, pages, position, position_request, suggestion};
pub use ladder_ratings::{ladder_comparison, ladder_history, ladder_ratings};
pub use ladders::{asked_ladder, ladder, ladder_category, ladder_setups, ladder_signal};
pub use matches::{StateAsked, asked_state, created, listed, opening, summary, watched};
pub use play::{
    CommandAsked, HelloSaid, MAX_MATCHES, Named, command, hello, ping, refused, replaced, replied, seat_message,
    welcome,
};
pub use rematch::{asked_rematch, rematch, rematch_said};
pub use results::{asked_results, asked_standings, complete_number, result, result_standings, results};
pub use scene::{legal, scene};
pub use tournaments::{
    asked_tournament, check_start, contest_id, tournament, tournament_setups, tournament_standings, waiting_match,
};
pub use wall::{Choice, Detail, WallAsked, WatchChange, wall, wall_item, watch_change};
pub use webhooks::webhook_progress;

use std::{borrow::Cow, ops::RangeInclusive, time::Duration};

use referee_games::{
    Catalogue, Game,
    rules::{BadOption, Points},
};
use referee_ids::{MatchId, PlayerId, RequestId};
use referee_law::{Contest, Reason, Refusal, opening::occasion::MAX_CONTEST_NAME};
use referee_proto::v1;
use referee_store::{read_contest, whole_ms};

/// Default maximum of items in a request's list.
pub const MAX_LIST: usize = 64;

pub fn match_id(text: &str) -> Result<MatchId, Refusal> {
    MatchId::parse(text).map_err(|bad| Refusal::of_field(Reason::BadField, "match_id", text, bad.expected))
}

/// Parses a challenge id, which is also the id of its match.
pub fn challenge_id(text: &str) -> Result<MatchId, Refusal> {
    MatchId::parse(text).map_err(|bad| Refusal::of_field(Reason::BadField, "challenge_id", text, bad.expected))
}

/// Parses the contest in the field `contest` of a request; `of` is the path before that field.
pub fn asked_contest(of: &str, asked: Option<v1::Contest>) -> Result<Contest, Refusal> {
    let bad = |field: &str, value: &str, expected: String| {
        Refusal::of_field(Reason::BadField, format!("{of}contest{field}"), value, expected)
    };
    let contest = read_contest(asked).ok_or_else(|| bad("", "", "`tournament_id` or `ladder_id`".to_owned()))?;
    if contest.is_named_well() {
        return Ok(contest);
    }
    let field = match contest {
        Contest::Tournament(_) => ".tournament_id",
        Contest::Ladder(_) => ".ladder_id",
    };
    Err(bad(field, contest.name(), format!("1 to {MAX_CONTEST_NAME} letters a-z, digits, `-` or `_`")))
}

/// Parses the name of a player.
pub fn player_id(text: &str, field: impl Into<Cow<'static, str>>) -> Result<PlayerId, Refusal> {
    PlayerId::parse(text).map_err(|bad| Refusal::of_field(Reason::BadField, field, text, bad.expected))
}

/// Parses the opponent of a filter. A filter with an opponent must also have a `player`.
pub fn opponent(text: &str, player: Option<&PlayerId>, field: &'static str) -> Result<Option<PlayerId>, Refusal> {
    match (text, player) {
        ("", _) => Ok(None),
        (name, Some(_)) => player_id(name, field).map(Some),
        (name, None) => Err(Refusal::of_field(Reason::BadField, field, name, "no opponent without a player")),
    }
}

pub fn request_id(text: &str) -> Result<RequestId, Refusal> {
    RequestId::parse(text).map_err(|bad| Refusal::of_field(Reason::BadField, "request_id", text, bad.expected))
}

/// Finds a game by id.
pub fn game(games: Catalogue, id: &str) -> Result<&'static dyn Game, Refusal> {
    let unknown = || Refusal::of_field(Reason::UnknownGame, "game", id, format!("one of {}", games.ids()));
    games.find(id).ok_or_else(unknown)
}

pub fn refusal(refusal: &Refusal) -> v1::Refusal {
    v1::Refusal {
        reason: refusal.reason as i32,
        field: refusal.field.to_string(),
        value: refusal.value.clone(),
        expected: refusal.expected.clone(),
        text: refusal.text.clone(),
        limit: refusal.limit.as_ref().map(|limit| limit.name.to_owned()).unwrap_or_default(),
        most: refusal.limit.as_ref().map_or(0, |limit| limit.most),
        retry_after_ms: refusal.retry_after_ms.map(i64::from),
    }
}

/// Converts the status of a refused call.
pub fn refusal_of_status(status: &tonic::Status) -> v1::Refusal {
    let info = tonic_types::StatusExt::get_details_error_info(status);
    let reason = info.and_then(|info| v1::Reason::from_str_name(&format!("REASON_{}", info.reason)));
    let reason = reason.unwrap_or_default();
    v1::Refusal { reason: reason.into(), text: status.message().to_owned(), ..v1::Refusal::default() }
}

/// Converts an invalid option or number of seats.
pub(crate) fn bad_option(bad: BadOption) -> Refusal {
    if bad.name == "seats" {
        return Refusal::of_field(Reason::BadSeats, "seats", &bad.value, bad.expected);
    }
    Refusal::of_field(Reason::BadOption, format!("options[{}]", bad.name), &bad.value, bad.expected)
}

/// Returns a requested number; rejects a number out of its range.
pub(crate) fn in_range<N>(field: impl Into<Cow<'static, str>>, asked: N, range: RangeInclusive<N>) -> Result<N, Refusal>
where
    N: Copy + PartialOrd + ToString,
{
    if range.contains(&asked) {
        return Ok(asked);
    }
    let expected = format!("{} to {}", range.start().to_string(), range.end().to_string());
    Err(Refusal::of_field(Reason::BadField, field, &asked.to_string(), expected))
}

/// Returns a requested span of milliseconds; rejects a span out of its range.
fn asked_ms(field: &'static str, asked: i64, range: RangeInclusive<Duration>) -> Result<Duration, Refusal> {
    let range = whole_ms(*range.start())..=whole_ms(*range.end());
    in_range(field, asked, range).map(|ms| Duration::from_millis(ms.unsigned_abs()))
}

/// Rejects a list with more than `most` items.
fn bounded<T>(list: &[T], field: &'static str, (name, most): (&'static str, usize)) -> Result<(), Refusal> {
    if list.len() <= most {
        return Ok(());
    }
    let given = format!("{} items", list.len());
    Err(Refusal::limit_of_field(name, most, field, &given, "items"))
}

fn points(of: &[Points]) -> Vec<f64> {
    of.iter().map(|points| points.as_f64()).collect()
}
