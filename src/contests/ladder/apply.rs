//! How events change a ladder. Nothing here can fail.

use std::collections::BTreeSet;

use referee_ids::Seat;

use super::{
    entrant::{EntrantState, Tally},
    event::{Entry, Fact, LadderEvent},
    policy::MAX_REMEMBERED_OPPONENTS,
    rules::{DAY_MS, MAX_REMEMBERED_ENCOUNTERS},
    state::{EncounterState, Ladder},
};
use crate::contest::{
    AfterVoid, ContestReason, Entrant, MatchKey, MatchResult, Opponent, Outcome, Paired, Phase, Slot, Status,
    opening_of_set,
};

impl Ladder {
    /// Applies an event.
    pub fn apply(&mut self, event: &LadderEvent) {
        self.seq = event.seq;
        let at_ms = event.at_ms;
        match &event.fact {
            Fact::Opened(_) => {}
            Fact::EntrantEntered(entry) => self.enter(entry, at_ms),
            Fact::EntriesFrozen { reason } => self.frozen = Some(reason.clone()),
            Fact::EntriesOpened => self.frozen = None,
            Fact::DeclarationChanged { entrant, declaration } => {
                let Some(state) = self.entrants.get_mut(entrant.index()) else { return };
                state.entry.declaration = declaration.clone();
                state.waiting_since_ms = at_ms;
            }
            Fact::EntrantWithdrawn { entrant, reason } => {
                let before = self.stand(*entrant, Status::Withdrawn(reason.clone()), at_ms);
                if let (Some(state), Some(Status::Quarantined { .. })) =
                    (self.entrants.get_mut(entrant.index()), &before)
                {
                    state.left_as = before;
                }
            }
            Fact::EntrantRevived { entrant } => {
                let left_as = self.entrants.get_mut(entrant.index()).and_then(|state| state.left_as.take());
                self.stand(*entrant, left_as.unwrap_or(Status::In), at_ms);
            }
            Fact::EntrantReleased { entrant, .. } => {
                self.stand(*entrant, Status::In, at_ms);
                // Earlier pairings of the entrant may have failed during its quarantine.
                if let Some(state) = self.entrants.get_mut(entrant.index()) {
                    state.faults_in_a_row = 0;
                }
            }
            Fact::EntrantQuarantined { entrant, until_ms, reason } => {
                self.stand(*entrant, Status::Quarantined { until_ms: *until_ms, reason: reason.clone() }, at_ms);
                let Some(state) = self.entrants.get_mut(entrant.index()) else { return };
                state.faults_in_a_row = 0;
                state.quarantines = state.quarantines.saturating_add(u32::from(until_ms.is_some()));
            }
            Fact::EntrantDisqualified { entrant, reason } => {
                self.stand(*entrant, Status::Disqualified(reason.clone()), at_ms);
                self.previews.iter_mut().for_each(|previews| previews.disqualify(*entrant, &self.entrants));
            }
            Fact::EncounterPaired(paired) => self.pair(paired, at_ms),
            Fact::MatchCounted { match_key, result } => self.count(match_key, result, at_ms),
            Fact::MatchVoided { match_key, reason, fault, then } => self.void(match_key, reason, *fault, *then, at_ms),
            Fact::Paused { reason } => self.paused = Some(reason.clone()),
            Fact::Resumed => self.paused = None,
            Fact::Ended { reason } => self.phase = Phase::Over(reason.clone()),
            // No ladder has these facts: [`Ladder::could_have`] rejects them in foreign events.
            Fact::EntryRemoved { .. }
            | Fact::Started
            | Fact::EntrantSeen { .. }
            | Fact::AwardGiven { .. }
            | Fact::MatchAwarded { .. }
            | Fact::MatchWaits { .. }
            | Fact::EncounterForfeited { .. }
            | Fact::ResultsReleased { .. }
            | Fact::DealsShown { .. }
            | Fact::TestDecided
            | Fact::Provisional { .. } => {}
        }
    }

