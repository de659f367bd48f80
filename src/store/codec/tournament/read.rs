//! Facts of tournaments from messages.

use super::{
    super::{contest_reason, digest},
    rules,
};
use crate::{
    contest::ContestReason,
    ids::{Seat, Seq},
    pb::log::{self, tournament_event::Event as Message},
    store::limits::BrokenEvent,
    tournament::{
        Entrant, Fact, MAX_ENTRANTS, MatchKey, MatchResult, TournamentOpened,
        event::{AfterVoid, Award, EncounterKey, EntryRemoval, Paired},
    },
};

/// What the number of an entrant is.
const ENTRANT: &str = "a number from 0 to 2047";

pub(super) fn fact(seq: Seq, message: Option<Message>) -> Result<Fact, BrokenEvent> {
    let reader = Reader { seq };
    let message = message.ok_or_else(|| reader.broken("event", "", "one of the events of `referee.log.v1`"))?;
    Ok(match message {
        Message::TournamentOpened(opened) => Fact::Opened(Box::new(reader.opened(opened)?)),
        Message::EntrantJoined(joined) => Fact::EntrantJoined { name: joined.name },
        Message::EntryRemoved(removed) => Fact::EntryRemoved {
            cause: reader.removal(removed.cause())?,
            name: removed.name,
            reason: reader.reason("entry_removed.reason", removed.reason)?,
        },
        Message::EntriesFrozen(frozen) => {
            Fact::EntriesFrozen { reason: reader.reason("entries_frozen.reason", frozen.reason)? }
        }
        Message::TournamentStarted(_) => Fact::Started,
        Message::TournamentPaused(paused) => {
            Fact::Paused { reason: reader.reason("tournament_paused.reason", paused.reason)? }
        }
        Message::TournamentResumed(_) => Fact::Resumed,
        Message::EncounterPaired(paired) => Fact::EncounterPaired(reader.paired(paired)?),
        Message::AwardGiven(given) => Fact::AwardGiven {
            stage: given.stage,
            entrant: reader.entrant("award_given.entrant", given.entrant)?,
            halves: given.halves,
            award: if given.is_bye { Award::Bye } else { Award::Absent },
            reason: reader.reason("award_given.reason", given.reason)?,
        },
        Message::MatchCounted(counted) => Fact::MatchCounted {
            match_key: reader.key("match_counted.match_key", counted.match_key)?,
            result: reader.result(counted)?,
        },
        Message::EntrantSeen(seen) => {
            Fact::EntrantSeen { entrant: reader.entrant("entrant_seen.entrant", seen.entrant)? }
        }
        Message::MatchWaits(waits) => Fact::MatchWaits {
            match_key: reader.key("match_waits.match_key", waits.match_key)?,
            waited_ms: waits.waited_ms,
        },
        Message::MatchVoided(voided) => Fact::MatchVoided {
            match_key: reader.key("match_voided.match_key", voided.match_key)?,
            reason: reader.reason("match_voided.reason", voided.reason)?,
            then: if voided.is_replayed { AfterVoid::Replay } else { AfterVoid::Leave },
        },
        Message::MatchAwarded(awarded) => Fact::MatchAwarded {
            match_key: reader.key("match_awarded.match_key", awarded.match_key)?,
            winner: reader.entrant("match_awarded.winner", awarded.winner)?,
            reason: reader.reason("match_awarded.reason", awarded.reason)?,
        },
        Message::EncounterForfeited(forfeited) => Fact::EncounterForfeited {
            encounter: reader.encounter("encounter_forfeited.encounter", forfeited.encounter)?,
            by: reader.entrants("encounter_forfeited.by", &forfeited.by)?,
        },
        Message::EntrantWithdrawn(withdrawn) => Fact::EntrantWithdrawn {
            entrant: reader.entrant("entrant_withdrawn.entrant", withdrawn.entrant)?,
            reason: reader.reason("entrant_withdrawn.reason", withdrawn.reason)?,
        },
        Message::EntrantDisqualified(disqualified) => Fact::EntrantDisqualified {
            entrant: reader.entrant("entrant_disqualified.entrant", disqualified.entrant)?,
            reason: reader.reason("entrant_disqualified.reason", disqualified.reason)?,
        },
        Message::ResultsReleased(released) => Fact::ResultsReleased { through_stage: released.through_stage },
        Message::DealsShown(shown) => Fact::DealsShown {
            encounter: reader.encounter("deals_shown.encounter", shown.encounter)?,
            seed: reader.seed("deals_shown.seed", shown.seed)?,
        },
        Message::TestDecided(_) => Fact::TestDecided,
        Message::TournamentProvisional(provisional) => Fact::Provisional {
            reason: reader.reason("tournament_provisional.reason", provisional.reason)?,
            until_unix_ms: provisional.until_unix_ms,
        },
        Message::TournamentEnded(ended) => {
            Fact::Ended { reason: reader.reason("tournament_ended.reason", ended.reason)? }
        }
    })
}

