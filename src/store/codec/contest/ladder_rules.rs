//! Rules of ladders to messages and back.

use crate::{
    contest::{ACCEPT_WITHIN_MS, BadField},
    ids::Seq,
    ladder::{Category, PairingRules, QuarantineRules, RatedBy, Rules},
    pb::log,
    store::limits::BrokenEvent,
};

pub fn write(rules: &Rules) -> log::LadderRules {
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
    log::LadderRules {
        categories: rules.categories.iter().map(category).collect(),
        pairing: Some(log::LadderPairing {
            patience_ms: Some(patience_ms),
            least_quality_permille: Some(least_quality_permille),
            wide_encounters: Some(wide_encounters),
            matches_per_day,
            opponent_share_percent,
            encounters_in_flight,
            owner_in_flight,
            matches_in_all,
            matches_each,
        }),
        quarantine: Some(log::LadderQuarantine { faults, first_ms, longest_ms }),
        replays: rules.replays,
        version_sd: rules.version_sd,
        accept_within_ms: Some(rules.accept_within_ms),
    }
}

fn category(category: &Category) -> log::LadderCategory {
    log::LadderCategory {
        name: category.name.clone(),
        seats: category.seats.into(),
        matches_per_encounter: category.matches_per_encounter,
        match_setup: category.match_setup.clone(),
        rated_by: match category.rated_by {
            RatedBy::Ranks => log::LadderRatedBy::Ranks,
            RatedBy::Points => log::LadderRatedBy::Points,
        }
        .into(),
    }
}

fn rated_by(index: usize, category: &log::LadderCategory) -> Result<RatedBy, BadField> {
    match log::LadderRatedBy::try_from(category.rated_by) {
        Ok(log::LadderRatedBy::Unspecified | log::LadderRatedBy::Ranks) => Ok(RatedBy::Ranks),
        Ok(log::LadderRatedBy::Points) => Ok(RatedBy::Points),
        Err(_) => Err(BadField {
            field: format!("categories[{index}].rated_by").into(),
            value: category.rated_by.to_string(),
            expected: "a value of `LadderRatedBy`".to_owned(),
        }),
    }
}

/// Reads valid rules of a ladder.
pub fn read(message: log::LadderRules) -> Result<Rules, BadField> {
    let categories = message.categories.into_iter().enumerate().map(|(index, category)| {
        Ok(Category {
            rated_by: rated_by(index, &category)?,
            name: category.name,
            // Larger numbers are invalid anyway: the check rejects them.
            seats: u8::try_from(category.seats).unwrap_or(u8::MAX),
            matches_per_encounter: category.matches_per_encounter,
            match_setup: category.match_setup,
        })
    });
    let pairing = message.pairing.map_or_else(PairingRules::default, |pairing| PairingRules {
        patience_ms: pairing.patience_ms.unwrap_or(0),
        least_quality_permille: pairing.least_quality_permille.unwrap_or(0),
        wide_encounters: pairing.wide_encounters.unwrap_or(0),
        matches_per_day: pairing.matches_per_day,
        opponent_share_percent: pairing.opponent_share_percent,
        encounters_in_flight: pairing.encounters_in_flight,
        owner_in_flight: pairing.owner_in_flight,
        matches_in_all: pairing.matches_in_all,
        matches_each: pairing.matches_each,
    });
    let quarantine = message.quarantine.map_or_else(QuarantineRules::default, |quarantine| QuarantineRules {
        faults: quarantine.faults,
        first_ms: quarantine.first_ms,
        longest_ms: quarantine.longest_ms,
    });
    let rules = Rules {
        categories: categories.collect::<Result<_, BadField>>()?,
        pairing,
        quarantine,
        replays: message.replays,
        version_sd: message.version_sd,
        accept_within_ms: message.accept_within_ms.unwrap_or(ACCEPT_WITHIN_MS),
    };
    rules.check()?;
    Ok(rules)
}

/// Reads the rules of a stored event.
pub(super) fn read_stored(seq: Seq, message: log::LadderRules) -> Result<Rules, BrokenEvent> {
    let expected = "valid rules of a ladder";
    read(message).map_err(|bad| BrokenEvent::new(seq, "ladder_opened.rules", bad, expected))
}
