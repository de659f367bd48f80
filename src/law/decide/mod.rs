//! Decides what a command becomes. Every condition of the law is here, in [`answer`], in
//! [`due`](crate::clock::due) and in [`steps`].
//!
//! Before a command is decided, all deadlines that passed earlier take effect
//! ([`due`](crate::clock::due)). For an answer, these are the deadlines before the arrival of its
//! last byte; for any other command, those before its arrival. [`Command::Expire`] only applies
//! deadlines.

pub(super) mod answer;
mod arbiter;
pub(super) mod auto_adjudication;
pub mod command;
mod host_stalls;
mod loss;
pub(super) mod open_proposals;
mod proposals;
pub(super) mod steps;
mod takeback;

use referee_games::rules::Points;
use referee_ids::{Nonce, RequestId, Seat};

use super::{
    clock::Time,
    event::{Event, Fact, MatchEnded, SeatLost},
    memory::{Asked, reused},
    reason::Reason,
    refusal::Refusal,
    state::{Match, Phase},
    turn::Running,
};
use crate::{
    ending::{end_reason::EndReason, lost, scoring, termination::Termination},
    opening::{absence::Absence, conduct::Stakes},
};
use answer::Answer;
use auto_adjudication::add_draw;
use command::{Asker, Command, Decision};
use steps::Dealer;

impl Match {
    /// Decides what `command` becomes at `now`, without changing anything. A `now` before the
    /// newest event is raised to its time. Chance follows from the match's seed, see
    /// [`Match::with_seed`].
    pub fn decide(&self, now: Time, command: &Command) -> Result<Decision, Refusal> {
        self.decide_what_came(now, now, command)
    }

    /// Decides a command that arrived at `came` and has waited since. Deadlines after its arrival
    /// take effect after it, unless the command has its own time of arrival.
    pub fn decide_what_came(&self, now: Time, came: Time, command: &Command) -> Result<Decision, Refusal> {
        let at = now.max(self.at);
        let mut decision = self.decide_behind_time(at, came.min(at), command)?;
        if let (Decision::Events(events), Command::Misbehave { seat, evidence, .. }) = (&mut decision, command) {
            let facts = events.iter_mut().map(|event| &mut event.fact);
            lost::add_evidence(facts, |lost| (lost == *seat).then(|| evidence.clone()));
        }
        Ok(decision)
    }

    /// Decides `command` alone at `at`, and adds the deadline of a first move if one is due.
    pub(super) fn decide_announced(&self, at: Time, command: &Command) -> Result<Decision, Refusal> {
        Ok(match self.decide_at(at, command)? {
            Decision::Events(events) => Decision::Events(self.announced(events)),
            Decision::Repeat { seq } => Decision::Repeat { seq },
        })
    }

    fn decide_at(&self, at: Time, command: &Command) -> Result<Decision, Refusal> {
        match command {
            Command::Connect { seat } => self.connect(at, self.seated(*seat)?),
            Command::Disconnect { seat, attended } => self.disconnect(at, self.seated(*seat)?, *attended),
            Command::GiveNonce { seat, nonce, request_id } => {
                self.give_nonce(at, self.seated(*seat)?, nonce, request_id)
            }
            Command::PlayMove { seat, turn_id, notation, received } => {
                let seat = self.seated(*seat)?;
                let received = (*received).min(at);
                self.play_move(at, Answer { seat, turn_id: *turn_id, notation, received })
            }
            Command::Resign { seat, request_id } => self.resign(at, self.seated(*seat)?, request_id),
            Command::Propose { seat, proposal, request_id } => {
                self.propose(at, self.seated(*seat)?, *proposal, request_id)
            }
            Command::AnswerProposal { seat, proposal, answer, request_id, .. } => {
                self.respond(at, (self.seated(*seat)?, *answer), *proposal, request_id)
            }
            Command::ClaimDraw { seat, request_id, received } => {
                self.claim(at, self.seated(*seat)?, request_id, (*received).min(at))
            }
            Command::Pause { arbiter, request_id } => self.pause(at, arbiter, request_id),
            Command::Resume { arbiter, request_id } => self.go_on(at, arbiter, request_id),
            Command::Adjudicate { by, request_id } => self.adjudicate(at, by, request_id),
            Command::Abort { by, request_id } => self.abort(at, by, request_id),
            Command::Misbehave { seat, detail, received, .. } => {
                self.misbehave(at, self.seated(*seat)?, detail, (*received).min(at))
            }
            // `decide_behind_time` has already applied the deadlines.
            Command::Expire => Ok(self.events(at, [])),
            Command::NoteStall { began } => Ok(self.note_stall(at, *began)),
            Command::Restart => self.come_back(at),
            Command::Fault { detail } => {
                self.not_over()?;
                let fault = EndReason::host(detail);
                Ok(self.events(at, [self.ended(at, Termination::HostFault, None, fault, None, None)]))
            }
        }
    }

