//! Facts that follow without a command.

use super::{
    end::Left,
    entrant::EntrantState,
    event::Fact,
    policy::{self, Candidate, CategoryStanding, Chosen, Field, Player},
    rules::DAY_MS,
    state::{EncounterState, Ladder},
};
use crate::contest::{AfterVoid, ContestReason, EncounterKey, Entrant, MatchKey, Outcome, Paired, Phase, Status};

/// Maximum unplayed matches of disqualified entrants that one call voids.
const MAX_LEFT_AT_ONCE: usize = 1024;

/// Returns how many matches of a category each of the named entrants could play now, including its
/// matches in progress in this ladder. One call per category, because single queries would cost
/// more than the pairing.
pub type Places<'a> = dyn Fn(&[&str], usize) -> Vec<usize> + 'a;

/// The number of matches that each entrant could play now, by category and number of the entrant; 0
/// if it cannot be paired.
struct Here(Vec<Vec<usize>>);

impl Ladder {
    /// Returns the facts that follow by time alone at `now_ms`. Apply them and call again, until
    /// the result is empty. Entrants are paired only in categories in which they have free places,
    /// with a bounded number of encounters in progress.
    pub fn due(&self, now_ms: u64, places: &Places<'_>) -> Vec<Fact> {
        if self.phase != Phase::Running {
            return Vec::new();
        }
        let entrants = self.entrants.iter().enumerate();
        let mut standings: Vec<Fact> =
            entrants.filter_map(|(index, state)| self.standing_due(index, state, now_ms)).collect();
        standings.extend(self.matches_left().take(MAX_LEFT_AT_ONCE));
        if !standings.is_empty() || self.paused.is_some() {
            return standings;
        }
        let left = self.left();
        if let Some(ended) = self.end_due(&left) {
            return vec![ended];
        }
        let most = self.opened.rules.pairing.encounters_in_flight;
        let room = most.saturating_sub(self.open.len() as u32).min(u32::MAX - self.next_encounter);
        if room == 0 {
            return Vec::new();
        }
        if self.entrants.iter().filter(|state| is_free(state)).nth(1).is_none() {
            return Vec::new();
        }
        let here = self.here(&left, places);
        let mut candidates = self.candidates(now_ms);
        candidates.retain_mut(|candidate| here.leaves_a_place(candidate));
        if candidates.len() < 2 {
            return Vec::new();
        }
        let rules = &self.opened.rules;
        let field = self.field(room, &here);
        let chosen = policy::pair(&candidates, &rules.categories, &rules.pairing, &field, now_ms);
        let mut in_all = left.in_all;
        let fits = chosen.into_iter().take_while(|one| {
            let left = in_all.checked_sub(rules.categories[one.category].matches_per_encounter);
            in_all = left.unwrap_or(in_all);
            left.is_some()
        });
        (self.next_encounter..).zip(fits).map(|(number, chosen)| self.paired_as(number, chosen)).collect()
    }

    /// Returns when to call [`Ladder::due`] again without an event, in milliseconds since the
    /// opening: always later than `now_ms`. `None` if time alone changes nothing, so an idle ladder
    /// costs nothing.
    pub fn next_due_ms(&self, now_ms: u64) -> Option<u64> {
        if self.phase != Phase::Running {
            return None;
        }
        let until = |state: &EntrantState| match state.status {
            Status::Quarantined { until_ms, .. } => until_ms,
            _ => None,
        };
        let released = self.entrants.iter().filter_map(until).min();
        released.into_iter().chain(self.next_pairing_ms(now_ms)).filter(|at_ms| *at_ms > now_ms).min()
    }

    /// Returns the next time at which a free entrant can be paired although no other entrant
    /// becomes free: the end of a patience, or the start of a day.
    fn next_pairing_ms(&self, now_ms: u64) -> Option<u64> {
        let is_full = self.open.len() as u32 >= self.opened.rules.pairing.encounters_in_flight;
        if self.paused.is_some() || is_full {
            return None;
        }
        let free: Vec<&EntrantState> = self.entrants.iter().filter(|state| is_free(state)).collect();
        let owners = free.iter().any(|state| state.owner != free[0].owner);
        if !owners {
            return None;
        }
        let patience_ms = self.opened.rules.pairing.patience_ms;
        let ends = free.iter().map(|state| state.waiting_since_ms.saturating_add(patience_ms));
        let patience = ends.filter(|at_ms| *at_ms > now_ms).min();
        let is_capped = free.iter().any(|state| self.left_today(state, now_ms) < self.longest_encounter());
        let day = is_capped.then(|| (now_ms / DAY_MS + 1).saturating_mul(DAY_MS));
        patience.into_iter().chain(day).min()
    }

    fn standing_due(&self, index: usize, state: &EntrantState, now_ms: u64) -> Option<Fact> {
        let entrant = Entrant::at(index);
        let rules = &self.opened.rules.quarantine;
        match &state.status {
            Status::In if state.faults_in_a_row >= rules.faults => {
                let length_ms = rules.length_ms(state.quarantines);
                let (in_a_row, quarantine) = (state.faults_in_a_row, state.quarantines.saturating_add(1));
                let reason = ContestReason::Faults { in_a_row, quarantine, length_ms };
                let until_ms = Some(now_ms.saturating_add(length_ms));
                Some(Fact::EntrantQuarantined { entrant, until_ms, reason })
            }
            Status::Quarantined { until_ms: Some(until_ms), .. } if *until_ms <= now_ms => {
                Some(Fact::EntrantReleased { entrant, reason: ContestReason::QuarantineOver })
            }
            _ => None,
        }
    }

