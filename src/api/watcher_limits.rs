//! How many of the places of a live match's watchers one address may have, so that nobody keeps all others from watching.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    hall::limits::RETRY_WHEN_FULL,
    ids::{MatchId, Viewer},
    referee::Refusal,
};

/// The watchers of one server, by match and address. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct WatcherLimits {
    most: usize,
    here: Here,
}

type Here = Arc<Mutex<BTreeMap<(MatchId, IpAddr), usize>>>;

/// A place of a watcher. It is given back when this is dropped.
pub struct WatcherPlace {
    here: Here,
    of: (MatchId, IpAddr),
}

impl WatcherLimits {
    /// At most so many of one match from one address.
    pub fn new(most: usize) -> WatcherLimits {
        WatcherLimits { most, here: Here::default() }
    }

    /// A place for somebody at this address. Who sits in the match or arbitrates it needs none, nor does whoever comes from nowhere.
    pub fn take(
        &self,
        match_id: &MatchId,
        viewer: Viewer,
        address: Option<IpAddr>,
    ) -> Result<Option<WatcherPlace>, Refusal> {
        let (Viewer::Spectator, Some(address)) = (viewer, address) else { return Ok(None) };
        let of = (match_id.clone(), address);
        let mut here = lock(&self.here);
        let count = here.get(&of).copied().unwrap_or(0);
        if count >= self.most {
            let text = format!("{} watch this match from this address already; end one first", self.most);
            return Err(Refusal::limit("watchers_per_address", self.most, text).retry_after(RETRY_WHEN_FULL));
        }
        here.insert(of.clone(), count + 1);
        drop(here);
        Ok(Some(WatcherPlace { here: Arc::clone(&self.here), of }))
    }
}

impl Drop for WatcherPlace {
    fn drop(&mut self) {
        let mut here = lock(&self.here);
        if let Some(count) = here.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                here.remove(&self.of);
            }
        }
    }
}

/// The lock is held for a lookup and never across an await; what is under it is never half changed.
fn lock(here: &Mutex<BTreeMap<(MatchId, IpAddr), usize>>) -> MutexGuard<'_, BTreeMap<(MatchId, IpAddr), usize>> {
    here.lock().unwrap_or_else(PoisonError::into_inner)
}
