//! What the answer to a turn becomes.

use super::{
    clock::Time,
    command::Asker,
    decide::{Decision, reused},
    end_reason::EndReason,
    event::{Fact, IllegalMovePolicy, MovePlayed, SeatLost},
    memory::{self, Asked},
    reason::Reason,
    refusal::Refusal,
    scoring, sight,
    state::{Match, Phase},
    steps::Progress,
    termination::Termination,
    turn::OpenTurn,
};
use crate::{
    games::{
        Course, MoveError,
        rules::{MAX_TEXT, Unreadable, cut},
    },
    ids::{RequestId, Seat, Viewer},
};

/// How many legal moves the refusal of an illegal one names.
const MAX_NAMED_MOVES: usize = 24;

/// The answer of a seat to its turn.
#[derive(Clone, Copy)]
pub(super) struct Answer<'a> {
    pub seat: Seat,
    pub round: u32,
    pub ply: u32,
    pub notation: &'a str,
    pub request_id: &'a RequestId,
    /// When its last byte came; not after the decision.
    pub received: Time,
}

impl Match {
    pub(super) fn play_move(&self, at: Time, answer: Answer<'_>) -> Result<Decision, Refusal> {
        if let Some(known) = self.memory.of_request(&Asker::Seat(answer.seat), answer.request_id) {
            match self.asked_the_same(known, answer) {
                Some(true) => return Ok(Decision::Repeat { seq: known.seq }),
                Some(false) => return Err(reused(answer.request_id)),
                None => {}
            }
        }
        self.not_over()?;
        if self.phase() == Phase::Waiting {
            let text = "the match has not started: a seat has not come yet";
            return Err(Refusal::new(Reason::MatchNotStarted, text));
        }
        self.not_lost(answer.seat)?;
        let here = (self.course().round_number(), self.course().ply());
        if (answer.round, answer.ply) < here {
            return self.answer_to_past_turn(answer);
        }
        if (answer.round, answer.ply) > here {
            return Err(not_open(answer, here));
        }
        match self.turn {
            Some(turn) if turn.seat == answer.seat => Ok(self.answer_to_open_turn(at, turn, answer)?),
            Some(turn) => {
                let expected = format!("seat {}, whose turn it is", turn.seat);
                Err(Refusal::of_field(Reason::NotYourTurn, "seat", &answer.seat.to_string(), expected))
            }
            None => {
                self.not_paused()?;
                Err(Refusal::new(Reason::TurnNotOpen, "no seat is asked here"))
            }
        }
    }

    fn answer_to_open_turn(&self, at: Time, turn: OpenTurn, answer: Answer<'_>) -> Result<Decision, Refusal> {
        let received = answer.received.max(turn.opened);
        let sent = self.starts_at(turn).unwrap_or(received).min(received);
        let seat = turn.seat.index();
        let lag = self.lag(turn.seat).min(self.uncharged.elapsed(sent, received));
        let stamps = self.stamps(sent, received, lag);
        let Ok(charge) = self.seats[seat].clock.charge(&self.opened.time_controls[seat], stamps) else {
            // A flag that had fallen was taken in before.
            return Ok(self.events(at, []));
        };
        let mut progress = self.progress.clone();
        let (notation, declined) = match read_and_play(&mut progress.course, answer.notation) {
            Ok(notation) => (notation, None),
            Err(error) => match substitute(&mut progress.course, self.opened.illegal_move_policy) {
                Some(notation) => (notation, Some(cut(answer.notation))),
                None => return self.declined_move(at, turn, answer, &error),
            },
        };
        let score = turn.score.filter(|_| self.opened.conduct.asks_scores());
        progress.reports.moved(&self.opened.conduct, turn.seat, score);
        let mut facts = Vec::with_capacity(1);
        facts.push(Fact::MovePlayed(MovePlayed {
            seat: turn.seat,
            round: answer.round,
            ply: answer.ply,
            notation,
            declined,
            sent,
            received,
            lag,
            round_trip: self.noted_round_trip(turn, turn.round_trip, Some(sent), at),
            charged: charge.charged,
            clock: charge.clock,
            score,
            stalled: self.stalled_between(&self.stalls, sent, received),
            request_id: answer.request_id.clone(),
        }));
        self.follow_move(at, progress, &mut facts);
        Ok(self.events(at, facts))
    }

    /// Appends the steps that follow a move. A move adds no points: only a round that ends does.
    fn follow_move(&self, at: Time, progress: Progress, facts: &mut Vec<Fact>) {
        match progress.follow(at, self.dealer()) {
            Ok(steps) => facts.extend(steps),
            Err(stuck) => {
                let (fault, totals) = (Termination::HostFault, self.course().totals());
                let verdict = scoring::verdict(fault, None, EndReason::Game(stuck.0), totals, self.lost());
                facts.push(Fact::MatchEnded(scoring::unasked_end(verdict)));
            }
        }
    }

    /// An illegal or unreadable move: a refusal or a loss, as the match was opened.
    fn declined_move(
        &self,
        at: Time,
        turn: OpenTurn,
        answer: Answer<'_>,
        error: &MoveError,
    ) -> Result<Decision, Refusal> {
        if matches!(self.opened.illegal_move_policy, IllegalMovePolicy::Retry { retries } if turn.retries_used < retries)
        {
            return Err(self.refusal_of_move(answer.notation, error));
        }
        let (received, request_id) = (Some(answer.received), answer.request_id.clone());
        let (declined, reason) = (Some(cut(answer.notation)), reason_of_declined(error));
        let lost = SeatLost::by(turn.seat, Termination::IllegalMove);
        Ok(self.events(at, self.loss(at, SeatLost { reason, declined, received, request_id, ..lost })))
    }

