//! One match on a server, with a process of the engine for itself.

use std::time::Duration;

use referee_client::{
    Refusal,
    pb::{
        Abort, AnswerProposal, ClaimDraw, GiveNonce, MatchEvent, MatchRules, MatchState, PlayMove, Proposal,
        ProposalAnswer, Propose, Reason, Resign, Seated, Termination, Turn, Verdict, end_reason::Code,
        match_event::Event, submit_command_request::Command,
    },
};
use tokio::{sync::mpsc, time::sleep};

use super::{
    messages::{Reply, Told},
    starter::Starter,
    turn::OpenTurn,
};
use crate::{
    engine::{
        seat::{FollowedMatch, Next, Progress, interrupt},
        session::{Answer, EngineFailure, Session},
    },
    games,
    law::{Termination as Cause, event::MoveRefused},
    pb::engine::{MatchResult, NewMatch, Position, Refused, RoundResult},
};

/// Number of failures in one match after which the engine resigns.
const MAX_FAILURES: u32 = 3;
/// Delay before a command that the server could not take is sent again.
const LATER: Duration = Duration::from_millis(200);

/// Returns a random nonce; empty if the system has no random numbers.
fn fresh_nonce() -> String {
    let mut bytes = [0; 16];
    match getrandom::fill(&mut bytes) {
        Ok(()) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        Err(_) => String::new(),
    }
}

/// The engine's seat in one match.
pub struct RemoteSeat {
    match_id: String,
    announcement: NewMatch,
    starter: Starter,
    session: Option<Session>,
    /// Whether the process has played a match before this one.
    is_used: bool,
    /// Whether the match was announced to the process.
    announced: bool,
    /// Whether the engine can still contribute a nonce.
    takes_nonce: bool,
    /// Whether the server waits for this seat's nonce, so that an engine without one must say so.
    waits_for_nonce: bool,
    told: mpsc::Receiver<Told>,
    replies: mpsc::Sender<Reply>,
    followed: FollowedMatch,
    /// The turn that the engine is thinking about.
    asked: Option<OpenTurn>,
    /// The turn that the engine answered last.
    answered: Option<OpenTurn>,
    failures: u32,
    resigned: bool,
}

impl RemoteSeat {
    /// Creates the engine's seat in a match; `session` is a process of the engine, if one is
    /// running.
    pub fn new(
        seated: &Seated,
        starter: Starter,
        session: Option<Session>,
        told: mpsc::Receiver<Told>,
        replies: mpsc::Sender<Reply>,
    ) -> RemoteSeat {
        let summary = seated.summary.clone().unwrap_or_default();
        let takes_nonce = summary.luck.is_some() && summary.state() == MatchState::Waiting;
        let rules = summary.rules.unwrap_or_default();
        let waits_for_nonce = rules.nonce_wait_ms() > 0;
        let announcement = NewMatch {
            game: summary.game,
            match_id: seated.match_id.clone(),
            seat: seated.seat,
            players: summary.players,
            options: summary.options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            time_control: own_time(rules, seated.seat),
            commitment: summary.luck.map(|luck| luck.commitment).unwrap_or_default(),
        };
        RemoteSeat {
            match_id: seated.match_id.clone(),
            announcement,
            starter,
            is_used: session.is_some(),
            session,
            announced: false,
            takes_nonce,
            waits_for_nonce,
            told,
            replies,
            followed: FollowedMatch::default(),
            asked: None,
            answered: None,
            failures: 0,
            resigned: false,
        }
    }

    /// Plays until the match is over. Returns the process if another match can use it.
    pub async fn play(mut self) -> Option<Session> {
        self.ensure_engine().await;
        loop {
            match self.next().await {
                Next::Message(Some(Told::Event(event))) => {
                    if self.follow(*event).await {
                        break;
                    }
                }
                Next::Message(Some(Told::Turn(turn))) => self.take_turn(turn).await,
                Next::Message(Some(Told::Refused { command, refusal })) => {
                    self.take_refusal(command, refusal).await;
                }
                Next::Message(Some(Told::Over)) => break,
                Next::Message(None) => {
                    self.resign().await;
                    break;
                }
                Next::Answer(answer) => self.answer(answer).await,
                Next::Failure(failure) => self.restart(&failure).await,
            }
        }
        if self.failures == 0 {
            self.starter.strike().behaved();
        }
        // A process that is still thinking about this match cannot play the next one.
        if self.asked.is_some() || self.followed.ponder.is_under_way() { None } else { self.session }
    }

