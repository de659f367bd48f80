//! Players who may not play: they are in no new match, and leave those in which they sit.

use std::sync::atomic::Ordering;

use super::{
    Hall,
    history::HistoryError,
    house::is_house,
    lobby::seats_of,
    table::{Ask, TableStub},
};
use crate::{
    ids::{PlayerId, RequestId, Seat, Viewer},
    referee::{Phase, Reason, Refusal},
    store::AccountState,
};

impl Hall {
    /// Refuses a match for players of whom one may not play.
    pub(super) async fn none_is_barred(&self, players: &[PlayerId]) -> Result<(), Refusal> {
        if players.iter().all(is_house) {
            return Ok(());
        }
        let barred = self.inner.accounts.barred(players.to_vec()).await.map_err(HistoryError::from)?;
        let Some(account) = barred.first() else { return Ok(()) };
        let at = players.iter().position(|player| *player == account.player).unwrap_or_default();
        let reason = match account.state {
            AccountState::Banned { .. } => Reason::PlayerBanned,
            AccountState::Retired | AccountState::Active => Reason::PlayerRetired,
        };
        let expected = "a player who is neither retired nor banned";
        Err(Refusal::of_field(reason, format!("players[{at}]"), account.player.as_str(), expected))
    }

    /// How often somebody was withdrawn so far: to be read before it is asked whether a player is barred, for
    /// [`Hall::leave_if_barred`].
    pub(super) fn withdrawals(&self) -> u64 {
        self.inner.withdrawals.load(Ordering::SeqCst)
    }

    /// Takes those out of a match that was just opened who were barred since it was asked whether somebody is: whoever barred them may
    /// not have found its table. `before` is what [`Hall::withdrawals`] said then.
    pub(super) async fn leave_if_barred(&self, players: &[PlayerId], before: u64) -> Result<(), Refusal> {
        if self.withdrawals() == before {
            return Ok(());
        }
        let barred = self.inner.accounts.barred(players.to_vec()).await.map_err(HistoryError::from)?;
        for account in &barred {
            self.leave_tables(&account.player).await;
        }
        self.none_is_barred(players).await
    }

    /// Takes a player out of all challenges and of its live matches: one that has not begun is called off, one that has is resigned. A match that declines
    /// both, or is not back yet after a start, is left to its graces: the player comes to none any more.
    pub async fn withdraw(&self, player: &PlayerId) {
        // Whoever opens a match at this moment, and was told before that nobody is barred, asks again.
        self.inner.withdrawals.fetch_add(1, Ordering::SeqCst);
        self.leave_challenges(player);
        self.leave_tables(player).await;
    }

    async fn leave_tables(&self, player: &PlayerId) {
        for table in self.inner.registry.tables_of(player) {
            for seat in seats_of(&table, player) {
                if let Err(refusal) = leave(&table, seat).await {
                    let match_id = table.match_id();
                    tracing::warn!(%match_id, %seat, %player, reason = ?refusal.reason, "a player who may not play is not out: {refusal}");
                }
            }
        }
    }
}

/// Calls a match off or gives it up for a seat.
async fn leave(table: &TableStub, seat: Seat) -> Result<(), Refusal> {
    let phase = table.summary(Viewer::Seat(seat)).await?.phase;
    let command = if phase == Phase::Waiting { Ask::Abort } else { Ask::Resign };
    match table.ask(seat, RequestId::default(), command).await {
        Ok(_) => Ok(()),
        // Another seat of the same player has ended it, or it has ended by itself.
        Err(refusal) if matches!(refusal.reason, Reason::MatchOver | Reason::SeatLost) => Ok(()),
        Err(refusal) => Err(refusal),
    }
}
