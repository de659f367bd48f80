//! A run as JSON: an object for each match, and one for the whole run.

use serde_json::json;

use super::{duplicate_deals, line::names, statistics};
use crate::{
    law::{Evidence, Exit, event::SeatLost},
    runner::{End, finished::Finished, plan::Plan},
    series::tally::{Results, Tally},
};

/// Returns a match: its players, its end, and the resources that it used.
pub fn object_of(plan: &Plan, finished: &Finished) -> serde_json::Value {
    let played = &finished.played;
    let verdict = &played.verdict;
    json!({
        "match": played.number,
        "matchId": played.match_id.as_str(),
        "players": names(plan, played).collect::<Vec<_>>(),
        "places": verdict.places,
        "points": verdict.totals.iter().map(|points| points.as_f64()).collect::<Vec<_>>(),
        "termination": verdict.termination.word(),
        "seat": verdict.seat.map(|seat| seat.0),
        "detail": verdict.detail(),
        "overrunMs": verdict.overrun.map(|overrun| overrun.as_secs_f64() * 1000.0),
        "evidence": verdict.evidence.as_deref().map(evidence_of),
        "rounds": played.rounds,
        "plies": played.plies,
        "moves": played.moves,
        "substituted": played.substituted,
        "lost": played.lost.iter().map(lost_seat).collect::<Vec<_>>(),
        "chargedMs": played.charged.iter().map(|charged| charged.as_secs_f64() * 1000.0).collect::<Vec<_>>(),
        "elapsedMs": played.elapsed.as_secs_f64() * 1000.0,
        "record": finished.record.as_ref().map(|path| path.display().to_string()),
    })
}

fn lost_seat(lost: &SeatLost) -> serde_json::Value {
    json!({
        "seat": lost.seat.0,
        "cause": lost.cause.word(),
        "detail": lost.detail(),
        "overrunMs": lost.overrun.map(|overrun| overrun.as_secs_f64() * 1000.0),
        "evidence": lost.evidence.as_deref().map(evidence_of),
    })
}

fn evidence_of(evidence: &Evidence) -> serde_json::Value {
    let (status, signal) = match evidence.exit {
        Some(Exit::Status(status)) => (Some(status), None),
        Some(Exit::Signal(signal)) => (None, Some(signal)),
        None => (None, None),
    };
    json!({"status": status, "signal": signal, "stdout": evidence.stdout, "stderr": evidence.stderr})
}

/// Returns the scores of the engines, and the causes of the matches' ends.
pub fn summary_of(plan: &Plan, tally: &Tally, end: End) -> serde_json::Value {
    let [answers, test] = statistics::answer_objects(plan, tally, end);
    let engines = plan.engines.iter().zip(&tally.entrants).map(|(engine, own)| {
        let results = |r: &Results| json!({"won": r.won, "drawn": r.drawn, "lost": r.lost, "score": r.score});
        json!({
            "name": engine.name.as_str(),
            "displayName": engine.display_name,
            "all": results(&own.all),
            "bySeat": own.by_seat.iter().map(results).collect::<Vec<_>>(),
            "points": own.points,
            "moves": own.moves,
            "chargedMsPerMove": own.charged_ms_per_move(),
            "flags": own.flags,
        })
    });
    let causes = tally.causes.iter().map(|(termination, cause)| {
        (termination.word().to_owned(), json!({"matches": cause.matches, "byEngine": cause.by_entrant}))
    });
    let losses = tally.losses.iter().map(|(cause, by_engine)| (cause.word().to_owned(), json!(by_engine)));
    json!({
        "summary": {
            "matches": tally.matches,
            "void": tally.void,
            "plies": tally.plies,
            "repeats": tally.meetings.weight().repeats(),
            "engines": engines.collect::<Vec<_>>(),
            "causes": causes.collect::<serde_json::Map<_, _>>(),
            "hostStalls": {"stalls": tally.stalls, "moves": tally.stalled_moves, "voidFlags": tally.void_flags},
            "lostSeats": losses.collect::<serde_json::Map<_, _>>(),
            "differences": statistics::object(plan, tally),
            "answers": answers,
            "test": test,
            "duplicate": tally.sets.as_ref().map(|sets| duplicate_deals::object(plan, sets)),
        }
    })
}
