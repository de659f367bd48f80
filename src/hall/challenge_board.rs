//! The board on which challenges stand until they are closed. They are kept in memory: after a restart none is open.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    net::IpAddr,
    ops::Bound,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{sync::broadcast, task::AbortHandle};

use super::{
    challenge::{
        CHALLENGES, CHALLENGES_OF_A_PLAYER, CHALLENGES_OF_AN_ADDRESS, CHALLENGES_OF_AN_OWNER,
        CHALLENGES_OF_AN_OWNER_TO_A_PLAYER, CHALLENGES_TO_A_PLAYER, CLOSED_CHALLENGES, Challenge, ChallengeState,
        Declined, ListPosition, WAITING_CHANGES,
    },
    gauge::{Gauge, Taken},
    house::is_house,
    limits::RETRY_WHEN_FULL,
    wall_clock::TimerInstant,
};
use crate::{
    ids::{MatchId, PlayerId},
    referee::{Reason, Refusal},
    store::PublicId,
};

/// What changes in the lobby.
#[derive(Clone, Debug)]
pub enum LobbyChange {
    /// A challenge is new, or stands elsewhere now.
    Challenge(Arc<Challenge>),
    /// A player has come or gone.
    Presence(PlayerId),
}

/// The challenges that are open, and those that were closed last.
pub struct ChallengeBoard {
    state: Mutex<State>,
    changes: broadcast::Sender<LobbyChange>,
}

#[derive(Default)]
struct State {
    open: BTreeMap<MatchId, Entry>,
    /// Those that are open, the oldest first.
    by_position: BTreeSet<ListPosition>,
    closed: VecDeque<Arc<Challenge>>,
    counts: Gauge<Proposer>,
}

/// Whose open challenges are counted together.
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
    /// The challenge is new. Those that it displaced from full inboxes are closed.
    New {
        challenge: Arc<Challenge>,
        /// The challenges that it displaced.
        displaced: Vec<Arc<Challenge>>,
    },
    /// An earlier request made the same challenge.
    Before(Arc<Challenge>),
}

/// What came of it that a player agrees.
#[derive(Clone, Debug)]
pub enum Agreement {
    Noted(Arc<Challenge>),
    /// Others have agreed, or do so no more, since it was asked whether they go together.
    Changed(Arc<Challenge>),
    /// The challenge is not open, or has all its players without this one.
    Closed,
}

struct Entry {
    challenge: Arc<Challenge>,
    until: TimerInstant,
    /// Where it is to stand once it is held no more, unless its match was opened.
    ends_as: Option<ChallengeState>,
    /// Who is to agree no more once it is held no more.
    leaving: BTreeSet<PlayerId>,
    /// Whether its match is being opened, so that it can be neither answered nor taken back just now.
    is_opening: bool,
    /// The task by which it expires.
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
    /// Puts a challenge up, or returns the one that the same request made before. In a full inbox
    /// the oldest challenge of the owner with the most is closed for it.
    /// [`Reason::RequestIdReused`] for another challenge under the same request id,
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

    /// A challenge that is open or was closed a short while ago.
    pub fn find(&self, id: &MatchId) -> Option<Arc<Challenge>> {
        let state = self.state();
        let open = state.open.get(id).map(|entry| &entry.challenge);
        open.or_else(|| state.closed.iter().find(|closed| closed.id == *id)).cloned()
    }

    /// The open challenges of which `is_asked`, the oldest first, behind `after` and at most `limit` of them.
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

    /// Notes that a player agrees by its own act, who goes together with those of `beside` who have agreed before.
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

    /// Notes that an opponent agrees by what it declared; gives the challenge as it is then, and `None` where nothing changed.
    pub fn agree_by_policy(&self, id: &MatchId, opponent: &PlayerId) -> Option<Arc<Challenge>> {
        let mut state = self.state();
        let entry = state.open.get_mut(id).filter(|entry| !entry.challenge.accepted_by.contains(opponent))?;
        let challenge = Arc::make_mut(&mut entry.challenge);
        challenge.accepted_by.push(opponent.clone());
        challenge.accepted_by_policy.push(opponent.clone());
        Some(Arc::clone(&entry.challenge))
    }

    /// Whether the match of a challenge is being opened, or has been.
    pub fn is_settled(&self, id: &MatchId) -> bool {
        let state = self.state();
        let is_accepted = |closed: &Arc<Challenge>| matches!(closed.state, ChallengeState::Accepted(_));
        match state.open.get(id) {
            Some(entry) => entry.is_opening,
            None => state.closed.iter().any(|closed| closed.id == *id && is_accepted(closed)),
        }
    }

    /// Keeps the task by which a challenge expires, which ends with it.
    pub fn expires_by(&self, id: &MatchId, task: AbortHandle) {
        match self.state().open.get_mut(id) {
            Some(entry) => entry.expiry = Some(task),
            None => task.abort(),
        }
    }

