//! A local engine on a seat: turns the table's messages into lines and the engine's answers into
//! commands.

use std::{sync::Arc, time::Duration};

use super::{
    link::{SeatMessage, SeatReader, SentStamp, TurnCard},
    table::{Ask, Misconduct, TableStub},
};
use referee_engine::{
    evidence,
    seat::{FollowedMatch, Next, Progress, interrupt},
    session::{Answer, EngineFailure, Session},
};
use referee_games::rules::Points;
use referee_ids::{RequestId, Seat, Seq};
use referee_law::{
    Evidence, Exit, Fact, MatchOpened, Proposal, ProposalAnswer, Reason, Refusal, Seed,
    event::{MatchEnded, MovePlayed},
};
use referee_proto::engine::{Go, MatchResult, NewMatch, Position, Refused, RoundResult};

/// An engine on its seat for one match.
pub struct EngineSeat<'a> {
    /// The engine, which has received the [`announcement`] of the match.
    pub session: &'a mut Session,
    pub table: TableStub,
    pub seat: Seat,
    /// Id of the link given to the table.
    pub link_id: u64,
    /// The program's end of that link. It must have been seated after event 0.
    pub line: SeatReader,
}

/// How the engine left the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatEnd {
    /// Ready for another match.
    Ready,
    /// Failed during or after the match: its process is not reusable.
    Failed(EngineFailure),
    /// Never answered its last turn, not even after `stop`: its process is not reusable.
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

/// Describes an engine failure for its table.
pub fn misconduct(table: &TableStub, failure: &EngineFailure) -> Misconduct {
    let EngineFailure { what, evidence, seen, .. } = failure.clone();
    Misconduct { detail: what, evidence: left_behind(evidence), received: table.clock().time_of(seen) }
}

/// Converts an engine's evidence to the form that a match keeps.
pub fn left_behind(evidence: evidence::Evidence) -> Evidence {
    let evidence::Evidence { exit, stdout, stderr } = evidence;
    let exit = exit.map(|exit| match exit {
        evidence::Exit::Status(status) => Exit::Status(status),
        evidence::Exit::Signal(signal) => Exit::Signal(signal),
    });
    Evidence { exit, stdout, stderr }
}

impl EngineSeat<'_> {
    /// Plays until the match is over, and sends the engine the result.
    pub async fn play(mut self) -> SeatEnd {
        let (mut followed, mut go, mut is_thinking) = (FollowedMatch::default(), Go::default(), false);
        loop {
            let step = match Next::of(self.session, is_thinking, self.line.recv()).await {
                // Already answered: this is a stale copy of the turn.
                Next::Message(Some(SeatMessage::Turn(card))) if is_past(&followed.position, &card) => Ok(()),
                Next::Message(Some(SeatMessage::Turn(card))) => {
                    // Usually no other handle exists, so the texts need not be copied.
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
                    // The seat has lost; the engine's answer is no longer needed, but it follows
                    // the match to its end.
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
                // The table is gone, or has given the seat away: nothing is left to play.
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

    /// Puts a turn, and records the time right before writing to the pipe: the clock runs from
    /// there.
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

    /// Puts a turn again while the engine still thinks about it, and ignores the old answer. If it
    /// does not even stop, its clock restarts as it is.
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
                    // The move counts even if the offer is rejected.
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
            // The flag or another seat was faster: the verdict follows.
            Reason::MatchOver | Reason::SeatLost | Reason::AlreadyPlayed => {}
            // The turn is sent again after the pause, or under a new id.
            Reason::Paused | Reason::IllegalMove | Reason::UnreadableMove => {}
            // Nothing on this seat can react to this refusal; the engine would think forever.
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

    /// Reports a failure and waits for the verdict, so that the next match finds this table done
    /// with the seat.
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

    /// Sends the result, and discards a late answer.
    async fn leave(mut self, ended: &MatchEnded, thinking: bool) -> SeatEnd {
        if thinking {
            let end = self.interrupt().await;
            if end != SeatEnd::Ready {
                return end;
            }
        }
        let MatchEnded { verdict, seed, .. } = ended;
        // Matches with a shared deal may follow, with this engine among the players.
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

/// Returns what an engine follows of an event.
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

/// Returns whether a step was made since the turn was put.
fn is_past(position: &Position, card: &TurnCard) -> bool {
    card.round < position.round || (card.round == position.round && (card.ply as usize) < position.moves.len())
}

/// Fills `go` with this turn and returns the stamp for its offer. Clocks are rounded down to whole
/// milliseconds. Reuses allocations.
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
