//! The index of matches: one row each, so that no list has to read a log.

use std::{sync::Arc, time::Duration};

use super::StoreFuture;
use crate::{
    ids::{MatchId, PlayerId, Seq},
    referee::{Contest, MatchOpened, Verdict, lost::Lost},
};

/// The rows of matches. Each is written in the transaction of the events that it follows from.
pub trait MatchIndex: Send + Sync {
    /// Matches whose last event is not their end, the oldest first, including those that cannot be read: a restart brings
    /// them back.
    fn unfinished(&self) -> StoreFuture<'_, Vec<MatchId>>;

    /// A page of matches, the newest first, beginning after `before`; empty if there is no match `before`. One that cannot be
    /// read does not fail the page: it is [`MatchState::Unreadable`].
    fn matches(&self, filter: MatchFilter, before: Option<MatchId>, limit: usize) -> StoreFuture<'_, Vec<MatchRow>>;

    /// The row of one match; `None` if there is none.
    fn row(&self, match_id: &MatchId) -> StoreFuture<'_, Option<MatchRow>>;

    /// A page of how matches ended, in the order of their numbers, beginning behind `after`. One that cannot be read is among them,
    /// as [`MatchState::Unreadable`].
    fn results(&self, after: u64, filter: ResultFilter, limit: usize) -> StoreFuture<'_, ResultsPage>;

    /// The matches that are over and not pruned to the end, in the order of ending, behind the number `after`; at most `limit`.
    fn unpruned(&self, after: u64, limit: usize) -> StoreFuture<'_, Vec<(u64, MatchRow)>>;

    /// Notes that the log of a match cannot be read, and why. The next append clears it.
    fn mark_unreadable(&self, match_id: &MatchId, cause: String) -> StoreFuture<'_, ()>;
}

/// A match as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    pub match_id: MatchId,
    pub game: String,
    /// When it was opened, in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    /// How it was set up; `None` where that cannot be read.
    pub opened: Option<Arc<MatchOpened>>,
    pub state: MatchState,
    pub seq: Seq,
    /// How it ended: there where it is [`MatchState::Over`].
    pub end: Option<Arc<MatchEnd>>,
    /// The match that was opened as its rematch.
    pub rematch: Option<MatchId>,
    /// Whether its log was pruned, or is about to be: of its events only the first and the last are there for sure.
    pub pruned: bool,
}

/// Where a match stands, as its row says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchState {
    /// A seat has not come yet.
    Waiting,
    Live,
    Over,
    /// Its log is damaged, or was written by a program that knows more.
    Unreadable,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnd {
    /// Its number in the order in which matches ended in this store, from 1.
    pub number: u64,
    /// The event that ended it.
    pub seq: Seq,
    pub verdict: Verdict,
    /// When, in milliseconds since 1970 (UTC); `None` where the log does not say.
    pub ended_unix_ms: Option<i64>,
    /// The round in which it ended, from 1.
    pub round: u32,
    /// How many steps that round had.
    pub ply: u32,
    /// What each clock had left after the last move of its seat; `None` for a seat without a limit.
    pub remaining: Vec<Option<Duration>>,
    /// The seats that had lost it before, while others played on.
    pub lost: Lost,
}

/// Which matches are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchFilter {
    /// Only those that stand there.
    pub state: Option<MatchState>,
    /// Only those that are not over.
    pub unfinished: bool,
    /// Only those of this game.
    pub game: Option<String>,
    /// Only those with this player.
    pub player: Option<PlayerId>,
    /// Only those with this player too.
    pub opponent: Option<PlayerId>,
}

/// Which results are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultFilter {
    /// Only those of this game.
    pub game: Option<String>,
    /// Only those with this player.
    pub player: Option<PlayerId>,
    /// Only those with this player too.
    pub opponent: Option<PlayerId>,
    /// Only those that were scheduled for this contest. No other result is read for them.
    pub contest: Option<Contest>,
    /// Only those that this player made.
    pub created_by: Option<PlayerId>,
}

impl ResultFilter {
    /// Whether something else is asked for than what results are found by, so that those which are not asked for are looked at too.
    pub(super) fn looks_at_others(&self) -> bool {
        self.contest.is_none() || self.game.is_some() || self.player.is_some() || self.opponent.is_some()
    }

    /// Whether a match that was set up so is asked for.
    pub(super) fn has(&self, opened: &MatchOpened) -> bool {
        let contest = opened.occasion.as_ref().map(|occasion| &occasion.contest);
        self.game.as_ref().is_none_or(|game| *game == opened.game)
            && self.player.iter().chain(&self.opponent).all(|player| opened.players.contains(player))
            && self.contest.as_ref().is_none_or(|asked| contest == Some(asked))
            && self.created_by.as_ref().is_none_or(|player| opened.created_by.as_ref() == Some(player))
    }
}

/// How many results one page looks at, at the most.
pub const RESULTS_LOOKED_AT: u64 = 4_096;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultsPage {
    /// The matches, each with its number in the order of ending.
    pub rows: Vec<(u64, MatchRow)>,
    /// Up to which number was looked: the next page begins behind it.
    pub last_number: u64,
    /// Whether something was behind it.
    pub more: bool,
}

impl ResultsPage {
    /// A page of at most `limit` rows, for which it was looked behind `after` and up to `looked_at`, of a store whose newest result is
    /// `newest`.
    pub(super) fn new(rows: Vec<(u64, MatchRow)>, limit: usize, looked_at: u64, newest: u64) -> ResultsPage {
        let last_number = match rows.last() {
            Some((number, _)) if rows.len() >= limit => *number,
            _ => looked_at,
        };
        ResultsPage { rows, last_number, more: last_number < newest }
    }

    /// Up to which number a page behind `after` looks.
    pub(super) fn looks_at(after: u64, newest: u64) -> u64 {
        after.saturating_add(RESULTS_LOOKED_AT).min(newest).max(after)
    }
}
