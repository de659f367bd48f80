//! Reads the log for the seats of a link that are behind, a page at a time, as fast as the program takes it.

use std::{collections::BTreeMap, sync::Arc};

use tokio::time::sleep;

use super::{
    Shared, Waiting,
    queue::{NextPage, SlotId},
};
use crate::{
    hall::{
        history::{History, HistoryError},
        limits::STORE_RETRY,
        store_failures,
    },
    referee::{Reason, Refusal},
    store::StoreError,
};

/// Goes on until no seat is behind, or the program has gone. A store that fails for now is asked again; a seat whose log cannot
/// be read is let go.
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
                    tracing::error!(%match_id, %error, left_out, "the log of a match could not be read for a seat that is behind");
                }
                histories.remove(&slot);
                sleep(STORE_RETRY).await;
            }
            Err(error) => {
                let match_id = history.match_id();
                tracing::error!(%match_id, %error, "the log of a match cannot be read for a seat that is behind");
                histories.remove(&slot);
                let unreadable = || Refusal::new(Reason::HostFault, "what was played in this match cannot be read");
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

/// What to read next. When it is nothing, whoever falls behind after this lets somebody else read.
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
