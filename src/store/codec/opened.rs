//! Reads the opening of a match.

use std::time::Duration;

use referee_ids::{MatchId, PlayerId};
use referee_law::{Commitment, Consent, LawVersion, MatchOpened, Occasion, Promise};
use referee_proto::v1;

use super::{
    read::{HEX, Reader, read_contest},
    rules::Rules,
};
use crate::limits::BrokenEvent;

impl Reader {
    pub(super) fn opened(&self, opened: v1::MatchOpened) -> Result<MatchOpened, BrokenEvent> {
        let match_id = MatchId::parse(&opened.match_id)
            .map_err(|bad| self.broken("match_opened.match_id", &opened.match_id, bad.expected))?;
        let player = |name: &String| {
            PlayerId::parse(name).map_err(|bad| self.broken("match_opened.players", name, bad.expected))
        };
        let rules = opened.rules.ok_or_else(|| self.broken("match_opened.rules", "nothing", "the rules"))?;
        let nonce_wait = self.span_of_ms("match_opened.rules.nonce_wait_ms", rules.nonce_wait_ms)?;
        let Rules { time_controls, illegal_move_policy, lost_seat_policy, graces, conduct, opening } =
            self.rules(rules)?;
        Ok(MatchOpened {
            match_id,
            time_controls,
            players: opened.players.iter().map(player).collect::<Result<_, _>>()?,
            game: opened.game,
            options: opened.options,
            opened_unix_ms: opened.opened_unix_ms,
            graces,
            illegal_move_policy,
            lost_seat_policy,
            luck: opened.luck.map(|luck| self.promise(&luck, nonce_wait)).transpose()?,
            conduct,
            rematch_of: self.match_id_or_none("match_opened.rematch_of", &opened.rematch_of)?,
            law: self.law_version(opened.law_version)?,
            created_by: match opened.created_by.as_str() {
                "" => None,
                name => Some(
                    PlayerId::parse(name).map_err(|bad| self.broken("match_opened.created_by", name, bad.expected))?,
                ),
            },
            occasion: opened.occasion.map(|occasion| self.occasion(occasion)).transpose()?,
            labels: opened.labels,
            opening,
            consents: opened.consents.into_iter().map(|value| self.consent(value)).collect::<Result<_, _>>()?,
        })
    }

    fn consent(&self, value: i32) -> Result<Consent, BrokenEvent> {
        match v1::Consent::try_from(value) {
            Ok(v1::Consent::Act) => Ok(Consent::Act),
            Ok(v1::Consent::Policy) => Ok(Consent::Policy),
            Ok(v1::Consent::House) => Ok(Consent::House),
            Ok(v1::Consent::Unspecified) | Err(_) => {
                Err(self.broken("match_opened.consents", value, "a value of Consent other than 0"))
            }
        }
    }

    fn occasion(&self, occasion: v1::Occasion) -> Result<Occasion, BrokenEvent> {
        let missing = || self.broken("match_opened.occasion.contest", "", "a tournament or a ladder");
        let contest = read_contest(occasion.contest).ok_or_else(missing)?;
        Ok(Occasion { contest, encounter: occasion.encounter, pairing: occasion.pairing })
    }

    fn law_version(&self, version: u32) -> Result<LawVersion, BrokenEvent> {
        let known = LawVersion::ALL.into_iter().find(|law| law.number() == version);
        known.ok_or_else(|| {
            let expected = "1, the only known version of the law";
            self.broken("match_opened.law_version", version, expected)
        })
    }

    fn promise(&self, luck: &v1::Luck, nonce_wait: Duration) -> Result<Promise, BrokenEvent> {
        let commitment = Commitment::of_hex(&luck.commitment)
            .ok_or_else(|| self.broken("match_opened.luck.commitment", &luck.commitment, HEX))?;
        let deal_id = self.match_id_or_none("match_opened.luck.deal_id", &luck.deal_id)?;
        Ok(Promise { commitment, nonce_wait, deal_id, is_withheld: luck.is_withheld })
    }

    fn match_id_or_none(&self, field: &'static str, text: &str) -> Result<Option<MatchId>, BrokenEvent> {
        if text.is_empty() {
            return Ok(None);
        }
        MatchId::parse(text).map(Some).map_err(|bad| self.broken(field, text, bad.expected))
    }
}
