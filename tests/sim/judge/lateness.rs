//! No deadline is put off for longer than the host really lost.
//!
//! Each deadline has a latest moment: when it really began, its span, and the time in which the
//! host really could not carry the match on: its store failed, it stood still, or no server lived.
//! All of that is what the simulator did. The table is never asked when something is due.

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

/// How late a deadline may be without a fault: its timer fires a moment later.
const TIMER: Duration = Duration::from_millis(20);
/// How many appends may be under way before a deadline is decided.
const APPENDS: u32 = 8;

/// How long the seats may do nothing: since when, and how much of it is left from there, at the
/// least and at the most. They differ by what was lost before a restart: the law may count it or
/// not.
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

/// The deadlines of one match that run, each with the moment at which it really began.
pub struct Lateness<'a> {
    case: &'a Case<'a>,
    opened: &'a MatchOpened,
    /// When the host could not carry the match on, the earliest first, apart from each other.
    lost: Vec<Span>,
    /// When the match was opened, or the server resumed last.
    waits_since: Duration,
    /// When a seat left last before the start.
    left: Option<Duration>,
    all_here_since: Option<Duration>,
    /// By seat, since when it is away; counted again if the law gives a new grace.
    away: Vec<Option<Duration>>,
    first_move: Option<(Seat, Duration)>,
    paused: Option<Silence>,
    /// Since when no seat has moved.
    stepped: Silence,
    /// When the newest event came.
    last: Duration,
    /// Since when the clock of the open turn could run at the latest, if it runs.
    asked: Option<Duration>,
}

impl<'a> Lateness<'a> {
    /// Begins with the opening of a match.
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

    /// Says which deadlines were over before an event, then takes the event in. `live` is the match
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

    /// Says which rulings came late, or did not end their match at once.
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

    /// Says whether an event that time alone brings about came before its time.
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
                // Lost time of the host does not extend a silence.
                let of = |silence: Silence| (silence.since, silence.least.saturating_sub(lost(silence.since)));
                [first_move(), last, self.paused.map(of), Some(of(self.stepped))].into_iter().flatten().collect()
            }
            _ => return,
        };
        // A deadline is put off by what is known to have been lost, and that is noted to the
        // moment.
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

    /// Until when a server could have acted before an event: a restart acts for one that has died.
    /// An answer counts from when it came, whenever it was decided.
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

    /// The deadlines that were over at a moment, with their names, beginnings and spans.
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
                    // While all were here it waited for nonces alone, and its time may have ended
                    // then.
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

    /// Since when the seat is away whose grace decides: the first, or the last while no seat is
    /// here.
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

    /// The time limit of the seat in turn; `None` without one.
    fn budget(&self, live: &Match) -> Option<Duration> {
        let turn = live.turn()?;
        let since = self.case.began(turn.id).map_or(live.at(), |event| event.at);
        let (clock, terms) = (live.clock(turn.seat, since)?, live.terms(turn.seat)?);
        clock.budget(&terms)
    }

    /// The part of a turn that is not charged, for the way to its program.
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
            // Only its clock limits its absence.
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
                // A server knows of the one before it what is in the log: its time up to its newest
                // event.
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

    /// Whether only their clocks limit the absence of the seats.
    fn may_be_away(&self) -> bool {
        let has_clock = self.opened.time_controls[0].for_first_move().is_some();
        self.opened.graces.absence == Absence::ClockOnly && has_clock
    }

    /// Delays by a restart and the end of a pause.
    fn begin_again(&mut self, at: Duration) {
        for since in self.away.iter_mut().flatten() {
            *since = at;
        }
        if let Some((_, since)) = &mut self.first_move {
            *since = at;
        }
        self.asked = None;
    }

    /// A seat comes where none was: graces that are over went on until the last of them is.
    fn put_off(&mut self, live: &Match, at: Duration) {
        let away: Vec<Seat> = self.playing(live).filter(|seat| self.away[seat.index()].is_some()).collect();
        if live.phase() != Phase::Live || away.len() < self.playing(live).count() {
            return;
        }
        let Some(last) = away.iter().filter_map(|seat| self.away[seat.index()]).max() else { return };
        for seat in away {
            let since = self.away[seat.index()].unwrap_or(last);
            // It may have been over for less than the tolerance.
            if self.elapsed(since, at) + self.slack(since, at) >= self.opened.graces.disconnect {
                self.away[seat.index()] = Some(last);
            }
        }
    }

    /// Records the latest start of the open turn's clock: the start of the turn, at the latest
    /// after the patience. A seat that leaves before is not asked. After a restart, and after a
    /// pause, the clock of an absent seat stops until it is back.
    fn ask(&mut self, before: &Match, after: &Match, event: &Event, at: Duration) {
        let Some(turn) = after.turn() else { return self.asked = None };
        // After a refused move its clock runs on.
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

    /// Whether a span that began so was over at a moment, by more than a table may be late.
    fn is_over(&self, began: Duration, span: Duration, at: Duration) -> bool {
        self.elapsed(began, at) > span.saturating_add(self.slack(began, at))
    }

    /// How much time passed between two moments in which nothing was lost.
    fn elapsed(&self, began: Duration, at: Duration) -> Duration {
        let lost = self.lost.iter().map(|span| span.within(began, at)).sum();
        at.saturating_sub(began).saturating_sub(lost)
    }

    fn slack(&self, began: Duration, at: Duration) -> Duration {
        let usual = TIMER + self.case.plan.latency * APPENDS;
        // A failed write is retried after a while, and the decision enters the log then.
        let troubles = self.lost.iter().filter(|span| span.touches(began, at)).count() as u32;
        usual + (BACK + self.case.unnoted(began, at)) * troubles.min(1)
    }
}

/// When the host could not carry a match on: its store failed, it stood still, or no server lived.
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
