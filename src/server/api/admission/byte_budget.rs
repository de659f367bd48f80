//! Limits the bytes of unfinished requests: per connection, per address, and in total.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use crate::api::settings::Settings;
use referee_law::Refusal;

use crate::hall::limits::gauge::{Gauge, Taken};

/// Bytes of each request that are not counted, so that small requests arrive even while large ones
/// fill the budget. The number of open calls limits their sum.
pub const FREE_BYTES: usize = 4 * 1024;
/// Delay before a retry, in which other requests complete or end.
const SOON: Duration = Duration::from_secs(1);

/// The byte budget of a server. Clones share the counts.
#[derive(Clone)]
pub struct ByteBudget {
    per_connection: usize,
    per_address: usize,
    in_all: usize,
    held: Gauge<Holder>,
}

/// The key under which bytes are counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Connection(SocketAddr),
    Address(IpAddr),
    Anywhere,
}

/// The counted bytes of one request, released when dropped.
pub struct Reserved {
    counted: Taken<Holder>,
    /// Maximum of each count.
    most: Vec<usize>,
    arrived: usize,
}

impl ByteBudget {
    /// Creates a budget with these limits.
    pub fn new(settings: &Settings) -> ByteBudget {
        ByteBudget {
            per_connection: settings.request_bytes_per_connection,
            per_address: settings.request_bytes_per_address,
            in_all: settings.request_bytes,
            held: Gauge::default(),
        }
    }

    /// Starts counting a request from this address, and on this connection unless it is shared by
    /// several callers.
    pub fn reserve(&self, connection: Option<SocketAddr>, address: Option<IpAddr>) -> Reserved {
        let of_connection = connection.map(|connection| (Holder::Connection(connection), self.per_connection));
        let of_address = address.map(|address| (Holder::Address(address), self.per_address));
        let bounds = of_connection.into_iter().chain(of_address).chain([(Holder::Anywhere, self.in_all)]);
        let (keys, most) = bounds.unzip();
        Reserved { counted: self.held.nothing(keys), most, arrived: 0 }
    }
}

impl Reserved {
    /// Returns the number of bytes received so far.
    pub fn arrived(&self) -> usize {
        self.arrived
    }

    /// Counts further bytes. Fails if a limit is reached.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.arrived += bytes;
        let more = self.arrived.saturating_sub(FREE_BYTES).saturating_sub(self.counted.count());
        self.counted.grow(more, &self.most).map_err(|full| {
            let limit = match full.key {
                Holder::Connection(_) => "request_bytes_per_connection",
                Holder::Address(_) => "request_bytes_per_address",
                Holder::Anywhere => "request_bytes",
            };
            Refusal::at_most(limit, full.most, "bytes of unfinished requests", Some(SOON))
        })
    }

    /// Releases all bytes once the request is complete.
    pub fn give_back(&mut self) {
        self.arrived = 0;
        self.counted.give_back();
    }
}
