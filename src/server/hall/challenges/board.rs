//! The board of open challenges. It is kept in memory, so a restart closes all challenges.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    net::IpAddr,
    ops::Bound,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use referee_ids::{MatchId, PlayerId};
use referee_law::{Reason, Refusal};
use referee_store::PublicId;
use tokio::{sync::broadcast, task::AbortHandle};

use super::challenge::{
    CHALLENGES, CHALLENGES_OF_A_PLAYER, CHALLENGES_OF_AN_ADDRESS, CHALLENGES_OF_AN_OWNER,
    CHALLENGES_OF_AN_OWNER_TO_A_PLAYER, CHALLENGES_TO_A_PLAYER, CLOSED_CHALLENGES, Challenge, ChallengeState, Declined,
    ListPosition, WAITING_CHANGES,
};
use crate::hall::{
    house::is_house,
    limits::{
        RETRY_WHEN_FULL,
        gauge::{Gauge, Taken},
    },
    wall_clock::TimerInstant,
};

#[derive(Clone, Debug)]
pub enum LobbyChange {
    /// A challenge is new or has changed.
    Challenge(Arc<Challenge>),
    /// A player has connected or disconnected.
    Presence(PlayerId),
}

/// The open challenges, and those closed last.
pub struct ChallengeBoard {
    state: Mutex<State>,
    changes: broadcast::Sender<LobbyChange>,
}

#[derive(Default)]
struct State {
    open: BTreeMap<MatchId, Entry>,
    /// Open challenges, oldest first.
    by_position: BTreeSet<ListPosition>,
    closed: VecDeque<Arc<Challenge>>,
    counts: Gauge<Proposer>,
}

/// The key under which open challenges are counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Proposer {
    Anyone,
    Player(PlayerId),
    Owner(PlayerId),
    Address(IpAddr),
}

/// The outcome of [`ChallengeBoard::put`].
#[derive(Debug)]
pub enum Put {
    /// A new challenge. The challenges that it displaced from full inboxes are closed.
    New {
        challenge: Arc<Challenge>,
        /// Displaced challenges.
        displaced: Vec<Arc<Challenge>>,
    },
    /// An earlier challenge, which the same request created.
    Before(Arc<Challenge>),
}

/// The result of a player's consent.
#[derive(Clone, Debug)]
pub enum Agreement {
    Noted(Arc<Challenge>),
    /// Nothing was recorded, because the consents have changed since the check for compatibility.
    Changed(Arc<Challenge>),
    /// The challenge is closed, or full without this player.
    Closed,
}

struct Entry {
    challenge: Arc<Challenge>,
    until: TimerInstant,
    /// State to set when the hold ends, unless the match was opened; `None` for no change.
    ends_as: Option<ChallengeState>,
    /// Players whose consent ends when the hold ends.
    leaving: BTreeSet<PlayerId>,
    /// Whether the match is being opened. Meanwhile the challenge can be neither answered nor
    /// canceled.
    is_opening: bool,
    /// Task that expires the challenge.
    expiry: Option<AbortHandle>,
    _counted: Taken<Proposer>,
}

impl Entry {
    fn leave(&mut self, player: &PlayerId) {
        let challenge = Arc::make_mut(&mut self.challenge);
        challenge.accepted_by.retain(|other| other != player);
        challenge.accepted_by_policy.retain(|other| other != player);
    }
}

impl Default for ChallengeBoard {
    fn default() -> ChallengeBoard {
        ChallengeBoard { state: Mutex::default(), changes: broadcast::channel(WAITING_CHANGES).0 }
    }
}

impl ChallengeBoard {
    /// Adds a challenge, or returns the earlier one of the same request. In a full inbox, the
    /// oldest challenge of the owner with the most challenges there is dropped. Fails with
    /// [`Reason::RequestIdReused`] if the request id was used for another challenge, and with
    /// [`Reason::Limit`] if too many are open.
    pub fn put(&self, challenge: Challenge, now: TimerInstant) -> Result<Put, Refusal> {
        let mut state = self.state();
        if let Some(before) = state.before(&challenge) {
            return if before.content == challenge.content { Ok(Put::Before(before)) } else { Err(reused(&challenge)) };
        }
        let _counted = state.count(&challenge)?;
        let displaced = state.displaced(&challenge)?;
        let close = |(id, by)| state.close(&id, ChallengeState::Declined(Declined::for_another(by)));
        let displaced = displaced.into_iter().filter_map(close).collect();
        let (until, new) = (now + challenge.within, Arc::new(challenge));
        let leaving = BTreeSet::new();
        let challenge = Arc::clone(&new);
        let entry = Entry { challenge, until, ends_as: None, leaving, is_opening: false, expiry: None, _counted };
        state.by_position.insert(new.position());
        state.open.insert(new.id.clone(), entry);
        Ok(Put::New { challenge: new, displaced })
    }

