//! What was answered lately, so that whoever asks again gets the first answer. A fold of the events, bounded.

use std::{
    collections::VecDeque,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use super::{
    conduct::{Adjudicated, Proposal, Response},
    event::{Ended, Moved, SeatLost},
    termination::Termination,
};
use crate::ids::{Nonce, PlayerId, RequestId, Seat, Seq};

/// How many answers a match remembers, the newest ones.
pub const MAX_ANSWERS: usize = 64;

/// Answers, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    answers: VecDeque<Answer>,
    /// For each of them a hash of what its request is called: nearly every request is a new one, which is seen at a glance.
    names: VecDeque<u64>,
}

/// A command of a seat and the event that it became.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Who asked.
    pub asker: Asker,
    /// What the caller named it; may be empty.
    pub request_id: RequestId,
    /// The event.
    pub seq: Seq,
    /// What it asked for.
    pub asked: Asked,
}

/// Who asked for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asker {
    /// A seat.
    Seat(Seat),
    /// An arbiter.
    Arbiter(PlayerId),
    /// The event does not tell.
    Anyone,
}

/// What a remembered command asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A move that was played.
    Move {
        /// The round, from 1.
        round: u32,
        /// The ply in it, from 0.
        ply: u32,
        /// The move, in its canonical notation.
        notation: String,
        /// What was asked for where that was declined and the move is a substitute.
        declined: Option<String>,
    },
    /// A move that was taken back since.
    TakenBack {
        /// The round, from 1.
        round: u32,
        /// The ply in it, from 0.
        ply: u32,
        /// The move, in its canonical notation.
        notation: String,
    },
    /// A nonce that was given.
    Nonce(Nonce),
    /// Something that was proposed.
    Proposed(Proposal),
    /// An answer to a proposal.
    Responded(Proposal, Response),
    /// That the clocks stop.
    Pause,
    /// That they may run again.
    Unpause,
    /// That the match ends so.
    Adjudicate(Adjudicated),
    /// Something that ended the match so, or lost it for the seat.
    End(Termination),
}

impl Memory {
    /// Keeps a move.
    pub fn moved(&mut self, seq: Seq, moved: &Moved) {
        let Moved { round, ply, notation, declined, .. } = moved;
        let (notation, declined) = (notation.clone(), declined.clone());
        let asked = Asked::Move { round: *round, ply: *ply, notation, declined };
        self.asked(seq, Asker::Seat(moved.seat), &moved.request_id, asked);
    }

    /// Keeps what a seat or an arbiter asked for.
    pub fn asked(&mut self, seq: Seq, asker: Asker, request_id: &RequestId, asked: Asked) {
        self.keep(Answer { asker, request_id: request_id.clone(), seq, asked });
    }

    /// Notes that the moves of a round from this ply on were taken back: other moves may take their places.
    pub fn taken_back(&mut self, in_round: u32, from_ply: u32) {
        for answer in &mut self.answers {
            if let Asked::Move { round, ply, notation, .. } = &mut answer.asked
                && *round == in_round
                && *ply >= from_ply
            {
                answer.asked = Asked::TakenBack { round: *round, ply: *ply, notation: std::mem::take(notation) };
            }
        }
    }

    /// Keeps a loss that a seat brought about.
    pub fn lost(&mut self, seq: Seq, lost: &SeatLost) {
        let asked = Asked::End(lost.cause);
        self.asked(seq, Asker::Seat(lost.seat), &lost.request_id, asked);
    }

    /// Keeps an end that a seat asked for.
    pub fn ended(&mut self, seq: Seq, ended: &Ended) {
        let Ended { verdict, request_id, .. } = ended;
        let asker = verdict.seat.map_or(Asker::Anyone, Asker::Seat);
        self.asked(seq, asker, request_id, Asked::End(verdict.termination));
    }

    /// The answer to the request that `asker` gave this name.
    pub fn of_request(&self, asker: &Asker, request_id: &RequestId) -> Option<&Answer> {
        if request_id.is_empty() {
            return None;
        }
        let name = hash(request_id);
        let may_be_its = |answer: &Answer| answer.asker == Asker::Anyone || answer.asker == *asker;
        let mut so_called = self.names.iter().zip(&self.answers).rev().filter(|(of, _)| **of == name).map(|(_, of)| of);
        so_called.find(|answer| answer.request_id == *request_id && may_be_its(answer))
    }

    /// The move that was played in a turn.
    pub fn of_turn(&self, at_round: u32, at_ply: u32) -> Option<&Answer> {
        self.answers
            .iter()
            .rev()
            .find(|a| matches!(a.asked, Asked::Move { round, ply, .. } if (round, ply) == (at_round, at_ply)))
    }

    fn keep(&mut self, answer: Answer) {
        if self.answers.len() == MAX_ANSWERS {
            self.answers.pop_front();
            self.names.pop_front();
        }
        self.names.push_back(hash(&answer.request_id));
        self.answers.push_back(answer);
    }
}

fn hash(request_id: &RequestId) -> u64 {
    let mut hasher = DefaultHasher::new();
    request_id.hash(&mut hasher);
    hasher.finish()
}
