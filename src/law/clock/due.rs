//! Deadlines in the order in which they passed: flags, graces, waits.
//!
//! Each cause holds from a definite moment. A command is decided on the match after all deadlines
//! before its arrival. So a late decision gives the same result as a decision at every instant.
//! Among causes of one moment, the weightiest in [`crate::ending::termination::LAW`] comes first.

use std::cmp::Reverse;

use referee_ids::Seat;

use super::{Time, uncharged::MAX_OUTAGES};
use crate::{
    decide::command::{Command, Decision},
    ending::{end_reason::EndReason, scoring, termination::Termination},
    event::{Event, Fact, FlagVoided, SeatLost, Verdict},
    opening::conduct::Stakes,
    refusal::Refusal,
    state::{Match, Phase},
    turn::{MAX_VOID_FLAGS, Running},
};

/// Maximum causes applied before one command. Each cause loses a seat, voids a flag, or starts or
/// ends the match.
const MAX_CAUSES: usize = 32;

/// A cause that holds from a moment on.
#[derive(Clone, Copy)]
pub(crate) struct Due {
    /// First moment at which the cause holds.
    pub since: Time,
    pub what: What,
}

/// The kinds of deadlines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// The match starts without the missing nonces.
    Start,
    /// The match does not start, because seats are missing.
    NotAllCame,
    /// The pause exceeded its limit.
    LongPause,
    /// The clock of the seat to move has run out.
    Flag,
    /// A seat did not return within its grace.
    Gone(Seat),
    /// No seat returned, and the last grace has ended.
    AllGone,
    /// A seat missed its first-move deadline, with nothing at stake.
    NoFirstMove(Seat),
    /// A seat did not connect, or missed its first-move deadline, and loses.
    NoShow(Seat),
    /// No seat moved for too long.
    Silence,
}

/// An answer to the open turn that may have arrived too late.
#[derive(Clone, Copy)]
struct Late {
    seat: Seat,
    received: Time,
}

impl Match {
    /// Decides `command`, which arrived at `came`, at the time `at`, after all deadlines that
    /// passed before its arrival.
    pub(crate) fn decide_behind_time(&self, at: Time, came: Time, command: &Command) -> Result<Decision, Refusal> {
        let before = self.due_before(at, came, command);
        if before.is_empty() {
            return self.decide_announced(at, command);
        }
        let after = self.with_events(&before);
        match after.decide_announced(at, command) {
            Ok(Decision::Events(own)) => Ok(Decision::Events([before, own].concat())),
            Ok(Decision::Repeat { seq }) if seq <= self.seq => Ok(Decision::Repeat { seq }),
            // The command is the answer that arrived too late.
            Ok(Decision::Repeat { .. }) => Ok(Decision::Events(before)),
            Err(_) if after.is_past(command) => Ok(Decision::Events(before)),
            // A refusal changes nothing, so the next command decides the deadlines.
            Err(refusal) => Err(refusal),
        }
    }

    /// Returns whether an answer or a misconduct arrived after the match was over or its seat had
    /// lost. Such a command is ignored; any other is refused.
    fn is_past(&self, command: &Command) -> bool {
        match command {
            Command::PlayMove { seat, .. } | Command::Misbehave { seat, .. } => {
                self.phase() == Phase::Over || self.lost().has(*seat)
            }
            _ => false,
        }
    }

    /// Returns the events of deadlines that precede a command, which arrived at `came` and is
    /// decided at `at`.
    fn due_before(&self, at: Time, came: Time, command: &Command) -> Vec<Event> {
        match command {
            // Host failures and restarts come after everything else, except earlier stalls.
            Command::NoteStall { began } => self.stalls_to_note(*began),
            Command::Restart | Command::Fault { .. } => Vec::new(),
            // An abort outweighs other causes of the same moment.
            Command::Abort { .. } => self.due_by(at, Time(came.0.saturating_sub(1)), None),
            Command::PlayMove { seat, turn_id, received, .. } => {
                match self.turn.filter(|turn| turn.seat == *seat && *turn_id == self.turn_id) {
                    Some(turn) => {
                        let received = (*received).min(at).max(turn.opened);
                        self.due_by(at, received, Some(Late { seat: *seat, received }))
                    }
                    // An answer to another turn is a known repeat, or is refused at any time.
                    None => Vec::new(),
                }
            }
            Command::AnswerProposal { received, .. }
            | Command::ClaimDraw { received, .. }
            | Command::Misbehave { received, .. } => self.due_by(at, (*received).min(at), None),
            Command::Connect { .. }
            | Command::Disconnect { .. }
            | Command::GiveNonce { .. }
            | Command::Resign { .. }
            | Command::Propose { .. }
            | Command::Pause { .. }
            | Command::Resume { .. }
            | Command::Adjudicate { .. }
            | Command::Expire => self.due_by(at, came, None),
        }
    }

