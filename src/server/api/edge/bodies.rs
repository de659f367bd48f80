//! HTTP bodies of calls that other threads handle: requests are read completely, answers are sent
//! in pieces, and streams are relayed.

use std::{
    future::poll_fn,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
};

use http_body::Frame;
use referee_law::{Reason, Refusal};
use tokio::{sync::mpsc, task::JoinHandle, time::sleep};
use tonic::{
    Status,
    body::Body,
    codegen::{Body as _, Bytes, http::HeaderMap},
};

use crate::api::{
    admission::{
        byte_budget::Reserved,
        fair_queue::Call,
        stream_limits::{StreamPlace, UNREAD_WITHIN},
        worker_pool::Job,
    },
    status::status,
};

/// Bytes handed to the transport at a time, so that each step of a serving thread stays short.
const PIECE: usize = 64 * 1024;
/// Number of pieces of a stream produced ahead of the transport.
const AHEAD: usize = 1;
/// Bytes of the prefix of a message: flags and length.
const PREFIX: usize = 5;

/// The maximum size of a request, with the name of that limit.
#[derive(Clone, Copy)]
pub struct Size {
    pub most: usize,
    /// Name of the limit in refusals.
    pub limit: &'static str,
}

/// Reads a request. Copies its bytes, so that a small rest does not keep a large buffer of the
/// connection in memory.
pub async fn take_in(mut body: Body, size: Size, reserved: &mut Reserved) -> Result<Bytes, Status> {
    let mut taken = Vec::new();
    while let Some(frame) = next_frame(&mut body).await {
        let Ok(data) = frame?.into_data() else { continue };
        if taken.len() + data.len() > size.most {
            let refusal = Refusal::at_most(size.limit, size.most, "bytes per message", None);
            return Err(status(&refusal));
        }
        reserved.grow(data.len()).map_err(|refusal| status(&refusal))?;
        taken.extend_from_slice(&data);
    }
    Ok(taken.into())
}

async fn next_frame(body: &mut Body) -> Option<Result<Frame<Bytes>, Status>> {
    poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await
}

/// A complete request. Its bytes are counted until the request is dropped.
pub struct Arrived {
    bytes: Option<Bytes>,
    _reserved: Reserved,
}

impl Arrived {
    pub fn new(bytes: Bytes, reserved: Reserved) -> Arrived {
        Arrived { bytes: Some(bytes), _reserved: reserved }
    }
}

impl http_body::Body for Arrived {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Poll::Ready(self.bytes.take().map(|bytes| Ok(Frame::data(bytes))))
    }
}

/// A stream of messages that limits unfinished ones. The declared length of a message is counted
/// with the bytes of all unfinished requests, since its reader allocates that much after the
/// prefix.
pub struct Unended {
    body: Body,
    reserved: Reserved,
    /// Maximum length of a message in bytes.
    most: usize,
    /// Bytes received of a message's prefix, and how many they are.
    prefix: [u8; PREFIX],
    prefixed: usize,
    /// Bytes still missing of the message.
    left: usize,
}

impl Unended {
    /// Wraps a body whose reader accepts messages of at most `most` bytes. Counts them in
    /// `reserved`.
    pub fn new(body: Body, reserved: Reserved, most: usize) -> Unended {
        Unended { body, reserved, most, prefix: [0; PREFIX], prefixed: 0, left: 0 }
    }

    /// Counts messages as they arrive, and releases them when complete.
    fn count(&mut self, mut data: &[u8]) -> Result<(), Refusal> {
        while !data.is_empty() {
            if self.prefixed < PREFIX {
                let more = data.len().min(PREFIX - self.prefixed);
                self.prefix[self.prefixed..self.prefixed + more].copy_from_slice(&data[..more]);
                self.prefixed += more;
                data = &data[more..];
                if self.prefixed < PREFIX {
                    break;
                }
                let [_, length @ ..] = self.prefix;
                self.left = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX);
                // The reader rejects a longer message immediately, so it allocates nothing.
                self.reserved.grow(if self.left <= self.most { self.left } else { 0 })?;
            }
            let more = data.len().min(self.left);
            self.left -= more;
            data = &data[more..];
            if self.left == 0 {
                self.prefixed = 0;
                self.reserved.give_back();
            }
        }
        Ok(())
    }
}

