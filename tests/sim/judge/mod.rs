//! Checks of all invariants. They compare the behaviour of the hall with what really happened,
//! never with what the hall reports.

mod case;
mod charges;
mod consent;
pub mod contests;
mod durable;
mod lateness;
mod presence;
mod spread;
mod verdicts;
mod viewers;
mod waits;

use referee::{
    ids::{MatchId, Viewer},
    law::{Event, Fact, Phase, verify::verify_with},
};

use crate::{
    invariant::Invariant,
    plan::Plan,
    run::Log,
    truth::{Broken, Truth},
    world::World,
};
use case::Case;
use lateness::Lateness;

/// Returns the id of the match of a log.
pub fn match_id(events: &[Event]) -> Option<MatchId> {
    match &events.first()?.fact {
        Fact::MatchOpened(opened) => Some(opened.match_id.clone()),
        _ => None,
    }
}

/// Returns all violations of a finished run.
pub fn judge(plan: &Plan, truth: &Truth, logs: &[Log]) -> Vec<Broken> {
    let mut broken = Vec::new();
    let mut breaks = |invariant: Invariant, what: String| broken.push(Broken { invariant, what });
    let opened = logs.iter().filter(|log| log.occasion().is_none() && !log.is_by_stranger()).count();
    if opened != plan.matches {
        breaks(Invariant::Once, format!("{opened} matches were opened, {} were asked for", plan.matches));
    }
    for log in logs {
        let game = plan.rules();
        match verify_with(game, &log.events) {
            Err(wrong) => breaks(Invariant::Verifies, format!("the log of match {}: {wrong}", log.match_id)),
            Ok(verified) if !verified.over => breaks(Invariant::Ends, format!("match {} is not over", log.match_id)),
            Ok(_) => {}
        }
        let case = Case { plan, truth, log };
        if log.has_house() {
            // Only the server knows when its own players answer.
            continue;
        }
        consent::judge(&case, &mut breaks);
        durable::judge(&case, &mut breaks);
        viewers::judge(&case, &mut breaks);
        let mut lateness = log.opened().map(|opened| Lateness::new(&case, opened));
        case.replay(|live, event| {
            if let Some(lateness) = &mut lateness {
                lateness.judge(live, event, &mut breaks);
            }
            charges::judge(&case, live, event, &mut breaks);
            presence::judge(&case, live, event, &mut breaks);
            verdicts::judge(&case, live, event, &mut breaks);
        });
        if let Some(lateness) = &lateness {
            lateness.judge_orders(&mut breaks);
        }
    }
    consent::judge_room(plan, truth, logs, &mut broken);
    broken
}

/// Compares the hall with the store, once nothing changes any more.
pub async fn look(world: &World) {
    let Some(server) = world.server() else {
        return world.truth().breaks(Invariant::Ends, "no server lives though nothing is wrong any more");
    };
    for events in world.core.logs().await {
        let Some(match_id) = match_id(&events) else { continue };
        let newest = events.last().map(|event| event.seq).unwrap_or_default();
        match server.hall.look(&match_id, Viewer::Arbiter).await {
            Ok(seen) if seen.summary.seq == newest && seen.summary.phase == Phase::Over => {}
            Ok(seen) => {
                let (phase, seq) = (seen.summary.phase, seen.summary.seq);
                let what = format!("match {match_id} is shown as {phase:?} at event {seq}, the store has {newest}");
                world.truth().breaks(Invariant::SameAsStore, what);
            }
            Err(refusal) => world.truth().breaks(Invariant::SameAsStore, format!("match {match_id}: {refusal}")),
        }
    }
}