    /// Returns a challenge that is open, or was closed recently.
    pub fn find(&self, id: &MatchId) -> Option<Arc<Challenge>> {
        let state = self.state();
        let open = state.open.get(id).map(|entry| &entry.challenge);
        open.or_else(|| state.closed.iter().find(|closed| closed.id == *id)).cloned()
    }

    /// Returns up to `limit` open challenges for which `is_asked` holds, the oldest first, starting
    /// after `after`.
    pub fn open(
        &self,
        is_asked: impl Fn(&Challenge) -> bool,
        after: Option<&ListPosition>,
        limit: usize,
    ) -> Vec<Arc<Challenge>> {
        let state = self.state();
        let begin = after.map_or(Bound::Unbounded, Bound::Excluded);
        let by_position = state.by_position.range::<ListPosition, _>((begin, Bound::Unbounded));
        let open = by_position.filter_map(|(_, id)| state.open.get(id)).map(|entry| &entry.challenge);
        open.filter(|challenge| is_asked(challenge)).take(limit).cloned().collect()
    }

    /// Records that a player agrees, if the players who agreed earlier are still those in `beside`.
    pub fn agree(&self, id: &MatchId, player: &PlayerId, beside: &[PlayerId]) -> Agreement {
        let mut state = self.state();
        let Some(entry) = state.open.get_mut(id) else { return Agreement::Closed };
        if !entry.challenge.accepted_by.contains(player) {
            if entry.is_opening || entry.challenge.accepted_by.len() >= entry.challenge.seats() {
                return Agreement::Closed;
            }
            if entry.challenge.accepted_by != beside {
                return Agreement::Changed(Arc::clone(&entry.challenge));
            }
            Arc::make_mut(&mut entry.challenge).accepted_by.push(player.clone());
        }
        Arc::make_mut(&mut entry.challenge).accepted_by_policy.retain(|other| other != player);
        Agreement::Noted(Arc::clone(&entry.challenge))
    }

    /// Records that an opponent agrees by its policy. Returns the changed challenge; `None` if
    /// nothing changed.
    pub fn agree_by_policy(&self, id: &MatchId, opponent: &PlayerId) -> Option<Arc<Challenge>> {
        let mut state = self.state();
        let entry = state.open.get_mut(id).filter(|entry| !entry.challenge.accepted_by.contains(opponent))?;
        let challenge = Arc::make_mut(&mut entry.challenge);
        challenge.accepted_by.push(opponent.clone());
        challenge.accepted_by_policy.push(opponent.clone());
        Some(Arc::clone(&entry.challenge))
    }

    /// Returns whether the match of a challenge is being opened, or is open.
    pub fn is_settled(&self, id: &MatchId) -> bool {
        let state = self.state();
        let is_accepted = |closed: &Arc<Challenge>| matches!(closed.state, ChallengeState::Accepted(_));
        match state.open.get(id) {
            Some(entry) => entry.is_opening,
            None => state.closed.iter().any(|closed| closed.id == *id && is_accepted(closed)),
        }
    }

    /// Stores the task that lets a challenge expire. The task ends with the challenge.
    pub fn expires_by(&self, id: &MatchId, task: AbortHandle) {
        match self.state().open.get_mut(id) {
            Some(entry) => entry.expiry = Some(task),
            None => task.abort(),
        }
    }

    /// Withdraws a player's consent. Returns the changed challenge; `None` if nothing changed. If
    /// the match is being opened, the withdrawal waits for the outcome.
    pub fn disagree(&self, id: &MatchId, player: &PlayerId) -> Option<Arc<Challenge>> {
        let mut state = self.state();
        let entry = state.open.get_mut(id).filter(|entry| entry.challenge.accepted_by.contains(player))?;
        if entry.is_opening {
            entry.leaving.insert(player.clone());
            return None;
        }
        entry.leave(player);
        Some(Arc::clone(&entry.challenge))
    }

