//! Recent replies, so that the same request or turn gets the same reply: a bounded fold of the
//! events.

use std::{collections::VecDeque, ops::ControlFlow};

use referee_ids::{Nonce, PlayerId, RequestId, Seat, Seq};

use super::{
    event::{Event, Fact, MoveRefused},
    reason::Reason,
    refusal::Refusal,
};
use crate::{
    decide::command::{Asker, Command},
    ending::{end_reason::EndReason, termination::Termination},
    opening::conduct::{MatchAdjudicated, Proposal, ProposalAnswer},
};

/// Maximum remembered replies to turns, and to other requests.
pub const MAX_ANSWERS: usize = 64;

/// Replies, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    turns: VecDeque<AnsweredTurn>,
    answers: VecDeque<Answer>,
}

#[derive(Clone, Debug)]
struct AnsweredTurn {
    id: Seq,
    seat: Seat,
    reply: Result<Seq, Box<Refusal>>,
}

/// A command with an id, and the number of its event.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The sender; `None` if the event does not record it.
    pub asker: Option<Asker>,
    /// The sender's id of the request.
    pub request_id: RequestId,
    pub seq: Seq,
    pub asked: Asked,
}

/// The content of a remembered command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    Nonce(Nonce),
    Proposed(Proposal),
    Answered(Proposal, ProposalAnswer),
    Pause,
    Resume,
    Adjudicate(MatchAdjudicated),
    /// The end of the match, or a loss for the seat.
    End(Termination),
}

/// Returns the reply of an event to a seat's answer to its turn: the number of the event, or a
/// refusal. `None` if the event answers no turn.
pub(super) fn reply_to_turn(event: &Event) -> Option<(Seat, Result<Seq, Refusal>)> {
    let is_late = |cause| matches!(cause, Termination::Flag | Termination::IllegalMove);
    Some(match &event.fact {
        Fact::MovePlayed(moved) => (moved.seat, Ok(event.seq)),
        Fact::MoveRefused(refused) => (refused.seat, Err(refused.refusal())),
        Fact::SeatLost(lost) if lost.received.is_some() && is_late(lost.cause) => (lost.seat, Ok(event.seq)),
        Fact::MatchEnded(ended) if ended.received.is_some() && is_late(ended.verdict.termination) => {
            (ended.verdict.seat?, Ok(event.seq))
        }
        _ => return None,
    })
}

impl MoveRefused {
    /// Returns the refusal. It depends on the event alone, so repeats get the same refusal.
    pub fn refusal(&self) -> Refusal {
        MoveRefused::refusal_of(self.reason != EndReason::Unreadable, &self.declined)
    }

    /// Returns the refusal of a move: of an illegal one if `is_readable`, otherwise of an
    /// unreadable one.
    pub fn refusal_of(is_readable: bool, declined: &str) -> Refusal {
        let (reason, expected) = match is_readable {
            true => (Reason::IllegalMove, "one of the legal moves"),
            false => (Reason::UnreadableMove, "a move as the game writes it"),
        };
        Refusal::of_field(reason, "notation", declined, expected)
    }
}

/// Searches the log for the reply to a command, event by event, without positions. Breaks with the
/// reply, or with `None` once no reply can follow. For an answer to a turn, start at the turn's
/// event. If the same asker used the id for another request, the reply is a refusal.
pub fn seek_reply(event: &Event, command: &Command) -> ControlFlow<Option<Result<Seq, Refusal>>> {
    if let Command::PlayMove { seat, turn_id, .. } = command {
        let opens = event.fact.opens_turn();
        return match reply_to_turn(event) {
            _ if event.seq == *turn_id && opens => ControlFlow::Continue(()),
            Some((of, reply)) => ControlFlow::Break((of == *seat).then_some(reply)),
            None if opens || event.seq == *turn_id => ControlFlow::Break(None),
            None => ControlFlow::Continue(()),
        };
    }
    let Some(known) = Answer::of(event).filter(|known| command.request_id() == Some(&known.request_id)) else {
        return ControlFlow::Continue(());
    };
    if known.asker.is_some() && known.asker != command.asker() {
        return ControlFlow::Continue(());
    }
    match Asked::by(command) {
        Some(asked) if asked == known.asked => ControlFlow::Break(Some(Ok(event.seq))),
        // If the event does not record the asker, another asker may have used the id.
        Some(_) if known.asker.is_some() => ControlFlow::Break(Some(Err(reused(&known.request_id)))),
        _ => ControlFlow::Continue(()),
    }
}

