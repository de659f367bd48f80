//! A match together with the truth about it, and the conversion of its times to those of the run.

use std::time::Duration;

use referee::{
    hall::{limits::SLOW_STORE, table::Ask},
    ids::{Seat, Seq},
    law::{Event, Fact, Match, MatchOpened, Time, turn::PATIENCE},
};

use crate::{
    host::of_run,
    plan::{Plan, StoreFault, What},
    program::may_be_asked_again,
    run::Log,
    truth::{Arrival, Conduct, Span, Truth},
};

/// Time that a returning program may be charged in addition to its absence. The store may delay its
/// connection by just less than a slow write, which is not recorded.
pub const BACK: Duration = Duration::from_secs(1);

pub struct Case<'a> {
    pub plan: &'a Plan,
    pub truth: &'a Truth,
    pub log: &'a Log,
}

/// A turn up to some moment, as it really happened.
pub struct Turn {
    /// The time of its opening or reopening.
    pub opened: Duration,
    /// Time at which its transport took it.
    pub offered: Option<Duration>,
    /// Earliest time at which its clock may have run.
    pub starts: Duration,
    /// Whether its program was connected and reading the whole time.
    pub is_prompt: bool,
    /// Whether its seat reconnected during the turn.
    pub came_back: bool,
}

impl Case<'_> {
    /// Calls `look` for every event, with the match before it.
    pub fn replay(&self, mut look: impl FnMut(&Match, &Event)) {
        let Some(Fact::MatchOpened(opened)) = self.log.events.first().map(|event| &event.fact) else { return };
        let Ok(mut live) = Match::open_with(self.plan.rules(), MatchOpened::clone(opened)) else { return };
        for event in &self.log.events[1..] {
            look(&live, event);
            live.apply(event);
        }
    }

    pub fn event(&self, seq: Seq) -> Option<&Event> {
        self.log.events.get(usize::try_from(seq.0).ok()?.checked_sub(1)?)
    }

    /// Returns the time of the run for time `at` of the match, as dated by event `seq`.
    pub fn when(&self, seq: Seq, at: Time) -> Duration {
        let stay = self.log.fate.stays.range(..=seq.0).next_back();
        stay.map_or(Duration::ZERO, |(_, stay)| of_run(stay.zero, at))
    }

    /// Returns when the match came to the table that holds it at event `seq`.
    pub fn came(&self, seq: Seq) -> Duration {
        let stay = self.log.fate.stays.range(..=seq.0).next_back();
        let begins = stay.and_then(|(first, _)| self.event(Seq(*first)));
        begins.map_or(Duration::ZERO, |event| self.when(event.seq, event.at))
    }

    /// Returns how long the store was in recorded trouble between two moments.
    pub fn troubled(&self, from: Duration, until: Duration) -> Duration {
        self.troubles().map(|span| span.within(from, until)).sum()
    }

    /// Returns how much time of the troubles between two moments may be charged anyway: the writes
    /// that record them.
    pub fn unnoted(&self, from: Duration, until: Duration) -> Duration {
        let is_slow = self.plan.faults.iter().any(|fault| matches!(fault.what, What::Store(StoreFault::Slow(_), _)));
        let each = if is_slow { SLOW_STORE } else { self.plan.latency * 2 };
        each * self.troubles().filter(|span| span.touches(from, until)).count() as u32
    }

    /// Returns the spans in which appends of the match failed, or were slow enough to be recorded.
    pub fn troubles(&self) -> impl Iterator<Item = Span> {
        let spans = self.log.fate.troubles.iter().map(|trouble| Span { began: trouble.began, ended: trouble.ended });
        spans.filter(|span| span.ended.is_none_or(|ended| ended - span.began >= SLOW_STORE))
    }

    /// Returns whether the host and its store worked without fault between two moments.
    pub fn is_quiet(&self, from: Duration, until: Duration) -> bool {
        let mut spans = self.truth.freezes.iter().chain(&self.truth.store_faults);
        !spans.any(|span| span.touches(from, until)) && !self.troubles().any(|span| span.touches(from, until))
    }

    /// Returns how long the host stalled between two moments.
    pub fn frozen(&self, from: Duration, until: Duration) -> Duration {
        self.truth.freezes.iter().map(|span| span.within(from, until)).sum()
    }

    pub fn conduct(&self, seat: Seat) -> &Conduct {
        // In a match of a contest, the order of the seats differs from the numbers of the programs.
        let player = self.log.opened().map_or("", |opened| opened.players[seat.index()].as_str());
        let number: usize = player.trim_start_matches('p').parse().expect("a program of the simulator");
        &self.truth.players[number]
    }

    /// Returns the server that had the match at a moment.
    pub fn server(&self, at: Duration) -> u64 {
        let stays = self.log.fate.stays.values();
        stays.take_while(|stay| stay.began <= at).last().map_or(0, |stay| stay.server)
    }

    /// Returns the server that had the match before event `seq` moved it to another table.
    pub fn server_before(&self, seq: Seq) -> Option<u64> {
        self.log.fate.stays.range(..seq.0).next_back().map(|(_, stay)| stay.server)
    }

    /// Returns when the program of a seat left, if the log reports its absence at `at`.
    pub fn gone(&self, seat: Seat, at: Duration) -> Option<Duration> {
        let ended = |span: Span| span.ended.filter(|ended| *ended <= at);
        self.here(seat, at).into_iter().filter_map(ended).max()
    }

    /// Returns the connections of a seat's program to the server that had the match at `at`,
    /// earliest first.
    pub fn here(&self, seat: Seat, at: Duration) -> Vec<Span> {
        let server = self.server(at);
        let here = self.conduct(seat).here.iter();
        here.filter(|(of, _)| *of == server).map(|(_, span)| *span).collect()
    }

    /// Returns the first moment between `from` and `until` at which the seat was away.
    fn away(&self, seat: Seat, from: Duration, until: Duration) -> Option<Duration> {
        let mut reached = from;
        for span in self.here(seat, until) {
            if span.began > reached {
                break;
            }
            reached = reached.max(span.ended.unwrap_or(Duration::MAX));
        }
        (reached < until).then_some(reached)
    }

    /// Returns the event that opened the turn with this id. Illegal moves do not reopen it, since
    /// the clock continues.
    pub fn began(&self, turn_id: Seq) -> Option<&Event> {
        let before = self.log.events.get(..usize::try_from(turn_id.0).ok()?)?;
        before.iter().rev().find(|event| event.fact.opens_turn() && !matches!(event.fact, Fact::MoveRefused(_)))
    }

    /// Returns the turn that is open before event `seq`, up to a moment.
    pub fn turn(&self, live: &Match, seq: Seq, until: Duration) -> Option<Turn> {
        let turn = live.turn()?;
        let since = self.began(turn.id)?.seq;
        let opens = |event: &&Event| {
            event.seq == since || matches!(&event.fact, Fact::ServerRestarted | Fact::MatchResumed { .. })
        };
        let before = &self.log.events[..usize::try_from(seq.0).ok()? - 1];
        let opens = before.iter().rev().take_while(|event| event.seq >= since).find(opens)?;
        let opened = self.when(opens.seq, opens.at);
        let offers = self.truth.offers.of(&self.log.match_id).iter().filter(|offer| {
            offer.seat == turn.seat
                && offer.turn_id >= since
                && offer.at >= opened
                && offer.at <= until
                && offer.server == self.server(until)
        });
        let offered = offers.map(|offer| offer.at).min();
        let away = self.away(turn.seat, opened, until);
        // The program may have connected before the server recorded it.
        let is_back = |event: &Event| matches!(event.fact, Fact::SeatConnected { seat } if seat == turn.seat);
        let came_back = before.iter().rev().take_while(|event| event.seq > opens.seq).any(is_back);
        let last = offered.unwrap_or(until);
        let shut = self.conduct(turn.seat).shut.iter().any(|span| span.touches(opened, last));
        // If the host stalls before the turn is offered, the clock starts when the patience ends.
        let frozen = !self.frozen(opened, last).is_zero();
        let late = (shut || frozen).then(|| opened + PATIENCE);
        let starts = [offered, away, late].into_iter().flatten().min().unwrap_or(until).min(until);
        Some(Turn { opened, offered, starts, is_prompt: away.is_none() && !shut && !came_back, came_back })
    }

    /// Returns every command of a seat that reached a table, earliest first.
    pub fn arrivals(&self, seat: Seat) -> impl Iterator<Item = &Arrival> {
        let arrivals = self.truth.arrivals.of(&self.log.match_id).iter();
        arrivals.filter(move |arrival| arrival.seat == seat && arrival.by_table)
    }

    /// Returns when the seat's program first gave a legal answer to the open turn, at or after
    /// `opened`. Answers that a full or failed table rejected do not count, except the one received
    /// at `taken`.
    pub fn answered(&self, live: &Match, seat: Seat, opened: Duration, taken: Option<Duration>) -> Option<Duration> {
        let open = live.turn()?.id;
        let legal = live.course().position().legal();
        let answers = self.arrivals(seat).filter(|arrival| {
            let Ask::PlayMove { turn_id, notation, .. } = &arrival.ask else { return false };
            *turn_id == open && legal.contains(notation) && arrival.server == self.server(arrival.at)
        });
        let counts = |arrival: &&Arrival| Some(arrival.at) == taken || !self.was_declined(arrival);
        answers.filter(|arrival| arrival.at >= opened).filter(counts).map(|arrival| arrival.at).min()
    }

    fn was_declined(&self, arrival: &Arrival) -> bool {
        let next = self.arrivals(arrival.seat).filter(|other| other.request_id == arrival.request_id);
        let next = next.map(|other| other.at).filter(|at| *at > arrival.at).min().unwrap_or(Duration::MAX);
        self.truth.replies.of(&self.log.match_id).iter().any(|reply| {
            (reply.seat, &reply.request_id) == (arrival.seat, &arrival.request_id)
                && reply.result.is_err_and(may_be_asked_again)
                && (arrival.at..=next).contains(&reply.at)
        })
    }
}
