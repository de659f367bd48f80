//! Refusals in the Connect protocol: an HTTP status, and a JSON object with the code, the text and
//! the details of the gRPC status.

use base64::{Engine as _, prelude::BASE64_STANDARD_NO_PAD};
use prost::Message as _;
use referee_law::{Reason, Refusal};
use serde::Serialize;
use serde_json::{Value, json};
use tonic::{
    Code, Status,
    body::Body,
    codegen::http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use tonic_types::pb::{ErrorInfo, RetryInfo, Status as RichStatus};

use super::request::JSON;
use crate::api::status::status;

/// gRPC header with the status of a call.
const GRPC_STATUS: &str = "grpc-status";
/// Prefix of message names in gRPC details.
const TYPE_PREFIX: &str = "type.googleapis.com/";
/// Name of the detail with the reason.
const ERROR_INFO: &str = "google.rpc.ErrorInfo";

/// A refusal as JSON, with its fields in reading order.
#[derive(Serialize)]
struct Said<'a> {
    code: &'static str,
    message: &'a str,
    details: Vec<Detail<'a>>,
}

#[derive(Serialize)]
struct Detail<'a> {
    #[serde(rename = "type")]
    name: &'a str,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    debug: Option<Value>,
}

/// Returns the refusal in the headers or trailers of a gRPC answer; `None` if the call succeeded.
pub fn status_of(headers: &HeaderMap) -> Option<Status> {
    let said = headers.get(GRPC_STATUS)?;
    if said.as_bytes() == b"0" { None } else { Status::from_header_map(headers) }
}

/// Returns the status of an answer that is not a message of its call.
pub fn unreadable_answer() -> Status {
    status(&Refusal::new(Reason::HostFault, "failed to encode the answer"))
}

/// Converts a status to a JSON answer; `http` overrides the HTTP status that belongs to the code.
pub fn answer(status: &Status, http: Option<StatusCode>) -> Response<Body> {
    let mut answer = Response::new(Body::new(json(status)));
    *answer.status_mut() = http.unwrap_or_else(|| code(status.code()).1);
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
    answer
}

pub fn json(status: &Status) -> String {
    let mut details = RichStatus::decode(status.details()).unwrap_or_default().details;
    // The detail with the reason comes first.
    details.sort_by_key(|detail| detail.type_url.strip_prefix(TYPE_PREFIX) != Some(ERROR_INFO));
    let details = details.iter().map(|detail| {
        let name = detail.type_url.strip_prefix(TYPE_PREFIX).unwrap_or(&detail.type_url);
        let value = BASE64_STANDARD_NO_PAD.encode(&detail.value);
        Detail { name, value, debug: readable(name, &detail.value) }
    });
    let said = Said { code: code(status.code()).0, message: status.message(), details: details.collect() };
    // Texts and lists of texts always have a JSON form, so this cannot fail.
    serde_json::to_string(&said).unwrap_or_default()
}

/// Converts a detail to JSON, for people and for clients without the proto of the detail.
fn readable(name: &str, bytes: &[u8]) -> Option<Value> {
    match name {
        ERROR_INFO => {
            let ErrorInfo { reason, domain, metadata } = ErrorInfo::decode(bytes).ok()?;
            Some(json!({ "reason": reason, "domain": domain, "metadata": metadata }))
        }
        "google.rpc.RetryInfo" => {
            let delay = RetryInfo::decode(bytes).ok()?.retry_delay?;
            Some(json!({ "retryDelay": format!("{}.{:09}s", delay.seconds, delay.nanos) }))
        }
        _ => None,
    }
}

/// Returns Connect's name of a code, and its HTTP status.
fn code(code: Code) -> (&'static str, StatusCode) {
    match code {
        // 499 has no name in the registry of HTTP, so it is made from its number.
        Code::Cancelled => ("canceled", StatusCode::from_u16(499).unwrap_or(StatusCode::BAD_REQUEST)),
        Code::InvalidArgument => ("invalid_argument", StatusCode::BAD_REQUEST),
        Code::DeadlineExceeded => ("deadline_exceeded", StatusCode::GATEWAY_TIMEOUT),
        Code::NotFound => ("not_found", StatusCode::NOT_FOUND),
        Code::AlreadyExists => ("already_exists", StatusCode::CONFLICT),
        Code::PermissionDenied => ("permission_denied", StatusCode::FORBIDDEN),
        Code::ResourceExhausted => ("resource_exhausted", StatusCode::TOO_MANY_REQUESTS),
        Code::FailedPrecondition => ("failed_precondition", StatusCode::BAD_REQUEST),
        Code::Aborted => ("aborted", StatusCode::CONFLICT),
        Code::OutOfRange => ("out_of_range", StatusCode::BAD_REQUEST),
        Code::Unimplemented => ("unimplemented", StatusCode::NOT_IMPLEMENTED),
        Code::Internal => ("internal", StatusCode::INTERNAL_SERVER_ERROR),
        Code::Unavailable => ("unavailable", StatusCode::SERVICE_UNAVAILABLE),
        Code::DataLoss => ("data_loss", StatusCode::INTERNAL_SERVER_ERROR),
        Code::Unauthenticated => ("unauthenticated", StatusCode::UNAUTHORIZED),
        // `Ok` is not a refusal, so it does not get here.
        Code::Unknown | Code::Ok => ("unknown", StatusCode::INTERNAL_SERVER_ERROR),
    }
}
