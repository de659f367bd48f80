//! What may be seen of a tournament.

pub use crate::store::codec::tournament::{read_rules, rules_message};

use crate::{
    pb::log,
    store::codec::tournament as codec,
    tournament::{Fact, Tournament, TournamentEvent},
};

/// A tournament as it stands.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// Its state.
    pub tournament: &'a Tournament,
    /// The matches that are due and not open, by their key, with the reason.
    pub waiting: &'a [(String, String)],
}

/// An event as everybody may see it: without what the deals follow from, and without the words that only the server reads.
pub fn shown_event(event: &TournamentEvent) -> log::TournamentEvent {
    let mut message = codec::message(event);
    if let Some(log::tournament_event::Event::TournamentOpened(opened)) = &mut message.event {
        opened.deal_seed.clear();
        opened.match_setup.clear();
    }
    message
}

impl Seen<'_> {
    /// Whether an event is held back from whoever is no host: it tells of results that the host has not released.
    pub fn is_held_back(&self, event: &TournamentEvent) -> bool {
        let Some(released) = self.tournament.released_stages else { return false };
        match &event.fact {
            Fact::MatchCounted { match_key, .. } | Fact::MatchVoided { match_key, .. } => {
                match_key.encounter.stage >= released
            }
            Fact::EncounterPaired(paired) => paired.encounter.stage > released,
            Fact::AwardGiven { stage, .. } => *stage > released,
            Fact::EncounterForfeited { encounter, .. } => encounter.stage >= released,
            Fact::TestDecided { .. } => true,
            _ => false,
        }
    }
}
