//! What a command becomes. Here, in [`super::answer`] and in [`super::steps`] is every `if` of the law.
//!
//! Where several causes of an end hold at one moment, the weightiest of [`LAW`] is the verdict. Answers and misconduct carry
//! the moment they were received, and are judged by it however late they are decided. A command without such a stamp is
//! judged in the order in which it came: only [`Command::Expire`] lets time itself end a match.

use std::time::Duration;

use super::{
    adjudication::add_draw,
    answer::Answer,
    clock::{self, Stamps, Time},
    command::Command,
    event::{Ended, Event, Fact, FlagVoided},
    evidence::Evidence,
    memory::{Asked, Asker},
    refusal::{Reason, Refusal},
    scoring,
    state::{Match, Phase},
    steps::Dealer,
    termination::{LAW, Since, Termination},
    turn::MAX_VOID_FLAGS,
};
use crate::{
    games::rules::Points,
    ids::{Nonce, RequestId, Seat, Seq},
};

/// How many illegal or unreadable moves of one turn are refused under [`super::IllegalPolicy::Refuse`]; the next one
/// ends the match.
pub const MAX_REFUSED_TRIES: u32 = 16;
/// The longest detail of a verdict, in bytes; more is cut off.
pub const MAX_DETAIL: usize = 4096;

/// What a command became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// These events, in this order; empty when there was nothing to do.
    Events(Vec<Event>),
    /// The command came before and became this event then; nothing is to be stored.
    Repeat {
        /// The event of the first time.
        seq: Seq,
    },
}

impl Match {
    /// What `command` becomes at `now`. Changes nothing. A `now` before the newest event is taken for that event's time.
    /// What chance does follows from the seed of the match, see [`Match::with_seed`].
    pub fn decide(&self, now: Time, command: &Command) -> Result<Decision, Refusal> {
        let at = now.max(self.at);
        match command {
            Command::Connect { seat } => self.connect(at, self.seated(*seat)?),
            Command::Disconnect { seat } => self.disconnect(at, self.seated(*seat)?),
            Command::GiveNonce { seat, nonce, request_id } => {
                self.give_nonce(at, self.seated(*seat)?, nonce, request_id)
            }
            Command::PlayMove { seat, round, ply, notation, request_id, received } => {
                let seat = self.seated(*seat)?;
                let received = (*received).min(at);
                self.play_move(at, Answer { seat, round: *round, ply: *ply, notation, request_id, received })
            }
            Command::Resign { seat, request_id } => self.resign(at, self.seated(*seat)?, request_id),
            Command::Propose { seat, proposal, request_id } => {
                self.propose(at, self.seated(*seat)?, *proposal, request_id)
            }
            Command::Respond { seat, proposal, response, request_id, received } => {
                let said = (self.seated(*seat)?, *response);
                self.respond(at, said, *proposal, request_id, (*received).min(at))
            }
            Command::Claim { seat, request_id, received } => {
                self.claim(at, self.seated(*seat)?, request_id, (*received).min(at))
            }
            Command::Pause { arbiter, request_id } => self.pause(at, arbiter, request_id),
            Command::Unpause { arbiter, request_id } => self.unpause(at, arbiter, request_id),
            Command::Adjudicate { by, request_id } => self.adjudicate(at, by, request_id),
            Command::Abort { seat, request_id } => {
                let seat = seat.map(|seat| self.seated(seat)).transpose()?;
                self.abort(at, seat, request_id)
            }
            Command::Misbehave { seat, detail, evidence, received } => {
                self.misbehave(at, self.seated(*seat)?, detail, evidence, (*received).min(at))
            }
            Command::Expire => Ok(self.expire(at)),
            Command::Resume => self.come_back(at),
            Command::Fault { detail } => {
                self.not_over()?;
                Ok(self.events(at, [self.ended(Termination::HostFault, None, cut_detail(detail), None, None)]))
            }
        }
    }

    fn connect(&self, at: Time, seat: Seat) -> Result<Decision, Refusal> {
        if self.phase() == Phase::Over || self.connected(seat) {
            return Ok(self.events(at, []));
        }
        let mut facts = vec![Fact::SeatConnected { seat }];
        if self.phase() == Phase::Waiting && self.graces().all(|(away, _)| away == seat) && self.has_nonces() {
            self.follow(self.dealer(), &mut facts);
        }
        Ok(self.events(at, facts))
    }

