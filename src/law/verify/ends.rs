//! Recomputes how a match ended, and how its seats lost.

use std::time::Duration;

use referee_ids::Seat;

use super::{Check, demand, lawful, words::numbers};
use crate::{
    clock::{Time, due::What},
    ending::{
        end_reason::EndReason,
        lost::Loss,
        scoring,
        termination::{Loser, Since, Termination},
    },
    event::{MatchEnded, SeatLost, Verdict},
    state::{Match, Phase},
    turn::{OpenTurn, Running},
};

/// A recorded end or loss.
pub(super) struct Shown<'a> {
    pub cause: Termination,
    pub seat: Option<Seat>,
    /// When the running turn was handed to the seat's transport, if recorded.
    pub sent: Option<Time>,
    pub received: Option<Time>,
    pub lag: Duration,
    pub overrun: Option<Duration>,
    pub reason: &'a EndReason,
    pub declined: Option<&'a str>,
}

/// Checks common to ends and losses.
impl Match {
    /// Checks the loss of a seat in a match that continues.
    pub(super) fn check_loss(&self, at: Time, lost: &SeatLost) -> Check {
        let (seat, cause) = (lost.seat, lost.cause);
        self.check_plays_on(seat)?;
        demand(cause.loses(), || format!("no seat loses by {}", cause.word()))?;
        demand(self.goes_on_without(seat), || format!("the match ends when seat {seat} loses"))?;
        match self.turn.filter(|turn| turn.seat == seat) {
            Some(turn) => {
                let SeatLost { sent, lag, round_trip, .. } = *lost;
                self.check_turn(turn, Running { sent, lag, round_trip }, lost.received, at)?;
            }
            None => {
                let none = lost.sent.is_none() && lost.lag.is_zero() && lost.round_trip.is_zero();
                demand(none, || format!("it was not the turn of seat {seat}"))?;
                demand(lost.received.is_none_or(|r| r <= at), || {
                    "its time of receipt is after the decision".to_owned()
                })?;
            }
        }
        let SeatLost { sent, received, lag, overrun, .. } = *lost;
        let (reason, declined) = (&lost.reason, lost.declined.as_deref());
        self.check_cause(at, &Shown { cause, seat: Some(seat), sent, received, lag, overrun, reason, declined })
    }

    pub(super) fn check_end(&self, at: Time, ended: &MatchEnded) -> Check {
        let verdict = &ended.verdict;
        let totals = self.totals_after(verdict.termination);
        demand(verdict.totals == totals, || format!("expected the points {}", numbers(&totals)))?;
        let mut lost = self.lost().clone();
        if let Some(seat) = verdict.seat.filter(|_| verdict.termination.cause().loser == Loser::Offender) {
            self.check_plays_on(seat)?;
            demand(!self.goes_on_without(seat), || format!("the match continues when seat {seat} loses"))?;
            let cause = verdict.termination;
            let running = Running { sent: ended.sent, lag: ended.lag, round_trip: ended.round_trip };
            lost = lost.with(Loss { seat, at: self.lost_at(at, (seat, cause), running, ended.received), cause });
        }
        let places = scoring::places(verdict.termination, verdict.seat, &totals, &lost);
        demand(verdict.places == places, || format!("expected the places {places:?}"))?;
        let caused = verdict.termination.loses() || verdict.termination == Termination::Claim;
        demand(verdict.seat.is_some() == caused, || {
            let whose = if caused { "needs a seat that caused it" } else { "has no seat that caused it" };
            format!("an end by {} {whose}", verdict.termination.word())
        })?;
        verdict.seat.map_or(Ok(()), |seat| self.check_seat(seat))?;
        demand(verdict.termination.loses() || verdict.evidence.is_none(), || "no program caused it".to_owned())?;
        match self.turn {
            Some(turn) => {
                let MatchEnded { sent, lag, round_trip, .. } = *ended;
                self.check_turn(turn, Running { sent, lag, round_trip }, ended.received, at)?;
            }
            None => {
                let none = ended.sent.is_none() && ended.lag.is_zero() && ended.round_trip.is_zero();
                demand(none, || "no turn was running".to_owned())?;
                demand(ended.received.is_none_or(|r| r <= at), || {
                    "its time of receipt is after the decision".to_owned()
                })?;
            }
        }
        let MatchEnded { sent, received, lag, .. } = *ended;
        let Verdict { termination: cause, seat, overrun, .. } = ended.verdict;
        let (reason, declined) = (&ended.verdict.reason, ended.verdict.declined.as_deref());
        self.check_cause(at, &Shown { cause, seat, sent, received, lag, overrun, reason, declined })
    }