    fn enter(&mut self, entry: &Entry, at_ms: u64) {
        let next = self.owners.len() as u32;
        let owner = *self.owners.entry(entry.owner.as_str().to_owned()).or_insert(next);
        self.names.insert(entry.name.clone());
        let alone = Tally { component: Entrant::at(self.entrants.len()).0, ..Tally::default() };
        self.entrants.push(EntrantState {
            entry: entry.clone(),
            entered_ms: at_ms,
            status: Status::In,
            in_flight: 0,
            waiting_since_ms: at_ms,
            faults_in_a_row: 0,
            quarantines: 0,
            owner,
            clean_in_a_row: 0,
            left_as: None,
            today: (0, 0),
            recent: Vec::new(),
            tallies: vec![alone; self.opened.rules.categories.len()],
        });
        self.start_previews(entry, Entrant::at(self.entrants.len() - 1));
    }

    /// Sets the initial rating of an entrant: its anchor, or its parent's present rating.
    fn start_previews(&mut self, entry: &Entry, child: Entrant) {
        for (category, previews) in self.previews.iter_mut().enumerate() {
            let anchor = entry.anchors.iter().find(|anchor| usize::from(anchor.category) == category);
            match (anchor, entry.version_of) {
                (Some(anchor), _) => previews.start_anchored(child, *anchor, &self.entrants),
                (None, Some(parent)) => previews.start_version(child, parent, &self.entrants),
                (None, None) => {}
            }
        }
    }

    /// Sets the status of an entrant, and returns the previous one.
    fn stand(&mut self, entrant: Entrant, status: Status, at_ms: u64) -> Option<Status> {
        let state = self.entrants.get_mut(entrant.index())?;
        state.waiting_since_ms = at_ms;
        Some(std::mem::replace(&mut state.status, status))
    }

    fn pair(&mut self, paired: &Paired, at_ms: u64) {
        self.next_encounter = paired.number.saturating_add(1);
        self.open.insert(paired.number);
        let matches = vec![Slot::default(); paired.matches as usize];
        let mut set = paired.entrants.clone();
        set.sort_unstable();
        let met = self.met.entry((paired.category, set)).or_default();
        let opening = opening_of_set(paired.entrants.iter().map(|entrant| entrant.index()), u64::from(*met));
        *met = met.saturating_add(1);
        self.connect(usize::from(paired.category), &paired.entrants);
        self.encounters.insert(paired.number, EncounterState { paired: paired.clone(), opening, matches });
        for (index, entrant) in paired.entrants.iter().enumerate() {
            let Some(state) = self.entrants.get_mut(entrant.index()) else { continue };
            state.in_flight += 1;
            state.waiting_since_ms = at_ms;
            let day = at_ms / DAY_MS;
            let before = if state.today.0 == day { state.today.1 } else { 0 };
            state.today = (day, before.saturating_add(paired.matches));
            let others = paired.entrants.iter().enumerate().filter(|(other, _)| *other != index);
            state.recent.extend(others.map(|(_, other)| *other));
            let forgotten = state.recent.len().saturating_sub(MAX_REMEMBERED_OPPONENTS);
            state.recent.drain(..forgotten);
            let sign = |one: &Opponent| one.side.sign();
            let above: i32 = paired.reason.served().map_or(0, |of| match of.served == *entrant {
                true => of.opponents.iter().map(sign).sum(),
                false => -of.opponents.iter().find(|one| one.entrant == *entrant).map_or(0, sign),
            });
            if let Some(tally) = state.tallies.get_mut(usize::from(paired.category)) {
                tally.encounters = tally.encounters.saturating_add(1);
                tally.above_minus_below = tally.above_minus_below.saturating_add(above);
            }
        }
    }

    /// Merges the components of these entrants into one.
    fn connect(&mut self, category: usize, entrants: &[Entrant]) {
        let component = |entrant: &Entrant| Some(self.entrants.get(entrant.index())?.tallies.get(category)?.component);
        let joined: BTreeSet<u32> = entrants.iter().filter_map(component).collect();
        let Some(first) = joined.first().copied().filter(|_| joined.len() > 1) else { return };
        for tally in self.entrants.iter_mut().filter_map(|state| state.tallies.get_mut(category)) {
            if joined.contains(&tally.component) {
                tally.component = first;
            }
        }
    }

