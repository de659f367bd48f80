//! The score table of a contest that is run outside the server: a fold of the ends of its matches
//! in order, without pairings.

use std::{cmp::Reverse, collections::BTreeMap};

use referee_ids::PlayerId;

use super::score::place_points;

/// The end of a match; every list begins with seat 0.
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a> {
    /// The players by seat.
    pub players: &'a [PlayerId],
    /// The place of each seat, from 1; seats can share a place. Empty if the match is void.
    pub places: &'a [u32],
    /// The game's own points of each seat, in halves.
    pub halves: &'a [i64],
    /// Whether each seat lost by its conduct or inactivity, and not on the board.
    pub forfeited: &'a [bool],
}

/// The results of a contest's matches so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreTable {
    players: BTreeMap<PlayerId, Score>,
    /// Number of matches that count.
    pub matches: u64,
    /// Number of void matches.
    pub void_matches: u64,
    /// Number of unreadable matches, which are counted nowhere else.
    pub unreadable_matches: u64,
}

/// The results of one player. A player with several seats of a match has one per seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The points for places, in halves: 2 for each lower-ranked seat, 1 for each equal one.
    pub halves: i64,
    /// The game's own points, in halves.
    pub game_halves: i64,
    /// Matches in which the player was the only first.
    pub wins: u64,
    /// Matches in which the player shared the first place.
    pub draws: u64,
    /// All other counting matches.
    pub losses: u64,
    /// Losses that were not on the board.
    pub forfeits: u64,
    pub void_matches: u64,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// The place of the player, from 1; equal points share a place.
    pub rank: u32,
    pub player: &'a PlayerId,
    /// The results of the player.
    pub score: Score,
}

impl Score {
    /// Returns the number of matches that count.
    pub fn matches(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl ScoreTable {
    /// Returns the number of players with a match.
    pub fn players(&self) -> usize {
        self.players.len()
    }

    /// Returns whether no match has ended yet.
    pub fn is_empty(&self) -> bool {
        self.matches + self.void_matches + self.unreadable_matches == 0
    }

    /// Counts a match that ended.
    pub fn count(&mut self, ended: &Ended<'_>) {
        let Ended { players, places, halves, forfeited } = *ended;
        if places.is_empty() {
            self.void_matches += 1;
            players.iter().for_each(|player| self.score(player).void_matches += 1);
            return;
        }
        self.matches += 1;
        let is_shared = places.iter().filter(|place| **place == 1).count() > 1;
        for (seat, (player, (place, points))) in players.iter().zip(places.iter().zip(place_points(places))).enumerate()
        {
            let score = self.score(player);
            score.halves = score.halves.saturating_add(points);
            score.game_halves = score.game_halves.saturating_add(halves.get(seat).copied().unwrap_or(0));
            match (place, is_shared) {
                (1, false) => score.wins += 1,
                (1, true) => score.draws += 1,
                _ => score.losses += 1,
            }
            score.forfeits += u64::from(forfeited.get(seat).copied().unwrap_or(false));
        }
    }

    /// Counts an unreadable match.
    pub fn skip(&mut self) {
        self.unreadable_matches += 1;
    }

    fn score(&mut self, player: &PlayerId) -> &mut Score {
        self.players.entry(player.clone()).or_default()
    }

    /// Returns the rows by points, the most first; ties are ordered by name.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let mut rows: Vec<Row<'_>> =
            self.players.iter().map(|(player, score)| Row { rank: 0, player, score: *score }).collect();
        // The sort is stable, and the rows start in the order of names.
        rows.sort_by_key(|row| Reverse(row.score.halves));
        let (mut rank, mut halves) = (0, None);
        for (place, row) in (1..).zip(&mut rows) {
            if halves != Some(row.score.halves) {
                (rank, halves) = (place, Some(row.score.halves));
            }
            row.rank = rank;
        }
        rows
    }
}
