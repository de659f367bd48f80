//! Players who may not play: they get into no new match, and leave their live ones.

use std::sync::atomic::Ordering;

use crate::hall::{
    Hall, NewMatch,
    house::is_house,
    lobby::seats_of,
    records::history::HistoryError,
    table::{Ask, TableStub},
};
use referee_ids::{PlayerId, RequestId, Seat, Viewer};
use referee_law::{Phase, Reason, Refusal, Stakes};
use referee_store::AccountState;

impl Hall {
    /// Rejects a match if one of its players may not play.
    pub(in crate::hall) async fn none_is_barred(&self, players: &[PlayerId]) -> Result<(), Refusal> {
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

    /// Rejects a match that guests may not play, if one of these players is a guest: a rated match,
    /// or a match of a contest. `field` returns the name of a player's field.
    pub(in crate::hall) async fn guests_may_play(
        &self,
        new: &NewMatch,
        players: &[PlayerId],
        field: impl Fn(usize) -> String,
    ) -> Result<(), Refusal> {
        if new.conduct.stakes == Stakes::Casual && new.occasion.is_none() {
            return Ok(());
        }
        for (at, player) in players.iter().enumerate().filter(|(_, player)| !is_house(player)) {
            let account = self.inner.accounts.account(player).await.map_err(HistoryError::from)?;
            if account.is_some_and(|account| account.is_guest) {
                let expected = "a registered player: guests can only play casual matches outside contests";
                return Err(Refusal::of_field(Reason::Forbidden, field(at), player.as_str(), expected));
            }
        }
        Ok(())
    }

    /// Returns how often players were withdrawn so far. Read this number before checking whether a
    /// player is barred, and pass it to [`Hall::leave_if_barred`].
    pub(in crate::hall) fn withdrawals(&self) -> u64 {
        self.inner.withdrawals.load(Ordering::SeqCst)
    }

    /// Withdraws the players of a new match who were barred since the check, since the ban may not
    /// have found the table. `before` is the number of [`Hall::withdrawals`] before the check.
    pub(in crate::hall) async fn leave_if_barred(&self, players: &[PlayerId], before: u64) -> Result<(), Refusal> {
        if self.withdrawals() == before {
            return Ok(());
        }
        let barred = self.inner.accounts.barred(players.to_vec()).await.map_err(HistoryError::from)?;
        for account in &barred {
            self.leave_tables(&account.player).await;
        }
        self.none_is_barred(players).await
    }

    /// Withdraws a player from all challenges and live matches. Aborts a match that has not
    /// started, and resigns one that has. If a match declines both, or is not resumed yet, its
    /// graces end it, since the player can no longer connect.
    pub async fn withdraw(&self, player: &PlayerId) {
        // The number increases first, so that a concurrent opening that found no barred player
        // checks again.
        self.inner.withdrawals.fetch_add(1, Ordering::SeqCst);
        self.leave_challenges(player);
        self.leave_tables(player).await;
    }

    async fn leave_tables(&self, player: &PlayerId) {
        for table in self.inner.registry.tables_of(player) {
            for seat in seats_of(&table, player) {
                if let Err(refusal) = leave(&table, seat).await {
                    let match_id = table.match_id();
                    tracing::warn!(%match_id, %seat, %player, reason = ?refusal.reason, "failed to remove a \
                        barred player: {refusal}");
                }
            }
        }
    }
}

/// Aborts a match that has not started; resigns one that has, for this seat.
async fn leave(table: &TableStub, seat: Seat) -> Result<(), Refusal> {
    let phase = table.summary(Viewer::Seat(seat)).await?.phase;
    let command = if phase == Phase::Waiting { Ask::Abort } else { Ask::Resign };
    match table.ask(seat, RequestId::default(), command).await {
        Ok(_) => Ok(()),
        // The match is already over, or another seat of the player has ended it.
        Err(refusal) if matches!(refusal.reason, Reason::MatchOver | Reason::SeatLost) => Ok(()),
        Err(refusal) => Err(refusal),
    }
}