    /// Taken until the first outcome of chance, and decides it if it was waited for.
    fn give_nonce(&self, at: Time, seat: Seat, nonce: &Nonce, request_id: &RequestId) -> Result<Decision, Refusal> {
        if let Some(repeat) = self.repeated(&Asker::Seat(seat), request_id, &Asked::Nonce(nonce.clone()))? {
            return Ok(repeat);
        }
        self.not_over()?;
        let closed = |text: &str| Err(Refusal::new(Reason::NonceClosed, text));
        if self.opened.luck.is_none() {
            return closed("nothing in this match is left to luck");
        }
        if self.phase() == Phase::Live {
            return closed("the match has started: its luck is decided");
        }
        if self.nonces[seat.index()].is_some() {
            return closed("the seat has given its nonce before: it does so once");
        }
        let mut facts = vec![Fact::NonceGiven { seat, nonce: nonce.clone(), request_id: request_id.clone() }];
        let mut nonces = self.nonces.clone();
        nonces[seat.index()] = Some((nonce.clone(), self.seq.next()));
        if self.nonces_until().is_some() && nonces.iter().all(Option::is_some) {
            self.follow(self.dealer_with(&nonces), &mut facts);
        }
        Ok(self.events(at, facts))
    }

    fn disconnect(&self, at: Time, seat: Seat) -> Result<Decision, Refusal> {
        if self.phase() == Phase::Over || !self.connected(seat) {
            return Ok(self.events(at, []));
        }
        Ok(self.events(at, [Fact::SeatDisconnected { seat, grace_until: self.grace_until(at) }]))
    }

    fn resign(&self, at: Time, seat: Seat, request_id: &RequestId) -> Result<Decision, Refusal> {
        if let Some(repeat) = self.repeated_end(Some(seat), request_id, Termination::Resignation)? {
            return Ok(repeat);
        }
        self.not_over()?;
        if self.phase() == Phase::Waiting {
            let text = "the match has not started: a seat has not come yet; abort it instead";
            return Err(Refusal::new(Reason::MatchNotStarted, text));
        }
        let end = self.ended(Termination::Resignation, Some(seat), String::new(), None, Some(request_id));
        Ok(self.events(at, [end]))
    }

    fn abort(&self, at: Time, seat: Option<Seat>, request_id: &RequestId) -> Result<Decision, Refusal> {
        if let Some(repeat) = self.repeated_end(seat, request_id, Termination::Abort)? {
            return Ok(repeat);
        }
        self.not_over()?;
        if seat.is_some() && self.seats.iter().all(|seat| seat.moved) {
            let text = "every seat has moved: the match can no longer be aborted; resign instead";
            return Err(Refusal::new(Reason::TooLateToAbort, text));
        }
        let detail = seat.map_or("called off by the host".to_owned(), |seat| format!("called off by seat {seat}"));
        Ok(self.events(at, [self.ended(Termination::Abort, None, detail, None, Some(request_id))]))
    }

    fn misbehave(
        &self,
        at: Time,
        seat: Seat,
        detail: &str,
        evidence: &Evidence,
        received: Time,
    ) -> Result<Decision, Refusal> {
        self.not_over()?;
        // What was seen before the turn was handed over is dated to that moment, since when it can cost somebody something.
        let received = received.max(self.since());
        let own = self.ended(Termination::ProtocolError, Some(seat), cut_detail(detail), Some(received), None);
        let mut facts = self.unless_outweighed(Termination::ProtocolError, [own], at, received);
        if let Some(Fact::Ended(ended)) = facts.last_mut()
            && ended.verdict.seat == Some(seat)
        {
            ended.verdict.evidence = evidence.bounded().map(Box::new);
        }
        Ok(self.events(at, facts))
    }

    fn expire(&self, at: Time) -> Decision {
        let end = match (self.phase(), self.nonces_until()) {
            (Phase::Over, _) => None,
            (Phase::Waiting, Some(until)) => {
                let mut facts = Vec::new();
                if at >= until {
                    self.follow(self.dealer(), &mut facts);
                }
                return self.events(at, facts);
            }
            (Phase::Waiting, None) => (at >= self.start_until).then(|| {
                let missing: Vec<String> = self.graces().map(|(seat, _)| seat.to_string()).collect();
                let detail = format!("seat {} did not come", missing.join(", "));
                self.ended(Termination::Abort, None, detail, None, None)
            }),
            (Phase::Live, _) if self.pause_until().is_some_and(|until| at >= until) => {
                Some(self.ended(Termination::Abort, None, "paused for too long".to_owned(), None, None))
            }
            (Phase::Live, _) if self.paused.is_some() => None,
            (Phase::Live, _) if self.silent_until().is_some_and(|until| at >= until) => {
                Some(self.ended(Termination::Abort, None, "nobody moved for too long".to_owned(), None, None))
            }
            (Phase::Live, _) => self.outweighing(Termination::Board, at, at, None),
        };
        self.events(at, end)
    }

    fn come_back(&self, at: Time) -> Result<Decision, Refusal> {
        if self.phase() == Phase::Over {
            return Ok(self.events(at, []));
        }
        let mut facts = vec![Fact::Resumed];
        if self.phase() == Phase::Live {
            self.follow(self.dealer(), &mut facts);
        }
        Ok(self.events(at, facts))
    }
}

