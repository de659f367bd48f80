//! What time alone brings about, in the order in which it came: flags, graces that end, waits that are over.
//!
//! Each cause has the moment since which it holds. A command is judged on the match as time had left it by then: whoever
//! decides late decides the same as whoever looked at every instant. Of causes that began to hold at one moment the
//! weightiest of [`super::termination::LAW`] comes first.

use std::cmp::Reverse;

use super::{
    clock::Time,
    command::Command,
    conduct::Stakes,
    decide::Decision,
    end_reason::EndReason,
    event::{Event, Fact, FlagVoided, SeatLost, Verdict},
    refusal::Refusal,
    scoring,
    state::{Match, Phase},
    termination::Termination,
    turn::{MAX_VOID_FLAGS, Running},
    uncharged::MAX_OUTAGES,
};
use crate::ids::Seat;

/// The most causes that are taken in before one command. Each of them loses a seat, voids a flag, starts the match or ends it.
const MAX_CAUSES: usize = 32;

/// Something that holds from a moment on.
#[derive(Clone, Copy)]
pub(super) struct Due {
    /// The first moment at which it holds.
    pub since: Time,
    pub what: What,
}

/// What time alone brings about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// The match starts without the nonces that did not come.
    Start,
    /// It does not start, since seats have not come.
    NotAllCame,
    /// It was paused for too long.
    LongPause,
    /// The clock of the seat whose turn it is has run out.
    Flag,
    /// A seat has not come back in its grace.
    Gone(Seat),
    /// No seat has, and the last grace is over.
    AllGone,
    /// A seat has not made its first move in time, where nothing is at stake.
    NoFirstMove(Seat),
    /// A seat has not come, or not made its first move, in time, and loses by it.
    NoShow(Seat),
    /// Nobody moved for too long.
    Silence,
}

/// An answer to the open turn, which may be too late for it.
#[derive(Clone, Copy)]
struct Late {
    seat: Seat,
    received: Time,
}

impl Match {
    /// What `command`, which came at `came`, becomes at `at`, behind what time brought about before it.
    pub(super) fn decide_behind_time(&self, at: Time, came: Time, command: &Command) -> Result<Decision, Refusal> {
        let before = self.due_before(at, came, command);
        if before.is_empty() {
            return self.decide_announced(at, command);
        }
        let after = self.with_events(&before);
        match after.decide_announced(at, command) {
            Ok(Decision::Events(own)) => Ok(Decision::Events([before, own].concat())),
            Ok(Decision::Repeat { seq }) if seq <= self.seq => Ok(Decision::Repeat { seq }),
            // It is the very answer that came too late.
            Ok(Decision::Repeat { .. }) => Ok(Decision::Events(before)),
            Err(_) if after.is_past(command) => Ok(Decision::Events(before)),
            // Nothing is changed by it: what is due is decided by whoever asks next.
            Err(refusal) => Err(refusal),
        }
    }

    /// Whether an answer, or what a program did, came when the match was over or its seat lost. Anything else that comes then is
    /// refused, as it is by whoever looked in time.
    fn is_past(&self, command: &Command) -> bool {
        match command {
            Command::PlayMove { seat, .. } | Command::Misbehave { seat, .. } => {
                self.phase() == Phase::Over || self.lost().has(*seat)
            }
            _ => false,
        }
    }

