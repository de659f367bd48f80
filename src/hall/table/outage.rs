//! What a table does while its store fails: it keeps what it decided, tries again, and lets nobody pay for it.
//!
//! The time in which the store failed becomes an event before anything else does, so that no clock, grace or wait ran in it.
//! What was decided is decided anew after that; the stamps of an answer are still those of its arrival. A store that fails for
//! longer than [`Limits::store_patience`](crate::hall::Limits::store_patience) ends the match as the host's fault, once it takes
//! that.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    sync::Arc,
    task::Poll,
    time::Duration,
};

use tokio::time::sleep;
use tracing::Instrument as _;

use super::{
    halt::{Halt, why},
    task::Table,
};
use crate::{
    hall::{
        history::store_unavailable,
        limits::{SLOW_STORE, STORE_RETRY, STORE_RETRY_SOON},
        store_failures,
    },
    ids::Seq,
    referee::{Command, Event, Match, Refusal, Stall, Time, decide::Decision},
    store::StoreError,
};

/// What became of events that were to be appended.
pub(super) enum Appended {
    Stored,
    /// They are not, and time has passed, which the match knows: what they came of is to be decided anew.
    DecideAgain,
    /// They are not, and never will be.
    Refused(Refusal),
}

/// What one attempt came to.
enum Attempt {
    Stored,
    /// The store failed; it may be well again later.
    Failed,
    Halted,
}

impl Table {
    /// Decides a command that arrived at `came`. Returns the events that note a slow store, and what the command becomes
    /// after them.
    pub(super) fn decide(&self, came: Time, command: &Command) -> Result<(Vec<Event>, Decision), Refusal> {
        let now = self.now();
        let Some(noted) = self.slow_store_events() else {
            return Ok((Vec::new(), self.live.decide_what_came(now, came, command)?));
        };
        let decision = self.live_after(&noted).decide_what_came(now, came, command)?;
        Ok((noted, decision))
    }

    /// The match's next deadline. Time in which the store was slow counts for nobody, even before it is noted.
    pub(super) fn deadline(&self) -> Option<Time> {
        let deadline = match self.slow_store_events() {
            None => self.live.deadline(),
            Some(noted) => self.live_after(&noted).deadline(),
        };
        deadline.map(|deadline| deadline.at)
    }

    /// The events that note for how long the store was slow; `None` if it was not.
    fn slow_store_events(&self) -> Option<Vec<Event>> {
        let slow = self.slow_store?;
        match self.live.decide(slow.ended, &Command::NoteStall { began: slow.began }) {
            Ok(Decision::Events(noted)) => Some(noted),
            Ok(Decision::Repeat { .. }) | Err(_) => None,
        }
    }

    fn live_after(&self, events: &[Event]) -> Match {
        let mut live = Match::clone(&self.live);
        events.iter().for_each(|event| live.apply(event));
        live
    }

    /// Stores what was decided, however long that takes.
    pub(super) async fn append_or_wait(&mut self, events: &[Event]) -> Appended {
        let began = self.now();
        match self.attempt(events).await {
            Attempt::Stored => Appended::Stored,
            Attempt::Halted => Appended::Refused(self.halted()),
            Attempt::Failed => self.wait_for_store(events, began).await,
        }
    }

    /// Stores what was decided if the store takes it at once.
    pub(super) async fn append_at_once(&mut self, events: &[Event]) -> Result<(), Refusal> {
        match self.attempt(events).await {
            Attempt::Stored => Ok(()),
            Attempt::Failed | Attempt::Halted => Err(self.halted()),
        }
    }

    /// Notes it when the store took its time since `began`: what it took is charged to nobody. What it takes for this note
    /// goes into the log with the next events, so that a store that is slow for long is asked no more often than that.
    pub(super) async fn note_slow_store(&mut self, began: Time) {
        let now = self.now();
        if now.since(began) < SLOW_STORE || !self.is_open() {
            return;
        }
        if let Some(left_out) = store_failures::may_write() {
            tracing::warn!(match_id = %self.match_id, left_out, "the store was slow to take events");
        }
        // Until it is noted it goes before whatever else is: a store that fails now hides nothing of it.
        self.slow_store = Some(Stall { began, ended: now });
        self.store_slow_store().await;
    }

