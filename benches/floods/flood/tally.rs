//! The outcomes of a flood's calls.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use referee_client::pb::Reason;
use tokio::{sync::Notify, time::sleep};
use tonic::Status;

/// Delay after a rejected call, so the flood does not consist mostly of rejections.
const REFUSED_PAUSE: Duration = Duration::from_millis(5);

/// The numbers of served and rejected calls, and the first failure.
#[derive(Debug, Default)]
pub struct Tally {
    served: AtomicU64,
    refused: AtomicU64,
    /// Wakes the task that waits for an answer.
    answered: Notify,
    /// The first answer with a failure of the server.
    fault: Mutex<Option<String>>,
}

impl Tally {
    /// Returns the number of served calls, and of all others.
    pub fn counts(&self) -> (u64, u64) {
        (self.served.load(Ordering::Relaxed), self.refused.load(Ordering::Relaxed))
    }

    /// Waits until any call is answered. Supports one waiter only.
    pub async fn answered(&self) {
        self.answered.notified().await;
    }

    /// Returns the failure that the server reported, if any.
    pub fn fault(&self) -> Option<String> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Counts the result of a call. Pauses briefly after a rejection.
    pub(super) async fn note<T>(&self, answered: Result<T, Status>) {
        match answered {
            Ok(_) => self.serve(),
            Err(status) => {
                let text = status.to_string();
                let error = referee_client::Error::from(status);
                self.refuse(error.reason(), || text).await;
            }
        }
    }

    /// Counts a served call.
    pub(super) fn serve(&self) {
        self.served.fetch_add(1, Ordering::Relaxed);
        self.answered.notify_one();
    }

    /// Counts a call that was rejected or failed, and pauses briefly.
    pub(super) async fn refuse(&self, reason: Option<Reason>, text: impl FnOnce() -> String) {
        self.count_refused(reason, text);
        sleep(REFUSED_PAUSE).await;
    }

    /// Counts such a call without a pause.
    pub(super) fn count_refused(&self, reason: Option<Reason>, text: impl FnOnce() -> String) {
        self.refused.fetch_add(1, Ordering::Relaxed);
        self.answered.notify_one();
        if reason == Some(Reason::HostFault) {
            self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(text);
        }
    }
}