/// What the commands share.
impl Match {
    /// Numbers and times what became true. With its end the match shows its seed.
    pub(super) fn events(&self, at: Time, facts: impl IntoIterator<Item = Fact>) -> Decision {
        let mut seq = self.seq;
        let number = |mut fact| {
            seq = seq.next();
            if let Fact::Ended(ended) = &mut fact {
                ended.seed = self.seed().cloned();
            }
            Event { seq, at, fact }
        };
        Decision::Events(facts.into_iter().map(number).collect())
    }

    /// Appends the steps that follow where the rounds stand now.
    fn follow(&self, dealer: Option<Dealer<'_>>, facts: &mut Vec<Fact>) {
        match self.progress.clone().follow(dealer) {
            Ok(steps) => facts.extend(steps),
            Err(stuck) => facts.push(self.ended(Termination::HostFault, None, stuck.0, None, None)),
        }
    }

    /// The end of the match where it stands now.
    pub(super) fn ended(
        &self,
        termination: Termination,
        seat: Option<Seat>,
        detail: String,
        received: Option<Time>,
        request_id: Option<&RequestId>,
    ) -> Fact {
        let verdict = scoring::verdict(termination, seat, detail, &self.totals_after(termination));
        let sent = self.turn.and_then(|turn| turn.sent());
        let lag = self.turn.filter(|_| sent.is_some()).map_or(Duration::ZERO, |turn| self.lag(turn.seat));
        let request_id = request_id.cloned().unwrap_or_default();
        Fact::Ended(Ended { verdict, sent, received, lag, request_id, seed: None })
    }

    /// The end of the match where it stands now that no message brought: nothing but the state decides it.
    pub(super) fn unasked(&self, termination: Termination, seat: Option<Seat>, detail: String) -> Fact {
        let totals = self.totals_after(termination);
        Fact::Ended(scoring::unasked_end(scoring::verdict(termination, seat, detail, &totals)))
    }

    /// The points of each seat when the match ends so here.
    pub(super) fn totals_after(&self, termination: Termination) -> Vec<Points> {
        let mut totals = self.course().totals().to_vec();
        if matches!(termination, Termination::Claim | Termination::DrawAgreed) {
            add_draw(self.course(), &mut totals);
        }
        totals
    }

    /// The weightiest end that outweighs `than` and holds by itself at `moment`, which is decided at `at`; `late` names the
    /// answer that came at that moment, where one did. A flag that is void is no end, but is put in its place.
    pub(super) fn outweighing(
        &self,
        than: Termination,
        at: Time,
        moment: Time,
        late: Option<&RequestId>,
    ) -> Option<Fact> {
        // While a match is paused no clock runs and no grace ends.
        if self.phase() != Phase::Live || self.paused.is_some() {
            return None;
        }
        let weightier = LAW.iter().rev().take_while(|cause| cause.termination > than);
        weightier.into_iter().find_map(|cause| match cause.since {
            Since::FlagFell => {
                self.flag_at().filter(|flag| moment >= *flag).map(|flag| self.flag(flag, at, moment, late))
            }
            Since::GraceOver => self.grace_over(at, moment),
            Since::Decided | Since::Received => None,
        })
    }

    /// What a seat brings about at `received`, to this end: `own`, unless what is weightier held by then. A void flag comes
    /// before it.
    pub(super) fn unless_outweighed(
        &self,
        than: Termination,
        own: impl IntoIterator<Item = Fact>,
        at: Time,
        received: Time,
    ) -> Vec<Fact> {
        let mut facts = Vec::with_capacity(1);
        facts.extend(self.outweighing(than, at, received, None));
        let void_seat = match facts.first() {
            Some(Fact::Ended(_)) => return facts,
            Some(Fact::FlagVoided(void)) => Some(void.seat),
            _ => None,
        };
        facts.extend(own.into_iter().map(|mut fact| {
            if let (Some(seat), Fact::Ended(ended)) = (void_seat, &mut fact)
                && ended.received.is_some()
            {
                // The turn is open anew, and is not answered but by this.
                ended.sent = (!self.connected(seat)).then_some(at);
                ended.received = Some(at);
                ended.lag = Duration::ZERO;
            }
            fact
        }));
        facts
    }

    /// What becomes of the flag of the seat whose turn it is: the end, unless the host stood still. It was overstepped until
    /// the answer came, or until now.
    pub(super) fn flag(&self, flag: Time, at: Time, moment: Time, late: Option<&RequestId>) -> Fact {
        let received = late.map(|_| moment);
        if let Some(void) = self.void_flag(received.unwrap_or(at), received) {
            return void;
        }
        let seat = self.turn.map(|turn| turn.seat);
        let end = self.ended(Termination::Flag, seat, String::new(), received, late);
        overran(end, clock::overrun(flag, received.unwrap_or(at)))
    }

