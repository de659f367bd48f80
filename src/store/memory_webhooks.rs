//! The cursors of webhooks of the store in memory.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{
    Administration as _, AuditEntry, ContestRow, MemoryStore, StoreFuture,
    memory::ready,
    webhook_cursors::{WebhookCursor, WebhookCursors, WebhookProgress},
};
use crate::{ids::Seq, referee::Contest};

/// The webhooks of the process, by their URLs. They are bounded by the command line, and each by the contests.
#[derive(Default)]
pub struct MemoryWebhooks {
    state: Mutex<BTreeMap<String, Webhook>>,
}

struct Webhook {
    /// How many contests there were when it began.
    after: usize,
    cursors: BTreeMap<Contest, WebhookCursor>,
}

impl MemoryWebhooks {
    /// The lock is never held across an await. What is behind it is never left half changed, so a poisoned lock is ignored.
    fn state(&self) -> MutexGuard<'_, BTreeMap<String, Webhook>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Webhook {
    /// How far it has come with each contest, in the order of opening.
    fn progress(&self, contests: Vec<ContestRow>) -> Vec<(bool, WebhookProgress)> {
        let progress = contests.into_iter().enumerate().map(|(place, row)| {
            let begun = self.cursors.get(&row.contest).cloned();
            let (is_later, is_begun) = (place >= self.after, begun.is_some());
            let delivered = if is_later { Seq(0) } else { row.newest };
            let cursor = begun.unwrap_or(WebhookCursor { delivered, ..WebhookCursor::default() });
            let ContestRow { contest, opened_unix_ms, newest, .. } = row;
            (is_later || is_begun, WebhookProgress { contest, opened_unix_ms, newest, cursor })
        });
        progress.collect()
    }
}

impl MemoryStore {
    fn webhook(&self, url: &str) -> Vec<(bool, WebhookProgress)> {
        let contests = self.contests.rows();
        self.webhooks.state().get(url).map(|webhook| webhook.progress(contests)).unwrap_or_default()
    }

    fn of_contest(&self, url: &str, contest: &Contest) -> Option<WebhookProgress> {
        self.webhook(url).into_iter().map(|(_, progress)| progress).find(|progress| progress.contest == *contest)
    }

    fn set(&self, url: &str, contest: &Contest, cursor: WebhookCursor) {
        if let Some(webhook) = self.webhooks.state().get_mut(url) {
            webhook.cursors.insert(contest.clone(), cursor);
        }
    }
}

impl WebhookCursors for MemoryStore {
    fn keep_webhooks(&self, urls: Vec<String>) -> StoreFuture<'_, ()> {
        let contests = self.contests.rows();
        let mut state = self.webhooks.state();
        state.retain(|url, _| urls.contains(url));
        for url in urls {
            let going_on = contests.iter().filter(|row| !row.is_over());
            let behind = |row: &ContestRow| WebhookCursor { delivered: row.newest, ..WebhookCursor::default() };
            let cursors = going_on.map(|row| (row.contest.clone(), behind(row))).collect();
            state.entry(url).or_insert(Webhook { after: contests.len(), cursors });
        }
        ready(Ok(()))
    }

    fn webhook_progress(&self, url: &str, contest: &Contest) -> StoreFuture<'_, Option<WebhookProgress>> {
        ready(Ok(self.of_contest(url, contest)))
    }

    fn webhook_behind(&self, url: &str, after: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<Contest>> {
        let all = self.webhook(url).into_iter().map(|(_, progress)| progress);
        let later = all.skip_while(|progress| after.as_ref().is_some_and(|after| progress.contest != *after));
        let behind = later
            .skip(usize::from(after.is_some()))
            .filter(|progress| !progress.cursor.is_given_up && progress.newest > progress.cursor.delivered);
        ready(Ok(behind.take(limit).map(|progress| progress.contest).collect()))
    }

    fn webhook_list(&self, url: &str, before: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<WebhookProgress>> {
        let all = self.webhook(url).into_iter().rev();
        let earlier = all.skip_while(|(_, progress)| before.as_ref().is_some_and(|before| progress.contest != *before));
        let listed = earlier.skip(usize::from(before.is_some())).filter(|(is_sent, _)| *is_sent);
        ready(Ok(listed.take(limit).map(|(_, progress)| progress).collect()))
    }

    fn set_webhook_cursor(&self, url: &str, contest: &Contest, cursor: WebhookCursor) -> StoreFuture<'_, bool> {
        let before = self.of_contest(url, contest).map(|before| before.cursor.redeliveries);
        let is_current = before == Some(cursor.redeliveries);
        if is_current {
            self.set(url, contest, cursor);
        }
        ready(Ok(is_current))
    }

    fn redeliver(
        &self,
        url: &str,
        contest: &Contest,
        delivered: Option<Seq>,
        audit: AuditEntry,
    ) -> StoreFuture<'_, Option<WebhookProgress>> {
        let Some(before) = self.of_contest(url, contest) else { return ready(Ok(None)) };
        let cursor = before.cursor.redelivered(delivered);
        self.set(url, contest, cursor.clone());
        Box::pin(async move {
            self.note(audit).await?;
            Ok(Some(WebhookProgress { cursor, ..before }))
        })
    }
}