    async fn next(&mut self) -> Next<Told> {
        match self.session.as_mut() {
            Some(session) => Next::of(session, self.asked.is_some(), self.told.recv()).await,
            None => Next::Message(self.told.recv().await),
        }
    }

    /// Updates the position. Returns whether the match is over.
    async fn follow(&mut self, event: MatchEvent) -> bool {
        let event = match event.event {
            Some(Event::MatchEnded(ended)) => {
                self.leave(ended.verdict.unwrap_or_default(), ended.seed).await;
                return true;
            }
            Some(event) => event,
            None => return false,
        };
        let takes_back = matches!(event, Event::MovesTakenBack(_));
        let mut failed = self.followed.take(self.session.as_mut(), progress(event, self.announcement.seat)).await.err();
        if takes_back {
            self.withdraw().await;
        }
        if failed.is_none()
            && let Some(session) = self.session.as_mut()
        {
            failed = self.followed.settle(session).await.err();
        }
        if let Some(failure) = failed {
            self.restart(&failure).await;
        }
        false
    }

    async fn leave(&mut self, verdict: Verdict, seed: String) {
        let word = Cause::word_of(verdict.termination().as_str_name());
        // Only this side knows what the engine wrote, so the loss is logged with that line.
        if verdict.seat == Some(self.announcement.seat)
            && matches!(verdict.termination(), Termination::Flag | Termination::IllegalMove)
            && let Some(session) = &self.session
        {
            tracing::warn!(
                match_id = self.match_id,
                "the engine lost by {word}; its last lines:{}",
                session.evidence()
            );
        }
        tracing::info!(match_id = self.match_id, places = ?verdict.places, points = ?verdict.points, "ended: {word}");
        let Verdict { seat, detail, points, places, overrun_ns, .. } = verdict;
        let result = MatchResult { termination: word.to_owned(), seat, points, places, seed, overrun_ns, detail };
        if self.asked.is_none()
            && let Some(session) = self.session.as_mut()
            && session.match_result(result).await.is_err()
        {
            self.session = None;
        }
    }

    async fn take_turn(&mut self, turn: Box<Turn>) {
        if self.resigned {
            return;
        }
        let put = OpenTurn::new(turn);
        match &mut self.asked {
            // The server resends an open turn after a reconnect or a pause.
            Some(asked) if asked.turn.turn_id == put.turn.turn_id => *asked = put,
            _ => {
                self.withdraw().await;
                self.asked = Some(put);
                self.put().await;
            }
        }
    }

