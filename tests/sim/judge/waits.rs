//! Matches of contests wait for their players for the right time.

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

/// Time after which a steward retries a match that it could not open, and starts its work after a
/// restart.
const AGAIN: Duration = Duration::from_secs(5);
/// Maximum earliness of a timer, since waits are stored in whole milliseconds.
const TIMER: Duration = Duration::from_millis(20);
/// A wait is stored in this many steps, so a restart loses at most one of them.
const STORED: u32 = 8;

/// Maximum time that a match stays live once its contest no longer counts it.
const ABORTED_WITHIN: Duration = Duration::from_secs(3);

/// Maximum wait of a match in total, as a multiple of `accept_within`.
const MOST_WAITS: u32 = 4;

/// A span in which everything was ready for a match, except its players.
struct Ready {
    began: Duration,
    lasts: Duration,
    /// Whether something was not ready just before the span.
    begins: bool,
    /// Whether each entrant is playing another match.
    plays: Vec<bool>,
}

impl Case<'_> {
    /// Checks that a due match is opened or settled when its maximum wait is over. Time in which
    /// the server, the contest or a player had no place for it does not count.
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

    /// Returns how long a match waited for an entrant that did not come. Time counts while the
    /// entrant plays another match or has not entered; an entrant that is only absent gets an open
    /// match.
    fn longest_absence(&self, place: &Place, index: usize, ready: &[Ready]) -> Duration {
        let Some(number) = place.entrants[index].strip_prefix('p').and_then(|number| number.parse::<usize>().ok())
        else {
            // House bots are always connected.
            return Duration::ZERO;
        };
        let here = &self.run.players[number].here;
        let has_entered = self.contest.entered().contains(&number);
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

    /// Checks that a match forfeited before it was opened has waited for the full time.
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

    /// Checks that a contest aborts live matches in time once they no longer count, and aborts no
    /// other matches. Downtime and faults of the server do not count.
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

    /// Returns when the contest could not open matches: its server was down or failed, or it was
    /// paused.
    fn lost(&self, pauses: &[Span]) -> Vec<Span> {
        let faults = self.run.store_faults.iter().chain(&self.run.freezes).chain(pauses).copied();
        faults.chain(self.run.downs()).collect()
    }

    /// Returns the spans in which everything was ready for a match, except its players.
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
        // A player that agrees by policy reserves one of its places for the contests that it has
        // entered.
        let by_policy = place.entrants.iter().zip(&of_players).filter_map(|(name, logs)| {
            let number = name.strip_prefix('p')?.parse::<usize>().ok()?;
            let entered = |id: &str| self.plan.contests.iter().any(|of| of.id == id && of.entered().contains(&number));
            let is_outside = |log: &&&Log| log.occasion().is_none_or(|of| !entered(of.contest.name()));
            (!entered(&self.contest.id)).then(|| logs.iter().filter(is_outside).copied().collect())
        });
        let by_policy: Vec<Vec<&Log>> = by_policy.collect();
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
        let places = self.plan.places() as usize;
        let is_ready = |at: Duration| {
            !lost.iter().any(|span| span.began <= at && span.ended.is_none_or(|ended| ended > at))
                && live(&own, at) < self.contest.at_once
                && of_players.iter().all(|logs| live(logs, at) < places)
                && by_policy.iter().all(|logs| live(logs, at) == 0 || live(logs, at) + 1 < places)
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
