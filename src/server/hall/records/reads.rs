//! Answers requests to read matches, live or finished.

use std::sync::Arc;

use super::{
    history::{self, History, HistoryError},
    record::RecordParts,
};
use crate::hall::{
    Hall,
    limits::MATCHES_A_PAGE,
    table::{self, Ask, Snapshot, Summary, TableStub, Watch},
};
use referee_games::rules::{Points, Turn};
use referee_ids::{MatchId, PlayerId, RequestId, Seq, Viewer};
use referee_law::{Clock, ClockReading, Contest, Match, MatchOpened, Phase, Reason, Refusal, Time, ending::lost::Lost};
use referee_store::{MatchFilter, MatchRow, MatchState};

impl Hall {
    /// Returns the table of a match that had none before, if the match was resumed since then.
    /// Fails with [`Reason::Starting`] as long as the match is not resumed. Returns `None` if
    /// [`Hall::answer_again`] has the answer.
    pub fn table_by_now(&self, match_id: &MatchId) -> Result<Option<TableStub>, Refusal> {
        self.inner.registry.is_back(match_id)?;
        Ok(self.table(match_id).filter(|table| !table.has_ended()))
    }

    /// Answers the command of `player` to a match without a table. A repeated request gets its
    /// first answer; another request with the same id gets [`Reason::RequestIdReused`]. Otherwise
    /// the result is [`Reason::MatchOver`], [`Reason::UnknownMatch`], [`Reason::Starting`] before
    /// the match is resumed, or the general refusal ([`Ask::refusal_to`]). A player that does not
    /// play in the match acts as an arbiter, if it is one.
    pub async fn answer_again(
        &self,
        match_id: &MatchId,
        player: &PlayerId,
        is_arbiter: bool,
        request_id: RequestId,
        ask: Ask,
    ) -> Result<Seq, Refusal> {
        self.inner.registry.is_back(match_id)?;
        let command = |opened: &MatchOpened| match opened.asker(player, is_arbiter) {
            Some(asker) => ask.into_command(match_id, asker, request_id),
            None => Err(ask.refusal_to(player, match_id)),
        };
        history::answer_again(&self.inner.match_store, match_id, self.inner.registry.is_closing(), command).await
    }

    /// Returns a live or finished match as `viewer` may see it now. Fails with
    /// [`referee_law::Reason::UnknownMatch`]. Fails with [`referee_law::Reason::MatchPruned`] if
    /// only [`Hall::summary`] is left of the match.
    pub async fn look(&self, match_id: &MatchId, viewer: Viewer) -> Result<Snapshot, Refusal> {
        if let Some(table) = self.table(match_id)
            && let Some(seen) = unless_over(table.look(viewer).await)?
            && seen.summary.phase != Phase::Over
        {
            return Ok(seen);
        }
        let row = self.row(match_id).await?;
        if row.state != MatchState::Over {
            self.inner.registry.is_back(match_id)?;
            let of = self.folded_for(match_id, |_| viewer).await?;
            return Ok(table::snapshot(&of, viewer, of.at(), table::picture(&of, viewer).into()));
        }
        unless_pruned(&row)?;
        // All viewers see the same of a finished match, so one fold serves them all.
        let fold = async || {
            let of = self.folded(match_id).await?;
            Ok(table::snapshot(&of, viewer, of.at(), table::picture(&of, viewer).into()))
        };
        let seen = Snapshot::clone(&*self.inner.finished.get(match_id, fold).await?);
        Ok(Snapshot { summary: self.with_rematch(seen.summary, row.rematch), ..seen })
    }

    /// Streams every event after `after`, then the live ones, as `viewer` may see them; also for a
    /// finished match. Fails with [`referee_law::Reason::Stopping`] for a delayed spectator, if the
    /// match is live but its table has stopped.
    pub async fn watch(&self, match_id: &MatchId, viewer: Viewer, after: Seq) -> Result<Watch, Refusal> {
        if let Some(table) = self.table(match_id) {
            return table.watch(viewer, after);
        }
        let row = self.row(match_id).await?;
        self.inner.registry.is_back(match_id)?;
        // The match may have been resumed while its row was read.
        if let Some(table) = self.table(match_id) {
            return table.watch(viewer, after);
        }
        unless_pruned(&row)?;
        if self.holds_back(viewer) && row.state != MatchState::Over {
            return Err(Refusal::new(Reason::Stopping, "the table of this match has stopped: retry later"));
        }
        let history = History::new(self.inner.match_store.clone(), match_id.clone(), viewer, after);
        Ok(Watch::new(history, viewer, after, None, None))
    }