    fn count(&mut self, key: &MatchKey, result: &MatchResult, at_ms: u64) {
        let Some(encounter) = self.encounters.get(&key.encounter.board) else { return };
        let seated = encounter.paired.seated(key.number as usize);
        let category = usize::from(encounter.paired.category);
        let clean = self.opened.rules.quarantine.faults;
        for (seat, entrant) in seated.iter().enumerate() {
            let Some(state) = self.entrants.get_mut(entrant.index()) else { continue };
            match result.fault == Some(Seat(seat as u8)) {
                true => state.fault(),
                false => state.clean(clean),
            }
        }
        // Matches of a disqualified entrant are void.
        if self.put_out(key.encounter.board).is_none()
            && !result.is_forfeit()
            && let Some(previews) = self.previews.get_mut(category)
        {
            previews.count(*key, seated, result, &self.entrants);
        }
        self.settle(key, Outcome::Counted(result.clone()), at_ms);
    }

    fn void(&mut self, key: &MatchKey, reason: &ContestReason, fault: Option<Seat>, then: AfterVoid, at_ms: u64) {
        let Some(encounter) = self.encounters.get_mut(&key.encounter.board) else { return };
        let at_fault = fault.and_then(|seat| encounter.paired.seated(key.number as usize).get(seat.index()).copied());
        if let Some(state) = at_fault.and_then(|entrant| self.entrants.get_mut(entrant.index())) {
            state.fault();
        }
        let category = usize::from(encounter.paired.category);
        let Some(slot) = encounter.matches.get_mut(key.number as usize) else { return };
        if let (Outcome::Counted(result), Some(previews)) = (&slot.outcome, self.previews.get_mut(category))
            && !result.is_forfeit()
        {
            previews.void(key, &self.entrants);
        }
        slot.voids.push(reason.clone());
        match then {
            AfterVoid::Keep => self.settle(key, Outcome::Void, at_ms),
            AfterVoid::Replay => {
                slot.attempt += 1;
                slot.outcome = Outcome::Open;
                let entrants = encounter.paired.entrants.clone();
                if self.open.insert(key.encounter.board) {
                    self.finished.retain(|finished| *finished != key.encounter.board);
                    for entrant in entrants {
                        self.entrants[entrant.index()].in_flight += 1;
                    }
                }
            }
        }
    }

    fn settle(&mut self, key: &MatchKey, outcome: Outcome, at_ms: u64) {
        let Some(encounter) = self.encounters.get_mut(&key.encounter.board) else { return };
        let Some(slot) = encounter.matches.get_mut(key.number as usize) else { return };
        slot.outcome = outcome;
        let is_over = encounter.matches.iter().all(|slot| slot.outcome != Outcome::Open);
        if !is_over || !self.open.remove(&key.encounter.board) {
            return;
        }
        for entrant in &encounter.paired.entrants {
            let Some(state) = self.entrants.get_mut(entrant.index()) else { continue };
            if state.in_flight >= state.entry.declaration.at_once {
                state.waiting_since_ms = at_ms;
            }
            state.in_flight = state.in_flight.saturating_sub(1);
        }
        self.finished.push_back(key.encounter.board);
        if self.finished.len() > MAX_REMEMBERED_ENCOUNTERS
            && let Some(oldest) = self.finished.pop_front()
            && let Some(oldest) = self.encounters.remove(&oldest)
            && let Some(previews) = self.previews.get_mut(usize::from(oldest.paired.category))
        {
            previews.forget(|encounter| self.encounters.contains_key(&encounter));
        }
    }
}

impl EntrantState {
    fn fault(&mut self) {
        self.faults_in_a_row = self.faults_in_a_row.saturating_add(1);
        self.clean_in_a_row = 0;
    }

    /// Records a match without a fault. After `forgets_after` of them in a row, earlier quarantines
    /// are forgotten.
    fn clean(&mut self, forgets_after: u32) {
        self.faults_in_a_row = 0;
        self.clean_in_a_row = self.clean_in_a_row.saturating_add(1);
        if self.clean_in_a_row >= forgets_after {
            self.quarantines = 0;
        }
    }
}
