//! Consents to pending rematches. They are kept in memory, so a restart clears them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::hall::{
    house::is_house,
    limits::{Limits, REMATCHES_A_PLAYER, RETRY_WHEN_FULL},
    wall_clock::TimerInstant,
};
use referee_ids::{MatchId, PlayerId, Seat};
use referee_law::{MatchOpened, Refusal};

/// The pending rematches.
pub struct RematchVotes {
    most: usize,
    within: Duration,
    waiting: Mutex<BTreeMap<MatchId, Waiting>>,
}

struct Waiting {
    players: Vec<PlayerId>,
    agreed: BTreeSet<Seat>,
    until: TimerInstant,
}

impl Waiting {
    /// Returns the progress of the rematch, with no new consent.
    fn consent(&self, now: TimerInstant) -> Consent {
        Consent {
            agreed: self.agreed.iter().copied().collect(),
            is_complete: self.agreed.len() == self.players.len(),
            is_new: false,
            lapses_in: self.until.saturating_duration_since(now),
        }
    }
}

/// Progress of a pending rematch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    /// Seats that have agreed, in the order of seats, house bots included.
    pub agreed: Vec<Seat>,
    pub is_complete: bool,
    /// Whether this consent is new, so that the other players must be notified.
    pub is_new: bool,
    /// Time left to agree.
    pub lapses_in: Duration,
}

impl Consent {
    /// The progress without a pending rematch.
    const NONE: Consent = Consent { agreed: Vec::new(), is_complete: false, is_new: false, lapses_in: Duration::ZERO };
}

impl RematchVotes {
    pub fn new(limits: &Limits) -> RematchVotes {
        RematchVotes { most: limits.rematches, within: limits.rematch_within, waiting: Mutex::default() }
    }

    /// Records that `seat` agrees to a rematch; `None` for a match between house bots. Fails with
    /// [`Reason::Limit`] if too many rematches are pending on this server or for this player.
    pub fn agree(&self, opened: &MatchOpened, seat: Option<Seat>, now: TimerInstant) -> Result<Consent, Refusal> {
        let mut waiting = self.waiting();
        waiting.retain(|_, rematch| rematch.until > now);
        if !waiting.contains_key(&opened.match_id) {
            self.has_room(&waiting, opened, seat)?;
        }
        let rematch = waiting.entry(opened.match_id.clone()).or_insert_with(|| {
            let seats = (0..).map(Seat).zip(&opened.players);
            let house = seats.filter(|(_, player)| is_house(player)).map(|(seat, _)| seat);
            Waiting { players: opened.players.clone(), agreed: house.collect(), until: now + self.within }
        });
        let is_new = seat.is_some_and(|seat| rematch.agreed.insert(seat));
        Ok(Consent { is_new, ..rematch.consent(now) })
    }

    /// Withdraws the consent of `seat`. If only house bots still agree, the request ends.
    pub fn withdraw(&self, opened: &MatchOpened, seat: Option<Seat>, now: TimerInstant) -> Consent {
        let mut waiting = self.waiting();
        waiting.retain(|_, rematch| rematch.until > now);
        let Some(rematch) = waiting.get_mut(&opened.match_id) else { return Consent::NONE };
        if let Some(seat) = seat {
            rematch.agreed.remove(&seat);
        }
        if rematch.agreed.iter().all(|seat| is_house(&rematch.players[seat.index()])) {
            waiting.remove(&opened.match_id);
            return Consent::NONE;
        }
        rematch.consent(now)
    }

    /// Returns the seats that have agreed to the rematch of a match.
    pub fn agreed(&self, match_id: &MatchId, now: TimerInstant) -> Vec<Seat> {
        let waiting = self.waiting();
        let rematch = waiting.get(match_id).filter(|rematch| rematch.until > now);
        rematch.map(|rematch| rematch.agreed.iter().copied().collect()).unwrap_or_default()
    }

    /// Ends the pending rematch of this match.
    pub fn settle(&self, match_id: &MatchId) {
        self.waiting().remove(match_id);
    }

    fn has_room(
        &self,
        waiting: &BTreeMap<MatchId, Waiting>,
        opened: &MatchOpened,
        seat: Option<Seat>,
    ) -> Result<(), Refusal> {
        if waiting.len() >= self.most {
            let refusal = Refusal::limit("rematches", self.most, "too many pending rematches on this server");
            return Err(refusal.retry_after(RETRY_WHEN_FULL));
        }
        let Some(player) = seat.and_then(|seat| opened.players.get(seat.index())) else { return Ok(()) };
        let asked = |rematch: &&Waiting| rematch.agreed.iter().any(|seat| rematch.players[seat.index()] == *player);
        if waiting.values().filter(asked).count() >= REMATCHES_A_PLAYER {
            let text = format!("too many pending rematches of {player}");
            let refusal = Refusal::limit("rematches_a_player", REMATCHES_A_PLAYER, text);
            return Err(refusal.retry_after(RETRY_WHEN_FULL));
        }
        Ok(())
    }

    /// Locks the votes. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn waiting(&self) -> MutexGuard<'_, BTreeMap<MatchId, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
