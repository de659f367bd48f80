//! Reads parts of facts from parts of messages.

use referee_contests::contest::{ContestReason, Declaration, EncounterKey, Entrant, MatchKey};
use referee_ids::{Seat, Seq};
use referee_proto::v1;

use super::reason;
use crate::limits::BrokenEvent;

/// A reader of the parts of one event.
#[derive(Debug)]
pub struct Reader {
    /// Number of the event, for errors.
    pub(super) seq: Seq,
    /// Maximum entrants of this kind of contest.
    pub(super) entrants: usize,
}

impl Reader {
    pub(super) fn declaration(
        &self,
        field: &'static str,
        declaration: Option<v1::LadderDeclaration>,
    ) -> Result<Declaration, BrokenEvent> {
        let declaration = declaration.ok_or_else(|| self.broken(field, "", "a declaration"))?;
        let categories = declaration.categories.iter().map(|category| self.category(field, *category));
        Ok(Declaration {
            categories: categories.collect::<Result<_, _>>()?,
            at_once: declaration.at_once,
            matches_per_day: declaration.matches_per_day,
        })
    }

    pub(super) fn encounter(&self, field: &'static str, key: &str) -> Result<EncounterKey, BrokenEvent> {
        EncounterKey::parse(key).ok_or_else(|| self.broken(field, key, "the key of an encounter, as `s2-b1`"))
    }

    pub(super) fn key(&self, field: &'static str, key: &str) -> Result<MatchKey, BrokenEvent> {
        MatchKey::parse(key).ok_or_else(|| self.broken(field, key, "the key of a match, as `s2-b1-m1`"))
    }

    pub(super) fn entrants(&self, field: &'static str, numbers: &[u32]) -> Result<Vec<Entrant>, BrokenEvent> {
        numbers.iter().map(|number| self.entrant(field, *number)).collect()
    }

    pub(super) fn entrant(&self, field: &'static str, number: u32) -> Result<Entrant, BrokenEvent> {
        let entrant = Entrant(number);
        let is_one = entrant.index() < self.entrants;
        if is_one { Ok(entrant) } else { Err(self.broken(field, number, "the number of an entrant")) }
    }

    pub(super) fn category(&self, field: &'static str, number: u32) -> Result<u16, BrokenEvent> {
        u16::try_from(number).map_err(|_| self.broken(field, number, "the number of a category"))
    }

    pub(super) fn seed(&self, field: &'static str, seed: Vec<u8>) -> Result<[u8; 32], BrokenEvent> {
        seed.try_into().map_err(|seed: Vec<u8>| self.broken(field, format!("{} bytes", seed.len()), "32 bytes"))
    }

    pub(super) fn seat(&self, field: &'static str, number: u32) -> Result<Seat, BrokenEvent> {
        u8::try_from(number).map(Seat).map_err(|_| self.broken(field, number, "a seat"))
    }

    pub(super) fn reason(
        &self,
        field: &'static str,
        reason: Option<v1::ContestReason>,
    ) -> Result<ContestReason, BrokenEvent> {
        reason::read(self.seq, field, reason)
    }

    pub(super) fn broken(&self, field: &'static str, value: impl ToString, expected: &'static str) -> BrokenEvent {
        BrokenEvent::new(self.seq, field, value, expected)
    }
}
