//! Converts tournaments.

use std::collections::BTreeSet;

use prost::Message as _;
use referee_contests::{
    contest::{BadField, ContestKind as _, ContestReason, MAX_CONTEST_ID, Phase, end_in_words, is_cancelled},
    openings::{Openings, Order},
    tournament::{
        Fact, MAX_ENTRANTS, Rules, Shown, Tournament, TournamentOpened, check_opening,
        rules::{Deals, Release},
        standings::Standing,
    },
};
use referee_games::rules::{Points, Setting};
use referee_ids::PlayerId;
use referee_law::{Opening, Reason, Refusal, Seed};
use referee_proto::v1;
use referee_store::{ContestRow, ContestStanding, RequestKey, write_contest};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{in_range, matches, player_id};
use crate::{
    contest_server::{MatchSetup, Stands, ToOpen, Wait, WaitingMatch, read_rules, rules_message},
    hall::{Hall, NewMatch, wall_clock::unix_ms},
};

/// Default number of concurrent matches of a tournament.
pub(super) const AT_ONCE: u32 = 16;
/// Maximum number of concurrent matches of a tournament.
const MAX_AT_ONCE: u32 = 1024;
/// Time for which results are provisional, unless the host sets it: a day, in milliseconds.
const PROVISIONAL_MS: i64 = 24 * 60 * 60 * 1000;
/// Maximum time until the start of a tournament: a year, in milliseconds.
const MAX_AHEAD_MS: i64 = 366 * 24 * 60 * 60 * 1000;
/// Path of the field with the start time.
const STARTS_AT: &str = "rules.starts_at_unix_ms";

/// The rules of the matches, as stored in the opening of a contest.
#[derive(Serialize, Deserialize)]
pub(super) struct Setup {
    /// Player that counts as the creator of the matches.
    pub host: String,
    pub matches: v1::TournamentMatches,
}

/// Checks the id of a contest; `field` is the field that contains it.
pub fn contest_id<'a>(field: &str, text: &'a str) -> Result<&'a str, Refusal> {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if (1..=MAX_CONTEST_ID).contains(&text.len()) && text.bytes().all(fits) {
        return Ok(text);
    }
    let expected = format!("1 to {MAX_CONTEST_ID} letters a-z, digits and `-`");
    Err(Refusal::of_field(Reason::BadField, field.to_owned(), text, expected))
}

/// Converts an invalid field; `of` is the path before the field.
pub(super) fn bad_field(of: &str, BadField { field, value, expected }: BadField) -> Refusal {
    Refusal::of_field(Reason::BadField, format!("{of}{field}"), value.trim_matches('`'), expected)
}

/// Converts a request for a new tournament.
pub fn asked_tournament(
    hall: &Hall,
    host: &PlayerId,
    asked: v1::CreateTournamentRequest,
) -> Result<ToOpen<Tournament>, Refusal> {
    let content = Sha256::digest(asked.encode_to_vec()).into();
    let id = contest_id("tournament_id", &asked.tournament_id)?.to_owned();
    let missing = |field| Refusal::of_field(Reason::BadField, field, "", "a value");
    let mut asked_rules = asked.rules.ok_or_else(|| missing("rules"))?;
    asked_rules.provisional_ms.get_or_insert(PROVISIONAL_MS);
    let rules = read_rules(asked_rules)
        .map_err(|bad| Refusal::of_field(Reason::BadField, bad.field, &bad.value, bad.expected))?;
    rules.check().and_then(|()| rules.check_test()).map_err(bad_rules)?;
    if let Some(starts_at) = rules.timetable.starts_at_unix_ms.filter(|_| asked.start) {
        let expected = "none with `start`: give one of the two";
        return Err(Refusal::of_field(Reason::BadField, STARTS_AT, &starts_at.to_string(), expected));
    }
    let matches = asked.matches.ok_or_else(|| missing("matches"))?;
    let setup = Setup { host: host.to_string(), matches };
    let match_setup = write_setup(&setup)?;
    let name = if asked.name.is_empty() { id.clone() } else { asked.name.trim().to_owned() };
    let entrant = |(at, name): (usize, &String)| player_id(name, format!("entrants[{at}]"));
    let entrants: Vec<PlayerId> = asked.entrants.iter().enumerate().map(entrant).collect::<Result<_, _>>()?;
    if entrants.len() > MAX_ENTRANTS {
        let (value, expected) = (entrants.len().to_string(), format!("at most {MAX_ENTRANTS}"));
        return Err(Refusal::of_field(Reason::BadField, "entrants", &value, expected));
    }
    let mut seen = BTreeSet::new();
    for (at, player) in entrants.iter().enumerate() {
        if !seen.insert(player) {
            let expected = "each entrant once";
            return Err(Refusal::of_field(Reason::BadField, format!("entrants[{at}]"), player.as_str(), expected));
        }
    }
    check_deals(hall, &setup.matches.game, &rules)?;
    let deal_seed = *hall.fresh_seed()?.bytes();
    let opened = TournamentOpened { name, opened_unix_ms: unix_ms(), rules, match_setup, deal_seed };
    check_opening(&opened).map_err(|no| bad_field("", no))?;
    if asked.start {
        let (rules, entrants) = (&opened.rules, entrants.len());
        rules.check_entrants(entrants).and_then(|()| rules.check_encounters(entrants)).map_err(bad_rules)?;
    }
    let joined = entrants.iter().map(|player| Fact::EntrantEntered(player.to_string()));
    let facts = std::iter::once(Fact::Opened(Box::new(opened))).chain(joined);
    Ok(ToOpen { id, facts: facts.chain(asked.start.then_some(Fact::Started)).collect(), content })
}

