//! Writes parts of facts as parts of messages.

use std::time::Duration;

use referee_games::rules::Points;
use referee_ids::Seat;
use referee_law::{
    Clock, Consent, Contest, Evidence, Exit, MatchOpened, Occasion, Promise, Seed, Stall, Termination, Time, Verdict,
    event::{FlagVoided, MatchEnded, MovePlayed, MoveRefused, SeatLost},
};
use referee_proto::v1;

use super::{end_reason::write_reason, rules::write_rules};

pub(super) fn write_opened(opened: &MatchOpened) -> v1::MatchOpened {
    v1::MatchOpened {
        match_id: opened.match_id.to_string(),
        game: opened.game.clone(),
        options: opened.options.clone(),
        rules: Some(write_rules(opened)),
        players: opened.players.iter().map(ToString::to_string).collect(),
        opened_unix_ms: opened.opened_unix_ms,
        luck: opened.luck.as_ref().map(write_luck),
        rematch_of: opened.rematch_of.as_ref().map(ToString::to_string).unwrap_or_default(),
        law_version: opened.law.number(),
        created_by: opened.created_by.as_ref().map(ToString::to_string).unwrap_or_default(),
        occasion: opened.occasion.as_ref().map(write_occasion),
        labels: opened.labels.clone(),
        consents: opened.consents.iter().map(|consent| write_consent(*consent).into()).collect(),
    }
}

fn write_consent(consent: Consent) -> v1::Consent {
    match consent {
        Consent::Act => v1::Consent::Act,
        Consent::Policy => v1::Consent::Policy,
        Consent::House => v1::Consent::House,
    }
}

/// Writes the name of a contest.
pub fn write_contest(contest: &Contest) -> v1::Contest {
    let id = match contest {
        Contest::Tournament(id) => v1::contest::Id::TournamentId(id.clone()),
        Contest::Ladder(id) => v1::contest::Id::LadderId(id.clone()),
    };
    v1::Contest { id: Some(id) }
}

/// Writes the place of a match in its contest.
pub fn write_occasion(occasion: &Occasion) -> v1::Occasion {
    v1::Occasion {
        contest: Some(write_contest(&occasion.contest)),
        encounter: occasion.encounter,
        pairing: occasion.pairing,
    }
}

/// Writes the commitment of a match.
pub fn write_luck(promise: &Promise) -> v1::Luck {
    v1::Luck {
        commitment: promise.commitment.to_string(),
        deal_id: promise.deal_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        is_withheld: promise.is_withheld,
    }
}

pub(super) fn write_moved(moved: &MovePlayed) -> v1::MovePlayed {
    v1::MovePlayed {
        seat: number(moved.seat),
        round: moved.round,
        ply: moved.ply,
        notation: moved.notation.clone(),
        sent_ns: moved.sent.nanos(),
        received_ns: moved.received.nanos(),
        charged_ns: nanos(moved.charged),
        remaining_ns: moved.clock.left.map(nanos),
        lag_ns: nanos(moved.lag),
        stalled_ns: nanos(moved.stalled),
        score: moved.score,
        stage: moved.clock.stage,
        moves_to_go: moved.clock.moves_to_go,
        periods: moved.clock.periods,
        round_left_ns: moved.clock.round_left.map(nanos),
        match_left_ns: moved.clock.match_left.map(nanos),
        declined: moved.declined.clone(),
        round_trip_ns: nanos(moved.round_trip),
    }
}

pub(super) fn write_refused(refused: &MoveRefused) -> v1::MoveRefused {
    v1::MoveRefused {
        seat: number(refused.seat),
        round: refused.round,
        ply: refused.ply,
        declined: refused.declined.clone(),
        reason: write_reason(&refused.reason),
        received_ns: refused.received.nanos(),
    }
}

pub(super) fn write_flag_voided(void: &FlagVoided) -> v1::FlagVoided {
    let stall = |stall: &Stall| v1::Stall { began_ns: stall.began.nanos(), ended_ns: stall.ended.nanos() };
    v1::FlagVoided {
        seat: number(void.seat),
        round: void.round,
        ply: void.ply,
        sent_ns: void.sent.nanos(),
        lag_ns: nanos(void.lag),
        stalls: void.stalls.iter().map(stall).collect(),
        round_trip_ns: nanos(void.round_trip),
    }
}

pub(super) fn write_lost(lost: &SeatLost) -> v1::SeatLost {
    v1::SeatLost {
        seat: number(lost.seat),
        cause: write_termination(lost.cause).into(),
        detail: String::new(),
        reason: write_reason(&lost.reason),
        sent_ns: lost.sent.map(Time::nanos),
        received_ns: lost.received.map(Time::nanos),
        lag_ns: nanos(lost.lag),
        round_trip_ns: nanos(lost.round_trip),
        request_id: lost.request_id.as_str().to_owned(),
        overrun_ns: lost.overrun.map(nanos),
        evidence: lost.evidence.as_deref().map(write_evidence),
        declined: lost.declined.clone(),
    }
}

pub(super) fn write_ended(ended: &MatchEnded) -> v1::MatchEnded {
    v1::MatchEnded {
        verdict: Some(write_verdict(&ended.verdict)),
        sent_ns: ended.sent.map(Time::nanos),
        received_ns: ended.received.map(Time::nanos),
        request_id: ended.request_id.as_str().to_owned(),
        seed: ended.seed.as_ref().map(Seed::hex).unwrap_or_default(),
        lag_ns: nanos(ended.lag),
        round_trip_ns: nanos(ended.round_trip),
        ended_unix_ms: ended.ended_unix_ms.unwrap_or(0),
    }
}

/// Writes a verdict as stored, without its sentence.
pub fn write_verdict(verdict: &Verdict) -> v1::Verdict {
    v1::Verdict {
        termination: write_termination(verdict.termination).into(),
        seat: verdict.seat.map(number),
        detail: String::new(),
        reason: write_reason(&verdict.reason),
        points: numbers(&verdict.totals),
        places: verdict.places.clone(),
        overrun_ns: verdict.overrun.map(nanos),
        evidence: verdict.evidence.as_deref().map(write_evidence),
        declined: verdict.declined.clone(),
    }
}

fn write_evidence(evidence: &Evidence) -> v1::Evidence {
    let exit = evidence.exit.map(|exit| match exit {
        Exit::Status(status) => v1::evidence::Exit::Status(status),
        Exit::Signal(signal) => v1::evidence::Exit::Signal(signal),
    });
    v1::Evidence { exit, stdout: evidence.stdout.clone(), stderr: evidence.stderr.clone() }
}

pub fn write_termination(of: Termination) -> v1::Termination {
    v1::Termination::from_str_name(&of.name()).unwrap_or_default()
}

pub(super) fn number(seat: Seat) -> u32 {
    u32::from(seat.0)
}

pub(super) fn write_clock(clock: &Clock) -> v1::ClockState {
    v1::ClockState {
        remaining_ns: clock.left.map(nanos),
        stage: clock.stage,
        moves_to_go: clock.moves_to_go,
        periods: clock.periods,
        round_left_ns: clock.round_left.map(nanos),
        match_left_ns: clock.match_left.map(nanos),
    }
}

/// Converts to nanoseconds, at most 292 years.
pub(super) fn nanos(span: Duration) -> i64 {
    i64::try_from(span.as_nanos()).unwrap_or(i64::MAX)
}

pub(super) fn numbers(points: &[Points]) -> Vec<f64> {
    points.iter().map(|points| points.as_f64()).collect()
}
