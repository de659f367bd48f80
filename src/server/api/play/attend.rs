//! `Attend` takes seats for clients that cannot stream both ways. It is a stream of
//! [`play`](crate::api::play) that reads only its `Hello`; the client answers by `SubmitCommand`.
//! The stream may also carry a stream of `WatchMatches`, so that a page needs only one connection.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use futures_util::{Stream, StreamExt as _};
use referee_proto::v1::{self, AttendResponse, Hello, watch_matches_response};
use tonic::Status;

use super::{Inbound, SeatStream};
use crate::api::{
    admission::stream_limits::StreamPlace, context::ServiceContext, convert, play, watch::matches::WallStream,
};
use crate::hall::limits::creation_limits::Creator;

pub struct AttendStream {
    answers: SeatStream,
    /// `None` if nothing is watched, or nothing is left to watch.
    wall: Option<WallStream>,
}

/// Opens the stream of an authenticated caller, with the watched matches `wall`.
pub(in crate::api) fn open(
    context: ServiceContext,
    player: Creator,
    place: StreamPlace,
    hello: Hello,
    wall: Option<WallStream>,
) -> AttendStream {
    AttendStream { answers: play::open(context, player, place, Inbound::OneWay(Some(Box::new(hello)))), wall }
}

impl Stream for AttendStream {
    type Item = Result<AttendResponse, Status>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let AttendStream { answers, wall } = self.get_mut();
        // Messages to the seat come before watched matches.
        if let Poll::Ready(said) = Pin::new(&mut *answers).poll_next(cx) {
            let response = |said| AttendResponse { response: Some(said), watched: None };
            return Poll::Ready(said.map(|said| said.map(response)));
        }
        if let Some(watched) = wall {
            let said = match ready!(watched.poll_next_unpin(cx)) {
                Some(Ok(said)) => said,
                // The seat does not depend on the watched matches, so its stream continues.
                ended => {
                    *wall = None;
                    let refusal = ended.and_then(Result::err).map(|why| convert::refusal_of_status(&why));
                    let message = Some(watch_matches_response::Message::Gone(v1::Gone { refusal, is_removed: false }));
                    v1::WatchMatchesResponse { match_id: String::new(), message }
                }
            };
            return Poll::Ready(Some(Ok(AttendResponse { response: None, watched: Some(said) })));
        }
        Poll::Pending
    }
}