/// Checks the start time of a tournament that is created at `now_unix_ms`.
pub fn check_start(new: &ToOpen<Tournament>, now_unix_ms: i64) -> Result<(), Refusal> {
    let starts_at = new.facts.iter().find_map(|fact| match fact {
        Fact::Opened(opened) => opened.rules.timetable.starts_at_unix_ms,
        _ => None,
    });
    let Some(starts_at) = starts_at else { return Ok(()) };
    if (now_unix_ms..=now_unix_ms.saturating_add(MAX_AHEAD_MS)).contains(&starts_at) {
        return Ok(());
    }
    let expected = format!("a time within a year from now ({now_unix_ms})");
    Err(Refusal::of_field(Reason::BadField, STARTS_AT, &starts_at.to_string(), expected))
}

/// Converts an error of the rules; its field gets the path in the request.
fn bad_rules(bad: BadField) -> Refusal {
    let is_beside = ["entrants", "encounters"].contains(&bad.field.as_ref());
    bad_field(if is_beside { "" } else { "rules." }, bad)
}

/// Checks that shared deals are used only in a game with chance. An unknown game is rejected later.
fn check_deals(hall: &Hall, game: &str, rules: &Rules) -> Result<(), Refusal> {
    let is_without_chance = hall.games().find(game).is_some_and(|game| !game.facts().chance);
    if rules.deals == Deals::Shared && is_without_chance {
        let expected = format!("false: {game} has no deals");
        return Err(Refusal::of_field(Reason::BadField, "rules.has_shared_deals", "true", expected));
    }
    Ok(())
}

/// Returns the setup of the matches of a tournament, from its opening.
pub fn tournament_setups(hall: &Hall, tournament: &Tournament, stands: Stands) -> Result<Vec<MatchSetup>, Refusal> {
    let opened = &tournament.opened;
    let setup = read_setup(&opened.match_setup)?;
    let at_once = in_range("matches.at_once", setup.matches.at_once.unwrap_or(AT_ONCE), 1..=MAX_AT_ONCE)?;
    let setup = match_setup(hall, setup, opened.rules.seats, &opened.deal_seed, at_once, stands);
    setup.map(|setup| vec![setup]).map_err(|no| if no.field == "seats" { no.within("rules") } else { no })
}

/// Parses the setup of matches with `seats` seats; `seed` determines the order of shuffled
/// openings. The setup of a new contest is checked against this server. `seats` is not a field of
/// `matches`.
pub(super) fn match_setup(
    hall: &Hall,
    setup: Setup,
    seats: u8,
    seed: &[u8; 32],
    at_once: u32,
    stands: Stands,
) -> Result<MatchSetup, Refusal> {
    let Setup { host, matches: asked } = setup;
    let host = player_id(&host, "host")?;
    let request = RequestKey { player: host.clone(), request_id: String::new(), content: [0; 32] };
    // This match is only a template, so any players will do.
    let players = vec![host.clone(); usize::from(seats)];
    let seats = u32::from(seats);
    let rules = asked.rules.clone().unwrap_or_default();
    let of_matches = |no: Refusal| if no.field == "seats" { no } else { no.within("matches") };
    let template = matches::proposed(hall.games(), &asked.game, Some(seats), &asked.options, rules, players, request)
        .map_err(of_matches)?;
    if template.opening != Opening::default() {
        let expected = "none: use `matches.openings`";
        return Err(Refusal::of_field(Reason::BadField, "matches.rules.start_position", "given", expected));
    }
    if stands == Stands::New {
        hall.check(&template).map_err(of_matches)?;
    }
    let openings = openings(&template, &template.setting, &asked, seed, hall)?;
    Ok(MatchSetup { template, host, openings, at_once: at_once as usize })
}

