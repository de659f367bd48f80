//! Refusals as gRPC says them: a `google.rpc.Status` with one `ErrorInfo`.

use std::{collections::HashMap, time::Duration};

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};

use crate::{
    metrics::metrics,
    referee::{
        Reason, Refusal,
        reason::{Kind, Loudness},
    },
};

/// The domain of every `ErrorInfo`.
pub const DOMAIN: &str = "referee";

/// A refusal as the status of a call. The reason stands in the `ErrorInfo` without the prefix `REASON_`; field, value,
/// expected, and a limit with its value stand in its metadata where they are not empty. A `RetryInfo` says when to try again.
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

/// Writes a refusal to the log, as loud as it deserves.
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

/// The gRPC code of a reason.
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

/// The most bytes of any text in a status: the details travel in HTTP headers, which are bounded.
const MAX_HEADER_TEXT: usize = 600;

fn header(text: &str) -> String {
    match text.char_indices().find(|(at, c)| at + c.len_utf8() > MAX_HEADER_TEXT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