impl http_body::Body for Unended {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if let Some(Ok(frame)) = &frame
            && let Some(data) = frame.data_ref()
            && let Err(refusal) = self.count(data)
        {
            return Poll::Ready(Some(Err(status(&refusal))));
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
}

/// A complete answer. Its call stays open until the answer is dropped, or unread for
/// [`UNREAD_WITHIN`]. An unread answer loses its content.
pub struct Answer {
    unread: Arc<Mutex<Unread>>,
    forgetting: JoinHandle<()>,
}

/// The unread rest of an answer.
struct Unread {
    /// Pieces of the body, the last one first.
    data: Vec<Bytes>,
    end: Option<Result<HeaderMap, Status>>,
    call: Option<Call>,
}

impl Unread {
    /// Drops the content, and leaves the error that the answer was unread.
    fn forget(&mut self) {
        let text =
            format!("the client read nothing of the answer for {} s (limit `unread`): retry", UNREAD_WITHIN.as_secs());
        let mut trailers = HeaderMap::new();
        // The text is short enough for a header, so this cannot fail.
        let _ = status(&Refusal::new(Reason::Lagged, text)).add_header(&mut trailers);
        *self = Unread { data: Vec::new(), end: Some(Ok(trailers)), call: None };
    }
}

impl Answer {
    pub async fn collect(mut body: Body, mut call: Call) -> Answer {
        let (mut data, mut end) = (Vec::new(), None);
        while let Some(frame) = next_frame(&mut body).await {
            match frame.map(Frame::into_data) {
                Ok(Ok(bytes)) => data.push(bytes),
                Ok(Err(frame)) => end = frame.into_trailers().ok().map(Ok),
                Err(status) => end = Some(Err(status)),
            }
        }
        call.answered(data.iter().map(Bytes::len).sum());
        data.reverse();
        let unread = Arc::new(Mutex::new(Unread { data, end, call: Some(call) }));
        let forgotten = Arc::clone(&unread);
        let forgetting = tokio::spawn(async move {
            sleep(UNREAD_WITHIN).await;
            lock(&forgotten).forget();
        });
        Answer { unread, forgetting }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.forgetting.abort();
        // The task may live longer than the answer, but the call is over now.
        lock(&self.unread).call = None;
    }
}

/// Locks the unread rest. The lock is held briefly, never across an await, and never protects a
/// half-made change.
fn lock(unread: &Mutex<Unread>) -> MutexGuard<'_, Unread> {
    unread.lock().unwrap_or_else(PoisonError::into_inner)
}

impl http_body::Body for Answer {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let mut unread = lock(&self.unread);
        let Unread { data, end, .. } = &mut *unread;
        let Some(first) = data.last_mut() else {
            return Poll::Ready(end.take().map(|end| end.map(Frame::trailers)));
        };
        let piece = first.split_to(first.len().min(PIECE));
        if first.is_empty() {
            data.pop();
        }
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    /// Returns true for a refusal, which has only headers. Some clients take an empty frame after
    /// them for a broken stream.
    fn is_end_stream(&self) -> bool {
        let unread = lock(&self.unread);
        unread.data.is_empty() && unread.end.is_none()
    }
}

/// The near end of a stream that another task produces. Dropping this end ends the stream.
pub struct Relayed {
    frames: mpsc::Receiver<Result<Frame<Bytes>, Status>>,
    _maker: Job<()>,
    _place: Option<StreamPlace>,
}

/// The far end of a relayed stream, used by the task that produces it.
pub struct Relay {
    frames: mpsc::Sender<Result<Frame<Bytes>, Status>>,
}

/// Creates both ends of a relayed stream.
pub fn relay() -> (Relay, mpsc::Receiver<Result<Frame<Bytes>, Status>>) {
    let (frames, made) = mpsc::channel(AHEAD);
    (Relay { frames }, made)
}

