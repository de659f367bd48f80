//! The messages to a bot, in the order in which the transport takes them.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use futures_util::Stream;
use referee_law::Fact;
use referee_proto::v1::PlayResponse;
use tonic::Status;

use super::outbox::Outbox;
use crate::{
    api::{admission::stream_limits::StreamPlace, convert, status},
    hall::link::{SeatLink, SeatMessage, SeatReader},
};

pub struct Answers {
    messages: SeatReader,
    link: SeatLink,
    outbox: Arc<Outbox>,
    ended: bool,
    /// Whether the bot can answer a ping.
    hears_pongs: bool,
    /// Whether a match of the bot has a lag allowance.
    measures: bool,
    _place: StreamPlace,
}

impl Answers {
    pub(super) fn new(
        messages: SeatReader,
        link: SeatLink,
        outbox: Arc<Outbox>,
        place: StreamPlace,
        hears_pongs: bool,
    ) -> Answers {
        Answers { messages, link, outbox, ended: false, hears_pongs, measures: false, _place: place }
    }

    /// Polls the next message; `None` at the end.
    fn poll_say(&mut self, cx: &mut Context<'_>) -> Poll<Option<PlayResponse>> {
        if self.ended {
            return Poll::Ready(None);
        }
        self.outbox.note_asked();
        let mut said = self.outbox.next();
        loop {
            if let Poll::Ready(said) = said {
                if said.is_none() {
                    self.ended = true;
                    self.outbox.go();
                }
                return Poll::Ready(said);
            }
            said = match self.messages.poll_recv(cx) {
                Poll::Ready(Some(SeatMessage::Replaced)) => {
                    self.outbox.end(&convert::replaced());
                    self.outbox.next()
                }
                Poll::Ready(Some(message)) => return Poll::Ready(Some(self.say(message))),
                // The link ended without a message, which means that the hall is gone.
                Poll::Ready(None) => {
                    self.outbox.end(&status::stopping());
                    self.outbox.next()
                }
                Poll::Pending => match self.outbox.poll_next(cx) {
                    Poll::Pending => return Poll::Pending,
                    said => said,
                },
            };
        }
    }

    /// Returns the status of an ended `Attend` stream: it says again why it ends, so that a loop
    /// which reopens cut streams sees it.
    fn last_status(&self) -> Option<Status> {
        let why = if self.hears_pongs { None } else { self.outbox.take_why() };
        why.map(|why| status::status(&why))
    }

    fn say(&mut self, message: SeatMessage) -> PlayResponse {
        match &message {
            SeatMessage::Turn(card) => card.offered_now(),
            SeatMessage::Answered(answered) => {
                self.outbox.answered();
                match &answered.result {
                    // A bot that has just moved has no open turn, so it can answer a ping quickly.
                    Ok(_) => self.measure(),
                    Err(refusal) => status::log(refusal),
                }
            }
            SeatMessage::Seated { seat, summary, .. } => {
                let control = summary.opened.time_controls.get(seat.index());
                if self.hears_pongs && control.is_some_and(|control| !control.lag.is_zero()) {
                    self.outbox.meter().start();
                    self.measures = true;
                    self.measure();
                }
            }
            // A bot that receives a move before its turn has no open turn either.
            SeatMessage::Event { event, .. } if matches!(event.fact(), Fact::MovePlayed(_)) => self.measure(),
            _ => {}
        }
        convert::seat_message(message)
    }

    /// Sends a ping if the bot has no open turn, and its round-trip time matters.
    fn measure(&mut self) {
        let is_due = self.measures && self.outbox.meter().is_due();
        if is_due && !self.link.is_thinking() {
            self.outbox.ping();
        }
    }
}

impl Stream for Answers {
    type Item = Result<PlayResponse, Status>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let answers = self.get_mut();
        answers.poll_say(cx).map(|said| said.map(Ok).or_else(|| answers.last_status().map(Err)))
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.outbox.go();
    }
}
