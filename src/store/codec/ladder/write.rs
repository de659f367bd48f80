//! Facts of ladders into messages.

use super::{
    super::{contest_reason::Written, digest},
    rules,
};
use crate::{
    ladder::{
        AfterVoid, Anchor, Declaration, EntrantJoined, Fact, MatchKey, MatchResult, Paired,
        policy::{Choice, Opponent, Side, Why},
    },
    pb::log::{self, ladder_event::Event as Message},
};

pub(super) fn fact(fact: &Fact, said: Written) -> Message {
    match fact {
        Fact::Opened(opened) => Message::LadderOpened(log::LadderOpened {
            name: opened.name.clone(),
            opened_unix_ms: opened.opened_unix_ms,
            rules: Some(rules::write(&opened.rules)),
            deal_seed: opened.deal_seed.to_vec(),
        }),
        Fact::EntrantJoined(entrant) => Message::EntrantJoined(joined(entrant)),
        Fact::EntriesFrozen { reason } => {
            Message::EntriesFrozen(log::LadderEntriesFrozen { reason: Some(said(reason)) })
        }
        Fact::EntriesOpened => Message::EntriesOpened(log::LadderEntriesOpened {}),
        Fact::DeclarationChanged { entrant, declaration: declared } => {
            let declaration = Some(declaration(declared));
            Message::DeclarationChanged(log::LadderDeclarationChanged { entrant: entrant.0, declaration })
        }
        Fact::EntrantRetired { entrant, reason } => {
            Message::EntrantRetired(log::LadderEntrantRetired { entrant: entrant.0, reason: Some(said(reason)) })
        }
        Fact::EntrantRevived { entrant } => Message::EntrantRevived(log::LadderEntrantRevived { entrant: entrant.0 }),
        Fact::EntrantQuarantined { entrant, until_ms, reason } => {
            Message::EntrantQuarantined(log::LadderEntrantQuarantined {
                entrant: entrant.0,
                until_ms: *until_ms,
                reason: Some(said(reason)),
            })
        }
        Fact::EntrantReleased { entrant, reason } => {
            Message::EntrantReleased(log::LadderEntrantReleased { entrant: entrant.0, reason: Some(said(reason)) })
        }
        Fact::EntrantDisqualified { entrant, reason } => Message::EntrantDisqualified(log::LadderEntrantDisqualified {
            entrant: entrant.0,
            reason: Some(said(reason)),
        }),
        Fact::EncounterPaired(encounter) => Message::EncounterPaired(paired(encounter)),
        Fact::MatchCounted { match_key, result } => Message::MatchCounted(counted(match_key, result)),
        Fact::MatchVoided { match_key, reason, fault, then } => Message::MatchVoided(log::LadderMatchVoided {
            match_key: Some(key(match_key)),
            reason: Some(said(reason)),
            fault: fault.map(|seat| u32::from(seat.0)),
            is_replayed: *then == AfterVoid::Replay,
        }),
        Fact::Paused { reason } => Message::LadderPaused(log::LadderPaused { reason: Some(said(reason)) }),
        Fact::Resumed => Message::LadderResumed(log::LadderResumed {}),
        Fact::Closed { reason } => Message::LadderClosed(log::LadderClosed { reason: Some(said(reason)) }),
    }
}

fn joined(joined: &EntrantJoined) -> log::LadderEntrantJoined {
    let anchor =
        |anchor: &Anchor| log::LadderAnchor { category: anchor.category.into(), elo: anchor.elo, sd: anchor.sd };
    log::LadderEntrantJoined {
        name: joined.name.clone(),
        owner: joined.owner.to_string(),
        version_of: joined.version_of.map(|entrant| entrant.0),
        anchors: joined.anchors.iter().map(anchor).collect(),
        declaration: Some(declaration(&joined.declaration)),
    }
}

/// What an entrant plays, as a message.
pub fn declaration(declaration: &Declaration) -> log::LadderDeclaration {
    log::LadderDeclaration {
        categories: declaration.categories.iter().map(|category| u32::from(*category)).collect(),
        at_once: declaration.at_once,
        matches_per_day: declaration.matches_per_day,
    }
}

fn paired(paired: &Paired) -> log::LadderEncounterPaired {
    log::LadderEncounterPaired {
        number: paired.number,
        category: paired.category.into(),
        entrants: paired.entrants.iter().map(|entrant| entrant.0).collect(),
        matches: paired.matches,
        why: Some(why(&paired.why)),
    }
}

fn why(why: &Why) -> log::LadderPairingReason {
    let choice = match why.choice {
        Choice::Wide => log::LadderChoice::Wide,
        Choice::Informative => log::LadderChoice::Informative,
        Choice::Patience => log::LadderChoice::Patience,
    };
    log::LadderPairingReason {
        served: why.served.0,
        waited_ms: why.waited_ms,
        choice: choice.into(),
        opponents: why.opponents.iter().map(opponent).collect(),
        sentence: String::new(),
    }
}

fn opponent(opponent: &Opponent) -> log::LadderOpponent {
    let side = match opponent.side {
        Side::Above => log::LadderSide::Above,
        Side::Level => log::LadderSide::Level,
        Side::Below => log::LadderSide::Below,
    };
    log::LadderOpponent {
        entrant: opponent.entrant.0,
        expected_permille: opponent.expected_permille,
        side: side.into(),
        met: opponent.met,
    }
}

fn counted(match_key: &MatchKey, result: &MatchResult) -> log::LadderMatchCounted {
    log::LadderMatchCounted {
        match_key: Some(key(match_key)),
        places: result.places.clone(),
        halves: result.halves.clone(),
        cause: result.cause.clone(),
        fault: result.fault.map(|seat| u32::from(seat.0)),
        moves: result.moves.clone(),
        thought_ms: result.thought_ms.clone(),
        elapsed_ms: result.elapsed_ms,
        rounds: result.rounds,
        digest: digest::write(result.digest),
    }
}

fn key(key: &MatchKey) -> log::LadderMatchKey {
    log::LadderMatchKey { encounter: key.encounter, number: key.number, attempt: key.attempt }
}
