//! The initial events of a ladder from its file.

use std::{
    collections::BTreeSet,
    num::{NonZeroU16, NonZeroU32, NonZeroU64},
};

use super::file::{EntrantTable, LadderFile, PairingTable, REPLAYS};
use crate::{
    contest::{ACCEPT_WITHIN_MS, Anchor, ContestKind as _, ContestReason, Declaration, MAX_MATCH_SETUP, NewContest},
    hall::wall_clock::unix_ms,
    ids::PlayerId,
    ladder::{
        Category, Command, Entry, Ladder, LadderEvent, LadderOpened, MAX_MATCHES_PER_DAY, PairingRules,
        QuarantineRules, RatedBy, Rules, check_opening,
    },
    law::Seed,
    openings::{Openings, Order},
    runner::{
        contest::{ContestFile as _, setup_text},
        options::{engine_words::BadWords, file_words::at_once},
    },
};

/// Default standard deviation of the difference between a new version and its parent, in Elo.
const VERSION_SD: u32 = 100;

/// Returns the initial events of a ladder from its file.
pub fn first_events(file: &LadderFile, openings: Option<&(Openings, Order)>) -> Result<Vec<LadderEvent>, BadWords> {
    let rules = rules(file, openings)?;
    let name = file.name.clone().unwrap_or_default();
    let deal_seed = *Seed::new([0; 32]).derived(&format!("referee ladder, seed {}", file.seed)).bytes();
    let opened = LadderOpened { name, opened_unix_ms: unix_ms(), rules, deal_seed };
    check_opening(&opened).map_err(|bad| BadWords::new(bad.to_string()))?;
    check_owners(file)?;
    let mut new = NewContest::<Ladder>::open(opened).ok_or_else(|| BadWords::new("invalid rules of the ladder"))?;
    for entrant in &file.entrants {
        let entry = Command::Enter(entry(&new.contest, file, entrant)?);
        new.take(&entry).map_err(|no| BadWords::new(format!("entrant {}: {no}", entrant.name)))?;
    }
    let freeze = Command::FreezeEntries { reason: ContestReason::Listed };
    new.take(&freeze).map_err(|no| BadWords::new(no.to_string()))?;
    Ok(new.events)
}

fn rules(file: &LadderFile, openings: Option<&(Openings, Order)>) -> Result<Rules, BadWords> {
    let table = file.category()?;
    let seats = table.seats()?;
    let category = Category {
        name: table.name.clone(),
        seats,
        matches_per_encounter: or(table.matches_per_encounter, seats.into()),
        match_setup: setup_text(file.arguments()?, openings, MAX_MATCH_SETUP),
        rated_by: table.rated_by.map_or(RatedBy::Ranks, RatedBy::from),
    };
    let usual = QuarantineRules::default();
    let quarantine = QuarantineRules {
        faults: or(file.quarantine.faults, usual.faults),
        first_ms: or_ms(file.quarantine.first_ms, usual.first_ms),
        longest_ms: or_ms(file.quarantine.longest_ms, usual.longest_ms),
    };
    Ok(Rules {
        categories: vec![category],
        pairing: pairing(file)?,
        quarantine,
        replays: file.replays.unwrap_or(REPLAYS),
        version_sd: or(file.version_sd, VERSION_SD),
        accept_within_ms: ACCEPT_WITHIN_MS,
    })
}

