//! How fast calls may come. Even a call that is refused costs the serving threads something; so the connection on which a caller
//! calls faster than it may is not read for a while, and what it sends waits where it comes from.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::{settings::Settings, streams::Caller};
use crate::hall::wall_clock::{Moment, TimerInstant};

/// As how many calls this many bytes of a request count.
const BYTES_A_CALL: usize = 16 * 1024;
/// The longest that a connection is not read, so that its other calls and its keep-alive go on.
const LONGEST: Duration = Duration::from_secs(1);
/// How many callers are kept in mind before those are looked for who can be forgotten.
const CALLERS_KEPT: usize = 4_096;

/// The pace of all callers of one server. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct Pacing {
    each: Duration,
    burst: Duration,
    /// Up to when each caller has used up what it may do.
    used_up_to: Arc<Mutex<BTreeMap<Caller, TimerInstant>>>,
    connections: Arc<Mutex<BTreeMap<SocketAddr, Rest>>>,
}

/// Until when a connection is not read.
#[derive(Clone, Default)]
pub struct Rest {
    until: Arc<Mutex<Option<TimerInstant>>>,
}

impl Pacing {
    /// The pace of these settings.
    pub fn new(settings: &Settings) -> Pacing {
        let each = Duration::from_secs(1) / settings.calls_per_second.max(1);
        let burst = each * settings.max_calls_per_connection;
        Pacing { each, burst, used_up_to: Arc::default(), connections: Arc::default() }
    }

    /// A connection that was let in.
    pub fn connected(&self, peer: SocketAddr) -> Rest {
        let rest = Rest::default();
        lock(&self.connections).insert(peer, rest.clone());
        rest
    }

    /// A connection that is gone.
    pub fn disconnected(&self, peer: SocketAddr) {
        lock(&self.connections).remove(&peer);
    }

    /// Counts a call of `caller` with so many bytes, which came on the connection of `peer`.
    pub fn count(&self, caller: &Caller, peer: Option<SocketAddr>, bytes: usize) {
        let now = TimerInstant::from(Moment::now());
        let calls = u32::try_from(bytes / BYTES_A_CALL).unwrap_or(u32::MAX).saturating_add(u32::from(bytes == 0));
        let mut used = lock(&self.used_up_to);
        if used.len() >= CALLERS_KEPT && !used.contains_key(caller) {
            used.retain(|_, until| *until > now);
        }
        let until = used.get(caller).map_or(now, |until| now.max(*until)) + (self.each * calls).min(LONGEST);
        used.insert(caller.clone(), until);
        drop(used);
        if until <= now + self.burst {
            return;
        }
        let rest = peer.and_then(|peer| lock(&self.connections).get(&peer).cloned());
        if let Some(rest) = rest {
            *lock(&rest.until) = Some((until - self.burst).min(now + LONGEST));
        }
    }
}

impl Rest {
    /// Until when the connection is not to be read, if it is not.
    pub fn take(&self) -> Option<TimerInstant> {
        lock(&self.until).take()
    }
}

/// Locks are held for a lookup and never across an await; what is under them is never half changed.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
