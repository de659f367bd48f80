//! Facts of ladders from messages.

use super::{
    super::{contest_reason, digest},
    rules,
};
use crate::{
    contest::ContestReason,
    ids::{PlayerId, Seat, Seq},
    ladder::{
        AfterVoid, Anchor, Declaration, Entrant, EntrantJoined, Fact, LadderOpened, MAX_ENTRANTS, MatchKey,
        MatchResult, Paired,
        policy::{Choice, Opponent, Side, Why},
    },
    pb::log::{self, ladder_event::Event as Message},
    store::limits::BrokenEvent,
};

/// What the number of an entrant is.
const ENTRANT: &str = "the number of an entrant";

pub(super) fn fact(seq: Seq, message: Option<Message>) -> Result<Fact, BrokenEvent> {
    let reader = Reader { seq };
    let message = message.ok_or_else(|| reader.broken("event", "", "one of the events of `referee.log.v1`"))?;
    Ok(match message {
        Message::LadderOpened(opened) => Fact::Opened(Box::new(reader.opened(opened)?)),
        Message::EntrantJoined(joined) => Fact::EntrantJoined(reader.joined(joined)?),
        Message::EntriesFrozen(frozen) => {
            Fact::EntriesFrozen { reason: reader.reason("entries_frozen.reason", frozen.reason)? }
        }
        Message::EntriesOpened(_) => Fact::EntriesOpened,
        Message::DeclarationChanged(changed) => Fact::DeclarationChanged {
            entrant: reader.entrant("declaration_changed.entrant", changed.entrant)?,
            declaration: reader.declaration("declaration_changed.declaration", changed.declaration)?,
        },
        Message::EntrantRetired(retired) => Fact::EntrantRetired {
            entrant: reader.entrant("entrant_retired.entrant", retired.entrant)?,
            reason: reader.reason("entrant_retired.reason", retired.reason)?,
        },
        Message::EntrantRevived(revived) => {
            Fact::EntrantRevived { entrant: reader.entrant("entrant_revived.entrant", revived.entrant)? }
        }
        Message::EntrantQuarantined(quarantined) => Fact::EntrantQuarantined {
            entrant: reader.entrant("entrant_quarantined.entrant", quarantined.entrant)?,
            until_ms: quarantined.until_ms,
            reason: reader.reason("entrant_quarantined.reason", quarantined.reason)?,
        },
        Message::EntrantReleased(released) => Fact::EntrantReleased {
            entrant: reader.entrant("entrant_released.entrant", released.entrant)?,
            reason: reader.reason("entrant_released.reason", released.reason)?,
        },
        Message::EntrantDisqualified(disqualified) => Fact::EntrantDisqualified {
            entrant: reader.entrant("entrant_disqualified.entrant", disqualified.entrant)?,
            reason: reader.reason("entrant_disqualified.reason", disqualified.reason)?,
        },
        Message::EncounterPaired(paired) => Fact::EncounterPaired(reader.paired(paired)?),
        Message::MatchCounted(counted) => Fact::MatchCounted {
            match_key: reader.key("match_counted.match_key", counted.match_key)?,
            result: MatchResult {
                places: counted.places,
                halves: counted.halves,
                cause: counted.cause,
                fault: reader.seat("match_counted.fault", counted.fault)?,
                moves: counted.moves,
                thought_ms: counted.thought_ms,
                elapsed_ms: counted.elapsed_ms,
                rounds: counted.rounds,
                digest: digest::read(seq, &counted.digest)?,
            },
        },
        Message::MatchVoided(voided) => Fact::MatchVoided {
            match_key: reader.key("match_voided.match_key", voided.match_key)?,
            reason: reader.reason("match_voided.reason", voided.reason)?,
            fault: reader.seat("match_voided.fault", voided.fault)?,
            then: if voided.is_replayed { AfterVoid::Replay } else { AfterVoid::Leave },
        },
        Message::LadderPaused(paused) => Fact::Paused { reason: reader.reason("ladder_paused.reason", paused.reason)? },
        Message::LadderResumed(_) => Fact::Resumed,
        Message::LadderClosed(closed) => Fact::Closed { reason: reader.reason("ladder_closed.reason", closed.reason)? },
    })
}

struct Reader {
    /// The number of the event, for errors.
    seq: Seq,
}

impl Reader {
    fn opened(&self, opened: log::LadderOpened) -> Result<LadderOpened, BrokenEvent> {
        let rules = opened.rules.ok_or_else(|| self.broken("ladder_opened.rules", "", "rules"))?;
        let bytes = opened.deal_seed.len();
        Ok(LadderOpened {
            name: opened.name,
            opened_unix_ms: opened.opened_unix_ms,
            rules: rules::read_stored(self.seq, rules)?,
            deal_seed: opened
                .deal_seed
                .try_into()
                .map_err(|_| self.broken("ladder_opened.deal_seed", format!("{bytes} bytes"), "32 bytes"))?,
        })
    }

