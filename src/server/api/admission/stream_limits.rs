//! Limits on open streams: per player, over all its connections; per address for callers without a
//! token; and per address in total.

use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv6Addr},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use referee_ids::PlayerId;
use referee_law::Refusal;
use referee_os::metrics::{Counted, metrics};
use referee_store::{PublicId, TokenRow};
use tokio::{
    sync::{Notify, watch},
    time::sleep,
};

use crate::api::auth;
use crate::hall::{
    limits::gauge::{Gauge, Taken},
    wall_clock::unix_ms,
};

/// Maximum time for which a caller may leave streams and answers unread.
pub const UNREAD_WITHIN: Duration = Duration::from_secs(60);

/// The open streams of a server. Clones share the counts.
#[derive(Clone)]
pub struct StreamLimits {
    of_player: Limit,
    of_address: Limit,
    /// Limit of all streams to an address.
    of_all_at_address: Limit,
    open: OpenStreams,
    /// Notified when a place is freed, to wake the calls that wait for one.
    freed: Arc<Notify>,
    /// Number of streams by address, for known addresses.
    by_address: Gauge<IpAddr>,
}

type OpenStreams = Arc<Mutex<AllOpen>>;

/// The streams of all callers.
#[derive(Default)]
struct AllOpen {
    /// Streams of each caller, by token. Streams without a token share one entry per address.
    by_caller: BTreeMap<Caller, Vec<Arc<Open>>>,
}

/// The open streams of a caller with one token.
#[derive(Default)]
struct Open {
    token: Option<PublicId>,
    /// Number of streams, changed only while [`AllOpen`] is locked.
    count: AtomicUsize,
    /// The reason why the streams must end; `None` while they may continue.
    ended: watch::Sender<Option<Refusal>>,
}

/// Maximum sleep before the expiry of a token is checked again.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

const UNLIMITED: Limit = Limit { most: usize::MAX, name: "" };

/// A limit with the name that a refusal gives it.
#[derive(Clone, Copy)]
struct Limit {
    most: usize,
    name: &'static str,
}

/// The caller of a call or stream, as limits count it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Caller {
    /// A player with a token.
    Player(PlayerId),
    /// A caller without a token at this address; `None` if the address is unknown.
    Address(Option<IpAddr>),
}

/// The place of a stream, freed when dropped.
pub struct StreamPlace {
    open: OpenStreams,
    freed: Arc<Notify>,
    caller: Caller,
    address: Option<IpAddr>,
    here: Arc<Open>,
    expires_unix_ms: Option<i64>,
    _of_address: Option<Taken<IpAddr>>,
    _counted: Counted,
}

impl StreamLimits {
    /// Creates the limits of streams of the services of `referee.v1`.
    pub fn new(per_player: usize, per_address: usize, all_per_address: usize) -> StreamLimits {
        StreamLimits {
            of_player: Limit { most: per_player, name: "streams_per_player" },
            of_address: Limit { most: per_address, name: "streams_per_address" },
            of_all_at_address: Limit { most: all_per_address, name: "all_streams_per_address" },
            open: Arc::default(),
            freed: Arc::default(),
            by_address: Gauge::default(),
        }
    }

    /// Creates the limits of health and reflection streams.
    pub fn beside(most: usize) -> StreamLimits {
        StreamLimits::per_caller("side_streams_per_caller", most)
    }

    fn per_caller(name: &'static str, most: usize) -> StreamLimits {
        let limit = Limit { most, name };
        StreamLimits {
            of_player: limit,
            of_address: limit,
            of_all_at_address: UNLIMITED,
            open: Arc::default(),
            freed: Arc::default(),
            by_address: Gauge::default(),
        }
    }

    /// Creates the limits of streams of many matches.
    pub fn boards(most: usize) -> StreamLimits {
        StreamLimits::per_caller("boards_per_caller", most)
    }

    /// Creates the limits of streams of many positions.
    pub fn replays(most: usize) -> StreamLimits {
        StreamLimits::per_caller("replays_per_caller", most)
    }

    /// Creates the limits of streams that are compressed as a whole.
    pub fn compressed(most: usize) -> StreamLimits {
        let limit = Limit { most, name: "compressed_streams_per_address" };
        StreamLimits {
            of_player: UNLIMITED,
            of_address: limit,
            of_all_at_address: UNLIMITED,
            open: Arc::default(),
            freed: Arc::default(),
            by_address: Gauge::default(),
        }
    }