    /// Notes that a player agrees no more; gives the challenge as it is then, and `None` where nothing changed. One whose match is being
    /// opened just now has it for as long as that takes: it has a seat in that.
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

    /// Holds challenges while their match is opened: nobody else opens it, and nobody closes them. Whether all of them were free, and
    /// the same players have agreed to them as when they were looked at, so that nobody has who is not seated.
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

    /// Lets them go again, open as they were. Gives those that were to end meanwhile, which are closed, and those that somebody was to leave.
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

    /// Closes a challenge; `None` where it is not open, or its match is being opened. One that is held is closed by its match alone.
    pub fn close(&self, id: &MatchId, to: ChallengeState) -> Option<Arc<Challenge>> {
        let mut state = self.state();
        let is_accepted = matches!(to, ChallengeState::Accepted(_));
        if state.open.get(id).is_none_or(|entry| entry.is_opening && !is_accepted) {
            return None;
        }
        state.close(id, to)
    }

    /// Closes a challenge also where its match is being opened just now: then once that fails.
    pub fn end(&self, id: &MatchId, to: ChallengeState) -> Option<Arc<Challenge>> {
        let mut state = self.state();
        let entry = state.open.get_mut(id)?;
        if entry.is_opening {
            entry.ends_as = Some(to);
            return None;
        }
        state.close(id, to)
    }

    /// Forgets a challenge that was refused: who proposes it again, by the same request id, is not told that it was canceled.
    pub fn forget(&self, id: &MatchId) {
        let mut state = self.state();
        if state.open.get(id).is_none_or(|entry| !entry.is_opening) {
            state.close(id, ChallengeState::Canceled);
            state.closed.retain(|closed| closed.id != *id);
        }
    }

    /// Notes that another token has taken the place of one, by which challenges were proposed.
    pub fn renew_token(&self, player: &PlayerId, old: PublicId, new: PublicId) {
        let mut state = self.state();
        let entries = state.open.values_mut().map(|entry| &mut entry.challenge);
        for challenge in entries.filter(|of| of.challenger == *player && of.token == Some(old)) {
            Arc::make_mut(challenge).token = Some(new);
        }
    }

    /// When a challenge expires; `None` where it is not open.
    pub fn expires_at(&self, id: &MatchId) -> Option<TimerInstant> {
        self.state().open.get(id).map(|entry| entry.until)
    }

    /// Tells those who watch the lobby.
    pub fn tell(&self, change: LobbyChange) {
        // Nobody may be watching.
        let _ = self.changes.send(change);
    }

    /// What changes from now on.
    pub fn changes(&self) -> broadcast::Receiver<LobbyChange> {
        self.changes.subscribe()
    }

    /// The lock is held for a few lookups and never across an await; what is under it is never half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The challenge that a player has proposed before under the same name.
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

    /// Counts a challenge for its proposer, or refuses it.
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
                Proposer::Anyone => ("challenges", format!("{most} challenges are open on this server")),
                Proposer::Player(player) => ("challenges_of_a_player", format!("{player} has {most} open challenges")),
                Proposer::Owner(owner) => {
                    ("challenges_of_an_owner", format!("{owner} and its bots have {most} open challenges"))
                }
                Proposer::Address(_) => (
                    "challenges_of_an_address",
                    format!("{most} challenges are open that were proposed from this address"),
                ),
            };
            Refusal::limit(name, most, text).retry_after(RETRY_WHEN_FULL)
        })
    }

    /// The challenges that a new one displaces from full inboxes, each with the player whose inbox
    /// is full.
    fn displaced(&self, new: &Challenge) -> Result<BTreeMap<MatchId, PlayerId>, Refusal> {
        let mut displaced = BTreeMap::new();
        // House bots answer at once.
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
                let text = format!("{} and its bots have {most} open challenges to {opponent}", new.owner);
                return Err(Refusal::limit(name, most, text).retry_after(RETRY_WHEN_FULL));
            }
            if inbox.len() < CHALLENGES_TO_A_PLAYER {
                continue;
            }
            let may_go = inbox.iter().rev().filter(|entry| !entry.is_opening && share(&entry.challenge.owner) > own);
            let Some(greediest) = may_go.max_by_key(|entry| share(&entry.challenge.owner)) else {
                let text = format!("{opponent} has {CHALLENGES_TO_A_PLAYER} open challenges to answer");
                let refusal = Refusal::limit("challenges_to_a_player", CHALLENGES_TO_A_PLAYER, text);
                return Err(refusal.retry_after(RETRY_WHEN_FULL));
            };
            displaced.insert(greediest.challenge.id.clone(), opponent.clone());
        }
        Ok(displaced)
    }
}

/// The refusal of another challenge under the name of an earlier one.
fn reused(new: &Challenge) -> Refusal {
    let expected = "a new one for a new challenge: it came before with another content";
    Refusal::of_field(Reason::RequestIdReused, "request_id", new.request_id.as_str(), expected)
}