impl Relay {
    /// Relays a body as fast as the near end is read.
    pub async fn pump(self, mut body: Body) {
        loop {
            // The place comes first, so that content is produced only when it can be sent.
            let Ok(place) = self.frames.reserve().await else { return };
            match next_frame(&mut body).await {
                Some(frame) => place.send(frame),
                None => return,
            }
        }
    }
}

impl Relayed {
    /// Creates the near end of the stream that the job `maker` produces.
    pub fn new(
        frames: mpsc::Receiver<Result<Frame<Bytes>, Status>>,
        maker: Job<()>,
        place: Option<StreamPlace>,
    ) -> Relayed {
        Relayed { frames, _maker: maker, _place: place }
    }
}

impl http_body::Body for Relayed {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        self.frames.poll_recv(cx)
    }
}

/// A stream of requests that ends after a number of messages.
pub struct AtMost {
    body: Body,
    left: usize,
    /// Bytes received of the next message's prefix.
    prefix: Vec<u8>,
    /// Bytes still missing of the current message.
    missing: usize,
}

impl AtMost {
    /// Limits a stream to `most` messages.
    pub fn new(body: Body, most: usize) -> AtMost {
        AtMost { body, left: most, prefix: Vec::with_capacity(PREFIX), missing: 0 }
    }

    /// Returns how many of these bytes belong to messages within the limit.
    fn allowed(&mut self, bytes: &[u8]) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            if self.missing > 0 {
                let step = self.missing.min(bytes.len() - at);
                (at, self.missing) = (at + step, self.missing - step);
                continue;
            }
            if self.left == 0 {
                return at;
            }
            self.prefix.push(bytes[at]);
            at += 1;
            if let [_, length @ ..] = &*self.prefix
                && let Ok(length) = <[u8; 4]>::try_from(length)
            {
                self.missing = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX);
                self.left -= 1;
                self.prefix.clear();
            }
        }
        at
    }
}

impl http_body::Body for AtMost {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        if self.left == 0 && self.missing == 0 {
            return Poll::Ready(None);
        }
        let frame = match ready!(Pin::new(&mut self.body).poll_frame(cx)) {
            Some(Ok(frame)) => frame,
            other => return Poll::Ready(other),
        };
        match frame.into_data() {
            Ok(mut bytes) => {
                let allowed = self.allowed(&bytes);
                bytes.truncate(allowed);
                Poll::Ready(Some(Ok(Frame::data(bytes))))
            }
            Err(frame) => Poll::Ready(Some(Ok(frame))),
        }
    }
}

#[cfg(test)]
mod tests {
    use tonic::Code;

    use super::*;
    use crate::api::{
        admission::{fair_queue::FairQueue, stream_limits::Caller},
        settings::Settings,
    };

    #[tokio::test(start_paused = true)]
    async fn an_unread_answer_holds_its_slot_for_a_minute() {
        let queue = FairQueue::new(&Settings { calls_per_caller: 1, ..Settings::default() });
        let call = || queue.open(Caller::Address(None), None);
        let answered = call().expect("there is room");
        let mut body = Body::new(Answer::collect(Body::new("an answer".to_owned()), answered).await);
        assert!(call().is_err(), "it waits to be read");
        sleep(UNREAD_WITHIN * 2).await;
        assert!(call().is_ok(), "it has been forgotten");
        let Some(Ok(frame)) = next_frame(&mut body).await else { panic!("it says why") };
        let trailers = frame.into_trailers().expect("nothing of it is left");
        assert_eq!(Status::from_header_map(&trailers).map(|status| status.code()), Some(Code::Aborted));
        assert!(next_frame(&mut body).await.is_none());
    }

    #[test]
    fn a_stream_ends_after_its_messages_however_they_are_cut() {
        let three = [&[0, 0, 0, 0, 2, 7, 7][..], &[0, 0, 0, 0, 0], &[0, 0, 0, 0, 1, 9]].concat();
        for cut in 1..=three.len() {
            let mut most_two = AtMost::new(Body::empty(), 2);
            let allowed: usize = three.chunks(cut).map(|piece| most_two.allowed(piece)).sum();
            assert_eq!(allowed, 12, "in pieces of {cut}");
        }
    }
}
