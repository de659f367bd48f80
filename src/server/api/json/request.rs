//! The protocol of a request, by its method and content type.

use tonic::codegen::http::{HeaderMap, Method, Request, header};

pub const JSON: &str = "application/json";
/// Content type of protobuf without gRPC frames.
pub const PROTO: &str = "application/proto";
/// Prefix of the gRPC and gRPC-web content types.
const GRPC: &str = "application/grpc";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Grpc,
    /// A unary call of the Connect protocol.
    Unary(Codec),
    /// A page.
    Page,
    /// A POST of another content type.
    UnknownContent,
    /// An unsupported method.
    UnknownMethod,
}

/// The encoding of a unary call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    Json,
    Proto,
}

impl Protocol {
    pub fn of<B>(request: &Request<B>) -> Protocol {
        let content = content_type(request.headers());
        match *request.method() {
            // The gRPC layers distinguish these types.
            _ if content.get(..GRPC.len()).is_some_and(|start| start.eq_ignore_ascii_case(GRPC)) => Protocol::Grpc,
            Method::POST if content.eq_ignore_ascii_case(JSON) => Protocol::Unary(Codec::Json),
            Method::POST if content.eq_ignore_ascii_case(PROTO) => Protocol::Unary(Codec::Proto),
            Method::POST => Protocol::UnknownContent,
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

/// Returns the content type without parameters; empty if missing.
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
            ("POST", "application/json", Protocol::Unary(Codec::Json)),
            ("POST", "Application/JSON; charset=utf-8", Protocol::Unary(Codec::Json)),
            ("POST", "application/proto", Protocol::Unary(Codec::Proto)),
            ("POST", "application/connect+json", Protocol::UnknownContent),
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
    }
}
