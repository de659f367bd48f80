//! The automatic end of a ladder after its total of matches.

use std::collections::BTreeSet;

use super::{
    entrant::{EntrantState, Tally},
    event::Fact,
    rules::{Category, PairingRules},
    state::Ladder,
};
use crate::contest::{ContestReason, Status};

/// How many matches may still be paired.
pub(super) struct Left<'a> {
    /// In the whole ladder.
    pub in_all: u32,
    each: Option<u32>,
    categories: &'a [Category],
}

impl Left<'_> {
    /// Returns whether an encounter of a category may still be paired with this entrant.
    pub fn allows(&self, state: &EntrantState, category: usize) -> bool {
        let Some(of) = self.categories.get(category) else { return false };
        let own = self.each.map_or(u32::MAX, |each| each.saturating_sub(self.paired(state)));
        of.matches_per_encounter <= own.min(self.in_all)
    }

    /// Returns how many matches an entrant was paired for.
    fn paired(&self, state: &EntrantState) -> u32 {
        let of =
            |(tally, category): (&Tally, &Category)| tally.encounters.saturating_mul(category.matches_per_encounter);
        state.tallies.iter().zip(self.categories).map(of).fold(0, u32::saturating_add)
    }
}

impl Ladder {
    /// Returns how many matches may still be paired.
    pub(super) fn left(&self) -> Left<'_> {
        let PairingRules { matches_in_all, matches_each, .. } = self.opened.rules.pairing;
        let categories = &self.opened.rules.categories;
        let in_all = matches_in_all.map_or(u32::MAX, |all| all.saturating_sub(self.matches_paired()));
        Left { in_all, each: matches_each, categories }
    }

    /// Returns how many matches were paired so far, in all categories.
    pub fn matches_paired(&self) -> u32 {
        let paired = self.opened.rules.categories.iter().enumerate().map(|(index, category)| {
            let seats = u64::from(category.seats).max(1);
            let seated: u64 = self.entrants.iter().map(|state| u64::from(state.tallies[index].encounters)).sum();
            seated / seats * u64::from(category.matches_per_encounter)
        });
        u32::try_from(paired.sum::<u64>()).unwrap_or(u32::MAX)
    }

    /// Returns the total of matches, as far as it is known; `None` if it has no end.
    pub fn matches_to_have(&self) -> Option<u32> {
        let PairingRules { matches_in_all, matches_each, .. } = self.opened.rules.pairing;
        let seats = self.opened.rules.categories.iter().map(|category| u32::from(category.seats)).min().unwrap_or(2);
        let entrants = u32::try_from(self.entrants.len()).unwrap_or(u32::MAX);
        let by_each = matches_each.map(|each| each.saturating_mul(entrants) / seats.max(1));
        let all = matches_in_all.into_iter().chain(by_each).min()?;
        Some(all.max(self.matches_paired()))
    }

    /// Returns the end of the ladder, if no match is in progress and no entrant can be paired.
    pub(super) fn end_due(&self, left: &Left<'_>) -> Option<Fact> {
        if !self.open.is_empty() {
            return None;
        }
        let least = left.categories.iter().map(|category| category.matches_per_encounter).min().unwrap_or(0);
        let has_end = left.each.is_some() || self.opened.rules.pairing.matches_in_all.is_some();
        let is_over = left.in_all < least
            || has_end && self.frozen.is_some() && !(0..left.categories.len()).any(|one| self.has_players(left, one));
        is_over.then(|| Fact::Ended { reason: ContestReason::AllMatches { matches: self.matches_paired() } })
    }

    /// Returns whether enough entrants of different owners have matches left for a match of a
    /// category. Quarantined entrants count, because they return.
    fn has_players(&self, left: &Left<'_>, category: usize) -> bool {
        let may_play = |state: &&EntrantState| {
            matches!(state.status, Status::In | Status::Quarantined { .. })
                && state.entry.declaration.categories.iter().any(|one| usize::from(*one) == category)
                && left.allows(state, category)
        };
        let owners: BTreeSet<u32> = self.entrants.iter().filter(may_play).map(|state| state.owner).collect();
        owners.len() >= usize::from(left.categories[category].seats)
    }
}
