//! Deadlines are extended only by time that the host really lost.
//!
//! Every deadline has a latest moment: its real beginning, plus its span, plus the lost time. Time
//! is lost while the store fails, the host stalls or no server lives. All of this is known from the
//! simulator; the tables are never asked when something is due.

use std::time::Duration;

use referee::{
    hall::table::Ask,
    ids::{Seat, Seq},
    law::{
        Absence, Event, Fact, Match, MatchOpened, Phase, Termination,
        state::MAX_SILENCE,
        turn::{MAX_ROUND_TRIP, PATIENCE},
    },
};

use super::{
    case::{BACK, Case},
    verdicts::{is_asked, is_by_contest},
};
use crate::invariant::Invariant;
use crate::truth::{Granted, Span};

/// Tolerance of a deadline without faults: its timer fires slightly late.
const TIMER: Duration = Duration::from_millis(20);
/// Maximum appends in progress before a deadline is decided.
const APPENDS: u32 = 8;

/// The limit on inactivity of the seats: its start, and the minimum and maximum time left from
/// there. They differ by the time lost before a restart, which the law may count or not.
#[derive(Clone, Copy)]
struct Silence {
    since: Duration,
    least: Duration,
    most: Duration,
}

impl Silence {
    fn new(since: Duration) -> Silence {
        Silence { since, least: MAX_SILENCE, most: MAX_SILENCE }
    }
}

/// The running deadlines of one match, with their real beginnings.
pub struct Lateness<'a> {
    case: &'a Case<'a>,
    opened: &'a MatchOpened,
    /// Times in which the host could not run the match, in order and disjoint.
    lost: Vec<Span>,
    /// Time of the opening, or of the last restart of the server.
    waits_since: Duration,
    /// Time at which a seat last left before the start.
    left: Option<Duration>,
    all_here_since: Option<Duration>,
    /// Since when each seat is away. Restarts when the law grants a new grace period.
    away: Vec<Option<Duration>>,
    first_move: Option<(Seat, Duration)>,
    paused: Option<Silence>,
    /// Since when no seat has moved.
    stepped: Silence,
    /// Time of the newest event.
    last: Duration,
    /// Latest start of the clock of the open turn, if it runs.
    asked: Option<Duration>,
}

