//! How matches end, whatever happens to the connection.

use tonic::Streaming;

use crate::{
    connect::Client,
    error::Error,
    pb::{self, watch_results_response::Message},
    retry::Retry,
};

/// The results of matches, each once and in the order of their numbers.
pub struct Results {
    client: Client,
    filter: pb::ResultFilter,
    after_number: u64,
    retry: Retry,
    failed: u32,
    stream: Option<Streaming<pb::WatchResultsResponse>>,
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
        Results { client, filter, after_number, retry, failed: 0, stream: None }
    }

    /// The next of them; it waits until a match ends. A cut connection is opened again behind the last result that was given.
    /// Dropping the future loses nothing.
    pub async fn next(&mut self) -> Result<NextResult, Error> {
        loop {
            let Some(stream) = &mut self.stream else {
                self.open().await?;
                continue;
            };
            match stream.message().await {
                Ok(Some(pb::WatchResultsResponse { message })) => {
                    self.failed = 0;
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
    }

    /// The number behind which the next result is: what to begin after next time.
    pub fn after_number(&self) -> u64 {
        self.after_number
    }

    fn lost(&mut self) {
        self.stream = None;
        self.failed += 1;
    }

    async fn open(&mut self) -> Result<(), Error> {
        let give_up = |failed| Error::Unreachable { cause: format!("{failed} attempts failed") };
        let wait = self.retry.wait(self.failed).ok_or_else(|| give_up(self.failed))?;
        tokio::time::sleep(wait).await;
        let request = pb::WatchResultsRequest { after_number: self.after_number, filter: Some(self.filter.clone()) };
        match self.client.matches().watch_results(request).await.map_err(Error::from) {
            Ok(opened) => self.stream = Some(opened.into_inner()),
            Err(error) if error.is_passing() => self.failed += 1,
            Err(error) => return Err(error),
        }
        Ok(())
    }
}
