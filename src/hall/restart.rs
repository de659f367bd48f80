//! How the matches that were live when the server stopped come back.

use super::{
    Hall,
    hall::Inner,
    history::{self, HistoryError},
    table,
    wall_clock::MatchClock,
};
use crate::{ids::MatchId, referee::Refusal, store::StoreError};

impl Hall {
    /// Brings every unfinished match back. One that cannot be is reported and left alone.
    pub(super) async fn bring_all_back(&self) -> Result<(), StoreError> {
        let unfinished = self.store().unfinished().await?;
        let (mut back, all) = (0, unfinished.len());
        for match_id in unfinished {
            match self.bring_back(&match_id).await {
                Ok(()) => back += 1,
                Err(refusal) => tracing::error!(%match_id, %refusal, "a match could not be brought back"),
            }
        }
        if all > 0 {
            tracing::info!(back, all, "live matches were brought back");
        }
        Ok(())
    }

    async fn bring_back(&self, match_id: &MatchId) -> Result<(), Refusal> {
        let Inner { annals, registry, house, limits, .. } = &*self.inner;
        let seed = annals.store.seed(match_id).await.map_err(HistoryError::from)?;
        let live = history::with_seed(self.folded(match_id).await?, seed)?;
        let players = live.opened().players.clone();
        let clock = MatchClock::starting_at(live.at());
        let (stub, mut table) = table::channel(live, annals.clone(), limits, clock);
        table.resume().await?;
        let (place, leave) = (registry.reserve_again(match_id, &players), house.reserve_again(&players));
        self.start(&stub, table, place, leave).await;
        Ok(())
    }
}
