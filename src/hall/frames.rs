//! The positions of a match for those who look back, or at many matches at once.

use super::{
    Hall,
    history::{self, END_OF_TIME},
    reads::unless_over,
    table,
};
use crate::{
    ids::{MatchId, Viewer},
    referee::{
        Phase, Reason, Refusal,
        frames::{Frame, Frames, SeenFrame},
    },
    store::MatchState,
};

impl Hall {
    /// At most `most` positions of a match as `viewer` may know them, from a round and ply on, whether it is live or over. Refused as
    /// [`Hall::watch`] is.
    pub async fn frames(
        &self,
        match_id: &MatchId,
        viewer: Viewer,
        from: (u32, u32),
        most: usize,
    ) -> Result<Vec<Frame>, Refusal> {
        let row = self.row(match_id).await?;
        let horizon = match self.table(match_id) {
            _ if row.state == MatchState::Over => END_OF_TIME,
            Some(table) => table.spectator_delay(viewer).map_or(END_OF_TIME, |delay| delay.horizon()),
            None => {
                self.inner.registry.is_back(match_id)?;
                if self.holds_back(viewer) {
                    return Err(Refusal::new(Reason::Stopping, "the table of this match has stopped: ask again later"));
                }
                END_OF_TIME
            }
        };
        let frames = Frames::new(viewer, from, most);
        let frames = history::frames(&self.inner.match_store, match_id, horizon, frames).await?;
        frames.ok_or_else(|| history::unknown_match(match_id))
    }

    /// The position of a match as `viewer` may see it now, drawn alone: without its text, and the step that led to it.
    pub async fn frame(&self, match_id: &MatchId, viewer: Viewer) -> Result<SeenFrame, Refusal> {
        if let Some(table) = self.table(match_id)
            && let Some(frame) = unless_over(table.frame(viewer).await)?
        {
            return Ok(frame);
        }
        let of = self.folded_for(match_id, |_| viewer).await?;
        if of.phase() != Phase::Over {
            self.inner.registry.is_back(match_id)?;
        }
        Ok(table::frame(&of, viewer, of.at()))
    }
}
