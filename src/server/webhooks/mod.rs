//! Notifies the webhooks of a host about events of contests. Sends signed JSON by POST, retries
//! failures, and stores the progress durably.
//!
//! A server starts [`Webhooks`] with [`Target`]s, [`Secrets`] and a [`Retry`]. Each target has one
//! task (`worker`). The task reads the logs of contests after its cursors, and sends the public
//! events (`body`), one at a time (`post`). No other part of the server waits for these tasks.

mod body;
mod post;
mod retry;
mod secrets;
mod target;
mod worker;

use std::{fmt, sync::Arc};

use anyhow::Context as _;
use referee_ids::Seq;
use referee_law::Contest;
use referee_store::{AuditEntry, Store, StoreError, WebhookProgress};
use tokio::{runtime::Handle, sync::broadcast};
use tokio_util::task::AbortOnDropHandle;

pub use retry::Retry;
pub use secrets::{SecretError, Secrets};
pub use target::Target;

use crate::contest_server::AllContests;
use post::Poster;
use worker::{Shared, Worker};

/// Maximum webhooks of a server.
pub const MAX_WEBHOOKS: usize = 16;
/// Maximum contests per webhook that are counted for `/metrics`.
const MEASURED_CONTESTS: usize = 1000;
/// Maximum notices of redeliveries that a webhook's task may miss. If it misses more, it checks all
/// contests.
const UNHEARD_REDELIVERIES: usize = 64;

/// The webhooks of a server. Clones are handles to the same webhooks.
#[derive(Clone)]
pub struct Webhooks(Arc<Inner>);

struct Inner {
    targets: Vec<Target>,
    shared: Arc<Shared>,
}

/// The reason why a redelivery failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRedelivered {
    /// The server has no webhook with this URL.
    UnknownWebhook,
    /// The contest does not exist.
    UnknownContest,
    /// The event was not delivered, and is not the next one. The number is that of the newest
    /// delivered event.
    NotDelivered(Seq),
}

impl fmt::Debug for Webhooks {
    /// Prints only the origin of each URL, which is not secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.targets.iter().map(Target::origin)).finish()
    }
}

impl Webhooks {
    /// Creates the webhooks for the contests in `store`. Fails with more than [`MAX_WEBHOOKS`], if
    /// two are equal, or if one uses `https` and the system has no trusted certificates.
    pub fn new(targets: Vec<Target>, secrets: Secrets, retry: Retry, store: &Store) -> anyhow::Result<Webhooks> {
        anyhow::ensure!(
            targets.len() <= MAX_WEBHOOKS,
            "too many webhooks: --webhook is given {} times (limit {MAX_WEBHOOKS})",
            targets.len()
        );
        for (place, target) in targets.iter().enumerate() {
            anyhow::ensure!(!targets[..place].contains(target), "--webhook {}: duplicate", target.url());
        }
        let poster = Poster::new(secrets, targets.iter().any(Target::is_secured), retry.attempt_within)
            .context("--webhook: failed to read the system's trusted certificates")?;
        let (contests, cursors) = (Arc::clone(&store.contests), Arc::clone(&store.webhooks));
        let redelivered = broadcast::Sender::new(UNHEARD_REDELIVERIES);
        let shared = Arc::new(Shared { retry, poster, contests, cursors, redelivered });
        Ok(Webhooks(Arc::new(Inner { targets, shared })))
    }

    /// Starts to deliver, in tasks of `runtime` that end when the returned handles are dropped.
    /// Call this before contests are opened or resumed. Fails if the store fails.
    pub async fn start(
        &self,
        contests: &AllContests,
        runtime: &Handle,
    ) -> Result<Vec<AbortOnDropHandle<()>>, StoreError> {
        let appended: Vec<_> = self.0.targets.iter().map(|_| contests.appended()).collect();
        self.0.shared.cursors.keep_webhooks(self.urls().map(str::to_owned).collect()).await?;
        let workers = self.0.targets.iter().zip(appended).map(|(target, appended)| {
            let worker = Worker::new(target.clone(), Arc::clone(&self.0.shared), contests.clone(), appended);
            AbortOnDropHandle::new(runtime.spawn(worker.run()))
        });
        Ok(workers.collect())
    }

    /// Returns the URLs of the webhooks, in the order of the configuration.
    pub fn urls(&self) -> impl Iterator<Item = &str> {
        self.0.targets.iter().map(Target::url)
    }

    /// Returns a page of a webhook's progress, the newest contest first, starting after `before`.
    pub async fn list(
        &self,
        url: &str,
        before: Option<Contest>,
        limit: usize,
    ) -> Result<Vec<WebhookProgress>, StoreError> {
        self.0.shared.cursors.webhook_list(url, before, limit).await
    }

    /// Returns, over all webhooks, how many events are undelivered, and how many contests a webhook
    /// has given up on. Counts only the newest [`MEASURED_CONTESTS`] contests of each webhook.
    pub async fn backlog(&self) -> Result<(u64, u64), StoreError> {
        let (mut behind, mut given_up) = (0, 0);
        for url in self.urls() {
            for WebhookProgress { newest, cursor, .. } in self.list(url, None, MEASURED_CONTESTS).await? {
                match cursor.is_given_up {
                    true => given_up += 1,
                    false => behind += newest.0.saturating_sub(cursor.delivered.0),
                }
            }
        }
        Ok((behind, given_up))
    }

    /// Delivers the events of a contest again, starting with `from`. That is at most the event
    /// after the newest delivered one, which is also the default. A webhook that had given up tries
    /// again.
    pub async fn redeliver(
        &self,
        url: &str,
        contest: &Contest,
        from: Option<Seq>,
        audit: AuditEntry,
    ) -> Result<Result<WebhookProgress, NotRedelivered>, StoreError> {
        if self.urls().all(|known| known != url) {
            return Ok(Err(NotRedelivered::UnknownWebhook));
        }
        let unknown = Err(NotRedelivered::UnknownContest);
        let Some(before) = self.0.shared.cursors.webhook_progress(url, contest).await? else { return Ok(unknown) };
        let delivered = before.cursor.delivered;
        if from.is_some_and(|from| from > delivered.next()) {
            return Ok(Err(NotRedelivered::NotDelivered(delivered)));
        }
        let behind = from.map(|from| Seq(from.0.saturating_sub(1)));
        let redelivered = self.0.shared.cursors.redeliver(url, contest, behind, audit).await?;
        // An error means that the tasks have ended. The next start continues the redelivery.
        let _ = self.0.shared.redelivered.send(contest.clone());
        Ok(redelivered.map_or(unknown, Ok))
    }
}
