//! Who owns the players of a match. What players of one owner play against each other is casual, unless a host pairs them.

use std::collections::BTreeMap;

use super::{Agreed, Hall, NewMatch, history::HistoryError, house::is_house};
use crate::{
    ids::PlayerId,
    referee::{Refusal, Stakes},
};

/// The owners of some players. Whom nobody owns is its own owner.
#[derive(Debug, Default)]
pub(super) struct Owners(BTreeMap<PlayerId, PlayerId>);

impl Owners {
    /// The owner of a player who was asked for.
    pub fn of(&self, player: &PlayerId) -> Option<&PlayerId> {
        self.0.get(player)
    }

    /// Whether two players, both of those who were asked for, have the same owner.
    pub fn are_same(&self, one: &PlayerId, other: &PlayerId) -> bool {
        self.0.get(one).is_some_and(|owner| self.0.get(other) == Some(owner))
    }

    /// Whether two different players have the same owner.
    fn is_any_shared(&self) -> bool {
        let mut owners: Vec<&PlayerId> = self.0.values().collect();
        owners.sort_unstable();
        owners.windows(2).any(|pair| pair[0] == pair[1])
    }
}

impl Hall {
    /// Who runs a player: whom nobody owns, and each of the house's own, runs itself.
    pub async fn owner(&self, player: &PlayerId) -> Result<PlayerId, Refusal> {
        let owners = self.owners(std::slice::from_ref(player)).await?;
        Ok(owners.of(player).unwrap_or(player).clone())
    }

    /// The owners of these players; the house's own belong to nobody.
    pub(super) async fn owners(&self, players: &[PlayerId]) -> Result<Owners, Refusal> {
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

    /// The same match, casual where two of its players have one owner.
    pub(super) async fn casual_among_own(&self, mut new: NewMatch) -> Result<NewMatch, Refusal> {
        if new.conduct.stakes == Stakes::Rated && self.owners(&new.players).await?.is_any_shared() {
            new.conduct.stakes = Stakes::Casual;
        }
        Ok(new)
    }
}

/// Whether whoever opens a match so may have players of one owner play for a rating.
pub(super) fn rates_one_owner(agreed: &Agreed) -> bool {
    match agreed {
        Agreed::All => true,
        Agreed::Only { by_host, .. } => *by_host,
    }
}