    fn joined(&self, joined: log::LadderEntrantJoined) -> Result<EntrantJoined, BrokenEvent> {
        let owner = PlayerId::parse(&joined.owner);
        let anchor = |anchor: &log::LadderAnchor| {
            Ok(Anchor {
                category: self.category("entrant_joined.anchors.category", anchor.category)?,
                elo: anchor.elo,
                sd: anchor.sd,
            })
        };
        let version_of = joined.version_of.map(|number| self.entrant("entrant_joined.version_of", number));
        Ok(EntrantJoined {
            owner: owner.map_err(|_| self.broken("entrant_joined.owner", &joined.owner, "the name of a player"))?,
            name: joined.name,
            version_of: version_of.transpose()?,
            anchors: joined.anchors.iter().map(anchor).collect::<Result<_, BrokenEvent>>()?,
            declaration: self.declaration("entrant_joined.declaration", joined.declaration)?,
        })
    }

    fn declaration(
        &self,
        field: &'static str,
        declaration: Option<log::LadderDeclaration>,
    ) -> Result<Declaration, BrokenEvent> {
        let declaration = declaration.ok_or_else(|| self.broken(field, "", "a declaration"))?;
        let categories = declaration.categories.iter().map(|category| self.category(field, *category));
        Ok(Declaration {
            categories: categories.collect::<Result<_, _>>()?,
            at_once: declaration.at_once,
            matches_per_day: declaration.matches_per_day,
        })
    }

    fn paired(&self, paired: log::LadderEncounterPaired) -> Result<Paired, BrokenEvent> {
        let entrant = |number: &u32| self.entrant("encounter_paired.entrants", *number);
        let why = paired.why.ok_or_else(|| self.broken("encounter_paired.why", "", "a reason"))?;
        Ok(Paired {
            number: paired.number,
            category: self.category("encounter_paired.category", paired.category)?,
            entrants: paired.entrants.iter().map(entrant).collect::<Result<_, _>>()?,
            matches: paired.matches,
            why: self.why(&why)?,
        })
    }

    fn why(&self, why: &log::LadderPairingReason) -> Result<Why, BrokenEvent> {
        let choice = match why.choice() {
            log::LadderChoice::Wide => Choice::Wide,
            log::LadderChoice::Informative => Choice::Informative,
            log::LadderChoice::Patience => Choice::Patience,
            log::LadderChoice::Unspecified => {
                return Err(self.broken("encounter_paired.why.choice", why.choice, "a value of `LadderChoice`"));
            }
        };
        Ok(Why {
            served: self.entrant("encounter_paired.why.served", why.served)?,
            waited_ms: why.waited_ms,
            choice,
            opponents: why.opponents.iter().map(|one| self.opponent(one)).collect::<Result<_, _>>()?,
        })
    }

    fn opponent(&self, opponent: &log::LadderOpponent) -> Result<Opponent, BrokenEvent> {
        let side = match opponent.side() {
            log::LadderSide::Above => Side::Above,
            log::LadderSide::Level => Side::Level,
            log::LadderSide::Below => Side::Below,
            log::LadderSide::Unspecified => {
                let field = "encounter_paired.why.opponents.side";
                return Err(self.broken(field, opponent.side, "a value of `LadderSide`"));
            }
        };
        Ok(Opponent {
            entrant: self.entrant("encounter_paired.why.opponents.entrant", opponent.entrant)?,
            expected_permille: opponent.expected_permille,
            side,
            met: opponent.met,
        })
    }

    fn key(&self, field: &'static str, key: Option<log::LadderMatchKey>) -> Result<MatchKey, BrokenEvent> {
        let key = key.ok_or_else(|| self.broken(field, "", "a match"))?;
        Ok(MatchKey { encounter: key.encounter, number: key.number, attempt: key.attempt })
    }

    fn entrant(&self, field: &'static str, number: u32) -> Result<Entrant, BrokenEvent> {
        let entrant = Entrant(number);
        if entrant.index() < MAX_ENTRANTS { Ok(entrant) } else { Err(self.broken(field, number, ENTRANT)) }
    }

    fn category(&self, field: &'static str, number: u32) -> Result<u16, BrokenEvent> {
        u16::try_from(number).map_err(|_| self.broken(field, number, "the number of a category"))
    }

    fn seat(&self, field: &'static str, number: Option<u32>) -> Result<Option<Seat>, BrokenEvent> {
        let seat = |number: u32| u8::try_from(number).map(Seat).map_err(|_| self.broken(field, number, "a seat"));
        number.map(seat).transpose()
    }

    fn reason(&self, field: &'static str, reason: Option<log::ContestReason>) -> Result<ContestReason, BrokenEvent> {
        contest_reason::read(self.seq, field, reason)
    }

    fn broken(&self, field: &'static str, value: impl ToString, expected: &'static str) -> BrokenEvent {
        BrokenEvent::new(self.seq, field, value, expected)
    }
}
