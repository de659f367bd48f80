//! How far each webhook has come with each contest, so that a restart goes on where it was.

use super::{AuditEntry, StoreFuture};
use crate::{ids::Seq, referee::Contest};

/// Cursors of webhooks into the logs of contests. A webhook is its URL.
///
/// A webhook is sent what happens once the store has it: of a contest that was opened before, all behind the event that was the newest
/// then; of one that is opened later, all.
pub trait WebhookCursors: Send + Sync {
    /// The webhooks are these from now on: those that are new begin now, those that are not named are forgotten with their cursors.
    fn keep_webhooks(&self, urls: Vec<String>) -> StoreFuture<'_, ()>;

    /// How far a webhook has come with a contest; `None` where there is no such webhook or no such contest.
    fn webhook_progress(&self, url: &str, contest: &Contest) -> StoreFuture<'_, Option<WebhookProgress>>;

    /// The contests with events that were not delivered to a webhook, but for those that were given up: the oldest first, beginning
    /// behind `after`, at most `limit` of them.
    fn webhook_behind(&self, url: &str, after: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<Contest>>;

    /// A page of what a webhook is sent, the newest contest first, beginning behind `before`. Contests that were over before the webhook
    /// are not among it, unless they were redelivered.
    fn webhook_list(&self, url: &str, before: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<WebhookProgress>>;

    /// Sets how far a webhook has come. `false`, and nothing changes, where a host has redelivered since `cursor` was read, or where there
    /// is no such webhook or contest.
    fn set_webhook_cursor(&self, url: &str, contest: &Contest, cursor: WebhookCursor) -> StoreFuture<'_, bool>;

    /// Puts a webhook back behind the event `delivered`, or leaves it where it is, where that is `None` or behind it; either way nothing
    /// has failed yet. `None` where there is no such webhook or contest, and then nothing is noted.
    fn redeliver(
        &self,
        url: &str,
        contest: &Contest,
        delivered: Option<Seq>,
        audit: AuditEntry,
    ) -> StoreFuture<'_, Option<WebhookProgress>>;
}

/// How far a webhook has come with a contest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebhookCursor {
    /// The newest event that was delivered.
    pub delivered: Seq,
    /// How often the next one was tried.
    pub attempts: u32,
    /// Why the last attempt failed; empty where none has since the last delivery.
    pub last_error: String,
    /// When it is tried again, in milliseconds since 1970 (UTC).
    pub next_attempt_unix_ms: Option<i64>,
    /// Whether nothing more is tried.
    pub is_given_up: bool,
    /// How often a host has redelivered: whoever sets a cursor does so for the number that it read.
    pub redeliveries: u64,
}

/// The same, with what of the contest matters to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookProgress {
    pub contest: Contest,
    /// When it was opened, in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    pub newest: Seq,
    /// How far the webhook has come.
    pub cursor: WebhookCursor,
}

impl WebhookCursor {
    /// The cursor once a host has redelivered.
    pub(super) fn redelivered(&self, delivered: Option<Seq>) -> WebhookCursor {
        let delivered = delivered.map_or(self.delivered, |delivered| delivered.min(self.delivered));
        WebhookCursor { delivered, redeliveries: self.redeliveries + 1, ..WebhookCursor::default() }
    }
}
