//! How many bytes of requests that have not arrived in full are held: for each connection, each address, and in all.

use std::{
    collections::BTreeMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::{settings::Settings, status::Reached};

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
    held: Arc<Mutex<Held>>,
}

#[derive(Default)]
struct Held {
    all: usize,
    of_connection: BTreeMap<SocketAddr, usize>,
    of_address: BTreeMap<IpAddr, usize>,
}

/// The bytes of one request. They are given back when this is dropped.
pub struct Reserved {
    budget: ByteBudget,
    connection: Option<SocketAddr>,
    address: Option<IpAddr>,
    arrived: usize,
    counted: usize,
}

impl ByteBudget {
    /// A budget with the limits of these settings.
    pub fn new(settings: &Settings) -> ByteBudget {
        ByteBudget {
            per_connection: settings.request_bytes_per_connection,
            per_address: settings.request_bytes_per_address,
            in_all: settings.request_bytes,
            held: Arc::default(),
        }
    }

    /// For a request of which nothing has arrived, on this connection, if that is its caller's alone, and from this address.
    pub fn reserve(&self, connection: Option<SocketAddr>, address: Option<IpAddr>) -> Reserved {
        Reserved { budget: self.clone(), connection, address, arrived: 0, counted: 0 }
    }
}

impl Reserved {
    /// How many bytes have arrived.
    pub fn arrived(&self) -> usize {
        self.arrived
    }

    /// Reserves this number of further bytes.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Reached> {
        self.arrived += bytes;
        let more = self.arrived.saturating_sub(FREE_BYTES).saturating_sub(self.counted);
        if more == 0 {
            return Ok(());
        }
        let ByteBudget { per_connection, per_address, in_all, .. } = self.budget;
        let mut held = lock(&self.budget.held);
        let of_connection =
            self.connection.and_then(|connection| held.of_connection.get(&connection)).copied().unwrap_or(0);
        let of_address = self.address.and_then(|address| held.of_address.get(&address)).copied().unwrap_or(0);
        for (has, most, limit) in [
            (of_connection, per_connection, "request_bytes_per_connection"),
            (of_address, per_address, "request_bytes_per_address"),
            (held.all, in_all, "request_bytes"),
        ] {
            if has + more > most {
                return Err(Reached::new(limit, most, "bytes of requests are held that have not ended", Some(SOON)));
            }
        }
        held.all += more;
        if let Some(connection) = self.connection {
            *held.of_connection.entry(connection).or_default() += more;
        }
        if let Some(address) = self.address {
            *held.of_address.entry(address).or_default() += more;
        }
        self.counted += more;
        Ok(())
    }
}

impl Reserved {
    /// Gives back all that was reserved: what had arrived is held no more.
    pub fn give_back(&mut self) {
        self.arrived = 0;
        if self.counted == 0 {
            return;
        }
        let mut held = lock(&self.budget.held);
        held.all -= self.counted;
        if let Some(connection) = self.connection {
            give_back(&mut held.of_connection, &connection, self.counted);
        }
        if let Some(address) = self.address {
            give_back(&mut held.of_address, &address, self.counted);
        }
        drop(held);
        self.counted = 0;
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.give_back();
    }
}

fn give_back<K: Ord>(of: &mut BTreeMap<K, usize>, key: &K, bytes: usize) {
    let Some(held) = of.get_mut(key) else { return };
    *held -= bytes;
    if *held == 0 {
        of.remove(key);
    }
}

/// The lock is held for a lookup and never across an await; what is under it is never half changed.
fn lock(held: &Mutex<Held>) -> MutexGuard<'_, Held> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}
