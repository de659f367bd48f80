//! How the matches of an encounter are dealt, and when the deals become public.

use referee_ids::MatchId;
use referee_law::Seed;

use super::{event::Fact, rules::Deals, state::Tournament};
use crate::{
    contest::{EncounterKey, MatchKey, Paired},
    series::deals,
};

impl Tournament {
    /// Returns the shared deal of a match of an encounter: the seed, and the name that replaces the
    /// match's id. `None` if the match has its own deals, for example because the encounter's deals
    /// are already public.
    pub fn deals_of(&self, key: &MatchKey) -> Option<(Seed, MatchId)> {
        let encounter = self.encounter(&key.encounter).filter(|encounter| encounter.shown_seed.is_none())?;
        match self.opened.rules.deals {
            Deals::Own => None,
            Deals::Shared => deals::of_set(&Seed::new(self.opened.deal_seed), encounter.paired.number),
        }
    }

    /// Returns the public seeds of deals with their encounters, in the order of pairing.
    pub fn shown_seeds(&self) -> impl Iterator<Item = (EncounterKey, &Seed)> {
        self.encounters.iter().filter_map(|one| Some((one.paired.encounter, one.shown_seed.as_ref()?)))
    }

    /// Returns the facts that publish the deals of complete encounters.
    pub(super) fn deals_to_show(&self) -> Vec<Fact> {
        let source = Seed::new(self.opened.deal_seed);
        let encounters = self.undisclosed.iter().map(|index| &self.encounters[*index].paired);
        let shown = |paired: &Paired| {
            let (seed, _) = deals::of_set(&source, paired.number)?;
            Some(Fact::DealsShown { encounter: paired.encounter, seed: *seed.bytes() })
        };
        encounters.filter_map(shown).collect()
    }
}
