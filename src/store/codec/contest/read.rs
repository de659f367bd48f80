//! Reads facts of contests from messages.

use referee_contests::contest::{AfterVoid, Award, EntryRemoval, Fact, MatchResult, Paired};
use referee_ids::Seq;
use referee_proto::v1::{self, contest_event::Event as Message};

use super::{
    super::{digest, read::read_termination},
    numbers::{halves, ms},
    opening::StoredOpening,
    reader::Reader,
};
use crate::limits::BrokenEvent;

pub(super) fn fact<O: StoredOpening>(seq: Seq, message: Option<Message>) -> Result<Fact<O>, BrokenEvent> {
    let reader = Reader { seq, entrants: O::MAX_ENTRANTS };
    let message = message.ok_or_else(|| reader.broken("event", "", "one of the events of `referee.v1`"))?;
    let changed = |field, changed: v1::EntrantChanged| {
        let v1::EntrantChanged { entrant, reason, until_ms } = changed;
        let until_ms = until_ms.map(|until_ms| ms(seq, field, until_ms)).transpose()?;
        Ok::<_, BrokenEvent>((reader.entrant(field, entrant)?, reader.reason(field, reason), until_ms))
    };
    Ok(match message {
        Message::TournamentOpened(_) | Message::LadderOpened(_) => Fact::Opened(Box::new(O::read(&reader, message)?)),
        Message::EntrantEntered(entered) => Fact::EntrantEntered(O::read_entry(&reader, entered)?),
        Message::EntryRemoved(removed) => reader.removed(removed)?,
        Message::EntriesFrozen(reason) => {
            Fact::EntriesFrozen { reason: reader.reason("entries_frozen", Some(reason))? }
        }
        Message::EntriesOpened(_) => Fact::EntriesOpened,
        Message::DeclarationChanged(changed) => Fact::DeclarationChanged {
            entrant: reader.entrant("declaration_changed.entrant", changed.entrant)?,
            declaration: reader.declaration("declaration_changed.declaration", changed.declaration)?,
        },
        Message::Started(_) => Fact::Started,
        Message::Paused(reason) => Fact::Paused { reason: reader.reason("paused", Some(reason))? },
        Message::Resumed(_) => Fact::Resumed,
        Message::EntrantWithdrawn(message) => {
            let (entrant, reason, _) = changed("entrant_withdrawn", message)?;
            Fact::EntrantWithdrawn { entrant, reason: reason? }
        }
        Message::EntrantRevived(message) => Fact::EntrantRevived { entrant: changed("entrant_revived", message)?.0 },
        Message::EntrantQuarantined(message) => {
            let (entrant, reason, until_ms) = changed("entrant_quarantined", message)?;
            Fact::EntrantQuarantined { entrant, until_ms, reason: reason? }
        }
        Message::EntrantReleased(message) => {
            let (entrant, reason, _) = changed("entrant_released", message)?;
            Fact::EntrantReleased { entrant, reason: reason? }
        }
        Message::EntrantDisqualified(message) => {
            let (entrant, reason, _) = changed("entrant_disqualified", message)?;
            Fact::EntrantDisqualified { entrant, reason: reason? }
        }
        Message::EntrantSeen(message) => Fact::EntrantSeen { entrant: changed("entrant_seen", message)?.0 },
        Message::EncounterPaired(paired) => Fact::EncounterPaired(reader.paired(paired)?),
        Message::AwardGiven(given) => reader.given(given)?,
        Message::MatchCounted(counted) => Fact::MatchCounted {
            match_key: reader.key("match_counted.match_key", &counted.match_key)?,
            result: reader.result(counted)?,
        },
        Message::MatchVoided(voided) => reader.voided(voided)?,
        Message::MatchAwarded(awarded) => reader.awarded(awarded)?,
        Message::MatchWaits(waits) => Fact::MatchWaits {
            match_key: reader.key("match_waits.match_key", &waits.match_key)?,
            waited_ms: ms(seq, "match_waits.waited_ms", waits.waited_ms)?,
        },
        Message::EncounterForfeited(forfeited) => Fact::EncounterForfeited {
            encounter: reader.encounter("encounter_forfeited.encounter", &forfeited.encounter)?,
            by: reader.entrants("encounter_forfeited.by", &forfeited.by)?,
        },
        Message::ResultsReleased(released) => Fact::ResultsReleased { through_stage: released.through_stage },
        Message::DealsShown(shown) => Fact::DealsShown {
            encounter: reader.encounter("deals_shown.encounter", &shown.encounter)?,
            seed: reader.seed("deals_shown.seed", shown.seed)?,
        },
        Message::TestDecided(_) => Fact::TestDecided,
        Message::Provisional(provisional) => Fact::Provisional {
            reason: reader.reason("provisional.reason", provisional.reason)?,
            until_unix_ms: provisional.until_unix_ms,
        },
        Message::Ended(reason) => Fact::Ended { reason: reader.reason("ended", Some(reason))? },
    })
}

