//! What those who look are told of a match, whether it is live or over.

use std::sync::Arc;

use super::{
    Hall,
    history::{self, History, HistoryError},
    limits::MATCHES_A_PAGE,
    record::RecordParts,
    table::{self, Ask, Snapshot, Summary, TableStub, Watch},
};
use crate::{
    games::rules::{Points, Turn},
    ids::{MatchId, PlayerId, RequestId, Seq, Viewer},
    referee::{Clock, ClockReading, Contest, Match, MatchOpened, Phase, Reason, Refusal, Time, lost::Lost},
    store::{MatchFilter, MatchRow, MatchState},
};

impl Hall {
    /// The table of a match that had none when somebody asked for something in it: it may have been brought back meanwhile.
    /// [`Reason::Starting`] while it is still to be; `None` where [`Hall::answer_again`] has the answer.
    pub fn table_by_now(&self, match_id: &MatchId) -> Result<Option<TableStub>, Refusal> {
        self.inner.registry.is_back(match_id)?;
        Ok(self.table(match_id).filter(|table| !table.has_ended()))
    }

    /// What `player` gets for what it asks of a match that has no table: the first answer again where that was asked before,
    /// [`Reason::RequestIdReused`] where something else was by that name, else [`Reason::MatchOver`], [`Reason::UnknownMatch`],
    /// [`Reason::Starting`] while it is still to be brought back, or what it is refused with whatever it is called
    /// ([`Ask::refusal_to`]). Where it does not sit it asks as an arbiter, if it is one.
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

    /// A match as `viewer` may see it now, whether it is live or over. [`crate::referee::Reason::UnknownMatch`] for none,
    /// [`crate::referee::Reason::MatchPruned`] for one of which no more than [`Hall::summary`] is left.
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
            return Ok(table::snapshot(&of, viewer, of.at()));
        }
        unless_pruned(&row)?;
        // It is over, and the same for every viewer.
        let fold = async || {
            let of = self.folded(match_id).await?;
            Ok(table::snapshot(&of, viewer, of.at()))
        };
        let seen = Snapshot::clone(&*self.inner.finished.get(match_id, fold).await?);
        Ok(Snapshot { summary: self.with_rematch(seen.summary, row.rematch), ..seen })
    }

    /// Every event after `after`, and then the live ones, as `viewer` may know them. Also of a match that is over.
    /// [`crate::referee::Reason::Stopping`] for a spectator who would see more than is released of a match whose table has
    /// stopped.
    pub async fn watch(&self, match_id: &MatchId, viewer: Viewer, after: Seq) -> Result<Watch, Refusal> {
        if let Some(table) = self.table(match_id) {
            return table.watch(viewer, after);
        }
        let row = self.row(match_id).await?;
        self.inner.registry.is_back(match_id)?;
        // It may have been brought back meanwhile.
        if let Some(table) = self.table(match_id) {
            return table.watch(viewer, after);
        }
        unless_pruned(&row)?;
        if self.holds_back(viewer) && row.state != MatchState::Over {
            return Err(Refusal::new(Reason::Stopping, "the table of this match has stopped: ask again later"));
        }
        let history = History::new(self.inner.match_store.clone(), match_id.clone(), viewer, after);
        Ok(Watch::new(history, viewer, after, None, None))
    }

    /// A page of matches, the newest first, beginning behind `before`; never more than [`MATCHES_A_PAGE`]. `viewer` says
    /// what the caller is to a match. No log is read: a live match is told by its table, any other by its row.
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

    /// A match in a few lines, whether it is live or over. [`crate::referee::Reason::UnknownMatch`] for none.
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

    /// How a match was set up, whether it is live or over. [`crate::referee::Reason::UnknownMatch`] for none.
    pub async fn opened(&self, match_id: &MatchId) -> Result<Arc<MatchOpened>, Refusal> {
        match self.table(match_id) {
            Some(table) => Ok(Arc::clone(table.opened())),
            None => self.row(match_id).await?.opened.ok_or_else(history::unreadable),
        }
    }

    /// The tables of matches that belong to a tournament or ladder.
    pub fn contest_tables(&self) -> Vec<TableStub> {
        let tables = self.inner.registry.tables().into_iter();
        tables.filter(|table| table.opened().occasion.is_some() && !table.has_ended()).collect()
    }

    /// At most `limit` live matches of a contest, with all that is hidden from spectators.
    pub async fn live_in(&self, contest: &Contest, limit: usize) -> Vec<Summary> {
        let is_of = |table: &TableStub| table.opened().occasion.as_ref().is_some_and(|of| of.contest == *contest);
        let mut live = Vec::new();
        for table in self.contest_tables().into_iter().filter(is_of).take(limit) {
            // A match that ends meanwhile is live no more.
            live.extend(table.summary(Viewer::Arbiter).await.ok());
        }
        live
    }

    /// The record of a match that is over; [`Reason::MatchPruned`] where its log was dropped.
    pub async fn record(&self, match_id: &MatchId) -> Result<RecordParts, Refusal> {
        let row = self.row(match_id).await?;
        unless_pruned(&row)?;
        match row.state {
            MatchState::Over => {
                let signer = self.limits().signer.clone();
                Ok(RecordParts::of(Arc::clone(&self.inner.match_store.log), signer, match_id.clone()))
            }
            MatchState::Unreadable => Err(history::unreadable()),
            MatchState::Waiting | MatchState::Live => {
                Err(Refusal::new(Reason::StillPlayed, "the match is still played: its record is not open yet"))
            }
        }
    }
}

