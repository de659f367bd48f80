//! What a challenge is, and the board on which they stand until they are closed. They are kept in memory: after a restart none is open.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    net::IpAddr,
    ops::Bound,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::broadcast, task::AbortHandle};

use super::{NewMatch, limits::RETRY_WHEN_FULL, wall_clock::TimerInstant};
use crate::{
    ids::{MatchId, PlayerId, RequestId, Seat},
    referee::{Reason, Refusal},
    store::PublicId,
};

/// The most challenges that are open at once.
pub const CHALLENGES: usize = 4_096;
/// The most open challenges of one player.
pub const CHALLENGES_OF_A_PLAYER: usize = 16;
/// The most open challenges of one owner with all its bots.
pub const CHALLENGES_OF_AN_OWNER: usize = 64;
/// The most open challenges that were proposed from one address.
pub const CHALLENGES_OF_AN_ADDRESS: usize = 256;
/// The most open challenges to one player.
pub const CHALLENGES_TO_A_PLAYER: usize = 64;
/// How many challenges that are closed are remembered, so that a repeated answer gets what became of them.
pub const CLOSED_CHALLENGES: usize = 1_024;
/// After how long a challenge expires, unless something else is said.
pub const CHALLENGE_WITHIN: Duration = Duration::from_secs(600);
/// The longest time that a challenge can be open.
pub const MAX_CHALLENGE_WITHIN: Duration = Duration::from_secs(86_400);
/// How many changes of the lobby wait for one watcher; one that falls behind further is ended.
pub const WAITING_CHANGES: usize = 1_024;

/// A match that is proposed.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// Its id, which is that of its match.
    pub id: MatchId,
    /// Who proposes it.
    pub challenger: PlayerId,
    /// Who owns the challenger; whom nobody owns is its own owner.
    pub owner: PlayerId,
    /// The token by which it was proposed: it ends with that.
    pub token: Option<PublicId>,
    /// The players who are asked, in the order of the seats that the challenger leaves; empty where it is open to anybody.
    pub opponents: Vec<PlayerId>,
    /// Who has agreed, the challenger first.
    pub accepted_by: Vec<PlayerId>,
    /// Those of them who have not said so themselves: what they declared has.
    pub accepted_by_policy: Vec<PlayerId>,
    /// What is to be played. Its players are not yet on their seats.
    pub new: NewMatch,
    /// The seat of the challenger; `None` where it is drawn.
    pub seat: Option<Seat>,
    /// Whether one that is open to anybody stays when the challenger leaves.
    pub keep: bool,
    /// The challenger's name for its request.
    pub request_id: RequestId,
    /// SHA-256 of the request's content, so that another request under the same name is noticed.
    pub content: [u8; 32],
    /// When it was proposed, by the wall clock in milliseconds.
    pub created_unix_ms: i64,
    /// For how long it is open.
    pub within: Duration,
    /// Where it stands.
    pub state: ChallengeState,
}

/// Where a challenge stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeState {
    /// Not all have agreed.
    Open,
    /// It has become this match.
    Accepted(MatchId),
    /// A player declined.
    Declined(Declined),
    /// The challenger took it back, or has gone.
    Canceled,
    /// Nobody answered in time.
    Expired,
}

/// Who declined, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    /// Who.
    pub by: PlayerId,
    /// Why.
    pub reason: DeclineReason,
    /// The same in words; may be empty.
    pub text: String,
}

/// Why a challenge is declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclineReason {
    /// As the text says.
    Other,
    /// It plays as many matches as it wants.
    Busy,
    /// Not this game or these options.
    Game,
    /// Too little time.
    TooFast,
    /// Too much time.
    TooSlow,
    /// Only rated or only casual matches.
    Stakes,
    /// Not with this opponent.
    Opponent,
    /// Not by these rules.
    Rules,
}

impl DeclineReason {
    /// What a field of a policy that says no means to the challenger.
    pub fn of_field(field: &str) -> DeclineReason {
        match field {
            "games" => DeclineReason::Game,
            "min_base_ms" | "min_increment_ms" => DeclineReason::TooFast,
            "max_base_ms" | "max_increment_ms" | "unlimited" => DeclineReason::TooSlow,
            "stakes" => DeclineReason::Stakes,
            "only_players" | "except_players" | "except_same_owner" => DeclineReason::Opponent,
            "max_matches" | "max_matches_per_opponent" => DeclineReason::Busy,
            "custom_rules" => DeclineReason::Rules,
            _ => DeclineReason::Other,
        }
    }
}

impl Challenge {
    /// Where it stands in a list.
    pub fn age(&self) -> Age {
        (self.created_unix_ms, self.id.clone())
    }