    /// Returns a page of matches, newest first, starting after `before`; at most
    /// [`MATCHES_A_PAGE`]. `viewer` returns the caller's role in a match. Reads no logs: tables
    /// describe live matches, and rows all others.
    pub async fn list(
        &self,
        filter: MatchFilter,
        before: Option<MatchId>,
        limit: usize,
        viewer: impl Fn(&MatchOpened) -> Viewer + Send + Sync,
    ) -> Result<Vec<Listed>, Refusal> {
        let rows = self.index().matches(filter, before, limit.min(MATCHES_A_PAGE)).await.map_err(HistoryError::from)?;
        let mut page = Vec::with_capacity(rows.len());
        for row in rows {
            page.push(self.listed(row, &viewer).await);
        }
        Ok(page)
    }

    /// Returns the summary of a live or finished match. Fails with
    /// [`referee_law::Reason::UnknownMatch`].
    pub async fn summary(
        &self,
        match_id: &MatchId,
        viewer: impl Fn(&MatchOpened) -> Viewer + Send + Sync,
    ) -> Result<Summary, Refusal> {
        match self.listed(self.row(match_id).await?, &viewer).await {
            Listed::Match(summary) => Ok(*summary),
            Listed::Unreadable(_) => Err(history::unreadable()),
        }
    }

    /// Returns the opening of a live or finished match. Fails with
    /// [`referee_law::Reason::UnknownMatch`].
    pub async fn opened(&self, match_id: &MatchId) -> Result<Arc<MatchOpened>, Refusal> {
        match self.table(match_id) {
            Some(table) => Ok(Arc::clone(table.opened())),
            None => self.row(match_id).await?.opened.ok_or_else(history::unreadable),
        }
    }

    /// Returns the tables of all contest matches.
    pub fn contest_tables(&self) -> Vec<TableStub> {
        let tables = self.inner.registry.tables().into_iter();
        tables.filter(|table| table.opened().occasion.is_some() && !table.has_ended()).collect()
    }

    /// Returns at most `limit` live matches of a contest. The summaries include what spectators may
    /// not see.
    pub async fn live_in(&self, contest: &Contest, limit: usize) -> Vec<Summary> {
        let is_of = |table: &TableStub| table.opened().occasion.as_ref().is_some_and(|of| of.contest == *contest);
        let mut live = Vec::new();
        for table in self.contest_tables().into_iter().filter(is_of).take(limit) {
            // A match that ends before the table answers is left out.
            live.extend(table.summary(Viewer::Arbiter).await.ok());
        }
        live
    }

    /// Returns the record of a finished match. Fails with [`Reason::MatchPruned`] if the log was
    /// pruned.
    pub async fn record(&self, match_id: &MatchId) -> Result<RecordParts, Refusal> {
        let row = self.row(match_id).await?;
        unless_pruned(&row)?;
        match row.state {
            MatchState::Over => {
                let signer = self.limits().signer.clone();
                Ok(RecordParts::of(Arc::clone(&self.inner.match_store.log), signer, match_id.clone()))
            }
            MatchState::Unreadable => Err(history::unreadable()),
            MatchState::Waiting | MatchState::Live => Err(Refusal::new(
                Reason::StillPlayed,
                "the match is in progress: its record is available after \
                    its end",
            )),
        }
    }
}

/// A match in a list.
#[derive(Clone, Debug)]
pub enum Listed {
    /// A match that can be read.
    Match(Box<Summary>),
    Unreadable(UnreadableMatch),
}

/// What is known of a match whose log is unreadable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableMatch {
    pub match_id: MatchId,
    pub game: String,
    /// Opening time, in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    /// Opening of the match; `None` if even that is unreadable.
    pub opened: Option<Arc<MatchOpened>>,
}

impl Listed {
    pub fn match_id(&self) -> &MatchId {
        match self {
            Listed::Match(summary) => &summary.opened.match_id,
            Listed::Unreadable(unreadable) => &unreadable.match_id,
        }
    }

    /// Returns the opening of the match; `None` if it is unreadable.
    pub fn opened(&self) -> Option<&MatchOpened> {
        match self {
            Listed::Match(summary) => Some(&summary.opened),
            Listed::Unreadable(unreadable) => unreadable.opened.as_deref(),
        }
    }

    /// Returns the summary of the match; `None` if it is unreadable.
    pub fn summary(&self) -> Option<&Summary> {
        match self {
            Listed::Match(summary) => Some(summary),
            Listed::Unreadable(_) => None,
        }
    }
}

impl Hall {
    /// Returns the row of a match. Fails with [`referee_law::Reason::UnknownMatch`].
    pub async fn row(&self, match_id: &MatchId) -> Result<MatchRow, Refusal> {
        let row = self.index().row(match_id).await.map_err(HistoryError::from)?;
        row.ok_or_else(|| history::unknown_match(match_id))
    }

