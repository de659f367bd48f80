//! What becomes true in a tournament or a ladder, whatever happens to the connection.

use crate::{
    connect::Client,
    error::Error,
    log::v1::{ContestEvent, contest_event},
    pb::{self, Contest, contest::Id, watch_contest_response::Message},
    reopening::{Heard, Reopening},
    retry::Retry,
};

/// The events of a tournament or a ladder, each once and in the order of their numbers.
pub struct ContestEvents {
    client: Client,
    contest: Contest,
    after_seq: u64,
    is_over: bool,
    stream: Reopening<pb::WatchContestResponse>,
}

/// The next item of [`ContestEvents`].
#[derive(Clone, Debug, PartialEq)]
pub enum NextEvent {
    /// Something became true.
    Event(Box<ContestEvent>),
    /// All visible events were returned. Repeated after a reconnect.
    CaughtUp,
    /// It is over, and all of it was given.
    Over,
}

impl Contest {
    /// The tournament of this id.
    pub fn tournament(id: impl Into<String>) -> Contest {
        Contest { id: Some(Id::TournamentId(id.into())) }
    }

    /// The ladder of this id.
    pub fn ladder(id: impl Into<String>) -> Contest {
        Contest { id: Some(Id::LadderId(id.into())) }
    }
}

impl ContestEvents {
    pub(crate) fn new(client: Client, contest: Contest, after_seq: u64, retry: Retry) -> ContestEvents {
        ContestEvents { client, contest, after_seq, is_over: false, stream: Reopening::new(retry) }
    }

    /// Other waits between attempts to connect.
    #[must_use]
    pub fn with_retry(mut self, retry: Retry) -> ContestEvents {
        self.stream.set_retry(retry);
        self
    }

    /// Returns the next item; waits until something happens. Reconnects after the last event that
    /// was returned. Cancel safe.
    pub async fn next(&mut self) -> Result<NextEvent, Error> {
        loop {
            if self.is_over {
                return Ok(NextEvent::Over);
            }
            if self.stream.is_closed() {
                let asked = pb::WatchContestRequest { contest: Some(self.contest.clone()), after_seq: self.after_seq };
                let client = self.client.clone();
                self.stream.open(async move { client.contests().watch_contest(asked).await }).await?;
            }
            let answer = match self.stream.hear().await? {
                Heard::Message(answer) => answer,
                Heard::Ended => {
                    // The server ends the stream if no event follows the known ones.
                    self.is_over = true;
                    continue;
                }
                Heard::Cut => continue,
            };
            match answer.message {
                Some(Message::Event(event)) if event.seq > self.after_seq => {
                    self.after_seq = event.seq;
                    self.is_over = matches!(event.event, Some(contest_event::Event::Ended(_)));
                    return Ok(NextEvent::Event(Box::new(event)));
                }
                Some(Message::CaughtUp(_)) => return Ok(NextEvent::CaughtUp),
                // It has been given before, or is of a later version.
                Some(Message::Event(_)) | None => {}
            }
        }
    }
}
