//! The task of one live match.

use std::{
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};

use tokio::{
    sync::{Semaphore, mpsc},
    time::{Sleep, sleep},
};

use super::{
    ask::Ask,
    catch_up::{Newcomer, join_the_table},
    fanout::{Fanout, Sharing},
    hold_back::{HoldBack, Looked, Released},
    seats::{NotRead, PutTurn, SeatPlace, add_evidence},
    snapshot::{snapshot, summary},
    stub::{Misconduct, Request, Shared, Standing, TableStub},
};
use crate::{
    hall::{
        annals::Annals,
        history::History,
        limits::{Limits, STORE_RETRY},
        link::SeatLink,
        stall_guard::StallGuard,
        wall_clock::{MatchClock, TimerInstant},
    },
    ids::{MatchId, Seat, Seq, Viewer},
    referee::{
        Command, Event, Match, Phase, Reason, Refusal, Stall, Time,
        decide::Decision,
        sight::{same_for_all, seen_by},
    },
    store::StoreError,
};

/// A live match with everything that hangs on it. [`Table::run`] is its task.
pub struct Table {
    match_id: MatchId,
    live: Match,
    annals: Annals,
    clock: MatchClock,
    spectator_delay: Duration,
    stall_guard: Option<StallGuard>,
    line: mpsc::Receiver<Request>,
    /// For those who tell a program what it missed; weak, so that the table ends when nobody else can reach it.
    own_line: mpsc::WeakSender<Request>,
    seats: Vec<SeatPlace>,
    /// The turn whose hand-over is not known yet.
    put: Option<PutTurn>,
    fanout: Fanout,
    sharing: Sharing,
    /// The seats whose programs have gone, which the law has not been told of yet.
    gone: Vec<Seat>,
    /// When to ask a store again that failed.
    retry_at: Option<Time>,
    halt: Option<Halt>,
}

/// Why a table stops before its match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Halt {
    /// The hall closes.
    Closing,
    /// Another owner goes on with the match.
    Conflict,
}

/// A table for a match and the handle of it. The match's events up to [`Match::seq`] are in the store.
pub fn channel(live: Match, annals: Annals, limits: &Limits, clock: MatchClock) -> (TableStub, Table) {
    let (sender, line) = mpsc::channel(limits.waiting_commands.max(1));
    let sharing = if same_for_all(&live) { Sharing::All } else { Sharing::Classes };
    let shared = Shared {
        opened: Arc::clone(live.opened()),
        game: live.course().game(),
        annals: annals.clone(),
        watchers: Arc::new(Semaphore::new(limits.watchers.min(Semaphore::MAX_PERMITS))),
        spectator_delay: limits.spectator_delay,
        released: Released::default(),
    };
    let table = Table {
        match_id: live.opened().match_id.clone(),
        seats: live.opened().players.iter().map(|_| SeatPlace::default()).collect(),
        live,
        annals,
        clock,
        spectator_delay: limits.spectator_delay,
        stall_guard: limits.stall_guard.clone(),
        line,
        own_line: sender.downgrade(),
        put: None,
        fanout: Fanout::new(limits.waiting_for_watcher, sharing),
        sharing,
        gone: Vec::new(),
        retry_at: None,
        halt: None,
    };
    (TableStub { shared: Arc::new(shared), clock, line: sender }, table)
}

impl Table {
    /// Notes that the server came back. To be called once, before [`Table::run`], for a match from the store.
    pub async fn resume(&mut self) -> Result<(), Refusal> {
        self.take(&Command::Resume).await.map(drop)
    }

    /// Serves the match until it is over, the hall closes, or nobody holds a handle any more.
    pub async fn run(mut self) {
        let mut timer = Timer { sleep: pin!(sleep(Duration::ZERO)), rings: None };
        while self.is_open() {
            timer.ring_by(self.look_again_at());
            tokio::select! {
                biased;
                () = &mut timer.sleep, if timer.rings.is_some() => {
                    timer.rings = None;
                    self.look_again().await;
                }
                request = self.line.recv() => match request {
                    Some(request) => self.handle(request).await,
                    None => return,
                },
            }
        }
        self.line.close();
        while let Some(request) = self.line.recv().await {
            match self.halt {
                None => self.handle(request).await,
                Some(halt) => decline(request, halt),
            }
        }
    }

    fn is_open(&self) -> bool {
        self.halt.is_none() && self.live.phase() != Phase::Over
    }