struct Reader {
    /// The number of the event, for errors.
    seq: Seq,
}

impl Reader {
    fn opened(&self, opened: log::TournamentOpened) -> Result<TournamentOpened, BrokenEvent> {
        let rules = opened.rules.ok_or_else(|| self.broken("tournament_opened.rules", "", "rules"))?;
        Ok(TournamentOpened {
            name: opened.name,
            opened_unix_ms: opened.opened_unix_ms,
            rules: rules::read_checked(self.seq, rules)?,
            match_setup: opened.match_setup,
            deal_seed: self.seed("tournament_opened.deal_seed", opened.deal_seed)?,
        })
    }

    fn result(&self, counted: log::MatchCounted) -> Result<MatchResult, BrokenEvent> {
        let seat = |field, seat| self.seat(field, seat);
        let forfeits = counted.forfeits.into_iter();
        Ok(MatchResult {
            places: counted.places,
            halves: counted.halves,
            cause: counted.cause,
            offender: counted.offender.map(|offender| seat("match_counted.offender", offender)).transpose()?,
            plies: counted.plies,
            elapsed_ms: counted.elapsed_ms,
            digest: digest::read(self.seq, &counted.digest)?,
            forfeits: forfeits.map(|one| seat("match_counted.forfeits", one)).collect::<Result<_, _>>()?,
        })
    }

    fn seed(&self, field: &'static str, seed: Vec<u8>) -> Result<[u8; 32], BrokenEvent> {
        seed.try_into().map_err(|seed: Vec<u8>| self.broken(field, format!("{} bytes", seed.len()), "32 bytes"))
    }

    fn paired(&self, paired: log::EncounterPaired) -> Result<Paired, BrokenEvent> {
        let entrants = self.entrants("encounter_paired.entrants", &paired.entrants)?;
        if entrants.len() < 2 {
            return Err(self.broken("encounter_paired.entrants", entrants.len(), "2 or more"));
        }
        Ok(Paired {
            encounter: self.encounter("encounter_paired.encounter", paired.encounter)?,
            entrants,
            number: paired.number,
            reason: self.reason("encounter_paired.reason", paired.reason)?,
        })
    }

    fn removal(&self, cause: log::EntryRemovalCause) -> Result<EntryRemoval, BrokenEvent> {
        match cause {
            log::EntryRemovalCause::Left => Ok(EntryRemoval::Left),
            log::EntryRemovalCause::Barred => Ok(EntryRemoval::Barred),
            log::EntryRemovalCause::Absent => Ok(EntryRemoval::Absent),
            log::EntryRemovalCause::Unspecified => Err(self.broken("entry_removed.cause", "", "a cause")),
        }
    }

    fn encounter(&self, field: &'static str, key: Option<log::EncounterKey>) -> Result<EncounterKey, BrokenEvent> {
        let key = key.ok_or_else(|| self.broken(field, "", "an encounter"))?;
        Ok(EncounterKey { stage: key.stage, board: key.board, extension: key.extension })
    }

    fn key(&self, field: &'static str, key: Option<log::MatchKey>) -> Result<MatchKey, BrokenEvent> {
        let key = key.ok_or_else(|| self.broken(field, "", "a match"))?;
        let encounter = self.encounter(field, key.encounter)?;
        Ok(MatchKey { encounter, number: key.number, attempt: key.attempt })
    }

    fn entrants(&self, field: &'static str, numbers: &[u32]) -> Result<Vec<Entrant>, BrokenEvent> {
        numbers.iter().map(|number| self.entrant(field, *number)).collect()
    }

    fn entrant(&self, field: &'static str, number: u32) -> Result<Entrant, BrokenEvent> {
        let entrant = Entrant(number);
        if entrant.index() < MAX_ENTRANTS { Ok(entrant) } else { Err(self.broken(field, number, ENTRANT)) }
    }

    fn seat(&self, field: &'static str, number: u32) -> Result<Seat, BrokenEvent> {
        u8::try_from(number).map(Seat).map_err(|_| self.broken(field, number, "a seat"))
    }

    fn reason(&self, field: &'static str, reason: Option<log::ContestReason>) -> Result<ContestReason, BrokenEvent> {
        contest_reason::read(self.seq, field, reason)
    }

    fn broken(&self, field: &'static str, value: impl ToString, expected: &'static str) -> BrokenEvent {
        BrokenEvent::new(self.seq, field, value, expected)
    }
}