fn openings(
    template: &NewMatch,
    setting: &Setting,
    asked: &v1::TournamentMatches,
    seed: &[u8; 32],
    hall: &Hall,
) -> Result<Option<(Openings, Order)>, Refusal> {
    if asked.openings.is_empty() {
        return Ok(None);
    }
    let game = super::game(hall.games(), template.game)?;
    let read = Openings::parse(game, setting, &asked.openings.join("\n"));
    let bad = |bad: referee_contests::openings::BadOpenings| {
        Refusal::of_field(Reason::BadField, "matches.openings", &bad.to_string(), "openings of the game, a line each")
    };
    let openings = read.map_err(bad)?;
    let seed = Seed::new(*seed).derived("openings");
    let seed = seed.bytes().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte));
    Ok(Some((openings, if asked.shuffled { Order::Shuffled { seed } } else { Order::Sequential })))
}

/// Parses the stored setup of matches.
pub(super) fn read_setup(match_setup: &str) -> Result<Setup, Refusal> {
    serde_json::from_str(match_setup).map_err(|error| {
        tracing::error!(%error, "the match rules of a contest cannot be read");
        Refusal::new(Reason::HostFault, "the stored match rules of the contest are unreadable")
    })
}

pub(super) fn write_setup(setup: &Setup) -> Result<String, Refusal> {
    serde_json::to_string(setup)
        .map_err(|error| Refusal::new(Reason::HostFault, format!("the match rules cannot be stored: {error}")))
}

/// Summarises a tournament, without the results that are held back from the caller.
pub fn tournament_summary(id: &str, tournament: &Tournament, shown: Shown) -> v1::ContestSummary {
    let opened = &tournament.opened;
    let released = tournament.released_stages.filter(|_| shown == Shown::Released);
    let (phase, end_reason) = match &tournament.phase {
        Phase::Entries => (v1::ContestState::Entries, String::new()),
        Phase::Closing if released.is_none() => (v1::ContestState::Closing, String::new()),
        Phase::Running | Phase::Closing => (v1::ContestState::Running, String::new()),
        Phase::Provisional { reason, .. } => (v1::ContestState::Provisional, end_in_words(reason)),
        Phase::Over(reason) => (ended_phase(reason), end_in_words(reason)),
    };
    let final_at_unix_ms = match tournament.phase {
        Phase::Provisional { until_unix_ms, .. } => Some(until_unix_ms),
        _ => None,
    };
    let is_to_start = tournament.phase == Phase::Entries;
    let [encounters, unfinished] = tournament.encounter_counts(shown);
    let (in_all, is_at_least) = tournament.encounters_in_all();
    v1::ContestSummary {
        contest: Some(write_contest(&Tournament::contest(id.to_owned()))),
        name: opened.name.clone(),
        opened_unix_ms: opened.opened_unix_ms,
        state: phase.into(),
        end_reason,
        pause_reason: tournament.paused.as_ref().map(ToString::to_string).unwrap_or_default(),
        game: read_setup(&opened.match_setup).map(|setup| setup.matches.game).unwrap_or_default(),
        format: opened.rules.format.in_words(),
        entrants: counted(tournament.entrants.len()),
        freeze_reason: tournament.frozen.as_ref().map(ToString::to_string).unwrap_or_default(),
        encounters: counted(encounters),
        unfinished: counted(unfinished),
        encounters_in_all: released.is_none().then(|| counted(in_all)),
        is_at_least,
        starts_at_unix_ms: opened.rules.timetable.starts_at_unix_ms.filter(|_| is_to_start),
        final_at_unix_ms,
        categories: Vec::new(),
    }
}

fn ended_phase(reason: &ContestReason) -> v1::ContestState {
    if is_cancelled(reason) { v1::ContestState::Cancelled } else { v1::ContestState::Over }
}

