//! Converts results and standings.

use super::{asked_contest, game, listed, opponent, player_id};
use referee_games::{Catalogue, rules::Points};
use referee_ids::PlayerId;
use referee_law::{Contest, Refusal};
use referee_proto::v1;
use referee_store::ResultFilter;

use crate::hall::{
    self,
    records::standings_cache::{Standings, StandingsAsked},
};

pub fn asked_results(games: Catalogue, filter: Option<v1::ResultFilter>) -> Result<ResultFilter, Refusal> {
    let filter = filter.unwrap_or_default();
    let asked = |contest| asked_contest("filter.", Some(contest));
    let contest = filter.contest.map(asked).transpose()?;
    let game = asked_game(games, &filter.game)?;
    let player = asked_player(&filter.player, "filter.player")?;
    let opponent = opponent(&filter.opponent, player.as_ref(), "filter.opponent")?;
    let created_by = asked_player(&filter.created_by, "filter.created_by")?;
    Ok(ResultFilter { game, player, opponent, contest, created_by })
}

/// Parses a request for standings.
pub fn asked_standings(games: Catalogue, contest: Contest, asked: &v1::ByResults) -> Result<StandingsAsked, Refusal> {
    let game = asked_game(games, &asked.game)?;
    let created_by = asked_player(&asked.created_by, "by_results.created_by")?;
    Ok(StandingsAsked { contest, game, created_by, released_stages: None })
}

/// Checks a game id; `None` if empty.
fn asked_game(games: Catalogue, id: &str) -> Result<Option<String>, Refusal> {
    if id.is_empty() { Ok(None) } else { Ok(Some(game(games, id)?.facts().id.to_owned())) }
}

/// Checks a player name; `None` if empty.
fn asked_player(name: &str, field: &'static str) -> Result<Option<PlayerId>, Refusal> {
    if name.is_empty() { Ok(None) } else { player_id(name, field).map(Some) }
}

/// Converts a page of results. The numbers in `withheld` are those that were removed from the page.
pub fn results(page: &hall::Results, withheld: &[u64]) -> v1::ListResultsResponse {
    v1::ListResultsResponse {
        results: page.results.iter().map(|(number, of)| result(*number, of)).collect(),
        last_number: page.last_number,
        more: page.more,
        complete_number: complete_number(page.last_number, withheld.first().copied()),
    }
}

/// Returns the number up to which no result was withheld, at most `last`.
pub fn complete_number(last: u64, withheld: Option<u64>) -> u64 {
    withheld.map_or(last, |first| last.min(first - 1))
}

pub fn result(number: u64, of: &hall::Listed) -> v1::MatchResult {
    v1::MatchResult { number, summary: Some(listed(of)) }
}

pub fn result_standings(of: &Standings) -> v1::ResultStandings {
    let rows = of.table.rows().into_iter().map(|row| v1::ResultStanding {
        rank: row.rank,
        player: row.player.to_string(),
        points: Points { halves: row.score.halves }.as_f64(),
        matches: row.score.matches(),
        wins: row.score.wins,
        draws: row.score.draws,
        losses: row.score.losses,
        forfeits: row.score.forfeits,
        game_points: Points { halves: row.score.game_halves }.as_f64(),
        void_matches: row.score.void_matches,
        display_name: String::new(),
    });
    v1::ResultStandings {
        rows: rows.collect(),
        last_number: of.last_number,
        matches: of.table.matches,
        void_matches: of.table.void_matches,
        unreadable_matches: of.table.unreadable_matches,
    }
}