    /// What becomes of a flag that counts for nothing, which was seen to have fallen at `seen`; `None` where it counts.
    fn void_flag(&self, seen: Time, received: Option<Time>) -> Option<Fact> {
        let (turn, sent) = (self.turn?, self.turn?.sent()?);
        let lag = self.lag(turn.seat);
        if !self.excuses(turn, Stamps { sent, received: seen, lag }, &self.stalls) {
            return None;
        }
        if turn.void_flags == MAX_VOID_FLAGS {
            // Who never answered, however often it was asked, loses: else a program that takes every core could void its match.
            received?;
            let detail = format!("the host stood still whenever the flag of seat {} fell", turn.seat);
            return Some(self.ended(Termination::HostFault, None, detail, None, None));
        }
        let (round, ply, stalls) = (self.course().number(), self.course().ply(), self.stalls.clone());
        Some(Fact::FlagVoided(FlagVoided { seat: turn.seat, round, ply, sent, received, lag, stalls }))
    }

    /// The end by a grace that is over. Where it is over for all seats at one moment none of them is to blame.
    fn grace_over(&self, at: Time, moment: Time) -> Option<Fact> {
        let (until, seat) =
            self.graces().map(|(seat, until)| (until, seat)).min().filter(|(until, _)| moment >= *until)?;
        if self.graces().filter(|(_, other)| *other == until).count() == self.seats.len() {
            return Some(self.ended(Termination::Abort, None, "no seat came back".into(), None, None));
        }
        let end = self.ended(Termination::Disconnect, Some(seat), String::new(), None, None);
        Some(overran(end, at.since(until)))
    }

    /// Until when a seat that leaves at `at` may come back.
    pub(super) fn grace_until(&self, at: Time) -> Time {
        match self.phase() {
            Phase::Waiting => self.start_until,
            Phase::Live | Phase::Over => at.after(self.opened.grace),
        }
    }

    /// From when the clock of the open turn runs, else its first moment, else that of the newest event.
    pub(super) fn since(&self) -> Time {
        self.turn.map_or(self.at, |turn| turn.sent().unwrap_or(turn.opened))
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

    /// Whether the match is played now: not before its start, not at its end, and not while it is paused.
    pub(super) fn in_play(&self) -> Result<(), Refusal> {
        self.not_over()?;
        if self.phase() == Phase::Waiting {
            let text = "the match has not started: a seat has not come yet";
            return Err(Refusal::new(Reason::MatchNotStarted, text));
        }
        self.not_paused()
    }

    pub(super) fn not_paused(&self) -> Result<(), Refusal> {
        match self.paused {
            None => Ok(()),
            Some(_) => Err(Refusal::new(Reason::Paused, "an arbiter has paused the match: wait until it goes on")),
        }
    }

    pub(super) fn seated(&self, seat: Seat) -> Result<Seat, Refusal> {
        if seat.index() < self.seats.len() {
            return Ok(seat);
        }
        let expected = format!("a seat from 0 to {}", self.seats.len() - 1);
        Err(Refusal::of_field(Reason::NotSeated, "seat", &seat.to_string(), expected))
    }

    /// The first answer to the request that `asker` gave this name.
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

    /// The first answer to a request that ended the match so.
    pub(super) fn repeated_end(
        &self,
        seat: Option<Seat>,
        request_id: &RequestId,
        termination: Termination,
    ) -> Result<Option<Decision>, Refusal> {
        match self.memory.of_request(&seat.map_or(Asker::Anyone, Asker::Seat), request_id) {
            Some(answer) if answer.asked == Asked::End(termination) => Ok(Some(Decision::Repeat { seq: answer.seq })),
            Some(answer) if answer.asker != Asker::Anyone => Err(reused(request_id)),
            _ => Ok(None),
        }
    }
}

/// The refusal of a request whose name was given to another one before.
pub(super) fn reused(request_id: &RequestId) -> Refusal {
    let expected = "an id that no other request of this match has had";
    Refusal::of_field(Reason::RequestIdReused, "request_id", request_id.as_str(), expected)
}

/// The same end with the time by which a limit was overstepped.
fn overran(mut end: Fact, overrun: Duration) -> Fact {
    if let Fact::Ended(ended) = &mut end {
        ended.verdict.overrun = Some(overrun);
    }
    end
}

/// A detail of a verdict in one line of bounded length.
pub(super) fn cut_detail(detail: &str) -> String {
    cut_to(detail, MAX_DETAIL)
}

/// A text from outside in one line of at most `most` bytes, with dots in the place of the rest.
pub(super) fn cut_to(text: &str, most: usize) -> String {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    let mut kept: String = text[..end].chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    if end < text.len() {
        kept.push_str("...");
    }
    kept
}