    fn refusal_of_move(&self, notation: &str, error: &MoveError) -> Refusal {
        let (reason, expected) = match error {
            MoveError::Unreadable(Unreadable { at, expected }) => {
                (Reason::UnreadableMove, format!("{expected} at byte {at}"))
            }
            MoveError::Illegal => {
                let legal = self.course().position().legal();
                let named = legal.iter().take(MAX_NAMED_MOVES).map(String::as_str).collect::<Vec<&str>>().join(", ");
                let more = if legal.len() > MAX_NAMED_MOVES { ", ..." } else { "" };
                (Reason::IllegalMove, format!("one of the {} legal moves: {named}{more}", legal.len()))
            }
        };
        Refusal::of_field(reason, "notation", notation, expected)
    }

    fn answer_to_past_turn(&self, answer: Answer<'_>) -> Result<Decision, Refusal> {
        let known = self.memory.of_turn(answer.round, answer.ply);
        if let Some(known) = known
            && known.asker == Some(Asker::Seat(answer.seat))
            && self.asked_the_same(known, answer) == Some(true)
        {
            return Ok(Decision::Repeat { seq: known.seq });
        }
        let this_round = answer.round == self.course().round_number();
        let played = match known {
            // A move of a round that is over: nothing of that round is hidden any more.
            Some(memory::Answer { asked: Asked::Move { notation, .. }, .. }) if !this_round => Some(notation.clone()),
            _ if this_round => sight::seen_step(Viewer::Seat(answer.seat), self, answer.ply),
            _ => None,
        };
        let (round, ply) = (answer.round, answer.ply);
        let text = match &played {
            Some(played) => format!("round {round}, ply {ply} is over: `{played}` was played"),
            None => format!("round {round}, ply {ply} is over"),
        };
        let refusal = Refusal::new(Reason::AlreadyPlayed, text);
        let expected = played.unwrap_or_default();
        Err(Refusal { field: "notation".into(), value: cut(answer.notation), expected, ..refusal })
    }

    /// Whether an answer is the one that is remembered; `None` when what is remembered need not be this seat's.
    fn asked_the_same(&self, known: &memory::Answer, answer: Answer<'_>) -> Option<bool> {
        match &known.asked {
            Asked::Move { round, ply, notation, declined } => {
                let same_turn = (*round, *ply) == (answer.round, answer.ply);
                let same_move = match declined {
                    Some(declined) => *declined == cut(answer.notation),
                    None => notation == answer.notation || self.writes_the_same(notation, answer),
                };
                Some(same_turn && same_move)
            }
            Asked::MovesTakenBack { round, ply, notation } => {
                Some((*round, *ply, notation.as_str()) == (answer.round, answer.ply, answer.notation))
            }
            Asked::Nonce(_)
            | Asked::Proposed(_)
            | Asked::Answered(..)
            | Asked::Pause
            | Asked::Resume
            | Asked::Adjudicate(_) => Some(false),
            Asked::End(Termination::Flag | Termination::IllegalMove) => Some(true),
            Asked::End(_) => known.asker.is_some().then_some(false),
        }
    }

    /// Whether the move of an answer to a turn of the round in play is another spelling of `canonical`.
    fn writes_the_same(&self, canonical: &str, answer: Answer<'_>) -> bool {
        let course = self.course();
        if answer.round != course.round_number() {
            return false;
        }
        let Some(mut before) = self.round_from_start() else {
            return false;
        };
        let mut steps = self.round_moves().iter().take(answer.ply as usize);
        let there = steps.all(|step| before.play(step).is_ok());
        there && read_and_play(&mut before, answer.notation).is_ok_and(|written| written == canonical)
    }
}

/// Why a move is declined.
pub(super) fn reason_of_declined(error: &MoveError) -> EndReason {
    match error {
        MoveError::Unreadable(_) => EndReason::Unreadable,
        MoveError::Illegal => EndReason::NotLegal,
    }
}

/// Plays what stands for a move that is declined, where the match has it so.
fn substitute(course: &mut Course, policy: IllegalMovePolicy) -> Option<String> {
    match policy {
        IllegalMovePolicy::Substitute => course.play(&course.first_legal()?).ok(),
        IllegalMovePolicy::Forfeit | IllegalMovePolicy::Retry { .. } => None,
    }
}

/// Plays a move from outside; gives back its canonical notation.
pub(super) fn read_and_play(course: &mut Course, notation: &str) -> Result<String, MoveError> {
    if notation.len() > MAX_TEXT {
        return Err(MoveError::Unreadable(Unreadable::new(MAX_TEXT, "the end of the move")));
    }
    course.play(notation)
}

fn not_open(answer: Answer<'_>, (round, ply): (u32, u32)) -> Refusal {
    let expected = format!("round {round}, ply {ply}, which is open");
    let (field, value) =
        if answer.round == round { ("ply", answer.ply.to_string()) } else { ("round", answer.round.to_string()) };
    Refusal::of_field(Reason::TurnNotOpen, field, &value, expected)
}
