//! Converts a call in JSON, or in unframed protobuf, to a gRPC call, and the answers back. Also
//! decompresses gRPC requests, within the caller's limit.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use futures_util::future::Either;
use http_body_util::{BodyExt as _, Full};
use referee_law::{Reason, Refusal};
use referee_proto::json::calls::Call;
use tonic::{
    Code, Status,
    body::Body,
    codegen::{
        Bytes, Service,
        http::{HeaderMap, HeaderValue, Method, Request, Response, header, request::Parts},
    },
};

use super::{
    envelopes::{COMPRESSED, envelope, only_message},
    errors::{status_of, unreadable_answer},
    get, reading,
    request::{Codec, Framing, Protocol, content_type},
    streams,
};
use crate::api::{
    edge::{
        bodies::Size,
        cached::Cached,
        gzip::{self, GZIP},
    },
    pages,
    status::status,
};

/// Header with the compression of a gRPC call.
const GRPC_ENCODING: &str = "grpc-encoding";
/// Header with the compression of a stream's request in Connect.
const CONNECT_ENCODING: &str = "connect-content-encoding";
/// Header with the version of Connect.
const CONNECT_VERSION: &str = "connect-protocol-version";

/// A gRPC service that also answers JSON.
#[derive(Clone)]
pub struct Transcoding<S> {
    service: S,
}

impl<S> Transcoding<S> {
    pub fn new(service: S) -> Transcoding<S> {
        Transcoding { service }
    }
}

type Boxed = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

impl<S> Service<Request<Body>> for Transcoding<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Either<S::Future, Boxed>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.service.poll_ready(cx)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let protocol = Protocol::of(&request);
        let is_compressed =
            request.headers().contains_key(GRPC_ENCODING) && request.extensions().get::<Size>().is_some();
        match protocol {
            Protocol::Grpc if !is_compressed => return Either::Left(self.service.call(request)),
            Protocol::Page if pages::has(request.uri().path()) => return Either::Left(self.service.call(request)),
            _ => {}
        }
        let waiting = self.service.clone();
        let ready = std::mem::replace(&mut self.service, waiting);
        Either::Right(Box::pin(async move {
            let answer = match protocol {
                Protocol::Grpc => compressed(ready, request).await,
                Protocol::Unary(codec) => unary(ready, request, codec).await,
                Protocol::Page if get::has(request.uri().path()) => got(ready, request).await,
                Protocol::Stream(framing) => stream(ready, request, framing).await,
                Protocol::Page => pages::missing(&request).ok_or_else(|| no_page(request.uri().path())),
                Protocol::UnknownMethod => Err(unknown_method(request.method())),
                Protocol::UnknownContent => Err(unknown_content(request.headers())),
            };
            Ok(answer.unwrap_or_else(Status::into_http))
        }))
    }
}

fn no_page(path: &str) -> Status {
    let text = format!("unknown page {path}; calls use POST, and a few also GET");
    status(&Refusal { field: "path".into(), expected: "`/`".into(), ..Refusal::new(Reason::UnknownCall, text) })
}

fn unknown_method(method: &Method) -> Status {
    status(&Refusal::of_field(Reason::UnknownCall, "method", method.as_str(), "POST for a call, GET for a page"))
}

fn unknown_content(headers: &HeaderMap) -> Status {
    let expected = "application/json, application/x-ndjson, application/proto, or a content type of Connect, gRPC or \
                    gRPC-web";
    status(&Refusal::of_field(Reason::UnknownCall, "content-type", content_type(headers), expected))
}