/// Rejects a request whose id was used for another.
pub(super) fn reused(request_id: &RequestId) -> Refusal {
    let expected = "an id not used by another request of this match";
    Refusal::of_field(Reason::RequestIdReused, "request_id", request_id.as_str(), expected)
}

impl Command {
    /// Returns the reply that these events give to the command: the number of its event, or a
    /// refusal. Deadlines may have caused some of the events. `None` for an answer to a turn that
    /// none of the events answers: decide it again after them.
    pub fn reply(&self, events: &[Event]) -> Option<Result<Seq, Refusal>> {
        if let Command::PlayMove { seat, .. } = self {
            return events.iter().filter_map(reply_to_turn).find(|(of, _)| of == seat).map(|(_, reply)| reply);
        }
        let named = self.request_id().filter(|id| !id.as_str().is_empty());
        let own = named.and_then(|id| events.iter().find(|event| event.fact.request_id() == Some(id)));
        own.or(events.first()).map(|event| Ok(event.seq))
    }
}

impl Asked {
    /// Returns the content of a command; `None` for an answer to a turn, and for commands without
    /// an answer.
    fn by(command: &Command) -> Option<Asked> {
        Some(match command {
            Command::GiveNonce { nonce, .. } => Asked::Nonce(nonce.clone()),
            Command::Propose { proposal, .. } => Asked::Proposed(*proposal),
            Command::AnswerProposal { proposal, answer, .. } => Asked::Answered(*proposal, *answer),
            Command::ClaimDraw { .. } => Asked::End(Termination::Claim),
            Command::Resign { .. } => Asked::End(Termination::Resignation),
            Command::Abort { .. } => Asked::End(Termination::Abort),
            Command::Pause { .. } => Asked::Pause,
            Command::Resume { .. } => Asked::Resume,
            Command::Adjudicate { by, .. } => Asked::Adjudicate(by.clone()),
            Command::PlayMove { .. }
            | Command::Connect { .. }
            | Command::Disconnect { .. }
            | Command::Misbehave { .. }
            | Command::Expire
            | Command::NoteStall { .. }
            | Command::Restart
            | Command::Fault { .. } => return None,
        })
    }
}

impl Answer {
    /// Returns the request that an event answered; `None` if the event answered none, or one
    /// without an id.
    fn of(event: &Event) -> Option<Answer> {
        let by_seat = |seat: &Seat| Some(Asker::Seat(*seat));
        let by_arbiter = |arbiter: &PlayerId| Some(Asker::Arbiter(arbiter.clone()));
        let (asker, asked) = match &event.fact {
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
        let request_id = event.fact.request_id().filter(|id| !id.is_empty())?.clone();
        Some(Answer { asker, request_id, seq: event.seq, asked })
    }
}

impl Memory {
    /// Remembers the reply of an event; `turn_id` is the turn that was open before the event, if
    /// any.
    pub fn note(&mut self, event: &Event, turn_id: Seq) {
        if let Some((seat, reply)) = reply_to_turn(event) {
            keep(&mut self.turns, AnsweredTurn { id: turn_id, seat, reply: reply.map_err(Box::new) });
        }
        if let Some(answer) = Answer::of(event) {
            keep(&mut self.answers, answer);
        }
    }

    /// Returns the reply to a seat's answer to this turn.
    pub fn of_turn(&self, seat: Seat, id: Seq) -> Option<Result<Seq, Refusal>> {
        let answered = self.turns.iter().rev().find(|answered| (answered.seat, answered.id) == (seat, id))?;
        Some(answered.reply.clone().map_err(|refusal| *refusal))
    }

    /// Returns the answer to the request of `asker` with this id.
    pub fn of_request(&self, asker: &Asker, request_id: &RequestId) -> Option<&Answer> {
        let may_be_its = |answer: &Answer| answer.asker.as_ref().is_none_or(|known| known == asker);
        self.answers.iter().rev().find(|answer| answer.request_id == *request_id && may_be_its(answer))
    }
}

/// Appends an entry, dropping the oldest at the limit.
fn keep<T>(kept: &mut VecDeque<T>, one: T) {
    if kept.len() == MAX_ANSWERS {
        kept.pop_front();
    }
    kept.push_back(one);
}