/// A match on a page of a list.
#[derive(Clone, Debug)]
pub enum Listed {
    /// One that can be read.
    Match(Box<Summary>),
    Unreadable(UnreadableMatch),
}

/// What is known of a match whose log cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableMatch {
    pub match_id: MatchId,
    pub game: String,
    /// When it was opened, in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    /// Its setup; `None` if not even that can be read.
    pub opened: Option<Arc<MatchOpened>>,
}

impl Listed {
    pub fn match_id(&self) -> &MatchId {
        match self {
            Listed::Match(summary) => &summary.opened.match_id,
            Listed::Unreadable(unreadable) => &unreadable.match_id,
        }
    }

    /// How it was set up; `None` if that cannot be read.
    pub fn opened(&self) -> Option<&MatchOpened> {
        match self {
            Listed::Match(summary) => Some(&summary.opened),
            Listed::Unreadable(unreadable) => unreadable.opened.as_deref(),
        }
    }

    /// The summary of one that can be read.
    pub fn summary(&self) -> Option<&Summary> {
        match self {
            Listed::Match(summary) => Some(summary),
            Listed::Unreadable(_) => None,
        }
    }
}

impl Hall {
    /// The row of a match. [`crate::referee::Reason::UnknownMatch`] for none.
    pub async fn row(&self, match_id: &MatchId) -> Result<MatchRow, Refusal> {
        let row = self.index().row(match_id).await.map_err(HistoryError::from)?;
        row.ok_or_else(|| history::unknown_match(match_id))
    }

    /// Whether a player is in a match of a tournament or ladder that is not over.
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

    /// The same for one that has no table, or whose table need not be asked.
    pub(super) fn listed_by_row(&self, row: MatchRow) -> Listed {
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

    /// A match without a table as a viewer may see it. If it is not over, no time passes in it, and what is younger than
    /// the delay stays held back from spectators.
    pub(super) async fn folded_for(
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

    /// Whether a viewer may be shown an earlier moment of a match than it stands at.
    pub fn holds_back(&self, viewer: Viewer) -> bool {
        viewer == Viewer::Spectator && !self.inner.limits.spectator_delay.is_zero()
    }

    pub(super) async fn folded(&self, match_id: &MatchId) -> Result<Match, Refusal> {
        history::fold(&self.inner.match_store, match_id).await?.ok_or_else(|| history::unknown_match(match_id))
    }
}

/// [`Reason::MatchPruned`] for a match that has no log any more.
pub(super) fn unless_pruned(row: &MatchRow) -> Result<(), Refusal> {
    if row.pruned { Err(history::pruned(&row.match_id)) } else { Ok(()) }
}

/// What a table showed; `None` when its match has ended since, so that the log is asked. For any other refusal it is not: to fold a
/// whole log is dearer than what the table had no room for.
pub(super) fn unless_over<T>(looked: Result<T, Refusal>) -> Result<Option<T>, Refusal> {
    match looked {
        Ok(seen) => Ok(Some(seen)),
        Err(refusal) if refusal.reason == Reason::MatchOver => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

/// A match without a table in a few lines; `None` of one that cannot be read. Of one that is not over no more is told than
/// where it stands: nobody could play in it now, and spectators may not know more yet.
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
