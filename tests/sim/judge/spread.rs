//! The first encounters of an entrant of a ladder are with those in the field that it met least.

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

/// For how long an entrant is connected before the ladder counts on it.
const SETTLED: Duration = BACK.saturating_mul(2);

/// An entrant at the time of a pairing.
#[derive(Clone, Default)]
struct Known {
    /// Since when it has waited, in milliseconds since the ladder was opened.
    waits_since_ms: u64,
    /// How many encounters it had.
    encounters: u32,
    /// How often it met each other entrant.
    met: BTreeMap<Entrant, u32>,
    /// Whether it is not paired: it left, or is in quarantine.
    is_out: bool,
}

impl Case<'_> {
    /// While an entrant has its first encounters, it meets no opponent again as long as it has not
    /// met another that is connected, unless it has waited for its patience.
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

    /// Looks whether an encounter lets an entrant that is new meet others again.
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

    /// Whether the ladder knows an entrant as connected, and its places are free for the ladder.
    fn can_come(&self, entrant: Entrant, at: Duration) -> bool {
        let from = at.saturating_sub(SETTLED);
        let name = &self.contest.entrants()[entrant.index()];
        let is_whole = |span: &Span| span.began <= from && span.ended.is_none_or(|ended| ended > at);
        let number = name.strip_prefix('p').and_then(|number| number.parse::<usize>().ok());
        // A program learns late that its server died beside another one.
        let lives = |server: &u64| self.run.deaths.get(server).is_none_or(|died| *died > at);
        let is_with = |(server, span): &(u64, Span)| lives(server) && is_whole(span);
        // The house is always here.
        let is_here = number.is_none_or(|number| self.run.players[number].here.iter().any(is_with));
        let plays_elsewhere = self.logs.iter().any(|log| {
            let sits = log.opened().is_some_and(|opened| opened.players.iter().any(|player| player.as_str() == name));
            let is_own = log.occasion().is_some_and(|of| of.contest.name() == self.contest.id);
            sits && !is_own && log.began() <= at && log.ended() >= from
        });
        is_here && self.has_one_server(from, at) && (number.is_none() || !plays_elsewhere)
    }

    /// Whether one server alone lived and nothing troubled it. Beside another one, it knows nobody
    /// who is connected to that.
    fn has_one_server(&self, from: Duration, at: Duration) -> bool {
        let lives =
            |(number, born): (&u64, &Duration)| Span { began: *born, ended: self.run.deaths.get(number).copied() };
        let servers: Vec<Span> = self.run.births.iter().map(lives).filter(|span| span.touches(from, at)).collect();
        let is_whole = servers.iter().all(|span| span.within(from, at) == at - from);
        servers.len() == 1 && is_whole && !self.run.freezes.iter().any(|span| span.touches(from, at))
    }
}

/// Notes what an event says of the entrants.
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
