//! The task of one live match.

use std::{
    cell::LazyCell,
    future::{Future as _, poll_fn},
    pin::pin,
    sync::{Arc, Mutex},
    task::Poll,
    time::Duration,
};

use referee_ids::{MatchId, Seat, Seq, Viewer};
use referee_law::{
    Asker, Command, Decision, Event, Match, Note, Phase, Reason, Refusal, Stall, Time,
    sight::{same_for_all, seen_by},
};
use referee_store::Epoch;
use tokio::{runtime::Handle, sync::Semaphore, task::consume_budget, time::sleep};
use tracing::Instrument as _;

use super::{
    ask::Ask,
    fanout::{Fanout, Sharing},
    halt::{Halt, Outcome, why},
    inbox::{Inbox, Look, Misconduct, Request, Woken},
    live_match::{LiveMatch, Published},
    measure,
    seats::{PutTurn, SeatPlace, add_end_time, add_evidence},
    spectator_delay::Released,
    stub::{Shared, TableStub},
    timer::Timer,
};
use crate::hall::{
    host_stalls::HostStalls,
    limits::{Limits, STORE_RETRY, creation_limits::Taken},
    link::SeatMessage,
    matches::match_store::MatchStore,
    wall_clock::{MatchClock, TimerInstant},
};

/// A live match with the state of its table. [`Table::run`] is the task of the table.
pub struct Table {
    pub(super) match_id: MatchId,
    pub(super) live: LiveMatch,
    /// Epoch in which this table owns the match.
    pub(in crate::hall) epoch: Epoch,
    pub(super) shared: Arc<Shared>,
    pub(super) store_patience: Duration,
    /// Number of times that a program may leave its seat.
    pub(super) departures: u32,
    /// Time since the newest decision in which the store was slow. It is recorded before the next
    /// events.
    pub(super) slow_store: Option<Stall>,
    host_stalls: Option<HostStalls>,
    pub(super) seats: Vec<SeatPlace>,
    /// The open turn, until the table knows when the transport took it.
    put: Option<PutTurn>,
    sharing: Sharing,
    /// Seats whose programs have left, with the times, until the law is informed.
    pub(super) gone: Vec<(Seat, Time)>,
    /// Time of the next check, after a deadline had no effect.
    retry_at: Option<Time>,
    pub(super) halt: Option<Halt>,
    /// The use of a waiting match from the limits of the creator, held until the match starts.
    pub(in crate::hall) waiting: Option<Taken>,
    /// Runtime that reads the log for programs that lag.
    pub(super) background: Handle,
}

/// The result of storing a decision.
pub(super) enum Appended {
    Stored,
    /// The decision was not stored, and the match has changed by the time that passed. So the
    /// command must be decided again.
    DecideAgain,
    /// The decision was not stored, and never will be.
    Refused(Refusal),
}

/// Creates a table, and its handle, for a match that is owned in `epoch`. The store must contain
/// the events up to [`Match::seq`]. Must be called in a runtime.
pub fn channel(
    live: Match,
    epoch: Epoch,
    match_store: MatchStore,
    limits: &Limits,
    clock: MatchClock,
) -> (TableStub, Table) {
    let sharing = if same_for_all(&live) { Sharing::All } else { Sharing::Classes };
    let seats = live.opened().players.len();
    let published = Arc::<Published>::default();
    let shared = Arc::new(Shared {
        opened: Arc::clone(live.opened()),
        game: live.course().game(),
        match_store,
        clock,
        inbox: Inbox::new(seats, limits.waiting_commands),
        published: Arc::clone(&published),
        fanout: Mutex::new(Fanout::new(limits.waiting_for_watcher, sharing, live.seq())),
        most_watchers: limits.watchers,
        audience: Arc::default(),
        watchers: Arc::new(Semaphore::new(limits.watchers.min(Semaphore::MAX_PERMITS))),
        spectator_delay: limits.spectator_delay,
        released: Released::default(),
        pictures: Mutex::default(),
    });
    let table = Table {
        match_id: live.opened().match_id.clone(),
        seats: (0..seats).map(|_| SeatPlace::default()).collect(),
        live: LiveMatch::new(live, published),
        epoch,
        shared: Arc::clone(&shared),
        store_patience: limits.store_patience,
        departures: limits.departures,
        slow_store: None,
        host_stalls: limits.host_stalls.clone(),
        put: None,
        sharing,
        gone: Vec::new(),
        retry_at: None,
        halt: None,
        waiting: None,
        background: limits.background.clone().unwrap_or_else(Handle::current),
    };
    (TableStub { shared }, table)
}

