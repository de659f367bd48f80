//! Who has agreed to which rematch, while not all have. Kept in memory: after a restart it is asked for anew.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::{
    house::is_house,
    limits::{Limits, REMATCHES_A_PLAYER, RETRY_WHEN_FULL},
    wall_clock::TimerInstant,
};
use crate::{
    ids::{MatchId, PlayerId, Seat},
    referee::{MatchOpened, Refusal},
};

/// The rematches that wait for somebody's consent.
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
    /// How far it is now, with no news.
    fn consent(&self, now: TimerInstant) -> Consent {
        Consent {
            agreed: self.agreed.iter().copied().collect(),
            is_complete: self.agreed.len() == self.players.len(),
            is_new: false,
            lapses_in: self.until.saturating_duration_since(now),
        }
    }
}

/// How far a rematch is agreed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    /// The seats that have agreed, in their order; those of the house among them.
    pub agreed: Vec<Seat>,
    pub is_complete: bool,
    /// Whether this is news to the others.
    pub is_new: bool,
    /// For how long it can be agreed to.
    pub lapses_in: Duration,
}

impl Consent {
    /// Nobody asks for a rematch.
    const NONE: Consent = Consent { agreed: Vec::new(), is_complete: false, is_new: false, lapses_in: Duration::ZERO };
}

impl RematchVotes {
    /// None yet.
    pub fn new(limits: &Limits) -> RematchVotes {
        RematchVotes { most: limits.rematches, within: limits.rematch_within, waiting: Mutex::default() }
    }

    /// Notes that `seat` of a match agrees to its rematch; nobody's seat where the match is all the house's, which agrees by
    /// itself. [`Reason::Limit`] when too many rematches wait, on this server or for this player.
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

    /// Notes that `seat` of a match agrees to its rematch no more. Where only the house is left, nobody asks for it.
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

    /// The seats that have agreed to the rematch of a match; none where nobody has asked for it.
    pub fn agreed(&self, match_id: &MatchId, now: TimerInstant) -> Vec<Seat> {
        let waiting = self.waiting();
        let rematch = waiting.get(match_id).filter(|rematch| rematch.until > now);
        rematch.map(|rematch| rematch.agreed.iter().copied().collect()).unwrap_or_default()
    }

    /// The rematch of this match waits for nobody any more.
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
            let refusal = Refusal::limit("rematches", self.most, "as many rematches wait as the server allows");
            return Err(refusal.retry_after(RETRY_WHEN_FULL));
        }
        let Some(player) = seat.and_then(|seat| opened.players.get(seat.index())) else { return Ok(()) };
        let asked = |rematch: &&Waiting| rematch.agreed.iter().any(|seat| rematch.players[seat.index()] == *player);
        if waiting.values().filter(asked).count() >= REMATCHES_A_PLAYER {
            let text = format!("{player} waits for as many rematches as a player may");
            let refusal = Refusal::limit("rematches_a_player", REMATCHES_A_PLAYER, text);
            return Err(refusal.retry_after(RETRY_WHEN_FULL));
        }
        Ok(())
    }

    /// The lock is held for a few lookups and never across an await; what is under it is never half changed.
    fn waiting(&self) -> MutexGuard<'_, BTreeMap<MatchId, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