    fn connect(&self, at: Time, seat: Seat) -> Result<Decision, Refusal> {
        if self.phase() == Phase::Over || self.connected(seat) || self.lost().has(seat) {
            return Ok(self.events(at, []));
        }
        let mut facts = vec![Fact::SeatConnected { seat }];
        if self.phase() == Phase::Waiting && self.graces().all(|(away, _)| away == seat) && self.has_nonces() {
            self.follow(at, self.dealer(), &mut facts);
        }
        Ok(self.events(at, facts))
    }

    /// Accepts a nonce until the first chance, and starts the match if it waited for the nonce.
    fn give_nonce(&self, at: Time, seat: Seat, nonce: &Nonce, request_id: &RequestId) -> Result<Decision, Refusal> {
        if let Some(repeat) = self.repeated(&Asker::Seat(seat), request_id, &Asked::Nonce(nonce.clone()))? {
            return Ok(repeat);
        }
        self.not_over()?;
        self.not_lost(seat)?;
        let closed = |text: &str| Err(Refusal::new(Reason::NonceClosed, text));
        match &self.opened.luck {
            None => return closed("this match has no element of chance"),
            Some(promise) if promise.is_withheld => {
                return closed("this match shares its deals with other matches, so it accepts no nonces");
            }
            Some(_) => {}
        }
        if self.phase() == Phase::Live {
            return closed("the match has started: its deals are fixed");
        }
        if self.nonces[seat.index()].is_some() {
            return closed("the seat has already given its nonce");
        }
        let mut facts = vec![Fact::NonceGiven { seat, nonce: nonce.clone(), request_id: request_id.clone() }];
        let mut nonces = self.nonces.clone();
        nonces[seat.index()] = Some((nonce.clone(), self.seq.next()));
        if self.nonces_until().is_some() && self.lacks_no_nonce(&nonces) {
            self.follow(at, self.dealer_with(&nonces), &mut facts);
        }
        Ok(self.events(at, facts))
    }

    fn disconnect(&self, at: Time, seat: Seat, attended: bool) -> Result<Decision, Refusal> {
        if self.phase() == Phase::Over || !self.connected(seat) {
            return Ok(self.events(at, []));
        }
        let grace_until = self.grace_until(at, seat, attended);
        Ok(self.events(at, [Fact::SeatDisconnected { seat, grace_until, attended }]))
    }

    fn resign(&self, at: Time, seat: Seat, request_id: &RequestId) -> Result<Decision, Refusal> {
        if let Some(repeat) = self.repeated_end(&Asker::Seat(seat), request_id, Termination::Resignation)? {
            return Ok(repeat);
        }
        self.not_over()?;
        if self.phase() == Phase::Waiting && !self.is_at_stake() {
            let text = "the match has not started: a seat is not connected yet; abort it instead";
            return Err(Refusal::new(Reason::MatchNotStarted, text));
        }
        self.not_lost(seat)?;
        let lost = SeatLost::by(seat, Termination::Resignation);
        Ok(self.events(at, self.loss(at, SeatLost { request_id: request_id.clone(), ..lost })))
    }

    fn abort(&self, at: Time, by: &Asker, request_id: &RequestId) -> Result<Decision, Refusal> {
        if let Asker::Seat(seat) = by {
            self.seated(*seat)?;
        }
        if let Some(repeat) = self.repeated_end(by, request_id, Termination::Abort)? {
            return Ok(repeat);
        }
        self.not_over()?;
        let reason = match by {
            Asker::Seat(seat) => {
                self.not_lost(*seat)?;
                self.may_abort()?;
                EndReason::CalledOff(Some(*seat))
            }
            Asker::Arbiter(_) => EndReason::CalledOff(None),
            Asker::Contest => EndReason::NotCounted,
        };
        Ok(self.events(at, [self.ended(at, Termination::Abort, None, reason, None, Some(request_id))]))
    }