    /// Returns the events of all causes that hold at `limit`, decided at `at`: first the stalls
    /// that postponed a deadline, then each cause, earliest first.
    fn due_by(&self, at: Time, limit: Time, late: Option<Late>) -> Vec<Event> {
        let mut events = self.stalls_to_note(at);
        match events.is_empty() {
            true => self.causes_by(at, limit, late),
            false => {
                events.extend(self.with_events(&events).causes_by(at, limit, late));
                events
            }
        }
    }

    fn causes_by(&self, at: Time, limit: Time, late: Option<Late>) -> Vec<Event> {
        let mut events = Vec::new();
        if self.next_due().is_none_or(|due| due.since > limit) {
            return events;
        }
        let mut now = self.clone();
        for _ in 0..MAX_CAUSES {
            let Some(due) = now.next_due().filter(|due| due.since <= limit) else { break };
            let facts = now.brought_by(due, at, late);
            let new = now.announced(now.numbered(at, facts));
            if new.is_empty() {
                break;
            }
            now = now.with_events(&new);
            events.extend(new);
        }
        events
    }

    /// Returns the stalls that postponed a deadline because they began while a seat was awaited.
    /// Each is recorded at its end. Stalls during a turn are recorded by the turn.
    fn stalls_to_note(&self, at: Time) -> Vec<Event> {
        let room = MAX_OUTAGES.saturating_sub(self.uncharged.number());
        let mut noted = Vec::new();
        for stall in self.host_stalls.iter().filter(|stall| stall.ended <= at).take(room) {
            let before = self.with_events(&noted);
            if before.with_events(&before.causes_by(at, stall.began, None)).waits_for_somebody() {
                noted.push(before.stall_noted(*stall));
            }
        }
        noted
    }

    /// Returns whether a seat has a deadline other than its clock.
    fn waits_for_somebody(&self) -> bool {
        match self.phase() {
            Phase::Waiting => true,
            Phase::Live => self.paused.is_none() && (self.first_move.is_some() || self.graces().next().is_some()),
            Phase::Over => false,
        }
    }

    fn brought_by(&self, due: Due, at: Time, late: Option<Late>) -> Vec<Fact> {
        let called_off = |reason| vec![self.ended(at, Termination::Abort, None, reason, None, None)];
        match due.what {
            What::Start => {
                let mut facts = Vec::new();
                self.follow(at, self.dealer(), &mut facts);
                facts
            }
            What::NoShow(seat) => {
                let overrun = Some(self.uncharged.elapsed(due.since, at));
                let reason = self.reason_of_no_show(seat);
                self.loss(at, SeatLost { reason, overrun, ..SeatLost::by(seat, Termination::NoShow) })
            }
            What::NotAllCame => {
                let (cause, reason) = (Termination::Unattended, self.reason_of_unattended());
                let verdict = scoring::verdict(cause, None, reason, &self.totals_after(cause), self.lost());
                let overrun = Some(self.uncharged.elapsed(due.since, at));
                vec![Fact::MatchEnded(scoring::unasked_end(Verdict { overrun, ..verdict }))]
            }
            What::LongPause => called_off(EndReason::LongPause),
            What::Flag => self.flag(due.since, at, late),
            What::Gone(seat) => {
                let overrun = Some(self.uncharged.elapsed(due.since, at));
                self.loss(at, SeatLost { overrun, ..SeatLost::by(seat, Termination::Disconnect) })
            }
            What::AllGone => called_off(EndReason::NoSeatCameBack),
            What::NoFirstMove(seat) => called_off(EndReason::NoFirstMove(seat)),
            What::Silence => called_off(EndReason::NoSeatMoved),
        }
    }

    /// Decides the flag of the seat to move: a loss, unless the host stalled. The overrun is
    /// measured until the answer, or until now.
    fn flag(&self, flag: Time, at: Time, late: Option<Late>) -> Vec<Fact> {
        let Some(turn) = self.turn else { return Vec::new() };
        let late = late.filter(|late| late.seat == turn.seat);
        let received = late.map(|late| late.received);
        if let Some(void) = self.void_flag(flag, at) {
            return vec![void];
        }
        let overrun = Some(self.overrun(flag, received.unwrap_or(at)));
        self.loss(at, SeatLost { overrun, received, ..SeatLost::by(turn.seat, Termination::Flag) })
    }

