//! Proposals between seats, and draw claims.
//!
//! A proposal needs the consent of every other seat. It lapses when a seat that should answer
//! moves; a takeback proposal lapses with any move, and every proposal with the end of the round.
//! Between two of its moves, a seat may make one proposal of each kind, so it cannot flood the log
//! or the other seats.

use referee_ids::{RequestId, Seat};

use super::{Decision, command::Asker};
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

/// Open proposals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proposals {
    draw: Pending,
    takeback: Pending,
    pub takebacks: u32,
}

/// Proposals of one kind.
#[derive(Clone, Debug, Default)]
struct Pending {
    open: Option<Open>,
    /// Seats that made a proposal since their last move.
    made_by: Vec<Seat>,
}

/// A proposal waiting for answers.
#[derive(Clone, Debug)]
struct Open {
    by: Seat,
    accepted_by: Vec<Seat>,
}

impl Proposals {
    /// Returns the seat with an open proposal of this kind.
    pub fn proposer(&self, proposal: Proposal) -> Option<Seat> {
        self.of(proposal).open.as_ref().map(|open| open.by)
    }

    /// Returns whether this seat has to answer a proposal of this kind.
    fn waits_for(&self, proposal: Proposal, seat: Seat) -> bool {
        let open = self.of(proposal).open.as_ref();
        open.is_some_and(|open| open.by != seat && !open.accepted_by.contains(&seat))
    }

    /// Returns whether only the consent of `seat` is missing, in a match of `seats`.
    fn wants_only(&self, proposal: Proposal, seat: Seat, seats: usize) -> bool {
        let accepted = self.of(proposal).open.as_ref().map_or(0, |open| open.accepted_by.len());
        self.waits_for(proposal, seat) && accepted + 2 == seats
    }

    pub fn proposed(&mut self, seat: Seat, proposal: Proposal) {
        let pending = self.of_mut(proposal);
        pending.open = Some(Open { by: seat, accepted_by: Vec::new() });
        pending.made_by.push(seat);
    }

    /// Records an answer; returns whether all have consented.
    pub fn responded(&mut self, seat: Seat, proposal: Proposal, answer: ProposalAnswer, seats: usize) -> bool {
        let agreed = answer == ProposalAnswer::Accept && self.wants_only(proposal, seat, seats);
        let pending = self.of_mut(proposal);
        match (&mut pending.open, answer) {
            (Some(open), ProposalAnswer::Accept) if !agreed => open.accepted_by.push(seat),
            (open, _) => *open = None,
        }
        agreed
    }

    /// Records a move: proposals that the seat should have answered lapse, and the seat may propose
    /// again.
    pub fn moved(&mut self, seat: Seat) {
        self.takeback.open = None;
        self.draw.open.take_if(|open| open.by != seat);
        self.draw.made_by.retain(|by| *by != seat);
        self.takeback.made_by.retain(|by| *by != seat);
    }

    /// Drops all proposals when a round starts.
    pub fn round_started(&mut self) {
        self.draw.open = None;
        self.takeback.open = None;
    }

    /// Drops all proposals when a seat loses.
    pub fn seat_lost(&mut self) {
        self.draw.open = None;
        self.takeback.open = None;
    }

    /// Records a takeback: seats with moves that can still be taken back may propose again.
    pub fn taken_back(&mut self) {
        self.takebacks += 1;
        self.draw.open = None;
        self.takeback = Pending::default();
    }

    fn of(&self, proposal: Proposal) -> &Pending {
        match proposal {
            Proposal::Draw => &self.draw,
            Proposal::Takeback => &self.takeback,
        }
    }

    fn of_mut(&mut self, proposal: Proposal) -> &mut Pending {
        match proposal {
            Proposal::Draw => &mut self.draw,
            Proposal::Takeback => &mut self.takeback,
        }
    }
}

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
        let pending = self.proposals.of(proposal);
        match &pending.open {
            Some(open) if open.by == seat => {
                again(format!("your own {} proposal waits for an answer", proposal.word()))
            }
            Some(open) => again(format!("seat {} has proposed a {}: answer it first", open.by, proposal.word())),
            None if pending.made_by.contains(&seat) => {
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
