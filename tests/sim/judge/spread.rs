//! In its first encounters, an entrant of a ladder meets the opponents that it has met least.

use std::{collections::BTreeMap, time::Duration};

use referee::{
    ladder::{AfterVoid, Entrant, Fact, LadderEvent, Paired},
    store::codec::contest::decode,
};

use super::{case::BACK, contests::Case};
use crate::{
    invariant::Invariant,
    truth::{Broken, Span},
};

/// Time for which an entrant must be connected before the ladder can rely on it.
const SETTLED: Duration = BACK.saturating_mul(2);

/// An entrant at the time of a pairing.
#[derive(Clone, Default)]
struct Known {
    /// Start of its wait, in milliseconds since the opening of the ladder.
    waits_since_ms: u64,
    /// Number of its encounters.
    encounters: u32,
    /// Number of meetings with each other entrant.
    met: BTreeMap<Entrant, u32>,
    /// Whether it cannot be paired because it left or is in quarantine.
    is_out: bool,
}

impl Case<'_> {
    /// Checks the first encounters of every entrant. Unless its patience is over, an entrant may
    /// meet an opponent again only if it has met every other connected entrant as often.
    pub(super) fn judge_spread(&self, broken: &mut Vec<Broken>) {
        let id = &self.contest.id;
        let mut breaks =
            |what: String| broken.push(Broken { invariant: Invariant::Spread, what: format!("{id}: {what}") });
        let mut known = vec![Known::default(); self.contest.entrants().len()];
        let mut rules = None;
        let mut open: BTreeMap<u32, (Vec<Entrant>, u32)> = BTreeMap::new();
        for (bytes, at) in self.events.iter().zip(&self.truth.stored_at) {
            let Ok(event): Result<LadderEvent, _> = decode(bytes) else { return };
            if let Fact::Opened(opened) = &event.fact {
                rules = Some(opened.rules.pairing);
            }
            if let (Fact::EncounterPaired(paired), Some(rules)) = (&event.fact, &rules) {
                let served = &known[paired.reason.served().expect("a ladder serves").served.index()];
                let waited_ms = event.at_ms.saturating_sub(served.waits_since_ms);
                if waited_ms < rules.patience_ms {
                    self.judge_first(paired, &known, rules.wide_encounters, *at, &mut breaks);
                }
            }
            note(&event, &mut known, &mut open);
        }
    }

    /// Reports an encounter in which a new entrant meets an opponent again although others were
    /// available.
    fn judge_first(
        &self,
        paired: &Paired,
        known: &[Known],
        wide_encounters: u32,
        at: Duration,
        breaks: &mut impl FnMut(String),
    ) {
        let times = |own: &Entrant, other: &Entrant| known[own.index()].met.get(other).copied().unwrap_or(0);
        for own in paired.entrants.iter().filter(|own| known[own.index()].encounters < wide_encounters) {
            let Some(met) = paired.entrants.iter().filter(|other| *other != own).map(|other| times(own, other)).max()
            else {
                continue;
            };
            let is_better = |other: &Entrant| {
                let is_in = other != own && !paired.entrants.contains(other) && !known[other.index()].is_out;
                is_in && times(own, other) < met && self.can_come(*other, at)
            };
            if let Some(better) = (0..known.len() as u32).map(Entrant).find(is_better) {
                let what = format!("encounter {} lets {own} meet one that it met {met} times", paired.number);
                breaks(format!("{what}, and at {at:?} it could wait for {better}"));
            }
        }
    }

    /// Returns whether the ladder knows that an entrant is connected and has free places.
    fn can_come(&self, entrant: Entrant, at: Duration) -> bool {
        let from = at.saturating_sub(SETTLED);
        let name = &self.contest.entrants()[entrant.index()];
        let is_whole = |span: &Span| span.began <= from && span.ended.is_none_or(|ended| ended > at);
        let number = name.strip_prefix('p').and_then(|number| number.parse::<usize>().ok());
        // If a second server lives, a program notices the death of its own server late.
        let lives = |server: &u64| self.run.deaths.get(server).is_none_or(|died| *died > at);
        let is_with = |(server, span): &(u64, Span)| lives(server) && is_whole(span);
        // House bots are always connected.
        let is_here = number.is_none_or(|number| self.run.players[number].here.iter().any(is_with));
        let plays_elsewhere = self.logs.iter().any(|log| {
            let sits = log.opened().is_some_and(|opened| opened.players.iter().any(|player| player.as_str() == name));
            let is_own = log.occasion().is_some_and(|of| of.contest.name() == self.contest.id);
            sits && !is_own && log.began() <= at && log.ended() >= from
        });
        is_here && self.has_one_server(from, at) && (number.is_none() || !plays_elsewhere)
    }

    /// Returns whether exactly one server lived and the host did not stall. Of two servers, neither
    /// knows the programs connected to the other.
    fn has_one_server(&self, from: Duration, at: Duration) -> bool {
        let lives =
            |(number, born): (&u64, &Duration)| Span { began: *born, ended: self.run.deaths.get(number).copied() };
        let servers: Vec<Span> = self.run.births.iter().map(lives).filter(|span| span.touches(from, at)).collect();
        let is_whole = servers.iter().all(|span| span.within(from, at) == at - from);
        servers.len() == 1 && is_whole && !self.run.freezes.iter().any(|span| span.touches(from, at))
    }
}

/// Records what an event reports about the entrants.
fn note(event: &LadderEvent, known: &mut [Known], open: &mut BTreeMap<u32, (Vec<Entrant>, u32)>) {
    let mut stands = |entrant: &Entrant, is_out| {
        let of = &mut known[entrant.index()];
        (of.is_out, of.waits_since_ms) = (is_out, event.at_ms);
    };
    match &event.fact {
        Fact::EntrantWithdrawn { entrant, .. }
        | Fact::EntrantQuarantined { entrant, .. }
        | Fact::EntrantDisqualified { entrant, .. } => stands(entrant, true),
        Fact::EntrantRevived { entrant } | Fact::EntrantReleased { entrant, .. } => stands(entrant, false),
        Fact::EncounterPaired(paired) => {
            open.insert(paired.number, (paired.entrants.clone(), paired.matches));
            for own in &paired.entrants {
                let of = &mut known[own.index()];
                of.encounters += 1;
                of.waits_since_ms = event.at_ms;
                for other in paired.entrants.iter().filter(|other| *other != own) {
                    *of.met.entry(*other).or_default() += 1;
                }
            }
        }
        Fact::MatchCounted { match_key, .. } | Fact::MatchVoided { match_key, then: AfterVoid::Keep, .. } => {
            let Some((entrants, left)) = open.get_mut(&match_key.encounter.board) else { return };
            *left = left.saturating_sub(1);
            if *left == 0 {
                entrants.iter().for_each(|entrant| known[entrant.index()].waits_since_ms = event.at_ms);
                open.remove(&match_key.encounter.board);
            }
        }
        _ => {}
    }
}
