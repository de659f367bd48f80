//! Converts ladders.

use prost::Message as _;
use referee_contests::{
    contest::{
        ACCEPT_WITHIN_MS, Anchor, ContestKind as _, ContestRefusal, Declaration, Entrant, NewContest, Phase, Status,
    },
    ladder::{
        Category, Command, EntrantState, Entry, Fact, Ladder, LadderOpened, RatedBy, Rules, check_opening,
        signals::Signal,
    },
};
use referee_ids::PlayerId;
use referee_law::{Reason, Refusal};
use referee_proto::v1;
use referee_store::{ContestRow, ListedCounts, write_contest};
use sha2::{Digest as _, Sha256};

use super::{
    player_id,
    tournaments::{Setup, bad_field, contest_id, counted, match_setup, read_setup, write_setup},
};
use crate::{
    api::paging,
    contest_server::{
        MatchSetup, Seen, Stands, ToOpen, ladder_rules_message, ms_or, read_pairing, read_quarantine, write_ms,
    },
    hall::{Hall, wall_clock::unix_ms},
};

/// Default standard deviation of the difference between a new version and its parent before any
/// results, in Elo.
const VERSION_SD: u32 = 100;

/// Converts a request for a new ladder; `owners` are the owners of its entrants.
pub fn asked_ladder(
    hall: &Hall,
    host: &PlayerId,
    asked: v1::CreateLadderRequest,
    owners: Vec<PlayerId>,
) -> Result<ToOpen<Ladder>, Refusal> {
    let content = Sha256::digest(asked.encode_to_vec()).into();
    let id = contest_id("ladder_id", &asked.ladder_id)?.to_owned();
    let name = if asked.name.is_empty() { id.clone() } else { asked.name.trim().to_owned() };
    let categories = asked.categories.into_iter().enumerate().map(|(at, setup)| category(host, at, setup));
    let bad = |no| bad_field("", no);
    let rules = Rules {
        categories: categories.collect::<Result<_, _>>()?,
        pairing: read_pairing(asked.pairing.unwrap_or_default()).map_err(bad)?,
        quarantine: read_quarantine(asked.quarantine.unwrap_or_default()).map_err(bad)?,
        replays: asked.replays,
        version_sd: asked.version_sd.unwrap_or(VERSION_SD),
        accept_within_ms: ms_or("accept_within_ms", asked.accept_within_ms, ACCEPT_WITHIN_MS).map_err(bad)?,
    };
    let deal_seed = *hall.fresh_seed()?.bytes();
    let opened = LadderOpened { name, opened_unix_ms: unix_ms(), rules, deal_seed };
    check_opening(&opened).map_err(bad)?;
    let mut new = NewContest::<Ladder>::open(opened)
        .ok_or_else(|| Refusal::new(Reason::HostFault, "invalid opening of the ladder"))?;
    for (at, (entry, owner)) in asked.entrants.iter().zip(owners).enumerate() {
        let of = format!("entrants[{at}].");
        let entered = asked_entry(&new.contest, entry, owner, &of)?;
        new.take(&Command::Enter(entered)).map_err(|refusal| of_entry(refusal, &of))?;
    }
    let facts = new.events.into_iter().map(|event| event.fact).collect();
    Ok(ToOpen { id, facts, content })
}

/// Converts the refusal of an entry. The fields of the refusal get the prefix `of`.
fn of_entry(refusal: ContestRefusal, of: &str) -> Refusal {
    match refusal {
        ContestRefusal::BadField(bad) => bad_field(of, bad),
        other => Refusal::new(Reason::BadField, format!("{}: {other}", of.trim_end_matches('.'))),
    }
}

