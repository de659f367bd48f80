//! Converts rules of ladders to messages and back.

use referee_contests::{
    contest::{ACCEPT_WITHIN_MS, BadField},
    ladder::{Category, PairingRules, QuarantineRules, RatedBy, Rules},
};
use referee_ids::Seq;
use referee_proto::v1;

use super::numbers::{ms_or, write_ms};
use crate::limits::BrokenEvent;

pub fn write(rules: &Rules) -> v1::LadderRules {
    let PairingRules {
        patience_ms,
        least_quality_permille,
        wide_encounters,
        matches_per_day,
        opponent_share_percent,
        encounters_in_flight,
        owner_in_flight,
        matches_in_all,
        matches_each,
    } = rules.pairing;
    let QuarantineRules { faults, first_ms, longest_ms } = rules.quarantine;
    v1::LadderRules {
        categories: rules.categories.iter().map(category).collect(),
        pairing: Some(v1::LadderPairing {
            patience_ms: Some(write_ms(patience_ms)),
            least_quality_permille: Some(least_quality_permille),
            wide_encounters: Some(wide_encounters),
            matches_per_day: Some(matches_per_day),
            opponent_share_percent: Some(opponent_share_percent),
            encounters_in_flight: Some(encounters_in_flight),
            owner_in_flight: Some(owner_in_flight),
            matches_in_all,
            matches_each,
        }),
        quarantine: Some(v1::LadderQuarantine {
            faults: Some(faults),
            first_ms: Some(write_ms(first_ms)),
            longest_ms: Some(write_ms(longest_ms)),
        }),
        replays: rules.replays,
        version_sd: rules.version_sd,
        accept_within_ms: Some(write_ms(rules.accept_within_ms)),
    }
}

fn category(category: &Category) -> v1::LadderCategory {
    v1::LadderCategory {
        name: category.name.clone(),
        seats: category.seats.into(),
        matches_per_encounter: category.matches_per_encounter,
        match_setup: category.match_setup.clone(),
        rated_by: match category.rated_by {
            RatedBy::Ranks => v1::LadderRatedBy::Ranks,
            RatedBy::Points => v1::LadderRatedBy::Points,
        }
        .into(),
    }
}

fn rated_by(index: usize, category: &v1::LadderCategory) -> Result<RatedBy, BadField> {
    match v1::LadderRatedBy::try_from(category.rated_by) {
        Ok(v1::LadderRatedBy::Unspecified | v1::LadderRatedBy::Ranks) => Ok(RatedBy::Ranks),
        Ok(v1::LadderRatedBy::Points) => Ok(RatedBy::Points),
        Err(_) => Err(BadField {
            field: format!("categories[{index}].rated_by").into(),
            value: category.rated_by.to_string(),
            expected: "a value of `LadderRatedBy`".to_owned(),
        }),
    }
}

/// Reads valid rules of a ladder.
pub fn read(message: v1::LadderRules) -> Result<Rules, BadField> {
    let categories = message.categories.into_iter().enumerate().map(|(index, category)| {
        Ok(Category {
            rated_by: rated_by(index, &category)?,
            name: category.name,
            // The check rejects any number of seats this large.
            seats: u8::try_from(category.seats).unwrap_or(u8::MAX),
            matches_per_encounter: category.matches_per_encounter,
            match_setup: category.match_setup,
        })
    });
    let rules = Rules {
        categories: categories.collect::<Result<_, BadField>>()?,
        pairing: read_pairing(message.pairing.unwrap_or_default())?,
        quarantine: read_quarantine(message.quarantine.unwrap_or_default())?,
        replays: message.replays,
        version_sd: message.version_sd,
        accept_within_ms: ms_or("accept_within_ms", message.accept_within_ms, ACCEPT_WITHIN_MS)?,
    };
    rules.check()?;
    Ok(rules)
}

/// Reads the rules of pairing; unset fields get their default.
pub fn read_pairing(message: v1::LadderPairing) -> Result<PairingRules, BadField> {
    let usual = PairingRules::default();
    Ok(PairingRules {
        patience_ms: ms_or("pairing.patience_ms", message.patience_ms, usual.patience_ms)?,
        least_quality_permille: message.least_quality_permille.unwrap_or(usual.least_quality_permille),
        wide_encounters: message.wide_encounters.unwrap_or(usual.wide_encounters),
        matches_per_day: message.matches_per_day.unwrap_or(usual.matches_per_day),
        opponent_share_percent: message.opponent_share_percent.unwrap_or(usual.opponent_share_percent),
        encounters_in_flight: message.encounters_in_flight.unwrap_or(usual.encounters_in_flight),
        owner_in_flight: message.owner_in_flight.unwrap_or(usual.owner_in_flight),
        matches_in_all: message.matches_in_all,
        matches_each: message.matches_each,
    })
}

/// Reads the rules of quarantine; unset fields get their default.
pub fn read_quarantine(message: v1::LadderQuarantine) -> Result<QuarantineRules, BadField> {
    let usual = QuarantineRules::default();
    Ok(QuarantineRules {
        faults: message.faults.unwrap_or(usual.faults),
        first_ms: ms_or("quarantine.first_ms", message.first_ms, usual.first_ms)?,
        longest_ms: ms_or("quarantine.longest_ms", message.longest_ms, usual.longest_ms)?,
    })
}

/// Reads the rules of a stored event.
pub(super) fn read_stored(seq: Seq, message: v1::LadderRules) -> Result<Rules, BrokenEvent> {
    let expected = "valid rules of a ladder";
    read(message).map_err(|bad| BrokenEvent::new(seq, "ladder_opened.rules", bad, expected))
}