    async fn handle(&mut self, request: Request) {
        // Whoever asked may have given up waiting: an answer that is not taken is no matter.
        match request {
            Request::Ask { seat, request_id, ask, answer } => {
                if let Ask::PlayMove { round, ply, score, .. } = ask {
                    self.live.reported(seat, round, ply, score);
                }
                let _ = answer.send(self.take(&ask.into_command(seat, request_id)).await);
            }
            Request::Arbitrate { arbiter, request_id, ask, answer } => {
                let _ = answer.send(self.take(&ask.into_command(arbiter, request_id)).await);
            }
            Request::Sit { seat, after, link, answer } => {
                let _ = answer.send(self.sit(seat, after, link).await);
            }
            Request::CaughtUp { seat, link_id, seq, answer } => {
                let _ = answer.send(self.caught_up(seat, link_id, seq));
            }
            Request::Leave { seat, link_id } => {
                if self.place(seat).is_some_and(|place| place.is_held_by(link_id)) {
                    self.lose(seat, "its program has gone");
                }
            }
            Request::Misbehaved { seat, link_id, misconduct: Misconduct { detail, evidence, received } } => {
                if self.place(seat).is_some_and(|place| place.knows(link_id)) {
                    tracing::info!(match_id = %self.match_id, seat = %seat, %detail, "a program broke the protocol");
                    self.take_own(&Command::Misbehave { seat, detail, evidence, received }).await;
                }
            }
            Request::Look { viewer, answer } => {
                self.note_handover();
                let _ = answer.send(self.look(viewer, |now| snapshot(&self.live, viewer, now)));
            }
            Request::Summarise { viewer, answer } => {
                self.note_handover();
                let _ = answer.send(self.look(viewer, |now| summary(&self.live, now)));
            }
            Request::Subscribe { viewer, answer } => {
                let _ = answer.send((self.fanout.subscribe(viewer), self.live.seq()));
            }
            Request::Stop => self.halt = Some(Halt::Closing),
        }
        self.tell_who_has_gone().await;
    }

    /// The match by `look` at the moment that `viewer` may see.
    fn look<T>(&self, viewer: Viewer, look: impl FnOnce(Time) -> T) -> Looked<T> {
        match HoldBack::of(viewer, self.spectator_delay, self.clock) {
            None => Looked::Seen(look(self.clock.now())),
            Some(hold_back) => hold_back.look(&self.live, look),
        }
    }

    /// Decides, stores, applies and publishes, in this order. Gives the number of the event that the command became.
    async fn take(&mut self, command: &Command) -> Result<Seq, Refusal> {
        self.note_handover();
        self.note_stalls();
        let mut events = match self.live.decide(self.clock.now(), command) {
            Ok(Decision::Events(events)) => events,
            Ok(Decision::Repeat { seq }) => return Ok(seq),
            Err(refusal) => {
                if let Some(seat) = seat_of(command) {
                    self.live.refused(seat, refusal.reason);
                }
                return Err(refusal);
            }
        };
        let Some(first) = events.first().map(|event| event.seq) else { return Ok(self.live.seq()) };
        add_evidence(&self.seats, &mut events);
        self.keep(&events).await?;
        for event in &events {
            self.publish(event);
            self.live.apply(event);
        }
        self.put_turn();
        if let Some(verdict) = self.live.verdict() {
            let (termination, seq) = (verdict.termination.word(), self.live.seq());
            tracing::info!(match_id = %self.match_id, seat = ?verdict.seat, termination, %seq, "the match is over");
        }
        Ok(first)
    }

    /// The same for a command that nobody waits for: a refusal is logged.
    async fn take_own(&mut self, command: &Command) {
        if let Err(refusal) = self.take(command).await {
            let seat = seat_of(command);
            tracing::warn!(match_id = %self.match_id, ?seat, %refusal, "the table's own command was declined");
        }
    }

    async fn keep(&mut self, events: &[Event]) -> Result<(), Refusal> {
        let error = match self.annals.store.append(&self.match_id, self.live.seq(), events.to_vec()).await {
            Ok(()) => {
                self.retry_at = None;
                return Ok(());
            }
            Err(error) => error,
        };
        tracing::error!(match_id = %self.match_id, %error, "failed to store events");
        match error {
            StoreError::Conflict { .. } => self.halt = Some(Halt::Conflict),
            _ => self.retry_at = Some(self.clock.now().after(STORE_RETRY)),
        }
        Err(Refusal::new(Reason::HostFault, format!("nothing was changed: {error}")))
    }

