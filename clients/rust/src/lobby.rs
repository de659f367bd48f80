//! The lobby, whatever happens to the connection.

use crate::{
    connect::Client,
    error::Error,
    pb::{self, watch_lobby_response::Message},
    reopening::{Heard, Reopening},
    retry::Retry,
};

/// The challenges that the caller may see, who is connected, and what becomes of both: first how it is, then `CaughtUp`, then what changes.
pub struct Lobby {
    client: Client,
    stream: Reopening<pb::WatchLobbyResponse>,
}

impl Lobby {
    pub(crate) fn new(client: Client, retry: Retry) -> Lobby {
        Lobby { client, stream: Reopening::new(retry) }
    }

    /// The same, with other waits between attempts to connect.
    pub fn with_retry(mut self, retry: Retry) -> Lobby {
        self.stream.set_retry(retry);
        self
    }

    /// What comes next of it; it waits until something does. A cut connection is opened again, and then the lobby is told anew: what is
    /// in it up to `CaughtUp`, without what has gone meanwhile. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Result<Message, Error> {
        loop {
            if self.stream.is_closed() {
                self.stream.open(self.client.challenges().watch_lobby(pb::WatchLobbyRequest {})).await?;
            }
            // What has no message is of a later version.
            if let Heard::Message(pb::WatchLobbyResponse { message: Some(message) }) = self.stream.hear().await? {
                return Ok(message);
            }
        }
    }
}
