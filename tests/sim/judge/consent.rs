//! Players lose no rated points in matches that they did not agree to, and matches of strangers
//! leave room for the contests that a player entered.

use std::{collections::BTreeMap, time::Duration};

use referee::{
    ids::{PlayerId, Seat},
    law::{Consent, Fact},
};

use super::case::{BACK, Case};
use crate::{
    invariant::Invariant,
    plan::Plan,
    run::Log,
    truth::{Broken, Truth},
};

/// Judges a match that a stranger opened. Every other player must have been connected when its
/// policy agreed, and a player that did not come must lose nothing.
pub fn judge(case: &Case<'_>, breaks: &mut impl FnMut(Invariant, String)) {
    let Some(opened) = case.log.opened().filter(|_| case.log.is_by_stranger()) else { return };
    let at = case.log.began();
    let (has_places, came) = (case.log.has_places(), |seat: Seat| case.log.came(seat));
    for (seat, player) in Seat::all(opened.players.len() as u8).zip(&opened.players) {
        let of = format!("match {} of a stranger: {player} on seat {seat}", case.log.match_id);
        if !case.conduct(seat).here.iter().any(|(_, span)| span.touches(at.saturating_sub(BACK), at)) {
            breaks(Invariant::Consent, format!("{of} was not connected when it was opened at {at:?}"));
        }
        if opened.created_by.as_ref() == Some(player) {
            continue;
        }
        if opened.consents.get(seat.index()) != Some(&Consent::Policy) {
            breaks(Invariant::Consent, format!("the log says that {of} agreed by {:?}", opened.consents));
        }
        if has_places && !came(seat) {
            breaks(Invariant::Consent, format!("{of} never came, and the match has places"));
        }
    }
}

/// Checks that a player that entered a running contest keeps a free place for it.
pub fn judge_room(plan: &Plan, truth: &Truth, logs: &[Log], broken: &mut Vec<Broken>) {
    let (mut of_strangers, mut in_contests) = (BTreeMap::new(), BTreeMap::new());
    for log in logs {
        let Some(opened) = log.opened() else { continue };
        for (player, consent) in opened.players.iter().zip(&opened.consents) {
            if !log.is_by_stranger() && *consent == Consent::Policy {
                // This player has not entered the contest.
                continue;
            }
            let by_player: &mut BTreeMap<&PlayerId, Vec<&Log>> =
                if log.is_by_stranger() { &mut of_strangers } else { &mut in_contests };
            by_player.entry(player).or_default().push(log);
        }
    }
    let since = |log: &&&Log| {
        let contest = log.occasion().map(|occasion| occasion.contest.name());
        let number = plan.contests.iter().position(|of| Some(of.id.as_str()) == contest)?;
        truth.contests[number].opened_at
    };
    for (player, theirs) in &of_strangers {
        let own = in_contests.get(player).map(Vec::as_slice).unwrap_or_default();
        for log in theirs.iter().filter(|log| log.opened().and_then(|of| of.created_by.as_ref()) != Some(*player)) {
            let at = log.began();
            // The contest was open by then, and opens a match for the player later.
            let in_contest = |of: &&&Log| of.began() > at && since(of).is_some_and(|since| since + BACK < at);
            let live = theirs.iter().filter(|of| of.began() <= at && of.ended() > at).count();
            if own.iter().any(|of| in_contest(&of)) && live + 1 > plan.places() as usize {
                let what = format!("{player} plays {live} matches of strangers at {at:?}, and is in a contest");
                broken.push(Broken { invariant: Invariant::RoomForContests, what });
            }
        }
    }
}

impl Log {
    /// Returns when the match was opened.
    pub fn began(&self) -> Duration {
        self.fate.stays.values().next().map_or(Duration::ZERO, |stay| stay.began)
    }

    /// Returns when the match ended.
    pub fn ended(&self) -> Duration {
        let Some(last) = self.events.last().filter(|event| matches!(event.fact, Fact::MatchEnded(_))) else {
            return Duration::MAX;
        };
        let stay = self.fate.stays.range(..=last.seq.0).next_back();
        stay.map_or(Duration::MAX, |(_, stay)| crate::host::of_run(stay.zero, last.at))
    }

    fn has_places(&self) -> bool {
        let verdict = self.events.last().map(|event| &event.fact);
        matches!(verdict, Some(Fact::MatchEnded(ended)) if !ended.verdict.places.is_empty())
    }

    fn came(&self, seat: Seat) -> bool {
        self.events.iter().any(|event| matches!(event.fact, Fact::SeatConnected { seat: of } if of == seat))
    }
}
