//! Takes back what players agreed to by entering a tournament that they are not in any more.
//!
//! Hosts remove entrants, and so does the check-in of a tournament that starts by itself. The consent
//! of a player is stored apart from its entry, so it is taken back after the entry is gone. A server
//! that ends in between does it when it goes on with the tournament.

use std::collections::{BTreeMap, BTreeSet};

use tokio::sync::broadcast::{Receiver, error::RecvError};

use super::context::ServiceContext;
use crate::{ids::PlayerId, referee::Contest};

/// Takes consents back until it is dropped; `appended` names each contest that has a new event.
pub(super) async fn take_consents_back(context: ServiceContext, mut appended: Receiver<Contest>) {
    // Of each tournament that is carried through those that are done.
    let mut done: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    loop {
        match appended.recv().await {
            Ok(Contest::Tournament(id)) => take_back(&context, &id, done.entry(id.clone()).or_default()).await,
            Ok(Contest::Ladder(_)) => {}
            Err(RecvError::Lagged(_)) => {
                let carried: BTreeSet<String> = context.tournaments().carried_ids().into_iter().collect();
                done.retain(|id, _| carried.contains(id));
                for id in carried {
                    take_back(&context, &id, done.entry(id.clone()).or_default()).await;
                }
            }
            Err(RecvError::Closed) => return,
        }
    }
}

/// Takes back the consents of all that are gone from a tournament and not `done`.
async fn take_back(context: &ServiceContext, id: &str, done: &mut BTreeSet<String>) {
    let gone = context.tournaments().see_now(id, |seen| seen.of.gone().map(str::to_owned).collect::<BTreeSet<_>>());
    let gone = gone.unwrap_or_default();
    done.retain(|name| gone.contains(name));
    for name in gone {
        let Some(player) = PlayerId::parse(&name).ok().filter(|_| !done.contains(&name)) else { continue };
        // A player that enters again meanwhile has agreed anew.
        let _one_at_a_time = context.entry_locks().lock(&player).await;
        let is_gone = context.tournaments().see_now(id, |seen| seen.of.gone().any(|one| one == name));
        if is_gone != Some(true) {
            continue;
        }
        match context.consents().leave_contest(&Contest::Tournament(id.to_owned()), &player).await {
            Ok(()) => drop(done.insert(name)),
            Err(error) => tracing::warn!(tournament = %id, %player, %error, "failed to take a consent back"),
        }
    }
}
