//! What a person sees who opens the server's address in a browser: what this is, and the documents of this version.

use axum::{
    Router,
    http::header,
    response::{Html, IntoResponse as _},
    routing::get,
};

/// Files of the repository with their paths there.
macro_rules! files {
    ($($path:literal),* $(,)?) => { &[$((concat!("/", $path), include_str!(concat!("../../", $path)))),*] };
}

/// The documents by their paths, which are those of the repository, so that a link in one says where the other is.
const DOCUMENTS: &[(&str, &str)] = files![
    "README.md",
    "docs/start.md",
    "docs/bot.md",
    "docs/stdio.md",
    "docs/grpc.md",
    "docs/matchmaking.md",
    "docs/gui.md",
    "docs/operations.md",
    "docs/accounts.md",
    "docs/limits.md",
    "docs/sandbox.md",
    "docs/webhooks.md",
    "docs/tournaments.md",
    "docs/ladders.md",
    "docs/openings.md",
    "docs/reports.md",
    "docs/coming-from.md",
    "docs/clocks.md",
    "docs/verdicts.md",
    "docs/fair-deals.md",
    "docs/records.md",
    "docs/games.md",
    "docs/reasons.md",
    "docs/commands.md",
    "proto/referee/scene/v1/scene.proto",
    "proto/referee/v1/accepts.proto",
    "proto/referee/v1/challenges.proto",
    "proto/referee/v1/admin.proto",
    "proto/referee/v1/announcements.proto",
    "proto/referee/v1/audience.proto",
    "proto/referee/v1/clock.proto",
    "proto/referee/v1/commands.proto",
    "proto/referee/v1/consents.proto",
    "proto/referee/v1/contest_progress.proto",
    "proto/referee/v1/contests.proto",
    "proto/referee/v1/errors.proto",
    "proto/referee/v1/events.proto",
    "proto/referee/v1/frames.proto",
    "proto/referee/v1/games.proto",
    "proto/referee/v1/match_rules.proto",
    "proto/referee/v1/match_summary.proto",
    "proto/referee/v1/matches.proto",
    "proto/referee/v1/play.proto",
    "proto/referee/v1/players.proto",
    "proto/referee/v1/rematches.proto",
    "proto/referee/v1/results.proto",
    "proto/referee/v1/server.proto",
    "proto/referee/v1/tokens.proto",
    "proto/referee/v1/tournaments.proto",
    "proto/referee/v1/ladders.proto",
    "proto/referee/v1/webhooks.proto",
    "proto/referee/log/v1/contest_event.proto",
    "proto/referee/log/v1/contest_reason.proto",
    "proto/referee/log/v1/ladder_rules.proto",
    "proto/referee/log/v1/tournament_rules.proto",
];

/// The first page.
const INDEX: &str = concat!(
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>referee</title>\n<h1>referee ",
    env!("CARGO_PKG_VERSION"),
    "</h1>\n",
    include_str!("pages.html"),
);

/// Whether there is a page at this path.
pub fn has(path: &str) -> bool {
    path == "/" || DOCUMENTS.iter().any(|(at, _)| *at == path)
}

/// Adds the pages to a router.
pub fn add(router: Router) -> Router {
    let index = router.route("/", get(|| async { ([POLICY], Html(INDEX)) }));
    DOCUMENTS.iter().fold(index, |router, (path, text)| {
        let plain = (header::CONTENT_TYPE, "text/plain; charset=utf-8");
        router.route(path, get(move || async move { ([plain, POLICY], *text).into_response() }))
    })
}

const POLICY: (header::HeaderName, &str) = (header::CONTENT_SECURITY_POLICY, "default-src 'none'");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pb;
    use prost::Message as _;

    #[test]
    fn every_proto_that_a_caller_needs_is_here() {
        let files = prost_types::FileDescriptorSet::decode(pb::DESCRIPTOR).expect("the descriptor decodes");
        let names = files.file.iter().map(|file| file.name());
        // The events of tournaments and ladders are sent as they are stored.
        let is_sent = |name: &str| name.starts_with("referee/log/v1/") && !name.ends_with("/seal.proto");
        let needed: Vec<String> = names
            .filter(|name| name.starts_with("referee/v1/") || name.starts_with("referee/scene/") || is_sent(name))
            .map(|name| format!("/proto/{name}"))
            .collect();
        assert!(needed.len() > 4, "{needed:?}");
        assert!(needed.iter().all(|path| has(path)), "{needed:?}");
        assert!(DOCUMENTS.iter().all(|(path, _)| !path.starts_with("/proto/") || needed.iter().any(|has| has == path)));
    }
}
