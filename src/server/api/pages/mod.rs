//! Pages for browsers: the web app of `clients/web`, an introduction to the calls, and the book of
//! this version. The build collects them in one table.

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

/// All files: path, content type, body. Files that the book links to have the paths that they have
/// in the repository.
const FILES: &[(&str, &str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The file of the web app. It shows every page of the app, depending on the address.
const APP: &str = "/index.html";
/// The addresses of the web app, as in `clients/web/src/shell/routes.ts`.
const APP_PATHS: [&str; 7] = ["/", "/play", "/lobby", "/me", "/t", "/analysis", "/bot"];
/// Addresses of the web app that are followed by one more part: a match, a tournament, a ladder, a
/// player.
const APP_FOLDERS: [&str; 4] = ["/m/", "/t/", "/l/", "/p/"];
/// The folder of files whose names contain their digests, so that browsers need not ask again.
const IMMUTABLE: &str = "/assets/";

/// The introduction to the calls.
const CALLS: (&str, &str) = (
    "/api",
    concat!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>referee</title>\n<h1>referee ",
        env!("CARGO_PKG_VERSION"),
        "</h1>\n",
        include_str!("index.html"),
    ),
);

/// A policy for browsers: pages load nothing from other servers, run no inline scripts, and may not
/// be framed.
const POLICY: (HeaderName, &str) = (
    header::CONTENT_SECURITY_POLICY,
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src \
     'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);
/// A header by which browsers must not guess the type of a file.
const SNIFF: (HeaderName, &str) = (header::X_CONTENT_TYPE_OPTIONS, "nosniff");
/// A header by which browsers send no address of a page to other servers: an address can contain a
/// device code.
const REFERRER: (HeaderName, &str) = (header::REFERRER_POLICY, "no-referrer");

/// All files by their paths. Each is digested and compressed once, for all servers of the process.
static PAGES: LazyLock<Vec<(&str, Cached)>> = LazyLock::new(|| {
    let calls = (CALLS.0, "text/html; charset=utf-8", CALLS.1.as_bytes());
    let all = FILES.iter().copied().chain([calls]);
    all.map(|(path, kind, body)| {
        let page = Cached::of_file(kind, body);
        (path, if path.starts_with(IMMUTABLE) { page.immutable() } else { page })
    })
    .collect()
});

/// Returns whether there is a page at this path.
pub fn has(path: &str) -> bool {
    let is_inside = |folder: &&str| path.strip_prefix(*folder).is_some_and(|id| !id.is_empty() && !id.contains('/'));
    path == CALLS.0
        || APP_PATHS.contains(&path)
        || APP_FOLDERS.iter().any(is_inside)
        || FILES.iter().any(|(at, _, _)| *at == path)
}

/// Adds the pages to a router.
pub fn add(router: Router) -> Router {
    PAGES.iter().fold(router, |mut router, (path, page)| {
        if *path == APP {
            for folder in APP_FOLDERS {
                router = route(router, &format!("{folder}{{id}}"), page);
            }
            for path in APP_PATHS {
                router = route(router, path, page);
            }
        }
        route(router, path, page)
    })
}

fn route(router: Router, path: &str, page: &'static Cached) -> Router {
    router.route(
        path,
        get(move |asked: HeaderMap| async move {
            let mut answer = page.answer(&asked);
            for (name, value) in [POLICY, SNIFF, REFERRER] {
                answer.headers_mut().insert(name, HeaderValue::from_static(value));
            }
            answer
        }),
    )
}