/// Summarises a tournament by its opening and, if it is over, by its newest event. Either is `None`
/// if unreadable.
pub fn tournament_row(
    row: &ContestRow,
    opened: Option<&TournamentOpened>,
    newest: Option<&Fact>,
) -> v1::ContestSummary {
    let (phase, end_reason) = match (row.standing, newest) {
        (ContestStanding::Over, Some(Fact::Ended { reason })) => (ended_phase(reason), end_in_words(reason)),
        (ContestStanding::Over, _) => (v1::ContestState::Over, String::new()),
        (ContestStanding::Rests { .. }, _) => (v1::ContestState::Provisional, String::new()),
        (ContestStanding::Runs, _) => (v1::ContestState::Unspecified, String::new()),
    };
    let final_at_unix_ms = match row.standing {
        ContestStanding::Rests { until_unix_ms } => Some(until_unix_ms),
        ContestStanding::Runs | ContestStanding::Over => None,
    };
    let setup = opened.and_then(|opened| read_setup(&opened.match_setup).ok());
    // With sealed stages, the number of unfinished matches would reveal results.
    let may_be_sealed =
        row.standing == ContestStanding::Runs && opened.is_none_or(|opened| opened.rules.release == Release::ByHost);
    let counts = row.counts.filter(|_| !may_be_sealed);
    v1::ContestSummary {
        contest: Some(write_contest(&row.contest)),
        name: opened.map(|opened| opened.name.clone()).unwrap_or_default(),
        opened_unix_ms: row.opened_unix_ms,
        state: phase.into(),
        end_reason,
        final_at_unix_ms,
        game: setup.map(|setup| setup.matches.game).unwrap_or_default(),
        format: opened.map(|opened| opened.rules.format.in_words()).unwrap_or_default(),
        entrants: row.counts.unwrap_or_default().entrants,
        encounters: counts.unwrap_or_default().encounters,
        encounters_in_all: counts.map(|counts| counts.encounters),
        unfinished: counts.unwrap_or_default().unfinished,
        ..v1::ContestSummary::default()
    }
}

/// Converts a tournament for a host or for other callers.
pub fn tournament(id: &str, tournament: &Tournament, shown: Shown) -> v1::GetTournamentResponse {
    v1::GetTournamentResponse {
        progress: None,
        summary: Some(tournament_summary(id, tournament, shown)),
        rules: Some(rules_message(&tournament.opened.rules)),
        matches: read_setup(&tournament.opened.match_setup).ok().map(|setup| setup.matches),
    }
}

/// Converts the standings of a tournament for a host or for other callers.
pub fn tournament_standings(tournament: &Tournament, shown: Shown) -> v1::TournamentStandings {
    let tie_breaks = &tournament.opened.rules.tie_breaks;
    v1::TournamentStandings {
        rows: tournament.standings(shown).iter().map(|one| standing(tournament, one)).collect(),
        tie_breaks: tie_breaks.iter().map(|tie_break| tie_break.name()).collect(),
    }
}

pub fn waiting_match(of: &WaitingMatch) -> v1::WaitingMatch {
    let kind = match of.wait {
        Wait::Players => v1::WaitKind::Players,
        Wait::BusyPlayers => v1::WaitKind::BusyPlayers,
        Wait::Server => v1::WaitKind::Server,
        Wait::Arrival => v1::WaitKind::Arrival,
    };
    v1::WaitingMatch {
        match_key: of.match_key.clone(),
        reason: of.reason.clone(),
        kind: kind.into(),
        players: of.players.iter().map(PlayerId::to_string).collect(),
        since_unix_ms: of.since_unix_ms,
        until_unix_ms: of.until_unix_ms,
    }
}

fn standing(tournament: &Tournament, of: &Standing) -> v1::TournamentStanding {
    let entrant = &tournament.entrants[of.entrant.index()];
    let tie_breaks = tournament.opened.rules.tie_breaks.iter().zip(&of.tie_breaks);
    v1::TournamentStanding {
        rank: counted(of.rank),
        player: entrant.name.clone(),
        points: Points { halves: of.halves }.as_f64(),
        tie_breaks: tie_breaks.map(|(tie_break, value)| tie_break.in_units(*value)).collect(),
        why: tournament.named(&of.why),
        out: entrant.status.out().unwrap_or_default(),
        display_name: String::new(),
    }
}

pub(super) fn counted(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_ids::Seq;
    use referee_law::Contest;
    use referee_store::ListedCounts;

    #[test]
    fn counts_that_may_be_sealed_are_not_listed() {
        let row = |standing| ContestRow {
            contest: Contest::Tournament("cup".to_owned()),
            opened_unix_ms: 0,
            newest: Seq(9),
            standing,
            counts: Some(ListedCounts { entrants: 4, encounters: 6, unfinished: 2 }),
        };
        let runs = tournament_row(&row(ContestStanding::Runs), None, None);
        assert_eq!((runs.entrants, runs.encounters, runs.encounters_in_all, runs.unfinished), (4, 0, None, 0));
        let over = tournament_row(&row(ContestStanding::Over), None, None);
        assert_eq!((over.entrants, over.encounters, over.encounters_in_all, over.unfinished), (4, 6, Some(6), 2));
    }
}
