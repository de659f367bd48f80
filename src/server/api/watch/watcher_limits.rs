//! Limits the watchers of a live match per address, so that one address cannot block all others.

use std::net::IpAddr;

use referee_ids::{MatchId, Viewer};
use referee_law::Refusal;

use crate::hall::limits::{
    RETRY_WHEN_FULL,
    gauge::{Gauge, Taken},
};

/// The watchers on a server, by match and address. Clones share the counts.
#[derive(Clone)]
pub struct WatcherLimits {
    most: usize,
    here: Gauge<(MatchId, IpAddr)>,
}

/// The place of a watcher, freed when dropped.
pub type WatcherPlace = Taken<(MatchId, IpAddr)>;

impl WatcherLimits {
    /// Limits each match to `most` watchers per address.
    pub fn new(most: usize) -> WatcherLimits {
        WatcherLimits { most, here: Gauge::default() }
    }

    /// Takes a place for a watcher at this address. Returns `None` for players and arbiters of the
    /// match, and for watchers without a known address, who need no place.
    pub fn take(
        &self,
        match_id: &MatchId,
        viewer: Viewer,
        address: Option<IpAddr>,
    ) -> Result<Option<WatcherPlace>, Refusal> {
        let (Viewer::Spectator, Some(address)) = (viewer, address) else { return Ok(None) };
        let most = self.most;
        let place = self.here.take(1, &[((match_id.clone(), address), most)]).map_err(|_| {
            let text = format!("limit reached: {most} watchers of this match from this address; close one first");
            Refusal::limit("watchers_per_address", most, text).retry_after(RETRY_WHEN_FULL)
        })?;
        Ok(Some(place))
    }
}