/// Notifies everyone who waits for the table, however it ends.
impl Drop for Table {
    fn drop(&mut self) {
        if self.live.phase() != Phase::Over {
            let refusal =
                Refusal::new(Reason::HostFault, "the match could not continue here: it is resumed or aborted");
            for place in &mut self.seats {
                place.clear(Some(&refusal));
            }
        }
        drop(self.shared.inbox.close());
        self.live.take_back();
        self.shared.fanout().close();
    }
}

impl Table {
    /// Records that the server resumed the match. For a match from the store, call this before
    /// [`Table::run`]. Does not retry if the store fails: fails with [`Reason::HostFault`], and
    /// changes nothing.
    pub async fn resume(&mut self) -> Result<(), Refusal> {
        let began = self.now();
        let Decision::Events(mut events) = self.live.decide(began, &Command::Restart)? else { return Ok(()) };
        add_end_time(&mut events);
        self.append_at_once(&events).await?;
        self.go_on_with(&events);
        // No program could connect while the store was busy, so the time is not charged.
        self.store_was_slow(began);
        Ok(())
    }

    /// Serves the match until it is over, or the hall closes.
    pub async fn run(mut self) -> Outcome {
        let mut timer = Timer { sleep: pin!(sleep(Duration::ZERO)), rings: None };
        while self.is_open() {
            timer.ring_by(self.look_again_at());
            match self.woken(&mut timer).await {
                None => self.look_again().await,
                Some(Woken::Request(request)) => {
                    let command = tracing::debug_span!("command", match_id = %self.match_id, seat = request.seat());
                    self.handle(request).instrument(command).await;
                    // Other tasks get their turn, however busy this table is.
                    consume_budget().await;
                }
                Some(Woken::Looks(looks)) => self.show(looks),
                Some(Woken::Stop) => self.halt = Some(Halt::Closing),
            }
        }
        if matches!(self.halt, Some(Halt::Conflict | Halt::Superseded)) {
            // After this, later callers are also told to reconnect.
            self.shared.inbox.stop();
        }
        let (requests, looks) = self.shared.inbox.close();
        self.show(looks);
        for request in requests {
            match &self.halt {
                None => self.handle(request).await,
                Some(halt) => request.decline(&why(halt)),
            }
        }
        let Some(halt) = self.halt.take() else { return Outcome::Over };
        for place in &mut self.seats {
            place.clear(Some(&why(&halt)));
        }
        Outcome::Halted(halt)
    }

    /// Returns the next thing to do; `None` means the timer, which comes first.
    async fn woken(&self, timer: &mut Timer<'_>) -> Option<Woken> {
        poll_fn(|cx| {
            if timer.rings.is_some() && timer.sleep.as_mut().poll(cx).is_ready() {
                timer.rings = None;
                return Poll::Ready(None);
            }
            self.shared.inbox.poll_next(cx).map(Some)
        })
        .await
    }

    /// Returns whether the table stopped because another server has taken the match over.
    pub(in crate::hall) fn is_superseded(&self) -> bool {
        self.halt == Some(Halt::Superseded)
    }

    pub(super) fn is_open(&self) -> bool {
        self.halt.is_none() && self.live.phase() != Phase::Over
    }

    pub(super) fn now(&self) -> Time {
        self.shared.clock.now()
    }

    async fn handle(&mut self, request: Request) {
        if request.is_of_presence() && self.shared.inbox.is_stopping() {
            // After a stop, arrivals and departures do not matter, since every program rejoins the
            // next table.
            return request.decline(&why(&Halt::Closing));
        }
        match request {
            Request::Command { asker, request_id, ask, came, reply } => {
                if let (&Asker::Seat(seat), &Ask::PlayMove { turn_id, score, .. }) = (&asker, &ask) {
                    self.live.note(Note::Score { seat, turn_id, score });
                }
                let result = match ask.into_command(&self.match_id, asker, request_id) {
                    Ok(command) => self.take_what_came(came, &command).await,
                    Err(refusal) => Err(refusal),
                };
                reply.send(result);
            }
            Request::Sit { seat, after, link, came, answer } => {
                let program = link.clone();
                let sat = self.sit(seat, after, link, came).await;
                match (answer, sat) {
                    // The caller may no longer wait for the answer.
                    (Some(answer), sat) => drop(answer.send(sat)),
                    (None, Err(refusal)) => {
                        tracing::warn!(match_id = %self.match_id, seat = %seat, %refusal, "a program could not \
                            be seated");
                        let (match_id, refusal) = (self.match_id.clone(), Box::new(refusal));
                        program.notice(SeatMessage::Left { match_id, seat, refusal });
                    }
                    (None, Ok(())) => {}
                }
            }
            Request::Level { seat, link_id, came } => {
                if self.place(seat).is_some_and(|place| place.is_held_by(link_id)) {
                    self.connect(seat, came).await;
                }
            }
            Request::Unreadable { seat, link_id } => {
                if self.place(seat).is_some_and(|place| place.is_held_by(link_id)) {
                    self.end_unreadable().await;
                }
            }
            Request::Leave { seat, link_id, came, sat } => {
                if let Some(sat) = sat
                    && !self.live.connected(seat)
                    && self.live.departures(seat) < self.departures
                {
                    // The program was connected while the table was busy, so its absence counts
                    // only from its departure.
                    self.take_own(sat, &Command::Connect { seat }).await;
                    self.gone.push((seat, came));
                }
                self.lose(seat, link_id, came);
            }
            Request::Misbehaved { seat, link_id, misconduct: Misconduct { detail, evidence, received } } => {
                if self.place(seat).is_some_and(|place| place.knows(link_id)) {
                    tracing::info!(match_id = %self.match_id, seat = %seat, %detail, "a program broke the protocol");
                    self.take_own(received, &Command::Misbehave { seat, detail, evidence, received }).await;
                }
            }
        }
        self.tell_who_has_gone().await;
    }