/// Handles a gRPC call with a compressed message.
async fn compressed<S>(service: S, request: Request<Body>) -> Result<Response<Body>, Status>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    let (mut head, mut body) = request.into_parts();
    let size = size(&head);
    let framed = whole(&mut body).await?;
    let is_gzip = head.headers.get(GRPC_ENCODING).is_some_and(|name| name == GZIP);
    let message = match only_message(&framed) {
        Some((COMPRESSED, message)) if is_gzip => {
            let decompressed = gzip::decompress(&message, size.most);
            envelope(0, &decompressed.map_err(|cause| gzip::refused(&cause, GRPC_ENCODING, size))?)
        }
        // The transport rejects a malformed message with its own error.
        _ => return Ok(answer(service, Request::from_parts(head, Body::new(Full::new(framed)))).await),
    };
    head.headers.remove(GRPC_ENCODING);
    Ok(answer(service, Request::from_parts(head, Body::new(Full::new(message)))).await)
}

/// Handles a unary Connect call by GET. Browsers may keep the answer.
async fn got<S>(service: S, request: Request<Body>) -> Result<Response<Body>, Status>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    let (mut head, _) = request.into_parts();
    let (asked, is_head) = (head.headers.clone(), head.method == Method::HEAD);
    let message = get::message(&head.uri).map_err(|bad| status(&bad))?;
    head.headers.remove(header::ACCEPT_ENCODING);
    head.headers.remove(header::CONTENT_ENCODING);
    let answered = unary(service, Request::from_parts(head, Body::new(Full::from(message))), Codec::Json).await?;
    if status_of(answered.headers()).is_some() {
        return Ok(answered);
    }
    let body = whole(&mut answered.into_body()).await?;
    let answer = Cached::of_answer(Codec::Json.content_type(), body).answer(&asked);
    // Without this, HTTP/2 would send the body of an answer to HEAD.
    Ok(if is_head { answer.map(|_| Body::empty()) } else { answer })
}

/// Handles a unary Connect call.
async fn unary<S>(service: S, request: Request<Body>, codec: Codec) -> Result<Response<Body>, Status>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    let (mut head, mut body) = request.into_parts();
    let call = call(&head, false)?;
    let takes_gzip = gzip::is_accepted(&head.headers, header::ACCEPT_ENCODING.as_str());
    let arrived = whole(&mut body).await?;
    let plain = decompressed(&head, header::CONTENT_ENCODING.as_str(), arrived)?;
    let message = as_proto(call, codec, plain)?;
    // The bytes of the request count as arriving until here.
    drop(body);
    as_grpc(&mut head.headers);
    let (answered, mut body) =
        answer(service, Request::from_parts(head, Body::new(Full::new(envelope(0, &message))))).await.into_parts();
    if status_of(&answered.headers).is_some() {
        return Ok(Response::from_parts(answered, body));
    }
    let (_, message) = only_message(&whole(&mut body).await?).ok_or_else(unreadable_answer)?;
    let bytes = match codec {
        Codec::Json => (call.write)(&message).map_err(|_| unreadable_answer())?.into(),
        Codec::Proto => message,
    };
    Ok(success(bytes, codec, takes_gzip))
}

/// Handles a server stream.
async fn stream<S>(service: S, request: Request<Body>, framing: Framing) -> Result<Response<Body>, Status>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    let (mut head, mut body) = request.into_parts();
    let call = call(&head, true)?;
    let arrived = whole(&mut body).await?;
    let message = match framing {
        Framing::Lines => {
            as_proto(call, Codec::Json, decompressed(&head, header::CONTENT_ENCODING.as_str(), arrived)?)?
        }
        Framing::Envelopes(codec) => {
            let bad = || Refusal::of_field(Reason::BadField, "message", "", "one message with its flags and length");
            let plain = match only_message(&arrived).ok_or_else(|| status(&bad()))? {
                (0, message) => message,
                (COMPRESSED, message) => decompressed(&head, CONNECT_ENCODING, message)?,
                _ => return Err(status(&bad())),
            };
            as_proto(call, codec, plain)?
        }
    };
    drop(body);
    as_grpc(&mut head.headers);
    let (mut answered, body) =
        answer(service, Request::from_parts(head, Body::new(Full::new(envelope(0, &message))))).await.into_parts();
    if status_of(&answered.headers).is_some() {
        return Ok(Response::from_parts(answered, body));
    }
    answered.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(framing.content_type()));
    Ok(Response::from_parts(answered, streams::messages(call, framing, body)))
}

