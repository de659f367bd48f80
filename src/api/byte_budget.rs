//! How many bytes of requests that have not arrived in full are held: for each connection, each address, and in all.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use super::settings::Settings;
use crate::{
    hall::gauge::{Gauge, Taken},
    referee::Refusal,
};

/// How many bytes of each request are not counted, so that small requests arrive whatever large ones do. The number of
/// open calls bounds their sum.
pub const FREE_BYTES: usize = 4 * 1024;
/// When to try again: when others have arrived, or were given up.
const SOON: Duration = Duration::from_secs(1);

/// The budget of one server. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct ByteBudget {
    per_connection: usize,
    per_address: usize,
    in_all: usize,
    held: Gauge<Holder>,
}

/// Where bytes come from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Connection(SocketAddr),
    Address(IpAddr),
    Anywhere,
}

/// The bytes of one request. They are given back when this is dropped.
pub struct Reserved {
    counted: Taken<Holder>,
    /// The bounds of what is counted.
    most: Vec<usize>,
    arrived: usize,
}

impl ByteBudget {
    /// A budget with the limits of these settings.
    pub fn new(settings: &Settings) -> ByteBudget {
        ByteBudget {
            per_connection: settings.request_bytes_per_connection,
            per_address: settings.request_bytes_per_address,
            in_all: settings.request_bytes,
            held: Gauge::default(),
        }
    }

    /// For a request of which nothing has arrived, on this connection, if that is its caller's alone, and from this address.
    pub fn reserve(&self, connection: Option<SocketAddr>, address: Option<IpAddr>) -> Reserved {
        let of_connection = connection.map(|connection| (Holder::Connection(connection), self.per_connection));
        let of_address = address.map(|address| (Holder::Address(address), self.per_address));
        let bounds = of_connection.into_iter().chain(of_address).chain([(Holder::Anywhere, self.in_all)]);
        let (keys, most) = bounds.unzip();
        Reserved { counted: self.held.nothing(keys), most, arrived: 0 }
    }
}

impl Reserved {
    /// How many bytes have arrived.
    pub fn arrived(&self) -> usize {
        self.arrived
    }

    /// Reserves this number of further bytes.
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

    /// Gives back all that was reserved: what had arrived is held no more.
    pub fn give_back(&mut self) {
        self.arrived = 0;
        self.counted.give_back();
    }
}