    /// Checks whether a seat may still abort the match.
    pub(super) fn may_abort(&self) -> Result<(), Refusal> {
        if self.is_at_stake() {
            let text = match self.opened.conduct.stakes {
                Stakes::Rated => "a seat cannot abort a rated match: resign instead",
                Stakes::Casual if self.opened.occasion.is_some() => {
                    "a seat cannot abort a match of a tournament or ladder: resign instead"
                }
                Stakes::Casual => "hands were dealt: the match can no longer be aborted; resign instead",
            };
            return Err(Refusal::new(Reason::TooLateToAbort, text));
        }
        let mut seats = Seat::all(self.seats.len() as u8).zip(&self.seats);
        if seats.all(|(seat, state)| state.moved || self.lost().has(seat)) {
            let text = "every seat has moved: the match can no longer be aborted; resign instead";
            return Err(Refusal::new(Reason::TooLateToAbort, text));
        }
        Ok(())
    }

    fn misbehave(&self, at: Time, seat: Seat, detail: &str, received: Time) -> Result<Decision, Refusal> {
        self.not_over()?;
        if self.lost().has(seat) {
            return Ok(self.events(at, []));
        }
        let (reason, received) = (EndReason::program(detail), Some(received));
        let lost = SeatLost { reason, received, ..SeatLost::by(seat, Termination::ProtocolError) };
        Ok(self.events(at, self.loss(at, lost)))
    }

    fn come_back(&self, at: Time) -> Result<Decision, Refusal> {
        if self.phase() == Phase::Over {
            return Ok(self.events(at, []));
        }
        let mut facts = vec![Fact::ServerRestarted];
        if self.phase() == Phase::Live && self.may_go_on() {
            self.follow(at, self.dealer(), &mut facts);
        }
        Ok(self.events(at, facts))
    }
}

/// Helpers shared by the commands.
impl Match {
    /// Numbers new facts and sets their time. The end of the match reveals the seed.
    pub(super) fn events(&self, at: Time, facts: impl IntoIterator<Item = Fact>) -> Decision {
        Decision::Events(self.numbered(at, facts))
    }

    pub(super) fn numbered(&self, at: Time, facts: impl IntoIterator<Item = Fact>) -> Vec<Event> {
        let mut seq = self.seq;
        let number = |mut fact| {
            seq = seq.next();
            if let Fact::MatchEnded(ended) = &mut fact {
                ended.seed = self.seed_shown().cloned();
            }
            Event { seq, at, fact }
        };
        facts.into_iter().map(number).collect()
    }

    /// Adds the first-move deadline to events that open a seat's first turn.
    pub(super) fn announced(&self, mut events: Vec<Event>) -> Vec<Event> {
        let has_grace = self.opened.conduct.first_move_grace.is_some();
        if !has_grace || self.seats.iter().all(|seat| seat.moved) || events.is_empty() {
            return events;
        }
        let after = self.with_events(&events);
        if let Some(fact) = after.first_move_due() {
            events.push(Event { seq: after.seq.next(), at: after.at, fact });
        }
        events
    }

    /// Appends the steps that follow at `at`.
    pub(super) fn follow(&self, at: Time, dealer: Option<Dealer<'_>>, facts: &mut Vec<Fact>) {
        match self.progress.clone().follow(at, dealer) {
            Ok(steps) => facts.extend(steps),
            Err(stuck) => {
                facts.push(self.ended(at, Termination::HostFault, None, EndReason::Game(stuck.0), None, None))
            }
        }
    }

    /// Returns an end of the match, decided at `at`, that is no seat's loss.
    pub(super) fn ended(
        &self,
        at: Time,
        termination: Termination,
        seat: Option<Seat>,
        reason: EndReason,
        received: Option<Time>,
        request_id: Option<&RequestId>,
    ) -> Fact {
        let verdict = scoring::verdict(termination, seat, reason, &self.totals_after(termination), self.lost());
        let Running { sent, lag, round_trip } = self.running_when(at, received);
        let request_id = request_id.cloned().unwrap_or_default();
        Fact::MatchEnded(MatchEnded {
            verdict,
            sent,
            received,
            lag,
            round_trip,
            request_id,
            seed: None,
            ended_unix_ms: None,
        })
    }

