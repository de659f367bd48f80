//! No match of a contest waits for its players for longer or shorter than it may.

use std::time::Duration;

use super::{
    case::BACK,
    contests::{Case, Folded, Place},
    verdicts::is_by_contest,
};
use crate::{
    contests::{Said, Simulated},
    invariant::Invariant,
    run::Log,
    truth::Span,
};

/// How long a steward takes to look again at what it could not open, and to begin after a start.
const AGAIN: Duration = Duration::from_secs(5);
/// How early a timer may be: waits are stored in whole milliseconds.
const TIMER: Duration = Duration::from_millis(20);
/// The part of a wait that a restart may lose: it is stored this often.
const STORED: u32 = 8;

/// How long a match may be live that its contest no longer counts.
const ABORTED_WITHIN: Duration = Duration::from_secs(3);

/// How many times `accept_within` a match waits in all.
const MOST_WAITS: u32 = 4;

/// A time in which all was ready for a match, but for its players.
struct Ready {
    began: Duration,
    lasts: Duration,
    /// Whether something was not ready just before.
    begins: bool,
    /// By entrant of the match, whether it is in another one.
    plays: Vec<bool>,
}

impl Case<'_> {
    /// A match that is due is open or settled once it has waited for as long as it may, not
    /// counting the time in which its server, its contest or its players had no place for it.
    pub(super) fn judge_waits<K: Simulated>(&self, folded: &Folded, breaks: &mut impl FnMut(Invariant, String)) {
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
            let ready = self.ready(place, &lost, from, until);
            let times = ready.iter().filter(|span| span.begins).count() as u32;
            let troubles = lost.iter().filter(|span| span.touches(from, until)).count() as u32;
            let slack = AGAIN * times + (BACK + AGAIN + most / STORED) * troubles;
            let in_all: Duration = ready.iter().map(|span| span.lasts).sum();
            let longest = (0..place.entrants.len()).map(|index| self.longest_absence(place, index, &ready)).max();
            let longest = longest.unwrap_or_default();
            if longest > most + slack || in_all > most * MOST_WAITS + slack {
                let what = format!("match {key} waits from {from:?} to {until:?}, and was ready for {in_all:?}");
                breaks(
                    Invariant::ContestWaits,
                    format!("{what}, and {longest:?} for one that was away; it may for {most:?}"),
                );
            }
        }
    }

    /// For how long a match waited for one of its entrants, which did not come: it is away and in
    /// another match, or has not entered. For an absent entrant alone one match is open.
    fn longest_absence(&self, place: &Place, index: usize, ready: &[Ready]) -> Duration {
        let Some(number) = place.entrants[index].strip_prefix('p').and_then(|number| number.parse::<usize>().ok())
        else {
            // The house is always here.
            return Duration::ZERO;
        };
        let here = &self.run.players[number].here;
        let has_entered = number >= self.contest.first + self.contest.unentered;
        let (mut longest, mut now) = (Duration::ZERO, Duration::ZERO);
        for Ready { began, lasts, plays, .. } in ready {
            let is_here = here.iter().any(|(_, span)| !span.within(*began, *began + *lasts).is_zero());
            let is_missing = plays[index] || !has_entered;
            now = match (is_here, is_missing) {
                (true, _) => Duration::ZERO,
                (false, true) => now + *lasts,
                (false, false) => now,
            };
            longest = longest.max(now);
        }
        longest
    }

    /// A match that was forfeited without having been opened has waited for as long as it may.
    pub(super) fn judge_forfeits(&self, folded: &Folded, breaks: &mut impl FnMut(Invariant, String)) {
        for (key, said) in &folded.said {
            let (Some(place), Said::Counted(_)) = (folded.scheduled.get(key), said) else { continue };
            let (Some(due), Some(settled)) = (folded.due.get(key), folded.settled.get(key)) else { continue };
            if self.logs_of(place).is_empty() && settled.saturating_sub(*due) + TIMER < folded.accept_within {
                let what = format!("match {key} waits from {due:?} and is forfeited at {settled:?}");
                breaks(Invariant::Earliness, format!("{what}, it may wait for {:?}", folded.accept_within));
            }
        }
    }

    /// A live match that its contest no longer counts is aborted in time, not counting the time in
    /// which its server was down or failed; no other match is aborted by its contest.
    pub(super) fn judge_decided(&self, folded: &Folded, breaks: &mut impl FnMut(Invariant, String)) {
        let lost = self.lost(&[]);
        for (key, place) in &folded.scheduled {
            let decided = folded.decided.get(key).copied();
            for log in self.logs_of(place) {
                let (ended, is_aborted) = (log.ended(), log.events.last().is_some_and(is_by_contest));
                if is_aborted && decided.is_none_or(|decided| ended + TIMER < decided) {
                    let what = format!("match {key} is aborted at {ended:?}, and decided at {decided:?}");
                    breaks(Invariant::ContestCounts, what);
                }
                let Some(from) = decided.map(|decided| decided.max(log.began())) else { continue };
                let troubles = lost.iter().filter(|span| span.touches(from, ended));
                let most = troubles.fold(ABORTED_WITHIN, |most, span| most + span.within(from, ended) + BACK + AGAIN);
                if ended.saturating_sub(from) > most {
                    let what = format!("match {key} is decided at {from:?} and over at {ended:?}");
                    breaks(Invariant::ContestCounts, format!("{what}; it may be live for {most:?}"));
                }
            }
        }
    }

    /// When the contest could open no match: its server was down or failed, or it was paused.
    fn lost(&self, pauses: &[Span]) -> Vec<Span> {
        let faults = self.run.store_faults.iter().chain(&self.run.freezes).chain(pauses).copied();
        faults.chain(self.run.downs()).collect()
    }

    /// When all was ready for a match, but for its players.
    fn ready(&self, place: &Place, lost: &[Span], from: Duration, until: Duration) -> Vec<Ready> {
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
        let here = |name: &String| {
            let number = name.strip_prefix('p').and_then(|number| number.parse::<usize>().ok());
            number.map(|number| &self.run.players[number].here).into_iter().flatten().map(|(_, span)| *span)
        };
        let here: Vec<Span> = place.entrants.iter().flat_map(here).collect();
        let marks = lost
            .iter()
            .chain(&here)
            .flat_map(ends)
            .chain(own.iter().chain(of_players.iter().flatten()).flat_map(lives));
        let mut marks: Vec<Duration> = marks.filter(|at| *at > from && *at < until).chain([from, until]).collect();
        marks.sort_unstable();
        let live = |logs: &[&Log], at| logs.iter().filter(|log| log.began() <= at && log.ended() > at).count();
        let is_ready = |at: Duration| {
            !lost.iter().any(|span| span.began <= at && span.ended.is_none_or(|ended| ended > at))
                && live(&own, at) < self.contest.at_once
                && of_players.iter().all(|logs| live(logs, at) < self.plan.places() as usize)
        };
        let spans = marks.windows(2).map(|span| (span[0], span[1] - span[0], is_ready(span[0])));
        let mut was_ready = false;
        let ready = spans.filter_map(|(began, lasts, is_ready)| {
            let begins = !std::mem::replace(&mut was_ready, is_ready);
            let plays = of_players.iter().map(|logs| live(logs, began) > 0).collect();
            is_ready.then_some(Ready { began, lasts, begins, plays })
        });
        ready.collect()
    }
}