    /// Publishes a copy of the match, and sends it to readers.
    pub(super) fn show(&mut self, looks: Vec<Look>) {
        if looks.is_empty() {
            return;
        }
        self.note_offered();
        let copy = self.live.publish(self.put.as_ref().map(PutTurn::stamp));
        for look in looks {
            // The reader may no longer wait for the answer.
            let _ = look.send(Arc::clone(&copy));
        }
    }

    /// Decides, stores, applies and publishes a command that arrived at `came`, in this order.
    /// Returns the number of the event that it caused. If the store fails, the command is decided
    /// again later, since nothing was changed.
    pub(super) async fn take_what_came(&mut self, came: Time, command: &Command) -> Result<Seq, Refusal> {
        loop {
            match self.try_to_take(came, command).await {
                Ok(Some(seq)) => return Ok(seq),
                Ok(None) => {}
                Err(refusal) => return Err(refusal),
            }
        }
    }

    /// Makes one attempt to handle a command. Returns `None` if the command must be decided again,
    /// because the store failed or a deadline came first.
    async fn try_to_take(&mut self, came: Time, command: &Command) -> Result<Option<Seq>, Refusal> {
        self.note_offered();
        self.note_stalls();
        let (mut events, followed) = match self.decide(came, command) {
            Ok((noted, Decision::Events(events))) => (noted, events),
            Ok((_, Decision::Repeat { seq })) => return Ok(Some(seq)),
            Err(refusal) => return Err(refusal),
        };
        if followed.is_empty() {
            // The record of a slow store waits for the next event. Otherwise, a store that stays
            // slow would get such records endlessly.
            return Ok(Some(self.live.seq()));
        }
        let reply = command.reply(&followed);
        events.extend(followed);
        add_evidence(&self.seats, &mut events);
        add_end_time(&mut events);
        let began = self.now();
        match self.append_or_wait(&events).await {
            Appended::Stored => {
                self.go_on_with(&events);
                self.note_slow_store(began).await;
                self.put_turn();
                reply.transpose()
            }
            Appended::DecideAgain => Ok(None),
            Appended::Refused(refusal) => Err(refusal),
        }
    }

    /// Lets the deadlines up to `now` take effect. If the store fails, they are checked again,
    /// after the requests that arrived until then.
    async fn expire(&mut self, now: Time) {
        if let Err(refusal) = self.try_to_take(now, &Command::Expire).await {
            tracing::warn!(match_id = %self.match_id, %refusal, "a timeout was declined");
        }
    }

    /// Handles a command of the table itself. A refusal is logged.
    pub(super) async fn take_own(&mut self, came: Time, command: &Command) {
        // If another command came first, nothing is left to do.
        let refused = self.take_what_came(came, command).await.err();
        if let Some(refusal) = refused.filter(|refusal| refusal.reason != Reason::MatchOver) {
            let seat = command.seat();
            tracing::warn!(match_id = %self.match_id, ?seat, %refusal, "the table's own command was declined");
        }
    }

    /// Applies and publishes durable events. The next turn is sent later.
    pub(super) fn go_on_with(&mut self, events: &[Event]) {
        self.slow_store = None;
        for event in events {
            self.apply(event);
            measure::note(event, self.now());
        }
        if self.live.phase() != Phase::Waiting {
            self.waiting = None;
        }
        if let Some(verdict) = self.live.verdict() {
            let (termination, seq) = (verdict.termination.word(), self.live.seq());
            tracing::info!(match_id = %self.match_id, seat = ?verdict.seat, termination, %seq, "the match is over");
            self.shared.match_store.ends.tell();
        }
    }

