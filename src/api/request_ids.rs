//! An id for every call: the caller's own where it has given one, else one that is drawn. The answer carries it, and so does every line
//! of the log that the call leads to, with the call's path and, once that is known, its player.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use tonic::{
    body::Body,
    codegen::{
        Service,
        http::{HeaderMap, HeaderValue, Request, Response},
    },
};
use tracing::{Instrument as _, Span, error_span, field};

use crate::ids::PlayerId;

/// The header that has the id, of a request and of its answer.
pub const REQUEST_ID: &str = "x-request-id";
/// The longest id that is taken from a caller, in bytes.
const MAX_ID: usize = 64;
/// The longest path that is logged, in bytes: more than any call of ours has.
const MAX_PATH: usize = 128;

/// A service whose calls have ids.
#[derive(Clone)]
pub struct RequestIds<S> {
    service: S,
}

impl<S> RequestIds<S> {
    /// The same service.
    pub fn new(service: S) -> RequestIds<S> {
        RequestIds { service }
    }
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
        let id = given(request.headers()).unwrap_or_else(drawn);
        let path = request.uri().path();
        let path = path.get(..MAX_PATH).unwrap_or(path);
        // As loud as can be, so that it is there whatever is logged within.
        let span = error_span!("call", request_id = id.to_str().unwrap_or_default(), path, player = field::Empty);
        let answering = span.in_scope(|| self.service.call(request)).instrument(span);
        Box::pin(async move {
            let mut answer = answering.await?;
            answer.headers_mut().insert(REQUEST_ID, id);
            Ok(answer)
        })
    }
}

/// Notes whose the call is that is served now.
pub fn note_player(player: &PlayerId) {
    Span::current().record("player", field::display(player));
}

/// The id that a caller has given, where it is one: letters, digits and `-`, `_`, `.`.
fn given(headers: &HeaderMap) -> Option<HeaderValue> {
    let id = headers.get(REQUEST_ID)?;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let is_id = (1..=MAX_ID).contains(&id.len()) && id.as_bytes().iter().all(is_part);
    is_id.then(|| id.clone())
}

/// An id that nobody has given. Where the system gives no random number it says that alone: calls are served all the same.
fn drawn() -> HeaderValue {
    let drawn = getrandom::u64().map_or_else(|_| "not-drawn".to_owned(), |drawn| format!("{drawn:016x}"));
    HeaderValue::try_from(drawn).expect("digits and letters are a header's value")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_a_callers_own_is_short_and_plain() {
        let taken = |id: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_bytes(id.as_bytes()).expect("a value"));
            given(&headers).is_some()
        };
        for id in ["a", "4bf92f35-77b3.x_1", &"x".repeat(64)] {
            assert!(taken(id), "{id}");
        }
        for id in ["", "a b", "a\"b", "a=b", "ä", &"x".repeat(65)] {
            assert!(!taken(id), "{id}");
        }
        assert_eq!(given(&HeaderMap::new()), None);
        assert_ne!(drawn(), drawn());
    }
}
