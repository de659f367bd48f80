//! The delivery state of each webhook in each contest, to resume after a restart.

use referee_ids::Seq;
use referee_law::Contest;

use super::{AuditEntry, StoreFuture};

/// Cursors of webhooks in the logs of contests. The URL identifies a webhook.
///
/// A new webhook gets, from each existing contest, only events that come after its registration,
/// and all events of later contests.
pub trait WebhookCursors: Send + Sync {
    /// Replaces the set of webhooks: new ones start now, and missing ones are forgotten with their
    /// cursors.
    fn keep_webhooks(&self, urls: Vec<String>) -> StoreFuture<'_, ()>;

    /// Returns a webhook's progress in a contest; `None` if the webhook or the contest does not
    /// exist.
    fn webhook_progress(&self, url: &str, contest: &Contest) -> StoreFuture<'_, Option<WebhookProgress>>;

    /// Returns at most `limit` contests, oldest first, starting after `after`, whose events are not
    /// all delivered to a webhook. Omits contests on which the webhook gave up.
    fn webhook_behind(&self, url: &str, after: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<Contest>>;

    /// Returns a page of a webhook's progress, newest contest first, starting after `before`.
    /// Contests that ended before the webhook appear only if redelivered.
    fn webhook_list(&self, url: &str, before: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<WebhookProgress>>;

    /// Sets a webhook's cursor. Returns `false` without a change if a host has redelivered since
    /// `cursor` was read, or if the webhook or the contest does not exist.
    fn set_webhook_cursor(&self, url: &str, contest: &Contest, cursor: WebhookCursor) -> StoreFuture<'_, bool>;

    /// Moves a webhook's cursor back to after the event `delivered`, and clears its failures. A
    /// `delivered` that is `None` or later leaves the cursor where it is. Returns `None` if the
    /// webhook or the contest does not exist.
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
    /// Number of the newest delivered event.
    pub delivered: Seq,
    /// Number of attempts to deliver the next event.
    pub attempts: u32,
    /// Last error since the last delivery; may be empty.
    pub last_error: String,
    /// Time of the next attempt in milliseconds since 1970 (UTC).
    pub next_attempt_unix_ms: Option<i64>,
    /// Whether the webhook has given up on the contest.
    pub is_given_up: bool,
    /// Number of redeliveries. A cursor can be set only with the number that was read.
    pub redeliveries: u64,
}

/// A cursor with data of its contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookProgress {
    pub contest: Contest,
    /// Opening time of the contest in milliseconds since 1970 (UTC).
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
