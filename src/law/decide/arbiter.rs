//! Rulings of an arbiter: pause, resume and adjudicate.

use referee_ids::{PlayerId, RequestId};

use super::command::{Asker, Decision};
use crate::{
    clock::Time,
    ending::{
        end_reason::{EndReason, cut_to},
        termination::Termination,
    },
    event::Fact,
    memory::Asked,
    opening::conduct::{MAX_REASON, MatchAdjudicated, Ruling},
    reason::Reason,
    refusal::Refusal,
    state::{MAX_SILENCE, Match, Phase},
};

impl Match {
    pub(crate) fn pause(&self, at: Time, arbiter: &PlayerId, request_id: &RequestId) -> Result<Decision, Refusal> {
        if let Some(repeat) = self.repeated(&Asker::Arbiter(arbiter.clone()), request_id, &Asked::Pause)? {
            return Ok(repeat);
        }
        self.in_play()?;
        Ok(self.events(at, [Fact::MatchPaused { arbiter: arbiter.clone(), request_id: request_id.clone() }]))
    }

    pub(crate) fn go_on(&self, at: Time, arbiter: &PlayerId, request_id: &RequestId) -> Result<Decision, Refusal> {
        if let Some(repeat) = self.repeated(&Asker::Arbiter(arbiter.clone()), request_id, &Asked::Resume)? {
            return Ok(repeat);
        }
        self.not_over()?;
        if self.paused.is_none() {
            return Err(Refusal::new(Reason::NotPaused, "the match is not paused"));
        }
        let mut facts = vec![Fact::MatchResumed { arbiter: arbiter.clone(), request_id: request_id.clone() }];
        // The open turn may belong to a seat that a deadline has just made lose.
        let after = self.after(at, &facts);
        after.follow(at, after.dealer(), &mut facts);
        Ok(self.events(at, facts))
    }

    pub(crate) fn adjudicate(
        &self,
        at: Time,
        by: &MatchAdjudicated,
        request_id: &RequestId,
    ) -> Result<Decision, Refusal> {
        let by = MatchAdjudicated { reason: cut_to(&by.reason, MAX_REASON), ..by.clone() };
        let asked = Asked::Adjudicate(by.clone());
        if let Some(repeat) = self.repeated(&Asker::Arbiter(by.arbiter.clone()), request_id, &asked)? {
            return Ok(repeat);
        }
        self.not_over()?;
        if self.phase() == Phase::Waiting {
            let text = "the match has not started: a seat is not connected yet; abort it instead";
            return Err(Refusal::new(Reason::MatchNotStarted, text));
        }
        self.can_rule(&by.ruling)?;
        let end = self.adjudicated(&by);
        Ok(self.events(at, [Fact::MatchAdjudicated { by, request_id: request_id.clone() }, end]))
    }

    /// Checks whether a ruling fits this match.
    pub(crate) fn can_rule(&self, ruling: &Ruling) -> Result<(), Refusal> {
        let count = self.seats.len();
        match ruling {
            Ruling::Points(points) if points.len() != count => {
                let expected = format!("{count} numbers, one for each seat");
                Err(Refusal::of_field(Reason::BadField, "points", &points.len().to_string(), expected))
            }
            Ruling::Loss(seat) => self.seated(*seat).map(drop),
            Ruling::Points(_) | Ruling::AsItStands => Ok(()),
        }
    }

    /// Returns the end of the match by a ruling.
    pub(crate) fn adjudicated(&self, by: &MatchAdjudicated) -> Fact {
        let seat = match &by.ruling {
            Ruling::Loss(seat) => Some(*seat),
            Ruling::Points(_) | Ruling::AsItStands => None,
        };
        let reason = EndReason::Ruling(by.reason.clone());
        let mut end = self.unasked(Termination::Adjudication, seat, reason.clone());
        if let (Fact::MatchEnded(ended), Ruling::Points(points)) = (&mut end, &by.ruling) {
            ended.verdict =
                crate::ending::scoring::verdict(Termination::Adjudication, seat, reason, points, self.lost());
        }
        end
    }

    /// Returns the time limit of a pause.
    pub(crate) fn pause_until(&self) -> Option<Time> {
        Some(self.paused?.after(MAX_SILENCE))
    }
}
