//! A stream of answers that reopens after its connection was cut.

use tonic::{Response, Status, Streaming};

use crate::{error::Error, retry::Retry};

/// A stream that may be open or closed.
pub(crate) struct Reopening<T> {
    retry: Retry,
    /// Number of failed attempts since the last message.
    failed: u32,
    stream: Option<Streaming<T>>,
}

/// The result of waiting for a message.
pub(crate) enum Heard<T> {
    /// A message.
    Message(T),
    /// The server ended the stream.
    Ended,
    /// The connection was cut, or another attempt to open it failed. A later attempt may succeed.
    Cut,
}

impl<T> Reopening<T> {
    /// Creates a closed stream.
    pub fn new(retry: Retry) -> Reopening<T> {
        Reopening { retry, failed: 0, stream: None }
    }

    /// Sets the delays between attempts to connect.
    pub fn set_retry(&mut self, retry: Retry) {
        self.retry = retry;
    }

    /// Returns whether the stream must be opened before a message can arrive.
    pub fn is_closed(&self) -> bool {
        self.stream.is_none()
    }

    /// Opens the stream with `attempt`, after the retry delay. Fails with [`Error::Unreachable`]
    /// when the attempts are used up.
    pub async fn open(
        &mut self,
        attempt: impl Future<Output = Result<Response<Streaming<T>>, Status>>,
    ) -> Result<(), Error> {
        let failed = self.failed;
        let give_up = || Error::Unreachable { cause: format!("{failed} attempts failed") };
        tokio::time::sleep(self.retry.wait(failed).ok_or_else(give_up)?).await;
        match attempt.await.map_err(Error::from) {
            Ok(opened) => self.stream = Some(opened.into_inner()),
            Err(error) if error.is_passing() => self.failed += 1,
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Waits for the next message. The stream is closed after [`Heard::Ended`] and [`Heard::Cut`].
    /// Cancel safe.
    pub async fn hear(&mut self) -> Result<Heard<T>, Error> {
        let Some(stream) = &mut self.stream else { return Ok(Heard::Cut) };
        let heard = match stream.message().await.map_err(Error::from) {
            Ok(Some(message)) => {
                self.failed = 0;
                return Ok(Heard::Message(message));
            }
            Ok(None) => Heard::Ended,
            Err(error) if error.is_passing() => Heard::Cut,
            Err(error) => return Err(error),
        };
        self.stream = None;
        self.failed += 1;
        Ok(heard)
    }
}