    /// Shows an event that is durable, and about to be applied, to everybody who follows.
    fn publish(&mut self, event: &Event) {
        let everybody = match self.sharing {
            Sharing::All => Some(Arc::new(seen_by(Viewer::Spectator, &self.live, event))),
            Sharing::Classes => None,
        };
        let seen = |viewer| match &everybody {
            Some(seen) => Arc::clone(seen),
            None => Arc::new(seen_by(viewer, &self.live, event)),
        };
        let mut deaf = Vec::new();
        for (seat, place) in (0..).map(Seat).zip(&self.seats) {
            if place.level_link().is_some() && !place.tell(&self.match_id, &seen(Viewer::Seat(seat))) {
                deaf.push(seat);
            }
        }
        for class in self.fanout.watched() {
            self.fanout.publish(class, seen(class));
        }
        for seat in deaf {
            self.lose(seat, "its program does not read, or has gone");
        }
    }

    /// Puts the open turn to its seat's program, if it is there and was not told of it yet.
    fn put_turn(&mut self) {
        let Some(turn) = self.live.turn() else {
            self.put = None;
            // A turn that comes after a pause is put again, whoever was told of it.
            self.seats.iter_mut().for_each(SeatPlace::forget_turn);
            return;
        };
        if self.put.as_ref().is_some_and(|put| !put.is(&turn)) {
            self.put = None;
        }
        let now = self.clock.now();
        let Some(place) = self.seats.get_mut(turn.seat.index()) else { return };
        match place.put_turn(&self.live, &turn, now) {
            Ok(None) => {}
            Ok(put) => self.put = put,
            Err(NotRead) => self.lose(turn.seat, "its program does not take its turn, or has gone"),
        }
    }

    /// Tells the law when the turn was handed over, once that is known.
    fn note_handover(&mut self) {
        if let Some((seat, Some(at))) = self.put.as_ref().map(PutTurn::handed_over) {
            self.note_way(seat);
            self.live.asked(seat, at);
            self.put = None;
        }
    }

    /// Tells the law how long the way to a seat's program and back takes, as it is known when its clock begins to run.
    fn note_way(&mut self, seat: Seat) {
        let round_trip = self.place(seat).map_or(Duration::ZERO, SeatPlace::round_trip);
        self.live.measured(seat, round_trip);
    }

    /// Tells the law when the host stood still since the turn was handed over.
    fn note_stalls(&mut self) {
        let Some((guard, turn)) = self.stall_guard.as_ref().zip(self.live.turn()) else { return };
        let Some(sent) = turn.sent else { return };
        let now = self.clock.now();
        for (began, ended) in guard.stalls_since(self.clock.instant_of(sent).into_std()) {
            let (began, ended) = (self.clock.time_of(began), self.clock.time_of(ended).min(now));
            self.live.stalled(Stall { began, ended });
        }
    }

    async fn sit(&mut self, seat: Seat, after: Seq, link: SeatLink) -> Result<(), Refusal> {
        let Some(place) = self.place(seat) else {
            let expected = format!("a seat from 0 to {}", self.seats.len().saturating_sub(1));
            return Err(Refusal::of_field(Reason::NotSeated, "seat", &seat.to_string(), expected));
        };
        if place.is_held_by(link.id) {
            return Ok(());
        }
        place.admits(&link)?;
        self.take(&Command::Connect { seat }).await?;
        self.note_handover();
        tracing::debug!(match_id = %self.match_id, seat = %seat, link = link.id, "a program sits down");
        let newcomer = Newcomer {
            match_id: self.match_id.clone(),
            seat,
            link: link.clone(),
            summary: summary(&self.live, self.clock.now()),
            history: History::new(self.annals.clone(), self.match_id.clone(), Viewer::Seat(seat), after),
        };
        self.seats[seat.index()].take(link);
        self.gone.retain(|gone| *gone != seat);
        if let Some(own_line) = self.own_line.upgrade() {
            tokio::spawn(join_the_table(newcomer, own_line));
        }
        Ok(())
    }

    fn caught_up(&mut self, seat: Seat, link_id: u64, seq: Seq) -> Standing {
        let newest = self.live.seq();
        match self.seats.get_mut(seat.index()) {
            Some(place) if !place.is_held_by(link_id) => Standing::Replaced,
            Some(_) if seq < newest => Standing::Behind,
            Some(place) => {
                place.is_level_now();
                self.note_handover();
                self.put_turn();
                Standing::Level
            }
            None => Standing::Replaced,
        }
    }

    fn place(&self, seat: Seat) -> Option<&SeatPlace> {
        self.seats.get(seat.index())
    }

