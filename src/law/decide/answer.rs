//! Decides the answer to a turn.

use std::cmp::Ordering;

use referee_games::{
    Course, MoveError,
    rules::{MAX_TEXT, Unreadable, cut},
};
use referee_ids::{Seat, Seq};

use super::{command::Decision, steps::Progress};
use crate::{
    clock::Time,
    ending::{end_reason::EndReason, scoring, termination::Termination},
    event::{Fact, IllegalMovePolicy, MovePlayed, MoveRefused, SeatLost},
    reason::Reason,
    refusal::Refusal,
    state::{Match, Phase},
    turn::OpenTurn,
};

/// The answer of a seat to its turn.
#[derive(Clone, Copy)]
pub(crate) struct Answer<'a> {
    pub seat: Seat,
    pub turn_id: Seq,
    pub notation: &'a str,
    /// Arrival of the answer's last byte; not after the decision.
    pub received: Time,
}

impl Match {
    /// Decides a turn by its first answer. Every later message with the same turn id gets the same
    /// reply.
    pub(crate) fn play_move(&self, at: Time, answer: Answer<'_>) -> Result<Decision, Refusal> {
        if let Some(reply) = self.memory.of_turn(answer.seat, answer.turn_id) {
            return reply.map(|seq| Decision::Repeat { seq });
        }
        self.not_over()?;
        if self.phase() == Phase::Waiting {
            let text = "the match has not started: a seat is not connected yet";
            return Err(Refusal::new(Reason::MatchNotStarted, text));
        }
        self.not_lost(answer.seat)?;
        let of_turn = |reason, expected| Refusal::of_field(reason, "turn_id", &answer.turn_id.to_string(), expected);
        match answer.turn_id.cmp(&self.turn_id) {
            Ordering::Less => Err(of_turn(Reason::AlreadyPlayed, format!("{}, the newest turn", self.turn_id))),
            Ordering::Greater => Err(of_turn(Reason::TurnNotOpen, format!("{}, the newest turn", self.turn_id))),
            Ordering::Equal => match self.turn {
                Some(turn) if turn.seat == answer.seat => self.answer_to_open_turn(at, turn, answer),
                Some(turn) => {
                    let expected = format!("seat {}, whose turn it is", turn.seat);
                    Err(Refusal::of_field(Reason::NotYourTurn, "seat", &answer.seat.to_string(), expected))
                }
                None => {
                    self.not_paused()?;
                    Err(Refusal::new(Reason::TurnNotOpen, "no turn is open"))
                }
            },
        }
    }

    fn answer_to_open_turn(&self, at: Time, turn: OpenTurn, answer: Answer<'_>) -> Result<Decision, Refusal> {
        let received = answer.received.max(turn.opened);
        let sent = self.starts_at(turn).unwrap_or(received).min(received);
        let seat = turn.seat.index();
        let lag = self.lag(turn.seat).min(self.uncharged.elapsed(sent, received));
        let stamps = self.stamps(sent, received, lag);
        let Ok(charge) = self.seats[seat].clock.charge(&self.opened.time_controls[seat], stamps) else {
            // `due_before` has already decided the fallen flag.
            return Ok(self.events(at, []));
        };
        let mut progress = self.progress.clone();
        let (notation, declined) = match read_and_play(&mut progress.course, answer.notation) {
            Ok(notation) => (notation, None),
            Err(error) => match substitute(&mut progress.course, self.opened.illegal_move_policy) {
                Some(notation) => (notation, Some(cut(answer.notation))),
                None => return Ok(self.declined_move(at, turn, answer, &error)),
            },
        };
        let score = turn.score.filter(|_| self.opened.conduct.asks_scores());
        progress.reports.moved(&self.opened.conduct, turn.seat, score);
        let mut facts = Vec::with_capacity(1);
        facts.push(Fact::MovePlayed(MovePlayed {
            seat: turn.seat,
            round: self.course().round_number(),
            ply: self.course().ply(),
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
        }));
        self.follow_move(at, progress, &mut facts);
        Ok(self.events(at, facts))
    }

    /// Appends the steps that follow a move. A move itself scores nothing; the end of a round does.
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

    /// Decides an illegal or unreadable move: a refusal or a loss, by the match's policy.
    fn declined_move(&self, at: Time, turn: OpenTurn, answer: Answer<'_>, error: &MoveError) -> Decision {
        let (declined, reason) = (cut(answer.notation), reason_of_declined(error));
        if self.may_try_again() {
            let (round, ply) = (self.course().round_number(), self.course().ply());
            let (seat, received) = (turn.seat, answer.received.max(turn.opened));
            return self.events(at, [Fact::MoveRefused(MoveRefused { seat, round, ply, declined, reason, received })]);
        }
        let lost = SeatLost::by(turn.seat, Termination::IllegalMove);
        let received = Some(answer.received);
        self.events(at, self.loss(at, SeatLost { reason, declined: Some(declined), received, ..lost }))
    }

    /// Returns whether the seat may retry an illegal or unreadable move.
    pub(crate) fn may_try_again(&self) -> bool {
        matches!(self.opened.illegal_move_policy, IllegalMovePolicy::Retry { retries } if self.refused < retries)
    }
}

/// Returns why a move was declined.
pub(crate) fn reason_of_declined(error: &MoveError) -> EndReason {
    match error {
        MoveError::Unreadable(_) => EndReason::Unreadable,
        MoveError::Illegal => EndReason::NotLegal,
    }
}

/// Plays the substitute of a declined move, if the policy has one.
fn substitute(course: &mut Course, policy: IllegalMovePolicy) -> Option<String> {
    match policy {
        IllegalMovePolicy::Substitute => course.play(&course.first_legal()?).ok(),
        IllegalMovePolicy::Forfeit | IllegalMovePolicy::Retry { .. } => None,
    }
}

/// Plays a move from outside and returns its canonical notation.
pub(crate) fn read_and_play(course: &mut Course, notation: &str) -> Result<String, MoveError> {
    if notation.len() > MAX_TEXT {
        return Err(MoveError::Unreadable(Unreadable::new(MAX_TEXT, "the end of the move")));
    }
    course.play(notation)
}
