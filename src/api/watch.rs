//! `WatchMatch`: the events of a match, those that were and those that come.

use std::pin::Pin;

use futures_util::{Stream, stream};
use tonic::Status;

use super::{convert, desk, desk::Desk, status};
use crate::{
    hall::table::{Watch, Watched},
    ids::{MatchId, PlayerId, Seq},
    pb::v1::{WatchMatchRequest, WatchMatchResponse},
    referee::Refusal,
};

/// The answers of one call of `WatchMatch`.
pub type WatchStream = Pin<Box<dyn Stream<Item = Result<WatchMatchResponse, Status>> + Send>>;

/// Opens the stream for a caller: who sits in the match sees it from there.
pub async fn open(desk: &Desk, caller: Option<PlayerId>, asked: WatchMatchRequest) -> Result<WatchStream, Refusal> {
    let match_id = convert::match_id(&asked.match_id)?;
    let viewer = desk.viewer(&match_id, caller.as_ref()).await?;
    let watch = desk.hall().watch(&match_id, viewer, Seq(asked.after_seq)).await?;
    let stopped = Box::pin(desk.stopped());
    tracing::debug!(%match_id, after = asked.after_seq, "watched");
    Ok(Box::pin(stream::unfold(State::Watching { watch, stopped, match_id }, next)))
}

enum State {
    Watching { watch: Watch, stopped: Pin<Box<dyn Future<Output = ()> + Send>>, match_id: MatchId },
    Ended,
}

async fn next(state: State) -> Option<(Result<WatchMatchResponse, Status>, State)> {
    let State::Watching { mut watch, mut stopped, match_id } = state else {
        return None;
    };
    let item = tokio::select! {
        biased;
        () = &mut stopped => return Some((Err(status::status(&desk::stopping())), State::Ended)),
        item = watch.next() => item?,
    };
    let said = Ok(convert::watched(&item));
    if let Watched::Lagged(seq) = item {
        tracing::warn!(%match_id, %seq, "a watcher fell behind");
        return Some((said, State::Ended));
    }
    Some((said, State::Watching { watch, stopped, match_id }))
}
