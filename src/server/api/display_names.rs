//! Adds display names to answers that list players.
//!
//! Rules of matches, contests and ratings use only ids. The display names come from the accounts,
//! in one read per answer. If that read fails, the answer has only the ids.

use std::collections::{BTreeMap, BTreeSet};

use super::{context::ServiceContext, convert};
use referee_ids::PlayerId;
use referee_proto::v1;

use crate::hall::table::Summary;

impl ServiceContext {
    pub(super) async fn name_matches(&self, matches: Vec<&mut v1::MatchSummary>) {
        self.name_seats(matches.into_iter().map(|one| (&one.players[..], &mut one.display_names)).collect()).await;
    }

    /// Adds the display names of the players of open matches.
    pub(super) async fn name_open_matches(&self, matches: &mut [v1::OpenMatch]) {
        self.name_seats(matches.iter_mut().map(|one| (&one.players[..], &mut one.display_names)).collect()).await;
    }

    /// Returns the display names of the players on the seats of a match; empty if no player has
    /// one.
    pub(super) async fn names_of_seats(&self, players: &[String]) -> Vec<String> {
        let mut names = Vec::new();
        self.name_seats(vec![(players, &mut names)]).await;
        names
    }

    /// Adds display names to matches. Each match is given as its players, and the list to fill.
    async fn name_seats(&self, matches: Vec<(&[String], &mut Vec<String>)>) {
        let players = matches.iter().flat_map(|(players, _)| players.iter().map(String::as_str)).collect();
        let names = self.display_names(players).await;
        for (players, display_names) in matches {
            if players.iter().any(|player| names.contains_key(player)) {
                let of = |player: &String| names.get(player).cloned().unwrap_or_default();
                *display_names = players.iter().map(of).collect();
            }
        }
    }

    /// Returns the summary of a match with the display names of its players.
    pub(super) async fn named_summary(&self, of: &Summary) -> v1::MatchSummary {
        let mut summary = convert::summary(of);
        self.name_matches(vec![&mut summary]).await;
        summary
    }

    /// Adds the display names of the players of these results.
    pub(super) async fn name_results(&self, results: &mut [v1::MatchResult]) {
        self.name_matches(results.iter_mut().filter_map(|one| one.summary.as_mut()).collect()).await;
    }

    /// Adds display names to rows. `of` returns the player of a row, and the field for the display
    /// name.
    pub(super) async fn name_rows<T: Send>(&self, rows: &mut [T], of: fn(&mut T) -> (&str, &mut String)) {
        let players: Vec<String> = rows.iter_mut().map(|row| of(row).0.to_owned()).collect();
        let names = self.display_names(players.iter().map(String::as_str).collect()).await;
        for row in rows {
            let (player, display_name) = of(row);
            if let Some(name) = names.get(player) {
                display_name.clone_from(name);
            }
        }
    }

    /// Returns the display names of the players that have one.
    async fn display_names(&self, players: BTreeSet<&str>) -> BTreeMap<String, String> {
        let players: Vec<PlayerId> = players.iter().filter_map(|player| PlayerId::parse(player).ok()).collect();
        if players.is_empty() {
            return BTreeMap::new();
        }
        let found = self.accounts().display_names(players).await.unwrap_or_default();
        found.into_iter().map(|(player, name)| (player.to_string(), name)).collect()
    }
}
