//! The id of each call, which appears in the log, in traces and in a header of the answer. Callers
//! and hosts use it to refer to a call.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
};

use tonic::{
    body::Body,
    codegen::{
        Service,
        http::{HeaderMap, HeaderName, HeaderValue, Request, Response},
    },
};
use tracing::{Instrument as _, field};

use super::trace_context;

/// Header with the id of a call, in request and answer. It does not make a repeated call
/// idempotent; the field `request_id` of a message does.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Maximum length of a caller's id in bytes; a longer id is replaced.
const MAX_REQUEST_ID: usize = 64;

/// A service whose calls have ids: the caller's id if it is safe to log, otherwise a generated one.
#[derive(Clone)]
pub struct RequestIds<S> {
    service: S,
    next: Arc<AtomicU64>,
}

impl<S> RequestIds<S> {
    /// Wraps a service. Generated ids count from a random `first`, so that two servers have
    /// different ids.
    pub fn new(service: S, first: u64) -> RequestIds<S> {
        RequestIds { service, next: Arc::new(AtomicU64::new(first)) }
    }

    fn id(&self, headers: &HeaderMap) -> HeaderValue {
        let said = headers.get(REQUEST_ID).filter(|said| is_plain(said.as_bytes()));
        said.cloned().unwrap_or_else(|| {
            let own = format!("{:016x}", self.next.fetch_add(1, Ordering::Relaxed));
            HeaderValue::from_str(&own).expect("digits are a header")
        })
    }
}

/// Returns whether an id has only letters, digits and `-_.`, which cannot break a log line or forge
/// a field.
fn is_plain(id: &[u8]) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    (1..=MAX_REQUEST_ID).contains(&id.len()) && id.iter().all(plain)
}

impl<S> Service<Request<Body>> for RequestIds<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.service.poll_ready(cx)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let id = self.id(request.headers());
        // The field for the player is filled once the token has been looked up.
        let call = tracing::info_span!(
            "call",
            path = request.uri().path(),
            request_id = id.to_str().unwrap_or_default(),
            player = field::Empty
        );
        trace_context::follow(&call, request.headers());
        let answer = call.in_scope(|| self.service.call(request));
        let answered = async move {
            let mut answer = answer.await?;
            answer.headers_mut().insert(REQUEST_ID, id);
            Ok(answer)
        };
        Box::pin(answered.instrument(call))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_caller_is_taken_where_it_can_stand_in_a_log() {
        let ids = RequestIds::new((), 255);
        let of = |said: Option<&'static [u8]>| {
            let mut headers = HeaderMap::new();
            said.map(|said| headers.insert(REQUEST_ID, HeaderValue::from_bytes(said).unwrap()));
            ids.id(&headers).to_str().unwrap().to_owned()
        };
        assert_eq!(of(Some(b"my-call_7.a")), "my-call_7.a");
        assert_eq!(of(None), "00000000000000ff");
        assert_eq!(of(Some(b"two words")), "0000000000000100");
        assert_eq!(of(Some(b"")), "0000000000000101");
        assert_eq!(of(Some(b"\xc3\xa9")), "0000000000000102");
        assert_eq!(of(Some(&[b'a'; 65])), "0000000000000103");
    }
}