    /// Takes a seat's link away, and remembers to tell the law.
    fn lose(&mut self, seat: Seat, why: &'static str) {
        let Some(link) = self.seats.get_mut(seat.index()).and_then(SeatPlace::clear) else { return };
        tracing::info!(match_id = %self.match_id, seat = %seat, link = link.id, why, "a seat is empty");
        link.given_up.note();
        self.gone.push(seat);
    }

    /// A program can go only once, so that this comes to an end.
    async fn tell_who_has_gone(&mut self) {
        while self.is_open() && self.retry_at.is_none() {
            let Some(seat) = self.gone.pop() else { return };
            let told = self.take(&Command::Disconnect { seat }).await;
            if told.is_err_and(|refusal| refusal.reason == Reason::HostFault) {
                self.gone.push(seat);
            }
        }
    }

    /// When to look at the match again, if nobody asks before.
    fn look_again_at(&self) -> Option<TimerInstant> {
        let handover = self.put.as_ref().map(PutTurn::look_at);
        let deadline = self.live.deadline().map(|deadline| deadline.at);
        let gone = (!self.gone.is_empty()).then_some(Time::ZERO);
        let soonest = [handover, deadline, gone].into_iter().flatten().min()?;
        Some(self.clock.instant_of(self.retry_at.map_or(soonest, |retry| retry.max(soonest))))
    }

    /// Looks whether a flag fell, a grace is over, or a turn was not handed over; after everything that waits already,
    /// since it came before.
    async fn look_again(&mut self) {
        for _ in 0..self.line.len() {
            match self.line.try_recv() {
                Ok(request) if self.is_open() => self.handle(request).await,
                Ok(request) => match self.halt {
                    Some(halt) => decline(request, halt),
                    None => self.handle(request).await,
                },
                Err(_) => break,
            }
        }
        let now = self.clock.now();
        if !self.is_open() || self.retry_at.is_some_and(|retry| now < retry) {
            return;
        }
        self.retry_at = None;
        self.note_handover();
        if let Some(put) = self.put.take_if(|put| put.handover_until() <= now) {
            self.lose(put.handed_over().0, "its turn was not handed over");
        }
        if let Some(put) = &mut self.put {
            put.look_again(&self.live, now);
        }
        if self.live.deadline().is_some_and(|deadline| deadline.at <= now) {
            let before = self.live.seq();
            self.take_own(&Command::Expire).await;
            if self.live.seq() == before {
                // Nothing fell although something was due: do not ask again at once.
                self.retry_at.get_or_insert(now.after(STORE_RETRY));
            }
        }
        self.tell_who_has_gone().await;
    }
}

/// The one timer of a table. It is set anew only to ring earlier; when it rings too early, the table looks and sets it
/// again. Moves mostly put the deadline off, so that most moves do not touch it.
struct Timer<'a> {
    sleep: Pin<&'a mut Sleep>,
    rings: Option<TimerInstant>,
}

impl Timer<'_> {
    fn ring_by(&mut self, by: Option<TimerInstant>) {
        if let Some(by) = by.filter(|by| self.rings.is_none_or(|rings| *by < rings)) {
            self.sleep.as_mut().reset(by);
            self.rings = Some(by);
        }
    }
}

fn seat_of(command: &Command) -> Option<Seat> {
    match command {
        Command::Connect { seat }
        | Command::Disconnect { seat }
        | Command::GiveNonce { seat, .. }
        | Command::PlayMove { seat, .. }
        | Command::Resign { seat, .. }
        | Command::Propose { seat, .. }
        | Command::Respond { seat, .. }
        | Command::Claim { seat, .. }
        | Command::Misbehave { seat, .. } => Some(*seat),
        Command::Abort { seat, .. } => *seat,
        Command::Pause { .. }
        | Command::Unpause { .. }
        | Command::Adjudicate { .. }
        | Command::Expire
        | Command::NoteStall { .. }
        | Command::Resume
        | Command::Fault { .. } => None,
    }
}

/// Answers a request that came after the table stopped. Whoever only looks asks the store.
fn decline(request: Request, halt: Halt) {
    let refusal = match halt {
        Halt::Closing => Refusal::new(Reason::Stopping, "the server is stopping: ask again later"),
        Halt::Conflict => {
            Refusal::new(Reason::HostFault, "another server goes on with this match; nothing was changed")
        }
    };
    match request {
        Request::Ask { answer, .. } | Request::Arbitrate { answer, .. } => drop(answer.send(Err(refusal))),
        Request::Sit { answer, .. } => drop(answer.send(Err(refusal))),
        _ => {}
    }
}
