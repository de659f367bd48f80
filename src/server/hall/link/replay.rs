//! Reads the log for the lagging seats of a link, page by page, as fast as the program reads them.

use std::{collections::BTreeMap, sync::Arc};

use referee_law::{Reason, Refusal};
use referee_store::StoreError;
use tokio::time::sleep;

use super::{
    queue::{NextPage, SlotId},
    shared::{Shared, Waiting},
};
use crate::hall::{
    limits::STORE_RETRY,
    matches::store_failures,
    records::history::{History, HistoryError},
};

/// Reads until no seat lags, or the program is gone. Retries a store that fails temporarily;
/// releases a seat whose log is unreadable.
pub(super) async fn catch_up(link: Arc<Shared>) {
    let mut histories: BTreeMap<SlotId, History> = BTreeMap::new();
    loop {
        let (slot, open) = match next(&link) {
            NextPage::Of(slot, open) => (slot, open),
            NextPage::Later => {
                link.drained.notified().await;
                continue;
            }
            NextPage::Nothing => return,
        };
        let history = histories.entry(slot).or_insert_with(open);
        match history.page().await {
            Ok(page) => {
                let last = history.last();
                let mut waiting = link.waiting();
                let level = waiting.queue.page(slot, page, last);
                Waiting::wake(waiting);
                if level {
                    histories.remove(&slot);
                }
            }
            Err(HistoryError::Store(error)) if error.is_transient() => {
                let match_id = history.match_id();
                if let Some(left_out) = store_failures::may_write() {
                    tracing::error!(%match_id, %error, left_out, "failed to read a match log for a lagging seat");
                }
                histories.remove(&slot);
                sleep(STORE_RETRY).await;
            }
            Err(error) => {
                let match_id = history.match_id();
                tracing::error!(%match_id, %error, "a match log is unreadable for a lagging seat");
                histories.remove(&slot);
                let unreadable = || Refusal::new(Reason::HostFault, "the events of this match cannot be read");
                let is_pruned = matches!(&error, HistoryError::Store(StoreError::Pruned { .. }));
                let refusal = if is_pruned { error.into() } else { unreadable() };
                let mut waiting = link.waiting();
                let on_unreadable = waiting.queue.give_up(slot, refusal);
                Waiting::wake(waiting);
                if let Some(on_unreadable) = on_unreadable {
                    on_unreadable();
                }
            }
        }
    }
}

/// Returns what to read next. If that is nothing, the next seat that lags starts a new task.
fn next(link: &Shared) -> NextPage {
    let queue = &mut link.waiting().queue;
    if queue.closed {
        return NextPage::Nothing;
    }
    let next = queue.next_page();
    if matches!(next, NextPage::Nothing) {
        queue.catching_up = false;
    }
    next
}
