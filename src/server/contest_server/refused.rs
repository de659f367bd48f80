//! The errors for a failed store of contests.

use referee_law::{Reason, Refusal};
use referee_store::StoreError;

/// The command is not stored: the caller retries.
pub(super) fn not_stored() -> Refusal {
    Refusal::new(Reason::StoreUnavailable, "failed to store the request: retry later")
}

/// The store's description of its fault is for the log alone.
pub(super) fn store_fault(error: StoreError) -> Refusal {
    tracing::error!(%error, "the store of contests failed");
    not_stored()
}

/// The events of a contest could not be read.
pub(super) fn unreadable(error: anyhow::Error) -> Refusal {
    tracing::error!(error = format!("{error:#}"), "the events of a contest cannot be read");
    if error.downcast_ref::<StoreError>().is_some_and(StoreError::is_transient) {
        return not_stored();
    }
    Refusal::new(Reason::HostFault, "the contest's events are unreadable: see the server log")
}
