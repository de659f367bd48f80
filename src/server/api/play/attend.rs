//! `Attend`: a seat for clients that cannot stream both ways. It is a stream of
//! [`play`](crate::api::play) that reads only its `Hello`; answers come by `SubmitCommand`.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use futures_util::Stream;
use referee_proto::v1::{AttendRequest, AttendResponse};
use tonic::Status;

use super::{Answers, Inbound};
use crate::api::{admission::stream_limits::StreamPlace, context::ServiceContext, play, status::status};
use crate::hall::limits::creation_limits::Creator;

pub struct AttendStream(Answers);

/// Opens the stream of an authenticated caller. Without a `Hello`, it plays every game.
pub(in crate::api) fn open(
    context: ServiceContext,
    player: Creator,
    place: StreamPlace,
    asked: AttendRequest,
) -> AttendStream {
    let hello = Box::new(asked.hello.unwrap_or_default());
    AttendStream(play::open(context, player, place, Inbound::OneWay(Some(hello))))
}

impl Stream for AttendStream {
    type Item = Result<AttendResponse, Status>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let answers = &mut self.get_mut().0;
        let said = ready!(Pin::new(&mut *answers).poll_next(cx));
        // Its status says again why it ends, so that a loop which reopens cut streams sees it.
        let said = said.or_else(|| answers.take_why().map(|why| Err(status(&why))));
        Poll::Ready(said.map(|said| said.map(|said| AttendResponse { response: Some(said) })))
    }
}
