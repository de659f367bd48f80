//! Writes facts of contests as messages.

use referee_contests::contest::{
    AfterVoid, Award, ContestReason, Entrant, EntryRemoval, Fact, MatchKey, MatchResult, Paired,
};
use referee_ids::Seat;
use referee_proto::v1::{self, contest_event::Event as Message};

use super::{
    super::{digest, write::write_termination},
    numbers::{points, write_ms},
    opening::{StoredOpening, declaration},
    reason::Written,
};

pub(super) fn fact<O: StoredOpening>(fact: &Fact<O>, said: Written) -> Message {
    let some = |reason: &ContestReason| Some(said(reason));
    let changed = |entrant: &Entrant, reason| v1::EntrantChanged { entrant: entrant.0, reason, until_ms: None };
    match fact {
        Fact::Opened(opened) => opened.write(),
        Fact::EntrantEntered(entry) => Message::EntrantEntered(O::write_entry(entry)),
        Fact::EntryRemoved { name, reason, cause } => {
            let cause = removal(*cause).into();
            Message::EntryRemoved(v1::EntryRemoved { player: name.clone(), reason: some(reason), cause })
        }
        Fact::EntriesFrozen { reason } => Message::EntriesFrozen(said(reason)),
        Fact::EntriesOpened => Message::EntriesOpened(v1::Happened {}),
        Fact::DeclarationChanged { entrant, declaration: declared } => {
            let declaration = Some(declaration(declared));
            Message::DeclarationChanged(v1::DeclarationChanged { entrant: entrant.0, declaration })
        }
        Fact::Started => Message::Started(v1::Happened {}),
        Fact::Paused { reason } => Message::Paused(said(reason)),
        Fact::Resumed => Message::Resumed(v1::Happened {}),
        Fact::EntrantWithdrawn { entrant, reason } => Message::EntrantWithdrawn(changed(entrant, some(reason))),
        Fact::EntrantRevived { entrant } => Message::EntrantRevived(changed(entrant, None)),
        Fact::EntrantQuarantined { entrant, until_ms, reason } => Message::EntrantQuarantined(v1::EntrantChanged {
            until_ms: until_ms.map(write_ms),
            ..changed(entrant, some(reason))
        }),
        Fact::EntrantReleased { entrant, reason } => Message::EntrantReleased(changed(entrant, some(reason))),
        Fact::EntrantDisqualified { entrant, reason } => Message::EntrantDisqualified(changed(entrant, some(reason))),
        Fact::EntrantSeen { entrant } => Message::EntrantSeen(changed(entrant, None)),
        Fact::EncounterPaired(paired) => Message::EncounterPaired(encounter(paired, said)),
        Fact::AwardGiven { stage, entrant, halves, award, reason } => Message::AwardGiven(v1::AwardGiven {
            stage: *stage,
            entrant: entrant.0,
            points: points(*halves),
            is_bye: *award == Award::Bye,
            reason: some(reason),
        }),
        Fact::MatchCounted { match_key, result } => Message::MatchCounted(counted(match_key, result)),
        Fact::MatchVoided { match_key, reason, fault, then } => Message::MatchVoided(v1::MatchVoided {
            match_key: match_key.to_string(),
            reason: some(reason),
            fault: seat(fault),
            is_replayed: *then == AfterVoid::Replay,
        }),
        Fact::MatchAwarded { match_key, winner, reason } => Message::MatchAwarded(v1::MatchAwarded {
            match_key: match_key.to_string(),
            winner: winner.0,
            reason: some(reason),
        }),
        Fact::MatchWaits { match_key, waited_ms } => {
            Message::MatchWaits(v1::MatchWaits { match_key: match_key.to_string(), waited_ms: write_ms(*waited_ms) })
        }
        Fact::EncounterForfeited { encounter, by } => Message::EncounterForfeited(v1::EncounterForfeited {
            encounter: encounter.to_string(),
            by: by.iter().map(|entrant| entrant.0).collect(),
        }),
        Fact::ResultsReleased { through_stage } => {
            Message::ResultsReleased(v1::ResultsReleased { through_stage: *through_stage })
        }
        Fact::DealsShown { encounter, seed } => {
            Message::DealsShown(v1::DealsShown { encounter: encounter.to_string(), seed: seed.to_vec() })
        }
        Fact::TestDecided => Message::TestDecided(v1::Happened {}),
        Fact::Provisional { reason, until_unix_ms } => {
            Message::Provisional(v1::ContestProvisional { reason: some(reason), until_unix_ms: *until_unix_ms })
        }
        Fact::Ended { reason } => Message::Ended(said(reason)),
    }
}

fn removal(cause: EntryRemoval) -> v1::EntryRemovalCause {
    match cause {
        EntryRemoval::Withdrawn => v1::EntryRemovalCause::Withdrawn,
        EntryRemoval::Barred => v1::EntryRemovalCause::Barred,
        EntryRemoval::Absent => v1::EntryRemovalCause::Absent,
    }
}

fn encounter(paired: &Paired, said: Written) -> v1::EncounterPaired {
    v1::EncounterPaired {
        encounter: paired.encounter.to_string(),
        entrants: paired.entrants.iter().map(|entrant| entrant.0).collect(),
        number: paired.number,
        reason: Some(said(&paired.reason)),
        category: paired.category.into(),
        matches: paired.matches,
    }
}

fn counted(match_key: &MatchKey, result: &MatchResult) -> v1::MatchCounted {
    v1::MatchCounted {
        match_key: match_key.to_string(),
        places: result.places.clone(),
        points: result.halves.iter().copied().map(points).collect(),
        termination: write_termination(result.termination).into(),
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