impl<'a> Lateness<'a> {
    /// Starts with the opening of a match.
    pub fn new(case: &'a Case<'a>, opened: &'a MatchOpened) -> Lateness<'a> {
        let began = case.log.events.first().map_or(Duration::ZERO, |event| case.when(event.seq, event.at));
        Lateness {
            case,
            opened,
            lost: lost(case),
            waits_since: began,
            left: None,
            all_here_since: None,
            away: vec![Some(began); opened.players.len()],
            first_move: None,
            paused: None,
            stepped: Silence::new(began),
            last: began,
            asked: None,
        }
    }

    /// Reports deadlines that expired before an event, then applies the event. `live` is the match
    /// before it.
    pub fn judge(&mut self, live: &Match, event: &Event, breaks: &mut impl FnMut(Invariant, String)) {
        let at = self.moment(event);
        for (what, began, span) in self.overdue(live, event.seq, at) {
            let of = format!("match {}: event {}", self.case.log.match_id, event.seq);
            let own = self.elapsed(began, at);
            breaks(
                Invariant::Lateness,
                format!("{of} is at {at:?}: {what} of {span:?} began at {began:?}, {own:?} passed"),
            );
        }
        self.judge_early(live, event, breaks);
        let mut after = live.clone();
        after.apply(event);
        self.take(live, &after, event);
    }

    /// Reports rulings that took effect late, or did not end their match immediately.
    pub fn judge_orders(&self, breaks: &mut impl FnMut(Invariant, String)) {
        let orders = self.case.truth.orders.iter().filter(|order| order.match_id == self.case.log.match_id);
        for Granted { asked_at, seq, ask, .. } in orders {
            let of = format!("match {}: event {seq}, {ask:?} asked at {asked_at:?},", self.case.log.match_id);
            let Some(event) = self.case.event(*seq) else {
                breaks(Invariant::AcknowledgedIsDurable, format!("{of} is not in the log"));
                continue;
            };
            let at = self.case.when(event.seq, event.at);
            if self.is_over(*asked_at, Duration::ZERO, at) {
                breaks(Invariant::Lateness, format!("{of} came about at {at:?}"));
            }
            let ends = self.case.event(seq.next());
            let is_end = ends.is_some_and(|end| matches!(end.fact, Fact::MatchEnded(_)) && end.at == event.at);
            if matches!(ask, Ask::Adjudicate { .. }) && !is_end {
                breaks(Invariant::Lateness, format!("{of} does not end the match at once"));
            }
        }
    }

    /// Reports an event caused by time alone that came too early.
    fn judge_early(&self, live: &Match, event: &Event, breaks: &mut impl FnMut(Invariant, String)) {
        let at = self.case.when(event.seq, event.at);
        let cause = match &event.fact {
            Fact::SeatLost(lost) => lost.cause,
            Fact::MatchEnded(ended) => ended.verdict.termination,
            _ => return,
        };
        let lost = |began| self.case.troubled(began, at) + self.case.frozen(began, at);
        let (start, grace) = (self.opened.graces.start, self.opened.graces.disconnect);
        let first_move = || self.first_move.zip(self.opened.conduct.first_move_grace);
        let first_move = || first_move().map(|((_, since), grace)| (since, grace));
        let causes: Vec<(Duration, Duration)> = match (cause, live.phase()) {
            (Termination::NoShow | Termination::Unattended, Phase::Waiting) => vec![(self.waits_since, start)],
            (Termination::NoShow, _) => first_move().into_iter().collect(),
            (Termination::Abort, Phase::Live) if !is_asked(event) && !is_by_contest(event) => {
                let all_gone = self.playing(live).all(|seat| self.away[seat.index()].is_some());
                let last = self.away.iter().flatten().max().filter(|_| all_gone).map(|since| (*since, grace));
                // Time lost by the host does not extend the limit on inactivity.
                let of = |silence: Silence| (silence.since, silence.least.saturating_sub(lost(silence.since)));
                [first_move(), last, self.paused.map(of), Some(of(self.stepped))].into_iter().flatten().collect()
            }
            _ => return,
        };
        // Known losses extend a deadline, and they are recorded exactly.
        let is_due = |(began, span): &(Duration, Duration)| {
            let slack = if self.case.is_quiet(*began, at) { TIMER } else { BACK };
            at.saturating_sub(*began).saturating_sub(lost(*began)) + slack >= *span
        };
        if !causes.iter().any(is_due) {
            let of = format!("match {}: event {}", self.case.log.match_id, event.seq);
            breaks(
                Invariant::Earliness,
                format!("{of} is {} at {at:?}, and no deadline was over: {causes:?}", cause.word()),
            );
        }
    }

    /// Returns the last moment at which a server could have acted before an event. For a restart,
    /// that is the death of the previous server. An answer counts from its arrival, whenever it was
    /// decided.
    fn moment(&self, event: &Event) -> Duration {
        let at = self.case.when(event.seq, event.at);
        match &event.fact {
            Fact::ServerRestarted => {
                let before = self.case.server_before(event.seq);
                before.and_then(|server| self.case.truth.deaths.get(&server)).map_or(at, |died| at.min(*died))
            }
            Fact::MovePlayed(moved) => self.case.when(event.seq, moved.received).min(at),
            _ => at,
        }
    }

    /// Returns the deadlines that had expired at a moment, with their names, beginnings and spans.
    fn overdue(&self, live: &Match, seq: Seq, at: Duration) -> Vec<(&'static str, Duration, Duration)> {
        let mut found = Vec::new();
        let mut demand = |what, began, span| {
            if self.is_over(began, span, at) {
                found.push((what, began, span));
            }
        };
        if let Some(paused) = self.paused {
            demand("a pause", paused.since, paused.most);
            return found;
        }
        match live.phase() {
            Phase::Waiting => {
                if let Some(since) = self.all_here_since {
                    let wait = self.opened.luck.as_ref().map_or(Duration::ZERO, |luck| luck.nonce_wait);
                    demand("the wait for nonces", since, wait);
                } else {
                    let (start, grace) = (self.opened.graces.start, self.opened.graces.disconnect);
                    // While all seats were connected, the match waited only for nonces. The wait
                    // for seats may have expired in that time.
                    if self.left.is_some_and(|left| !self.is_over(left, Duration::ZERO, at)) {
                        return found;
                    }
                    match self.left.filter(|left| !self.is_over(*left, grace, at)) {
                        Some(_) => demand("the wait for seats that leave again", self.waits_since, start + grace),
                        None => demand("the wait for seats", self.waits_since, start),
                    }
                }
            }
            Phase::Live => {
                if let Some((_, since)) = self.first_move {
                    demand("a first move", since, self.opened.conduct.first_move_grace.unwrap_or_default());
                }
                if let Some(since) = self.first_grace(live) {
                    demand("a grace", since, self.opened.graces.disconnect);
                }
                match (live.turn(), self.budget(live)) {
                    (Some(turn), Some(budget)) => {
                        let offer = self.case.turn(live, seq, at).and_then(|turn| turn.offered);
                        if let Some(began) = self.asked.into_iter().chain(offer).min() {
                            let slack = self.case.unnoted(began, at);
                            demand("a clock", began, budget + slack + self.round_trip(live, turn.seat));
                        }
                    }
                    (Some(_), None) => demand("the silence", self.stepped.since, self.stepped.most),
                    (None, _) => {}
                }
            }
            Phase::Over => {}
        }
        found
    }

    /// Returns since when the seat is away whose grace period decides: the first seat to leave, or
    /// the last one if all are away.
    fn first_grace(&self, live: &Match) -> Option<Duration> {
        let away = || self.playing(live).filter_map(|seat| self.away[seat.index()]);
        match away().count() == self.playing(live).count() {
            true => away().max(),
            false => away().min(),
        }
    }

    fn playing(&self, live: &Match) -> impl Iterator<Item = Seat> {
        let seats = Seat::all(self.away.len() as u8);
        seats.filter(|seat| !live.lost().has(*seat)).collect::<Vec<_>>().into_iter()
    }

    /// Returns the time limit of the seat to move; `None` without a limit.
    fn budget(&self, live: &Match) -> Option<Duration> {
        let turn = live.turn()?;
        let since = self.case.began(turn.id).map_or(live.at(), |event| event.at);
        let (clock, terms) = (live.clock(turn.seat, since)?, live.terms(turn.seat)?);
        clock.budget(&terms)
    }

    /// Returns the round-trip time that a turn is not charged for.
    fn round_trip(&self, live: &Match, seat: Seat) -> Duration {
        live.opened().time_controls[seat.index()].lag
    }

    fn take(&mut self, before: &Match, after: &Match, event: &Event) {
        let at = self.case.when(event.seq, event.at);
        match &event.fact {
            Fact::SeatConnected { seat } => {
                self.put_off(before, at);
                self.away[seat.index()] = None;
            }
            // Only the clock limits this absence.
            Fact::SeatDisconnected { grace_until: None, .. } => {}
            Fact::SeatDisconnected { seat, .. } => {
                let gone = self.case.gone(*seat, at).unwrap_or(at);
                self.away[seat.index()] = Some(gone);
                self.left = Some(gone);
            }
            Fact::FirstMoveDue { seat, .. } => self.first_move = Some((*seat, at)),
            Fact::SeatLost(lost) => {
                self.first_move.take_if(|(seat, _)| *seat == lost.seat);
            }
            Fact::MatchPaused { .. } => self.paused = Some(Silence::new(at)),
            Fact::MatchResumed { .. } => {
                self.paused = None;
                self.stepped = Silence::new(at);
                self.begin_again(at);
            }
            Fact::ServerRestarted => {
                // A new server knows only the log, so it counts the time up to the newest event.
                let again = |Silence { since, least, most }: Silence| Silence {
                    since: at,
                    least: least.saturating_sub(self.last.saturating_sub(since)),
                    most: most.saturating_sub(self.elapsed(since, self.last)),
                };
                (self.stepped, self.paused) = (again(self.stepped), self.paused.map(again));
                (self.waits_since, self.left) = (at, None);
                let may_be_away = before.phase() == Phase::Live && self.may_be_away();
                self.away.fill((!may_be_away).then_some(at));
                if self.paused.is_none() {
                    self.begin_again(at);
                }
            }
            _ => {}
        }
        if event.fact.is_step() {
            self.first_move = None;
        }
        if event.fact.is_step() || matches!(event.fact, Fact::RoundStarted { .. } | Fact::MovesTakenBack { .. }) {
            self.stepped = Silence::new(at);
        }
        let is_waiting = after.phase() == Phase::Waiting;
        let all_here = is_waiting && self.playing(after).all(|seat| self.away[seat.index()].is_none());
        self.all_here_since = if all_here { self.all_here_since.or(Some(at)) } else { None };
        self.ask(before, after, event, at);
        self.last = at;
    }

    /// Returns whether clocks alone limit the absence of seats.
    fn may_be_away(&self) -> bool {
        let has_clock = self.opened.time_controls[0].for_first_move().is_some();
        self.opened.graces.absence == Absence::ClockOnly && has_clock
    }

    /// Restarts deadlines after a restart or a pause.
    fn begin_again(&mut self, at: Duration) {
        for since in self.away.iter_mut().flatten() {
            *since = at;
        }
        if let Some((_, since)) = &mut self.first_move {
            *since = at;
        }
        self.asked = None;
    }

    /// A seat returns when all were away: expired grace periods lasted until the last of them.
    fn put_off(&mut self, live: &Match, at: Duration) {
        let away: Vec<Seat> = self.playing(live).filter(|seat| self.away[seat.index()].is_some()).collect();
        if live.phase() != Phase::Live || away.len() < self.playing(live).count() {
            return;
        }
        let Some(last) = away.iter().filter_map(|seat| self.away[seat.index()]).max() else { return };
        for seat in away {
            let since = self.away[seat.index()].unwrap_or(last);
            // It may have expired within the tolerance.
            if self.elapsed(since, at) + self.slack(since, at) >= self.opened.graces.disconnect {
                self.away[seat.index()] = Some(last);
            }
        }
    }

    /// Records the latest start of the open turn's clock: when the patience ends, or immediately if
    /// the seat leaves before that. After a restart or a pause, the clock of an absent seat waits
    /// until the seat returns.
    fn ask(&mut self, before: &Match, after: &Match, event: &Event, at: Duration) {
        let Some(turn) = after.turn() else { return self.asked = None };
        // An illegal move does not stop the clock.
        let is_refused = matches!(event.fact, Fact::MoveRefused(_));
        let is_new = before.turn().is_none_or(|old| old.id != turn.id) && !is_refused;
        let stands = matches!(event.fact, Fact::ServerRestarted | Fact::MatchResumed { .. });
        let is_here = self.away[turn.seat.index()].is_none();
        let latest = at + PATIENCE + MAX_ROUND_TRIP;
        if is_new || stands {
            self.asked = match (is_here, stands) {
                (true, _) => Some(latest),
                (false, true) => None,
                (false, false) => Some(at),
            };
        } else if self.asked.is_none() && is_here {
            self.asked = Some(latest);
        }
    }

    /// Returns whether a span had expired at a moment by more than the tolerance of a table.
    fn is_over(&self, began: Duration, span: Duration, at: Duration) -> bool {
        self.elapsed(began, at) > span.saturating_add(self.slack(began, at))
    }

    /// Returns the time between two moments, excluding lost time.
    fn elapsed(&self, began: Duration, at: Duration) -> Duration {
        let lost = self.lost.iter().map(|span| span.within(began, at)).sum();
        at.saturating_sub(began).saturating_sub(lost)
    }

    fn slack(&self, began: Duration, at: Duration) -> Duration {
        let usual = TIMER + self.case.plan.latency * APPENDS;
        // A failed write is retried later, which delays the decision in the log.
        let troubles = self.lost.iter().filter(|span| span.touches(began, at)).count() as u32;
        usual + (BACK + self.case.unnoted(began, at)) * troubles.min(1)
    }
}

/// Returns when the host could not run a match: its store failed, it stalled, or no server lived.
fn lost(case: &Case<'_>) -> Vec<Span> {
    let faults = case.truth.store_faults.iter().chain(&case.truth.freezes).copied();
    let downs = case.log.fate.stays.iter().filter_map(|(seq, stay)| {
        let died = case.truth.deaths.get(&case.server_before(Seq(*seq))?)?;
        (*died < stay.began).then_some(Span { began: *died, ended: Some(stay.began) })
    });
    let mut all: Vec<Span> = faults.chain(downs).chain(case.troubles()).collect();
    all.sort_by_key(|span| span.began);
    let mut apart: Vec<Span> = Vec::new();
    for span in all {
        match apart.last_mut() {
            Some(last) if last.ended.is_none_or(|ended| span.began <= ended) => {
                last.ended = last.ended.zip(span.ended).map(|(one, other)| one.max(other));
            }
            _ => apart.push(span),
        }
    }
    apart
}
