//! Facts of contests to messages.

use super::{
    super::digest,
    opening::{StoredOpening, declaration},
    reason::Written,
    write_ms,
};
use crate::{
    contest::{AfterVoid, Award, ContestReason, Entrant, EntryRemoval, Fact, MatchKey, MatchResult, Paired},
    ids::Seat,
    pb::log::{self, contest_event::Event as Message},
};

pub(super) fn fact<O: StoredOpening>(fact: &Fact<O>, said: Written) -> Message {
    let some = |reason: &ContestReason| Some(said(reason));
    let changed = |entrant: &Entrant, reason| log::EntrantChanged { entrant: entrant.0, reason, until_ms: None };
    match fact {
        Fact::Opened(opened) => opened.write(),
        Fact::EntrantEntered(entry) => Message::EntrantEntered(O::write_entry(entry)),
        Fact::EntryRemoved { name, reason, cause } => {
            let cause = removal(*cause).into();
            Message::EntryRemoved(log::EntryRemoved { name: name.clone(), reason: some(reason), cause })
        }
        Fact::EntriesFrozen { reason } => Message::EntriesFrozen(said(reason)),
        Fact::EntriesOpened => Message::EntriesOpened(log::Happened {}),
        Fact::DeclarationChanged { entrant, declaration: declared } => {
            let declaration = Some(declaration(declared));
            Message::DeclarationChanged(log::DeclarationChanged { entrant: entrant.0, declaration })
        }
        Fact::Started => Message::Started(log::Happened {}),
        Fact::Paused { reason } => Message::Paused(said(reason)),
        Fact::Resumed => Message::Resumed(log::Happened {}),
        Fact::EntrantWithdrawn { entrant, reason } => Message::EntrantWithdrawn(changed(entrant, some(reason))),
        Fact::EntrantRevived { entrant } => Message::EntrantRevived(changed(entrant, None)),
        Fact::EntrantQuarantined { entrant, until_ms, reason } => Message::EntrantQuarantined(log::EntrantChanged {
            until_ms: until_ms.map(write_ms),
            ..changed(entrant, some(reason))
        }),
        Fact::EntrantReleased { entrant, reason } => Message::EntrantReleased(changed(entrant, some(reason))),
        Fact::EntrantDisqualified { entrant, reason } => Message::EntrantDisqualified(changed(entrant, some(reason))),
        Fact::EntrantSeen { entrant } => Message::EntrantSeen(changed(entrant, None)),
        Fact::EncounterPaired(paired) => Message::EncounterPaired(encounter(paired, said)),
        Fact::AwardGiven { stage, entrant, halves, award, reason } => Message::AwardGiven(log::AwardGiven {
            stage: *stage,
            entrant: entrant.0,
            halves: *halves,
            is_bye: *award == Award::Bye,
            reason: some(reason),
        }),
        Fact::MatchCounted { match_key, result } => Message::MatchCounted(counted(match_key, result)),
        Fact::MatchVoided { match_key, reason, fault, then } => Message::MatchVoided(log::MatchVoided {
            match_key: match_key.to_string(),
            reason: some(reason),
            fault: seat(fault),
            is_replayed: *then == AfterVoid::Replay,
        }),
        Fact::MatchAwarded { match_key, winner, reason } => Message::MatchAwarded(log::MatchAwarded {
            match_key: match_key.to_string(),
            winner: winner.0,
            reason: some(reason),
        }),
        Fact::MatchWaits { match_key, waited_ms } => {
            Message::MatchWaits(log::MatchWaits { match_key: match_key.to_string(), waited_ms: write_ms(*waited_ms) })
        }
        Fact::EncounterForfeited { encounter, by } => Message::EncounterForfeited(log::EncounterForfeited {
            encounter: encounter.to_string(),
            by: by.iter().map(|entrant| entrant.0).collect(),
        }),
        Fact::ResultsReleased { through_stage } => {
            Message::ResultsReleased(log::ResultsReleased { through_stage: *through_stage })
        }
        Fact::DealsShown { encounter, seed } => {
            Message::DealsShown(log::DealsShown { encounter: encounter.to_string(), seed: seed.to_vec() })
        }
        Fact::TestDecided => Message::TestDecided(log::Happened {}),
        Fact::Provisional { reason, until_unix_ms } => {
            Message::Provisional(log::ContestProvisional { reason: some(reason), until_unix_ms: *until_unix_ms })
        }
        Fact::Ended { reason } => Message::Ended(said(reason)),
    }
}

fn removal(cause: EntryRemoval) -> log::EntryRemovalCause {
    match cause {
        EntryRemoval::Left => log::EntryRemovalCause::Left,
        EntryRemoval::Barred => log::EntryRemovalCause::Barred,
        EntryRemoval::Absent => log::EntryRemovalCause::Absent,
    }
}

fn encounter(paired: &Paired, said: Written) -> log::EncounterPaired {
    log::EncounterPaired {
        encounter: paired.encounter.to_string(),
        entrants: paired.entrants.iter().map(|entrant| entrant.0).collect(),
        number: paired.number,
        reason: Some(said(&paired.reason)),
        category: paired.category.into(),
        matches: paired.matches,
    }
}

fn counted(match_key: &MatchKey, result: &MatchResult) -> log::MatchCounted {
    log::MatchCounted {
        match_key: match_key.to_string(),
        places: result.places.clone(),
        halves: result.halves.clone(),
        cause: result.cause.clone(),
        offender: seat(&result.offender),
        fault: seat(&result.fault),
        forfeits: result.forfeits.iter().map(|seat| u32::from(seat.0)).collect(),
        plies: result.plies,
        moves: result.moves.clone(),
        thought_ms: result.thought_ms.iter().copied().map(write_ms).collect(),
        elapsed_ms: write_ms(result.elapsed_ms),
        rounds: result.rounds,
        digest: digest::write(result.digest),
    }
}

fn seat(seat: &Option<Seat>) -> Option<u32> {
    seat.map(|seat| seat.0.into())
}
