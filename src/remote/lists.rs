//! Lists from a server, as tables and as JSON.

use serde::Serialize;

use super::lobby;
use crate::{
    law::Termination,
    pb::v1,
    report::columns::Columns,
    stats::{decimals, signed_decimals, utc::utc},
    transcript::text::{all_points, in_brackets, one_line},
};

/// An item that is a row of a table.
pub trait Listed {
    /// The column headings.
    const COLUMNS: &'static [&'static str];

    /// Returns one cell for each column.
    fn cells(&self) -> Vec<String>;
}

/// Returns the lines of a list: a table, or with `json` one object per line.
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

/// Returns the players of a match with their display names, seat 0 first.
fn seated(of: &v1::MatchSummary) -> String {
    let display_names = of.display_names.iter().map(String::as_str).chain(std::iter::repeat(""));
    let players = of.players.iter().zip(display_names).map(|(player, name)| with_display_name(player, name));
    players.collect::<Vec<_>>().join(" - ")
}

/// Returns a player, with its display name if it has one: `ada (Ada L.)`.
fn with_display_name(player: &str, display_name: &str) -> String {
    player.to_owned() + &in_brackets(display_name)
}

impl Listed for v1::MatchSummary {
    const COLUMNS: &'static [&'static str] = &["match", "game", "state", "players", "points"];

    fn cells(&self) -> Vec<String> {
        let state = self.state().as_str_name().trim_start_matches("MATCH_STATE_").to_lowercase();
        let is_over = self.state() == v1::MatchState::Over;
        let points = if is_over { all_points(&self.points) } else { String::new() };
        vec![self.match_id.clone(), self.game.clone(), state, seated(self), points]
    }
}

impl Listed for v1::MatchResult {
    const COLUMNS: &'static [&'static str] = &["number", "match", "game", "players", "points", "ended by"];

    fn cells(&self) -> Vec<String> {
        let summary = self.summary.clone().unwrap_or_default();
        let cause = summary.verdict.as_ref().map(|verdict| verdict.termination().as_str_name());
        let cause = cause.map(Termination::word_of).unwrap_or_default().to_owned();
        let (players, points) = (seated(&summary), all_points(&summary.points));
        vec![self.number.to_string(), summary.match_id, summary.game, players, points, cause]
    }
}

impl Listed for v1::ResultStanding {
    const COLUMNS: &'static [&'static str] =
        &["rank", "player", "points", "matches", "won", "drawn", "lost", "forfeits", "game points", "void"];

    fn cells(&self) -> Vec<String> {
        let (rank, player) = (self.rank.to_string(), with_display_name(&self.player, &self.display_name));
        let (points, game_points) = (self.points.to_string(), self.game_points.to_string());
        let counts = [self.matches, self.wins, self.draws, self.losses, self.forfeits];
        let counts = counts.iter().map(u64::to_string);
        [rank, player, points].into_iter().chain(counts).chain([game_points, self.void_matches.to_string()]).collect()
    }
}

impl Listed for v1::Challenge {
    const COLUMNS: &'static [&'static str] = &["challenge", "game", "time", "from", "to", "state"];

    fn cells(&self) -> Vec<String> {
        let (id, game, from) = (self.challenge_id.clone(), self.game.clone(), self.challenger.clone());
        vec![id, game, lobby::time(self), from, lobby::asked(self), lobby::state(self)]
    }
}

impl Listed for v1::ContestSummary {
    const COLUMNS: &'static [&'static str] = &["name", "plays", "state", "entrants", "encounters"];

    fn cells(&self) -> Vec<String> {
        let plays = match self.format.is_empty() {
            true => self.categories.join(", "),
            false => format!("{}, {}", self.game, self.format),
        };
        let done = self.encounters.saturating_sub(self.unfinished);
        let (in_all, at_least) = (self.encounters_in_all, if self.is_at_least { "at least " } else { "" });
        let encounters = match in_all {
            None => format!("{done} of {}", self.encounters),
            Some(in_all) => format!("{done} of {at_least}{in_all}"),
        };
        let name = contest_id(self.contest.as_ref());
        vec![name, plays, state_word(self).to_owned(), self.entrants.to_string(), encounters]
    }
}

fn contest_id(of: Option<&v1::Contest>) -> String {
    use v1::contest::Id;
    match of.and_then(|contest| contest.id.as_ref()) {
        Some(Id::TournamentId(id) | Id::LadderId(id)) => id.clone(),
        None => String::new(),
    }
}

