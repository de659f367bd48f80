//! Pages for browsers: an introduction, and the book of this version, rendered from `docs/` by the
//! build.

use axum::{
    Router,
    http::{
        HeaderMap,
        header::{self, HeaderName, HeaderValue},
    },
    routing::get,
};
use std::sync::LazyLock;

use super::edge::cached::Cached;

/// The book: path, content type, body. Linked protos and other files have their repository paths.
const FILES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/book.rs"));

/// The first page.
const INDEX: &str = concat!(
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>referee</title>\n<h1>referee ",
    env!("CARGO_PKG_VERSION"),
    "</h1>\n",
    include_str!("index.html"),
);

/// Pages load nothing from elsewhere, run no script of their own text, and stand in no frame.
const POLICY: (HeaderName, &str) = (
    header::CONTENT_SECURITY_POLICY,
    "default-src 'none'; connect-src 'self'; img-src 'self'; script-src 'self'; style-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'",
);
/// A file is what its type says.
const SNIFF: (HeaderName, &str) = (header::X_CONTENT_TYPE_OPTIONS, "nosniff");

/// The start of the book, which is served with and without a slash at the end.
const BOOK: [&str; 2] = ["/docs", "/docs/"];

/// All pages by their paths. Each is digested and compressed once for all servers of the process.
static PAGES: LazyLock<Vec<(&str, Cached)>> = LazyLock::new(|| {
    let start = FILES.iter().filter(|(path, _, _)| *path == BOOK[0]).map(|&(_, kind, body)| (BOOK[1], kind, body));
    let index = [("/", "text/html; charset=utf-8", INDEX)];
    let all = index.into_iter().chain(FILES.iter().copied()).chain(start);
    all.map(|(path, kind, body)| (path, Cached::of_file(kind, body.as_bytes()))).collect()
});

/// Whether there is a page at this path.
pub fn has(path: &str) -> bool {
    path == "/" || path == BOOK[1] || FILES.iter().any(|(at, _, _)| *at == path)
}

/// Adds the pages to a router.
pub fn add(router: Router) -> Router {
    PAGES.iter().fold(router, |router, (path, page)| {
        router.route(
            path,
            get(move |asked: HeaderMap| async move {
                let mut answer = page.answer(&asked);
                for (name, value) in [POLICY, SNIFF] {
                    answer.headers_mut().insert(name, HeaderValue::from_static(value));
                }
                answer
            }),
        )
    })
}