    /// Stops the engine's thinking, and discards its answer, which could be mistaken for an answer
    /// to a later turn of the same ply. An engine that does not stop is replaced at its next turn.
    async fn withdraw(&mut self) {
        let Some((_, session)) = self.asked.take().zip(self.session.as_mut()) else { return };
        match interrupt(session).await {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!(match_id = self.match_id, "the engine still thinks about a turn that was taken back");
                self.session = None;
            }
            Err(failure) => self.restart(&failure).await,
        }
    }

    /// Sends the open turn, to a fresh process if the old one fails.
    async fn put(&mut self) {
        while let Some(asked) = &self.asked
            && !self.resigned
        {
            let (position, go) = (self.position_of(&asked.turn), asked.go());
            self.ensure_engine().await;
            let Some(session) = self.session.as_mut() else { return };
            match self.followed.ponder.put(session, &position, &go).await {
                Ok(_) => return,
                Err(failure) => self.fail(&failure).await,
            }
        }
    }

    /// Returns the engine's input for a turn. An unknown game may have hidden information.
    fn position_of(&self, turn: &Turn) -> Position {
        let is_hidden = games::find(&self.announcement.game).is_none_or(|game| game.facts().hidden);
        let wants = self.session.as_ref().is_some_and(|session| session.introduction().wants_view(is_hidden));
        let view = if wants { turn.position.clone() } else { String::new() };
        Position { round: turn.round, view, ..self.followed.position.clone() }
    }

    async fn answer(&mut self, answer: Answer) {
        self.answered = self.asked.take();
        match answer {
            Answer::Move { notation, turn_id, offers_draw, ponder, .. } => {
                if let Some(put) =
                    self.answered.as_ref().filter(|_| self.session.as_ref().is_some_and(Session::ponders))
                {
                    self.followed.ponder.expect(put.turn.round, put.turn.ply, ponder);
                }
                if offers_draw {
                    self.say(Command::Propose(Propose { proposal: Proposal::Draw.into() })).await;
                }
                let score = self.session.as_ref().and_then(Session::info).and_then(|info| info.score);
                self.say(Command::PlayMove(PlayMove { turn_id, notation, score })).await;
            }
            Answer::AcceptDraw { .. } => {
                let (proposal, answer) = (Proposal::Draw.into(), ProposalAnswer::Accept.into());
                self.say(Command::AnswerProposal(AnswerProposal { proposal, answer })).await;
            }
            Answer::ClaimDraw { .. } => self.say(Command::ClaimDraw(ClaimDraw {})).await,
            Answer::Resign { .. } => self.resign().await,
        }
    }

    async fn take_refusal(&mut self, command: Option<Command>, refusal: Refusal) {
        match (command, refusal.reason) {
            // The match has continued without the command; events report its outcome.
            (
                _,
                Reason::MatchOver
                | Reason::SeatLost
                | Reason::AlreadyPlayed
                | Reason::NotYourTurn
                | Reason::TurnNotOpen,
            ) => {}
            // The server sends the turn again: when the match resumes, or with a new id.
            (_, Reason::Paused | Reason::IllegalMove | Reason::UnreadableMove) => {}
            // A match that has not started cannot be resigned, so it is aborted.
            (Some(Command::Resign(_)), Reason::MatchNotStarted) => {
                self.say(Command::Abort(Abort {})).await;
            }
            // The match started before the abort arrived, so the engine resigns.
            (Some(Command::Abort(_)), Reason::TooLateToAbort) => {
                self.say(Command::Resign(Resign {})).await;
            }
            // The match begins without this seat's nonce.
            (_, Reason::NonceClosed) | (Some(Command::GiveNonce(_)), _) => {}
            // After the reconnect, the unanswered commands are sent again.
            (_, Reason::Stopping | Reason::Lagged) => {}
            (
                Some(Command::PlayMove(played)),
                Reason::HostFault
                | Reason::Starting
                | Reason::StoreUnavailable
                | Reason::Limit
                | Reason::MatchNotStarted,
            ) => {
                tracing::warn!(
                    match_id = self.match_id,
                    "the server could not accept a move: {refusal}; sending it again"
                );
                sleep(LATER).await;
                self.say(Command::PlayMove(played)).await;
            }
            // There is no draw to accept or claim any more, so the engine must answer the turn by a
            // move.
            (Some(Command::AnswerProposal(_) | Command::ClaimDraw(_)), _) => self.ask_again(refusal).await,
            (_, _) => tracing::warn!(match_id = self.match_id, "the server declined a command: {refusal}"),
        }
    }

    /// Tells the engine that its answer was refused, and sends it the turn again.
    async fn ask_again(&mut self, refusal: Refusal) {
        tracing::warn!(match_id = self.match_id, "an answer was declined: {refusal}; asking again");
        let Some(put) = self.answered.take() else { return };
        self.asked = Some(put);
        let reason = refusal.reason.as_str_name().trim_start_matches("REASON_").to_owned();
        let refused = Refused { reason, value: refusal.value, text: refusal.text };
        if let Some(session) = self.session.as_mut()
            && let Err(failure) = session.refused(refused).await
        {
            return self.restart(&failure).await;
        }
        self.put().await;
    }

    /// Starts a new process after a failure, and sends it the open turn.
    async fn restart(&mut self, failure: &EngineFailure) {
        self.fail(failure).await;
        self.ensure_engine().await;
        self.put().await;
    }

    async fn ensure_engine(&mut self) {
        while !self.resigned {
            if self.session.is_none() {
                self.announced = false;
                if self.starter.strike().is_out() {
                    return self.resign().await;
                }
                sleep(self.starter.strike().pause()).await;
                match self.starter.start().await {
                    Ok(session) => self.session = Some(session),
                    Err(failure) => {
                        self.fail(&failure).await;
                        continue;
                    }
                }
            }
            let Some(session) = self.session.as_mut() else { return };
            if self.announced {
                return;
            }
            match session.new_match(self.announcement.clone()).await {
                Ok(nonce) => {
                    self.announced = true;
                    let says = self.waits_for_nonce || !nonce.is_empty();
                    if std::mem::take(&mut self.takes_nonce) && says {
                        // For an engine without a nonce, this side draws one that the server cannot
                        // predict.
                        let nonce = if nonce.is_empty() { fresh_nonce() } else { nonce.as_str().to_owned() };
                        self.say(Command::GiveNonce(GiveNonce { nonce })).await;
                    }
                }
                // The process may have been damaged by its previous match, so a fresh one gets a
                // try.
                Err(failure) if std::mem::take(&mut self.is_used) => {
                    tracing::info!(match_id = self.match_id, "restarting the engine: {failure}");
                    self.session = None;
                }
                Err(failure) => self.fail(&failure).await,
            }
        }
    }

    /// Counts a failure. After too many failures in one match, the engine resigns it. An engine
    /// disqualified for its failures in all matches resigns every match that it cannot continue.
    async fn fail(&mut self, failure: &EngineFailure) {
        self.session = None;
        self.followed.ponder.forget();
        self.is_used = false;
        self.failures += 1;
        let in_a_row = self.starter.strike().failed();
        tracing::warn!(match_id = self.match_id, failures = self.failures, in_a_row, "the engine failed: {failure}");
        if self.failures >= MAX_FAILURES || self.starter.strike().is_out() {
            self.resign().await;
        }
    }

    async fn resign(&mut self) {
        if !self.resigned {
            self.resigned = true;
            self.say(Command::Resign(Resign {})).await;
        }
    }

    async fn say(&self, command: Command) {
        // If the channel is closed, the command is ending, and this match with it.
        let _ = self.replies.send(Reply { match_id: self.match_id.clone(), command }).await;
    }
}

