//! Distinguishes the protocols of the port, and reports the end of a call in the form of its
//! protocol.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use futures_util::future::Either;
use http_body::Frame;
use tonic::{
    Code, Status,
    body::Body,
    codegen::{
        Bytes, Service,
        http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header},
    },
};
use tonic_web::{GrpcWebLayer, GrpcWebService};
use tower_layer::Layer as _;

use super::{
    errors::{self, status_of},
    request::{Framing, Protocol, content_type},
    streams,
};

/// Deadline headers of gRPC and Connect.
const GRPC_TIMEOUT: &str = "grpc-timeout";
const CONNECT_TIMEOUT: &str = "connect-timeout-ms";
/// Maximum milliseconds in a `grpc-timeout`.
const MAX_TIMEOUT_MS: u64 = 99_999_999;

/// A gRPC service that also speaks all other protocols.
#[derive(Clone)]
pub struct Protocols<S> {
    grpc: GrpcWebService<S>,
    other: S,
}

impl<S: Clone> Protocols<S> {
    /// Wraps a service.
    pub fn new(service: S) -> Protocols<S> {
        Protocols { grpc: GrpcWebLayer::new().layer(service.clone()), other: service }
    }
}

type Boxed<E> = Pin<Box<dyn Future<Output = Result<Response<Body>, E>> + Send>>;

impl<S> Service<Request<Body>> for Protocols<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Either<<GrpcWebService<S> as Service<Request<Body>>>::Future, Boxed<S::Error>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        ready!(Service::<Request<Body>>::poll_ready(&mut self.grpc, cx))?;
        self.other.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let protocol = Protocol::of(&request);
        if protocol == Protocol::Grpc {
            without_parameters(request.headers_mut());
            return Either::Left(self.grpc.call(request));
        }
        if let Some(timeout) = timeout(request.headers()) {
            request.headers_mut().insert(GRPC_TIMEOUT, timeout);
        }
        let is_call = request.method() == Method::POST;
        let answering = self.other.call(request);
        Either::Right(Box::pin(async move {
            let answer = answering.await?;
            Ok(match (status_of(answer.headers()), protocol) {
                (Some(status), Protocol::Stream(framing @ Framing::Envelopes(_))) => streams::refused(&status, framing),
                (Some(status), _) => refused(&status, protocol, is_call),
                (None, Protocol::Stream(framing)) => answer.map(|body| streams::end(framing, body)),
                (None, _) => answer.map(|body| Body::new(Whole(body))),
            })
        }))
    }
}

/// Removes the parameters of the content type, such as a charset, since the gRPC layers compare the
/// whole header.
fn without_parameters(headers: &mut HeaderMap) {
    let plain = content_type(headers).to_ascii_lowercase();
    if let Ok(plain) = HeaderValue::try_from(plain) {
        headers.insert(header::CONTENT_TYPE, plain);
    }
}

/// Converts the time limit of a Connect call. Ignores a value that is not a number, as gRPC
/// transports do.
fn timeout(headers: &HeaderMap) -> Option<HeaderValue> {
    let asked: u64 = headers.get(CONNECT_TIMEOUT)?.to_str().ok()?.parse().ok()?;
    HeaderValue::try_from(format!("{}m", asked.min(MAX_TIMEOUT_MS))).ok()
}

fn refused(status: &Status, protocol: Protocol, is_call: bool) -> Response<Body> {
    let http = match protocol {
        Protocol::UnknownContent => Some(StatusCode::UNSUPPORTED_MEDIA_TYPE),
        Protocol::UnknownMethod => Some(StatusCode::METHOD_NOT_ALLOWED),
        _ if !is_call && status.code() == Code::Unimplemented => Some(StatusCode::NOT_FOUND),
        _ => None,
    };
    let mut answer = errors::answer(status, http);
    if protocol == Protocol::UnknownContent {
        let accepted = HeaderValue::from_static(
            "application/json, application/x-ndjson, application/proto, application/connect+json, \
             application/connect+proto, application/grpc",
        );
        answer.headers_mut().insert("accept-post", accepted);
    }
    if protocol == Protocol::UnknownMethod {
        answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD, POST"));
    }
    answer
}

/// The body of a unary answer or a page. It has no trailers, so it breaks off if they report an
/// error.
struct Whole(Body);

impl http_body::Body for Whole {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        match ready!(Pin::new(&mut self.0).poll_frame(cx)) {
            Some(Ok(frame)) => match frame.into_trailers() {
                Ok(trailers) => Poll::Ready(status_of(&trailers).map(Err)),
                Err(frame) => Poll::Ready(Some(Ok(frame))),
            },
            other => Poll::Ready(other),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_end_stream()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_of_connect_is_one_of_grpc() {
        for (said, means) in [("1500", Some("1500m")), ("9999999999", Some("99999999m")), ("soon", None), ("-1", None)]
        {
            let headers = HeaderMap::from_iter([(CONNECT_TIMEOUT.parse().unwrap(), said.parse().unwrap())]);
            assert_eq!(timeout(&headers).as_ref().map(|value| value.to_str().unwrap()), means, "{said}");
        }
    }
}
