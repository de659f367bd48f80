//! `WatchLobby`: the visible challenges, the connected players, and changes to both. The stream
//! ends if the caller reads nothing for [`UNREAD_WITHIN`](super::stream_limits::UNREAD_WITHIN) or
//! lags by [`WAITING_CHANGES`].

use std::sync::Arc;

use tokio::sync::broadcast::{self, error::RecvError};

use super::{
    context::ServiceContext,
    convert,
    fair_queue::Payer,
    line::{Answers, Line},
    stream_limits::StreamPlace,
    worker_pool::Metered,
};
use crate::{
    hall::{
        challenge::{CHALLENGES, WAITING_CHANGES},
        challenge_board::LobbyChange,
    },
    ids::PlayerId,
    pb::v1::{LobbyCaughtUp, Presence, WatchLobbyResponse, watch_lobby_response::Message},
    referee::{Reason, Refusal},
};

/// Queued messages per stream.
const WAITING: usize = 16;

pub type LobbyStream = Answers<WatchLobbyResponse>;

/// Opens the stream for a caller.
pub(super) fn open(
    context: &ServiceContext,
    caller: Option<PlayerId>,
    place: StreamPlace,
    payer: Payer,
) -> LobbyStream {
    let (line, last_word, answers) = context.line(&place, WAITING);
    let ended = context.ended(&place);
    let watching = Watching { context: context.clone(), caller, line: line.clone(), _place: place };
    let task = async move {
        let refusal = tokio::select! {
            biased;
            () = line.closed() => return,
            refusal = ended => refusal,
            refusal = watching.tell() => refusal,
        };
        last_word.say(&refusal);
    };
    context.background().spawn(Metered::new(task, payer));
    answers
}

struct Watching {
    context: ServiceContext,
    caller: Option<PlayerId>,
    line: Line<WatchLobbyResponse>,
    _place: StreamPlace,
}

impl Watching {
    /// Sends the lobby and its changes; returns why that ended.
    async fn tell(&self) -> Refusal {
        // Changes during the initial listing follow it.
        let changes = self.context.hall().lobby_changes();
        match self.tell_all(changes).await {
            Ok(never) => match never {},
            Err(refusal) => refusal,
        }
    }

    async fn tell_all(
        &self,
        mut changes: broadcast::Receiver<LobbyChange>,
    ) -> Result<std::convert::Infallible, Refusal> {
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
                // The hall, and so the server, is gone.
                Err(RecvError::Closed) => return Err(super::context::stopping()),
            }
        }
    }

    /// Returns the presence of a player now.
    fn presence(&self, player: &PlayerId) -> Message {
        let lobby = self.context.hall().lobby();
        let (online, games) = (lobby.is_online(player), lobby.games_of(player));
        Message::Presence(Presence { player: player.to_string(), online, games })
    }

    async fn say(&self, message: Message) -> Result<(), Refusal> {
        self.line.say(WatchLobbyResponse { message: Some(message) }).await
    }
}
