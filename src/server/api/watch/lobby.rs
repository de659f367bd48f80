//! `WatchLobby`: the visible challenges, the connected players, and the changes to both. The stream
//! ends if the caller reads nothing for [`UNREAD_WITHIN`], or falls behind by [`WAITING_CHANGES`].
//!
//! [`UNREAD_WITHIN`]: crate::api::admission::stream_limits::UNREAD_WITHIN

use std::sync::Arc;

use referee_ids::PlayerId;
use referee_law::{Reason, Refusal};
use referee_proto::v1::{LobbyCaughtUp, Presence, WatchLobbyResponse, watch_lobby_response::Message};
use tokio::sync::broadcast::error::RecvError;

use crate::api::{
    admission::{
        fair_queue::Payer,
        line::{Answers, Line},
        stream_limits::StreamPlace,
    },
    context::ServiceContext,
    convert,
};
use crate::hall::challenges::{
    board::LobbyChange,
    challenge::{CHALLENGES, WAITING_CHANGES},
};

/// Maximum queued messages per stream.
const WAITING: usize = 16;

pub type LobbyStream = Answers<WatchLobbyResponse>;

/// Opens the stream for a caller.
pub(in crate::api) fn open(
    context: &ServiceContext,
    caller: Option<PlayerId>,
    place: StreamPlace,
    payer: Payer,
) -> LobbyStream {
    let of_task = context.clone();
    context.told((place, payer), WAITING, move |line| {
        let watching = Watching { context: of_task, caller, line };
        async move { watching.tell().await }
    })
}

struct Watching {
    context: ServiceContext,
    caller: Option<PlayerId>,
    line: Line<WatchLobbyResponse>,
}

impl Watching {
    /// Sends the lobby and then its changes. Ends only with an error.
    async fn tell(&self) -> Result<(), Refusal> {
        // Subscribing comes first, so that changes during the initial listing are sent after it.
        let mut changes = self.context.hall().lobby_changes();
        let hall = self.context.hall();
        for open in hall.challenges(self.caller.as_ref(), None, CHALLENGES) {
            self.say(Message::Challenge(convert::challenge(&open))).await?;
        }
        for player in hall.lobby().connected() {
            self.say(self.presence(&player)).await?;
        }
        self.say(Message::CaughtUp(LobbyCaughtUp {})).await?;
        loop {
            match changes.recv().await {
                Ok(LobbyChange::Challenge(challenge)) => {
                    if challenge.concerns(self.caller.as_ref()) {
                        self.say(Message::Challenge(convert::challenge(&Arc::unwrap_or_clone(challenge)))).await?;
                    }
                }
                Ok(LobbyChange::Presence(player)) => self.say(self.presence(&player)).await?,
                Err(RecvError::Lagged(_)) => {
                    let text = format!("{WAITING_CHANGES} unread changes of the lobby: watch it again");
                    return Err(Refusal::new(Reason::Lagged, text));
                }
                // The hall is gone, and with it the server.
                Err(RecvError::Closed) => return Err(crate::api::status::stopping()),
            }
        }
    }

    /// Returns a message about the presence of a player now.
    fn presence(&self, player: &PlayerId) -> Message {
        let lobby = self.context.hall().lobby();
        let (online, games) = (lobby.is_online(player), lobby.games_of(player));
        Message::Presence(Presence { player: player.to_string(), online, games })
    }

    async fn say(&self, message: Message) -> Result<(), Refusal> {
        self.line.say(WatchLobbyResponse { message: Some(message) }).await
    }
}
