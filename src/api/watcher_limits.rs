//! How many of the places of a live match's watchers one address may have, so that one address cannot
//! keep all others from watching.

use std::net::IpAddr;

use crate::{
    hall::{
        gauge::{Gauge, Taken},
        limits::RETRY_WHEN_FULL,
    },
    ids::{MatchId, Viewer},
    referee::Refusal,
};

/// The watchers of one server, by match and address. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct WatcherLimits {
    most: usize,
    here: Gauge<(MatchId, IpAddr)>,
}

/// A place of a watcher. Dropping it gives it back.
pub type WatcherPlace = Taken<(MatchId, IpAddr)>;

impl WatcherLimits {
    /// At most this many of one match from one address.
    pub fn new(most: usize) -> WatcherLimits {
        WatcherLimits { most, here: Gauge::default() }
    }

    /// Takes a place for a watcher at this address. Players and arbiters of the match need none, nor do
    /// watchers without an address.
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