    /// What becomes true before a command that came at `came` and is decided at `at`.
    fn due_before(&self, at: Time, came: Time, command: &Command) -> Vec<Event> {
        match command {
            // What the host failed in, and what it comes back from, is behind all else, but for its stalls before that.
            Command::NoteStall { began } => self.stalls_to_note(*began),
            Command::Restart | Command::Fault { .. } => Vec::new(),
            // It weighs more than what holds at the same moment.
            Command::Abort { .. } => self.due_by(at, Time(came.0.saturating_sub(1)), None),
            Command::PlayMove { seat, turn_id, received, .. } => {
                match self.turn.filter(|turn| turn.seat == *seat && *turn_id == self.turn_id) {
                    Some(turn) => {
                        let received = (*received).min(at).max(turn.opened);
                        self.due_by(at, received, Some(Late { seat: *seat, received }))
                    }
                    // It is refused whatever the time, or known.
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

    /// All that holds at `limit`, as it is decided at `at`: the stalls of the host that put something off, and then each cause,
    /// the earliest first.
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

    /// The stalls of the host that began while somebody was waited for, and so put that off; each is noted when it ended. Any
    /// other turn knows of its stalls by itself.
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

    /// Whether a seat must come, come back or make its first move within a time that is no clock's.
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

    /// What becomes of the flag of the seat whose turn it is: a loss, unless the host stalled. It was overstepped until the
    /// answer came, or until now.
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

    /// What becomes of a flag that counts for nothing; `None` where it counts. What came after it fell is not asked for: it
    /// would have been void before that came.
    fn void_flag(&self, flag: Time, at: Time) -> Option<Fact> {
        let turn = self.turn?;
        let Running { sent, lag, round_trip } = self.running(at);
        let sent = sent?;
        if !self.excuses(turn, (sent, flag), lag, &self.stalls) {
            return None;
        }
        if turn.void_flags == MAX_VOID_FLAGS {
            // Who never answered, however often it was asked, loses: else a program that takes every core could void its
            // match. But nobody need answer in time of which the host took half.
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
    /// What time brings about next, if nothing else happens before; `None` where nothing is waited for.
    pub(super) fn next_due(&self) -> Option<Due> {
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

    /// When a match that has not started ends, or goes on without a seat. If something is at stake, the seats that do not come
    /// lose it to those that came. Outside contests no seat loses if one is missing that only its policy brought here.
    pub(super) fn start_due(&self) -> Due {
        let is_excused = |(seat, _)| self.opened.occasion.is_none() && self.opened.is_by_policy(seat);
        let counts = self.graces().count() < self.playing() && self.is_at_stake() && !self.graces().any(is_excused);
        let missing = self.graces().next().filter(|_| counts);
        let what = missing.map_or(What::NotAllCame, |(seat, _)| What::NoShow(seat));
        Due { since: self.start_until, what }
    }

    /// When the time of a seat for its first move is over; `None` where no seat has one.
    pub(super) fn first_move_over(&self) -> Option<Due> {
        let (seat, since) = self.first_move?;
        let what = if self.is_at_stake() { What::NoShow(seat) } else { What::NoFirstMove(seat) };
        Some(Due { since, what })
    }

    /// Why a seat loses by no show here.
    pub(super) fn reason_of_no_show(&self, seat: Seat) -> EndReason {
        match self.phase() {
            Phase::Waiting => EndReason::Missing(vec![seat]),
            Phase::Live | Phase::Over => EndReason::NoFirstMove(seat),
        }
    }

    /// Why a match ends because seats did not come.
    pub(super) fn reason_of_unattended(&self) -> EndReason {
        EndReason::Missing(self.graces().map(|(seat, _)| seat).collect())
    }

    /// Whether a seat that calls the match off, or does not play it, would escape something: the players' ratings, the result of
    /// a contest, or a hidden deal that it has seen.
    pub(super) fn is_at_stake(&self) -> bool {
        let facts = self.course().game().facts();
        let was_dealt = facts.hidden && facts.chance && self.started;
        self.opened.conduct.stakes == Stakes::Rated || self.opened.occasion.is_some() || was_dealt
    }

    /// The grace that is over first. While no seat is here that plays on, nobody is to blame: the last grace decides, and then
    /// the match is called off.
    pub(super) fn grace_due(&self) -> Option<Due> {
        let away = || self.graces().map(|(seat, until)| (until, seat));
        let (first, seat) = away().min()?;
        let last = away().map(|(until, _)| until).max()?;
        if away().count() == self.playing() {
            return Some(Due { since: last, what: What::AllGone });
        }
        Some(Due { since: first, what: What::Gone(seat) })
    }

    /// A seat comes where none was: the graces that are over, but waited for the others', go on until the last of them is over.
    pub(super) fn put_off_graces(&mut self) {
        let Some(last) = self.graces().map(|(_, until)| until).max() else { return };
        if self.graces().count() < self.playing() {
            return;
        }
        let now = self.at;
        self.put_off_graces_over(now, last);
    }
}

impl Due {
    /// What comes first comes lower.
    pub fn order(&self) -> (Time, Reverse<Termination>) {
        (self.since, Reverse(self.what.weight()))
    }
}

impl What {
    /// How much it weighs among what holds since one moment; the start of a match stands alone.
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
