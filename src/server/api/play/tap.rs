//! A tap: the stream and the commands of one player go through another part of this process, which
//! may hold, drop, change and add messages. `referee check` examines a bot through it.

use std::sync::{Arc, OnceLock};

use referee_ids::PlayerId;
use referee_law::Refusal;
use referee_proto::v1::{PlayRequest, PlayResponse, SubmitCommandRequest, SubmitCommandResponse};
use tokio::sync::{mpsc, oneshot};
use tonic::Status;

use super::{Answers, Inbound};
use crate::api::status::stopping;

/// Maximum queued streams and commands; further ones are refused.
const MAX_OPENED: usize = 64;
/// Maximum queued messages of a stream, in each direction.
const MAX_WAITING: usize = 4_096;

/// The server's end of a tap. It applies to the first player that opens a stream.
#[derive(Clone, Debug)]
pub struct Tap {
    player: Arc<OnceLock<PlayerId>>,
    streams: mpsc::Sender<TappedStream>,
    commands: mpsc::Sender<TappedCommand>,
}

/// The other end of a tap.
pub struct Tapped {
    /// Streams in the order of opening.
    pub streams: mpsc::Receiver<TappedStream>,
    /// Calls of `SubmitCommand`, in the order of arrival.
    pub commands: mpsc::Receiver<TappedCommand>,
}

/// A stream of the tapped player. Dropping it ends the stream on both sides.
pub struct TappedStream {
    pub player: PlayerId,
    pub from_player: Inbound,
    pub to_player: mpsc::Sender<Result<PlayResponse, Status>>,
    pub from_server: Answers,
    pub to_server: mpsc::Sender<PlayRequest>,
}

/// A call of `SubmitCommand` by the tapped player. Dropping `forward` keeps it from the server.
pub struct TappedCommand {
    pub asked: SubmitCommandRequest,
    pub forward: oneshot::Sender<SubmitCommandRequest>,
    /// The server's answer to what was forwarded.
    pub served: oneshot::Receiver<Result<SubmitCommandResponse, Refusal>>,
    /// The answer that the player gets.
    pub answer: oneshot::Sender<Result<SubmitCommandResponse, Refusal>>,
}

/// Creates both ends of a tap.
pub fn tap() -> (Tap, Tapped) {
    let (streams, opened) = mpsc::channel(MAX_OPENED);
    let (commands, asked) = mpsc::channel(MAX_OPENED);
    (Tap { player: Arc::default(), streams, commands }, Tapped { streams: opened, commands: asked })
}

impl Tap {
    /// Returns whether the stream of this player goes through the tap.
    pub(super) fn takes_stream(&self, player: &PlayerId) -> bool {
        self.player.get_or_init(|| player.clone()) == player
    }

    /// Returns whether the commands of this player go through the tap.
    pub(in crate::api) fn takes_commands(&self, player: &PlayerId) -> bool {
        self.player.get() == Some(player)
    }

    /// Taps a stream, which `serve` serves; returns what the player receives.
    pub(super) fn open(
        &self,
        player: PlayerId,
        from_player: Inbound,
        serve: impl FnOnce(Inbound) -> Answers,
    ) -> mpsc::Receiver<Result<PlayResponse, Status>> {
        let (to_server, requests) = mpsc::channel(MAX_WAITING);
        let (to_player, responses) = mpsc::channel(MAX_WAITING);
        let goes_both_ways = from_player.goes_both_ways();
        let from_server = serve(Inbound::Tapped { requests, goes_both_ways });
        // A player that opens too many streams gets an empty one.
        let _ = self.streams.try_send(TappedStream { player, from_player, to_player, from_server, to_server });
        responses
    }

    /// Taps a command, which `serve` serves.
    pub(in crate::api) async fn command<F>(
        &self,
        asked: SubmitCommandRequest,
        serve: impl FnOnce(SubmitCommandRequest) -> F,
    ) -> Result<SubmitCommandResponse, Refusal>
    where
        F: Future<Output = Result<SubmitCommandResponse, Refusal>>,
    {
        let (forward, forwarded) = oneshot::channel();
        let (tell, served) = oneshot::channel();
        let (answer, answered) = oneshot::channel();
        let command = TappedCommand { asked, forward, served, answer };
        self.commands.try_send(command).map_err(|_| stopping())?;
        if let Ok(asked) = forwarded.await {
            let _ = tell.send(serve(asked).await);
        }
        answered.await.unwrap_or_else(|_| Err(stopping()))
    }
}
