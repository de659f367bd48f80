//! Seats that lose a match by their own conduct: the match ends, or goes on among the others while the law plays the turns of
//! the lost seat, always the first legal move, so that no luck is needed and anybody can recompute it.

use std::time::Duration;

use super::{
    clock::Time,
    event::{Ended, Event, Fact, FlagVoided, LostSeats, SeatLost, Verdict},
    refusal::{Reason, Refusal},
    scoring,
    state::{Match, Phase},
    termination::{LAW, Since, Termination},
    turn::{MAX_VOID_FLAGS, Running},
};
use crate::ids::{RequestId, Seat};

/// The seats that are lost, each with when and by what, the earliest first. Empty in nearly every match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    seats: Vec<Loss>,
}

/// The loss of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Which seat.
    pub seat: Seat,
    /// When.
    pub at: Time,
    /// By what.
    pub cause: Termination,
}

impl Lost {
    /// Whether this seat is among them.
    pub fn has(&self, seat: Seat) -> bool {
        self.since(seat).is_some()
    }

    /// When this seat was lost.
    pub fn since(&self, seat: Seat) -> Option<Time> {
        self.seats.iter().find(|loss| loss.seat == seat).map(|loss| loss.at)
    }

    /// All of them, the earliest first.
    pub fn losses(&self) -> &[Loss] {
        &self.seats
    }

    /// The same with one more; a seat is lost once.
    pub fn with(mut self, loss: Loss) -> Lost {
        if !self.has(loss.seat) {
            self.seats.push(loss);
        }
        self
    }
}

impl SeatLost {
    /// A loss by this cause that no message brought.
    pub(super) fn by(seat: Seat, cause: Termination) -> SeatLost {
        let request_id = RequestId::default();
        SeatLost {
            seat,
            cause,
            detail: String::new(),
            declined: None,
            overrun: None,
            evidence: None,
            sent: None,
            received: None,
            lag: Duration::ZERO,
            round_trip: Duration::ZERO,
            request_id,
        }
    }
}

impl Match {
    /// The seats that are lost while the others play on.
    pub fn lost(&self) -> &Lost {
        &self.progress.lost
    }

    /// What becomes true when a seat loses the match: its end, or that it goes on without the seat. Whose turn it was is
    /// filled in here.
    pub(super) fn loss(&self, at: Time, mut lost: SeatLost) -> Vec<Fact> {
        let Running { sent, lag, round_trip } = self.running(at);
        if !self.goes_on_without(lost.seat) {
            let SeatLost { seat, cause, detail, declined, overrun, evidence, received, request_id, .. } = lost;
            let all_lost = self.lost().clone().with(Loss { seat, at, cause });
            let verdict = scoring::verdict(cause, Some(seat), detail, self.course().totals(), &all_lost);
            let verdict = Verdict { declined, overrun, evidence, ..verdict };
            return vec![Fact::Ended(Ended { verdict, sent, received, lag, round_trip, request_id, seed: None })];
        }
        if self.turn.is_some_and(|turn| turn.seat == lost.seat) {
            (lost.sent, lost.lag, lost.round_trip) = (sent, lag, round_trip);
        }
        let mut facts = vec![Fact::SeatLost(lost)];
        let after = self.after(at, &facts);
        if after.may_go_on() {
            after.follow(at, after.dealer(), &mut facts);
        }
        facts
    }

    /// What outweighs `than` and holds by itself at `moment`, the weightiest first, as it is decided at `at`: the end of the
    /// match, losses that it goes on after, or a flag that is void. `late` names the answer that came at that moment, where
    /// one did.
    pub(super) fn outweighing(&self, than: Termination, at: Time, moment: Time, late: Option<&RequestId>) -> Vec<Fact> {
        let mut facts = self.weightiest(than, at, moment, late);
        // No seat is lost twice, so that this comes to an end.
        for _ in 0..self.seats.len() {
            if facts.is_empty() {
                break;
            }
            facts.extend(self.after(at, &facts).weightiest(than, at, moment, None));
        }
        facts
    }

    /// What outweighs `than` at the moment when a seat brings something about, and behind it what that becomes of the match
    /// as it is then, if it goes on: `own` is given that match, and the moment as it is dated there.
    pub(super) fn unless_outweighed(
        &self,
        than: Termination,
        at: Time,
        received: Time,
        own: impl FnOnce(&Match, Time) -> Vec<Fact>,
    ) -> Vec<Fact> {
        let mut facts = self.outweighing(than, at, self.dated(at, received), None);
        let now = self.after(at, &facts);
        if now.phase() != Phase::Over {
            facts.extend(own(&now, now.dated(at, received)));
        }
        facts
    }