    /// Publishes a durable event, and then applies it, since its redaction depends on the position
    /// before it. Redacts it only for classes of viewers who are present.
    fn apply(&mut self, event: &Event) {
        // A reader that reacts to the event must not get the older copy of the match.
        self.live.take_back();
        let everybody = LazyCell::new(|| Arc::new(seen_by(Viewer::Spectator, &self.live, event)));
        let seen = |viewer| match self.sharing {
            Sharing::All => Arc::clone(&everybody),
            Sharing::Classes => Arc::new(seen_by(viewer, &self.live, event)),
        };
        for (seat, place) in (0..).map(Seat).zip(&self.seats) {
            for held in place.held() {
                match held.link.is_spared(&event.fact) {
                    true => held.link.skip(held.slot, event.seq, &self.background),
                    false => held.link.event(held.slot, &seen(Viewer::Seat(seat)), &self.background),
                }
            }
        }
        let mut fanout = self.shared.fanout();
        fanout.note(event.seq);
        for class in fanout.watched() {
            fanout.publish(class, seen(class));
        }
        drop(fanout);
        self.live.apply(event);
    }

    /// Sends the open turn to the program of its seat, if the program is connected and does not
    /// have the turn.
    pub(super) fn put_turn(&mut self) {
        self.shared.fanout().tell_turn(&self.live, self.now());
        let turn = self.live.turn();
        if let Some(put) = &self.put
            && !turn.as_ref().is_some_and(|turn| put.is(turn))
        {
            self.put = None;
        }
        for (seat, place) in (0..).map(Seat).zip(&mut self.seats) {
            if turn.as_ref().is_none_or(|turn| turn.seat != seat) {
                place.forget_turn();
            }
        }
        let Some(turn) = turn else { return };
        let clock = self.shared.clock;
        if let Some(place) = self.seats.get_mut(turn.seat.index())
            && let Some(put) = place.put_turn(&self.live, &turn, clock, self.put.as_ref())
        {
            self.put = Some(put);
        }
    }

    /// Informs the law of the time at which the transport took the turn, once that is known.
    pub(super) fn note_offered(&mut self) {
        if let Some((seat, Some(at))) = self.put.as_ref().map(PutTurn::offered) {
            self.note_round_trip(seat);
            self.live.note(Note::Offered { seat, at });
            self.put = None;
        }
    }

    /// Informs the law of the round-trip time to the program of a seat whose clock starts.
    fn note_round_trip(&mut self, seat: Seat) {
        let round_trip = self.place(seat).map_or(Duration::ZERO, SeatPlace::round_trip);
        self.live.note(Note::RoundTrip { seat, took: round_trip });
    }

    /// Informs the law of stalls of the host since the newest event, or since the turn was opened.
    fn note_stalls(&mut self) {
        let Some(guard) = &self.host_stalls else { return };
        let (clock, now, since) = (self.shared.clock, self.now(), self.live.stalls_matter_since());
        for (began, ended) in guard.stalls_since(clock.instant_of(since).into_std()) {
            let (began, ended) = (clock.time_of(began), clock.time_of(ended).min(now));
            self.live.note(Note::Stalled(Stall { began, ended }));
        }
    }

    /// Returns when to check the match again if no request comes.
    fn look_again_at(&self) -> Option<TimerInstant> {
        let offered = self.put.as_ref().map(PutTurn::look_at);
        let connects = self.seats.iter().filter_map(SeatPlace::connect_by);
        let soonest = [offered, self.deadline()].into_iter().flatten().chain(connects).min()?;
        Some(self.shared.clock.instant_of(self.retry_at.map_or(soonest, |retry| retry.max(soonest))))
    }

    /// Checks for clocks that ran out and graces that expired. First handles everything that is
    /// already queued, since it came earlier.
    async fn look_again(&mut self) {
        // An answer that comes later may still be in time for a deadline after `now`.
        let now = self.now();
        let newest = self.shared.inbox.newest();
        while self.is_open() {
            let Some(request) = self.shared.inbox.take_up_to(newest) else { break };
            self.handle(request).await;
        }
        if !self.is_open() || self.retry_at.is_some_and(|retry| now < retry) {
            return;
        }
        self.retry_at = None;
        self.connect_who_is_due().await;
        self.note_offered();
        if let Some(put) = &mut self.put {
            put.look_again(&self.live, now);
        }
        if self.deadline().is_some_and(|deadline| deadline <= now) {
            let before = self.live.seq();
            self.expire(now).await;
            if self.live.seq() == before {
                // A deadline was due and had no effect, so the next check must not follow
                // immediately.
                self.retry_at.get_or_insert(now.after(STORE_RETRY));
            }
        }
        self.tell_who_has_gone().await;
    }
}
