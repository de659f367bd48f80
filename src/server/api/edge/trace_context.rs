//! Reads the caller's trace from the header `traceparent` (<https://www.w3.org/TR/trace-context/>).

use opentelemetry::{
    Context,
    trace::{SpanContext, SpanId, TraceContextExt as _, TraceFlags, TraceId, TraceState},
};
use tonic::codegen::http::{HeaderMap, HeaderName};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// Header with the caller's trace and span.
pub const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
/// Length of version, trace, span and flags. Later versions may append more, which this code
/// ignores.
const READ: usize = 55;

/// Makes a new span a child of the caller's span. Ignores a malformed or duplicate header. Without
/// a collector of spans, does nothing.
pub fn follow(span: &Span, headers: &HeaderMap) {
    let mut said = headers.get_all(TRACEPARENT).iter();
    if let (Some(only), None) = (said.next(), said.next())
        && let Some(parent) = parent(only.as_bytes())
    {
        // This fails only if no spans are collected.
        let _ = span.set_parent(Context::new().with_remote_span_context(parent));
    }
}

/// Parses the caller's span. Ignores the caller's sampling flag: the host decides which spans this
/// server sends.
fn parent(said: &[u8]) -> Option<SpanContext> {
    let (read, more) = said.split_at_checked(READ)?;
    let mut parts = std::str::from_utf8(read).ok()?.split('-');
    let mut digits = |length: usize| {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        parts.next().filter(|part| part.len() == length && part.bytes().all(is_digit))
    };
    let (version, trace, span, _flags) = (digits(2)?, digits(32)?, digits(16)?, digits(2)?);
    let is_known = match version {
        "00" => more.is_empty(),
        "ff" => false,
        _ => more.is_empty() || more.starts_with(b"-"),
    };
    let (trace, span) = (TraceId::from_hex(trace).ok()?, SpanId::from_hex(span).ok()?);
    let parent = SpanContext::new(trace, span, TraceFlags::SAMPLED, true, TraceState::default());
    Some(parent).filter(|parent| is_known && parent.is_valid())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    #[test]
    fn a_header_names_a_trace_and_a_span() {
        for said in
            [GOOD, &GOOD.replace("-01", "-00"), &GOOD.replacen("00", "01", 1), &format!("cc{}-more", &GOOD[2..])]
        {
            let parent = parent(said.as_bytes()).expect(said);
            let named = (parent.trace_id().to_string(), parent.span_id().to_string());
            assert_eq!(named, ("0af7651916cd43dd8448eb211c80319c".to_owned(), "b7ad6b7169203331".to_owned()));
            assert!(parent.is_sampled() && parent.is_remote(), "{said}");
        }
    }

    #[test]
    fn what_is_malformed_is_ignored() {
        let zeros = |range: std::ops::Range<usize>| {
            let mut said = GOOD.to_owned();
            said.replace_range(range.clone(), &"0".repeat(range.len()));
            said
        };
        let bad = [
            String::new(),
            "00-1-1-01".to_owned(),
            GOOD[..54].to_owned(),
            format!("{GOOD}-more"),
            format!("cc{}more", &GOOD[2..]),
            GOOD.replacen("00", "ff", 1),
            GOOD.replace('a', "A"),
            GOOD.replace('-', "_"),
            GOOD.replace("-b7", "b-7"),
            GOOD.replace('f', "é"),
            zeros(3..35),
            zeros(36..52),
        ];
        for said in bad {
            assert!(parent(said.as_bytes()).is_none(), "{said}");
        }
    }
}
