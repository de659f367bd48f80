//! Converts the delivery state of webhooks.

use referee_proto::v1;
use referee_store::{WebhookProgress, write_contest};

/// Converts the progress of a webhook in a contest.
pub fn webhook_progress(url: &str, of: WebhookProgress) -> v1::WebhookProgress {
    v1::WebhookProgress {
        url: url.to_owned(),
        contest: Some(write_contest(&of.contest)),
        newest_seq: of.newest.0,
        delivered_seq: of.cursor.delivered.0,
        attempts: of.cursor.attempts,
        last_error: of.cursor.last_error,
        next_attempt_unix_ms: of.cursor.next_attempt_unix_ms,
        is_given_up: of.cursor.is_given_up,
    }
}
