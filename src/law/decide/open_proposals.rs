//! The open proposals of a match.

use referee_ids::Seat;

use crate::opening::conduct::{Proposal, ProposalAnswer};

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
    pub fn waits_for(&self, proposal: Proposal, seat: Seat) -> bool {
        let open = self.of(proposal).open.as_ref();
        open.is_some_and(|open| open.by != seat && !open.accepted_by.contains(&seat))
    }

    /// Returns whether only the consent of `seat` is missing, in a match of `seats`.
    pub fn wants_only(&self, proposal: Proposal, seat: Seat, seats: usize) -> bool {
        let accepted = self.of(proposal).open.as_ref().map_or(0, |open| open.accepted_by.len());
        self.waits_for(proposal, seat) && accepted + 2 == seats
    }

    /// Returns whether this seat made a proposal of this kind since its last move.
    pub fn was_made_by(&self, proposal: Proposal, seat: Seat) -> bool {
        self.of(proposal).made_by.contains(&seat)
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
