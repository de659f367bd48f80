//! Outcomes of a flood's calls.

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

/// How long a caller waits that was refused, so that refusals are not all that is measured.
const REFUSED_PAUSE: Duration = Duration::from_millis(5);

/// How often a flood was served, refused and failed.
#[derive(Debug, Default)]
pub struct Tally {
    served: AtomicU64,
    refused: AtomicU64,
    /// Wakes tasks that wait for an answer.
    answered: Notify,
    /// The first answer that said that the server itself had failed.
    fault: Mutex<Option<String>>,
}

impl Tally {
    /// How many calls were served, and how many were not.
    pub fn counts(&self) -> (u64, u64) {
        (self.served.load(Ordering::Relaxed), self.refused.load(Ordering::Relaxed))
    }

    /// Waits until a call was answered, in any way. For one waiter only.
    pub async fn answered(&self) {
        self.answered.notified().await;
    }

    /// The failure that the server reported, if any.
    pub fn fault(&self) -> Option<String> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Counts the result of a call. After a rejection it waits a little.
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

    /// Notes that a call was served.
    pub(super) fn serve(&self) {
        self.served.fetch_add(1, Ordering::Relaxed);
        self.answered.notify_one();
    }

    /// Notes that a call was refused, or could not be made, and waits a little.
    pub(super) async fn refuse(&self, reason: Option<Reason>, text: impl FnOnce() -> String) {
        self.count_refused(reason, text);
        sleep(REFUSED_PAUSE).await;
    }

    /// The same without waiting.
    pub(super) fn count_refused(&self, reason: Option<Reason>, text: impl FnOnce() -> String) {
        self.refused.fetch_add(1, Ordering::Relaxed);
        self.answered.notify_one();
        if reason == Some(Reason::HostFault) {
            self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(text);
        }
    }
}
