//! A local engine on a seat: turns the table's messages into lines and the engine's answers into
//! commands.

use std::{sync::Arc, time::Duration};

use super::{
    link::{SeatMessage, SeatReader, SentStamp, TurnCard},
    table::{Ask, Misconduct, TableStub, left_behind},
};
use referee_engine::{
    seat::{FollowedMatch, Next, Progress, interrupt},
    session::{Answer, EngineFailure, Session},
};
use referee_games::rules::Points;
use referee_ids::{RequestId, Seat, Seq};
use referee_law::{
    Fact, MatchOpened, Proposal, ProposalAnswer, Reason, Refusal, Seed,
    event::{MatchEnded, MovePlayed},
};
use referee_proto::engine::{Go, MatchResult, NewMatch, Position, Refused, RoundResult};

/// An engine on a seat in one match.
pub struct EngineSeat<'a> {
    /// The engine, which has received the [`announcement`] of the match.
    pub session: &'a mut Session,
    pub table: TableStub,
    pub seat: Seat,
    /// Id of the link that the table has.
    pub link_id: u64,
    /// The program's end of that link. The link must have been seated to receive all events after
    /// event 0.
    pub line: SeatReader,
}

/// How the engine's part in the match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatEnd {
    /// The engine is ready for another match.
    Ready,
    /// The engine failed during or after the match. Its process cannot be used again.
    Failed(EngineFailure),
    /// The engine never answered its last turn, not even after `stop`. Its process cannot be used
    /// again.
    Unanswered,
}

/// Returns the line that announces a match to the engine on `seat`.
pub fn announcement(opened: &MatchOpened, seat: Seat) -> NewMatch {
    NewMatch {
        game: opened.game.clone(),
        match_id: opened.match_id.to_string(),
        seat: u32::from(seat.0),
        players: opened.players.iter().map(|player| player.to_string()).collect(),
        options: opened.options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        time_control: opened.time_controls.get(seat.index()).map(|tc| tc.to_string()).unwrap_or_default(),
        commitment: opened.luck.as_ref().map(|luck| luck.commitment.to_string()).unwrap_or_default(),
    }
}

/// Describes the failure of an engine for its table.
pub fn misconduct(table: &TableStub, failure: &EngineFailure) -> Misconduct {
    let EngineFailure { what, evidence, seen, .. } = failure.clone();
    Misconduct { detail: what, evidence: left_behind(evidence), received: table.clock().time_of(seen) }
}

