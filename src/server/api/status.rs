//! Converts refusals to gRPC statuses: a `google.rpc.Status` with one `ErrorInfo`.

use std::{collections::HashMap, time::Duration};

use referee_law::{
    Reason, Refusal,
    reason::{Kind, Loudness},
};
use referee_os::metrics::metrics;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};

pub const DOMAIN: &str = "referee";

/// Converts a refusal to a status. The `ErrorInfo` has the reason without the prefix `REASON_`. Its
/// metadata has the field, value, expected form, limit and maximum, as far as they are not empty. A
/// `RetryInfo` has the delay before a retry.
pub fn status(refusal: &Refusal) -> Status {
    log(refusal);
    let parts =
        [("field", &*refusal.field), ("value", refusal.value.as_str()), ("expected", refusal.expected.as_str())];
    let mut metadata: HashMap<String, String> =
        parts.iter().filter(|(_, text)| !text.is_empty()).map(|(name, text)| ((*name).into(), header(text))).collect();
    if let Some(limit) = refusal.limit.as_deref() {
        metadata.extend([("limit".to_owned(), limit.name.to_owned()), ("most".to_owned(), limit.most.to_string())]);
    }
    let mut details = ErrorDetails::with_error_info(refusal.reason.word(), DOMAIN, metadata);
    if let Some(wait_ms) = refusal.retry_after_ms {
        details.set_retry_info(Some(Duration::from_millis(wait_ms.into())));
    }
    Status::with_error_details(code(refusal.reason), header(&refusal.text), details)
}

/// Returns the refusal of a call while the server stops.
pub fn stopping() -> Refusal {
    Refusal::new(Reason::Stopping, "the server is stopping; reconnect")
}

/// Logs a refusal at the level of its reason.
pub fn log(refusal: &Refusal) {
    let Refusal { reason, field, text, .. } = refusal;
    metrics().refused(reason.word(), refusal.limit.as_deref().map_or("", |limit| limit.name));
    match reason.row().loudness {
        Loudness::Error => tracing::error!(?reason, %field, "{text}"),
        Loudness::Warn => tracing::warn!(?reason, %field, "{text}"),
        Loudness::Info => tracing::info!(?reason, %field, "{text}"),
        Loudness::Debug => tracing::debug!(?reason, %field, "{text}"),
    }
}

/// Returns the gRPC code of a reason.
pub fn code(reason: Reason) -> Code {
    match reason.row().kind {
        Kind::Aborted => Code::Aborted,
        Kind::AlreadyExists => Code::AlreadyExists,
        Kind::FailedPrecondition => Code::FailedPrecondition,
        Kind::Internal => Code::Internal,
        Kind::InvalidArgument => Code::InvalidArgument,
        Kind::NotFound => Code::NotFound,
        Kind::PermissionDenied => Code::PermissionDenied,
        Kind::ResourceExhausted => Code::ResourceExhausted,
        Kind::Unauthenticated => Code::Unauthenticated,
        Kind::Unavailable => Code::Unavailable,
        Kind::Unimplemented => Code::Unimplemented,
    }
}

/// Maximum bytes of a text in a status. The details travel in HTTP headers, whose size is limited.
const MAX_HEADER_TEXT: usize = 600;

fn header(text: &str) -> String {
    match text.char_indices().find(|(at, c)| at + c.len_utf8() > MAX_HEADER_TEXT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
