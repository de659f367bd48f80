//! Limits the rate of calls. Even a refused call costs time of the serving threads, so the server
//! pauses reading from a connection whose caller exceeds its rate. With the default settings, one
//! connection cannot get ahead further than that. If a caller gets far ahead by using many
//! connections, the server closes them.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::stream_limits::Caller;
use crate::api::settings::Settings;
use crate::hall::wall_clock::{Moment, TimerInstant};

/// Bytes of a request that count as one further call.
const BYTES_A_CALL: usize = 16 * 1024;
/// Maximum pause of reading a connection, short enough for its other calls and its keep-alive.
const LONGEST: Duration = Duration::from_secs(1);
/// How far ahead of its rate a caller may be before its connections are closed.
const TOO_FAR: Duration = Duration::from_secs(10);
/// Number of callers to remember before idle ones are forgotten.
const CALLERS_KEPT: usize = 4_096;

/// The rates of all callers of a server. Clones share them.
#[derive(Clone)]
pub struct Pacing {
    each: Duration,
    burst: Duration,
    /// The time until which each caller has used up its rate.
    used_up_to: Arc<Mutex<BTreeMap<Caller, TimerInstant>>>,
    connections: Arc<Mutex<BTreeMap<SocketAddr, Rest>>>,
}

/// The pause of a connection, shared with the code that reads it.
#[derive(Clone, Default)]
pub struct Rest(Arc<Mutex<Pause>>);

/// The action to take before a connection is read again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pause {
    #[default]
    Not,
    Until(TimerInstant),
    Close,
}

impl Pacing {
    pub fn new(settings: &Settings) -> Pacing {
        let each = Duration::from_secs(1) / settings.calls_per_second.max(1);
        let burst = each * settings.max_calls_per_connection;
        Pacing { each, burst, used_up_to: Arc::default(), connections: Arc::default() }
    }

    /// Registers a connection.
    pub fn connected(&self, peer: SocketAddr) -> Rest {
        let rest = Rest::default();
        lock(&self.connections).insert(peer, rest.clone());
        rest
    }

    /// Removes a connection, unless a new connection already has its address and port.
    pub fn disconnected(&self, peer: SocketAddr, rest: &Rest) {
        let mut connections = lock(&self.connections);
        if connections.get(&peer).is_some_and(|of| Arc::ptr_eq(&of.0, &rest.0)) {
            connections.remove(&peer);
        }
    }

    /// Counts a call of `caller` with this many bytes, made on the connection of `peer`. Returns
    /// how far the caller is ahead of its rate.
    pub fn count(&self, caller: &Caller, peer: Option<SocketAddr>, bytes: usize) -> Duration {
        let now = TimerInstant::from(Moment::now());
        let calls = u32::try_from(bytes / BYTES_A_CALL).unwrap_or(u32::MAX).saturating_add(u32::from(bytes == 0));
        let mut used = lock(&self.used_up_to);
        if used.len() >= CALLERS_KEPT && !used.contains_key(caller) {
            used.retain(|_, until| *until > now);
        }
        let until = used.get(caller).map_or(now, |until| now.max(*until)) + (self.each * calls).min(LONGEST);
        // Limits how far a caller can get ahead, so that a refused caller that keeps calling can
        // call again in a limited time.
        let until = until.min(now + self.burst + TOO_FAR * 2);
        used.insert(caller.clone(), until);
        drop(used);
        if until <= now + self.burst {
            return Duration::ZERO;
        }
        let rest = peer.and_then(|peer| lock(&self.connections).get(&peer).cloned());
        if let Some(rest) = rest {
            let mut pause = lock(&rest.0);
            *pause = match until - self.burst {
                _ if *pause == Pause::Close => Pause::Close,
                until if until > now + TOO_FAR => Pause::Close,
                until => Pause::Until(until.min(now + LONGEST)),
            };
        }
        until.saturating_duration_since(now + self.burst)
    }
}

impl Rest {
    /// Returns the action to take, and resets it. A connection to close stays to be closed.
    pub fn take(&self) -> Pause {
        let mut pause = lock(&self.0);
        match *pause {
            Pause::Close => Pause::Close,
            _ => std::mem::take(&mut *pause),
        }
    }
}

/// Locks a map or a pause. Locks are held briefly, never across an await, and never protect a
/// half-made change.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn peer(port: u16) -> SocketAddr {
        SocketAddr::from(([10, 0, 0, 1], port))
    }

    #[tokio::test(start_paused = true)]
    async fn one_connection_rests_and_a_caller_on_many_is_cut_off() {
        let settings = Settings { calls_per_second: 10, max_calls_per_connection: 10, ..Settings::default() };
        let pacing = Pacing::new(&settings);
        let caller = Caller::Address(Some(peer(0).ip()));
        let rests: Vec<Rest> = (0..20).map(|port| pacing.connected(peer(port))).collect();
        let count = |caller: &Caller, port| {
            pacing.count(caller, Some(peer(port)), 0);
        };
        let call = |port: u16, calls: u32| (0..calls).for_each(|_| count(&caller, port));
        call(0, 10);
        assert_eq!(rests[0].take(), Pause::Not, "a burst is free");
        call(0, 10);
        assert!(matches!(rests[0].take(), Pause::Until(_)));
        assert_eq!(rests[0].take(), Pause::Not, "it rests once");
        (1..12).for_each(|port| call(port, 10));
        assert_eq!((rests[11].take(), rests[11].take()), (Pause::Close, Pause::Close));
        let another = Caller::Address(Some(IpAddr::from([10, 0, 0, 2])));
        (0..30).for_each(|_| count(&another, 11));
        assert_eq!(rests[11].take(), Pause::Close, "another caller there");
        tokio::time::advance(TOO_FAR * 2).await;
        call(12, 1);
        assert_eq!(rests[12].take(), Pause::Not, "it is forgiven in time");
    }

    #[test]
    fn a_reused_port_keeps_its_own_budget() {
        let pacing = Pacing::new(&Settings { calls_per_second: 1, max_calls_per_connection: 1, ..Settings::default() });
        let before = pacing.connected(peer(1));
        let after = pacing.connected(peer(1));
        pacing.disconnected(peer(1), &before);
        let caller = Caller::Address(Some(peer(1).ip()));
        for _ in 0..3 {
            pacing.count(&caller, Some(peer(1)), 0);
        }
        assert!(matches!(after.take(), Pause::Until(_)));
    }
}
