//! The stored events of a contest follow from each other and from the logs of its matches. Each
//! match is played once, and every watcher receives exactly the stored events.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use referee::{
    contest::{ContestKind as _, ContestReason, Entrant, EventOf, Fact, MatchKey, Scheduled},
    ids::Seq,
    ladder::Ladder,
    law::{Fact as MatchFact, Occasion, Termination, Verdict},
    store::{ContestEvent, codec::contest::decode},
    tournament::Tournament,
};

use crate::{
    contests::{self, MatchResult, Said, Simulated, said as said_by},
    invariant::Invariant,
    plan::{Contest, Format, Ordered, Plan},
    run::Log,
    truth::{Broken, ContestTruth, Span, Truth},
    world::World,
};

/// Returns the durable events of all contests of a run, in the order of the plan.
pub async fn stored(world: &World) -> Vec<Vec<ContestEvent>> {
    let mut stored = Vec::new();
    for contest in &world.plan.contests {
        let id = contest.id.clone();
        let of = if contest.is_ladder() { Ladder::contest(id) } else { Tournament::contest(id) };
        stored.push(world.core.contest_events(&of).await);
    }
    stored
}

/// Records how the live server shows every contest, once nothing changes any more.
pub async fn look(world: &World) {
    let Some(server) = world.server() else { return };
    for (number, contest) in world.plan.contests.iter().enumerate() {
        let is_shown = match contest.is_ladder() {
            true => contests::look::<Ladder>(world, &server, number).await,
            false => contests::look::<Tournament>(world, &server, number).await,
        };
        if !is_shown {
            world.truth().breaks(
                Invariant::ContestShown,
                format!("{} is not shown though nothing is wrong any more", contest.id),
            );
        }
    }
}

/// Returns all violations by contests.
pub fn judge(plan: &Plan, truth: &Truth, stored: &[Vec<ContestEvent>], logs: &[Log]) -> Vec<Broken> {
    let mut broken = Vec::new();
    for ((contest, of), events) in plan.contests.iter().zip(&truth.contests).zip(stored) {
        let case = Case { plan, run: truth, contest, truth: of, events, logs };
        match contest.is_ladder() {
            true => {
                case.judge::<Ladder>(&mut broken);
                case.judge_spread(&mut broken);
            }
            false => case.judge::<Tournament>(&mut broken),
        }
    }
    let known: BTreeSet<&str> = plan.contests.iter().map(|contest| contest.id.as_str()).collect();
    for log in logs {
        if let Some(occasion) = log.occasion().filter(|occasion| !known.contains(occasion.contest.name())) {
            let what = format!("match {} is of {}, which no task opened", log.match_id, occasion.contest);
            broken.push(Broken { invariant: Invariant::ContestOnce, what });
        }
    }
    broken
}

/// A contest together with the truth about it.
pub(super) struct Case<'a> {
    pub(super) plan: &'a Plan,
    pub(super) run: &'a Truth,
    pub(super) contest: &'a Contest,
    pub(super) truth: &'a ContestTruth,
    pub(super) events: &'a [ContestEvent],
    pub(super) logs: &'a [Log],
}

/// The place of a match in its contest.
pub(super) struct Place {
    /// Numbers of its encounter and of the match in that encounter, from 0.
    encounter: u32,
    pairing: u32,
    /// Names of the entrants by seat.
    pub(super) entrants: Vec<String>,
}

/// A contest replayed from its events.
pub(super) struct Folded {
    is_over: bool,
    /// The contest after each event, by the number of the event.
    pictures: BTreeMap<Seq, String>,
    /// All matches that were scheduled at some time.
    pub(super) scheduled: BTreeMap<MatchKey, Place>,
    pub(super) said: Vec<(MatchKey, Said)>,
    /// Time at which each match was first due.
    pub(super) due: BTreeMap<MatchKey, Duration>,
    /// Time at which each match was first settled.
    pub(super) settled: BTreeMap<MatchKey, Duration>,
    /// Time from which no result of each match would count.
    pub(super) decided: BTreeMap<MatchKey, Duration>,
    pub(super) pauses: Vec<Span>,
    pub(super) accept_within: Duration,
    /// Final points of each entrant.
    points: Vec<(String, i64)>,
}