fn category(host: &PlayerId, at: usize, asked: v1::LadderCategorySetup) -> Result<Category, Refusal> {
    let field = |of: &str| format!("categories[{at}].{of}");
    let missing = || Refusal::of_field(Reason::BadField, field("matches"), "", "a value");
    let matches = asked.matches.ok_or_else(missing)?;
    if let Some(at_once) = matches.at_once {
        let (field, expected) = (field("matches.at_once"), "no value: use `pairing.encounters_in_flight`");
        return Err(Refusal::of_field(Reason::BadField, field, &at_once.to_string(), expected));
    }
    let seats = asked.seats.unwrap_or(2);
    Ok(Category {
        name: asked.name,
        // A number too large for `u8` becomes 255, which the later check of the rules rejects.
        seats: u8::try_from(seats).unwrap_or(u8::MAX),
        matches_per_encounter: asked.matches_per_encounter.unwrap_or(seats),
        match_setup: write_setup(&Setup { host: host.to_string(), matches })?,
        rated_by: match v1::LadderRatedBy::try_from(asked.rated_by) {
            Ok(v1::LadderRatedBy::Unspecified | v1::LadderRatedBy::Ranks) => RatedBy::Ranks,
            Ok(v1::LadderRatedBy::Points) => RatedBy::Points,
            Err(_) => {
                let (value, expected) = (asked.rated_by.to_string(), "a value of `LadderRatedBy`");
                return Err(Refusal::of_field(Reason::BadField, field("rated_by"), &value, expected));
            }
        },
    })
}

/// Converts what the ratings of a category are based on.
pub(super) fn rated_by(rated_by: RatedBy) -> v1::LadderRatedBy {
    match rated_by {
        RatedBy::Ranks => v1::LadderRatedBy::Ranks,
        RatedBy::Points => v1::LadderRatedBy::Points,
    }
}

/// Returns the setup of the matches of each category, from the opening of a ladder.
pub fn ladder_setups(hall: &Hall, ladder: &Ladder, stands: Stands) -> Result<Vec<MatchSetup>, Refusal> {
    let LadderOpened { rules, deal_seed, .. } = &ladder.opened;
    let setup = |(at, category): (usize, &Category)| {
        let setup = read_setup(&category.match_setup)?;
        match_setup(hall, setup, category.seats, deal_seed, rules.pairing.encounters_in_flight, stands)
            .map_err(|refusal| refusal.within(&format!("categories[{at}]")))
    };
    rules.categories.iter().enumerate().map(setup).collect()
}

/// Converts an entry to this ladder. In errors, its fields get the prefix `of`.
pub fn asked_entry(ladder: &Ladder, entry: &v1::LadderEntry, owner: PlayerId, of: &str) -> Result<Entry, Refusal> {
    let name = player_id(&entry.player, format!("{of}player"))?.to_string();
    let version_of = match entry.version_of.as_str() {
        "" => None,
        parent => Some(entrant(ladder, format!("{of}version_of"), parent)?),
    };
    let anchor = |(at, known): (usize, &v1::LadderKnownRating)| {
        let field = format!("{of}known_ratings[{at}].category");
        Ok(Anchor { category: category_named(ladder, field, &known.category)?, elo: known.elo, sd: known.sd })
    };
    let anchors = entry.known_ratings.iter().enumerate().map(anchor).collect::<Result<Vec<_>, Refusal>>()?;
    ladder.check_anchors(&anchors).map_err(|bad| bad_field(of, bad))?;
    Ok(Entry { name, owner, version_of, anchors, declaration: asked_declaration(ladder, entry, of)? })
}

/// Converts what an entrant of a ladder plays.
pub fn asked_declaration(ladder: &Ladder, entry: &v1::LadderEntry, of: &str) -> Result<Declaration, Refusal> {
    let rules = &ladder.opened.rules;
    let category = |(at, name): (usize, &String)| category_named(ladder, format!("{of}categories[{at}]"), name);
    let mut categories: Vec<u16> = match entry.categories.is_empty() {
        true => (0u16..).take(rules.categories.len()).collect(),
        false => entry.categories.iter().enumerate().map(category).collect::<Result<_, _>>()?,
    };
    categories.sort_unstable();
    categories.dedup();
    Ok(Declaration {
        categories,
        at_once: entry.at_once.unwrap_or(1),
        matches_per_day: entry.matches_per_day.unwrap_or(rules.pairing.matches_per_day),
    })
}