    /// Where it was proposed from, as far as that is known.
    fn address(&self) -> Option<IpAddr> {
        self.new.creator.as_ref()?.address
    }

    /// How many players its match has.
    pub fn seats(&self) -> usize {
        usize::from(self.new.setting.seats())
    }

    /// Whether anybody may accept it.
    pub fn is_open_to_anybody(&self) -> bool {
        self.opponents.is_empty()
    }

    /// Whether it ends when its challenger has no stream any more.
    pub fn ends_with_stream(&self) -> bool {
        self.is_open_to_anybody() && !self.keep
    }

    /// Whether a player may see it: anybody where it is open to anybody, and else those whom it concerns.
    pub fn concerns(&self, player: Option<&PlayerId>) -> bool {
        let is_party = |player: &PlayerId| self.challenger == *player || self.opponents.contains(player);
        self.is_open_to_anybody() || player.is_some_and(is_party)
    }

    /// Whether two proposals to anybody are of the same match, by players who can sit in it together.
    pub fn fits(&self, other: &Challenge) -> bool {
        let (one, two) = (&self.new, &other.new);
        let is_same = one.game == two.game
            && one.setting == two.setting
            && one.time_controls == two.time_controls
            && one.conduct == two.conduct
            && one.illegal_move_policy == two.illegal_move_policy
            && one.lost_seat_policy == two.lost_seat_policy
            && one.luck.nonce_wait == two.luck.nonce_wait
            && (one.disconnect_grace, one.start_grace) == (two.disconnect_grace, two.start_grace)
            && one.opening == two.opening;
        let sits_elsewhere = self.seat.is_none() || self.seat != other.seat;
        is_same && sits_elsewhere && self.challenger != other.challenger
    }
}

/// Players on seats: those who wish for one on theirs, the others in their order on the rest. Of two with one wish the first has it.
pub(super) fn seated(wishes: &[(PlayerId, Option<Seat>)]) -> Vec<PlayerId> {
    let mut seats: Vec<Option<PlayerId>> = vec![None; wishes.len()];
    let mut rest = VecDeque::new();
    for (player, wish) in wishes {
        match wish.and_then(|seat| seats.get_mut(seat.index())).filter(|seat| seat.is_none()) {
            Some(seat) => *seat = Some(player.clone()),
            None => rest.push_back(player.clone()),
        }
    }
    seats.into_iter().filter_map(|seat| seat.or_else(|| rest.pop_front())).collect()
}

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
    by_age: BTreeSet<Age>,
    closed: VecDeque<Arc<Challenge>>,
}

/// Where a challenge stands in a list: when it was proposed, and its id.
pub type Age = (i64, MatchId);

/// What came of it that a player agrees.
#[derive(Clone, Debug)]
pub enum Agreement {
    /// It is noted.
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
    /// Whether its match is being opened, so that it can be neither answered nor taken back just now.
    is_opening: bool,
    /// The task by which it expires.
    expiry: Option<AbortHandle>,
}

impl Default for ChallengeBoard {
    fn default() -> ChallengeBoard {
        ChallengeBoard { state: Mutex::default(), changes: broadcast::channel(WAITING_CHANGES).0 }
    }
}