    fn weightiest(&self, than: Termination, at: Time, moment: Time, late: Option<&RequestId>) -> Vec<Fact> {
        // While a match is paused no clock runs and no grace ends.
        if self.phase() != Phase::Live || self.paused.is_some() {
            return Vec::new();
        }
        let mut weightier = LAW.iter().rev().take_while(|cause| cause.termination > than);
        let found = weightier.find_map(|cause| match cause.since {
            Since::FlagFell => {
                self.flag_at().filter(|flag| moment >= *flag).map(|flag| self.flag(flag, at, moment, late))
            }
            Since::GraceOver => self.grace_over(at, moment),
            Since::Decided | Since::Received => None,
        });
        found.unwrap_or_default()
    }

    /// What becomes of the flag of the seat whose turn it is: a loss, unless the host stood still. It was overstepped until
    /// the answer came, or until now.
    pub(super) fn flag(&self, flag: Time, at: Time, moment: Time, late: Option<&RequestId>) -> Vec<Fact> {
        let Some(turn) = self.turn else { return Vec::new() };
        let received = late.map(|_| moment);
        if let Some(void) = self.void_flag(at, received.unwrap_or(at), received) {
            return vec![void];
        }
        let overrun = Some(self.overrun(flag, received.unwrap_or(at)));
        let request_id = late.cloned().unwrap_or_default();
        self.loss(at, SeatLost { overrun, received, request_id, ..SeatLost::by(turn.seat, Termination::Flag) })
    }

    /// What becomes of a flag that counts for nothing, which was seen to have fallen at `seen`; `None` where it counts.
    fn void_flag(&self, at: Time, seen: Time, received: Option<Time>) -> Option<Fact> {
        let turn = self.turn?;
        let Running { sent, lag, round_trip } = self.running(at);
        let sent = sent?;
        if !self.excuses(turn, (sent, seen), lag, &self.stalls) {
            return None;
        }
        if turn.void_flags == MAX_VOID_FLAGS {
            // Who never answered, however often it was asked, loses: else a program that takes every core could void its
            // match. But nobody need answer in time of which the host took half.
            if received.is_none() && !self.took_half(turn, sent, seen) {
                return None;
            }
            let detail = format!("the host stood still whenever the flag of seat {} fell", turn.seat);
            return Some(self.ended(at, Termination::HostFault, None, detail, None, None));
        }
        let (round, ply, stalls) = (self.course().number(), self.course().ply(), self.stalls.clone());
        Some(Fact::FlagVoided(FlagVoided { seat: turn.seat, round, ply, sent, received, lag, round_trip, stalls }))
    }

    /// The loss by the first grace that is over. Where it is over for all seats that still play at one moment none of them is
    /// to blame.
    fn grace_over(&self, at: Time, moment: Time) -> Option<Vec<Fact>> {
        let (until, seat) =
            self.graces().map(|(seat, until)| (until, seat)).min().filter(|(until, _)| moment >= *until)?;
        if self.graces().filter(|(_, other)| *other == until).count() == self.playing() {
            return Some(vec![self.ended(at, Termination::Abort, None, "no seat came back".into(), None, None)]);
        }
        let overrun = Some(self.uncharged.elapsed(until, at));
        Some(self.loss(at, SeatLost { overrun, ..SeatLost::by(seat, Termination::Disconnect) }))
    }

    /// Whether the match goes on when this seat is lost: at least two others are not.
    pub(super) fn goes_on_without(&self, seat: Seat) -> bool {
        let others = Seat::all(self.seats.len() as u8).filter(|other| *other != seat && !self.lost().has(*other));
        self.opened.lost_seats == LostSeats::Substitute && others.count() >= 2
    }

    /// How many seats are not lost.
    pub(super) fn playing(&self) -> usize {
        self.seats.len() - self.lost().losses().len()
    }

    /// The match once these facts, which become true at `at`, are taken in.
    pub(super) fn after(&self, at: Time, facts: &[Fact]) -> Match {
        let mut after = self.clone();
        for fact in facts {
            let event = Event { seq: after.seq.next(), at, fact: fact.clone() };
            after.apply(&event);
        }
        after
    }

    /// Refuses what a lost seat asks for.
    pub(super) fn not_lost(&self, seat: Seat) -> Result<(), Refusal> {
        if !self.lost().has(seat) {
            return Ok(());
        }
        let text = format!("seat {seat} is lost: the match goes on without it");
        Err(Refusal::new(Reason::SeatLost, text))
    }

    /// Takes the loss of a seat in.
    pub(super) fn seat_lost(&mut self, lost: &SeatLost) {
        let loss = Loss { seat: lost.seat, at: self.at, cause: lost.cause };
        self.progress.lost = std::mem::take(&mut self.progress.lost).with(loss);
        self.memory.lost(self.seq, lost);
        self.proposals.seat_lost();
        self.turn = self.turn.filter(|turn| turn.seat != lost.seat);
        if self.phase() == Phase::Waiting {
            self.note_who_is_here();
        }
    }
}