    /// Stores for how long the store was slow, if that is not noted yet.
    async fn store_slow_store(&mut self) {
        let Some(events) = self.slow_store_events().filter(|events| !events.is_empty()) else { return };
        let began = self.now();
        if let Appended::Stored = self.append_or_wait(&events).await {
            self.go_on_with(&events);
            self.store_was_slow(began);
        }
    }

    /// Waits until the log can be read after `after`, since a seat that comes back must be told it before its turn: what that
    /// takes is charged to nobody, and noted later: a store that is asked for that now may fail. A log that cannot be read, or not
    /// for longer than the store may fail, ends the match as the host's fault: [`Reason::HostFault`].
    pub(super) async fn wait_until_readable(&mut self, after: Seq) -> Result<(), Refusal> {
        let (began, mut pause) = (self.now(), STORE_RETRY_SOON);
        self.store_slow_store().await;
        if self.halt.is_some() {
            return Err(self.halted());
        }
        let log = Arc::clone(&self.shared.match_store.log);
        loop {
            let read = log.events_for_table(&self.match_id, after, 1);
            match self.meanwhile(read).await {
                Err(error) if error.is_transient() => {
                    if let Some(left_out) = store_failures::may_write() {
                        tracing::error!(match_id = %self.match_id, %error, left_out, "the log could not be read for a seat that comes back");
                    }
                }
                Ok(_) => break,
                // Waiting does not mend what else is wrong with it.
                Err(_) => return self.give_up_reading(began).await,
            }
            self.rest(pause).await;
            pause = (pause * 2).min(STORE_RETRY);
            if self.halt.is_some() {
                return Err(self.halted());
            }
            if self.now().since(began) > self.store_patience {
                return self.give_up_reading(began).await;
            }
        }
        self.store_was_slow(began);
        Ok(())
    }

    /// Ends a match whose log cannot be read for a seat that comes back, as it could not be since `began`.
    async fn give_up_reading(&mut self, began: Time) -> Result<(), Refusal> {
        self.store_was_slow(began);
        self.end_unreadable().await;
        Err(self.halted())
    }

    /// Ends the match, since a seat cannot be told what was played in it.
    pub(super) async fn end_unreadable(&mut self) {
        let detail = "the server could not read what was played".to_owned();
        self.take_own(Time::ZERO, &Command::Fault { detail }).await;
    }

    /// Keeps in mind that the store took its time for what was decided at `began`.
    pub(super) fn store_was_slow(&mut self, began: Time) {
        let ended = self.now();
        self.slow_store = (ended.since(began) >= SLOW_STORE).then_some(Stall { began, ended });
    }

    /// Tries until the store has taken what says that it failed, or `first`, which it did not seem to take at `began`.
    async fn wait_for_store(&mut self, first: &[Event], began: Time) -> Appended {
        let (mut pause, mut tried, mut tried_at) = (STORE_RETRY_SOON, Vec::new(), began);
        loop {
            self.rest(pause).await;
            if self.halt.is_some() {
                return Appended::Refused(self.halted());
            }
            pause = (pause * 2).min(STORE_RETRY);
            match self.has_stored(if tried.is_empty() { first } else { &tried }).await {
                None => continue,
                Some(true) if tried.is_empty() => return Appended::Stored,
                Some(true) => return self.is_well_again(&tried, tried_at),
                Some(false) => {}
            }
            tried_at = self.now();
            let command = match tried_at.since(began) > self.store_patience {
                false => Command::NoteStall { began },
                true => Command::Fault { detail: "the server could not store what was played".to_owned() },
            };
            tried = match self.decide(Time::ZERO, &command) {
                Ok((noted, Decision::Events(events))) if !events.is_empty() => [noted, events].concat(),
                // There is nothing to note: the match is over.
                Ok(_) | Err(_) => return Appended::DecideAgain,
            };
            match self.attempt(&tried).await {
                Attempt::Stored => return self.is_well_again(&tried, tried_at),
                Attempt::Halted => return Appended::Refused(self.halted()),
                Attempt::Failed => {}
            }
        }
    }

