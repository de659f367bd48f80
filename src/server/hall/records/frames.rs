//! Positions of a match, for viewers that look back or watch many matches.

use super::{
    history::{self, END_OF_TIME},
    reads::{unless_over, unless_pruned},
};
use crate::hall::Hall;
use referee_ids::{MatchId, Seq, Viewer};
use referee_law::{
    Reason, Refusal,
    frames::{Frame, Frames, SeenFrame},
};
use referee_store::MatchState;

impl Hall {
    /// Returns at most `most` positions of a live or finished match as `viewer` may see them,
    /// starting at a round and ply. Ignores events after `up_to`. Fails as [`Hall::watch`] does.
    pub async fn frames(
        &self,
        match_id: &MatchId,
        viewer: Viewer,
        up_to: Seq,
        from: (u32, u32),
        most: usize,
    ) -> Result<Vec<Frame>, Refusal> {
        let row = self.row(match_id).await?;
        unless_pruned(&row)?;
        let horizon = match self.table(match_id) {
            _ if row.state == MatchState::Over => END_OF_TIME,
            Some(table) => table.spectator_delay(viewer).map_or(END_OF_TIME, |delay| delay.horizon()),
            None => {
                self.inner.registry.is_back(match_id)?;
                if self.holds_back(viewer) {
                    return Err(Refusal::new(Reason::Stopping, "the table of this match has stopped: retry later"));
                }
                END_OF_TIME
            }
        };
        let frames = Frames::new(viewer, from, most);
        let frames = history::frames(&self.inner.match_store, match_id, horizon, up_to, frames).await?;
        frames.ok_or_else(|| history::unknown_match(match_id))
    }

    /// Returns the present position as `viewer` may see it. Its text, and the step that led to it,
    /// are left out.
    pub async fn frame(&self, match_id: &MatchId, viewer: Viewer) -> Result<SeenFrame, Refusal> {
        if let Some(table) = self.table(match_id)
            && let Some(frame) = unless_over(table.frame(viewer).await)?
        {
            return Ok(frame);
        }
        // The cached snapshot of a finished match serves all viewers.
        let seen = self.look(match_id, viewer).await?;
        Ok(SeenFrame {
            seq: seen.summary.seq,
            round: seen.summary.round,
            ply: seen.summary.ply,
            step: None,
            picture: seen.picture,
            position: String::new(),
            at: seen.summary.at,
            clocks: seen.summary.clocks,
            turn: seen.summary.open_turn.map(|turn| turn.seat),
            totals: seen.summary.totals,
            choices: None,
            round_result: None,
        })
    }
}
