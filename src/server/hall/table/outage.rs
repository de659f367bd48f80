//! A table while its store fails. The table keeps its decision, retries, and charges the time to no
//! seat.
//!
//! First the table stores an event about the outage, so that no clock, grace or wait ran during
//! that time. Then it decides again; answers keep the times of their arrival. If the store fails
//! for longer than [`Limits::store_patience`](crate::hall::Limits::store_patience), the match ends
//! as a host fault, as soon as the store accepts that.

use std::{sync::Arc, time::Duration};

use referee_ids::Seq;
use referee_law::{Command, Decision, Event, Match, Refusal, Stall, Time};
use tokio::time::sleep;

use super::{
    append::Attempt,
    halt::Halt,
    task::{Appended, Table},
};
use crate::hall::{
    limits::{SLOW_STORE, STORE_RETRY, STORE_RETRY_SOON},
    matches::store_failures,
};

impl Table {
    /// Decides a command that arrived at `came`. Returns the events that record a slow store, and
    /// then the decision about the command.
    pub(super) fn decide(&self, came: Time, command: &Command) -> Result<(Vec<Event>, Decision), Refusal> {
        let now = self.now();
        let Some(noted) = self.slow_store_events() else {
            return Ok((Vec::new(), self.live.decide_what_came(now, came, command)?));
        };
        let decision = self.live_after(&noted).decide_what_came(now, came, command)?;
        Ok((noted, decision))
    }

    /// Returns the next deadline of the match. The time of a slow store is not charged, even if it
    /// is not recorded yet.
    pub(super) fn deadline(&self) -> Option<Time> {
        let deadline = match self.slow_store_events() {
            None => self.live.deadline(),
            Some(noted) => self.live_after(&noted).deadline(),
        };
        deadline.map(|deadline| deadline.at)
    }

    /// Returns the events that record for how long the store was slow; `None` if it was not slow.
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

    /// Records that the store has been slow since `began`, so that no seat is charged for that
    /// time. The delay of this record itself is stored with the next events, so that a store that
    /// stays slow gets no extra load.
    pub(super) async fn note_slow_store(&mut self, began: Time) {
        let now = self.now();
        if now.since(began) < SLOW_STORE || !self.is_open() {
            return;
        }
        if let Some(left_out) = store_failures::may_write() {
            tracing::warn!(match_id = %self.match_id, left_out, "the store was slow to append events");
        }
        // An earlier delay is stored first, since a failure now must not lose it.
        self.slow_store = Some(Stall { began, ended: now });
        self.store_slow_store().await;
    }

    /// Stores for how long the store was slow, unless that is recorded.
    async fn store_slow_store(&mut self) {
        let Some(events) = self.slow_store_events().filter(|events| !events.is_empty()) else { return };
        let began = self.now();
        if let Appended::Stored = self.append_or_wait(&events).await {
            self.go_on_with(&events);
            self.store_was_slow(began);
        }
    }

    /// Waits until the log after `after` is readable, because a returning seat needs it before its
    /// turn. The time is recorded later, and charged to no seat. If the log stays unreadable for
    /// longer than a store may fail, the match ends with [`Reason::HostFault`].
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
                        tracing::error!(match_id = %self.match_id, %error, left_out, "failed to read the log for \
                            a returning seat");
                    }
                }
                Ok(_) => break,
                // Other errors do not go away by waiting.
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

    /// Ends a match whose log has been unreadable for a returning seat since `began`.
    async fn give_up_reading(&mut self, began: Time) -> Result<(), Refusal> {
        self.store_was_slow(began);
        self.end_unreadable().await;
        Err(self.halted())
    }

    /// Ends the match because a seat cannot get its events.
    pub(super) async fn end_unreadable(&mut self) {
        let detail = "the server could not read the events of this match".to_owned();
        self.take_own(Time::ZERO, &Command::Fault { detail }).await;
    }

    /// Remembers that the store was slow to accept a decision that was made at `began`.
    pub(super) fn store_was_slow(&mut self, began: Time) {
        let ended = self.now();
        self.slow_store = (ended.since(began) >= SLOW_STORE).then_some(Stall { began, ended });
    }

    /// Retries until the store has accepted a record of its failure, or `first`, which it seemed to
    /// reject at `began`.
    pub(super) async fn wait_for_store(&mut self, first: &[Event], began: Time) -> Appended {
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
                true => Command::Fault { detail: "the server could not store the events of this match".to_owned() },
            };
            tried = match self.decide(Time::ZERO, &command) {
                Ok((noted, Decision::Events(events))) if !events.is_empty() => [noted, events].concat(),
                // The match is over, so there is nothing to record.
                Ok(_) | Err(_) => return Appended::DecideAgain,
            };
            match self.attempt(&tried).await {
                Attempt::Stored => return self.is_well_again(&tried, tried_at),
                Attempt::Halted => return Appended::Refused(self.halted()),
                Attempt::Failed => {}
            }
        }
    }

    /// Continues after the store has accepted the record of its failure, which was decided at
    /// `decided`.
    fn is_well_again(&mut self, noted: &[Event], decided: Time) -> Appended {
        if let Some(left_out) = store_failures::may_write() {
            tracing::info!(match_id = %self.match_id, left_out, "the store accepts events again");
        }
        self.go_on_with(noted);
        self.store_was_slow(decided);
        self.put_turn();
        Appended::DecideAgain
    }

    /// Waits for `pause`, and serves readers meanwhile.
    async fn rest(&mut self, pause: Duration) {
        self.meanwhile(sleep(pause)).await;
        if self.shared.inbox.is_stopping() {
            self.halt = Some(Halt::Closing);
        }
    }
}
