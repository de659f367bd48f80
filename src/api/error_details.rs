//! No call ends without a reason: what the transport refuses by itself, before any service of ours sees it, gets the
//! `ErrorInfo` that our own refusals have. And no call is waited for longer than its limit.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::time::timeout;
use tonic::{
    Code, Status,
    body::Body,
    codegen::{
        Service,
        http::{HeaderMap, Request, Response},
    },
};

use super::status::status;
use crate::referee::{Reason, Refusal};

/// The header that says how a call ended before its first message.
const STATUS: &str = "grpc-status";
/// The header that has the details of that.
const DETAILS: &str = "grpc-status-details-bin";
/// The header that says how long the caller waits.
const TIMEOUT: &str = "grpc-timeout";
/// As many digits as a time in it may have.
const MAX_TIMEOUT_DIGITS: usize = 8;
/// The header that says which compression the server takes.
const ACCEPTED: &str = "grpc-accept-encoding";
/// What the services of gRPC itself, health and reflection, are called; their statuses are theirs.
const OF_GRPC: &str = "/grpc.";

/// A service whose every status has a reason.
#[derive(Clone)]
pub struct ErrorDetails<S> {
    service: S,
    within: Duration,
}

impl<S> ErrorDetails<S> {
    /// The same service; its calls must have begun to answer `within` so long.
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
        // The transport has a timer of its own for `grpc-timeout`, which begins after this one and so ends after it.
        let answering = timeout(limit.within(), self.service.call(request));
        Box::pin(async move {
            match answering.await {
                Ok(answer) => answer.map(with_reason),
                Err(_) => Ok(status(&limit.refusal()).into_http()),
            }
        })
    }
}

/// How long a call is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CallLimit {
    /// As the server is set up.
    Ours(Duration),
    /// As the caller asked for, since that is shorter.
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

/// The time of a `grpc-timeout`: at most eight digits and a unit. `None` for what is none, which the transport passes over too.
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

/// An answer as it is, or with a reason where it is a status that has none.
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

/// What the transport meant by a status of its own.
pub(super) fn refusal_of(bare: &Status) -> Refusal {
    let (code, text) = (bare.code(), bare.message());
    let or = |usual: &str| if text.is_empty() { usual.to_owned() } else { text.to_owned() };
    match code {
        // Without a word it is a call that nobody serves; so it says which compression it does not take.
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
        // So the transport says that it cannot take a message apart, or that the caller cut it off.
        Code::Internal | Code::InvalidArgument | Code::Unknown => Refusal {
            field: "message".into(),
            expected: "a valid message of this call".into(),
            ..Refusal::new(Reason::BadField, or("malformed message"))
        },
        _ => Refusal::new(Reason::HostFault, or("the call could not be served")),
    }
}
