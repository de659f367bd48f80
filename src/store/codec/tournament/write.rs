//! Facts of tournaments into messages.

use super::{
    super::{contest_reason::Written, digest},
    rules,
};
use crate::{
    pb::log::{self, tournament_event::Event as Message},
    tournament::{
        Fact, MatchKey, MatchResult, TournamentOpened,
        event::{AfterVoid, Award, EncounterKey, EntryRemoval},
    },
};

pub(super) fn fact(fact: &Fact, said: Written) -> Message {
    match fact {
        Fact::Opened(about) => Message::TournamentOpened(opened(about)),
        Fact::EntrantJoined { name } => Message::EntrantJoined(log::EntrantJoined { name: name.clone() }),
        Fact::EntryRemoved { name, reason, cause } => Message::EntryRemoved(log::EntryRemoved {
            name: name.clone(),
            reason: Some(said(reason)),
            cause: removal(*cause).into(),
        }),
        Fact::EntriesFrozen { reason } => Message::EntriesFrozen(log::EntriesFrozen { reason: Some(said(reason)) }),
        Fact::Started => Message::TournamentStarted(log::TournamentStarted {}),
        Fact::Paused { reason } => Message::TournamentPaused(log::TournamentPaused { reason: Some(said(reason)) }),
        Fact::Resumed => Message::TournamentResumed(log::TournamentResumed {}),
        Fact::EncounterPaired(paired) => Message::EncounterPaired(log::EncounterPaired {
            encounter: Some(encounter_key(paired.encounter)),
            entrants: paired.entrants.iter().map(|entrant| entrant.0).collect(),
            number: paired.number,
            reason: Some(said(&paired.reason)),
        }),
        Fact::AwardGiven { stage, entrant, halves, award, reason } => Message::AwardGiven(log::AwardGiven {
            stage: *stage,
            entrant: entrant.0,
            halves: *halves,
            is_bye: *award == Award::Bye,
            reason: Some(said(reason)),
        }),
        Fact::MatchCounted { match_key, result } => Message::MatchCounted(counted(*match_key, result)),
        Fact::EntrantSeen { entrant } => Message::EntrantSeen(log::EntrantSeen { entrant: entrant.0 }),
        Fact::MatchWaits { match_key, waited_ms } => {
            Message::MatchWaits(log::MatchWaits { match_key: Some(key(*match_key)), waited_ms: *waited_ms })
        }
        Fact::MatchVoided { match_key, reason, then } => Message::MatchVoided(log::MatchVoided {
            match_key: Some(key(*match_key)),
            reason: Some(said(reason)),
            is_replayed: *then == AfterVoid::Replay,
        }),
        Fact::MatchAwarded { match_key, winner, reason } => Message::MatchAwarded(log::MatchAwarded {
            match_key: Some(key(*match_key)),
            winner: winner.0,
            reason: Some(said(reason)),
        }),
        Fact::EncounterForfeited { encounter, by } => Message::EncounterForfeited(log::EncounterForfeited {
            encounter: Some(encounter_key(*encounter)),
            by: by.iter().map(|entrant| entrant.0).collect(),
        }),
        Fact::EntrantWithdrawn { entrant, reason } => {
            Message::EntrantWithdrawn(log::EntrantWithdrawn { entrant: entrant.0, reason: Some(said(reason)) })
        }
        Fact::EntrantDisqualified { entrant, reason } => {
            Message::EntrantDisqualified(log::EntrantDisqualified { entrant: entrant.0, reason: Some(said(reason)) })
        }
        Fact::ResultsReleased { through_stage } => {
            Message::ResultsReleased(log::ResultsReleased { through_stage: *through_stage })
        }
        Fact::DealsShown { encounter, seed } => {
            Message::DealsShown(log::DealsShown { encounter: Some(encounter_key(*encounter)), seed: seed.to_vec() })
        }
        Fact::TestDecided => Message::TestDecided(log::TestDecided {}),
        Fact::Provisional { reason, until_unix_ms } => Message::TournamentProvisional(log::TournamentProvisional {
            reason: Some(said(reason)),
            until_unix_ms: *until_unix_ms,
        }),
        Fact::Ended { reason } => Message::TournamentEnded(log::TournamentEnded { reason: Some(said(reason)) }),
    }
}

fn opened(opened: &TournamentOpened) -> log::TournamentOpened {
    log::TournamentOpened {
        name: opened.name.clone(),
        opened_unix_ms: opened.opened_unix_ms,
        rules: Some(rules::write(&opened.rules)),
        match_setup: opened.match_setup.clone(),
        deal_seed: opened.deal_seed.to_vec(),
    }
}

fn removal(cause: EntryRemoval) -> log::EntryRemovalCause {
    match cause {
        EntryRemoval::Left => log::EntryRemovalCause::Left,
        EntryRemoval::Barred => log::EntryRemovalCause::Barred,
        EntryRemoval::Absent => log::EntryRemovalCause::Absent,
    }
}

fn counted(match_key: MatchKey, result: &MatchResult) -> log::MatchCounted {
    log::MatchCounted {
        match_key: Some(key(match_key)),
        places: result.places.clone(),
        halves: result.halves.clone(),
        cause: result.cause.clone(),
        offender: result.offender.map(|seat| u32::from(seat.0)),
        plies: result.plies,
        elapsed_ms: result.elapsed_ms,
        forfeits: result.forfeits.iter().map(|seat| u32::from(seat.0)).collect(),
        digest: digest::write(result.digest),
    }
}

fn encounter_key(key: EncounterKey) -> log::EncounterKey {
    log::EncounterKey { stage: key.stage, board: key.board, extension: key.extension }
}

fn key(key: MatchKey) -> log::MatchKey {
    log::MatchKey { encounter: Some(encounter_key(key.encounter)), number: key.number, attempt: key.attempt }
}
