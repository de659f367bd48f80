//! Bytes of unfinished requests: per connection, per address, and in total.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use crate::api::settings::Settings;
use referee_law::Refusal;

use crate::hall::limits::gauge::{Gauge, Taken};

/// Uncounted bytes of each request, so that small requests arrive whatever large ones do. The
/// number of open calls bounds their sum.
pub const FREE_BYTES: usize = 4 * 1024;
/// Retry delay: other requests arrive or are given up.
const SOON: Duration = Duration::from_secs(1);

/// The budget of a server. Cloning shares it.
#[derive(Clone)]
pub struct ByteBudget {
    per_connection: usize,
    per_address: usize,
    in_all: usize,
    held: Gauge<Holder>,
}

/// Owner of counted bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Connection(SocketAddr),
    Address(IpAddr),
    Anywhere,
}

/// The bytes of one request, released on drop.
pub struct Reserved {
    counted: Taken<Holder>,
    /// Bounds of the counts.
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

    /// Starts counting a request on this connection, if one caller owns it, and from this address.
    pub fn reserve(&self, connection: Option<SocketAddr>, address: Option<IpAddr>) -> Reserved {
        let of_connection = connection.map(|connection| (Holder::Connection(connection), self.per_connection));
        let of_address = address.map(|address| (Holder::Address(address), self.per_address));
        let bounds = of_connection.into_iter().chain(of_address).chain([(Holder::Anywhere, self.in_all)]);
        let (keys, most) = bounds.unzip();
        Reserved { counted: self.held.nothing(keys), most, arrived: 0 }
    }
}

impl Reserved {
    /// Returns the number of received bytes.
    pub fn arrived(&self) -> usize {
        self.arrived
    }

    /// Reserves further bytes.
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
