//! CORS decides which web pages of other origins may call this server. If the host allows no
//! origins, the server sends no headers, and browsers block all other pages.

use std::{
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use futures_util::future::Either;
use tonic::{
    body::Body,
    codegen::{
        Service,
        http::{
            HeaderName, Method, Request, Response,
            header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE},
        },
    },
};
use tower_http::cors::{AllowOrigin, Cors, CorsLayer};
use tower_layer::Layer as _;

use super::{origin::Origin, request_ids::REQUEST_ID, trace_context::TRACEPARENT};
use crate::api::admission::Edge;

/// Time for which browsers may cache the answer to a preflight request.
const ALLOWED_FOR: Duration = Duration::from_secs(2 * 60 * 60);
/// Request headers that clients of gRPC-web and Connect send.
const SENT: [HeaderName; 11] = [
    AUTHORIZATION,
    CONTENT_TYPE,
    CONTENT_ENCODING,
    HeaderName::from_static("connect-protocol-version"),
    HeaderName::from_static("connect-timeout-ms"),
    HeaderName::from_static("grpc-timeout"),
    HeaderName::from_static("x-grpc-web"),
    HeaderName::from_static("x-user-agent"),
    HeaderName::from_static("grpc-accept-encoding"),
    REQUEST_ID,
    TRACEPARENT,
];
/// Response headers that clients of gRPC-web and Connect read.
const READ: [HeaderName; 6] = [
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
    HeaderName::from_static("grpc-encoding"),
    CONTENT_ENCODING,
    REQUEST_ID,
];

/// A service that adds CORS headers if an origin is allowed.
#[derive(Clone)]
pub struct CrossOrigin<S> {
    inner: Inner<S>,
    edge: Arc<Edge>,
}

#[derive(Clone)]
enum Inner<S> {
    SameOrigin(S),
    // This variant is boxed because it is large.
    Cors(Box<Cors<S>>),
}

impl<S> CrossOrigin<S> {
    /// Wraps a service for pages of these origins. Preflight requests count as calls.
    pub fn new(service: S, allowed: &[Origin], edge: Arc<Edge>) -> CrossOrigin<S> {
        let origins = match allowed {
            [] => return CrossOrigin { inner: Inner::SameOrigin(service), edge },
            some if some.iter().any(Origin::is_any) => AllowOrigin::any(),
            some => AllowOrigin::list(some.iter().map(Origin::header)),
        };
        let rules = CorsLayer::new()
            .allow_origin(origins)
            .allow_methods([Method::GET, Method::POST])
            .allow_headers(SENT)
            .expose_headers(READ)
            .max_age(ALLOWED_FOR);
        CrossOrigin { inner: Inner::Cors(Box::new(rules.layer(service))), edge }
    }
}

impl<S> Service<Request<Body>> for CrossOrigin<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Either<S::Future, <Cors<S> as Service<Request<Body>>>::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        ready!(match &mut self.inner {
            Inner::SameOrigin(service) => service.poll_ready(cx),
            Inner::Cors(service) => service.poll_ready(cx),
        })?;
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        match &mut self.inner {
            Inner::SameOrigin(service) => Either::Left(service.call(request)),
            Inner::Cors(service) => {
                // Preflight requests are answered here, and never reach the services.
                if request.method() == Method::OPTIONS {
                    self.edge.count_preflight(&request);
                }
                Either::Right(service.call(request))
            }
        }
    }
}
