//! What was answered lately, so that whoever asks again gets the first answer. A fold of the events, bounded.

use std::collections::VecDeque;

use super::{
    event::{Ended, Moved},
    termination::Termination,
};
use crate::ids::{Nonce, RequestId, Seat, Seq};

/// How many answers a match remembers, the newest ones.
pub const MAX_ANSWERS: usize = 64;

/// Answers, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    answers: VecDeque<Answer>,
}

/// A command of a seat and the event that it became.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Who asked; `None` where the event does not tell.
    pub seat: Option<Seat>,
    /// What the caller named it; may be empty.
    pub request_id: RequestId,
    /// The event.
    pub seq: Seq,
    /// What it asked for.
    pub asked: Asked,
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
    },
    /// A nonce that was given.
    Nonce(Nonce),
    /// Something that ended the match so.
    End(Termination),
}

impl Memory {
    /// Keeps a move.
    pub fn moved(&mut self, seq: Seq, moved: &Moved) {
        let asked = Asked::Move { round: moved.round, ply: moved.ply, notation: moved.notation.clone() };
        self.keep(Answer { seat: Some(moved.seat), request_id: moved.request_id.clone(), seq, asked });
    }

    /// Keeps a nonce.
    pub fn nonce_given(&mut self, seq: Seq, seat: Seat, nonce: &Nonce, request_id: &RequestId) {
        let asked = Asked::Nonce(nonce.clone());
        self.keep(Answer { seat: Some(seat), request_id: request_id.clone(), seq, asked });
    }

    /// Keeps an end that a seat asked for.
    pub fn ended(&mut self, seq: Seq, ended: &Ended) {
        let Ended { verdict, request_id, .. } = ended;
        let asked = Asked::End(verdict.termination);
        self.keep(Answer { seat: verdict.seat, request_id: request_id.clone(), seq, asked });
    }

    /// The answer to the request that `seat` gave this name.
    pub fn of_request(&self, seat: Option<Seat>, request_id: &RequestId) -> Option<&Answer> {
        if request_id.is_empty() {
            return None;
        }
        self.answers.iter().rev().find(|a| (a.seat.is_none() || a.seat == seat) && a.request_id == *request_id)
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
        }
        self.answers.push_back(answer);
    }
}