    /// Returns the fact of a void flag; `None` if the flag counts. An answer after the flag does
    /// not matter here.
    fn void_flag(&self, flag: Time, at: Time) -> Option<Fact> {
        let turn = self.turn?;
        let Running { sent, lag, round_trip } = self.running(at);
        let sent = sent?;
        if !self.excuses(turn, (sent, flag), lag, &self.stalls) {
            return None;
        }
        if turn.void_flags == MAX_VOID_FLAGS {
            // If no answer came, the seat loses, because a program that takes every core could
            // otherwise void its match. An exception: the host took half of the seat's time.
            if !self.took_half(turn, sent, flag) {
                return None;
            }
            let reason = EndReason::StalledFlags(turn.seat);
            return Some(self.ended(at, Termination::HostFault, None, reason, None, None));
        }
        let (round, ply) = (self.course().round_number(), self.course().ply());
        let stalls = self.stalls.iter().filter(|stall| stall.began <= flag).copied().collect();
        Some(Fact::FlagVoided(FlagVoided { seat: turn.seat, round, ply, sent, lag, round_trip, stalls }))
    }
}

impl Match {
    /// Returns the next deadline; `None` if nothing is awaited.
    pub(crate) fn next_due(&self) -> Option<Due> {
        let due = |what| move |since| Due { since, what };
        match self.phase() {
            Phase::Over => None,
            Phase::Waiting => Some(self.nonces_until().map_or_else(|| self.start_due(), due(What::Start))),
            Phase::Live if self.paused.is_some() => self.pause_until().map(due(What::LongPause)),
            Phase::Live => {
                let causes = [
                    self.flag_at().map(due(What::Flag)),
                    self.grace_due(),
                    self.first_move_over(),
                    self.silent_until().map(due(What::Silence)),
                ];
                causes.into_iter().flatten().min_by_key(Due::order)
            }
        }
    }

    /// Returns when a match that has not started ends or continues without a seat. If the match is
    /// at stake, missing seats lose to those present. Outside contests, no seat loses if a missing
    /// one agreed only by policy.
    pub(crate) fn start_due(&self) -> Due {
        let is_excused = |(seat, _)| self.opened.occasion.is_none() && self.opened.is_by_policy(seat);
        let counts = self.graces().count() < self.playing() && self.is_at_stake() && !self.graces().any(is_excused);
        let missing = self.graces().next().filter(|_| counts);
        let what = missing.map_or(What::NotAllCame, |(seat, _)| What::NoShow(seat));
        Due { since: self.start_until, what }
    }

    /// Returns a seat's first-move deadline; `None` if there is none.
    pub(crate) fn first_move_over(&self) -> Option<Due> {
        let (seat, since) = self.first_move?;
        let what = if self.is_at_stake() { What::NoShow(seat) } else { What::NoFirstMove(seat) };
        Some(Due { since, what })
    }

    /// Returns why this seat loses by no_show in the present phase.
    pub(crate) fn reason_of_no_show(&self, seat: Seat) -> EndReason {
        match self.phase() {
            Phase::Waiting => EndReason::Missing(vec![seat]),
            Phase::Live | Phase::Over => EndReason::NoFirstMove(seat),
        }
    }

    /// Returns why a match ends for missing seats.
    pub(crate) fn reason_of_unattended(&self) -> EndReason {
        EndReason::Missing(self.graces().map(|(seat, _)| seat).collect())
    }

    /// Returns whether a seat could escape a loss by aborting or not playing: of rating, in a
    /// contest, or of a hidden deal that it has seen.
    pub(crate) fn is_at_stake(&self) -> bool {
        let facts = self.course().game().facts();
        let was_dealt = facts.hidden && facts.chance && self.started;
        self.opened.conduct.stakes == Stakes::Rated || self.opened.occasion.is_some() || was_dealt
    }

    /// Returns the grace that ends first. If no seat in play is connected, no seat is to blame: the
    /// last grace decides, and the match is aborted.
    pub(crate) fn grace_due(&self) -> Option<Due> {
        let away = || self.graces().map(|(seat, until)| (until, seat));
        let (first, seat) = away().min()?;
        let last = away().map(|(until, _)| until).max()?;
        if away().count() == self.playing() {
            return Some(Due { since: last, what: What::AllGone });
        }
        Some(Due { since: first, what: What::Gone(seat) })
    }

    /// Extends expired graces when a seat connects while no other seat in play is connected.
    pub(crate) fn put_off_graces(&mut self) {
        let Some(last) = self.graces().map(|(_, until)| until).max() else { return };
        if self.graces().count() < self.playing() {
            return;
        }
        let now = self.at;
        self.put_off_graces_over(now, last);
    }
}

impl Due {
    /// Returns the sort key of the deadline: earlier is lower.
    pub fn order(&self) -> (Time, Reverse<Termination>) {
        (self.since, Reverse(self.what.weight()))
    }
}

impl What {
    /// Returns the weight of the cause among causes of one moment. The start of a match never
    /// shares its moment.
    fn weight(self) -> Termination {
        match self {
            What::Flag => Termination::Flag,
            What::Gone(_) => Termination::Disconnect,
            What::NoShow(_) => Termination::NoShow,
            What::NotAllCame => Termination::Unattended,
            What::Start | What::LongPause | What::AllGone | What::NoFirstMove(_) | What::Silence => Termination::Abort,
        }
    }
}
