//! The index of matches: one row per match, so that lists need not read logs.

use std::{sync::Arc, time::Duration};

use referee_ids::{MatchId, PlayerId, Seq};
use referee_law::{Contest, MatchOpened, Verdict, ending::lost::Lost};

use super::StoreFuture;

/// Rows of matches. Each row is written in the transaction of its match's events.
pub trait MatchIndex: Send + Sync {
    /// Returns unfinished matches, oldest first, to resume after a restart. Unreadable ones are
    /// included.
    fn unfinished(&self) -> StoreFuture<'_, Vec<MatchId>>;

    /// Returns a page of matches, newest first, starting after `before`; empty if `before` does not
    /// exist. Unreadable matches appear as [`MatchState::Unreadable`].
    fn matches(&self, filter: MatchFilter, before: Option<MatchId>, limit: usize) -> StoreFuture<'_, Vec<MatchRow>>;

    /// Returns the row of a match, if it exists.
    fn row(&self, match_id: &MatchId) -> StoreFuture<'_, Option<MatchRow>>;

    /// Returns a page of results by number, starting after `after`. Unreadable ones appear as
    /// [`MatchState::Unreadable`].
    fn results(&self, after: u64, filter: ResultFilter, limit: usize) -> StoreFuture<'_, ResultsPage>;

    /// Returns at most `limit` finished matches that are not completely pruned, in the order in
    /// which they ended, after result number `after`.
    fn unpruned(&self, after: u64, limit: usize) -> StoreFuture<'_, Vec<(u64, MatchRow)>>;

    /// Marks the log of a match as unreadable. The next append removes the mark.
    fn mark_unreadable(&self, match_id: &MatchId, cause: String) -> StoreFuture<'_, ()>;
}

/// A match as listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    pub match_id: MatchId,
    pub game: String,
    /// Opening time in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    /// Opening event; `None` if unreadable.
    pub opened: Option<Arc<MatchOpened>>,
    pub state: MatchState,
    pub seq: Seq,
    /// End of the match; `None` unless [`MatchState::Over`].
    pub end: Option<Arc<MatchEnd>>,
    pub rematch: Option<MatchId>,
    /// Whether the log is pruned, or being pruned: then only the first and last event are certain
    /// to exist.
    pub pruned: bool,
}

/// State of a match in its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchState {
    /// Not all seats have connected yet.
    Waiting,
    Live,
    Over,
    /// The log is damaged, or from a newer program.
    Unreadable,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnd {
    /// Number of the result, from 1, in the order in which matches ended in this store.
    pub number: u64,
    /// Number of the event that ended the match.
    pub seq: Seq,
    pub verdict: Verdict,
    /// Time of the end in milliseconds since 1970 (UTC); `None` if the log does not contain it.
    pub ended_unix_ms: Option<i64>,
    /// Last round, from 1.
    pub round: u32,
    /// Number of steps in the last round.
    pub ply: u32,
    /// Time left on each clock after its last move; `None` for a seat without a time limit.
    pub remaining: Vec<Option<Duration>>,
    /// Seats that had lost before the end.
    pub lost: Lost,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchFilter {
    /// Only matches in this state.
    pub state: Option<MatchState>,
    /// Only unfinished matches.
    pub unfinished: bool,
    /// Only matches of this game.
    pub game: Option<String>,
    /// Only matches with this player.
    pub player: Option<PlayerId>,
    /// Only matches in which this player plays too.
    pub opponent: Option<PlayerId>,
    /// Only matches of this contest.
    pub contest: Option<Contest>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultFilter {
    /// Only results of this game.
    pub game: Option<String>,
    /// Only results with this player.
    pub player: Option<PlayerId>,
    /// Only results in which this player plays too.
    pub opponent: Option<PlayerId>,
    /// Only results of this contest. No other results are read.
    pub contest: Option<Contest>,
    /// Only results of matches created by this player.
    pub created_by: Option<PlayerId>,
}

impl ResultFilter {
    /// Returns whether the search also has to examine results that the filter excludes.
    pub(super) fn looks_at_others(&self) -> bool {
        self.contest.is_none() || self.game.is_some() || self.player.is_some() || self.opponent.is_some()
    }

    /// Returns whether the filter accepts a match with this opening.
    pub(super) fn has(&self, opened: &MatchOpened) -> bool {
        let contest = opened.occasion.as_ref().map(|occasion| &occasion.contest);
        self.game.as_ref().is_none_or(|game| *game == opened.game)
            && self.player.iter().chain(&self.opponent).all(|player| opened.players.contains(player))
            && self.contest.as_ref().is_none_or(|asked| contest == Some(asked))
            && self.created_by.as_ref().is_none_or(|player| opened.created_by.as_ref() == Some(player))
    }
}

/// Maximum results examined per page.
pub const RESULTS_LOOKED_AT: u64 = 4_096;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultsPage {
    /// Matches, each with the number of its result.
    pub rows: Vec<(u64, MatchRow)>,
    /// Number of the last examined result; the next page continues after it.
    pub last_number: u64,
    /// Whether more results follow.
    pub more: bool,
}

impl ResultsPage {
    /// Creates a page of at most `limit` rows. The rows were examined after `after`, up to
    /// `looked_at`; `newest` is the newest result of the store.
    pub(super) fn new(rows: Vec<(u64, MatchRow)>, limit: usize, looked_at: u64, newest: u64) -> ResultsPage {
        let last_number = match rows.last() {
            Some((number, _)) if rows.len() >= limit => *number,
            _ => looked_at,
        };
        ResultsPage { rows, last_number, more: last_number < newest }
    }

    /// Returns the last result number that a page after `after` examines.
    pub(super) fn looks_at(after: u64, newest: u64) -> u64 {
        after.saturating_add(RESULTS_LOOKED_AT).min(newest).max(after)
    }
}
