//! Watching a match, whatever happens to the connection.

use tonic::Streaming;

use crate::{
    connect::Client,
    error::Error,
    pb::{self, watch_match_response::Message},
    retry::Retry,
};

/// The events of a match, each once and in order.
pub struct Watch {
    client: Client,
    match_id: String,
    after_seq: u64,
    retry: Retry,
    failed: u32,
    stream: Option<Streaming<pb::WatchMatchResponse>>,
    caught_up: bool,
    over: bool,
}

impl Watch {
    pub(crate) fn new(client: Client, match_id: String, after_seq: u64, retry: Retry) -> Watch {
        Watch { client, match_id, after_seq, retry, failed: 0, stream: None, caught_up: false, over: false }
    }

    /// The same, with other waits between attempts to connect.
    pub fn with_retry(self, retry: Retry) -> Watch {
        Watch { retry, ..self }
    }

    /// The next event; `None` after the last one of the match. A cut connection is opened again behind the last event that
    /// was given. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Result<Option<pb::MatchEvent>, Error> {
        while !self.over {
            if self.stream.is_none() {
                self.open().await?;
            }
            let Some(stream) = &mut self.stream else {
                continue;
            };
            match stream.message().await {
                Ok(Some(pb::WatchMatchResponse { message: Some(message) })) => {
                    self.failed = 0;
                    if let Some(event) = self.take(message) {
                        return Ok(Some(event));
                    }
                }
                Ok(Some(pb::WatchMatchResponse { message: None })) => {}
                // The server ends the stream of its own accord when there is nothing more to come.
                Ok(None) if self.caught_up => self.over = true,
                Ok(None) => self.lost(),
                Err(status) => {
                    let error = Error::from(status);
                    if !error.is_passing() {
                        return Err(error);
                    }
                    self.lost();
                }
            }
        }
        Ok(None)
    }

    /// Whether all that had happened when the stream was opened has been given.
    pub fn is_caught_up(&self) -> bool {
        self.caught_up
    }

    /// The number of the last event that was given: what to watch after next time.
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
            // It has been given before.
            Message::Event(_) => None,
            Message::TurnOpened(_) => None,
            Message::CaughtUp(_) => {
                self.caught_up = true;
                None
            }
        }
    }

    fn lost(&mut self) {
        self.stream = None;
        self.caught_up = false;
        self.failed += 1;
    }

    async fn open(&mut self) -> Result<(), Error> {
        let give_up = |failed| Error::Unreachable { cause: format!("{failed} attempts failed") };
        let wait = self.retry.wait(self.failed).ok_or_else(|| give_up(self.failed))?;
        tokio::time::sleep(wait).await;
        let request = pb::WatchMatchRequest { match_id: self.match_id.clone(), after_seq: self.after_seq };
        match self.client.matches().watch_match(request).await.map_err(Error::from) {
            Ok(opened) => self.stream = Some(opened.into_inner()),
            Err(error) if error.is_passing() => self.failed += 1,
            Err(error) => return Err(error),
        }
        Ok(())
    }
}
