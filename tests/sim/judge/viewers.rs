//! Every viewer receives every event once and in order, redacted for that viewer.

use std::{collections::BTreeMap, time::Duration};

use referee::{
    ids::{Seq, Viewer},
    law::{Event, Fact, Match, MatchOpened, SeenEvent, Time, seen_by},
};

use super::case::Case;
use crate::invariant::Invariant;
use crate::truth::Stream;

pub fn judge(case: &Case<'_>, breaks: &mut impl FnMut(Invariant, String)) {
    let log = &case.log;
    let mut seen: BTreeMap<Viewer, Vec<SeenEvent>> = BTreeMap::new();
    for stream in case.truth.streams.iter().filter(|stream| stream.match_id == log.match_id) {
        let all = seen.entry(stream.viewer).or_insert_with(|| as_seen(case, stream.viewer));
        let of = format!("match {}: {:?}, told what follows event {},", log.match_id, stream.viewer, stream.after);
        let is_spared = |seq: Seq| {
            stream.spared && all.get(seq.0 as usize - 1).is_some_and(|event: &SeenEvent| event.fact().is_step())
        };
        let told_from = |mut seq: Seq| {
            while is_spared(seq) {
                seq = seq.next();
            }
            seq
        };
        let mut next = told_from(stream.after.next());
        for event in &stream.events {
            if event.seq() != next {
                breaks(Invariant::Viewers, format!("{of} receives event {} and not {next}", event.seq()));
                break;
            }
            if all.get(next.0 as usize - 1) != Some(&**event) {
                breaks(
                    Invariant::Viewers,
                    format!("{of} receives another event {next} than is in the log: {:?}", event.fact()),
                );
                break;
            }
            next = told_from(next.next());
        }
        if stream.viewer == Viewer::Spectator {
            too_soon(case, stream, &of, breaks);
        }
        if stream.to_the_end && next.0 <= log.events.len() as u64 {
            breaks(Invariant::Viewers, format!("{of} is not told event {next} and what follows it"));
        }
    }
}

/// Tolerance for comparing times.
const ROUNDED: Duration = Duration::from_millis(1);

/// Checks that spectators of a live match see events only after the delay. The opening has no
/// delay.
fn too_soon(case: &Case<'_>, stream: &Stream, of: &str, breaks: &mut impl FnMut(Invariant, String)) {
    let log = &case.log.events;
    let over = log.last().filter(|event| matches!(event.fact, Fact::MatchEnded(_)));
    let over = over.map_or(Duration::MAX, |event| case.when(event.seq, event.at));
    for (seen, told) in stream.events.iter().zip(&stream.times) {
        let Some(event) = case.event(seen.seq()).filter(|event| event.at > Time::ZERO) else { continue };
        let (is, delay) = (case.when(event.seq, event.at), case.plan.spectator_delay);
        // The age of an event counts from its decision, not from its write.
        let is_quiet = || case.is_quiet(is.saturating_sub(delay), *told);
        if *told < over && *told + ROUNDED < is + delay && is_quiet() {
            breaks(Invariant::TooSoon, format!("{of} receives event {} at {told:?}", event.seq));
        }
    }
}

fn as_seen(case: &Case<'_>, viewer: Viewer) -> Vec<SeenEvent> {
    let Some((first, rest)) = case.log.events.split_first() else { return Vec::new() };
    let Some(mut live) = opened(case, first) else { return Vec::new() };
    let mut seen = vec![seen_by(viewer, &live, first)];
    for event in rest {
        seen.push(seen_by(viewer, &live, event));
        live.apply(event);
    }
    seen
}

fn opened(case: &Case<'_>, first: &Event) -> Option<Match> {
    match &first.fact {
        Fact::MatchOpened(opened) => Match::open_with(case.plan.rules(), MatchOpened::clone(opened)).ok(),
        _ => None,
    }
}
