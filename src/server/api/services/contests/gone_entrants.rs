//! Withdraws the consents of players who have left a tournament.
//!
//! Hosts remove entrants, and so does the check-in of a tournament. A consent is stored separately
//! from the entry, and withdrawn after it. If the server stops in between, it withdraws the consent
//! when it resumes the tournament.

use std::collections::{BTreeMap, BTreeSet};

use referee_ids::PlayerId;
use referee_law::Contest;
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::api::context::ServiceContext;
use crate::contest_server::MAX_RUNNING;

/// Withdraws consents until this future is dropped. `appended` names each contest with a new event.
pub(in crate::api) async fn take_consents_back(context: ServiceContext, mut appended: Receiver<Contest>) {
    // For each tournament, the players whose consents were withdrawn.
    let mut done: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    loop {
        let ids = match appended.recv().await {
            Ok(Contest::Tournament(id)) => vec![id],
            Ok(Contest::Ladder(_)) => continue,
            Err(RecvError::Lagged(_)) => context.tournaments().carried_ids(),
            Err(RecvError::Closed) => return,
        };
        for id in ids {
            let mut of_one = done.remove(&id).unwrap_or_default();
            take_back(&context, &id, &mut of_one).await;
            if !of_one.is_empty() {
                done.insert(id, of_one);
            }
        }
        if done.len() > MAX_RUNNING {
            let carried: BTreeSet<String> = context.tournaments().carried_ids().into_iter().collect();
            done.retain(|id, _| carried.contains(id));
        }
    }
}

/// Withdraws the consents of players who left a tournament and are not in `done`. Forgets a
/// tournament that is no longer running.
async fn take_back(context: &ServiceContext, id: &str, done: &mut BTreeSet<String>) {
    let gone = context.tournaments().see_now(id, |seen| seen.of.gone().map(str::to_owned).collect::<BTreeSet<_>>());
    let gone = gone.unwrap_or_default();
    done.retain(|name| gone.contains(name));
    for name in gone {
        let Some(player) = PlayerId::parse(&name).ok().filter(|_| !done.contains(&name)) else { continue };
        // A player that entered again since then has also agreed again.
        let _one_at_a_time = context.entry_locks().lock(&player).await;
        let is_gone = context.tournaments().see_now(id, |seen| seen.of.gone().any(|one| one == name));
        if is_gone != Some(true) {
            continue;
        }
        match context.consents().leave_contest(&Contest::Tournament(id.to_owned()), &player).await {
            Ok(()) => drop(done.insert(name)),
            Err(error) => tracing::warn!(tournament = %id, %player, %error, "failed to withdraw a consent"),
        }
    }
}
