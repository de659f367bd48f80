//! Pages for browsers: the web app of `clients/web`, an introduction to the calls, and the book of
//! this version. The build collects them in one table.

use axum::{
    Router,
    http::{
        HeaderMap, Method, Request, Response, StatusCode,
        header::{self, HeaderName, HeaderValue},
    },
    routing::get,
};
use std::sync::LazyLock;
use tonic::body::Body;

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

/// The start of the paths of calls. Opened in a browser, they explain themselves in JSON.
const CALL_PATHS: &str = "/referee.";

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

/// Returns the web app with status 404: it shows that there is no such page. `None` if the request
/// is not from a browser that opens a page.
pub fn missing(request: &Request<Body>) -> Option<Response<Body>> {
    if !takes_html(request.headers()) || request.uri().path().starts_with(CALL_PATHS) {
        return None;
    }
    let (_, app) = PAGES.iter().find(|(path, _)| *path == APP)?;
    let mut asked = request.headers().clone();
    // With a copy of the app, the browser would get 304 instead.
    asked.remove(header::IF_NONE_MATCH);
    let mut answer = guarded(app.answer(&asked));
    *answer.status_mut() = StatusCode::NOT_FOUND;
    // Without this, HTTP/2 would send the body of an answer to HEAD.
    Some(if request.method() == Method::HEAD { answer.map(|_| Body::empty()) } else { answer })
}

fn takes_html(asked: &HeaderMap) -> bool {
    let lists = asked.get_all(header::ACCEPT).into_iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split([',', ';'])).any(|part| part.trim() == "text/html")
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
    router.route(path, get(move |asked: HeaderMap| async move { guarded(page.answer(&asked)) }))
}

/// Adds the headers that keep a page safe in a browser.
fn guarded(mut answer: Response<Body>) -> Response<Body> {
    for (name, value) in [POLICY, SNIFF, REFERRER] {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}
