//! Webhook deliveries.

use super::consents::named;
use crate::{
    pb::v1,
    referee::{Contest, Refusal},
    store::WebhookProgress,
};

/// Parses the contest whose events to redeliver.
pub fn contest_to_redeliver(asked: Option<v1::redeliver_webhook_request::Contest>) -> Result<Contest, Refusal> {
    use v1::redeliver_webhook_request::Contest as Asked;
    named(asked.map(|contest| match contest {
        Asked::Tournament(name) => Contest::Tournament(name),
        Asked::Ladder(name) => Contest::Ladder(name),
    }))
}

/// Converts a webhook's delivery state for a contest.
pub fn webhook_progress(url: &str, of: WebhookProgress) -> v1::WebhookProgress {
    use v1::webhook_progress::Contest as Shown;
    v1::WebhookProgress {
        url: url.to_owned(),
        contest: Some(match of.contest {
            Contest::Tournament(name) => Shown::Tournament(name),
            Contest::Ladder(name) => Shown::Ladder(name),
        }),
        newest_seq: of.newest.0,
        delivered_seq: of.cursor.delivered.0,
        attempts: of.cursor.attempts,
        last_error: of.cursor.last_error,
        next_attempt_unix_ms: of.cursor.next_attempt_unix_ms,
        is_given_up: of.cursor.is_given_up,
    }
}
