//! Answers that browsers may keep: a body with its strong `etag`, `cache-control`, and gzip that is
//! computed once. A request with a current `If-None-Match` gets 304 without a body.

use std::sync::OnceLock;

use flate2::Compression;
use http_body_util::{Empty, Full};
use sha2::{Digest as _, Sha256};
use tonic::{
    body::Body,
    codegen::{
        Bytes,
        http::{HeaderMap, HeaderValue, Response, StatusCode, header},
    },
};

use super::gzip::{self, GZIP};

/// Lets browsers keep a copy, but ask each time whether the copy is current.
const REVALIDATED: HeaderValue = HeaderValue::from_static("no-cache");
/// Lets browsers keep a copy for a year without asking again.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Bytes of the digest in a tag.
const TAG_BYTES: usize = 16;

/// A body that changes only as a whole.
pub struct Cached {
    content_type: HeaderValue,
    body: Bytes,
    /// Hexadecimal digits of the body's digest.
    digest: String,
    compression: Compression,
    cache_control: HeaderValue,
    gzip: OnceLock<Option<Bytes>>,
}

impl Cached {
    /// Creates a body that is served often, so its gzip is made as small as possible.
    pub fn of_file(content_type: &'static str, body: &'static [u8]) -> Cached {
        Cached::new(content_type, Bytes::from_static(body), Compression::best())
    }

    /// Creates a body for one answer, so its gzip is made fast.
    pub fn of_answer(content_type: &'static str, body: Bytes) -> Cached {
        Cached::new(content_type, body, Compression::fast())
    }

    /// Marks the body as the only one that its path will ever have.
    pub fn immutable(self) -> Cached {
        Cached { cache_control: IMMUTABLE, ..self }
    }

    fn new(content_type: &'static str, body: Bytes, compression: Compression) -> Cached {
        let digest = Sha256::digest(&body).iter().take(TAG_BYTES).map(|byte| format!("{byte:02x}")).collect();
        let content_type = HeaderValue::from_static(content_type);
        Cached { content_type, body, digest, compression, cache_control: REVALIDATED, gzip: OnceLock::new() }
    }

    /// Answers a request with these headers. If the method is HEAD, the transport leaves the body
    /// out.
    pub fn answer(&self, asked: &HeaderMap) -> Response<Body> {
        let compressed = match gzip::is_accepted(asked, header::ACCEPT_ENCODING.as_str()) {
            true => self.gzip.get_or_init(|| gzip::compress_at(&self.body, self.compression)).clone(),
            false => None,
        };
        // The two encodings are different bytes, so their strong tags differ.
        let tags = [format!("\"{}\"", self.digest), format!("\"{}-{GZIP}\"", self.digest)];
        let is_known = is_known(asked, &tags);
        let [plain, zipped] = tags;
        let is_compressed = compressed.is_some();
        let mut answer = match is_known {
            true => Response::new(Body::new(Empty::new())),
            false => {
                let bytes = compressed.unwrap_or_else(|| self.body.clone());
                let length = bytes.len();
                let mut answer = Response::new(Body::new(Full::new(bytes)));
                answer.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
                answer.headers_mut().insert(header::CONTENT_TYPE, self.content_type.clone());
                if is_compressed {
                    answer.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(GZIP));
                }
                answer
            }
        };
        if is_known {
            *answer.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let headers = answer.headers_mut();
        if let Ok(tag) = HeaderValue::try_from(if is_compressed { zipped } else { plain }) {
            headers.insert(header::ETAG, tag);
        }
        headers.insert(header::CACHE_CONTROL, self.cache_control.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        answer
    }
}

/// Returns whether the caller has a copy with one of these tags. Tags are compared weakly, as HTTP
/// requires for `If-None-Match`.
fn is_known(asked: &HeaderMap, tags: &[String]) -> bool {
    let lists = asked.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).map(str::trim).any(|tag| {
        let tag = tag.strip_prefix("W/").unwrap_or(tag);
        tag == "*" || tags.iter().any(|known| known == tag)
    })
}
