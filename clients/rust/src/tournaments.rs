//! What becomes true in a tournament, whatever happens to the connection.

use crate::{
    connect::Client,
    error::Error,
    log::v1::{TournamentEvent, tournament_event::Event},
    pb::{self, watch_tournament_response::Message},
    reopening::{Heard, Reopening},
    retry::Retry,
};

/// The events of a tournament, each once and in the order of their numbers.
pub struct TournamentEvents {
    client: Client,
    tournament: String,
    after_seq: u64,
    is_over: bool,
    stream: Reopening<pb::WatchTournamentResponse>,
}

/// What comes next of [`TournamentEvents`].
#[derive(Clone, Debug, PartialEq)]
pub enum NextEvent {
    /// Something became true.
    Event(Box<TournamentEvent>),
    /// All that may be seen was given. It is said again after a cut connection.
    CaughtUp,
    /// The tournament is over, and all of it was given.
    Over,
}

impl TournamentEvents {
    pub(crate) fn new(client: Client, tournament: String, after_seq: u64, retry: Retry) -> TournamentEvents {
        TournamentEvents { client, tournament, after_seq, is_over: false, stream: Reopening::new(retry) }
    }

    /// Other waits between attempts to connect.
    #[must_use]
    pub fn with_retry(mut self, retry: Retry) -> TournamentEvents {
        self.stream.set_retry(retry);
        self
    }

    /// The next of them; it waits until something happens. A cut connection is opened again behind the last event that was given.
    /// Dropping the future loses nothing.
    pub async fn next(&mut self) -> Result<NextEvent, Error> {
        loop {
            if self.is_over {
                return Ok(NextEvent::Over);
            }
            if self.stream.is_closed() {
                let asked =
                    pb::WatchTournamentRequest { tournament: self.tournament.clone(), after_seq: self.after_seq };
                self.stream.open(self.client.tournaments().watch_tournament(asked)).await?;
            }
            let Heard::Message(pb::WatchTournamentResponse { message }) = self.stream.hear().await? else { continue };
            match message {
                Some(Message::Event(event)) if event.seq > self.after_seq => {
                    self.after_seq = event.seq;
                    self.is_over = matches!(event.event, Some(Event::TournamentEnded(_)));
                    return Ok(NextEvent::Event(Box::new(event)));
                }
                Some(Message::CaughtUp(_)) => return Ok(NextEvent::CaughtUp),
                // It has been given before, or is of a later version.
                Some(Message::Event(_)) | None => {}
            }
        }
    }
}
