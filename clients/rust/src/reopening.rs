//! A stream of answers that is opened again whenever its connection is cut.

use tonic::{Response, Status, Streaming};

use crate::{error::Error, retry::Retry};

/// A stream, if one is open.
pub(crate) struct Reopening<T> {
    retry: Retry,
    /// How many attempts have failed since the last message.
    failed: u32,
    stream: Option<Streaming<T>>,
}

/// The result of waiting for a message.
pub(crate) enum Heard<T> {
    /// A message.
    Message(T),
    /// The server ended the stream.
    Ended,
    /// The connection was cut, or another attempt to open it failed, and may succeed later.
    Cut,
}

impl<T> Reopening<T> {
    /// None is open yet.
    pub fn new(retry: Retry) -> Reopening<T> {
        Reopening { retry, failed: 0, stream: None }
    }

    /// Other waits between attempts to connect.
    pub fn set_retry(&mut self, retry: Retry) {
        self.retry = retry;
    }

    /// Whether it must be opened before a message can arrive.
    pub fn is_closed(&self) -> bool {
        self.stream.is_none()
    }

    /// Opens it with `attempt`, after the retry delay. [`Error::Unreachable`] when the attempts are
    /// used up.
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
