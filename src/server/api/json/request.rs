//! Determines the protocol of a request by its method and content type.

use referee_proto::json::calls::Call;
use tonic::codegen::http::{HeaderMap, Method, Request, header};

pub const JSON: &str = "application/json";
/// Content type of protobuf without gRPC frames.
const PROTO: &str = "application/proto";
/// Content types of streams in the Connect protocol.
const CONNECT_JSON: &str = "application/connect+json";
const CONNECT_PROTO: &str = "application/connect+proto";
/// Content type of JSON lines.
const LINES: &str = "application/x-ndjson";
/// Content types of gRPC and gRPC-web.
const GRPC: [&str; 6] = [
    "application/grpc",
    "application/grpc+proto",
    "application/grpc-web",
    "application/grpc-web+proto",
    "application/grpc-web-text",
    "application/grpc-web-text+proto",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Grpc,
    /// A unary call of the Connect protocol.
    Unary(Codec),
    /// A stream of the Connect protocol, or a stream of JSON lines.
    Stream(Framing),
    /// A page for browsers.
    Page,
    /// A POST with another content type.
    UnknownContent,
    /// A method that is not supported.
    UnknownMethod,
}

/// The encoding of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    Json,
    Proto,
}

/// The form in which the messages of a stream are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Flags and length before each message, as in Connect.
    Envelopes(Codec),
    /// A line of JSON for each message. The request is a JSON object.
    Lines,
}

impl Protocol {
    pub fn of<B>(request: &Request<B>) -> Protocol {
        let content = content_type(request.headers()).to_ascii_lowercase();
        if GRPC.contains(&&*content) {
            // The gRPC layers distinguish these content types themselves.
            return Protocol::Grpc;
        }
        match *request.method() {
            Method::POST => match &*content {
                // `curl` can request a stream without knowing that the call is one.
                JSON | LINES if Call::at(request.uri().path()).is_some_and(|call| call.is_stream) => {
                    Protocol::Stream(Framing::Lines)
                }
                JSON | LINES => Protocol::Unary(Codec::Json),
                PROTO => Protocol::Unary(Codec::Proto),
                CONNECT_JSON => Protocol::Stream(Framing::Envelopes(Codec::Json)),
                CONNECT_PROTO => Protocol::Stream(Framing::Envelopes(Codec::Proto)),
                _ => Protocol::UnknownContent,
            },
            Method::GET | Method::HEAD => Protocol::Page,
            _ => Protocol::UnknownMethod,
        }
    }
}

impl Codec {
    pub fn content_type(self) -> &'static str {
        match self {
            Codec::Json => JSON,
            Codec::Proto => PROTO,
        }
    }
}

impl Framing {
    pub fn content_type(self) -> &'static str {
        match self {
            Framing::Envelopes(Codec::Json) => CONNECT_JSON,
            Framing::Envelopes(Codec::Proto) => CONNECT_PROTO,
            Framing::Lines => LINES,
        }
    }
}

/// Returns the content type without parameters; empty if there is none.
pub fn content_type(headers: &HeaderMap) -> &str {
    let said = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    said.split(';').next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_protocol_is_known_by_its_head() {
        for (method, content, protocol) in [
            ("POST", "application/grpc", Protocol::Grpc),
            ("POST", "application/grpc+proto", Protocol::Grpc),
            ("POST", "application/grpc-web-text", Protocol::Grpc),
            ("POST", "Application/grpc-web+proto; charset=utf-8", Protocol::Grpc),
            ("POST", "application/grpc-web+json", Protocol::UnknownContent),
            ("POST", "application/json", Protocol::Unary(Codec::Json)),
            ("POST", "Application/JSON; charset=utf-8", Protocol::Unary(Codec::Json)),
            ("POST", "application/proto", Protocol::Unary(Codec::Proto)),
            ("POST", "application/x-ndjson", Protocol::Unary(Codec::Json)),
            ("POST", "application/connect+json", Protocol::Stream(Framing::Envelopes(Codec::Json))),
            ("POST", "application/connect+proto; charset=utf-8", Protocol::Stream(Framing::Envelopes(Codec::Proto))),
            ("POST", "application/connect+xml", Protocol::UnknownContent),
            ("POST", "application/x-www-form-urlencoded", Protocol::UnknownContent),
            ("POST", "", Protocol::UnknownContent),
            ("GET", "", Protocol::Page),
            ("HEAD", "", Protocol::Page),
            ("PUT", "application/json", Protocol::UnknownMethod),
            ("OPTIONS", "", Protocol::UnknownMethod),
        ] {
            let request =
                Request::builder().method(method).header("content-type", content).body(()).expect("a request");
            assert_eq!(Protocol::of(&request), protocol, "{method} {content}");
        }
        for content in ["application/json", "application/x-ndjson"] {
            let path = "/referee.v1.MatchService/WatchMatch";
            let request = Request::post(path).header("content-type", content).body(()).expect("a request");
            assert_eq!(Protocol::of(&request), Protocol::Stream(Framing::Lines), "{content}");
        }
    }
}
