//! Match results, across reconnects.

use std::collections::BTreeSet;

use crate::{
    connect::Client,
    error::Error,
    pb::{self, watch_results_response::Message},
    reopening::{Heard, Reopening},
    retry::Retry,
};

/// Maximum results remembered after [`Results::after_number`], so that no result is returned twice.
const REMEMBERED: usize = 65_536;

/// The results of matches, each once, in the order of their numbers. The results of a sealed stage
/// arrive after its release.
pub struct Results {
    client: Client,
    filter: pb::ResultFilter,
    after_number: u64,
    /// The returned numbers after `after_number`.
    given: BTreeSet<u64>,
    stream: Reopening<pb::WatchResultsResponse>,
}

/// The next item of [`Results`].
#[derive(Clone, Debug, PartialEq)]
pub enum NextResult {
    /// A match has ended.
    Result(Box<pb::MatchResult>),
    /// All past results were returned. Repeated after a reconnect.
    CaughtUp,
}

impl Results {
    pub(crate) fn new(client: Client, filter: pb::ResultFilter, after_number: u64, retry: Retry) -> Results {
        Results { client, filter, after_number, given: BTreeSet::new(), stream: Reopening::new(retry) }
    }

    /// Returns the next item, and waits for it if necessary. After a reconnect, continues with the
    /// result after the last returned one. Cancel safe.
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
                // The message is from a later version.
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

    /// Drops remembered numbers that cannot repeat.
    fn complete(&mut self, complete_number: u64) {
        self.after_number = self.after_number.max(complete_number);
        self.given = self.given.split_off(&(self.after_number + 1));
        while self.given.len() > REMEMBERED {
            self.given.pop_first();
        }
    }

    /// Returns the number up to which all results were returned and none was withheld. Resume after
    /// it; results after it may repeat.
    pub fn after_number(&self) -> u64 {
        self.after_number
    }
}
