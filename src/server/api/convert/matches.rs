//! Converts matches, their events and watch streams.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use referee_games::{Catalogue, rules::Turn};
use referee_ids::PlayerId;
use referee_law::{
    MatchOpened, Occasion, Phase, Reason, Refusal, Verdict,
    ending::lost::Loss,
    opening::occasion::{IMPORTED_LABEL, bad_label},
};
use referee_proto::v1;
use referee_store::{
    MatchState, RequestKey, shown, whole_ms, write_luck, write_occasion, write_rules, write_termination, write_verdict,
};
use sha2::{Digest as _, Sha256};

use super::{asked_contest, bounded, clock, game, games as rules, match_rules, player_id, points, request_id};
use crate::hall::{
    Listed, NewLuck, NewMatch,
    table::{Summary, Watched},
};

/// Maximum seats of a match of any game.
pub(super) const MAX_SEATS: usize = 8;

/// Checks a match that `caller` requests. Does not check that its players exist. A player may have
/// only one seat, unless `is_house` holds for it.
pub fn opening(
    games: Catalogue,
    asked: v1::CreateMatchRequest,
    caller: PlayerId,
    is_house: impl Fn(&PlayerId) -> bool,
) -> Result<NewMatch, Refusal> {
    use prost::Message as _;
    // A dry run is compared with the same request for a real match.
    let asked = v1::CreateMatchRequest { validate_only: false, ..asked };
    let content = Sha256::digest(asked.encode_to_vec()).into();
    let request_id = request_id(&asked.request_id)?;
    let known = game(games, &asked.game)?;
    bounded(&asked.players, "players", ("seats", MAX_SEATS))?;
    let seats = u32::try_from(asked.players.len()).unwrap_or(u32::MAX);
    if seats == 0 {
        let expected = format!("{} or more players, one for each seat", known.facts().min_seats);
        return Err(Refusal::of_field(Reason::BadSeats, "players", "no players", expected));
    }
    let mut players = Vec::with_capacity(asked.players.len());
    let mut seated = BTreeSet::new();
    for (at, name) in asked.players.iter().enumerate() {
        let player = player_id(name, format!("players[{at}]"))?;
        if !is_house(&player) && !seated.insert(player.clone()) {
            let expected = "a player without another seat in the match";
            return Err(Refusal::of_field(Reason::BadField, format!("players[{at}]"), name, expected));
        }
        players.push(player);
    }
    let request = RequestKey { player: caller, request_id: request_id.as_str().to_owned(), content };
    let rules = asked.rules.unwrap_or_default();
    let new = proposed(games, &asked.game, Some(seats), &asked.options, rules, players, request);
    let new = new.map_err(|refusal| match refusal.reason {
        Reason::BadSeats if refusal.field == "seats" => Refusal { field: "players".into(), ..refusal },
        _ => refusal,
    })?;
    Ok(NewMatch {
        occasion: asked.occasion.map(asked_occasion).transpose()?,
        labels: asked_labels(asked.labels)?,
        ..new
    })
}

/// Checks a match with these rules, for any players.
pub(super) fn proposed(
    games: Catalogue,
    game_id: &str,
    seats: Option<u32>,
    options: &BTreeMap<String, String>,
    rules: v1::MatchRules,
    players: Vec<PlayerId>,
    request: RequestKey,
) -> Result<NewMatch, Refusal> {
    let game = game(games, game_id)?;
    let setting = rules::setting(game, seats, options)?;
    let time_controls = match_rules::asked_time_controls(&rules, usize::from(setting.seats()))?;
    let conduct = match_rules::asked_conduct(&rules, game.facts(), setting.seats())?;
    let opening = match_rules::asked_opening(game, &setting, &rules)?;
    let nonce_wait = match_rules::asked_nonce_wait(rules.nonce_wait_ms, game.facts())?;
    Ok(NewMatch {
        game: game.facts().id,
        setting,
        time_controls,
        players,
        illegal_move_policy: match_rules::asked_illegal_move_policy(&rules)?,
        lost_seat_policy: match_rules::asked_lost_seat_policy(&rules)?,
        luck: NewLuck { nonce_wait, ..NewLuck::default() },
        conduct,
        graces: match_rules::asked_graces(&rules)?,
        occasion: None,
        labels: BTreeMap::new(),
        opening,
        request,
        creator: None,
    })
}

fn asked_occasion(asked: v1::Occasion) -> Result<Occasion, Refusal> {
    let contest = asked_contest("occasion.", asked.contest)?;
    Ok(Occasion { contest, encounter: asked.encounter, pairing: asked.pairing })
}

fn asked_labels(asked: BTreeMap<String, String>) -> Result<BTreeMap<String, String>, Refusal> {
    let bad = |name: &str, expected: &str| Err(Refusal::of_field(Reason::BadField, "labels", name, expected));
    match bad_label(&asked) {
        Some((name, expected)) => bad(name, &expected),
        None if asked.contains_key(IMPORTED_LABEL) => bad(IMPORTED_LABEL, "another name: it marks imported matches"),
        None => Ok(asked),
    }
}

/// Returns the answer to a request that created a match.
pub fn created(summary: v1::MatchSummary) -> v1::CreateMatchResponse {
    v1::CreateMatchResponse { summary: Some(summary) }
}

