//! Proposals between seats, and draw claims.
//!
//! A proposal needs the consent of every other seat. It lapses when a seat that should answer
//! moves; a takeback proposal lapses with any move, and every proposal with the end of the round.
//! Between two of its moves, a seat may make one proposal of each kind, so it cannot flood the log
//! or the other seats.

use referee_ids::{RequestId, Seat};

use super::command::{Asker, Decision};
use crate::{
    clock::Time,
    ending::{end_reason::EndReason, termination::Termination},
    event::Fact,
    memory::Asked,
    opening::conduct::{Proposal, ProposalAnswer},
    reason::Reason,
    refusal::Refusal,
    state::Match,
};

impl Match {
    pub(crate) fn propose(
        &self,
        at: Time,
        seat: Seat,
        proposal: Proposal,
        request_id: &RequestId,
    ) -> Result<Decision, Refusal> {
        if let Some(repeat) = self.repeated(&Asker::Seat(seat), request_id, &Asked::Proposed(proposal))? {
            return Ok(repeat);
        }
        self.in_play()?;
        self.not_lost(seat)?;
        self.may_propose(seat, proposal)?;
        Ok(self.events(at, [Fact::ProposalMade { seat, proposal, request_id: request_id.clone() }]))
    }

    pub(crate) fn respond(
        &self,
        at: Time,
        (seat, answer): (Seat, ProposalAnswer),
        proposal: Proposal,
        request_id: &RequestId,
    ) -> Result<Decision, Refusal> {
        let asked = Asked::Answered(proposal, answer);
        if let Some(repeat) = self.repeated(&Asker::Seat(seat), request_id, &asked)? {
            return Ok(repeat);
        }
        self.in_play()?;
        self.not_lost(seat)?;
        self.may_respond(seat, proposal)?;
        let mut facts = vec![Fact::ProposalAnswered { seat, proposal, answer, request_id: request_id.clone() }];
        if answer == ProposalAnswer::Accept && self.proposals.wants_only(proposal, seat, self.playing()) {
            facts.push(self.agreed(proposal)?);
        }
        Ok(self.events(at, facts))
    }

    pub(crate) fn claim(
        &self,
        at: Time,
        seat: Seat,
        request_id: &RequestId,
        received: Time,
    ) -> Result<Decision, Refusal> {
        if let Some(repeat) = self.repeated_end(&Asker::Seat(seat), request_id, Termination::Claim)? {
            return Ok(repeat);
        }
        self.in_play()?;
        self.not_lost(seat)?;
        self.has_draws()?;
        if !self.course().position().is_claimable() {
            let text = "the rules offer no draw in this position";
            return Err(Refusal::new(Reason::NothingToClaim, text));
        }
        let end = self.ended(at, Termination::Claim, Some(seat), EndReason::Plain, Some(received), Some(request_id));
        Ok(self.events(at, [end]))
    }

    /// Checks whether a seat may make this proposal now.
    pub(crate) fn may_propose(&self, seat: Seat, proposal: Proposal) -> Result<(), Refusal> {
        match proposal {
            Proposal::Draw => self.has_draws()?,
            Proposal::Takeback => drop(self.ply_to_take_back(seat)?),
        }
        let again = |text: String| Err(Refusal::new(Reason::AlreadyProposed, text));
        match self.proposals.proposer(proposal) {
            Some(by) if by == seat => again(format!("your own {} proposal waits for an answer", proposal.word())),
            Some(by) => again(format!("seat {by} has proposed a {}: answer it first", proposal.word())),
            None if self.proposals.was_made_by(proposal, seat) => {
                again(format!("a seat may propose a {} once between two of its moves", proposal.word()))
            }
            None => Ok(()),
        }
    }

    /// Checks whether a seat may answer a proposal of this kind now.
    pub(crate) fn may_respond(&self, seat: Seat, proposal: Proposal) -> Result<(), Refusal> {
        if self.proposals.waits_for(proposal, seat) {
            return Ok(());
        }
        let text = format!("no {} proposal waits for seat {seat}", proposal.word());
        Err(Refusal::new(Reason::NothingProposed, text))
    }

    /// Returns what follows once all seats have consented.
    pub(crate) fn agreed(&self, proposal: Proposal) -> Result<Fact, Refusal> {
        match proposal {
            Proposal::Draw => Ok(self.unasked(Termination::DrawAgreed, None, EndReason::Plain)),
            Proposal::Takeback => {
                let by = self.proposals.proposer(proposal);
                let by = by.ok_or_else(|| Refusal::new(Reason::NothingProposed, "nothing is proposed"))?;
                let (round, ply) = (self.course().round_number(), self.ply_to_take_back(by)?);
                Ok(Fact::MovesTakenBack { round, ply, clocks: self.clocks_without_moves_from(ply) })
            }
        }
    }

    fn has_draws(&self) -> Result<(), Refusal> {
        match self.course().game().facts().draw_points {
            Some(_) => Ok(()),
            None => Err(Refusal::new(Reason::NoDraws, "this game has no draw by agreement or claim")),
        }
    }
}