/// Returns the state of a contest as one word.
fn state_word(of: &v1::ContestSummary) -> &'static str {
    match of.state() {
        v1::ContestState::Unspecified => "unknown",
        v1::ContestState::Entries => "entries",
        v1::ContestState::Running | v1::ContestState::Closing if !of.pause_reason.is_empty() => "paused",
        v1::ContestState::Running | v1::ContestState::Closing => "running",
        v1::ContestState::Provisional => "provisional",
        v1::ContestState::Over => "over",
        v1::ContestState::Cancelled => "cancelled",
    }
}

impl Listed for v1::TournamentStanding {
    const COLUMNS: &'static [&'static str] = &["rank", "player", "points", "tie-breaks", "why"];

    fn cells(&self) -> Vec<String> {
        let (rank, points) = (self.rank.to_string(), self.points.to_string());
        let why = if self.out.is_empty() { self.why.clone() } else { self.out.clone() };
        vec![rank, with_display_name(&self.player, &self.display_name), points, self.tie_breaks.join(" "), why]
    }
}

impl Listed for v1::WaitingMatch {
    const COLUMNS: &'static [&'static str] = &["unopened match", "waits for", "because", "since", "until"];

    fn cells(&self) -> Vec<String> {
        let waits_for =
            if self.kind() == v1::WaitKind::Server { "the server".to_owned() } else { self.players.join(", ") };
        let (since, until) = (utc(self.since_unix_ms), time(self.until_unix_ms));
        vec![self.match_key.clone(), waits_for, self.reason.clone(), since, until]
    }
}

impl Listed for v1::LadderEntrant {
    const COLUMNS: &'static [&'static str] =
        &["number", "player", "owner", "plays", "at once", "is", "here", "under way", "why"];

    fn cells(&self) -> Vec<String> {
        let is = self.state().as_str_name().trim_start_matches("LADDER_ENTRANT_STATE_").to_lowercase();
        let here = if self.is_here { "yes" } else { "no" };
        let (number, at_once) = (self.number.to_string(), self.at_once.to_string());
        let player = with_display_name(&self.player, &self.display_name);
        let (owner, plays) = (self.owner.clone(), self.categories.join(", "));
        vec![
            number,
            player,
            owner,
            plays,
            at_once,
            is,
            here.to_owned(),
            self.in_flight.to_string(),
            self.reason.clone(),
        ]
    }
}

impl Listed for v1::LadderRating {
    const COLUMNS: &'static [&'static str] = &["rank", "player", "elo", "+-", "matches", "live", "component"];

    fn cells(&self) -> Vec<String> {
        let [elo, error] = [self.elo, (self.high - self.low) / 2.0].map(|elo| decimals(elo, 1));
        let (rank, matches, component) = (self.rank.to_string(), self.matches.to_string(), self.component.to_string());
        vec![rank, named(self), elo, error, matches, live(self), component]
    }
}

/// A rating in points per deal.
#[derive(Serialize)]
#[serde(transparent)]
pub(super) struct InPoints(pub v1::LadderRating);

impl Listed for InPoints {
    const COLUMNS: &'static [&'static str] =
        &["rank", "player", "points a deal", "+-", "matches", "live elo", "component"];

    fn cells(&self) -> Vec<String> {
        let InPoints(one) = self;
        let error = decimals((one.high - one.low) / 2.0, 3);
        let points = signed_decimals(one.points.unwrap_or_default(), 3);
        let (rank, matches, component) = (one.rank.to_string(), one.matches.to_string(), one.component.to_string());
        vec![rank, named(one), points, error, matches, live(one), component]
    }
}

/// Returns the live rating, in whole Elo above the common start.
fn live(rating: &v1::LadderRating) -> String {
    rating.live_elo.map_or_else(String::new, |elo| decimals(elo, 0))
}

fn named(rating: &v1::LadderRating) -> String {
    let player = with_display_name(&rating.player, &rating.display_name);
    if rating.is_in { player } else { format!("{player} (left)") }
}

/// Maximum entrants of a component that a table names.
const NAMED: usize = 12;

