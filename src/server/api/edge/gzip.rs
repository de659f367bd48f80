//! Gzip: decompresses requests up to the caller's limit, compresses long answers for clients that
//! accept it, and compresses streams of pictures to browsers as a whole.

use std::{
    io::{Read as _, Write as _},
    task::{Context, Poll},
};

use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};
use futures_util::{FutureExt as _, future::Map};
use referee_law::{Reason, Refusal};
use tonic::{
    body::Body,
    codegen::{
        Bytes, Service,
        http::{Extensions, HeaderMap, Request, Response, StatusCode, Version, header::CONTENT_TYPE},
    },
};
use tower_http::{
    CompressionLevel,
    compression::{Compression as Compressed, CompressionBody, CompressionLayer},
};
use tower_layer::Layer as _;

use super::bodies::Size;
use crate::api::status::status;

/// Name of the encoding in headers.
pub const GZIP: &str = "gzip";
/// Minimum bytes of an answer that is compressed; a shorter answer fits into one packet anyway.
const WORTHWHILE: usize = 1024;

/// The reason why decompression failed.
pub enum GzipError {
    Unreadable,
    /// The decompressed bytes would exceed the limit.
    TooLong,
}

/// Decompresses at most `most` bytes, and produces no more than that.
pub fn decompress(compressed: &[u8], most: usize) -> Result<Vec<u8>, GzipError> {
    let mut decompressed = Vec::new();
    // Reading one byte more distinguishes a text that is too long from one that just fits.
    let bound = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    MultiGzDecoder::new(compressed).take(bound).read_to_end(&mut decompressed).map_err(|_| GzipError::Unreadable)?;
    if decompressed.len() > most { Err(GzipError::TooLong) } else { Ok(decompressed) }
}

/// Returns the status of a request that cannot be decompressed. `field` is the header that declared
/// the compression.
pub fn refused(cause: &GzipError, field: &'static str, size: Size) -> tonic::Status {
    match cause {
        GzipError::TooLong => status(&Refusal::at_most(size.limit, size.most, "bytes per message", None)),
        GzipError::Unreadable => {
            let bad = Refusal::of_field(Reason::BadField, field, GZIP, "a message in this compression");
            crate::api::status::status(&bad)
        }
    }
}

/// Compresses bytes; `None` if that saves too little.
pub fn compress(bytes: &[u8]) -> Option<Vec<u8>> {
    compress_at(bytes, Compression::fast()).map(Vec::from)
}

/// Compresses bytes that are served more than once; `None` if that saves too little.
pub fn compress_at(bytes: &[u8], level: Compression) -> Option<Bytes> {
    if bytes.len() < WORTHWHILE {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 2), level);
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// Returns whether a header such as `accept-encoding` lists gzip with a weight above zero.
pub fn is_accepted(headers: &HeaderMap, header: &str) -> bool {
    let lists = headers.get_all(header).into_iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|item| {
        let (name, weight) = item.split_once(';').unwrap_or((item, ""));
        let refused = weight.trim().strip_prefix("q=").and_then(|q| q.trim().parse::<f32>().ok()) == Some(0.0);
        name.trim().eq_ignore_ascii_case(GZIP) && !refused
    })
}

/// A mark for an answer with many similar messages. Compressed as one stream, they take a tenth of
/// the size. This needs about 300 KiB of memory, so only answers with a strict limit of streams
/// have this mark.
#[derive(Clone, Copy)]
pub struct AsOneStream;

impl AsOneStream {
    /// Marks an answer as one stream if `is_compressed`.
    pub fn mark<T>(mut answer: tonic::Response<T>, is_compressed: bool) -> tonic::Response<T> {
        if is_compressed {
            answer.extensions_mut().insert(AsOneStream);
        }
        answer
    }
}

/// A service that compresses marked answers for browsers. gRPC clients compress each message
/// separately.
#[derive(Clone)]
pub struct GzipStreams<S>(Compressed<S, Rule>);

type Rule = fn(StatusCode, Version, &HeaderMap, &Extensions) -> bool;
type Answered<E> = fn(Result<Response<CompressionBody<Body>>, E>) -> Result<Response<Body>, E>;

impl<S> GzipStreams<S> {
    /// Wraps a service.
    pub fn new(service: S) -> GzipStreams<S> {
        let layer = CompressionLayer::new().quality(CompressionLevel::Fastest);
        GzipStreams(layer.compress_when(is_marked as Rule).layer(service))
    }
}

fn is_marked(_: StatusCode, _: Version, headers: &HeaderMap, extensions: &Extensions) -> bool {
    let content_type = headers.get(CONTENT_TYPE).map_or(&b""[..], |value| value.as_bytes());
    let browsers = [&b"application/grpc-web"[..], b"application/connect+", b"application/x-ndjson"];
    browsers.iter().any(|start| content_type.starts_with(start)) && extensions.get::<AsOneStream>().is_some()
}

impl<S> Service<Request<Body>> for GzipStreams<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Map<<Compressed<S, Rule> as Service<Request<Body>>>::Future, Answered<S::Error>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        self.0.call(request).map(|answer| answer.map(|answer| answer.map(Body::new)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bomb_is_decompressed_to_its_limit_and_no_further() {
        let compressed = compress(&vec![0; 1 << 20]).expect("it is long");
        assert!(compressed.len() < 8 << 10, "{} bytes", compressed.len());
        assert_eq!(decompress(&compressed, 1 << 20).ok().map(|bytes| bytes.len()), Some(1 << 20));
        assert!(matches!(decompress(&compressed, (1 << 20) - 1), Err(GzipError::TooLong)));
        assert!(matches!(decompress(&compressed[..compressed.len() - 1], 1 << 20), Err(GzipError::Unreadable)));
        assert!(matches!(decompress(b"plain", 100), Err(GzipError::Unreadable)));
        assert!(compress(b"short").is_none());
    }

    #[test]
    fn a_weight_of_zero_is_a_no() {
        for (said, accepted) in [
            ("gzip", true),
            ("br, GZIP", true),
            ("identity, gzip;q=0.5", true),
            ("gzip;q=0", false),
            ("deflate", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([("accept-encoding".parse().unwrap(), said.parse().unwrap())]);
            assert_eq!(is_accepted(&headers, "accept-encoding"), accepted, "{said}");
        }
    }
}
