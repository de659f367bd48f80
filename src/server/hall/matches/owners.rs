//! The owners of the players of a match. Matches between players with the same owner are casual,
//! unless a host pairs them.

use std::collections::BTreeMap;

use crate::hall::{Hall, NewMatch, house::is_house, records::history::HistoryError};
use referee_ids::PlayerId;
use referee_law::{Refusal, Stakes};

/// The owners of the players that were looked up. A player without an owner is its own owner.
#[derive(Debug, Default)]
pub(in crate::hall) struct Owners(BTreeMap<PlayerId, PlayerId>);

impl Owners {
    /// Returns the owner of a player that was looked up.
    pub fn of(&self, player: &PlayerId) -> Option<&PlayerId> {
        self.0.get(player)
    }

    /// Returns whether two players that were looked up have the same owner.
    pub fn are_same(&self, one: &PlayerId, other: &PlayerId) -> bool {
        self.0.get(one).is_some_and(|owner| self.0.get(other) == Some(owner))
    }

    /// Returns whether any two different players have the same owner.
    fn is_any_shared(&self) -> bool {
        let mut owners: Vec<&PlayerId> = self.0.values().collect();
        owners.sort_unstable();
        owners.windows(2).any(|pair| pair[0] == pair[1])
    }
}

impl Hall {
    /// Returns the owner of a player. A house bot, or a player without an owner, is its own owner.
    pub async fn owner(&self, player: &PlayerId) -> Result<PlayerId, Refusal> {
        let owners = self.owners(std::slice::from_ref(player)).await?;
        Ok(owners.of(player).unwrap_or(player).clone())
    }

    /// Looks up the owners of these players. House bots have none.
    pub(in crate::hall) async fn owners(&self, players: &[PlayerId]) -> Result<Owners, Refusal> {
        let mut owners = BTreeMap::new();
        for player in players {
            if is_house(player) {
                continue;
            }
            let account = self.inner.accounts.account(player).await.map_err(HistoryError::from)?;
            let owner = account.and_then(|account| account.owner).unwrap_or_else(|| player.clone());
            owners.insert(player.clone(), owner);
        }
        Ok(Owners(owners))
    }

    /// Makes a match casual if two of its players have the same owner.
    pub(in crate::hall) async fn casual_among_own(&self, mut new: NewMatch) -> Result<NewMatch, Refusal> {
        if new.conduct.stakes == Stakes::Rated && self.owners(&new.players).await?.is_any_shared() {
            new.conduct.stakes = Stakes::Casual;
        }
        Ok(new)
    }
}
