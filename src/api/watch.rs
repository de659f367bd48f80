//! `WatchMatch`: the events of a match, those that were and those that come. A task reads them for each stream, and waits for
//! the caller to read; a caller that reads nothing for [`UNREAD_WITHIN`] is watched for no longer.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use super::{convert, desk, desk::Desk, status, streams::StreamPlace};
use crate::{
    hall::table::Watch,
    ids::{MatchId, PlayerId, Seq, Viewer},
    pb::v1::{WatchMatchRequest, WatchMatchResponse},
    referee::{Reason, Refusal},
};

/// How many messages wait for the caller of one stream.
const WAITING: usize = 16;
/// For how long a caller may leave unread what waits for it.
pub const UNREAD_WITHIN: Duration = Duration::from_secs(60);

/// The answers of one call of `WatchMatch`.
pub type WatchStream = ReceiverStream<Result<WatchMatchResponse, Status>>;

/// Opens the stream for a caller: who sits in the match sees it from there.
pub(super) async fn open(
    desk: &Desk,
    caller: Option<PlayerId>,
    place: StreamPlace,
    asked: WatchMatchRequest,
) -> Result<WatchStream, Refusal> {
    let match_id = convert::match_id(&asked.match_id)?;
    let viewer = desk.viewer(&match_id, caller.as_ref()).await?;
    let watch = desk.hall().watch(&match_id, viewer, Seq(asked.after_seq)).await?;
    tracing::debug!(%match_id, after = asked.after_seq, "watched");
    // One place is kept for the last word.
    let (sender, answers) = mpsc::channel(WAITING + 1);
    let last_word = sender.clone().try_reserve_owned().ok();
    let mut watching = Watching { watch, sender, match_id, _place: place };
    let stopped = desk.stopped();
    // Who plays by single calls learns of its turns here; everybody else can wait for those who play.
    let runtime = if matches!(viewer, Viewer::Seat(_)) { desk.serving().clone() } else { desk.background() };
    runtime.spawn(async move {
        let sender = watching.sender.clone();
        let refusal = tokio::select! {
            biased;
            () = sender.closed() => None,
            () = stopped => Some(desk::stopping()),
            refusal = watching.run() => refusal,
        };
        if let Some((refusal, last_word)) = refusal.zip(last_word) {
            last_word.send(Err(status::status(&refusal)));
        }
    });
    Ok(ReceiverStream::new(answers))
}

struct Watching {
    watch: Watch,
    sender: mpsc::Sender<Result<WatchMatchResponse, Status>>,
    match_id: MatchId,
    _place: StreamPlace,
}

impl Watching {
    /// Tells the caller everything, until nothing follows, or it reads no more: then the stream ends with a refusal.
    async fn run(&mut self) -> Option<Refusal> {
        while let Some(item) = self.watch.next().await {
            if self.sender.send_timeout(Ok(convert::watched(&item)), UNREAD_WITHIN).await.is_err() {
                tracing::info!(match_id = %self.match_id, "a watcher reads no more");
                let text = format!("nothing was read for {} s (limit `unread`): watch again", UNREAD_WITHIN.as_secs());
                return Some(Refusal::new(Reason::Lagged, text));
            }
        }
        None
    }
}
