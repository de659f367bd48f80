//! How many streams one caller may have open: a player by its token, on however many connections, and whoever calls without a
//! token by its address.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    ids::PlayerId,
    referee::{Reason, Refusal},
};

/// The streams of one server. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct Streams {
    most_per_player: usize,
    most_per_address: usize,
    open: Arc<Mutex<BTreeMap<Caller, usize>>>,
}

/// Whose a stream is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Caller {
    /// A player's who has shown a token.
    Player(PlayerId),
    /// Somebody's at this address, where that is known.
    Address(Option<IpAddr>),
}

/// A stream that was let in. It gives its place back when it is dropped.
pub struct StreamPlace {
    open: Arc<Mutex<BTreeMap<Caller, usize>>>,
    caller: Caller,
}

impl Streams {
    /// So many for each player, and so many for each address from which calls come without a token.
    pub fn new(most_per_player: usize, most_per_address: usize) -> Streams {
        Streams { most_per_player, most_per_address, open: Arc::default() }
    }

    /// Takes a place for a stream. [`Reason::Limit`] when the caller has as many as it may.
    pub fn take(&self, caller: Caller) -> Result<StreamPlace, Refusal> {
        let (most, limit) = match caller {
            Caller::Player(_) => (self.most_per_player, "streams_per_player"),
            Caller::Address(_) => (self.most_per_address, "streams_per_address"),
        };
        let mut open = lock(&self.open);
        let here = open.get(&caller).copied().unwrap_or(0);
        if here >= most {
            let text = format!("{most} streams are open already (limit `{limit}`); end one first");
            return Err(Refusal::new(Reason::Limit, text));
        }
        open.insert(caller.clone(), here + 1);
        Ok(StreamPlace { open: Arc::clone(&self.open), caller })
    }
}

impl Caller {
    /// The player, or else the address of whoever calls.
    pub fn of(player: Option<&PlayerId>, address: Option<IpAddr>) -> Caller {
        player.map_or(Caller::Address(address), |player| Caller::Player(player.clone()))
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        let Some(here) = open.get_mut(&self.caller) else { return };
        *here -= 1;
        if *here == 0 {
            open.remove(&self.caller);
        }
    }
}

/// The lock is held for a lookup and never across an await; what is under it is never half changed.
fn lock(open: &Mutex<BTreeMap<Caller, usize>>) -> MutexGuard<'_, BTreeMap<Caller, usize>> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}
