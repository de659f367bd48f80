//! How many streams one caller may have open: a player by its token, on however many connections, and whoever calls without a
//! token by its address.

use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv6Addr},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::sync::watch;

use super::settings::Settings;
use crate::{
    ids::PlayerId,
    metrics::{Counted, metrics},
    referee::{Reason, Refusal},
};

/// For how long a caller may leave unread what waits for it, on any stream and of any answer.
pub const UNREAD_WITHIN: Duration = Duration::from_secs(60);

/// Why a stream ends whose caller has left it unread for [`UNREAD_WITHIN`].
pub fn unread() -> Refusal {
    let text = format!("nothing was read for {} s (limit `unread`): ask again", UNREAD_WITHIN.as_secs());
    Refusal::new(Reason::Lagged, text)
}

/// The streams of one server. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct StreamLimits {
    of_player: Limit,
    of_address: Limit,
    open: OpenStreams,
}

type OpenStreams = Arc<Mutex<BTreeMap<Caller, Arc<Open>>>>;

/// The streams that one caller has opened by one token.
#[derive(Default)]
struct Open {
    /// How many; changed under the lock alone.
    count: AtomicUsize,
    /// Whether the token has changed.
    renewed: watch::Sender<bool>,
}

/// A limit with its name.
#[derive(Clone, Copy)]
struct Limit {
    most: usize,
    name: &'static str,
}

/// Whose a call or a stream is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Caller {
    /// A player's who has shown a token.
    Player(PlayerId),
    /// Somebody's at this address, where that is known.
    Address(Option<IpAddr>),
}

/// A stream that was let in. It gives its place back when it is dropped.
pub struct StreamPlace {
    open: OpenStreams,
    caller: Caller,
    here: Arc<Open>,
    _counted: Counted,
}

impl StreamLimits {
    /// The streams of our own services.
    pub fn new(settings: &Settings) -> StreamLimits {
        StreamLimits {
            of_player: Limit { most: settings.streams_per_player, name: "streams_per_player" },
            of_address: Limit { most: settings.streams_per_address, name: "streams_per_address" },
            open: Arc::default(),
        }
    }

    /// The streams of health and reflection.
    pub fn beside(settings: &Settings) -> StreamLimits {
        let limit = Limit { most: settings.side_streams_per_caller, name: "side_streams_per_caller" };
        StreamLimits { of_player: limit, of_address: limit, open: Arc::default() }
    }

    /// The streams that follow many matches at once, or draw many positions.
    pub fn walls(settings: &Settings) -> StreamLimits {
        let limit = Limit { most: settings.walls_per_caller, name: "walls_per_caller" };
        StreamLimits { of_player: limit, of_address: limit, open: Arc::default() }
    }

    /// Takes a place for a stream. [`Reason::Limit`](crate::referee::Reason) when the caller has as many as it may.
    pub fn take(&self, caller: Caller) -> Result<StreamPlace, Refusal> {
        let Limit { most, name } = match caller {
            Caller::Player(_) => self.of_player,
            Caller::Address(_) => self.of_address,
        };
        let mut open = lock(&self.open);
        let here = open.get(&caller).cloned().unwrap_or_default();
        if here.count.load(Ordering::Relaxed) >= most {
            return Err(Refusal::limit(name, most, format!("{most} streams are open already; end one first")));
        }
        here.count.fetch_add(1, Ordering::Relaxed);
        open.insert(caller.clone(), Arc::clone(&here));
        let _counted = Counted::in_gauge(&metrics().streams);
        Ok(StreamPlace { open: Arc::clone(&self.open), caller, here, _counted })
    }

    /// Ends all streams that are open for a player: the token by which they were opened proves nothing any more. They are not
    /// counted with those of the new one, since whoever has the old one may leave their last words unread.
    pub fn end_all(&self, player: &PlayerId) {
        if let Some(here) = lock(&self.open).remove(&Caller::Player(player.clone())) {
            here.renewed.send_replace(true);
        }
    }
}

impl Caller {
    /// The player, or else the address of whoever calls.
    pub fn of(player: Option<&PlayerId>, address: Option<IpAddr>) -> Caller {
        player.map_or(Caller::Address(address.map(network)), |player| Caller::Player(player.clone()))
    }
}

/// What counts as one address: of IPv6 the first 64 bits, since whoever has one address there has all of them.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => IpAddr::V6(Ipv6Addr::from_bits(long.to_bits() & !u128::from(u64::MAX))),
        short => short,
    }
}

impl StreamPlace {
    /// Waits until the token has changed by which the stream was opened.
    pub fn renewed(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut renewed = self.here.renewed.subscribe();
        async move {
            // An error says that the place has gone, and with it the stream.
            let _ = renewed.wait_for(|renewed| *renewed).await;
        }
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        let was_last = self.here.count.fetch_sub(1, Ordering::Relaxed) == 1;
        if was_last && open.get(&self.caller).is_some_and(|here| Arc::ptr_eq(here, &self.here)) {
            open.remove(&self.caller);
        }
    }
}

/// The lock is held for a lookup and never across an await; what is under it is never half changed.
fn lock(open: &Mutex<BTreeMap<Caller, Arc<Open>>>) -> MutexGuard<'_, BTreeMap<Caller, Arc<Open>>> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}