    /// Returns an end of the match that only its state decides, without a message.
    pub(super) fn unasked(&self, termination: Termination, seat: Option<Seat>, reason: EndReason) -> Fact {
        let totals = self.totals_after(termination);
        Fact::MatchEnded(scoring::unasked_end(scoring::verdict(termination, seat, reason, &totals, self.lost())))
    }

    /// Returns the points of each seat if the match ends with this termination now.
    pub(super) fn totals_after(&self, termination: Termination) -> Vec<Points> {
        let mut totals = self.course().totals().to_vec();
        if matches!(termination, Termination::Claim | Termination::DrawAgreed) {
            add_draw(self.course(), &mut totals);
        }
        totals
    }

    /// Returns the end of the grace of a seat that leaves at `at`; `None` if only its clock limits
    /// its absence.
    pub(super) fn grace_until(&self, at: Time, seat: Seat, attended: bool) -> Option<Time> {
        if self.may_be_away(seat) {
            return None;
        }
        let until = at.after(self.opened.graces.of(attended));
        Some(match self.phase() {
            // A seat that is late because another seat left has time to return. It cannot delay the
            // match by leaving repeatedly.
            Phase::Waiting => until.min(self.start_latest).max(self.start_until).max(at),
            Phase::Live | Phase::Over => until,
        })
    }

    /// Returns whether only the clock of a seat limits its absence.
    pub(super) fn may_be_away(&self, seat: Seat) -> bool {
        let has_clock = || self.opened.time_controls[seat.index()].for_first_move().is_some();
        self.opened.graces.absence == Absence::ClockOnly && has_clock()
    }

    pub(super) fn not_over(&self) -> Result<(), Refusal> {
        match self.verdict() {
            None => Ok(()),
            Some(verdict) => {
                let text = format!("the match has ended: {}", verdict.termination.word());
                Err(Refusal::new(Reason::MatchOver, text))
            }
        }
    }

    /// Checks that the match is in play: started, not over, and not paused.
    pub(super) fn in_play(&self) -> Result<(), Refusal> {
        self.not_over()?;
        if self.phase() == Phase::Waiting {
            let text = "the match has not started: a seat is not connected yet";
            return Err(Refusal::new(Reason::MatchNotStarted, text));
        }
        self.not_paused()
    }

    pub(super) fn not_paused(&self) -> Result<(), Refusal> {
        match self.paused {
            None => Ok(()),
            Some(_) => Err(Refusal::new(Reason::Paused, "an arbiter has paused the match: wait for its resumption")),
        }
    }

    pub(super) fn seated(&self, seat: Seat) -> Result<Seat, Refusal> {
        if seat.index() < self.seats.len() {
            return Ok(seat);
        }
        let expected = format!("a seat from 0 to {}", self.seats.len() - 1);
        Err(Refusal::of_field(Reason::NotSeated, "seat", &seat.to_string(), expected))
    }

    /// Returns the reply to an earlier request of `asker` with this id, if there was one. Rejects
    /// an id that was used for another request.
    pub(super) fn repeated(
        &self,
        asker: &Asker,
        request_id: &RequestId,
        asked: &Asked,
    ) -> Result<Option<Decision>, Refusal> {
        match self.memory.of_request(asker, request_id) {
            Some(known) if known.asked == *asked => Ok(Some(Decision::Repeat { seq: known.seq })),
            Some(_) => Err(reused(request_id)),
            None => Ok(None),
        }
    }

    /// Returns the reply to an earlier request with this id that ended the match with this
    /// termination. Rejects an id that was used for another request.
    pub(super) fn repeated_end(
        &self,
        asker: &Asker,
        request_id: &RequestId,
        termination: Termination,
    ) -> Result<Option<Decision>, Refusal> {
        match self.memory.of_request(asker, request_id) {
            Some(answer) if answer.asked == Asked::End(termination) => Ok(Some(Decision::Repeat { seq: answer.seq })),
            Some(answer) if answer.asker.is_some() => Err(reused(request_id)),
            _ => Ok(None),
        }
    }
}
