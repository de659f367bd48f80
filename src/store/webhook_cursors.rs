//! Delivery state of each webhook and contest, to resume after a restart.

use referee_ids::Seq;
use referee_law::Contest;

use super::{AuditEntry, StoreFuture};

/// Cursors of webhooks into the logs of contests. A webhook is its URL.
///
/// A new webhook gets the events after the newest one of each existing contest, and all events of
/// later contests.
pub trait WebhookCursors: Send + Sync {
    /// Replaces the set of webhooks: new ones start now, others are forgotten with their cursors.
    fn keep_webhooks(&self, urls: Vec<String>) -> StoreFuture<'_, ()>;

    /// Returns a webhook's progress in a contest; `None` if either does not exist.
    fn webhook_progress(&self, url: &str, contest: &Contest) -> StoreFuture<'_, Option<WebhookProgress>>;

    /// Returns at most `limit` contests with undelivered events for a webhook that are not
    /// abandoned, oldest first, starting after `after`.
    fn webhook_behind(&self, url: &str, after: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<Contest>>;

    /// Returns a page of a webhook's progress, newest contest first, starting after `before`.
    /// Contests that ended before the webhook appear only if redelivered.
    fn webhook_list(&self, url: &str, before: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<WebhookProgress>>;

    /// Sets a webhook's cursor. `false` without a change if a host has redelivered since `cursor`
    /// was read, or webhook or contest do not exist.
    fn set_webhook_cursor(&self, url: &str, contest: &Contest, cursor: WebhookCursor) -> StoreFuture<'_, bool>;

    /// Moves a webhook back to after the event `delivered`, unless that is `None` or later, and
    /// clears its failures. `None` if webhook or contest do not exist.
    fn redeliver(
        &self,
        url: &str,
        contest: &Contest,
        delivered: Option<Seq>,
        audit: AuditEntry,
    ) -> StoreFuture<'_, Option<WebhookProgress>>;
}

/// A webhook's progress in a contest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebhookCursor {
    /// Newest delivered event.
    pub delivered: Seq,
    /// Attempts for the next one.
    pub attempts: u32,
    /// Last error since the last delivery; may be empty.
    pub last_error: String,
    /// Next attempt, in milliseconds since 1970 (UTC).
    pub next_attempt_unix_ms: Option<i64>,
    /// Whether delivery is abandoned.
    pub is_given_up: bool,
    /// Number of redeliveries; setting a cursor requires the number read.
    pub redeliveries: u64,
}

/// A cursor with data of its contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookProgress {
    pub contest: Contest,
    /// In milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    pub newest: Seq,
    pub cursor: WebhookCursor,
}

impl WebhookCursor {
    /// Returns the cursor after a redelivery.
    pub(super) fn redelivered(&self, delivered: Option<Seq>) -> WebhookCursor {
        let delivered = delivered.map_or(self.delivered, |delivered| delivered.min(self.delivered));
        WebhookCursor { delivered, redeliveries: self.redeliveries + 1, ..WebhookCursor::default() }
    }
}
