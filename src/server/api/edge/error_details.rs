//! Adds a reason to every failed call: errors of the transport get the `ErrorInfo` that refusals of
//! the server have. Also enforces the time limit of calls.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use referee_law::{Reason, Refusal};
use tokio::time::timeout;
use tonic::{
    Code, Status,
    body::Body,
    codegen::{
        Service,
        http::{HeaderMap, Request, Response},
    },
};

use crate::api::status::status;

/// Header with the status of a call that ended before its first message.
const STATUS: &str = "grpc-status";
/// Header with the details of the status.
const DETAILS: &str = "grpc-status-details-bin";
/// Header with the caller's deadline.
const TIMEOUT: &str = "grpc-timeout";
/// Maximum digits in the header [`TIMEOUT`].
const MAX_TIMEOUT_DIGITS: usize = 8;
/// Header with the compressions that the server accepts.
const ACCEPTED: &str = "grpc-accept-encoding";
/// Path prefix of gRPC's own services, health and reflection. Their statuses are not changed.
const OF_GRPC: &str = "/grpc.";

/// A service that adds a reason to every status.
#[derive(Clone)]
pub struct ErrorDetails<S> {
    service: S,
    within: Duration,
}

impl<S> ErrorDetails<S> {
    /// Wraps a service whose calls must start to answer `within` this time.
    pub fn new(service: S, within: Duration) -> ErrorDetails<S> {
        ErrorDetails { service, within }
    }
}

impl<S, B> Service<Request<B>> for ErrorDetails<S>
where
    S: Service<Request<B>, Response = Response<Body>>,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.service.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        if request.uri().path().starts_with(OF_GRPC) {
            return Box::pin(self.service.call(request));
        }
        let limit = CallLimit::of(request.headers(), self.within);
        if limit.within().is_zero() {
            let late = status(&limit.refusal()).into_http();
            return Box::pin(async move { Ok(late) });
        }
        // The transport's own timer for `grpc-timeout` starts later, so this one ends first.
        let answering = timeout(limit.within(), self.service.call(request));
        Box::pin(async move {
            match answering.await {
                Ok(answer) => answer.map(with_reason),
                Err(_) => Ok(status(&limit.refusal()).into_http()),
            }
        })
    }
}

/// The time limit of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CallLimit {
    /// The server's limit.
    Ours(Duration),
    /// The caller's limit, if it is shorter.
    Callers(Duration),
}

impl CallLimit {
    fn of(headers: &HeaderMap, within: Duration) -> CallLimit {
        match headers.get(TIMEOUT).and_then(|value| parse_timeout(value.as_bytes())) {
            Some(asked) if asked < within => CallLimit::Callers(asked),
            _ => CallLimit::Ours(within),
        }
    }

    fn within(self) -> Duration {
        let (CallLimit::Ours(within) | CallLimit::Callers(within)) = self;
        within
    }

    fn refusal(self) -> Refusal {
        match self {
            CallLimit::Ours(within) => {
                let seconds = within.as_secs();
                Refusal::limit("call_within", seconds, format!("the call took longer than {seconds} s"))
            }
            CallLimit::Callers(within) => Refusal {
                field: TIMEOUT.into(),
                ..Refusal::new(Reason::Limit, format!("the call exceeded its deadline of {within:?}"))
            },
        }
    }
}

/// Parses a `grpc-timeout`: at most eight digits and a unit. Returns `None` for an invalid one,
/// which the transport ignores too.
fn parse_timeout(value: &[u8]) -> Option<Duration> {
    let (unit, digits) = value.split_last()?;
    if digits.is_empty() || digits.len() > MAX_TIMEOUT_DIGITS || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let count: u64 = str::from_utf8(digits).ok()?.parse().ok()?;
    Some(match unit {
        b'H' => Duration::from_secs(count * 3_600),
        b'M' => Duration::from_secs(count * 60),
        b'S' => Duration::from_secs(count),
        b'm' => Duration::from_millis(count),
        b'u' => Duration::from_micros(count),
        b'n' => Duration::from_nanos(count),
        _ => return None,
    })
}

/// Adds a reason to an answer whose status has none.
fn with_reason(answer: Response<Body>) -> Response<Body> {
    let headers = answer.headers();
    let said = headers.get(STATUS).filter(|code| code.as_bytes() != b"0");
    if said.is_none() || headers.contains_key(DETAILS) {
        return answer;
    }
    match Status::from_header_map(headers) {
        Some(bare) => {
            let mut reasoned = status(&refusal_of(&bare)).into_http();
            if let Some(accepted) = headers.get(ACCEPTED) {
                reasoned.headers_mut().insert(ACCEPTED, accepted.clone());
            }
            reasoned
        }
        None => answer,
    }
}

/// Maps a status of the transport to a refusal.
pub(in crate::api) fn refusal_of(bare: &Status) -> Refusal {
    let (code, text) = (bare.code(), bare.message());
    let or = |usual: &str| if text.is_empty() { usual.to_owned() } else { text.to_owned() };
    match code {
        // Without a text, the call is unknown; with a text, the compression is not supported.
        Code::Unimplemented if !text.is_empty() => Refusal {
            field: "grpc-encoding".into(),
            expected: "identity".into(),
            ..Refusal::new(Reason::BadField, text)
        },
        Code::Unimplemented => Refusal::new(Reason::UnknownCall, or("unknown call")),
        Code::OutOfRange | Code::ResourceExhausted => {
            Refusal::new(Reason::Limit, format!("{} (limit `max_message_bytes`)", or("the message is too large")))
        }
        Code::Cancelled | Code::DeadlineExceeded => Refusal::new(Reason::Limit, or("the call took too long")),
        Code::Unavailable => Refusal::new(Reason::Stopping, or("the server is stopping")),
        // The transport uses these codes for a malformed or truncated message.
        Code::Internal | Code::InvalidArgument | Code::Unknown => Refusal {
            field: "message".into(),
            expected: "a valid message of this call".into(),
            ..Refusal::new(Reason::BadField, or("malformed message"))
        },
        _ => Refusal::new(Reason::HostFault, or("the call could not be served")),
    }
}