impl Case<'_> {
    fn judge<K: Simulated>(&self, broken: &mut Vec<Broken>) {
        let id = &self.contest.id;
        let mut breaks =
            |invariant: Invariant, what: String| broken.push(Broken { invariant, what: format!("{id}: {what}") });
        if self.truth.opened_at.is_none() {
            return breaks(Invariant::ContestEnds, "it was never opened".to_owned());
        }
        match self.fold::<K>() {
            Err(what) => breaks(Invariant::ContestFollows, what),
            Ok(folded) => {
                if !folded.is_over {
                    breaks(Invariant::ContestEnds, "it is not over".to_owned());
                }
                self.judge_matches(&folded, &mut breaks);
                self.judge_results(&folded, &mut breaks);
                self.judge_unseen(&folded, &mut breaks);
                self.judge_waits::<K>(&folded, &mut breaks);
                self.judge_forfeits(&folded, &mut breaks);
                self.judge_decided(&folded, &mut breaks);
                self.judge_shown(&folded, &mut breaks);
            }
        }
        self.judge_told(&mut breaks);
        for reason in &self.truth.acknowledged {
            let has = |event: &ContestEvent| event.windows(reason.len()).any(|bytes| bytes == reason.as_bytes());
            if !self.events.iter().any(has) {
                breaks(Invariant::ContestAcknowledged, format!("{reason} was granted, but has no event"));
            }
        }
    }

    /// Replays the contest. Its events must be numbered without gaps, and each must follow from
    /// those before it.
    fn fold<K: Simulated>(&self) -> Result<Folded, String> {
        let mut state: Option<K> = None;
        let (mut due, mut settled, mut pauses) = (BTreeMap::new(), BTreeMap::new(), Vec::<Span>::new());
        let (mut pictures, mut scheduled, mut said) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        let mut decided = BTreeMap::new();
        let asked: BTreeSet<Seq> = self.truth.shown.iter().map(|shown| shown.seq).collect();
        for (number, bytes) in (1..).zip(self.events) {
            let event: EventOf<K> =
                decode(bytes).map_err(|error| format!("event {number} cannot be read: {error:?}"))?;
            if event.seq != Seq(number) {
                return Err(format!("event {number} says that it is event {}", event.seq));
            }
            match &mut state {
                None => state = K::begin(&event),
                Some(state) => {
                    if state.is_over() || !state.take(&event) {
                        return Err(format!("event {number} does not follow"));
                    }
                }
            }
            let of = state.as_ref().ok_or("it is not opened by its first event")?;
            let at = self.truth.stored_at.get(number as usize - 1).copied().unwrap_or_default();
            for match_ in of.scheduled() {
                let Scheduled { match_key, entrants, number: encounter, .. } = match_;
                let name = |entrant: &Entrant| of.name_of(*entrant).unwrap_or_default().to_owned();
                let entrants = entrants.iter().map(name).collect();
                scheduled.insert(match_key, Place { encounter, pairing: match_key.number_in_all(), entrants });
                due.entry(match_key).or_insert(at);
            }
            for key in scheduled.keys().filter(|key| !of.is_awaited(key)) {
                decided.entry(*key).or_insert(at);
            }
            if let Some((key, is_said)) = said_by(&event.fact) {
                settled.entry(key).or_insert(at);
                said.push((key, is_said));
            }
            match &event.fact {
                Fact::Paused { .. } => pauses.push(Span::from(at)),
                Fact::Resumed => {
                    if let Some(pause) = pauses.last_mut() {
                        pause.ended.get_or_insert(at);
                    }
                }
                _ => {}
            }
            if asked.contains(&Seq(number)) {
                pictures.insert(Seq(number), format!("{of:?}"));
            }
        }
        let of = state.ok_or("nothing of it is stored")?;
        let (points, accept_within) = (of.points(), of.accept_within());
        let is_over = of.is_over();
        Ok(Folded { is_over, pictures, scheduled, said, due, settled, decided, pauses, accept_within, points })
    }

    /// Returns the logs of the matches played at one place of the contest.
    pub(super) fn logs_of(&self, place: &Place) -> Vec<&Log> {
        let is_of = |occasion: &Occasion| {
            occasion.contest.name() == self.contest.id
                && (occasion.encounter, occasion.pairing) == (place.encounter + 1, place.pairing + 1)
        };
        self.logs.iter().filter(|log| log.occasion().is_some_and(is_of)).collect()
    }

    /// Checks that every scheduled match is played once and by its players, and that no other match
    /// is played.
    fn judge_matches(&self, folded: &Folded, breaks: &mut impl FnMut(Invariant, String)) {
        let is_its = |log: &&Log| log.occasion().is_some_and(|occasion| occasion.contest.name() == self.contest.id);
        let mut unscheduled: BTreeSet<_> = self.logs.iter().filter(is_its).map(|log| &log.match_id).collect();
        for (key, place) in &folded.scheduled {
            let (logs, entrants) = (self.logs_of(place), &place.entrants);
            if logs.len() > 1 {
                breaks(Invariant::ContestOnce, format!("match {key} is there {} times", logs.len()));
            }
            for log in logs {
                unscheduled.remove(&log.match_id);
                let players: Vec<_> = log.opened().map(|opened| &opened.players).into_iter().flatten().collect();
                if !players.iter().map(|player| player.as_str()).eq(entrants.iter().map(String::as_str)) {
                    breaks(
                        Invariant::ContestOnce,
                        format!("match {key} is of {players:?}, it was scheduled for {entrants:?}"),
                    );
                }
            }
        }
        for match_id in unscheduled {
            breaks(Invariant::ContestOnce, format!("match {match_id} was never scheduled"));
        }
    }

    /// Checks that every result equals that in the log of its match.
    fn judge_results(&self, folded: &Folded, breaks: &mut impl FnMut(Invariant, String)) {
        let mut counted = BTreeSet::new();
        for (key, said) in &folded.said {
            let place = folded.scheduled.get(key);
            if place.is_none() && matches!(said, Said::Counted(_)) {
                breaks(Invariant::ContestOnce, format!("match {key} is counted, and was never scheduled"));
            }
            let logs = place.map(|place| self.logs_of(place)).unwrap_or_default();
            let verdict = logs.first().and_then(|log| log.verdict());
            match (said, verdict) {
                (Said::Counted(result), Some(verdict)) => {
                    if !counted.insert(*key) {
                        breaks(Invariant::ContestOnce, format!("match {key} is counted twice"));
                    }
                    let own = of_verdict(verdict, result.places.len());
                    if *result != own {
                        breaks(
                            Invariant::ContestResults,
                            format!("match {key} is counted as {result:?}, its log has {own:?}"),
                        );
                    }
                }
                // The match was forfeited before it was opened.
                (Said::Counted(result), None) if logs.is_empty() && result.termination == Termination::NoShow => {
                    if !counted.insert(*key) {
                        breaks(Invariant::ContestOnce, format!("match {key} is counted twice"));
                    }
                }
                (Said::Counted(result), None) => {
                    let of = format!("match {key} is counted as {result:?}");
                    breaks(Invariant::ContestResults, format!("{of}, and none of its {} logs has an end", logs.len()));
                }
                // The host had the match replayed or annulled.
                (Said::Voided(_), _) if counted.contains(key) => {}
                (Said::Voided(reason), _) if self.is_disqualified(reason, place) => {}
                (Said::Voided(reason), Some(verdict)) => {
                    if !verdict.places.is_empty()
                        || *reason != ContestReason::Match(verdict.termination.word().to_owned())
                    {
                        breaks(
                            Invariant::ContestResults,
                            format!("match {key} is void by `{reason}`, its log has {verdict:?}"),
                        );
                    }
                }
                // A ladder continues without absent players and never opened this match.
                (Said::Voided(_), None) if self.contest.is_ladder() && logs.is_empty() => {}
                (Said::Voided(reason), None) => {
                    breaks(
                        Invariant::ContestResults,
                        format!("match {key} is void by `{reason}`, and its log has no end"),
                    );
                }
            }
        }
    }

    /// Checks that an entrant that never connected wins no match, has no points, and does not
    /// advance in a bracket.
    fn judge_unseen(&self, folded: &Folded, breaks: &mut impl FnMut(Invariant, String)) {
        let is_unseen = |name: &String| {
            let number = name.strip_prefix('p').and_then(|number| number.parse::<usize>().ok());
            number.is_some_and(|number| self.run.players[number].here.is_empty())
        };
        for (key, said) in &folded.said {
            let (Some(place), Said::Counted(result)) = (folded.scheduled.get(key), said) else { continue };
            for (name, own) in place.entrants.iter().zip(&result.places).filter(|(name, _)| is_unseen(name)) {
                if result.places.iter().any(|other| other > own) {
                    breaks(
                        Invariant::Unseen,
                        format!("{name} never connected and did not lose match {key}: {result:?}"),
                    );
                }
            }
        }
        for (name, halves) in folded.points.iter().filter(|(name, halves)| *halves > 0 && is_unseen(name)) {
            breaks(Invariant::Unseen, format!("{name} never connected and has {halves} half points"));
        }
        let most = match self.contest.format {
            // A bye may take the entrant to a semi-final, and losing that to the match for third
            // place.
            Format::Knockout => 2,
            // The entrant drops to the losers' bracket.
            Format::DoubleElimination => 2,
            _ => return,
        };
        for name in self.contest.entrants().iter().filter(|name| is_unseen(name)) {
            let of_it = folded.scheduled.values().filter(|place| place.entrants.contains(name));
            let encounters: BTreeSet<u32> = of_it.map(|place| place.encounter).collect();
            if encounters.len() > most {
                breaks(Invariant::Unseen, format!("{name} never connected and is in {} encounters", encounters.len()));
            }
        }
    }

    /// Returns whether a match is void because the host disqualified one of its entrants.
    fn is_disqualified(&self, reason: &ContestReason, place: Option<&Place>) -> bool {
        let names = self.contest.entrants();
        self.contest.orders.iter().any(|order| match order.what {
            Ordered::Disqualify(entrant) => {
                place.is_none_or(|place| place.entrants.contains(&names[entrant]))
                    && *reason == ContestReason::Disqualified(Entrant(entrant as u32))
            }
            _ => false,
        })
    }

    /// Checks that servers always showed the contest as its stored events define it, and finally
    /// with all of them.
    fn judge_shown(&self, folded: &Folded, breaks: &mut impl FnMut(Invariant, String)) {
        for shown in &self.truth.shown {
            let of = format!("server {} showed it behind event {}", shown.server, shown.seq);
            match folded.pictures.get(&shown.seq) {
                None => breaks(Invariant::ContestShown, format!("{of}, which is not stored")),
                Some(picture) if *picture != shown.picture => {
                    breaks(Invariant::ContestShown, format!("{of} as {}\n  and not as {picture}", shown.picture));
                }
                Some(_) => {}
            }
        }
        let newest = Seq(self.events.len() as u64);
        if self.truth.shown.last().is_none_or(|shown| shown.seq != newest) {
            breaks(Invariant::ContestShown, format!("it is not shown behind event {newest} in the end"));
        }
    }

    /// Checks that every watcher received each event once and in order, whichever server sent it.
    fn judge_told(&self, breaks: &mut impl FnMut(Invariant, String)) {
        for (number, told) in (1..).zip(&self.truth.told) {
            let of = format!("server {} told event {}", told.server, told.seq);
            if told.seq != Seq(number) {
                return breaks(Invariant::ContestTold, format!("{of} where event {number} was next"));
            }
            if self.events.get(number as usize - 1) != Some(&told.bytes) {
                return breaks(Invariant::ContestTold, format!("{of} otherwise than it is stored"));
            }
        }
        let (told, stored) = (self.truth.told.len(), self.events.len());
        if told < stored {
            breaks(Invariant::ContestTold, format!("{told} of {stored} events were told in the end"));
        }
    }
}

/// Returns the result of a match from its own verdict. If no player came, all of them forfeit.
fn of_verdict(verdict: &Verdict, seats: usize) -> MatchResult {
    if verdict.termination == Termination::Unattended {
        return MatchResult { places: vec![1; seats], halves: vec![0; seats], termination: verdict.termination };
    }
    let halves = (0..verdict.places.len()).map(|seat| verdict.totals.get(seat).map_or(0, |points| points.halves));
    MatchResult { places: verdict.places.clone(), halves: halves.collect(), termination: verdict.termination }
}

impl Log {
    fn verdict(&self) -> Option<&Verdict> {
        match &self.events.last()?.fact {
            MatchFact::MatchEnded(ended) => Some(&ended.verdict),
            _ => None,
        }
    }
}
