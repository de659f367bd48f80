//! Matches, their events and what is watched of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use sha2::{Digest as _, Sha256};

use super::{bounded, clock, conduct, game, games as rules, match_rules, player_id, points, request_id};
use crate::{
    games::{Catalogue, rules::Turn},
    hall::{
        Listed, NewLuck, NewMatch,
        table::{Summary, Watched},
    },
    ids::PlayerId,
    pb::v1,
    referee::{
        Consent, Contest, Evidence, Exit, Fact, MatchOpened, Occasion, Phase, Promise, Reason, Refusal, Revealed, Seed,
        SeenEvent, Termination, Verdict,
        event::{FlagVoided, MovePlayed, SeatLost},
        lost::Loss,
        occasion::{MAX_CONTEST_NAME, bad_label},
    },
    store::{MatchState, RequestKey, write_reason},
};

/// The most seats of any game.
pub(super) const MAX_SEATS: usize = 8;

/// Checks what is to be played by whom; `caller` asks. That the players exist is not checked here. A player sits once,
/// unless `is_house` says that the server itself plays for it.
pub fn opening(
    games: Catalogue,
    asked: v1::CreateMatchRequest,
    caller: PlayerId,
    is_house: impl Fn(&PlayerId) -> bool,
) -> Result<NewMatch, Refusal> {
    use prost::Message as _;
    // Whether it could be opened is asked of the same match.
    let asked = v1::CreateMatchRequest { validate_only: false, ..asked };
    let content = Sha256::digest(asked.encode_to_vec()).into();
    let request_id = request_id(&asked.request_id)?;
    let known = game(games, &asked.game)?;
    bounded(&asked.players, "players", ("seats", MAX_SEATS))?;
    let seats = u32::try_from(asked.players.len()).unwrap_or(u32::MAX);
    if seats == 0 {
        let expected = format!("the players of {} seats or more", known.facts().min_seats);
        return Err(Refusal::of_field(Reason::BadSeats, "players", "no players", expected));
    }
    let mut players = Vec::with_capacity(asked.players.len());
    let mut seated = BTreeSet::new();
    for (at, name) in asked.players.iter().enumerate() {
        let player = player_id(name, format!("players[{at}]"))?;
        if !is_house(&player) && !seated.insert(player.clone()) {
            let expected = "a player who has no other seat in the match";
            return Err(Refusal::of_field(Reason::BadField, format!("players[{at}]"), name, expected));
        }
        players.push(player);
    }
    let request = RequestKey { player: caller, request_id: request_id.as_str().to_owned(), content };
    let rules = asked.rules.unwrap_or_default();
    let new = proposed(games, &asked.game, seats, &asked.options, rules, players, request);
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

/// Checks what is to be played by whichever players.
pub(super) fn proposed(
    games: Catalogue,
    game_id: &str,
    seats: u32,
    options: &BTreeMap<String, String>,
    rules: v1::MatchRules,
    players: Vec<PlayerId>,
    request: RequestKey,
) -> Result<NewMatch, Refusal> {
    let game = game(games, game_id)?;
    let setting = rules::setting(game, seats, options)?;
    let time_controls = match_rules::asked_time_controls(&rules, usize::from(setting.seats()))?;
    let conduct = match_rules::asked_conduct(&rules);
    conduct.check_rules(game.facts(), setting.seats())?;
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
        disconnect_grace: match_rules::asked_span(rules.disconnect_grace_ms),
        start_grace: match_rules::asked_span(rules.start_grace_ms),
        occasion: None,
        labels: BTreeMap::new(),
        opening,
        request,
        creator: None,
    })
}

fn asked_occasion(asked: v1::Occasion) -> Result<Occasion, Refusal> {
    let (field, contest) = match asked.contest {
        Some(v1::occasion::Contest::Tournament(name)) => ("occasion.tournament", Contest::Tournament(name)),
        Some(v1::occasion::Contest::Ladder(name)) => ("occasion.ladder", Contest::Ladder(name)),
        None => {
            let expected = "`tournament` or `ladder`";
            return Err(Refusal::of_field(Reason::BadField, "occasion.contest", "", expected));
        }
    };
    Ok(Occasion { contest: named(field, contest)?, encounter: asked.encounter, pairing: asked.pairing })
}