/// Returns the pairing rules. If matches are played one at a time, all other entrants are free at
/// each pairing. Waiting for a better opponent is then useless, so the default patience is 0.
fn pairing(file: &LadderFile) -> Result<PairingRules, BadWords> {
    let PairingTable {
        patience_ms,
        least_quality_permille,
        wide_encounters,
        matches_per_day,
        opponent_share_percent,
        encounters_in_flight,
        owner_in_flight,
        matches_in_all,
        matches_each,
    } = file.pairing;
    if matches_in_all.is_none() && matches_each.is_none() {
        let text = "missing pairing.matches_in_all or pairing.matches_each: a ladder of local engines needs an end";
        return Err(BadWords::new(text));
    }
    let at_once = u32::from(at_once(file.concurrency.map(NonZeroU16::get))?);
    let usual = PairingRules::default();
    Ok(PairingRules {
        patience_ms: patience_ms.unwrap_or(if at_once == 1 { 0 } else { usual.patience_ms }),
        least_quality_permille: least_quality_permille.unwrap_or(usual.least_quality_permille),
        wide_encounters: wide_encounters.unwrap_or(usual.wide_encounters),
        matches_per_day: or(matches_per_day, MAX_MATCHES_PER_DAY),
        opponent_share_percent: or(opponent_share_percent, usual.opponent_share_percent),
        encounters_in_flight: or(encounters_in_flight, at_once),
        owner_in_flight: or(owner_in_flight, usual.owner_in_flight),
        matches_in_all,
        matches_each,
    })
}

/// Returns an entry. Each entrant is its own owner; a new version has the owner of the first
/// version.
fn entry(ladder: &Ladder, file: &LadderFile, table: &EntrantTable) -> Result<Entry, BadWords> {
    let whose = |field: &str| format!("entrant {}: {field}", table.name);
    let owner = PlayerId::parse(first_version(file, &table.name));
    let owner = owner.map_err(|bad| BadWords::new(format!("{}: {bad}", whose("name"))))?;
    let unknown =
        || BadWords::new(format!("{} is `{}`, expected an earlier entrant", whose("version_of"), table.version_of));
    let version_of = match (table.version_of.as_str(), file.version_of(table)) {
        ("", _) => None,
        (_, parent) => Some(parent.and_then(|parent| ladder.entrant_named(&parent.name)).ok_or_else(unknown)?),
    };
    let category = &file.category()?.name;
    let rated = table.known_ratings.iter().map(|known| &known.category).enumerate();
    let rated = rated.map(|(at, name)| (format!("known_ratings[{at}].category"), name));
    let played = table.categories.iter().enumerate().map(|(at, name)| (format!("categories[{at}]"), name));
    for (field, name) in rated.chain(played) {
        if name != category {
            return Err(BadWords::new(format!("{} is `{name}`, expected `{category}`", whose(&field))));
        }
    }
    let anchors =
        table.known_ratings.iter().map(|known| Anchor { category: 0, elo: known.elo, sd: known.sd }).collect();
    let declaration = Declaration {
        categories: vec![0],
        at_once: or(table.at_once, 1),
        matches_per_day: or(table.matches_per_day, ladder.opened.rules.pairing.matches_per_day),
    };
    Ok(Entry { name: table.name.clone(), owner, version_of, anchors, declaration })
}

/// Returns the name of the first version of an entrant.
fn first_version<'a>(file: &'a LadderFile, name: &'a str) -> &'a str {
    let mut first = name;
    // The loop runs once per entrant: longer chains are cycles.
    for _ in &file.entrants {
        let newer = file.entrants.iter().find(|entrant| entrant.name == first);
        let Some(parent) = newer.and_then(|newer| file.version_of(newer)) else { break };
        first = &parent.name;
    }
    first
}

/// Checks that there are enough different owners for the seats of a match.
fn check_owners(file: &LadderFile) -> Result<(), BadWords> {
    let owners: BTreeSet<&str> = file.entrants.iter().map(|entrant| first_version(file, &entrant.name)).collect();
    let seats = file.category()?.seats()?;
    if owners.len() >= usize::from(seats) {
        return Ok(());
    }
    let text = format!(
        "too few entrants: expected at least {seats} that are not versions of each other, found {}",
        owners.len()
    );
    Err(BadWords::new(text))
}

/// Returns the given value, or the default.
fn or(said: Option<NonZeroU32>, unless: u32) -> u32 {
    said.map_or(unless, NonZeroU32::get)
}

fn or_ms(said: Option<NonZeroU64>, unless: u64) -> u64 {
    said.map_or(unless, NonZeroU64::get)
}
