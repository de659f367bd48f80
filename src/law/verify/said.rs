//! Checks the details that an end records: the declined move, the reason, the overrun.

use super::{Check, demand, ends::Shown};
use crate::{
    clock::{Time, due::What},
    decide::answer::{read_and_play, reason_of_declined},
    ending::{
        end_reason::EndReason,
        termination::{Since, Termination},
    },
    event::IllegalMovePolicy,
    state::{Match, Phase},
};

/// Checks of the recorded details of ends and losses.
impl Match {
    pub(super) fn check_said(&self, at: Time, shown: &Shown<'_>) -> Check {
        let by_declined = shown.cause == Termination::IllegalMove;
        demand(by_declined || shown.declined.is_none(), || "no move was declined that ended it".to_owned())?;
        if by_declined {
            self.check_declined_end(shown)?;
        }
        let is_limit = matches!(shown.cause.cause().since, Since::FlagFell | Since::GraceOver | Since::WaitOver);
        demand(!is_limit || shown.overrun.is_some(), || "the overrun is missing".to_owned())?;
        let fits = match shown.cause {
            Termination::Flag | Termination::Disconnect | Termination::Resignation | Termination::Claim => {
                *shown.reason == EndReason::Plain
            }
            Termination::NoShow => shown.seat.is_some_and(|seat| *shown.reason == self.reason_of_no_show(seat)),
            Termination::Unattended => *shown.reason == self.reason_of_unattended(),
            Termination::Abort => self.may_be_called_off(at, shown.reason),
            Termination::ProtocolError => matches!(shown.reason, EndReason::Program(_)),
            Termination::HostFault => match shown.reason {
                EndReason::StalledFlags(seat) => self.turn.is_some_and(|turn| turn.seat == *seat),
                EndReason::OftenStalled | EndReason::Game(_) | EndReason::Host(_) => true,
                _ => false,
            },
            // `check_cause` compares these ends as a whole.
            Termination::IllegalMove
            | Termination::Normal
            | Termination::MaxPlies
            | Termination::DrawAgreed
            | Termination::Adjudication => true,
        };
        demand(fits, || match shown.reason.sentence(shown.declined) {
            empty if empty.is_empty() => format!("an end by {} needs a reason here", shown.cause.word()),
            why => format!("an end by {} cannot have the reason `{why}` here", shown.cause.word()),
        })
    }

    /// Checks that the declined move is illegal or unreadable.
    fn check_declined_end(&self, shown: &Shown<'_>) -> Check {
        demand(self.opened.illegal_move_policy != IllegalMovePolicy::Substitute, || {
            "this match's policy substitutes illegal moves".to_owned()
        })?;
        let declined = shown.declined.ok_or("the declined move is missing")?;
        self.check_declined(declined, shown.reason)
    }

    /// Checks the reason for which a move was declined.
    pub(super) fn check_declined(&self, declined: &str, reason: &EndReason) -> Check {
        let Err(error) = read_and_play(&mut self.course().clone(), declined) else {
            return Err(format!("`{declined}` was legal"));
        };
        // The record has only the beginning of a longer text.
        let fits = *reason == reason_of_declined(&error) || declined.ends_with("...");
        demand(fits, || format!("`{declined}` was declined for another reason: {error}"))
    }

    /// Returns whether a match may be aborted for this reason: by the host, by its contest, by a
    /// seat that may abort, or after a deadline.
    fn may_be_called_off(&self, at: Time, reason: &EndReason) -> bool {
        match reason {
            EndReason::CalledOff(None) => true,
            EndReason::NotCounted => self.opened.occasion.is_some(),
            EndReason::CalledOff(Some(seat)) => {
                seat.index() < self.seats.len() && self.not_lost(*seat).and_then(|()| self.may_abort()).is_ok()
            }
            _ => self.waits_over(at).contains(reason),
        }
    }

    /// Returns every passed deadline for which the match can be aborted.
    fn waits_over(&self, at: Time) -> Vec<EndReason> {
        let mut over = Vec::new();
        let is_over = |until: Option<Time>| until.is_some_and(|until| at >= until);
        if self.phase() == Phase::Waiting {
            return over;
        }
        if is_over(self.pause_until()) {
            over.push(EndReason::LongPause);
        }
        if self.paused.is_some() {
            return over;
        }
        if is_over(self.silent_until()) {
            over.push(EndReason::NoSeatMoved);
        }
        if let Some(What::NoFirstMove(seat)) = self.first_move_over().filter(|due| at >= due.since).map(|due| due.what)
        {
            over.push(EndReason::NoFirstMove(seat));
        }
        if self.graces().filter(|(_, until)| at >= *until).count() == self.playing() {
            over.push(EndReason::NoSeatCameBack);
        }
        over
    }
}