impl Reader {
    fn paired(&self, paired: v1::EncounterPaired) -> Result<Paired, BrokenEvent> {
        let entrants = self.entrants("encounter_paired.entrants", &paired.entrants)?;
        if entrants.len() < 2 {
            return Err(self.broken("encounter_paired.entrants", entrants.len(), "2 or more"));
        }
        Ok(Paired {
            encounter: self.encounter("encounter_paired.encounter", &paired.encounter)?,
            number: paired.number,
            category: self.category("encounter_paired.category", paired.category)?,
            entrants,
            matches: paired.matches,
            reason: self.reason("encounter_paired.reason", paired.reason)?,
        })
    }

    fn removed<O: StoredOpening>(&self, removed: v1::EntryRemoved) -> Result<Fact<O>, BrokenEvent> {
        let cause = match removed.cause() {
            v1::EntryRemovalCause::Withdrawn => EntryRemoval::Withdrawn,
            v1::EntryRemovalCause::Barred => EntryRemoval::Barred,
            v1::EntryRemovalCause::Absent => EntryRemoval::Absent,
            v1::EntryRemovalCause::Unspecified => return Err(self.broken("entry_removed.cause", "", "a cause")),
        };
        let reason = self.reason("entry_removed.reason", removed.reason)?;
        Ok(Fact::EntryRemoved { name: removed.player, reason, cause })
    }

    fn given<O: StoredOpening>(&self, given: v1::AwardGiven) -> Result<Fact<O>, BrokenEvent> {
        Ok(Fact::AwardGiven {
            stage: given.stage,
            entrant: self.entrant("award_given.entrant", given.entrant)?,
            halves: halves(self.seq, "award_given.points", given.points)?,
            award: if given.is_bye { Award::Bye } else { Award::Absent },
            reason: self.reason("award_given.reason", given.reason)?,
        })
    }

    fn voided<O: StoredOpening>(&self, voided: v1::MatchVoided) -> Result<Fact<O>, BrokenEvent> {
        Ok(Fact::MatchVoided {
            match_key: self.key("match_voided.match_key", &voided.match_key)?,
            reason: self.reason("match_voided.reason", voided.reason)?,
            fault: voided.fault.map(|seat| self.seat("match_voided.fault", seat)).transpose()?,
            then: if voided.is_replayed { AfterVoid::Replay } else { AfterVoid::Keep },
        })
    }

    fn awarded<O: StoredOpening>(&self, awarded: v1::MatchAwarded) -> Result<Fact<O>, BrokenEvent> {
        Ok(Fact::MatchAwarded {
            match_key: self.key("match_awarded.match_key", &awarded.match_key)?,
            winner: self.entrant("match_awarded.winner", awarded.winner)?,
            reason: self.reason("match_awarded.reason", awarded.reason)?,
        })
    }

    fn result(&self, counted: v1::MatchCounted) -> Result<MatchResult, BrokenEvent> {
        let seat = |field| move |seat| self.seat(field, seat);
        let thought = |thought| ms(self.seq, "match_counted.thought_ms", thought);
        Ok(MatchResult {
            places: counted.places,
            halves: counted
                .points
                .iter()
                .map(|points| halves(self.seq, "match_counted.points", *points))
                .collect::<Result<_, _>>()?,
            termination: read_termination(self.seq, "match_counted.termination", counted.termination)?,
            offender: counted.offender.map(seat("match_counted.offender")).transpose()?,
            fault: counted.fault.map(seat("match_counted.fault")).transpose()?,
            forfeits: counted.forfeits.into_iter().map(seat("match_counted.forfeits")).collect::<Result<_, _>>()?,
            plies: counted.plies,
            moves: counted.moves,
            thought_ms: counted.thought_ms.into_iter().map(thought).collect::<Result<_, _>>()?,
            elapsed_ms: ms(self.seq, "match_counted.elapsed_ms", counted.elapsed_ms)?,
            rounds: counted.rounds,
            digest: digest::read(self.seq, &counted.digest)?,
        })
    }
}
