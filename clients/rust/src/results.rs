//! How matches end, whatever happens to the connection.

use std::collections::BTreeSet;

use crate::{
    connect::Client,
    error::Error,
    pb::{self, watch_results_response::Message},
    reopening::{Heard, Reopening},
    retry::Retry,
};

/// How many results behind [`Results::after_number`] are remembered, so that none is given twice.
const REMEMBERED: usize = 65_536;

/// The results of matches, each once and in the order of their numbers. Those of a sealed stage
/// come with its release.
pub struct Results {
    client: Client,
    filter: pb::ResultFilter,
    after_number: u64,
    /// The numbers behind it that were given.
    given: BTreeSet<u64>,
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
        Results { client, filter, after_number, given: BTreeSet::new(), stream: Reopening::new(retry) }
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
            let Heard::Message(said) = self.stream.hear().await? else { continue };
            let pb::WatchResultsResponse { message, complete_number } = said;
            let is_new = match &message {
                Some(Message::Result(result)) => result.number > self.after_number && self.given.insert(result.number),
                Some(Message::CaughtUp(_)) => true,
                // It is of a later version.
                None => false,
            };
            self.complete(complete_number);
            match message {
                Some(Message::Result(result)) if is_new => return Ok(NextResult::Result(Box::new(result))),
                Some(Message::CaughtUp(_)) => return Ok(NextResult::CaughtUp),
                Some(Message::Result(_)) | None => {}
            }
        }
    }

    /// Forgets what is not given again.
    fn complete(&mut self, complete_number: u64) {
        self.after_number = self.after_number.max(complete_number);
        self.given = self.given.split_off(&(self.after_number + 1));
        while self.given.len() > REMEMBERED {
            self.given.pop_first();
        }
    }

    /// The number up to which no result was withheld: what to begin after next time. Results behind
    /// it may be given again.
    pub fn after_number(&self) -> u64 {
        self.after_number
    }
}
