//! Checks what an end says of itself: the move that was declined, the detail, the overrun.

use super::{Check, demand, ends::Shown};
use crate::{
    ids::Seat,
    referee::{
        answer::{detail_of_declined, read_and_play},
        clock::Time,
        due::What,
        event::IllegalMovePolicy,
        state::{Match, Phase},
        termination::{Since, Termination},
    },
};

/// What the end of a match, or the loss of a seat, says for a person and for a proof.
impl Match {
    pub(super) fn check_said(&self, at: Time, shown: &Shown<'_>) -> Check {
        let by_declined = shown.cause == Termination::IllegalMove;
        demand(by_declined || shown.declined.is_none(), || "no move was declined that ended it".to_owned())?;
        if by_declined {
            self.check_declined_end(shown)?;
        }
        let is_limit = matches!(shown.cause.cause().since, Since::FlagFell | Since::GraceOver | Since::WaitOver);
        demand(!is_limit || shown.overrun.is_some(), || "it does not say by how much it was overstepped".to_owned())?;
        match shown.cause {
            Termination::Flag | Termination::Disconnect | Termination::Resignation | Termination::Claim => {
                let detail = shown.detail;
                demand(detail.is_empty(), || format!("nothing is said of such an end, not `{detail}`"))
            }
            Termination::NoShow => {
                let expected = self.detail_of_no_show();
                demand(shown.detail == expected, || format!("its detail is `{expected}`"))
            }
            Termination::Unattended => {
                let expected = self.detail_of_unattended();
                demand(shown.detail == expected, || format!("its detail is `{expected}`"))
            }
            Termination::Abort => self.check_called_off(at, shown),
            // Checked elsewhere, word by word.
            Termination::IllegalMove
            | Termination::Normal
            | Termination::MaxPlies
            | Termination::DrawAgreed
            | Termination::Adjudication => Ok(()),
            // What a program or the host did is the referee's word.
            Termination::ProtocolError | Termination::HostFault => Ok(()),
        }
    }

    /// The move that is said to be illegal or unreadable is.
    fn check_declined_end(&self, shown: &Shown<'_>) -> Check {
        demand(self.opened.illegal_move_policy != IllegalMovePolicy::Substitute, || {
            "in this match the first legal move is played in the place of an illegal one".to_owned()
        })?;
        let declined = shown.declined.ok_or("it does not say which move was declined")?;
        let Err(error) = read_and_play(&mut self.course().clone(), declined) else {
            return Err(format!("`{declined}` was legal"));
        };
        // Of a longer one the record has the beginning only.
        let expected = detail_of_declined(declined, &error);
        demand(shown.detail == expected || declined.ends_with("..."), || format!("its detail is {expected:?}"))
    }

    /// A match is called off by the host, by a seat that may, or because a wait is over, and says by which.
    fn check_called_off(&self, at: Time, shown: &Shown<'_>) -> Check {
        let of_seats = Seat::all(self.seats.len() as u8)
            .filter(|seat| self.not_lost(*seat).and_then(|()| self.may_abort()).is_ok())
            .map(|seat| format!("called off by seat {seat}"));
        let says_so = shown.detail == "called off by the host"
            || of_seats.chain(self.waits_over(at)).any(|detail| detail == shown.detail);
        demand(says_so, || format!("nothing called the match off here so that it is `{}`", shown.detail))
    }

    /// What a match that is called off because it waited without success says of that: every wait that is over by now.
    fn waits_over(&self, at: Time) -> Vec<String> {
        let mut over = Vec::new();
        let is_over = |until: Option<Time>| until.is_some_and(|until| at >= until);
        if self.phase() == Phase::Waiting {
            return over;
        }
        if is_over(self.pause_until()) {
            over.push("paused for too long".to_owned());
        }
        if self.paused.is_some() {
            return over;
        }
        if is_over(self.silent_until()) {
            over.push("nobody moved for too long".to_owned());
        }
        if let Some(What::NoFirstMove(seat)) = self.first_move_over().filter(|due| at >= due.since).map(|due| due.what)
        {
            over.push(format!("seat {seat} did not make its first move in time"));
        }
        if self.graces().filter(|(_, until)| at >= *until).count() == self.playing() {
            over.push("no seat came back".to_owned());
        }
        over
    }
}
