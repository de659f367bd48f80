//! Server streams in JSON or unframed protobuf: the streaming form of the Connect protocol, and
//! JSON lines for `curl`.
//!
//! [`messages`] converts messages in the layer where their caller pays for that. [`end`] writes the
//! end of the stream in the outermost layer, since any layer may end a stream.

use futures_util::{StreamExt as _, stream};
use http_body::Frame;
use http_body_util::{BodyExt as _, StreamBody};
use referee_law::{Reason, Refusal};
use referee_proto::json::calls::Call;
use tonic::{
    Status,
    body::Body,
    codegen::{
        Bytes,
        http::{HeaderValue, Response, header},
    },
};

use super::{
    envelopes::{PREFIX, envelope, prefix},
    errors::{self, status_of, unreadable_answer},
    request::{Codec, Framing},
};
use crate::api::status::status;

/// Flag of the last envelope of a stream.
const END: u8 = 2;

type Frames = Option<(Result<Frame<Bytes>, Status>, Option<Body>)>;

/// Converts the messages of a gRPC answer. Leaves its trailers unchanged.
pub fn messages(call: &'static Call, framing: Framing, body: Body) -> Body {
    let converted = stream::unfold((body, Vec::new()), move |(mut body, mut unread)| async move {
        loop {
            let frame = match body.frame().await? {
                Ok(frame) => frame,
                Err(status) => return Some((Err(status), (body, unread))),
            };
            let data = match frame.into_data() {
                Ok(data) => data,
                Err(trailers) => return Some((Ok(trailers), (body, unread))),
            };
            unread.extend_from_slice(&data);
            match convert(call, framing, &mut unread) {
                Ok(empty) if empty.is_empty() => {}
                converted => return Some((converted.map(|bytes| Frame::data(bytes.into())), (body, unread))),
            }
        }
    });
    Body::new(StreamBody::new(converted.fuse()))
}

/// Converts the complete messages in `unread`, and removes them from it.
fn convert(call: &Call, framing: Framing, unread: &mut Vec<u8>) -> Result<Vec<u8>, Status> {
    let (mut at, mut converted) = (0, Vec::new());
    while let Some((_, length)) = prefix(&unread[at..])
        && let Some(message) = unread.get(at + PREFIX..at + PREFIX + length)
    {
        let json = || (call.write)(message).map_err(|_| unreadable_answer());
        match framing {
            Framing::Envelopes(Codec::Proto) => converted.extend_from_slice(&envelope(0, message)),
            Framing::Envelopes(Codec::Json) => converted.extend_from_slice(&envelope(0, &json()?)),
            Framing::Lines => {
                converted.extend_from_slice(&json()?);
                converted.push(b'\n');
            }
        }
        at += PREFIX + length;
    }
    unread.drain(..at);
    Ok(converted)
}

/// Replaces the trailers of a stream by a last message: in Connect always, in JSON lines only if
/// the stream failed.
pub fn end(framing: Framing, body: Body) -> Body {
    let frames = stream::unfold(Some(body), move |body| async move {
        let mut body = body?;
        match body.frame().await {
            Some(Ok(frame)) => match frame.into_trailers() {
                Ok(trailers) => last(framing, status_of(&trailers).as_ref()),
                Err(frame) => Some((Ok(frame), Some(body))),
            },
            Some(Err(status)) => last(framing, Some(&status)),
            None => last(framing, Some(&status(&Refusal::new(Reason::HostFault, "the stream broke off")))),
        }
    });
    Body::new(StreamBody::new(frames.fuse()))
}

/// Returns the answer to a call that was refused before its first message.
pub fn refused(refusal: &Status, framing: Framing) -> Response<Body> {
    let mut answer = Response::new(Body::new(http_body_util::Full::new(end_message(framing, Some(refusal)))));
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(framing.content_type()));
    answer
}

fn last(framing: Framing, refusal: Option<&Status>) -> Frames {
    let bytes = end_message(framing, refusal);
    (!bytes.is_empty()).then(|| (Ok(Frame::data(bytes)), None))
}

fn end_message(framing: Framing, refusal: Option<&Status>) -> Bytes {
    let error = refusal.map(|status| format!(r#"{{"error":{}}}"#, errors::json(status)));
    match framing {
        Framing::Envelopes(_) => envelope(END, error.as_deref().unwrap_or("{}").as_bytes()),
        Framing::Lines => error.map(|line| line + "\n").unwrap_or_default().into(),
    }
}