    /// Goes on once the store has taken what says that it failed, as it was decided at `decided`.
    fn is_well_again(&mut self, noted: &[Event], decided: Time) -> Appended {
        if let Some(left_out) = store_failures::may_write() {
            tracing::info!(match_id = %self.match_id, left_out, "the store takes events again");
        }
        self.go_on_with(noted);
        self.store_was_slow(decided);
        self.put_turn();
        Appended::DecideAgain
    }

    async fn attempt(&mut self, events: &[Event]) -> Attempt {
        let stored = self.append(events).instrument(tracing::debug_span!("append", events = events.len())).await;
        match stored {
            Ok(()) => Attempt::Stored,
            Err(StoreError::Superseded { .. }) => self.has_another_owner(Halt::Superseded),
            Err(StoreError::Conflict { .. }) => match self.has_stored(events).await {
                Some(true) => Attempt::Stored,
                None if self.halt.is_none() => Attempt::Failed,
                Some(false) | None => self.has_another_owner(Halt::Conflict),
            },
            Err(StoreError::Malformed(broken)) => {
                tracing::error!(match_id = %self.match_id, %broken, "events cannot be stored: the table stops");
                self.halt = Some(Halt::Unstorable(broken.to_string()));
                Attempt::Halted
            }
            Err(error) => {
                if let Some(left_out) = store_failures::may_write() {
                    tracing::error!(match_id = %self.match_id, %error, left_out, "failed to store events: they are kept and tried again");
                }
                Attempt::Failed
            }
        }
    }

    fn has_another_owner(&mut self, halt: Halt) -> Attempt {
        tracing::error!(match_id = %self.match_id, "another server has taken this match over: the table stops");
        self.halt = Some(halt);
        Attempt::Halted
    }

    /// Whether events are durable that the store failed to take: perhaps its answer alone was lost. `None` while it cannot be
    /// read, and for a table that halts since there are others in their place. Nothing else may be tried before this is known.
    async fn has_stored(&mut self, events: &[Event]) -> Option<bool> {
        let log = Arc::clone(&self.shared.match_store.log);
        let read = log.events_for_table(&self.match_id, self.live.seq(), events.len() + 1);
        match self.meanwhile(read).await {
            Ok(stored) if stored.is_empty() => Some(false),
            Ok(stored) if stored == events => Some(true),
            Ok(_) => {
                self.has_another_owner(Halt::Conflict);
                None
            }
            Err(error) => {
                if let Some(left_out) = store_failures::may_write() {
                    tracing::error!(match_id = %self.match_id, %error, left_out, "failed to read what was stored: it is tried again");
                }
                None
            }
        }
    }

    /// Appends, and answers those who look meanwhile.
    async fn append(&mut self, events: &[Event]) -> Result<(), StoreError> {
        let log = Arc::clone(&self.shared.match_store.log);
        let append = log.append(&self.match_id, self.live.seq(), self.epoch, events.to_vec());
        self.meanwhile(append).await
    }

    /// Waits for a moment, and answers those who look meanwhile.
    async fn rest(&mut self, pause: Duration) {
        self.meanwhile(sleep(pause)).await;
        if self.shared.inbox.is_stopping() {
            self.halt = Some(Halt::Closing);
        }
    }

    async fn meanwhile<T>(&mut self, done: impl Future<Output = T>) -> T {
        let shared = Arc::clone(&self.shared);
        let mut done = pin!(done);
        poll_fn(|cx| {
            if let Poll::Ready(done) = done.as_mut().poll(cx) {
                return Poll::Ready(done);
            }
            while let Poll::Ready(looks) = shared.inbox.poll_looks(cx) {
                self.show(looks);
            }
            Poll::Pending
        })
        .await
    }

    fn halted(&self) -> Refusal {
        match &self.halt {
            Some(halt) => why(halt),
            None => store_unavailable(),
        }
    }
}
