//! The feed of results.

use super::{game, listed, matches::named, opponent, player_id};
use crate::{
    games::Catalogue,
    hall,
    pb::v1,
    referee::{Contest, Refusal},
    store::ResultFilter,
};

/// Which results are asked for.
pub struct ResultsAsked {
    /// What the store looks for.
    pub filter: ResultFilter,
    /// The contest that they were scheduled for, where one is asked for.
    pub contest: Option<Contest>,
}

/// Reads a filter.
pub fn asked_results(games: Catalogue, filter: Option<v1::ResultFilter>) -> Result<ResultsAsked, Refusal> {
    use v1::result_filter::Contest as Asked;
    let filter = filter.unwrap_or_default();
    let asked = match filter.contest {
        None => None,
        Some(Asked::Tournament(name)) => Some(named("filter.tournament", Contest::Tournament(name))?),
        Some(Asked::Ladder(name)) => Some(named("filter.ladder", Contest::Ladder(name))?),
    };
    let game = match filter.game.as_str() {
        "" => None,
        id => Some(game(games, id)?.facts().id.to_owned()),
    };
    let player = match filter.player.as_str() {
        "" => None,
        name => Some(player_id(name, "filter.player")?),
    };
    let opponent = opponent(&filter.opponent, player.as_ref(), "filter.opponent")?;
    Ok(ResultsAsked { filter: ResultFilter { game, player, opponent }, contest: asked })
}

/// A page of results.
pub fn results(page: &hall::Results) -> v1::ListResultsResponse {
    v1::ListResultsResponse {
        results: page.results.iter().map(|(number, of)| result(*number, of)).collect(),
        last_number: page.last_number,
        more: page.more,
    }
}

/// A result.
pub fn result(number: u64, of: &hall::Listed) -> v1::MatchResult {
    v1::MatchResult { number, r#match: Some(listed(of)) }
}
