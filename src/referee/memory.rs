//! What was answered lately, so that whoever asks again gets the first answer. A fold of the events, bounded.

use std::{
    collections::VecDeque,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use super::{
    command::{Asker, Command},
    conduct::{MatchAdjudicated, Proposal, ProposalAnswer},
    decide::reused,
    event::{Event, Fact},
    reason::Reason,
    refusal::Refusal,
    termination::Termination,
};
use crate::{
    games::rules::cut,
    ids::{Nonce, PlayerId, RequestId, Seat, Seq},
};

/// How many answers a match remembers, the newest ones.
pub const MAX_ANSWERS: usize = 64;

/// Answers, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    answers: VecDeque<Answer>,
    /// For each of them a hash of what its request is called: nearly every request is a new one, which is seen at a glance.
    names: VecDeque<u64>,
}

/// A command of a seat or an arbiter, and the event that it became.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Who asked; `None` where the event does not tell.
    pub asker: Option<Asker>,
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
        /// What was asked for where that was declined and the move is a substitute.
        declined: Option<String>,
    },
    /// A move that was taken back since.
    MovesTakenBack {
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
    Answered(Proposal, ProposalAnswer),
    /// That the clocks stop.
    Pause,
    /// That they may run again.
    Resume,
    /// That the match ends so.
    Adjudicate(MatchAdjudicated),
    /// Something that ended the match so, or lost it for the seat.
    End(Termination),
}

/// What a stored event is to a command that waits for its answer, without the position in which it was given: its first answer
/// again, or the refusal of a name that another request of the same asker had. `None` where the event answered another request.
/// Another move for the same turn is refused with what was played there: it may be the same one in other words.
pub fn answered_again(event: &Event, command: &Command) -> Option<Result<Seq, Refusal>> {
    let request_id = command.request_id().filter(|id| !id.is_empty() && event.fact.request_id() == Some(id))?;
    let known = Answer::of(event)?;
    if known.asker.is_some() && known.asker != command.asker() {
        return None;
    }
    let asked = Asked::by(command)?;
    if known.asked.is_asked_again_by(&asked) {
        return Some(Ok(event.seq));
    }
    if let (Asked::Move { round, ply, notation, .. }, Asked::Move { round: again_round, ply: again_ply, .. }) =
        (&known.asked, &asked)
        && (round, ply) == (again_round, again_ply)
    {
        let text = format!("round {round}, ply {ply} is over: `{notation}` was played");
        return Some(Err(Refusal::new(Reason::AlreadyPlayed, text)));
    }
    // What no seat is known to have asked for may be another's.
    known.asker.is_some().then(|| Err(reused(request_id)))
}

impl Asked {
    /// What a command asks for; `None` for what nobody gets an answer to.
    fn by(command: &Command) -> Option<Asked> {
        Some(match command {
            Command::PlayMove { round, ply, notation, .. } => {
                Asked::Move { round: *round, ply: *ply, notation: notation.clone(), declined: None }
            }
            Command::GiveNonce { nonce, .. } => Asked::Nonce(nonce.clone()),
            Command::Propose { proposal, .. } => Asked::Proposed(*proposal),
            Command::AnswerProposal { proposal, answer, .. } => Asked::Answered(*proposal, *answer),
            Command::ClaimDraw { .. } => Asked::End(Termination::Claim),
            Command::Resign { .. } => Asked::End(Termination::Resignation),
            Command::Abort { .. } => Asked::End(Termination::Abort),
            Command::Pause { .. } => Asked::Pause,
            Command::Resume { .. } => Asked::Resume,
            Command::Adjudicate { by, .. } => Asked::Adjudicate(by.clone()),
            Command::Connect { .. }
            | Command::Disconnect { .. }
            | Command::Misbehave { .. }
            | Command::Expire
            | Command::NoteStall { .. }
            | Command::Restart
            | Command::Fault { .. } => return None,
        })
    }

    fn is_asked_again_by(&self, asked: &Asked) -> bool {
        match (self, asked) {
            (
                Asked::Move { round, ply, notation, declined },
                Asked::Move { round: again_round, ply: again_ply, notation: again, .. },
            ) => {
                let sent = declined.as_ref().map_or(again == notation, |declined| *declined == cut(again));
                (round, ply) == (again_round, again_ply) && sent
            }
            // A move that came too late, or was none.
            (Asked::End(Termination::Flag | Termination::IllegalMove), Asked::Move { .. }) => true,
            _ => self == asked,
        }
    }
}

impl Answer {
    /// What an event answered; `None` where nothing was asked.
    fn of(event: &Event) -> Option<Answer> {
        let by_seat = |seat: &Seat| Some(Asker::Seat(*seat));
        let by_arbiter = |arbiter: &PlayerId| Some(Asker::Arbiter(arbiter.clone()));
        let (asker, asked) = match &event.fact {
            Fact::MovePlayed(moved) => {
                let (notation, declined) = (moved.notation.clone(), moved.declined.clone());
                let asked = Asked::Move { round: moved.round, ply: moved.ply, notation, declined };
                (by_seat(&moved.seat), asked)
            }
            Fact::NonceGiven { seat, nonce, .. } => (by_seat(seat), Asked::Nonce(nonce.clone())),
            Fact::ProposalMade { seat, proposal, .. } => (by_seat(seat), Asked::Proposed(*proposal)),
            Fact::ProposalAnswered { seat, proposal, answer, .. } => {
                (by_seat(seat), Asked::Answered(*proposal, *answer))
            }
            Fact::SeatLost(lost) => (by_seat(&lost.seat), Asked::End(lost.cause)),
            Fact::MatchPaused { arbiter, .. } => (by_arbiter(arbiter), Asked::Pause),
            Fact::MatchResumed { arbiter, .. } => (by_arbiter(arbiter), Asked::Resume),
            Fact::MatchAdjudicated { by, .. } => (by_arbiter(&by.arbiter), Asked::Adjudicate(by.clone())),
            Fact::MatchEnded(ended) => (ended.verdict.seat.map(Asker::Seat), Asked::End(ended.verdict.termination)),
            _ => return None,
        };
        Some(Answer { asker, request_id: event.fact.request_id()?.clone(), seq: event.seq, asked })
    }
}

impl Memory {
    /// Keeps what an event answered.
    pub fn note(&mut self, event: &Event) {
        if let Some(answer) = Answer::of(event) {
            self.keep(answer);
        }
    }

    /// Notes that the moves of a round from this ply on were taken back: other moves may take their places.
    pub fn taken_back(&mut self, in_round: u32, from_ply: u32) {
        for answer in &mut self.answers {
            if let Asked::Move { round, ply, notation, .. } = &mut answer.asked
                && *round == in_round
                && *ply >= from_ply
            {
                answer.asked = Asked::MovesTakenBack { round: *round, ply: *ply, notation: std::mem::take(notation) };
            }
        }
    }

    /// The answer to the request that `asker` gave this name.
    pub fn of_request(&self, asker: &Asker, request_id: &RequestId) -> Option<&Answer> {
        if request_id.is_empty() {
            return None;
        }
        let name = hash(request_id);
        let may_be_its = |answer: &Answer| answer.asker.as_ref().is_none_or(|known| known == asker);
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
