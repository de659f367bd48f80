//! `WatchMatch`: the events of a match, those that were and those that come.

use std::pin::Pin;

use futures_util::{Stream, stream};
use tonic::Status;

use super::{convert, desk, desk::Desk, status, streams::StreamPlace};
use crate::{
    hall::table::{Watch, Watched},
    ids::{MatchId, PlayerId, Seq},
    pb::v1::{WatchMatchRequest, WatchMatchResponse},
    referee::Refusal,
};

/// The answers of one call of `WatchMatch`.
pub type WatchStream = Pin<Box<dyn Stream<Item = Result<WatchMatchResponse, Status>> + Send>>;

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
    let stopped = Box::pin(desk.stopped());
    tracing::debug!(%match_id, after = asked.after_seq, "watched");
    Ok(Box::pin(stream::unfold(Some(Box::new(Watching { watch, stopped, match_id, _place: place })), next)))
}

struct Watching {
    watch: Watch,
    stopped: Pin<Box<dyn Future<Output = ()> + Send>>,
    match_id: MatchId,
    _place: StreamPlace,
}

/// The next answer with what is to be asked after it, which is nothing at the end.
type Next = (Result<WatchMatchResponse, Status>, Option<Box<Watching>>);

async fn next(watching: Option<Box<Watching>>) -> Option<Next> {
    let mut watching = watching?;
    let item = tokio::select! {
        biased;
        () = &mut watching.stopped => return Some((Err(status::status(&desk::stopping())), None)),
        item = watching.watch.next() => item?,
    };
    let said = Ok(convert::watched(&item));
    if let Watched::Lagged(seq) = item {
        tracing::warn!(match_id = %watching.match_id, %seq, "a watcher fell behind");
        return Some((said, None));
    }
    Some((said, Some(watching)))
}