/// Returns the category with this name; without a name, the only category.
pub fn ladder_category(ladder: &Ladder, name: &str) -> Result<u16, Refusal> {
    match (name, ladder.opened.rules.categories.len()) {
        ("", 1) => Ok(0),
        _ => category_named(ladder, "category".to_owned(), name),
    }
}

fn category_named(ladder: &Ladder, field: String, name: &str) -> Result<u16, Refusal> {
    let categories = &ladder.opened.rules.categories;
    let found = (0u16..).zip(categories).find(|(_, category)| category.name == name);
    let names: Vec<&str> = categories.iter().map(|category| category.name.as_str()).collect();
    let unknown = || Refusal::of_field(Reason::BadField, field, name, format!("one of {}", names.join(", ")));
    found.map(|(number, _)| number).ok_or_else(unknown)
}

pub(super) fn entrant(ladder: &Ladder, field: String, name: &str) -> Result<Entrant, Refusal> {
    let unknown = || Refusal::of_field(Reason::UnknownPlayer, field, name, "an entrant of the ladder");
    ladder.entrant_named(name).ok_or_else(unknown)
}

pub fn ladder_summary(id: &str, ladder: &Ladder) -> v1::ContestSummary {
    let (state, end_reason) = match &ladder.phase {
        Phase::Over(reason) => (v1::ContestState::Over, reason.to_string()),
        _ => (v1::ContestState::Running, String::new()),
    };
    v1::ContestSummary {
        state: state.into(),
        end_reason,
        pause_reason: ladder.paused.as_ref().map(ToString::to_string).unwrap_or_default(),
        freeze_reason: ladder.frozen.as_ref().map(ToString::to_string).unwrap_or_default(),
        entrants: counted(ladder.entrants.len()),
        encounters: ladder.next_encounter,
        unfinished: counted(ladder.unfinished()),
        ..opened_summary(id, &ladder.opened)
    }
}

/// Summarises a ladder by its opening and, if it is over, by its newest event. Either is `None` if
/// unreadable.
pub fn ladder_row(row: &ContestRow, opened: Option<&LadderOpened>, newest: Option<&Fact>) -> v1::ContestSummary {
    let id = row.contest.name();
    let known = opened.map_or_else(
        || v1::ContestSummary {
            contest: Some(write_contest(&Ladder::contest(id.to_owned()))),
            opened_unix_ms: row.opened_unix_ms,
            ..v1::ContestSummary::default()
        },
        |opened| opened_summary(id, opened),
    );
    let state = if row.is_over() { v1::ContestState::Over } else { v1::ContestState::Running };
    let end_reason = match newest {
        Some(Fact::Ended { reason }) => reason.to_string(),
        _ => String::new(),
    };
    let ListedCounts { entrants, encounters, unfinished } = row.counts.unwrap_or_default();
    v1::ContestSummary { state: state.into(), end_reason, entrants, encounters, unfinished, ..known }
}

fn opened_summary(id: &str, opened: &LadderOpened) -> v1::ContestSummary {
    v1::ContestSummary {
        contest: Some(write_contest(&Ladder::contest(id.to_owned()))),
        name: opened.name.clone(),
        opened_unix_ms: opened.opened_unix_ms,
        categories: opened.rules.categories.iter().map(|category| category.name.clone()).collect(),
        ..v1::ContestSummary::default()
    }
}