impl EngineSeat<'_> {
    /// Plays until the match is over, and sends the engine the result.
    pub async fn play(mut self) -> SeatEnd {
        let (mut followed, mut go, mut is_thinking) = (FollowedMatch::default(), Go::default(), false);
        loop {
            let step = match Next::of(self.session, is_thinking, self.line.recv()).await {
                // This is a stale copy of a turn that was already answered.
                Next::Message(Some(SeatMessage::Turn(card))) if is_past(&followed.position, &card) => Ok(()),
                Next::Message(Some(SeatMessage::Turn(card))) => {
                    // Usually the card has no other handle, so its texts need not be copied.
                    let card = Arc::unwrap_or_clone(card);
                    match std::mem::replace(&mut is_thinking, true) {
                        true => self.put_again(&mut followed, &mut go, card).await,
                        false => self.put(&mut followed, &mut go, card).await,
                    }
                }
                Next::Message(Some(SeatMessage::Event { event, .. })) => match event.fact() {
                    Fact::MatchEnded(ended) => {
                        return self.leave(ended, is_thinking || followed.ponder.is_under_way()).await;
                    }
                    // The seat has lost, so the engine's answer is no longer needed. The engine
                    // follows the match to its end.
                    Fact::SeatLost(lost) if lost.seat == self.seat && std::mem::take(&mut is_thinking) => {
                        match self.interrupt().await {
                            SeatEnd::Ready => Ok(()),
                            end => return end,
                        }
                    }
                    fact => self.follow(&mut followed, fact).await,
                },
                Next::Message(Some(
                    SeatMessage::Seated { .. }
                    | SeatMessage::RematchProposed { .. }
                    | SeatMessage::Challenge(_)
                    | SeatMessage::Answered(_),
                )) => Ok(()),
                // The table is gone, or has given the seat to another link, so nothing is left to
                // play.
                Next::Message(Some(SeatMessage::Replaced | SeatMessage::Left { .. }) | None) => {
                    let answers = is_thinking || followed.ponder.is_under_way();
                    return if answers { self.interrupt().await } else { SeatEnd::Ready };
                }
                Next::Answer(answer) => {
                    self.expect(&mut followed, &go, &answer);
                    is_thinking = false;
                    self.answer(answer).await;
                    Ok(())
                }
                Next::Failure(failure) => Err(failure),
            };
            if let Err(failure) = step {
                return self.fail(failure).await;
            }
        }
    }

    /// Sends a turn, and records the time right before the write, when the clock starts.
    async fn put(&mut self, followed: &mut FollowedMatch, go: &mut Go, card: TurnCard) -> Result<(), EngineFailure> {
        let FollowedMatch { position, ponder } = followed;
        position.round = card.round;
        position.points.clear();
        position.points.extend(card.totals.iter().map(|points| points.as_f64()));
        position.view.clone_from(&card.position);
        let stamp = fill(go, card);
        let sent = ponder.put(self.session, position, go).await?;
        stamp.mark(self.table.clock().time_of(sent));
        Ok(())
    }

    /// Sends a turn again while the engine is still thinking about it, and ignores the old answer.
    /// If the engine does not stop, the turn counts as offered now, so that its clock runs.
    async fn put_again(
        &mut self,
        followed: &mut FollowedMatch,
        go: &mut Go,
        card: TurnCard,
    ) -> Result<(), EngineFailure> {
        if interrupt(self.session).await? {
            return self.put(followed, go, card).await;
        }
        card.offered_now();
        Ok(())
    }

    /// Hands an answer to the table.
    async fn answer(&mut self, answer: Answer) {
        let ask = match answer {
            Answer::Move { notation, turn_id, offers_draw, received, .. } => {
                let received = self.table.clock().time_of(received);
                if offers_draw {
                    // The move counts even if the table rejects the offer.
                    let offer = Ask::Propose { proposal: Proposal::Draw };
                    let _ = self.table.ask(self.seat, RequestId::default(), offer).await;
                }
                let score = self.session.info().and_then(|info| info.score);
                Ask::PlayMove { turn_id: Seq(turn_id), notation, score, received }
            }
            Answer::AcceptDraw { received } => Ask::AnswerProposal {
                proposal: Proposal::Draw,
                answer: ProposalAnswer::Accept,
                received: self.table.clock().time_of(received),
            },
            Answer::ClaimDraw { received } => Ask::ClaimDraw { received: self.table.clock().time_of(received) },
            Answer::Resign { .. } => Ask::Resign,
        };
        let Err(refusal) = self.table.ask(self.seat, RequestId::default(), ask).await else { return };
        match refusal.reason {
            // The flag or another seat came first, and the verdict follows.
            Reason::MatchOver | Reason::SeatLost | Reason::AlreadyPlayed => {}
            // The table sends the turn again, after the pause or with a new id.
            Reason::Paused | Reason::IllegalMove | Reason::UnreadableMove => {}
            // No other code on this seat reacts to this refusal, so without a failure the engine
            // would think forever.
            _ => {
                tracing::warn!(match_id = %self.table.match_id(), seat = %self.seat, %refusal, "an answer was declined");
                let detail = format!("the referee declined the answer: {refusal}");
                let misconduct = Misconduct::seen(detail, self.table.clock().now());
                self.table.misbehaved(self.seat, self.link_id, misconduct);
            }
        }
    }

    /// Records the reply that a pondering engine expects.
    fn expect(&self, followed: &mut FollowedMatch, go: &Go, answer: &Answer) {
        if let Answer::Move { ponder: reply, .. } = answer
            && self.session.ponders()
        {
            followed.ponder.expect(go.round, go.ply, reply.clone());
        }
    }

    async fn follow(&mut self, followed: &mut FollowedMatch, fact: &Fact) -> Result<(), EngineFailure> {
        followed.take(Some(self.session), progress(fact, self.seat)).await?;
        followed.settle(self.session).await
    }

    /// Reports a failure and waits for the verdict. So this table has finished with the seat before
    /// the next match.
    async fn fail(mut self, failure: EngineFailure) -> SeatEnd {
        self.table.misbehaved(self.seat, self.link_id, misconduct(&self.table, &failure));
        while let Some(message) = self.line.recv().await {
            match &message {
                SeatMessage::Event { event, .. } => match event.fact() {
                    Fact::MatchEnded(_) => break,
                    Fact::SeatLost(lost) if lost.seat == self.seat => break,
                    _ => {}
                },
                SeatMessage::Left { .. } => break,
                _ => {}
            }
        }
        SeatEnd::Failed(failure)
    }

    /// Sends the result to the engine, and discards a late answer.
    async fn leave(mut self, ended: &MatchEnded, thinking: bool) -> SeatEnd {
        if thinking {
            let end = self.interrupt().await;
            if end != SeatEnd::Ready {
                return end;
            }
        }
        let MatchEnded { verdict, seed, .. } = ended;
        // Further matches with the same deal may follow, with this engine, so it must not get the
        // seed.
        let may_be_dealt_again = self.table.opened().luck.as_ref().is_some_and(|promise| promise.deal_id.is_some());
        let seed = seed.as_ref().filter(|_| !may_be_dealt_again);
        let result = MatchResult {
            termination: verdict.termination.word().to_owned(),
            seat: verdict.seat.map(|seat| u32::from(seat.0)),
            points: numbers(&verdict.totals),
            places: verdict.places.clone(),
            seed: seed.map(Seed::hex).unwrap_or_default(),
            overrun_ns: verdict.overrun.map(|span| i64::try_from(span.as_nanos()).unwrap_or(i64::MAX)),
            detail: verdict.detail(),
        };
        match self.session.match_result(result).await {
            Ok(()) => SeatEnd::Ready,
            Err(failure) => SeatEnd::Failed(failure),
        }
    }

    async fn interrupt(&mut self) -> SeatEnd {
        match interrupt(self.session).await {
            Ok(true) => SeatEnd::Ready,
            Ok(false) => SeatEnd::Unanswered,
            Err(failure) => SeatEnd::Failed(failure),
        }
    }
}