    /// Holds challenges while their match is opened: until the release, nothing else opens or
    /// closes them. Returns whether all were free and their consents are unchanged, so that every
    /// consenting player gets a seat.
    pub fn hold(&self, challenges: &[Arc<Challenge>]) -> bool {
        let mut state = self.state();
        let is_as_seen = |seen: &Arc<Challenge>| {
            let entry = state.open.get(&seen.id).filter(|entry| !entry.is_opening);
            entry.is_some_and(|entry| entry.challenge.accepted_by == seen.accepted_by)
        };
        if !challenges.iter().all(is_as_seen) {
            return false;
        }
        for seen in challenges {
            state.open.get_mut(&seen.id).into_iter().for_each(|entry| entry.is_opening = true);
        }
        true
    }

    /// Releases challenges. Returns those that ended during the hold and are now closed, and those
    /// that a player left.
    pub fn release(&self, ids: &[MatchId]) -> Vec<Arc<Challenge>> {
        let mut state = self.state();
        let mut changed = Vec::new();
        for id in ids {
            let Some(entry) = state.open.get_mut(id) else { continue };
            entry.is_opening = false;
            let leaving = std::mem::take(&mut entry.leaving);
            leaving.iter().for_each(|player| entry.leave(player));
            match entry.ends_as.take() {
                Some(to) => changed.extend(state.close(id, to)),
                None if leaving.is_empty() => {}
                None => changed.push(Arc::clone(&entry.challenge)),
            }
        }
        changed
    }

    /// Closes a challenge, and returns it; `None` if it is not open, or its match is being opened.
    pub fn close(&self, id: &MatchId, to: ChallengeState) -> Option<Arc<Challenge>> {
        let mut state = self.state();
        let is_accepted = matches!(to, ChallengeState::Accepted(_));
        if state.open.get(id).is_none_or(|entry| entry.is_opening && !is_accepted) {
            return None;
        }
        state.close(id, to)
    }

    /// Closes a challenge. If its match is being opened, closes the challenge later, in case the
    /// opening fails.
    pub fn end(&self, id: &MatchId, to: ChallengeState) -> Option<Arc<Challenge>> {
        let mut state = self.state();
        let entry = state.open.get_mut(id)?;
        if entry.is_opening {
            entry.ends_as = Some(to);
            return None;
        }
        state.close(id, to)
    }

    /// Removes a rejected challenge, so that the same request id can propose it again.
    pub fn forget(&self, id: &MatchId) {
        let mut state = self.state();
        if state.open.get(id).is_none_or(|entry| !entry.is_opening) {
            state.close(id, ChallengeState::Canceled);
            state.closed.retain(|closed| closed.id != *id);
        }
    }

    /// Replaces the token `old` in a player's challenges by `new`.
    pub fn renew_token(&self, player: &PlayerId, old: PublicId, new: PublicId) {
        let mut state = self.state();
        let entries = state.open.values_mut().map(|entry| &mut entry.challenge);
        for challenge in entries.filter(|of| of.challenger == *player && of.token == Some(old)) {
            Arc::make_mut(challenge).token = Some(new);
        }
    }

    /// Returns the time at which a challenge expires; `None` if it is not open.
    pub fn expires_at(&self, id: &MatchId) -> Option<TimerInstant> {
        self.state().open.get(id).map(|entry| entry.until)
    }

    /// Sends a change to the watchers of the lobby.
    pub fn tell(&self, change: LobbyChange) {
        // An error means that there are no watchers.
        let _ = self.changes.send(change);
    }

    /// Subscribes to changes from now on.
    pub fn changes(&self) -> broadcast::Receiver<LobbyChange> {
        self.changes.subscribe()
    }

    /// Locks the board. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the earlier challenge of the same request.
    fn before(&self, new: &Challenge) -> Option<Arc<Challenge>> {
        if new.request_id.as_str().is_empty() {
            return None;
        }
        let open = self.open.values().map(|entry| &entry.challenge);
        let is_same =
            |other: &&Arc<Challenge>| other.challenger == new.challenger && other.request_id == new.request_id;
        open.chain(&self.closed).find(is_same).cloned()
    }