    /// Returns whether a player is in an unfinished contest match.
    pub fn plays_for_contest(&self, player: &PlayerId) -> bool {
        self.inner.registry.tables_of(player).iter().any(|table| table.opened().occasion.is_some())
    }

    async fn listed(&self, row: MatchRow, viewer: impl Fn(&MatchOpened) -> Viewer + Send + Sync) -> Listed {
        if let Some(table) = self.table(&row.match_id)
            && let Ok(summary) = table.summary(viewer(table.opened())).await
        {
            return Listed::Match(Box::new(self.with_rematch(summary, row.rematch)));
        }
        self.listed_by_row(row)
    }

    /// Describes a match by its row alone, for a list.
    pub(in crate::hall) fn listed_by_row(&self, row: MatchRow) -> Listed {
        match summary_of(&row) {
            Some(summary) => Listed::Match(Box::new(self.with_rematch(summary, row.rematch))),
            None => Listed::Unreadable(UnreadableMatch {
                match_id: row.match_id,
                game: row.game,
                opened_unix_ms: row.opened_unix_ms,
                opened: row.opened,
            }),
        }
    }

    /// Returns a match without a table as a viewer may see it. If the match is not over, its clock
    /// is stopped, and the spectator delay continues to hide its newest events.
    pub(in crate::hall) async fn folded_for(
        &self,
        match_id: &MatchId,
        viewer: impl Fn(&MatchOpened) -> Viewer + Send + Sync,
    ) -> Result<Match, Refusal> {
        let of = self.folded(match_id).await?;
        if of.phase() == Phase::Over || !self.holds_back(viewer(of.opened())) {
            return Ok(of);
        }
        let horizon = table::earlier(of.at(), self.inner.limits.spectator_delay);
        let then = history::fold_up_to(&self.inner.match_store, match_id, horizon).await?;
        then.ok_or_else(|| history::unknown_match(match_id))
    }

    /// Returns whether this viewer may see only an earlier state of a match.
    pub fn holds_back(&self, viewer: Viewer) -> bool {
        viewer == Viewer::Spectator && !self.inner.limits.spectator_delay.is_zero()
    }

    pub(in crate::hall) async fn folded(&self, match_id: &MatchId) -> Result<Match, Refusal> {
        history::fold(&self.inner.match_store, match_id).await?.ok_or_else(|| history::unknown_match(match_id))
    }
}

/// Fails with [`Reason::MatchPruned`] if the log of the match was pruned.
pub(in crate::hall) fn unless_pruned(row: &MatchRow) -> Result<(), Refusal> {
    if row.pruned { Err(history::pruned(&row.match_id)) } else { Ok(()) }
}

/// Returns the table's answer; `None` if its match has ended, so that the log must be read. Keeps
/// any other refusal: a table without room for a request must not cause the larger cost of folding
/// a log.
pub(in crate::hall) fn unless_over<T>(looked: Result<T, Refusal>) -> Result<Option<T>, Refusal> {
    match looked {
        Ok(seen) => Ok(Some(seen)),
        Err(refusal) if refusal.reason == Reason::MatchOver => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

/// Summarises a match without a table; `None` if it is unreadable. For a match that is not over,
/// only its state is known.
fn summary_of(row: &MatchRow) -> Option<Summary> {
    let opened = Arc::clone(row.opened.as_ref()?);
    let waiting = Summary {
        phase: Phase::Waiting,
        seq: Seq(1),
        round: 1,
        ply: 0,
        totals: vec![Points::ZERO; opened.players.len()],
        at: Time::ZERO,
        clocks: opened.time_controls.iter().map(|control| Clock::new(control).reading(control, None)).collect(),
        open_turn: None,
        turn: Turn::Over,
        paused: false,
        draw_proposer: None,
        takeback_proposer: None,
        lost: Lost::default(),
        verdict: None,
        ended_unix_ms: None,
        rematch_agreed_seats: Vec::new(),
        rematch: None,
        watchers: 0,
        opened,
    };
    match (row.state, &row.end) {
        (MatchState::Unreadable, _) | (MatchState::Over, None) => None,
        (MatchState::Waiting, _) => Some(waiting),
        (MatchState::Live, _) => Some(Summary { phase: Phase::Live, ..waiting }),
        (MatchState::Over, Some(end)) => Some(Summary {
            phase: Phase::Over,
            seq: end.seq,
            round: end.round,
            ply: end.ply,
            totals: end.verdict.totals.clone(),
            clocks: end.remaining.iter().map(|left| ClockReading::of_left(*left)).collect(),
            lost: end.lost.clone(),
            verdict: Some(end.verdict.clone()),
            ended_unix_ms: end.ended_unix_ms,
            ..waiting
        }),
    }
}