/// A contest that the field `field` names.
pub(super) fn named(field: &'static str, contest: Contest) -> Result<Contest, Refusal> {
    if contest.is_named_well() {
        return Ok(contest);
    }
    let expected = format!("1 to {MAX_CONTEST_NAME} letters a-z, digits, `-` or `_`");
    Err(Refusal::of_field(Reason::BadField, field, contest.name(), expected))
}

fn occasion(of: &Occasion) -> v1::Occasion {
    let contest = Some(match &of.contest {
        Contest::Tournament(name) => v1::occasion::Contest::Tournament(name.clone()),
        Contest::Ladder(name) => v1::occasion::Contest::Ladder(name.clone()),
    });
    v1::Occasion { contest, encounter: of.encounter, pairing: of.pairing }
}

fn asked_labels(asked: BTreeMap<String, String>) -> Result<BTreeMap<String, String>, Refusal> {
    match bad_label(&asked) {
        Some((name, expected)) => Err(Refusal::of_field(Reason::BadField, "labels", name, expected)),
        None => Ok(asked),
    }
}

/// The answer to a request that opened a match.
pub fn created(summary: v1::MatchSummary) -> v1::CreateMatchResponse {
    v1::CreateMatchResponse { summary: Some(summary) }
}

/// Which matches a list is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateAsked {
    /// All of them.
    All,
    /// Those that stand there.
    In(MatchState),
}

/// The state that a list is asked for.
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

/// A match on a page of a list.
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

/// A match's summary.
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
        rules: Some(match_rules::match_rules(&of.opened)),
        players: players(&of.opened),
        state: state.into(),
        opened_unix_ms: of.opened.opened_unix_ms,
        seq: of.seq.0,
        round: of.round,
        points: points(&of.totals),
        turn_seat,
        verdict: of.verdict.as_ref().map(verdict),
        luck: of.opened.luck.as_ref().map(luck),
        ended_unix_ms: of.ended_unix_ms.unwrap_or(0),
        created_by: created_by(&of.opened),
        occasion: of.opened.occasion.as_ref().map(occasion),
        labels: of.opened.labels.clone(),
        paused: of.paused,
        draw_proposer: of.draw_proposer.map(|seat| seat.0.into()),
        takeback_proposer: of.takeback_proposer.map(|seat| seat.0.into()),
        losses: of.lost.losses().iter().map(loss).collect(),
        rematch_of: of.opened.rematch_of.as_ref().map(ToString::to_string).unwrap_or_default(),
        rematch_match_id: of.rematch.as_ref().map(ToString::to_string).unwrap_or_default(),
        clocks: clock::clocks(&of.clocks),
        ply: of.ply,
        since_seq: of.open_turn.as_ref().map_or(0, |turn| turn.since.0),
        rematch_agreed_seats: of.rematch_agreed_seats.iter().map(|seat| seat.0.into()).collect(),
        display_names: Vec::new(),
    }
}

fn created_by(opened: &MatchOpened) -> String {
    opened.created_by.as_ref().map(ToString::to_string).unwrap_or_default()
}

fn loss(of: &Loss) -> v1::Loss {
    v1::Loss { seat: of.seat.0.into(), cause: termination(of.cause).into() }
}

fn luck(promise: &Promise) -> v1::Luck {
    v1::Luck {
        commitment: promise.commitment.to_string(),
        deal_id: promise.deal_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        is_withheld: promise.is_withheld,
    }
}

/// Clocks in milliseconds, with the seats that have no limit.
pub(super) fn remaining(clocks: &[Option<Duration>]) -> (Vec<i64>, Vec<u32>) {
    let left = clocks.iter().map(|left| left.map_or(0, whole_ms)).collect();
    let unlimited = (0..).zip(clocks).filter(|(_, left)| left.is_none()).map(|(seat, _)| seat).collect();
    (left, unlimited)
}

