//! The refusals for a failed store of contests.

use referee_law::{Reason, Refusal};
use referee_store::StoreError;

/// Returns the refusal of a command that was not stored; the caller should retry.
pub(super) fn not_stored() -> Refusal {
    Refusal::new(Reason::StoreUnavailable, "failed to store the request: retry later")
}

/// Maps a store failure to a refusal. The details go only to the log.
pub(super) fn store_fault(error: StoreError) -> Refusal {
    tracing::error!(%error, "the store of contests failed");
    not_stored()
}

/// Returns the refusal for events of a contest that could not be read.
pub(super) fn unreadable(error: anyhow::Error) -> Refusal {
    tracing::error!(error = format!("{error:#}"), "the events of a contest cannot be read");
    if error.downcast_ref::<StoreError>().is_some_and(StoreError::is_transient) {
        return not_stored();
    }
    Refusal::new(Reason::HostFault, "the contest's events are unreadable: see the server log")
}