impl ChallengeBoard {
    /// Puts a challenge up; the one that is there already where the same request came before. [`Reason::RequestIdReused`] where another
    /// one came before under the same name, [`Reason::Limit`] where too many are open.
    pub fn put(&self, challenge: Challenge, now: TimerInstant) -> Result<(Arc<Challenge>, bool), Refusal> {
        let mut state = self.state();
        if let Some(before) = state.before(&challenge) {
            return if before.content == challenge.content { Ok((before, false)) } else { Err(reused(&challenge)) };
        }
        state.has_room(&challenge)?;
        let (until, new) = (now + challenge.within, Arc::new(challenge));
        let entry = Entry { challenge: Arc::clone(&new), until, ends_as: None, is_opening: false, expiry: None };
        state.by_age.insert(new.age());
        state.open.insert(new.id.clone(), entry);
        Ok((new, true))
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
        after: Option<&Age>,
        limit: usize,
    ) -> Vec<Arc<Challenge>> {
        let state = self.state();
        let begin = after.map_or(Bound::Unbounded, Bound::Excluded);
        let by_age = state.by_age.range::<Age, _>((begin, Bound::Unbounded));
        let open = by_age.filter_map(|(_, id)| state.open.get(id)).map(|entry| &entry.challenge);
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

    /// Notes that an opponent agrees by what it declared.
    pub fn agree_by_policy(&self, id: &MatchId, opponent: &PlayerId) {
        if let Some(entry) = self.state().open.get_mut(id) {
            let challenge = Arc::make_mut(&mut entry.challenge);
            challenge.accepted_by.push(opponent.clone());
            challenge.accepted_by_policy.push(opponent.clone());
        }
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

    /// Notes that a player agrees no more, since the match could not be opened with it.
    pub fn disagree(&self, id: &MatchId, player: &PlayerId) {
        if let Some(entry) = self.state().open.get_mut(id) {
            let challenge = Arc::make_mut(&mut entry.challenge);
            challenge.accepted_by.retain(|other| other != player);
            challenge.accepted_by_policy.retain(|other| other != player);
        }
    }

    /// Holds challenges while their match is opened: nobody else opens it, and nobody closes them. Whether all of them were free.
    pub fn hold(&self, ids: &[MatchId]) -> bool {
        let mut state = self.state();
        if !ids.iter().all(|id| state.open.get(id).is_some_and(|entry| !entry.is_opening)) {
            return false;
        }
        for id in ids {
            state.open.get_mut(id).into_iter().for_each(|entry| entry.is_opening = true);
        }
        true
    }

    /// Lets them go again, open as they were; those that were to end meanwhile are closed, and given.
    pub fn release(&self, ids: &[MatchId]) -> Vec<Arc<Challenge>> {
        let mut state = self.state();
        let mut ended = Vec::new();
        for id in ids {
            let Some(entry) = state.open.get_mut(id) else { continue };
            entry.is_opening = false;
            if let Some(to) = entry.ends_as.take() {
                ended.extend(state.close(id, to));
            }
        }
        ended
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

    /// The same, whatever anybody wishes: one whose match is being opened is closed when that fails.
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
        self.by_age.remove(&challenge.age());
        expiry.iter().for_each(AbortHandle::abort);
        let closed = Arc::new(Challenge { state: to, ..Arc::unwrap_or_clone(challenge) });
        if self.closed.len() == CLOSED_CHALLENGES {
            self.closed.pop_front();
        }
        self.closed.push_back(Arc::clone(&closed));
        Some(closed)
    }

    fn has_room(&self, new: &Challenge) -> Result<(), Refusal> {
        let full = |name, most: usize, text: String| Err(Refusal::limit(name, most, text).retry_after(RETRY_WHEN_FULL));
        if self.open.len() >= CHALLENGES {
            return full("challenges", CHALLENGES, format!("{CHALLENGES} challenges are open on this server"));
        }
        let count = |is_counted: &dyn Fn(&Challenge) -> bool| {
            self.open.values().filter(|entry| is_counted(&entry.challenge)).count()
        };
        if count(&|other| other.challenger == new.challenger) >= CHALLENGES_OF_A_PLAYER {
            let text = format!("{} has {CHALLENGES_OF_A_PLAYER} open challenges", new.challenger);
            return full("challenges_of_a_player", CHALLENGES_OF_A_PLAYER, text);
        }
        if count(&|other| other.owner == new.owner) >= CHALLENGES_OF_AN_OWNER {
            let text = format!("{} and its bots have {CHALLENGES_OF_AN_OWNER} open challenges", new.owner);
            return full("challenges_of_an_owner", CHALLENGES_OF_AN_OWNER, text);
        }
        let address = new.address();
        if address.is_some() && count(&|other| other.address() == address) >= CHALLENGES_OF_AN_ADDRESS {
            let text = format!("{CHALLENGES_OF_AN_ADDRESS} challenges are open that were proposed from this address");
            return full("challenges_of_an_address", CHALLENGES_OF_AN_ADDRESS, text);
        }
        for opponent in &new.opponents {
            if count(&|other| other.opponents.contains(opponent)) >= CHALLENGES_TO_A_PLAYER {
                let text = format!("{opponent} has {CHALLENGES_TO_A_PLAYER} open challenges to answer");
                return full("challenges_to_a_player", CHALLENGES_TO_A_PLAYER, text);
            }
        }
        Ok(())
    }
}

/// The refusal of another challenge under the name of an earlier one.
fn reused(new: &Challenge) -> Refusal {
    let expected = "a new one for a new challenge: it came before with another content";
    Refusal::of_field(Reason::RequestIdReused, "request_id", new.request_id.as_str(), expected)
}

/// The refusal of a challenge that is not there, or not for the caller.
pub(super) fn unknown(id: &MatchId) -> Refusal {
    let expected = "the id of a challenge that concerns the caller";
    Refusal::of_field(Reason::UnknownChallenge, "challenge_id", id.as_str(), expected)
}

/// The refusal of a challenge that was closed.
pub(super) fn closed(id: &MatchId) -> Refusal {
    Refusal::of_field(Reason::ChallengeClosed, "challenge_id", id.as_str(), "a challenge that is open")
}