/// A span in whole milliseconds, rounded down: a clock never shows more than it has.
pub(super) fn whole_ms(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// One item for a watcher.
pub fn watched(item: &Watched) -> v1::WatchMatchResponse {
    use v1::watch_match_response::Message;
    let message = match item {
        Watched::Event(seen) => Message::Event(event(seen)),
        Watched::CaughtUp(caught_up) => Message::CaughtUp(clock::caught_up(caught_up)),
        Watched::TurnOpened(turn) => Message::TurnOpened(clock::opened_turn(turn)),
    };
    v1::WatchMatchResponse { message: Some(message) }
}

/// An event as its viewer may know it.
pub fn event(seen: &SeenEvent) -> v1::MatchEvent {
    let revealed = seen.revealed().map(revealed);
    v1::MatchEvent { seq: seen.seq().0, at_ns: seen.at().0, event: Some(fact(seen.fact())), revealed }
}

fn revealed(of: &Revealed) -> v1::Revealed {
    let step = |(ply, notation): &(u32, String)| v1::RevealedStep { ply: *ply, notation: notation.clone() };
    v1::Revealed { position: of.position.clone(), steps: of.steps.iter().map(step).collect() }
}

fn fact(fact: &Fact) -> v1::match_event::Event {
    use v1::match_event::Event;
    match fact {
        Fact::MatchOpened(opened) => Event::MatchOpened(match_opened(opened)),
        Fact::SeatConnected { seat } => Event::SeatConnected(v1::SeatConnected { seat: seat.0.into() }),
        Fact::SeatDisconnected { seat, grace_until } => {
            Event::SeatDisconnected(v1::SeatDisconnected { seat: seat.0.into(), grace_until_ns: grace_until.0 })
        }
        Fact::NonceGiven { seat, nonce, request_id: _ } => {
            Event::NonceGiven(v1::NonceGiven { seat: seat.0.into(), nonce: nonce.as_str().to_owned() })
        }
        Fact::RoundStarted { round, position } => {
            Event::RoundStarted(v1::RoundStarted { round: *round, position: position.clone() })
        }
        Fact::MovePlayed(played) => Event::MovePlayed(moved(played)),
        Fact::FlagVoided(void) => Event::FlagVoided(flag_voided(void)),
        Fact::ForcedMovePlayed { seat, round, ply, notation } => Event::ForcedMovePlayed(v1::ForcedMovePlayed {
            seat: seat.0.into(),
            round: *round,
            ply: *ply,
            notation: notation.clone(),
        }),
        Fact::SeatLost(lost) => Event::SeatLost(seat_lost(lost)),
        Fact::MoveSubstituted { seat, round, ply, notation } => Event::MoveSubstituted(v1::MoveSubstituted {
            seat: seat.0.into(),
            round: *round,
            ply: *ply,
            notation: notation.clone(),
        }),
        Fact::ChanceResolved { round, ply, notation } => {
            Event::ChanceResolved(v1::ChanceResolved { round: *round, ply: *ply, notation: notation.clone() })
        }
        Fact::RoundEnded { round, cause, points: gained, totals } => {
            let result = v1::RoundResult { cause: cause.clone(), points: points(gained), totals: points(totals) };
            Event::RoundEnded(v1::RoundEnded { round: *round, result: Some(result) })
        }
        Fact::FirstMoveDue { seat, until } => {
            Event::FirstMoveDue(v1::FirstMoveDue { seat: seat.0.into(), until_ns: until.0 })
        }
        Fact::ProposalMade { seat, proposal, request_id: _ } => {
            Event::ProposalMade(v1::ProposalMade { seat: seat.0.into(), proposal: conduct::proposal(*proposal).into() })
        }
        Fact::ProposalAnswered { seat, proposal, answer, request_id: _ } => {
            Event::ProposalAnswered(v1::ProposalAnswered {
                seat: seat.0.into(),
                proposal: conduct::proposal(*proposal).into(),
                answer: conduct::answer(*answer).into(),
            })
        }
        Fact::MovesTakenBack { round, ply } => Event::MovesTakenBack(v1::MovesTakenBack { round: *round, ply: *ply }),
        Fact::MatchPaused { arbiter, request_id: _ } => {
            Event::MatchPaused(v1::MatchPaused { arbiter: arbiter.to_string() })
        }
        Fact::MatchResumed { arbiter, request_id: _ } => {
            Event::MatchResumed(v1::MatchResumed { arbiter: arbiter.to_string() })
        }
        Fact::MatchAdjudicated { by, request_id: _ } => {
            Event::MatchAdjudicated(v1::MatchAdjudicated { arbiter: by.arbiter.to_string(), reason: by.reason.clone() })
        }
        Fact::HostStalled(stall) => {
            Event::HostStalled(v1::HostStalled { stalled_ns: whole_ns(stall.ended.since(stall.began)) })
        }
        Fact::ServerRestarted => Event::ServerRestarted(v1::ServerRestarted {}),
        Fact::MatchEnded(ended) => Event::MatchEnded(v1::MatchEnded {
            verdict: Some(verdict(&ended.verdict)),
            seed: ended.seed.as_ref().map(Seed::hex).unwrap_or_default(),
            ended_unix_ms: ended.ended_unix_ms.unwrap_or(0),
        }),
    }
}

fn match_opened(opened: &MatchOpened) -> v1::MatchOpened {
    v1::MatchOpened {
        game: opened.game.clone(),
        options: opened.options.clone(),
        rules: Some(match_rules::match_rules(opened)),
        players: players(opened),
        opened_unix_ms: opened.opened_unix_ms,
        luck: opened.luck.as_ref().map(luck),
        rematch_of: opened.rematch_of.as_ref().map(ToString::to_string).unwrap_or_default(),
        created_by: created_by(opened),
        occasion: opened.occasion.as_ref().map(occasion),
        labels: opened.labels.clone(),
        consents: opened.consents.iter().map(|of| consent(*of).into()).collect(),
    }
}

fn consent(of: Consent) -> v1::Consent {
    match of {
        Consent::Act => v1::Consent::Act,
        Consent::Policy => v1::Consent::Policy,
        Consent::House => v1::Consent::House,
    }
}

fn moved(played: &MovePlayed) -> v1::MovePlayed {
    v1::MovePlayed {
        seat: played.seat.0.into(),
        round: played.round,
        ply: played.ply,
        notation: played.notation.clone(),
        sent_ns: played.sent.0,
        received_ns: played.received.0,
        charged_ns: whole_ns(played.charged),
        remaining_ns: played.clock.left.map(whole_ns),
        lag_ns: whole_ns(played.lag),
        stalled_ns: whole_ns(played.stalled),
        stage: played.clock.stage,
        moves_to_go: played.clock.moves_to_go,
        periods: played.clock.periods,
        round_left_ns: played.clock.round_left.map(whole_ns),
        match_left_ns: played.clock.match_left.map(whole_ns),
        declined: played.declined.clone(),
    }
}

fn flag_voided(void: &FlagVoided) -> v1::FlagVoided {
    let stalled = void.stalls.iter().map(|stall| stall.ended.since(stall.began)).sum();
    v1::FlagVoided { seat: void.seat.0.into(), round: void.round, ply: void.ply, stalled_ns: whole_ns(stalled) }
}

fn seat_lost(lost: &SeatLost) -> v1::SeatLost {
    v1::SeatLost {
        seat: lost.seat.0.into(),
        cause: termination(lost.cause).into(),
        detail: lost.detail(),
        overrun_ns: lost.overrun.map(whole_ns),
        evidence: lost.evidence.as_deref().map(evidence),
        declined: lost.declined.clone(),
        reason: write_reason(&lost.reason),
    }
}

fn termination(of: Termination) -> v1::Termination {
    v1::Termination::from_str_name(&of.name()).unwrap_or_default()
}

fn verdict(of: &Verdict) -> v1::Verdict {
    v1::Verdict {
        termination: termination(of.termination).into(),
        seat: of.seat.map(|seat| seat.0.into()),
        detail: of.detail(),
        overrun_ns: of.overrun.map(whole_ns),
        evidence: of.evidence.as_deref().map(evidence),
        declined: of.declined.clone(),
        reason: write_reason(&of.reason),
        points: points(&of.totals),
        places: of.places.clone(),
    }
}

fn evidence(of: &Evidence) -> v1::Evidence {
    let exit = of.exit.map(|exit| match exit {
        Exit::Status(status) => v1::evidence::Exit::Status(status),
        Exit::Signal(signal) => v1::evidence::Exit::Signal(signal),
    });
    v1::Evidence { exit, stdout: of.stdout.clone(), stderr: of.stderr.clone() }
}

fn players(opened: &MatchOpened) -> Vec<String> {
    opened.players.iter().map(PlayerId::to_string).collect()
}

fn whole_ns(span: Duration) -> u64 {
    u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)
}
