//! The parts of facts into messages.

use std::time::Duration;

use super::{conduct, end_reason::write_reason};
use crate::{
    games::rules::Points,
    ids::Seat,
    pb::log,
    referee::{
        Consent, Contest, Evidence, Exit, MatchOpened, Occasion, Promise, Seed, Stall, Termination,
        event::{FlagVoided, IllegalMovePolicy, LostSeatPolicy, MAX_RETRIES, MatchEnded, MovePlayed, SeatLost},
    },
};

pub(super) fn write_opened(opened: &MatchOpened) -> log::MatchOpened {
    log::MatchOpened {
        match_id: opened.match_id.to_string(),
        game: opened.game.clone(),
        options: opened.options.clone(),
        time_controls: opened.time_controls.iter().map(ToString::to_string).collect(),
        players: opened.players.iter().map(ToString::to_string).collect(),
        opened_unix_ms: opened.opened_unix_ms,
        disconnect_grace_ns: nanos(opened.disconnect_grace),
        start_grace_ns: nanos(opened.start_grace),
        illegal_move_policy: illegal(opened.illegal_move_policy).into(),
        luck: opened.luck.as_ref().map(write_promise),
        conduct: conduct::write_conduct(&opened.conduct),
        illegal_move_retries: match opened.illegal_move_policy {
            IllegalMovePolicy::Retry { retries } if retries != MAX_RETRIES => retries,
            IllegalMovePolicy::Retry { .. } | IllegalMovePolicy::Forfeit | IllegalMovePolicy::Substitute => 0,
        },
        lost_seat_policy: lost_seat_policy(opened.lost_seat_policy).into(),
        rematch_of: opened.rematch_of.as_ref().map(ToString::to_string).unwrap_or_default(),
        law_version: opened.law.number(),
        created_by: opened.created_by.as_ref().map(ToString::to_string).unwrap_or_default(),
        occasion: opened.occasion.as_ref().map(write_occasion),
        labels: opened.labels.clone(),
        start_position: opened.opening.start_position.clone(),
        opening_moves: opened.opening.moves.clone(),
        consents: opened.consents.iter().map(|consent| write_consent(*consent).into()).collect(),
    }
}

fn write_consent(consent: Consent) -> log::Consent {
    match consent {
        Consent::Act => log::Consent::Act,
        Consent::Policy => log::Consent::Policy,
        Consent::House => log::Consent::House,
    }
}

fn write_occasion(occasion: &Occasion) -> log::Occasion {
    let contest = Some(match &occasion.contest {
        Contest::Tournament(name) => log::occasion::Contest::Tournament(name.clone()),
        Contest::Ladder(name) => log::occasion::Contest::Ladder(name.clone()),
    });
    log::Occasion { contest, encounter: occasion.encounter, pairing: occasion.pairing }
}

fn write_promise(promise: &Promise) -> log::Luck {
    log::Luck {
        commitment: promise.commitment.to_string(),
        nonce_wait_ns: nanos(promise.nonce_wait),
        deal_id: promise.deal_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        is_withheld: promise.is_withheld,
    }
}

pub(super) fn write_moved(moved: &MovePlayed) -> log::MovePlayed {
    log::MovePlayed {
        seat: number(moved.seat),
        round: moved.round,
        ply: moved.ply,
        notation: moved.notation.clone(),
        sent_ns: moved.sent.0,
        received_ns: moved.received.0,
        charged_ns: nanos(moved.charged),
        remaining_ns: moved.clock.left.map(nanos),
        request_id: moved.request_id.as_str().to_owned(),
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

pub(super) fn write_flag_voided(void: &FlagVoided) -> log::FlagVoided {
    let stall = |stall: &Stall| log::Stall { began_ns: stall.began.0, ended_ns: stall.ended.0 };
    log::FlagVoided {
        seat: number(void.seat),
        round: void.round,
        ply: void.ply,
        sent_ns: void.sent.0,
        lag_ns: nanos(void.lag),
        stalls: void.stalls.iter().map(stall).collect(),
        round_trip_ns: nanos(void.round_trip),
    }
}

pub(super) fn write_lost(lost: &SeatLost) -> log::SeatLost {
    log::SeatLost {
        seat: number(lost.seat),
        cause: termination(lost.cause).into(),
        reason: write_reason(&lost.reason),
        sent_ns: lost.sent.map(|at| at.0),
        received_ns: lost.received.map(|at| at.0),
        lag_ns: nanos(lost.lag),
        round_trip_ns: nanos(lost.round_trip),
        request_id: lost.request_id.as_str().to_owned(),
        overrun_ns: lost.overrun.map(nanos),
        evidence: lost.evidence.as_deref().map(write_evidence),
        declined: lost.declined.clone(),
    }
}

pub(super) fn write_ended(ended: &MatchEnded) -> log::MatchEnded {
    let verdict = &ended.verdict;
    log::MatchEnded {
        termination: termination(verdict.termination).into(),
        seat: verdict.seat.map(number),
        reason: write_reason(&verdict.reason),
        points_halves: halves(&verdict.totals),
        places: verdict.places.clone(),
        sent_ns: ended.sent.map(|at| at.0),
        received_ns: ended.received.map(|at| at.0),
        request_id: ended.request_id.as_str().to_owned(),
        seed: ended.seed.as_ref().map(Seed::hex).unwrap_or_default(),
        overrun_ns: verdict.overrun.map(nanos),
        evidence: verdict.evidence.as_deref().map(write_evidence),
        lag_ns: nanos(ended.lag),
        round_trip_ns: nanos(ended.round_trip),
        declined: verdict.declined.clone(),
        ended_unix_ms: ended.ended_unix_ms.unwrap_or(0),
    }
}

fn write_evidence(evidence: &Evidence) -> log::Evidence {
    let exit = evidence.exit.map(|exit| match exit {
        Exit::Status(status) => log::evidence::Exit::Status(status),
        Exit::Signal(signal) => log::evidence::Exit::Signal(signal),
    });
    log::Evidence { exit, stdout: evidence.stdout.clone(), stderr: evidence.stderr.clone() }
}

fn illegal(policy: IllegalMovePolicy) -> log::IllegalMovePolicy {
    match policy {
        IllegalMovePolicy::Retry { .. } => log::IllegalMovePolicy::Retry,
        IllegalMovePolicy::Forfeit => log::IllegalMovePolicy::Forfeit,
        IllegalMovePolicy::Substitute => log::IllegalMovePolicy::Substitute,
    }
}

fn lost_seat_policy(of: LostSeatPolicy) -> log::LostSeatPolicy {
    match of {
        LostSeatPolicy::Substitute => log::LostSeatPolicy::Substitute,
        LostSeatPolicy::End => log::LostSeatPolicy::Unspecified,
    }
}

fn termination(of: Termination) -> log::Termination {
    log::Termination::from_str_name(&of.name()).unwrap_or_default()
}

pub(super) fn number(seat: Seat) -> u32 {
    u32::from(seat.0)
}

/// Spans past 584 years are written as 584 years.
pub(super) fn nanos(span: Duration) -> u64 {
    u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)
}

pub(super) fn halves(points: &[Points]) -> Vec<i64> {
    points.iter().map(|points| points.halves).collect()
}
