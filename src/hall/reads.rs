//! What those who look are told of a match, whether it is live or over.

use super::{
    Hall,
    history::{self, Asker, History, HistoryError},
    limits::MATCHES_A_PAGE,
    table::{self, Snapshot, Summary, Watch},
};
use crate::{
    ids::{MatchId, PlayerId, RequestId, Seq, Viewer},
    referee::{Fact, Match, Opened, Phase, Reason, Refusal},
    store::{MatchFilter, record},
};

impl Hall {
    /// What `player` gets for a command to a match that has no table: the first answer again where the match knows the
    /// request id, else [`crate::referee::Reason::MatchOver`], `NotSeated` or `UnknownMatch`.
    pub async fn answer_again(
        &self,
        match_id: &MatchId,
        player: &PlayerId,
        request_id: &RequestId,
    ) -> Result<Seq, Refusal> {
        history::answer_again(self.store(), match_id, Asker::Player(player), request_id).await
    }

    /// The same for an arbiter, who does not sit in the match.
    pub async fn answer_arbiter_again(
        &self,
        match_id: &MatchId,
        arbiter: &PlayerId,
        request_id: &RequestId,
    ) -> Result<Seq, Refusal> {
        history::answer_again(self.store(), match_id, Asker::Arbiter(arbiter), request_id).await
    }

    /// A match as `viewer` may see it now, whether it is live or over. [`crate::referee::Reason::UnknownMatch`] for none.
    pub async fn look(&self, match_id: &MatchId, viewer: Viewer) -> Result<Snapshot, Refusal> {
        let live = match self.table(match_id) {
            Some(table) => table.look(viewer).await.ok(),
            None => None,
        };
        let seen = match live {
            Some(seen) => seen,
            None => {
                let of = self.folded_for(match_id, |_| viewer).await?;
                table::snapshot(&of, viewer, of.at())
            }
        };
        Ok(Snapshot { summary: self.with_rematch(seen.summary).await?, ..seen })
    }

    /// Every event after `after`, and then the live ones, as `viewer` may know them. Also of a match that is over.
    /// [`crate::referee::Reason::Stopping`] for a spectator who would see more than is released of a match whose table has
    /// stopped.
    pub async fn watch(&self, match_id: &MatchId, viewer: Viewer, after: Seq) -> Result<Watch, Refusal> {
        if let Some(table) = self.table(match_id) {
            return table.watch(viewer, after).await;
        }
        let first = self.store().events(match_id, Seq(0), 1).await.map_err(HistoryError::from)?;
        if first.is_empty() {
            return Err(history::unknown_match(match_id));
        }
        if self.holds_back(viewer) && self.folded(match_id).await?.phase() != Phase::Over {
            return Err(Refusal::new(Reason::Stopping, "the table of this match has stopped: ask again later"));
        }
        let history = History::new(self.inner.annals.clone(), match_id.clone(), viewer, after);
        Ok(Watch::new(history, viewer, after, None, None))
    }

    /// A page of matches, the newest first, beginning behind `before`; never more than [`MATCHES_A_PAGE`]. `viewer` says
    /// what the asker is to a match.
    pub async fn list(
        &self,
        filter: MatchFilter,
        before: Option<MatchId>,
        limit: usize,
        viewer: impl Fn(&Opened) -> Viewer + Send + Sync,
    ) -> Result<Vec<Summary>, Refusal> {
        let ids = self.store().matches(filter, before, limit.min(MATCHES_A_PAGE)).await.map_err(HistoryError::from)?;
        let mut page = Vec::with_capacity(ids.len());
        for match_id in &ids {
            page.push(self.summary(match_id, &viewer).await?);
        }
        Ok(page)
    }

    /// A match in a few lines, whether it is live or over. [`crate::referee::Reason::UnknownMatch`] for none.
    pub async fn summary(
        &self,
        match_id: &MatchId,
        viewer: impl Fn(&Opened) -> Viewer + Send + Sync,
    ) -> Result<Summary, Refusal> {
        if let Some(table) = self.table(match_id)
            && let Ok(summary) = table.summary(viewer(table.opened())).await
        {
            return self.with_rematch(summary).await;
        }
        if let Some(summary) = self.inner.finished.find(match_id) {
            return self.with_rematch(summary).await;
        }
        let of = self.folded_for(match_id, viewer).await?;
        let summary = table::summary(&of, of.at());
        self.inner.finished.keep(&summary);
        self.with_rematch(summary).await
    }

    /// The record of a match that is over: one event of `referee.log.v1` a line, as JSON.
    pub async fn record(&self, match_id: &MatchId) -> Result<String, Refusal> {
        let events = history::all(self.store(), match_id).await?;
        match events.last().map(|event| &event.fact) {
            None => Err(history::unknown_match(match_id)),
            Some(Fact::Ended(_)) => Ok(record::write(&events)),
            Some(_) => Err(Refusal::new(Reason::StillPlayed, "the match is still played: its record is not open yet")),
        }
    }
}

impl Hall {
    /// A match without a table as a viewer may see it. If it is not over, no time passes in it, and what is younger than
    /// the delay stays held back from spectators.
    async fn folded_for(
        &self,
        match_id: &MatchId,
        viewer: impl Fn(&Opened) -> Viewer + Send + Sync,
    ) -> Result<Match, Refusal> {
        let of = self.folded(match_id).await?;
        if of.phase() == Phase::Over || !self.holds_back(viewer(of.opened())) {
            return Ok(of);
        }
        let horizon = table::earlier(of.at(), self.inner.limits.spectator_delay);
        let then = history::fold_up_to(&self.inner.annals, match_id, horizon).await?;
        then.ok_or_else(|| history::unknown_match(match_id))
    }

    fn holds_back(&self, viewer: Viewer) -> bool {
        viewer == Viewer::Spectator && !self.inner.limits.spectator_delay.is_zero()
    }

    pub(super) async fn folded(&self, match_id: &MatchId) -> Result<Match, Refusal> {
        history::fold(&self.inner.annals, match_id).await?.ok_or_else(|| history::unknown_match(match_id))
    }
}