/// Returns the call of a request. `is_stream` is whether the request uses a protocol for streams.
fn call(head: &Parts, is_stream: bool) -> Result<&'static Call, Status> {
    let path = head.uri.path();
    let call = Call::at(path).ok_or_else(|| {
        let text = format!("unknown call {path} in this protocol; streams of requests need gRPC");
        status(&Refusal::new(Reason::UnknownCall, text))
    })?;
    if call.is_stream != is_stream {
        let expected = if call.is_stream {
            "application/json, application/x-ndjson, application/connect+json or application/connect+proto for a stream"
        } else {
            "application/json or application/proto for a call with one answer"
        };
        let said = content_type(&head.headers);
        return Err(status(&Refusal::of_field(Reason::UnknownCall, "content-type", said, expected)));
    }
    if let Some(version) = head.headers.get(CONNECT_VERSION).filter(|version| *version != "1") {
        let version = String::from_utf8_lossy(version.as_bytes());
        return Err(status(&Refusal::of_field(Reason::BadField, CONNECT_VERSION, &version, "1, or nothing")));
    }
    Ok(call)
}

fn as_proto(call: &Call, codec: Codec, message: Bytes) -> Result<Bytes, Status> {
    match codec {
        Codec::Json => reading::read(call, &message).map(Bytes::from).map_err(|bad| status(&bad)),
        Codec::Proto => Ok(message),
    }
}

/// Returns the request, decompressed if the header `field` declares a compression.
fn decompressed(head: &Parts, field: &'static str, arrived: Bytes) -> Result<Bytes, Status> {
    match head.headers.get(field).map(HeaderValue::as_bytes) {
        None | Some(b"identity") => Ok(arrived),
        Some(b"gzip") => {
            let size = size(head);
            gzip::decompress(&arrived, size.most).map(Bytes::from).map_err(|cause| gzip::refused(&cause, field, size))
        }
        Some(other) => {
            let other = String::from_utf8_lossy(other);
            Err(status(&Refusal::of_field(Reason::BadField, field, &other, "gzip or identity")))
        }
    }
}

/// Returns the maximum message size that admission determined. Without one, nothing is
/// decompressed.
fn size(head: &Parts) -> Size {
    head.extensions.get().copied().unwrap_or(Size { most: 0, limit: "max_message_bytes" })
}

/// Converts the headers of a call to the headers of gRPC.
fn as_grpc(headers: &mut HeaderMap) {
    for gone in [header::CONTENT_LENGTH, header::CONTENT_ENCODING] {
        headers.remove(gone);
    }
    // The answer is compressed once as a whole, so gRPC must not compress its messages.
    headers.remove("grpc-accept-encoding");
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    headers.insert(header::TE, HeaderValue::from_static("trailers"));
}

fn success(bytes: Bytes, codec: Codec, takes_gzip: bool) -> Response<Body> {
    let compressed = if takes_gzip { gzip::compress(&bytes) } else { None };
    let is_compressed = compressed.is_some();
    let bytes = compressed.map_or(bytes, Bytes::from);
    let length = bytes.len();
    let mut answer = Response::new(Body::new(Full::new(bytes)));
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(codec.content_type()));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_compressed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(GZIP));
    }
    answer
}

/// Reads a whole body. A status in its trailers is an error.
async fn whole(body: &mut Body) -> Result<Bytes, Status> {
    let collected = body.collect().await?;
    let said = collected.trailers().and_then(Status::from_header_map);
    match said.filter(|status| status.code() != Code::Ok) {
        Some(status) => Err(status),
        None => Ok(collected.to_bytes()),
    }
}

async fn answer<S>(mut service: S, request: Request<Body>) -> Response<Body>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    match service.call(request).await {
        Ok(answer) => answer,
        Err(never) => match never {},
    }
}
