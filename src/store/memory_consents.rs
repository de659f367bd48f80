//! The consents of the store in memory.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{Consents, Entered, MemoryStore, StoreFuture, consents::CONTESTS_A_PLAYER, memory::ready};
use crate::{
    ids::PlayerId,
    referee::{AcceptPolicy, Contest},
};

/// What players have agreed to. It is bounded by the players, of whom each has one policy and few entries.
#[derive(Default)]
pub struct MemoryConsents {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    policies: BTreeMap<PlayerId, AcceptPolicy>,
    entrants: BTreeMap<Contest, BTreeSet<PlayerId>>,
}

impl MemoryConsents {
    /// The lock is never held across an await. What is behind it is never left half changed, so a poisoned lock is ignored.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Consents for MemoryStore {
    fn set_accept_policy(&self, player: &PlayerId, policy: Option<AcceptPolicy>) -> StoreFuture<'_, ()> {
        let mut state = self.consents.state();
        match policy {
            Some(policy) => drop(state.policies.insert(player.clone(), policy)),
            None => drop(state.policies.remove(player)),
        }
        ready(Ok(()))
    }

    fn accept_policy(&self, player: &PlayerId) -> StoreFuture<'_, Option<AcceptPolicy>> {
        ready(Ok(self.consents.state().policies.get(player).cloned()))
    }

    fn enter_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, Entered> {
        let mut state = self.consents.state();
        let is_other = |other: &Contest| other != contest && !self.contests.is_played_out(other);
        let others = state.entrants.iter().filter(|(other, players)| players.contains(player) && is_other(other));
        if others.count() >= CONTESTS_A_PLAYER {
            return ready(Ok(Entered::TooMany));
        }
        state.entrants.entry(contest.clone()).or_default().insert(player.clone());
        ready(Ok(Entered::In))
    }

    fn leave_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, ()> {
        let mut state = self.consents.state();
        if let Some(players) = state.entrants.get_mut(contest) {
            players.remove(player);
            if players.is_empty() {
                state.entrants.remove(contest);
            }
        }
        ready(Ok(()))
    }

    fn has_entered(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, bool> {
        let state = self.consents.state();
        ready(Ok(state.entrants.get(contest).is_some_and(|players| players.contains(player))))
    }

    fn is_in_running_contest(&self, player: &PlayerId) -> StoreFuture<'_, bool> {
        let state = self.consents.state();
        let mut entered = state.entrants.iter().filter(|(_, players)| players.contains(player));
        ready(Ok(entered.any(|(contest, _)| self.contests.is_running(contest))))
    }

    fn entrants(&self, contest: &Contest, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<PlayerId>> {
        let state = self.consents.state();
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let players =
            state.entrants.get(contest).into_iter().flat_map(|players| players.range((from.clone(), Bound::Unbounded)));
        ready(Ok(players.take(limit).cloned().collect()))
    }
}
