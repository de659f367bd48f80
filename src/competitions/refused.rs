//! How tournaments decline, as a program can branch on it.

use crate::{
    referee::{Contest, Reason, Refusal},
    store::StoreError,
    tournament::TournamentRefusal,
};

/// What a tournament says no with.
pub(super) fn of(refusal: TournamentRefusal) -> Refusal {
    let text = refusal.to_string();
    match refusal {
        TournamentRefusal::BadField { field, value, expected } => {
            Refusal::of_field(Reason::BadField, field, &value, expected)
        }
        TournamentRefusal::WrongPhase { .. }
        | TournamentRefusal::EntrantOut(_)
        | TournamentRefusal::NotReplayable(..) => Refusal::new(Reason::WrongPhase, text),
        TournamentRefusal::UnknownEntrant(_) => Refusal::new(Reason::UnknownPlayer, text),
        TournamentRefusal::UnknownMatch(_) => Refusal::new(Reason::UnknownMatch, text),
    }
}

/// There is no such tournament.
pub(super) fn unknown(contest: &Contest) -> Refusal {
    let expected = "a tournament of this server: `ListTournaments` has them";
    Refusal::of_field(Reason::UnknownTournament, "tournament", contest.name(), expected)
}

/// What was asked for is not stored: whoever asked does so again.
pub(super) fn not_stored() -> Refusal {
    Refusal::new(Reason::StoreUnavailable, "what was asked for could not be stored: ask again later")
}

/// What the store says of its fault is for the log alone.
pub(super) fn store_fault(error: StoreError) -> Refusal {
    tracing::error!(%error, "the store of tournaments failed");
    not_stored()
}

/// The events of a tournament could not be read.
pub(super) fn unreadable(error: anyhow::Error) -> Refusal {
    tracing::error!(error = format!("{error:#}"), "the events of a tournament cannot be read");
    if error.downcast_ref::<StoreError>().is_some_and(StoreError::is_transient) {
        return not_stored();
    }
    Refusal::new(Reason::HostFault, "the events of this tournament cannot be read: the server's log says why")
}