/// Returns the part of an event that the engine must follow.
fn progress(event: Event, own: u32) -> Progress {
    match event {
        Event::MoveRefused(refused) if refused.seat == own => {
            let is_readable = refused.reason.is_none_or(|reason| reason.code() != Code::Unreadable);
            let refusal = MoveRefused::refusal_of(is_readable, &refused.declined);
            let reason = refusal.reason.word().to_owned();
            Progress::Refused(Refused { reason, value: refusal.value, text: refusal.text })
        }
        Event::RoundStarted(start) => Progress::RoundStarted { round: start.round, start: start.position },
        Event::MovePlayed(moved) => Progress::Stepped(moved.notation),
        Event::ForcedMovePlayed(forced) => Progress::Stepped(forced.notation),
        Event::MoveSubstituted(step) => Progress::Stepped(step.notation),
        Event::ChanceResolved(came) => Progress::Stepped(came.notation),
        Event::MovesTakenBack(back) => Progress::TakenBack(back.ply),
        Event::RoundEnded(ended) => {
            let referee_client::pb::RoundResult { cause, points, totals } = ended.result.unwrap_or_default();
            Progress::RoundEnded(RoundResult { round: ended.round, cause, points, totals })
        }
        _ => Progress::Other,
    }
}

/// Returns the time control of a seat; empty if the server sent none.
fn own_time(rules: MatchRules, seat: u32) -> String {
    rules.time_controls.into_iter().nth(seat as usize).unwrap_or_default()
}