    /// Takes a place for a stream from `address`, if known, opened with `token`. Fails with
    /// [`Reason::Limit`](referee_law::Reason) if the caller has its maximum of streams.
    pub fn take(
        &self,
        caller: Caller,
        address: Option<IpAddr>,
        token: Option<&TokenRow>,
    ) -> Result<StreamPlace, Refusal> {
        let Limit { most, name } = match caller {
            Caller::Player(_) => self.of_player,
            Caller::Address(_) => self.of_address,
        };
        let address = address.map(network);
        let Limit { most: most_here, name: name_here } = self.of_all_at_address;
        let of_address = address.map(|address| self.by_address.take(1, &[(address, most_here)])).transpose();
        let _of_address = of_address.map_err(|_| {
            let text = format!("limit reached: {most_here} open streams from this address; close one first");
            Refusal::limit(name_here, most_here, text)
        })?;
        let mut open = lock(&self.open);
        let of_caller = open.by_caller.get(&caller).map_or(&[][..], |of_caller| of_caller);
        if of_caller.iter().map(|of_token| of_token.count.load(Ordering::Relaxed)).sum::<usize>() >= most {
            return Err(Refusal::limit(name, most, format!("limit reached: {most} open streams; close one first")));
        }
        let (id, expires_unix_ms) = (token.map(|token| token.id), token.and_then(|token| token.expires_unix_ms));
        let of_caller = open.by_caller.entry(caller.clone()).or_default();
        let here = match of_caller.iter().find(|of_token| of_token.token == id) {
            Some(here) => Arc::clone(here),
            None => {
                let here = Arc::new(Open { token: id, ..Open::default() });
                of_caller.push(Arc::clone(&here));
                here
            }
        };
        here.count.fetch_add(1, Ordering::Relaxed);
        drop(open);
        let _counted = Counted::in_gauge(&metrics().streams);
        let (open, freed) = (Arc::clone(&self.open), Arc::clone(&self.freed));
        Ok(StreamPlace { open, freed, caller, address, here, expires_unix_ms, _of_address, _counted })
    }

    /// Takes a place as [`StreamLimits::take`] does. If none is free, waits for one up to `within`.
    pub async fn take_within(&self, caller: &Caller, within: Duration) -> Result<StreamPlace, Refusal> {
        let waits = sleep(within);
        tokio::pin!(waits);
        loop {
            let freed = self.freed.notified();
            let refusal = match self.take(caller.clone(), None, None) {
                Ok(place) => return Ok(place),
                Err(refusal) => refusal,
            };
            tokio::select! {
                () = freed => {}
                () = &mut waits => return Err(refusal),
            }
        }
    }

    /// Ends all streams of an invalidated token. They no longer count towards the limits of the
    /// player, since the holder of that token may leave the last messages unread.
    pub fn end_token(&self, player: &PlayerId, token: PublicId, why: &Refusal) {
        self.end_where(player, why, |of_token| of_token.token == Some(token));
    }

    /// Ends all streams of a player.
    pub fn end_all(&self, player: &PlayerId, why: &Refusal) {
        self.end_where(player, why, |_| true);
    }

    fn end_where(&self, player: &PlayerId, why: &Refusal, ends: impl Fn(&Open) -> bool) {
        let caller = Caller::Player(player.clone());
        let mut open = lock(&self.open);
        let Some(of_caller) = open.by_caller.get_mut(&caller) else { return };
        for gone in of_caller.extract_if(.., |of_token| ends(of_token)) {
            gone.ended.send_replace(Some(why.clone()));
        }
        if of_caller.is_empty() {
            open.by_caller.remove(&caller);
        }
    }
}

impl Caller {
    /// Returns the player as the caller, or the address if there is no player.
    pub fn of(player: Option<&PlayerId>, address: Option<IpAddr>) -> Caller {
        player.map_or(Caller::Address(address.map(network)), |player| Caller::Player(player.clone()))
    }
}

/// Returns the part of an address that counts as one address. For IPv6 this is the first 64 bits,
/// since one owner usually has all addresses with the same prefix.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => IpAddr::V6(Ipv6Addr::from_bits(long.to_bits() & !u128::from(u64::MAX))),
        short => short,
    }
}

impl StreamPlace {
    /// Returns the address that the stream is counted under, if known.
    pub fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// Waits until the stream must end: its token has changed or expires.
    pub fn ended(&self) -> impl Future<Output = Refusal> + Send + use<> {
        let (mut ended, expires_unix_ms) = (self.here.ended.subscribe(), self.expires_unix_ms);
        async move {
            tokio::select! {
                // An error means that the place was dropped, and with it the stream.
                why = ended.wait_for(Option::is_some) => why.ok().and_then(|why| why.clone()).unwrap_or_else(auth::revoked),
                () = expiry(expires_unix_ms) => auth::expired(),
            }
        }
    }
}

/// Waits until a time in milliseconds since 1970; forever if it is `None`.
async fn expiry(at_unix_ms: Option<i64>) {
    let Some(at) = at_unix_ms else { return std::future::pending().await };
    loop {
        let left = u64::try_from(at.saturating_sub(unix_ms())).unwrap_or(0);
        if left == 0 {
            return;
        }
        sleep(Duration::from_millis(left).min(LONGEST_WAIT)).await;
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        self.here.count.fetch_sub(1, Ordering::Relaxed);
        if let Some(of_caller) = open.by_caller.get_mut(&self.caller) {
            of_caller.retain(|of_token| of_token.count.load(Ordering::Relaxed) > 0);
            if of_caller.is_empty() {
                open.by_caller.remove(&self.caller);
            }
        }
        drop(open);
        self.freed.notify_waiters();
    }
}

/// Locks the streams. The lock is held briefly, never across an await, and never protects a
/// half-made change.
fn lock(open: &Mutex<AllOpen>) -> MutexGuard<'_, AllOpen> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}