    fn close(&mut self, id: &MatchId, to: ChallengeState) -> Option<Arc<Challenge>> {
        let Entry { challenge, expiry, .. } = self.open.remove(id)?;
        self.by_position.remove(&challenge.position());
        expiry.iter().for_each(AbortHandle::abort);
        let closed = Arc::new(Challenge { state: to, ..Arc::unwrap_or_clone(challenge) });
        if self.closed.len() == CLOSED_CHALLENGES {
            self.closed.pop_front();
        }
        self.closed.push_back(Arc::clone(&closed));
        Some(closed)
    }

    /// Counts a challenge for its proposer. Fails if a limit is reached.
    fn count(&self, new: &Challenge) -> Result<Taken<Proposer>, Refusal> {
        let mut bounds = vec![
            (Proposer::Anyone, CHALLENGES),
            (Proposer::Player(new.challenger.clone()), CHALLENGES_OF_A_PLAYER),
            (Proposer::Owner(new.owner.clone()), CHALLENGES_OF_AN_OWNER),
        ];
        bounds.extend(new.address().map(|address| (Proposer::Address(address), CHALLENGES_OF_AN_ADDRESS)));
        self.counts.take(1, &bounds).map_err(|full| {
            let most = full.most;
            let (name, text) = match full.key {
                Proposer::Anyone => ("challenges", format!("limit reached: {most} open challenges on this server")),
                Proposer::Player(player) => (
                    "challenges_of_a_player",
                    format!(
                        "limit reached: {player} has \
                    {most} open challenges"
                    ),
                ),
                Proposer::Owner(owner) => (
                    "challenges_of_an_owner",
                    format!(
                        "limit reached: {owner} and its bots have {most} open \
                        challenges"
                    ),
                ),
                Proposer::Address(_) => {
                    ("challenges_of_an_address", format!("limit reached: {most} open challenges from this address"))
                }
            };
            Refusal::limit(name, most, text).retry_after(RETRY_WHEN_FULL)
        })
    }

    /// Returns the challenges that a new one displaces from full inboxes, each with the player
    /// whose inbox is full.
    fn displaced(&self, new: &Challenge) -> Result<BTreeMap<MatchId, PlayerId>, Refusal> {
        let mut displaced = BTreeMap::new();
        // House bots answer immediately, so their inboxes are never full.
        for opponent in new.opponents.iter().filter(|opponent| !is_house(opponent)) {
            let in_order = self.by_position.iter().filter_map(|(_, id)| self.open.get(id));
            let is_here = |entry: &&Entry| {
                entry.challenge.opponents.contains(opponent) && !displaced.contains_key(&entry.challenge.id)
            };
            let inbox: Vec<&Entry> = in_order.filter(is_here).collect();
            let share = |owner: &PlayerId| inbox.iter().filter(|entry| entry.challenge.owner == *owner).count();
            let own = share(&new.owner);
            if own >= CHALLENGES_OF_AN_OWNER_TO_A_PLAYER {
                let (name, most) = ("challenges_of_an_owner_to_a_player", CHALLENGES_OF_AN_OWNER_TO_A_PLAYER);
                let text = format!(
                    "limit reached: {} and its bots have {most} open challenges to \
                    {opponent}",
                    new.owner
                );
                return Err(Refusal::limit(name, most, text).retry_after(RETRY_WHEN_FULL));
            }
            if inbox.len() < CHALLENGES_TO_A_PLAYER {
                continue;
            }
            let may_go = inbox.iter().rev().filter(|entry| !entry.is_opening && share(&entry.challenge.owner) > own);
            let Some(greediest) = may_go.max_by_key(|entry| share(&entry.challenge.owner)) else {
                let text = format!("limit reached: {opponent} has {CHALLENGES_TO_A_PLAYER} open challenges to answer");
                let refusal = Refusal::limit("challenges_to_a_player", CHALLENGES_TO_A_PLAYER, text);
                return Err(refusal.retry_after(RETRY_WHEN_FULL));
            };
            displaced.insert(greediest.challenge.id.clone(), opponent.clone());
        }
        Ok(displaced)
    }
}

/// Returns the refusal of another challenge with a used request id.
fn reused(new: &Challenge) -> Refusal {
    let expected = "a new one for a new challenge: it was used with other content";
    Refusal::of_field(Reason::RequestIdReused, "request_id", new.request_id.as_str(), expected)
}