/// Returns the part of an event that an engine follows.
fn progress(fact: &Fact, own: Seat) -> Progress {
    match fact {
        Fact::MoveRefused(refused) if refused.seat == own => {
            let Refusal { reason, value, text, .. } = refused.refusal();
            Progress::Refused(Refused { reason: reason.word().to_owned(), value, text })
        }
        Fact::RoundStarted { round, position } => Progress::RoundStarted { round: *round, start: position.clone() },
        Fact::MovePlayed(MovePlayed { notation, .. })
        | Fact::ForcedMovePlayed { notation, .. }
        | Fact::MoveSubstituted { notation, .. }
        | Fact::ChanceResolved { notation, .. } => Progress::Stepped(notation.clone()),
        Fact::MovesTakenBack { ply, .. } => Progress::TakenBack(*ply),
        Fact::RoundEnded { round, cause, points, totals } => Progress::RoundEnded(RoundResult {
            round: *round,
            cause: cause.clone(),
            points: numbers(points),
            totals: numbers(totals),
        }),
        _ => Progress::Other,
    }
}

/// Returns whether a step was made after this turn was sent.
fn is_past(position: &Position, card: &TurnCard) -> bool {
    card.round < position.round || (card.round == position.round && (card.ply as usize) < position.moves.len())
}

/// Fills `go` with this turn, and returns the stamp for the time at which it is offered. Clocks are
/// rounded down to whole milliseconds. Reuses the allocations of `go`.
fn fill(go: &mut Go, card: TurnCard) -> Arc<SentStamp> {
    go.turn_id = card.turn_id.0;
    go.round = card.round;
    go.ply = card.ply;
    go.remaining_ms.clear();
    go.increment_ms.clear();
    go.unlimited_seats.clear();
    if card.remaining.iter().any(Option::is_some) {
        go.remaining_ms.extend(card.remaining.iter().map(|left| millis(left.unwrap_or_default())));
        let unlimited = card.remaining.iter().zip(0..).filter(|(left, _)| left.is_none());
        go.unlimited_seats.extend(unlimited.map(|(_, seat): (_, u32)| seat));
        go.increment_ms.extend(card.increment.iter().copied().map(millis));
    }
    let time = card.time;
    go.move_limit_ms = time.move_limit.map(millis);
    (go.delay_ms, go.refund_ms) = (millis(time.delay), millis(time.refund));
    go.moves_to_go = time.moves_to_go;
    (go.periods, go.period_ms) = (time.periods, millis(time.period));
    (go.round_left_ms, go.match_left_ms) = (time.round_left.map(millis), time.match_left.map(millis));
    (go.nodes, go.depth) = (time.nodes, time.depth);
    go.draw_offered = card.draw_offered;
    go.claimable = card.claimable;
    go.legal = card.legal;
    card.stamp
}

fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

fn numbers(points: &[Points]) -> Vec<f64> {
    points.iter().map(|points| points.as_f64()).collect()
}