    /// Checks whether a seat could lose, or the match end, by this cause at this moment. The
    /// conduct of a seat outside its turn is taken as recorded.
    fn check_cause(&self, at: Time, shown: &Shown<'_>) -> Check {
        self.check_said(at, shown)?;
        let is_limit = matches!(shown.cause.cause().since, Since::FlagFell | Since::GraceOver | Since::WaitOver);
        demand(is_limit || shown.overrun.is_none(), || "no limit was exceeded".to_owned())?;
        let started = || demand(self.phase() == Phase::Live, || "the match had not started".to_owned());
        match shown.cause {
            Termination::Normal => Err("the round is not over by the rules".to_owned()),
            Termination::DrawAgreed => Err("the seats had not agreed on it".to_owned()),
            Termination::Adjudication | Termination::MaxPlies => {
                Err("no arbiter and no rule of the match decided it".to_owned())
            }
            Termination::Claim => {
                lawful(self.in_play())?;
                let facts = self.course().game().facts();
                let may = facts.draw_points.is_some() && self.course().position().is_claimable();
                demand(may, || "the rules offer no draw here".to_owned())?;
                demand(shown.received.is_some(), || "a claim is received".to_owned())?;
                self.check_not_outweighed(shown)
            }
            Termination::HostFault | Termination::Abort => {
                demand(shown.received.is_none(), || "no seat can send this end".to_owned())
            }
            Termination::Unattended => self.check_unattended(at, shown),
            Termination::ProtocolError => {
                demand(shown.received.is_some(), || "misconduct needs a time".to_owned())?;
                self.check_not_outweighed(shown)
            }
            Termination::Resignation => {
                demand(shown.received.is_none(), || "a resignation is not an answer to a turn".to_owned())?;
                if self.is_at_stake() { Ok(()) } else { started() }
            }
            Termination::Disconnect | Termination::NoShow => self.check_absence(at, shown),
            Termination::IllegalMove => {
                self.check_own_turn(shown.seat)?;
                demand(shown.received.is_some(), || "a move needs a time of receipt".to_owned())?;
                self.check_not_outweighed(shown)
            }
            Termination::Flag => {
                let turn = self.check_own_turn(shown.seat)?;
                let sent = shown.sent.ok_or("a turn that was never sent has no flag")?;
                let flag = self.check_flag(turn, sent, shown.lag)?;
                let moment = shown.received.unwrap_or(at);
                demand(moment >= flag, || format!("the flag falls at {} ns", flag.0))?;
                self.check_due_first(What::Flag, flag, Some(flag))?;
                check_overrun(shown, self.overrun(flag, moment))
            }
        }
    }

    /// Checks a seat that exceeded its grace, did not connect, or missed its first-move deadline.
    fn check_absence(&self, at: Time, shown: &Shown<'_>) -> Check {
        lawful(self.not_paused())?;
        demand(shown.received.is_none(), || "a disconnected seat sends nothing".to_owned())?;
        let flag = self.turn.zip(shown.sent).and_then(|(turn, sent)| self.flag_of(turn, sent, shown.lag));
        let is_live = self.phase() == Phase::Live;
        let since = if shown.cause == Termination::Disconnect {
            demand(is_live, || "the match had not started".to_owned())?;
            let over = self.graces().find(|(away, until)| Some(*away) == shown.seat && at >= *until);
            let (seat, until) = over.ok_or("the seat was connected, or its grace had not ended")?;
            let alone = self.grace_due().is_some_and(|due| due.what == What::AllGone);
            demand(!alone, || "no other seat was connected, so the match waits for them".to_owned())?;
            self.check_due_first(What::Gone(seat), until, flag)?;
            until
        } else {
            let due = if is_live { self.first_move_over() } else { Some(self.start_due()) };
            let due = due.filter(|due| shown.seat.is_some_and(|seat| due.what == What::NoShow(seat)));
            let due = due.filter(|due| at >= due.since).ok_or(
                "the seat was connected, had more time, or has nothing \
                    at stake",
            )?;
            if is_live {
                self.check_due_first(due.what, due.since, flag)?;
            }
            due.since
        };
        check_overrun(shown, self.uncharged.elapsed(since, at))
    }

    /// Checks a match that ended because seats did not connect, without a loser.
    fn check_unattended(&self, at: Time, shown: &Shown<'_>) -> Check {
        demand(shown.received.is_none(), || "no seat can send this end".to_owned())?;
        let is_waiting = self.phase() == Phase::Waiting && self.nonces_until().is_none();
        let due = Some(self.start_due()).filter(|due| is_waiting && due.what == What::NotAllCame && at >= due.since);
        let due = due.ok_or("the match had started, a seat had more time to connect, or loses by no_show")?;
        check_overrun(shown, self.uncharged.elapsed(due.since, at))
    }

    fn check_own_turn(&self, seat: Option<Seat>) -> Result<OpenTurn, String> {
        self.turn.filter(|turn| Some(turn.seat) == seat).ok_or_else(|| match self.turn {
            Some(turn) => format!("it was the turn of seat {}", turn.seat),
            None => "it was no seat's turn".to_owned(),
        })
    }

    /// Checks that no flag or grace outweighs a message that was received after it.
    fn check_not_outweighed(&self, shown: &Shown<'_>) -> Check {
        shown.received.map_or(Ok(()), |received| self.check_no_wait_over(received))?;
        let (Some(turn), Some(sent), Some(received)) = (self.turn, shown.sent, shown.received) else {
            return Ok(());
        };
        let flag = self.flag_of(turn, sent, shown.lag);
        demand(flag.is_none_or(|flag| received < flag), || format!("the flag of seat {} had fallen", turn.seat))
    }
}

fn check_overrun(shown: &Shown, overrun: Duration) -> Check {
    demand(shown.overrun.is_none_or(|said| said == overrun), || format!("it was exceeded by {overrun:?}"))
}