    /// Returns the facts that void unplayed matches of disqualified entrants.
    fn matches_left(&self) -> impl Iterator<Item = Fact> + '_ {
        let is_playing = |state: &EntrantState| state.in_flight > 0 && state.status.is_disqualified();
        let any = self.entrants.iter().any(is_playing);
        let open = self.open.iter().filter(move |_| any).filter_map(|number| {
            let out = self.put_out(*number)?;
            Some((out, self.encounters.get(number)?))
        });
        open.flat_map(|(out, EncounterState { paired, matches, .. })| {
            let left = (0..).zip(matches).filter(|(_, slot)| slot.outcome == Outcome::Open);
            left.map(move |(number, slot)| Fact::MatchVoided {
                match_key: MatchKey { encounter: paired.encounter, number, attempt: slot.attempt },
                reason: ContestReason::Disqualified(out),
                fault: None,
                then: AfterVoid::Keep,
            })
        })
    }

    /// Returns all free entrants as input of the pairing policy.
    pub fn candidates(&self, now_ms: u64) -> Vec<Candidate<'_>> {
        let free = self.entrants.iter().enumerate().filter(|(_, state)| is_free(state));
        free.map(|(index, state)| {
            let mut standings = vec![None; self.opened.rules.categories.len()];
            for category in state.entry.declaration.categories.iter().map(|category| usize::from(*category)) {
                let tally = state.tallies[category];
                standings[category] = Some(CategoryStanding {
                    strength: self.previews[category].strength(Entrant::at(index)),
                    encounters: tally.encounters,
                    above_minus_below: tally.above_minus_below,
                    component: tally.component,
                });
            }
            Candidate {
                entrant: Entrant::at(index),
                owner: state.owner,
                waiting_since_ms: state.waiting_since_ms,
                at_once: state.entry.declaration.at_once,
                in_flight: state.in_flight,
                left_today: self.left_today(state, now_ms),
                recent: &state.recent,
                standings,
            }
        })
        .collect()
    }

    /// Returns the possible opponents: entrants that are present, not removed, and have matches
    /// left.
    fn here(&self, left: &Left<'_>, places: &Places<'_>) -> Here {
        let mut here = vec![vec![0; self.entrants.len()]; self.opened.rules.categories.len()];
        for (category, here) in here.iter_mut().enumerate() {
            let plays = |state: &EntrantState| {
                let categories = &state.entry.declaration.categories;
                state.status == Status::In && categories.iter().any(|one| usize::from(*one) == category)
            };
            let asked = self.entrants.iter().enumerate();
            let asked = asked.filter(|(_, state)| plays(state) && left.allows(state, category));
            let (numbers, names): (Vec<usize>, Vec<&str>) =
                asked.map(|(number, state)| (number, state.entry.name.as_str())).unzip();
            if !names.is_empty() {
                let found = places(&names, category);
                numbers.into_iter().zip(found).for_each(|(number, places)| here[number] = places);
            }
        }
        Here(here)
    }

    fn left_today(&self, state: &EntrantState, now_ms: u64) -> u32 {
        let most = state.entry.declaration.matches_per_day.min(self.opened.rules.pairing.matches_per_day);
        most.saturating_sub(state.matches_today(now_ms))
    }

    fn longest_encounter(&self) -> u32 {
        self.opened.rules.categories.iter().map(|category| category.matches_per_encounter).max().unwrap_or(1)
    }

    /// Returns the encounters in progress, the room for further ones, and the possible opponents.
    fn field(&self, room: u32, here: &Here) -> Field {
        let of_owners = || vec![0; self.owners.len()];
        let mut owner_in_flight = of_owners();
        for state in &self.entrants {
            owner_in_flight[state.owner as usize] += state.in_flight;
        }
        let (mut players, mut players_of) = (Vec::new(), Vec::new());
        for (category, here) in here.0.iter().enumerate() {
            let present = self.entrants.iter().zip(here).enumerate().filter(|(_, (_, places))| **places > 0);
            let player = |(index, (state, _)): (usize, (&EntrantState, _))| Player {
                entrant: Entrant::at(index),
                owner: state.owner,
                component: state.tallies[category].component,
            };
            let present: Vec<Player> = present.map(player).collect();
            let mut of_owner = of_owners();
            present.iter().for_each(|player| of_owner[player.owner as usize] += 1);
            players.push(present);
            players_of.push(of_owner);
        }
        Field { room, players, players_of, owner_in_flight }
    }

    fn paired_as(&self, number: u32, chosen: Chosen) -> Fact {
        Fact::EncounterPaired(Paired {
            encounter: EncounterKey::numbered(number),
            number,
            category: chosen.category as u16,
            entrants: chosen.entrants,
            matches: self.opened.rules.categories[chosen.category].matches_per_encounter,
            reason: ContestReason::Served(Box::new(chosen.why)),
        })
    }
}

impl Here {
    /// Limits a candidate to its free places. Returns whether it can still be paired.
    fn leaves_a_place(&self, candidate: &mut Candidate<'_>) -> bool {
        let mut most = 0;
        for (standing, here) in candidate.standings.iter_mut().zip(&self.0) {
            match here.get(candidate.entrant.index()) {
                Some(places @ 1..) if standing.is_some() => most = most.max(*places),
                _ => *standing = None,
            }
        }
        candidate.at_once = candidate.at_once.min(u32::try_from(most).unwrap_or(u32::MAX));
        candidate.in_flight < candidate.at_once
    }
}

/// Returns whether an entrant may be paired, apart from the limits of days and owners.
fn is_free(state: &EntrantState) -> bool {
    state.status == Status::In && state.in_flight < state.entry.declaration.at_once
}
