//! No match of a contest waits for its players for longer or shorter than it may.

use std::time::Duration;

use super::{
    case::BACK,
    contests::{Case, Folded, Place},
};
use crate::{
    contests::{Said, Simulated},
    invariant::Invariant,
    run::Log,
    truth::Span,
};

/// How long a steward takes to look again at what it could not open, and to begin after a start.
const AGAIN: Duration = Duration::from_secs(5);
/// What a timer may be early by: what is stored of a wait is in whole milliseconds.
const TIMER: Duration = Duration::from_millis(20);
/// What of a wait is lost by a restart, as a part of it: so often it is stored.
const STORED: u32 = 8;

impl Case<'_> {
    /// A match that is due is open or settled once it has waited for as long as it may, not counting
    /// the time in which its server, its contest or its players had no place for it.
    pub(super) fn judge_waits<K: Simulated>(&self, folded: &Folded<K>, breaks: &mut impl FnMut(Invariant, String)) {
        let most = folded.accept_within;
        let lost = self.lost(&folded.pauses);
        for (key, place) in &folded.scheduled {
            let opened = self.logs_of(place).first().map(|log| log.began());
            let Some(until) = opened.or_else(|| folded.settled.get(key).copied()) else { continue };
            let Some(due) = folded.due.get(key).copied() else { continue };
            let waits_again = self.run.downs().filter_map(|down| down.ended).filter(|ended| *ended < until).max();
            let from = waits_again.filter(|_| !K::STORES_WAITS).map_or(due, |again| again.max(due));
            if until.saturating_sub(from) <= most {
                continue;
            }
            let (waited, times) = self.ready(place, &lost, from, until);
            let troubles = lost.iter().filter(|span| span.touches(from, until)).count() as u32;
            if waited > most + AGAIN * times + (BACK + AGAIN + most / STORED) * troubles {
                let what = format!("match {key} waits from {from:?} to {until:?}, of which it was ready {waited:?}");
                breaks(Invariant::ContestWaits, format!("{what}, and may for {most:?}"));
            }
        }
    }

    /// A match that was forfeited without having been opened has waited for as long as it may.
    pub(super) fn judge_forfeits<K: Simulated>(&self, folded: &Folded<K>, breaks: &mut impl FnMut(Invariant, String)) {
        for (key, said) in &folded.said {
            let (Some(place), Said::Counted(_)) = (folded.scheduled.get(key), said) else { continue };
            let (Some(due), Some(settled)) = (folded.due.get(key), folded.settled.get(key)) else { continue };
            if self.logs_of(place).is_empty() && settled.saturating_sub(*due) + TIMER < folded.accept_within {
                let what = format!("match {key} waits from {due:?} and is forfeited at {settled:?}");
                breaks(Invariant::Earliness, format!("{what}, it may wait for {:?}", folded.accept_within));
            }
        }
    }

    /// When the contest could open no match: its server was down or failed, or it was paused.
    fn lost(&self, pauses: &[Span]) -> Vec<Span> {
        let faults = self.run.store_faults.iter().chain(&self.run.freezes).chain(pauses).copied();
        faults.chain(self.run.downs()).collect()
    }

    /// For how long of a time all was ready for a match, but for its players, and how many times that
    /// began.
    fn ready(&self, place: &Place, lost: &[Span], from: Duration, until: Duration) -> (Duration, u32) {
        let is_of_it = |log: &&Log| log.occasion().is_some_and(|of| of.contest.name() == self.contest.id);
        let (own, all) = (self.logs.iter().filter(is_of_it).collect::<Vec<_>>(), self.logs.iter().collect::<Vec<_>>());
        let of_players = place.entrants.iter().map(|name| {
            let plays = |log: &&&Log| {
                log.opened().is_some_and(|opened| opened.players.iter().any(|player| player.as_str() == name))
            };
            all.iter().filter(plays).copied().collect::<Vec<_>>()
        });
        let of_players: Vec<Vec<&Log>> = of_players.collect();
        let ends = |span: &Span| [span.began, span.ended.unwrap_or(until)];
        let lives = |log: &&Log| [log.began(), log.ended()];
        let marks = lost.iter().flat_map(ends).chain(own.iter().chain(of_players.iter().flatten()).flat_map(lives));
        let mut marks: Vec<Duration> = marks.filter(|at| *at > from && *at < until).chain([from, until]).collect();
        marks.sort_unstable();
        let live = |logs: &[&Log], at| logs.iter().filter(|log| log.began() <= at && log.ended() > at).count();
        let is_ready = |at: Duration| {
            !lost.iter().any(|span| span.began <= at && span.ended.is_none_or(|ended| ended > at))
                && live(&own, at) < self.contest.at_once
                && of_players.iter().all(|logs| live(logs, at) < self.plan.places() as usize)
        };
        let spans: Vec<(bool, Duration)> =
            marks.windows(2).map(|span| (is_ready(span[0]), span[1] - span[0])).collect();
        let times = spans.chunk_by(|one, next| one.0 == next.0).filter(|same| same[0].0).count();
        (spans.iter().filter(|span| span.0).map(|span| span.1).sum(), times as u32)
    }
}