impl Listed for v1::LadderComponent {
    const COLUMNS: &'static [&'static str] = &["component", "entrants", "anchored", "who"];

    fn cells(&self) -> Vec<String> {
        let anchored = if self.is_anchored { "yes" } else { "no" };
        let more = self.players.len().saturating_sub(NAMED);
        let mut who = self.players[..self.players.len() - more].join(", ");
        if more > 0 {
            who += &format!(" and {more} more");
        }
        vec![self.component.to_string(), self.players.len().to_string(), anchored.to_owned(), who]
    }
}

impl Listed for v1::LadderSignal {
    const COLUMNS: &'static [&'static str] = &["signal", "players", "seen"];

    fn cells(&self) -> Vec<String> {
        let kind = self.kind().as_str_name().trim_start_matches("LADDER_SIGNAL_KIND_").to_lowercase();
        vec![kind, self.players.join(", "), self.text.clone()]
    }
}

impl Listed for v1::Account {
    const COLUMNS: &'static [&'static str] = &["player", "is", "online", "called", "made", "banned for"];

    fn cells(&self) -> Vec<String> {
        let player = self.player.clone().unwrap_or_default();
        let (is, online, made) = (is(&player), online(&player), time(Some(player.created_unix_ms)));
        vec![player.name, is, online, player.display_name, made, self.ban_reason.clone()]
    }
}

impl Listed for v1::Invite {
    const COLUMNS: &'static [&'static str] = &["invite", "for", "used", "made", "expires"];

    fn cells(&self) -> Vec<String> {
        let (used, expires) = (format!("{} of {}", self.used, self.uses), time(self.expires_unix_ms));
        vec![self.invite_id.clone(), self.note.clone(), used, time(Some(self.created_unix_ms)), expires]
    }
}

impl Listed for v1::WebhookProgress {
    const COLUMNS: &'static [&'static str] =
        &["webhook", "contest", "delivered", "of", "attempts", "next attempt", "last error"];

    fn cells(&self) -> Vec<String> {
        let contest = contest_id(self.contest.as_ref());
        let next = match (self.is_given_up, self.next_attempt_unix_ms) {
            (true, _) => "given up".to_owned(),
            (false, None) => String::new(),
            (false, next) => time(next),
        };
        let counts = [self.delivered_seq, self.newest_seq, self.attempts.into()].map(|count| count.to_string());
        let first = [self.url.clone(), contest];
        first.into_iter().chain(counts).chain([next, self.last_error.clone()]).collect()
    }
}

impl Listed for v1::Announcement {
    const COLUMNS: &'static [&'static str] = &["number", "made", "until", "text"];

    fn cells(&self) -> Vec<String> {
        let (made, until) = (time(Some(self.created_unix_ms)), time(self.until_unix_ms));
        vec![self.number.to_string(), made, until, self.text.clone()]
    }
}

impl Listed for v1::Limit {
    const COLUMNS: &'static [&'static str] = &["limit", "value"];

    fn cells(&self) -> Vec<String> {
        vec![self.name.clone(), self.value.clone()]
    }
}

impl Listed for v1::AuditEntry {
    const COLUMNS: &'static [&'static str] = &["number", "when", "who", "did", "to", "because"];

    fn cells(&self) -> Vec<String> {
        let (number, when) = (self.number.to_string(), time(Some(self.at_unix_ms)));
        vec![number, when, self.actor.clone(), self.action.clone(), self.subject.clone(), self.reason.clone()]
    }
}

impl Listed for v1::Player {
    const COLUMNS: &'static [&'static str] = &["player", "is", "online", "games"];

    fn cells(&self) -> Vec<String> {
        vec![self.name.clone(), is(self), online(self), self.games.join(" ")]
    }
}

/// Returns the kind or owner of a player, and its state unless it is active.
fn is(player: &v1::Player) -> String {
    match (player.house, player.owner.as_str(), state(player)) {
        (true, ..) => "house".to_owned(),
        (_, "", state) => state.unwrap_or(if player.guest { "guest" } else { "player" }).to_owned(),
        (_, owner, state) => format!("{} of {owner}", state.unwrap_or("bot")),
    }
}

fn online(player: &v1::Player) -> String {
    if player.online { "online" } else { "-" }.to_owned()
}

/// Returns the state of a player as a word; `None` if active.
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
        vec![self.token_id.clone(), self.player.clone(), self.name.clone(), scopes.join(" "), made, expires]
    }
}

/// Formats a time for people, in UTC; `-` for `None`.
pub(super) fn time(unix_ms: Option<i64>) -> String {
    unix_ms.filter(|at| *at > 0).map_or_else(|| "-".to_owned(), utc)
}