/// Converts a ladder with at most `size` entrants, starting at number `first`.
pub fn ladder(id: &str, seen: Seen<'_, Ladder>, hall: &Hall, first: usize, size: usize) -> v1::GetLadderResponse {
    let ladder = &seen.of.ladder;
    let rules = &ladder.opened.rules;
    let message = ladder_rules_message(rules);
    let category = |category: &Category| v1::LadderCategorySetup {
        name: category.name.clone(),
        seats: Some(category.seats.into()),
        matches_per_encounter: Some(category.matches_per_encounter),
        matches: read_setup(&category.match_setup).ok().map(|setup| setup.matches),
        rated_by: rated_by(category.rated_by).into(),
    };
    let end = first.saturating_add(size).min(ladder.entrants.len());
    let entrants = (0u32..).zip(&ladder.entrants).map(|(number, _)| Entrant(number)).take(end).skip(first);
    v1::GetLadderResponse {
        progress: None,
        summary: Some(ladder_summary(id, ladder)),
        categories: rules.categories.iter().map(category).collect(),
        pairing: message.pairing,
        quarantine: message.quarantine,
        replays: rules.replays,
        version_sd: rules.version_sd,
        accept_within_ms: write_ms(rules.accept_within_ms),
        entrants: entrants.map(|entrant| ladder_entrant(ladder, entrant, hall)).collect(),
        next_page_token: if end < ladder.entrants.len() { paging::token(&end.to_string()) } else { String::new() },
    }
}

pub fn ladder_entrant(ladder: &Ladder, entrant: Entrant, hall: &Hall) -> v1::LadderEntrant {
    let Some(state) = ladder.entrants.get(entrant.index()) else { return v1::LadderEntrant::default() };
    let EntrantState { entry, status, in_flight, faults_in_a_row, .. } = state;
    let (word, reason, until_ms) = match status {
        Status::In => (v1::LadderEntrantState::In, String::new(), None),
        Status::Quarantined { until_ms, reason } => {
            (v1::LadderEntrantState::Quarantined, reason.to_string(), *until_ms)
        }
        Status::Withdrawn(reason) => (v1::LadderEntrantState::Withdrawn, reason.to_string(), None),
        Status::Disqualified(reason) => (v1::LadderEntrantState::Disqualified, reason.to_string(), None),
    };
    let opened_ms = ladder.opened.opened_unix_ms;
    let named = |category: u16| {
        let category = ladder.opened.rules.categories.get(usize::from(category));
        category.map_or_else(String::new, |category| category.name.clone())
    };
    let name_of = |entrant: Entrant| ladder.entrants.get(entrant.index()).map(|state| state.entry.name.clone());
    let Declaration { categories, at_once, matches_per_day } = &entry.declaration;
    v1::LadderEntrant {
        number: entrant.0.saturating_add(1),
        player: entry.name.clone(),
        owner: entry.owner.to_string(),
        state: word.into(),
        reason,
        until_unix_ms: until_ms.map(|ms| opened_ms.saturating_add(i64::try_from(ms).unwrap_or(i64::MAX))),
        categories: categories.iter().map(|category| named(*category)).collect(),
        at_once: *at_once,
        matches_per_day: *matches_per_day,
        version_of: entry.version_of.and_then(name_of).unwrap_or_default(),
        known_ratings: entry
            .anchors
            .iter()
            .map(|anchor| v1::LadderKnownRating { category: named(anchor.category), elo: anchor.elo, sd: anchor.sd })
            .collect(),
        in_flight: *in_flight,
        faults_in_a_row: *faults_in_a_row,
        is_here: PlayerId::parse(&entry.name).is_ok_and(|player| hall.lobby().is_online(&player)),
        display_name: String::new(),
    }
}

/// Converts a signal for the host.
pub fn ladder_signal(ladder: &Ladder, signal: &Signal) -> v1::LadderSignal {
    let (kind, about) = match signal {
        Signal::Faults { entrant, .. } => (v1::LadderSignalKind::Faults, vec![*entrant]),
        Signal::AlwaysLost { entrant, to, .. } => (v1::LadderSignalKind::AlwaysLost, vec![*entrant, *to]),
        Signal::TimingTwins { first, second, .. } => (v1::LadderSignalKind::TimingTwins, vec![*first, *second]),
    };
    let name = |entrant: &Entrant| ladder.entrants.get(entrant.index()).map(|state| state.entry.name.clone());
    v1::LadderSignal { kind: kind.into(), players: about.iter().filter_map(name).collect(), text: ladder.named(signal) }
}
