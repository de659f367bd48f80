//! How matches end, whatever happens to the connection.

use crate::{
    connect::Client,
    error::Error,
    pb::{self, watch_results_response::Message},
    reopening::{Heard, Reopening},
    retry::Retry,
};

/// The results of matches, each once and in the order of their numbers.
pub struct Results {
    client: Client,
    filter: pb::ResultFilter,
    after_number: u64,
    stream: Reopening<pb::WatchResultsResponse>,
}

/// What comes next of [`Results`].
#[derive(Clone, Debug, PartialEq)]
pub enum NextResult {
    /// A match has ended.
    Result(Box<pb::MatchResult>),
    /// All that has ended was given. It is said again after a cut connection.
    CaughtUp,
}

impl Results {
    pub(crate) fn new(client: Client, filter: pb::ResultFilter, after_number: u64, retry: Retry) -> Results {
        Results { client, filter, after_number, stream: Reopening::new(retry) }
    }

    /// The next of them; it waits until a match ends. A cut connection is opened again behind the last result that was given.
    /// Dropping the future loses nothing.
    pub async fn next(&mut self) -> Result<NextResult, Error> {
        loop {
            if self.stream.is_closed() {
                let (after_number, filter) = (self.after_number, Some(self.filter.clone()));
                let asked = pb::WatchResultsRequest { after_number, filter };
                self.stream.open(self.client.matches().watch_results(asked)).await?;
            }
            let Heard::Message(pb::WatchResultsResponse { message }) = self.stream.hear().await? else { continue };
            match message {
                Some(Message::Result(result)) if result.number > self.after_number => {
                    self.after_number = result.number;
                    return Ok(NextResult::Result(Box::new(result)));
                }
                Some(Message::CaughtUp(pb::ResultsCaughtUp { last_number })) => {
                    self.after_number = self.after_number.max(last_number);
                    return Ok(NextResult::CaughtUp);
                }
                // It has been given before, or is of a later version.
                Some(Message::Result(_)) | None => {}
            }
        }
    }

    /// The number behind which the next result is: what to begin after next time.
    pub fn after_number(&self) -> u64 {
        self.after_number
    }
}