/// The states that a list request selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateAsked {
    All,
    In(MatchState),
}

/// Parses the state of a list request.
pub fn asked_state(state: i32) -> Result<StateAsked, Refusal> {
    match v1::MatchState::try_from(state) {
        Ok(v1::MatchState::Unspecified) => Ok(StateAsked::All),
        Ok(v1::MatchState::Waiting) => Ok(StateAsked::In(MatchState::Waiting)),
        Ok(v1::MatchState::Live) => Ok(StateAsked::In(MatchState::Live)),
        Ok(v1::MatchState::Over) => Ok(StateAsked::In(MatchState::Over)),
        Ok(v1::MatchState::Unreadable) => Ok(StateAsked::In(MatchState::Unreadable)),
        Err(_) => Err(Refusal::of_field(Reason::BadField, "state", &state.to_string(), "a value of MatchState")),
    }
}

/// Converts a match in a list.
pub fn listed(of: &Listed) -> v1::MatchSummary {
    match of {
        Listed::Match(of) => summary(of),
        Listed::Unreadable(of) => v1::MatchSummary {
            match_id: of.match_id.to_string(),
            game: of.game.clone(),
            players: of.opened.iter().flat_map(|opened| &opened.players).map(PlayerId::to_string).collect(),
            state: v1::MatchState::Unreadable.into(),
            opened_unix_ms: of.opened_unix_ms,
            ..v1::MatchSummary::default()
        },
    }
}

pub fn summary(of: &Summary) -> v1::MatchSummary {
    let state = match of.phase {
        Phase::Waiting => v1::MatchState::Waiting,
        Phase::Live => v1::MatchState::Live,
        Phase::Over => v1::MatchState::Over,
    };
    let turn_seat = match of.turn {
        Turn::Seat(seat) | Turn::Forced(seat) if of.phase == Phase::Live => Some(seat.0.into()),
        _ => None,
    };
    v1::MatchSummary {
        match_id: of.opened.match_id.to_string(),
        game: of.opened.game.clone(),
        options: of.opened.options.clone(),
        rules: Some(write_rules(&of.opened)),
        players: players(&of.opened),
        state: state.into(),
        opened_unix_ms: of.opened.opened_unix_ms,
        seq: of.seq.0,
        round: of.round,
        points: points(&of.totals),
        turn_seat,
        verdict: of.verdict.as_ref().map(verdict),
        luck: of.opened.luck.as_ref().map(write_luck),
        ended_unix_ms: of.ended_unix_ms.unwrap_or(0),
        created_by: created_by(&of.opened),
        occasion: of.opened.occasion.as_ref().map(write_occasion),
        labels: of.opened.labels.clone(),
        paused: of.paused,
        draw_proposer: of.draw_proposer.map(|seat| seat.0.into()),
        takeback_proposer: of.takeback_proposer.map(|seat| seat.0.into()),
        losses: of.lost.losses().iter().map(loss).collect(),
        rematch_of: of.opened.rematch_of.as_ref().map(ToString::to_string).unwrap_or_default(),
        rematch_match_id: of.rematch.as_ref().map(ToString::to_string).unwrap_or_default(),
        clocks: clock::clocks(&of.clocks),
        ply: of.ply,
        turn_id: of.open_turn.as_ref().map_or(0, |turn| turn.id.0),
        rematch_agreed_seats: of.rematch_agreed_seats.iter().map(|seat| seat.0.into()).collect(),
        display_names: Vec::new(),
        watchers: u32::try_from(of.watchers).unwrap_or(u32::MAX),
    }
}

fn created_by(opened: &MatchOpened) -> String {
    opened.created_by.as_ref().map(ToString::to_string).unwrap_or_default()
}

fn loss(of: &Loss) -> v1::Loss {
    v1::Loss { seat: of.seat.0.into(), cause: write_termination(of.cause).into() }
}

/// Converts remaining times to milliseconds, and returns the seats without a time limit.
pub(super) fn remaining(clocks: &[Option<Duration>]) -> (Vec<i64>, Vec<u32>) {
    let left = clocks.iter().map(|left| left.map_or(0, whole_ms)).collect();
    let unlimited = (0..).zip(clocks).filter(|(_, left)| left.is_none()).map(|(seat, _)| seat).collect();
    (left, unlimited)
}

/// Converts an item for a watcher.
pub fn watched(item: &Watched) -> v1::WatchMatchResponse {
    use v1::watch_match_response::Message;
    let message = match item {
        Watched::Event(seen) => Message::Event(shown(seen)),
        Watched::CaughtUp(caught_up) => Message::CaughtUp(clock::caught_up(caught_up)),
        Watched::TurnOpened(turn) => Message::TurnOpened(clock::opened_turn(turn)),
    };
    v1::WatchMatchResponse { message: Some(message) }
}

/// Converts a verdict, with a sentence for people.
fn verdict(of: &Verdict) -> v1::Verdict {
    v1::Verdict { detail: of.detail(), ..write_verdict(of) }
}

fn players(opened: &MatchOpened) -> Vec<String> {
    opened.players.iter().map(PlayerId::to_string).collect()
}
