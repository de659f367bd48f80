//! The lobby, across reconnects.

use crate::{
    connect::Client,
    error::Error,
    pb::{self, watch_lobby_response::Message},
    reopening::{Heard, Reopening},
    retry::Retry,
};

/// The challenges visible to the caller, and the connected players: first the present state, then
/// `CaughtUp`, then changes.
pub struct Lobby {
    client: Client,
    stream: Reopening<pb::WatchLobbyResponse>,
}

impl Lobby {
    pub(crate) fn new(client: Client, retry: Retry) -> Lobby {
        Lobby { client, stream: Reopening::new(retry) }
    }

    /// Sets the delays between attempts to connect.
    pub fn with_retry(mut self, retry: Retry) -> Lobby {
        self.stream.set_retry(retry);
        self
    }

    /// Returns the next message, and waits for it if necessary. After a reconnect, the present
    /// content of the lobby is sent again up to `CaughtUp`, without removed items. Cancel safe.
    pub async fn next(&mut self) -> Result<Message, Error> {
        loop {
            if self.stream.is_closed() {
                self.stream.open(self.client.challenges().watch_lobby(pb::WatchLobbyRequest {})).await?;
            }
            // A response without a known message is from a later version.
            if let Heard::Message(pb::WatchLobbyResponse { message: Some(message) }) = self.stream.hear().await? {
                return Ok(message);
            }
        }
    }
}
