//! The events of a match, across reconnects.

use crate::{
    connect::Client,
    error::Error,
    pb::{self, watch_match_response::Message},
    reopening::{Heard, Reopening},
    retry::Retry,
};

/// The events of a match, each once and in order.
pub struct Watch {
    client: Client,
    match_id: String,
    after_seq: u64,
    stream: Reopening<pb::WatchMatchResponse>,
    caught_up: bool,
    over: bool,
}

impl Watch {
    pub(crate) fn new(client: Client, match_id: String, after_seq: u64, retry: Retry) -> Watch {
        Watch { client, match_id, after_seq, stream: Reopening::new(retry), caught_up: false, over: false }
    }

    /// Sets the delays between attempts to connect.
    pub fn with_retry(mut self, retry: Retry) -> Watch {
        self.stream.set_retry(retry);
        self
    }

    /// Returns the next event; `None` after the last one of the match. After a reconnect, continues
    /// with the event after the last returned one. Cancel safe.
    pub async fn next(&mut self) -> Result<Option<pb::MatchEvent>, Error> {
        while !self.over {
            if self.stream.is_closed() {
                self.caught_up = false;
                let asked = pb::WatchMatchRequest { match_id: self.match_id.clone(), after_seq: self.after_seq };
                self.stream.open(self.client.matches().watch_match(asked)).await?;
            }
            match self.stream.hear().await? {
                Heard::Message(pb::WatchMatchResponse { message }) => {
                    if let Some(event) = message.and_then(|message| self.take(message)) {
                        return Ok(Some(event));
                    }
                }
                // The server ends the stream when no further events follow.
                Heard::Ended if self.caught_up => self.over = true,
                Heard::Ended | Heard::Cut => {}
            }
        }
        Ok(None)
    }

    /// Returns whether all events from before the stream opened have been returned.
    pub fn is_caught_up(&self) -> bool {
        self.caught_up
    }

    /// Returns the number of the last returned event. Resume after it.
    pub fn after_seq(&self) -> u64 {
        self.after_seq
    }

    fn take(&mut self, message: Message) -> Option<pb::MatchEvent> {
        match message {
            Message::Event(event) if event.seq > self.after_seq => {
                self.after_seq = event.seq;
                self.over = matches!(event.event, Some(pb::match_event::Event::MatchEnded(_)));
                Some(event)
            }
            // The event has already been returned.
            Message::Event(_) => None,
            Message::TurnOpened(_) => None,
            Message::CaughtUp(_) => {
                self.caught_up = true;
                None
            }
        }
    }
}
