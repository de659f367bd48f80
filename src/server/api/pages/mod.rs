//! Pages for browsers: an introduction, and the book of this version, rendered from `docs/` by the
//! build.

use axum::{
    Router,
    http::header::{self, HeaderName},
    response::Html,
    routing::get,
};

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

/// Whether there is a page at this path.
pub fn has(path: &str) -> bool {
    path == "/" || path == BOOK[1] || FILES.iter().any(|(at, _, _)| *at == path)
}

/// Adds the pages to a router.
pub fn add(router: Router) -> Router {
    let index = router.route("/", get(|| async { ([POLICY, SNIFF], Html(INDEX)) }));
    let start = FILES.iter().filter(|(path, _, _)| *path == BOOK[0]).map(|&(_, kind, body)| (BOOK[1], kind, body));
    FILES.iter().copied().chain(start).fold(index, |router, (path, kind, body)| {
        router.route(path, get(move || async move { ([POLICY, SNIFF, (header::CONTENT_TYPE, kind)], body) }))
    })
}
