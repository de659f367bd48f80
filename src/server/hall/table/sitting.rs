//! Programs that join a table or leave it.

use std::sync::Arc;

use super::{seats::SeatPlace, snapshot::summary, stub::TableStub, task::Table};
use referee_ids::{Seat, Seq};
use referee_law::{Command, Phase, Reason, Refusal, Time};

use crate::hall::link::{NewSlot, SEATS_A_LINK, SeatLink};

/// A program that catches up counts as connected after its grace divided by this number, even if
/// events are left to send.
const TIME_TO_CATCH_UP: u32 = 2;
/// Maximum number of events that a program may have missed before the start of the match and still
/// count as connected immediately.
const NEARLY_LEVEL: u64 = 256;

impl Table {
    /// Seats a program whose request arrived at `came`; see [`TableStub::sit`].
    pub(super) async fn sit(&mut self, seat: Seat, after: Seq, link: SeatLink, came: Time) -> Result<(), Refusal> {
        let Some(place) = self.place(seat) else {
            let expected = format!("a seat from 0 to {}", self.seats.len().saturating_sub(1));
            return Err(Refusal::of_field(Reason::NotSeated, "seat", &seat.to_string(), expected));
        };
        if place.is_held_by(link.id) {
            return Ok(());
        }
        place.admits(&link)?;
        if link.is_closed() {
            return Err(Refusal::new(Reason::Replaced, "the program disconnected"));
        }
        if !link.has_room() {
            return Err(no_room_in_link());
        }
        if self.live.departures(seat) >= self.departures {
            let text = format!("too many departures from the seat (limit {})", self.departures);
            return Err(Refusal::limit("departures", self.departures, text));
        }
        // A program that returns counts as connected once it has caught up, so that no clock runs
        // while the referee reads the log.
        let missed = self.live.seq().0.saturating_sub(after.0);
        let is_behind = missed > NEARLY_LEVEL || (missed > 0 && self.live.phase() == Phase::Live);
        let away_until = self.live.away_until(seat).filter(|_| is_behind);
        if away_until.is_none() {
            self.take_what_came(came, &Command::Connect { seat }).await?;
        }
        if after < self.live.seq()
            && let Err(refusal) = self.wait_until_readable(after).await
        {
            if self.place(seat).is_none_or(|place| place.held().is_empty()) {
                self.gone.push((seat, self.now()));
            }
            return Err(refusal);
        }
        self.note_offered();
        tracing::debug!(match_id = %self.match_id, seat = %seat, link = link.id, "a program takes its seat");
        let (stub, link_id) = (TableStub { shared: Arc::clone(&self.shared) }, link.id);
        let on_unreadable = stub.clone();
        let new = NewSlot {
            match_id: self.match_id.clone(),
            seat,
            summary: Box::new(summary(&self.live, self.now())),
            after,
            newest: self.live.seq(),
            match_store: self.shared.match_store.clone(),
            on_level: away_until.is_some().then(|| Box::new(move || stub.level(seat, link_id)) as _),
            on_unreadable: Some(Box::new(move || on_unreadable.unreadable(seat, link_id))),
        };
        let Some(slot) = link.open(new, &self.background) else {
            if self.place(seat).is_none_or(|place| place.held().is_empty()) {
                self.gone.push((seat, self.now()));
            }
            return Err(no_room_in_link());
        };
        // The time counts from the arrival of the request, even if the table was busy since.
        let connect_by = away_until.map(|until| came.after(until.since(came) / TIME_TO_CATCH_UP));
        self.seats[seat.index()].take(link, slot, connect_by);
        self.gone.retain(|(gone, _)| *gone != seat);
        self.put_turn();
        Ok(())
    }

    pub(super) fn place(&self, seat: Seat) -> Option<&SeatPlace> {
        self.seats.get(seat.index())
    }

    /// Removes the program of a link. If it was the last of the seat, records that the law must be
    /// informed.
    pub(super) fn lose(&mut self, seat: Seat, link_id: u64, at: Time) {
        if self.seats.get_mut(seat.index()).is_some_and(|place| place.leave(link_id)) {
            tracing::info!(match_id = %self.match_id, seat = %seat, "a seat is empty: its program disconnected");
            self.gone.push((seat, at));
        }
    }

    /// Counts programs as connected that have been catching up for long enough.
    pub(super) async fn connect_who_is_due(&mut self) {
        let now = self.now();
        for seat in Seat::all(self.seats.len() as u8) {
            if let Some(by) = self.place(seat).and_then(SeatPlace::connect_by).filter(|by| *by <= now) {
                self.connect(seat, by).await;
            }
        }
    }

    /// Counts a program as connected that had caught up at `came`, or had been catching up for long
    /// enough.
    pub(super) async fn connect(&mut self, seat: Seat, came: Time) {
        let by = self.place(seat).and_then(SeatPlace::connect_by);
        let came = by.map_or(came, |by| by.min(came));
        self.seats[seat.index()].note_here();
        self.take_own(came, &Command::Connect { seat }).await;
    }

    /// Informs the law of the programs that have left. This ends, since a program can leave only
    /// once.
    pub(super) async fn tell_who_has_gone(&mut self) {
        while self.is_open() {
            let Some((seat, at)) = self.gone.pop() else { return };
            let attended = self.place(seat).is_some_and(SeatPlace::attended);
            self.take_own(at, &Command::Disconnect { seat, attended }).await;
        }
    }
}

fn no_room_in_link() -> Refusal {
    Refusal::limit("seats_a_link", SEATS_A_LINK, "the program disconnected, or holds more seats than a stream may")
}
